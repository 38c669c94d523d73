"""Every invariant refuses a state that breaks it, and says so with a path and the rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from serviam_rules import invariants, plain, wire
from serviam_rules.errors import FormatError
from serviam_rules.game import apply, legal_actions, new_game
from serviam_rules.model import Ruleset
from serviam_rules.rules import phases
from serviam_rules.state import GameState
from serviam_rules.values import ARRANGEMENTS, MODES, evolve
from tests.games import GAMES, moments, odd_rules, ruled_rules


def situations(rules: Ruleset) -> Iterator[tuple[str, GameState]]:
    """States to break, by a name."""
    for name, game in (("standard", "four"), ("solo", "solo")):
        yield name, new_game(rules, seed=1, **GAMES[game])
        yield f"{name}-over", [state for state, _ in moments(rules, game, 1)][-1]
        yield f"{name}-waiting", next(state for state, _ in moments(rules, game, 1) if state.frames)
    yield (
        "standard-icons",
        next(state for state, _ in moments(rules, "four", 1) if state.frames and state.phase == "offering"),
    )
    yield "arranging", new_game(rules, seed=1, players=2, arrangement="select")
    yield "solo-arranging", new_game(rules, seed=1, mode="solo", arrangement="inspect")


def odd_situations(rules: Ruleset) -> Iterator[tuple[str, GameState]]:
    """The same with odd cards: loops, and effects that have started others."""
    met = [state for game in GAMES for seed in range(4) for state, _ in moments(rules, game, seed) if state.frames]
    yield "odd-two-effects", next(state for state in met if len(state.frames) == 2)
    yield (
        "odd-loop",
        next(state for state in met if any(isinstance(one, tuple) and one for one in state.frames[0].answers)),
    )
    yield "odd-ability", next(state for state in met if state.phase == "ability")
    yield "odd-turn", next(state for state in met if state.phase == "bazzi-betti")
    yield "odd-stale", next(state for state in met if sum(player.stale > 0 for player in state.players) > 1)
    yield "odd-branch", next(state for state in met if '"branch":0' in wire.to_json(state.frames[-1].answers))


@pytest.fixture(scope="module")
def states(rules: Ruleset) -> dict[str, GameState]:
    return dict([*situations(rules), *odd_situations(odd_rules(rules)), *ruled_situations(ruled_rules(rules))])


def ruled_situations(rules: Ruleset) -> Iterator[tuple[str, GameState]]:
    """States with lasting rules: laid down, being chosen among, and being carried out."""
    met = [state for game in GAMES for seed in range(6) for state, _ in moments(rules, game, seed)]
    yield "ruled", next(state for state in met if state.lasting)
    yield "ruled-order", next(state for state in met if state.decision and state.decision.kind == "rule")
    yield "ruled-answer", next(state for state in met if state.frames and state.waiting and state.waiting[0].begun)
    yield "ruled-over", next(state for state in met if state.is_over)


def hand(data: Any) -> Any:
    """The first hand of a state."""
    return data["players"][0]["hand"]


def nobodys(data: Any) -> Any:
    """As many gifts as hands share, one of which is in no hand."""
    held = {gift for player in data["players"] for gift in player["hand"]}
    lying = [gift for player in data["players"] for place in player["row"] for gift in place["gifts"]]
    return [*data["stale_gifts"][1:], next(gift for gift in [*data["gift_deck"], *lying] if gift not in held)]


def swapped(data: Any) -> Any:
    """As many gifts as hands share, all of them from the hand with the smallest share."""
    poor = min((player for player in data["players"] if player["stale"]), key=lambda player: player["stale"])
    return (poor["hand"] * len(data["stale_gifts"]))[: len(data["stale_gifts"])]


def stranger(data: Any) -> Any:
    """Somebody else than the recipient."""
    return next(who for who in data["markers"] if who != data["offering"]["recipient"])


def another(data: Any) -> Any:
    """Another gift than the one that was offered."""
    return next(gift for gift in data["gift_deck"] if gift != data["offering"]["gift"])


def one_more(data: Any) -> Any:
    """What the demand gave, one more of it to the first player."""
    first, *others = data["outcome"]["added"]["demand"]
    return [first + 1, *others]


def with_list(other: Any) -> Any:
    """The answers of the lowest effect, with something else in place of the things a loop has still to go through."""
    return lambda data: [other if isinstance(one, list) else one for one in data["frames"][0]["answers"]]


def with_branch(number: int) -> Any:
    """The answers of the topmost effect, all its branches being this one."""

    def other(one: Any) -> Any:
        return one | {"branch": number} if isinstance(one, dict) and "branch" in one else one

    return lambda data: [other(one) for one in data["frames"][-1]["answers"]]


def another_seat(data: Any) -> Any:
    """Another seat than the one that the lowest effect is of."""
    return (data["frames"][0]["side"] + 1) % len(data["players"])


def a_rule(data: Any) -> Any:
    """A rule that nothing has laid down."""
    rule = {"program": "gift/demon", "position": 0, "answers": [], "side": 0, "target": None, "place": None}
    return [rule]


def an_answer(data: Any) -> Any:
    """An answer that waits."""
    more = {"moment": 0, "chain": ["lasting-gift/alms/0"], "begun": False}
    return [a_rule(data)[0] | {"program": "lasting-gift/alms/0"} | more]


def expansion(data: Any) -> Any:
    """The effect that waits, as if it was about a neighbour that lies face down."""
    return data["frames"][0] | {"program": "set/expansion", "position": 0, "answers": [None]}


#: What to break: the check that finds it, a state, where to put what in its JSON, and what is said of it.
BROKEN: list[tuple[str, str, dict[str, Any], str]] = [
    ("mode", "standard", {"mode": "solo"}, "difficulty: .* [O-5]"),
    ("mode", "standard", {"difficulty": "hard"}, "difficulty: only the solo game has one [O-5]"),
    ("mode", "solo", {"difficulty": "hrad"}, "difficulty: no difficulty is called 'hrad'; did you mean 'hard'?"),
    ("mode", "solo", {"bazzi_betti": None}, "bazzi_betti: in a solo game they play [O-1]"),
    ("mode", "standard", {"rival": "irma"}, "rival: only the solo game has rivals [O-4]"),
    ("seats", "standard", {"players": []}, "players: there are 0; from 2 to 4 can play [S-2]"),
    ("seats", "standard", {"players[1].seat": 0}, "players[1].seat: it is 0"),
    ("seats", "standard", {"players[1].family": "orsati"}, "players[1].family: no family is called 'orsati'; did you"),
    ("seats", "standard", {"players[1].family": "orsatti"}, "players[1].family: orsatti is played twice [S-2]"),
    ("seats", "solo", {"bazzi_betti.family": "merlini"}, "bazzi_betti.family: it is bazzi-betti [O-1]"),
    ("seats", "standard", {"active": 4}, "active: 4 is no seat of 0 to 3"),
    ("seats", "standard", {"active": -1}, "active: -1 is no seat"),
    ("seats", "standard", {"first": 9}, "first: 9 is no seat"),
    ("seats", "solo", {"first": None}, "first: in the solo game it is seat 0"),
    ("rows", "standard", {"players[0].row": []}, "players[0].row: it has 0 places; a row has 5 [S-3]"),
    ("rows", "standard", {"markers.kurt": -1}, "markers.kurt: there is no space -1; the track has 0 to 7 [T-6]"),
    ("rows", "standard", {"markers.kurt": 8}, "markers.kurt: there is no space 8"),
    ("vp", "standard", {"players[2].vp": 61}, "players[2].vp: 61 is not from 0 to 60 [C-7]"),
    ("vp", "solo", {"bazzi_betti.vp": -1}, "bazzi_betti.vp: -1 is not from 0 to 60 [C-7]"),
    ("chance", "standard", {"rng.key": "A" * 64}, "rng.key: it is not 64 hexadecimal digits"),
    ("chance", "standard", {"rng.key": "0" * 63}, "rng.key"),
    ("chance", "standard", {"rng.used": -1}, "rng.used: -1 is below 0"),
    ("gifts", "standard", {"players[0].hand[0]": "bibe"}, "players[0].hand[0]: no gift is called 'bibe'; did you mean"),
    ("gifts", "standard", {"gift_deck": []}, "gift_deck: 0 copies of alms lie somewhere, and the game has 2 [C-4]"),
    (
        "gifts",
        "standard",
        {"gift_discard": ["demon"]},
        "gift_deck: 5 copies of demon lie somewhere, and the game has 4",
    ),
    ("powerholders", "standard", {"players[0].row[0].powerholder": "curt"}, "players[0].row[0].powerholder: no power"),
    ("powerholders", "standard", {"players[0].deck": []}, "players[0].deck: .* cannot be found anywhere [C-3]"),
    ("powerholders", "solo", {"bazzi_betti.deck": ["kurt", "kurt"]}, "kurt is there twice"),
    ("rivals", "solo", {"rival": "nobody"}, "rival: no rival is called 'nobody'"),
    ("rivals", "solo", {"rival_deck": []}, "rival_deck: .* cannot be found anywhere [C-6]"),
    ("rivals", "solo", {"rival": None}, "rival: one lies face up as soon as play begins [O-4]"),
    ("piles", "standard", {"players[0].row[0].face_up": False}, "players[0].row[0].face_up: the ends"),
    (
        "piles",
        "standard",
        {"players[0].row[1].gifts": hand, "players[0].hand": []},
        "gifts: a card that lies face down",
    ),
    ("piles", "solo", {"bazzi_betti.row[0].gifts": hand, "players[0].hand": []}, "gifts: Bazzi-Betti have no gifts"),
    (
        "known_hands",
        "standard",
        {"players[0].known_hand": ["alms"] * 3},
        "players[0].known_hand: there is a card in it",
    ),
    ("known_hands", "standard", {"players[0].not_letters": 3}, "players[0].not_letters: 3 is not from 0 to 2"),
    ("known_hands", "standard", {"players[0].not_letters": -1}, "players[0].not_letters: -1 is not"),
    ("known_ages", "standard", {"players[0].stale": 3}, "players[0].stale: 3 is not from 0 to 2"),
    ("known_ages", "standard", {"players[0].stale": 1}, "stale_gifts: these cannot be the gifts"),
    (
        "known_ages",
        "standard",
        {"players[0].stale": 1, "stale_gifts": ["bribe"]},
        "stale_gifts: these cannot be the gifts",
    ),
    ("known_ages", "odd-stale", {"stale_gifts": nobodys}, "stale_gifts: these cannot be the gifts"),
    ("known_ages", "odd-stale", {"stale_gifts": swapped}, "stale_gifts: these cannot be the gifts"),
    ("known_decks", "standard", {"players[0].known_deck": ["kurt", "kurt"]}, "players[0].known_deck: there is a card"),
    ("known_decks", "standard", {"players[0].deck_open": True}, "players[0].deck_open: the card on top is not among"),
    ("known_decks", "solo", {"rival_deck_open": True, "rival_deck": []}, "rival_deck"),
    ("phase", "standard", {"phase": "offring"}, "phase: no phase is called 'offring'; did you mean 'offering'?"),
    ("phase", "standard", {"phase": "income"}, "phase: no phase is called 'income'"),
    ("phase", "standard", {"phase": "reward"}, "phase: a game does not rest in phase reward with nothing done"),
    ("phase", "standard", {"passed": True}, "phase: a game does not rest in phase offering with a pass"),
    ("phase", "standard-waiting", {"frames": []}, "phase: a game does not rest in phase .* with a gift offered"),
    ("phase", "standard-over", {"outcome": None}, "outcome: there is one exactly when the game is over [F-3]"),
    ("phase", "standard", {"phase": "arrangement"}, "arrangement: nobody lays out a row where rows are dealt"),
    ("turns", "standard", {"turn": 0}, "turn: 0 is not from 1 to 28 [T-10]"),
    ("turns", "standard", {"turn": 29}, "turn: 29 is not from 1 to 28"),
    ("turns", "standard-over", {"turn": 27}, "turn: 27 is not 28"),
    ("turns", "standard", {"turn": 2}, "turns_taken: it is 1 by now [T-10]"),
    ("turns", "standard", {"players[0].turns_taken": 1}, "players[0].turns_taken: it is 0 by now"),
    ("turns", "solo", {"turn": 7}, "players[0].turns_taken: it is 6 by now"),
    (
        "turns",
        "standard",
        {"first": 0, "active": 1},
        "active: in turn 1 it is not this seat's turn if seat 0 began [S-6]",
    ),
    ("steps", "standard", {"step": -1}, "step: -1 is not from 0 to 10000, the actions it takes to come here"),
    ("steps", "standard-over", {"step": 27}, "step: 27 is not from 28 to"),
    ("steps", "standard-over", {"step": 10**15 - 1}, "the actions it takes to come here"),
    ("steps", "arranging", {"step": 1}, "step: 1 is not 0,"),
    (
        "bazzi_betti_row",
        "solo-over",
        {"bazzi_betti.row[6].face_up": False},
        "at least 7 cards lie face up, not 6 [O-7]",
    ),
    (
        "bazzi_betti_row",
        "solo",
        {"bazzi_betti.row[0].face_up": False},
        "in round 1 at least 1 cards lie face up, not 0",
    ),
    ("offering", "standard-waiting", {"offering.gift": "almz"}, "offering.gift: no gift is called 'almz'"),
    ("offering", "standard-waiting", {"offering.recipient": "curt"}, "offering.recipient: no powerholder is called"),
    ("offering", "standard-waiting", {"offering.slot": 5}, "offering.slot: at 5 there is no connection [T-1]"),
    ("offering", "standard-waiting", {"offering.slot": -1}, "offering.slot: at -1 there is no connection"),
    (
        "offering",
        "standard-waiting",
        {"phase": "conspiracy", "offering.gift": "alms"},
        "offering.gift: alms does not have",
    ),
    ("offering", "standard-icons", {"offering.recipient": stranger}, "offering.recipient: at .* lies .* [T-17]"),
    ("offering", "standard-icons", {"offering.gift": another}, "offering.gift: .* is not the topmost gift at .* [T-1]"),
    ("arrangement", "standard", {"laid": 1}, "laid: it is 0 when nobody lays out a row"),
    ("arrangement", "arranging", {"laid": 5}, "laid: after 5 places there is nothing left to choose"),
    ("arrangement", "arranging", {"laid": -1}, "laid: after -1 places"),
    ("arrangement", "solo-arranging", {"laid": 4}, "laid: after 4 places there is nothing left to choose"),
    ("arrangement", "arranging", {"turn": 1}, "turn: it is not yet as at the beginning [S-7]"),
    ("arrangement", "arranging", {"players[0].vp": 1}, "players[0].vp: it is not yet"),
    ("arrangement", "arranging", {"markers.kurt": 2}, "markers: it is not yet"),
    ("arrangement", "arranging", {"players[0].row[0].face_up": True}, "players[0].row: it is not yet"),
    ("arrangement", "solo-arranging", {"bazzi_betti.vp": 5}, "bazzi_betti.vp: it is not yet"),
    (
        "lowest_frame",
        "standard-waiting",
        {"frames[0].program": "gift/alms"},
        "frames[0].program: in phase offering it is",
    ),
    ("lowest_frame", "standard-waiting", {"frames[0].side": 0}, "frames[0].side: it is not that of this turn"),
    ("lowest_frame", "standard-waiting", {"frames[0].target": None}, "frames[0].target: it is not that"),
    ("lowest_frame", "standard-waiting", {"frames[0].place": None}, "frames[0].place: it is not that"),
    (
        "lowest_frame",
        "odd-turn",
        {"frames[0].program": "solo/income"},
        "frames[0].program: in phase bazzi-betti it is solo",
    ),
    (
        "lowest_frame",
        "odd-ability",
        {"frames[0].program": "rival/nobody"},
        "frames[0].program: in phase ability it is that",
    ),
    (
        "lowest_frame",
        "odd-ability",
        {"turn": 4, "players[0].turns_taken": 3},
        "turn: in round 4 rivals do nothing [O-9]",
    ),
    ("lasting", "standard", {"lasting": a_rule}, "lasting: these cards have no lasting rules"),
    ("lasting", "ruled", {"lasting[0].program": "gift/demon"}, "lasting[0]: no step of gift/demon lays a rule down at"),
    ("lasting", "ruled", {"lasting[0].program": "nobody"}, "lasting[0]: no step of nobody lays a rule down at"),
    (
        "lasting",
        "ruled",
        {"lasting[0].program": "lasting-gift/alms/0", "lasting[0].position": 0},
        "lasting[0]: no step of",
    ),
    ("lasting", "ruled", {"lasting[0].position": 77}, "lays a rule down at 77"),
    ("lasting", "ruled", {"lasting[0].side": 9}, "lasting[0].side: 9 does not play"),
    (
        "lasting",
        "ruled",
        {"lasting[0].target": "kurz"},
        "lasting[0].target: no powerholder is called 'kurz'; did you mean",
    ),
    (
        "lasting",
        "ruled",
        {"lasting[0].place": {"type": "place", "side": 0, "slot": 9}},
        "lasting[0].place: there is no",
    ),
    ("lasting", "ruled", {"lasting[0].answers": ["kurt"] * 9}, "lasting[0].answers: there are 9; this effect keeps"),
    ("lasting", "ruled", {"lasting": lambda data: data["lasting"] * 41}, "lasting: there are .*; at most 40 can hold"),
    ("waiting", "ruled-over", {"waiting": an_answer}, "waiting: nothing is carried out after the end"),
    ("waiting", "ruled-order", {"waiting[0].moment": 99}, "waiting: they are carried out moment by moment"),
    ("waiting", "ruled-order", {"waiting[0].begun": True}, "waiting[0].begun: only the first is being carried out"),
    ("waiting", "ruled-order", {"waiting[0].position": None}, "waiting[0]: only the icons of the offered gift"),
    ("waiting", "ruled-order", {"waiting[0].program": "gift/demon"}, "waiting[0]: no rule of gift/demon at"),
    ("waiting", "ruled-order", {"waiting[0].chain": []}, "waiting[0].chain: it is the rules that led to it"),
    ("waiting", "ruled-order", {"waiting[0].side": 9}, "waiting[0].side: 9 does not play"),
    ("waiting", "ruled-order", {"waiting": lambda data: data["waiting"] * 201}, "waiting: there are .*; at most 200"),
    ("lowest_frame", "ruled-answer", {"frames[0].side": another_seat}, "frames[0].side: it is not that of what is"),
    ("decision", "ruled-order", {"waiting": lambda data: data["waiting"][:1]}, "waiting: nothing is to be chosen"),
    ("frames", "standard-waiting", {"frames[0].position": 99}, "frames[0].position: at 99 nothing waits for a choice"),
    ("frames", "standard-waiting", {"frames[0].position": -1}, "frames[0].position: at -1 nothing waits"),
    ("frames", "standard-waiting", {"frames[0].answers": []}, "frames[0].answers: there are 0; this effect keeps"),
    (
        "frames",
        "odd-two-effects",
        {"frames[0].position": 0},
        "frames[0].position: at 0 nothing waits for another effect",
    ),
    ("frames", "odd-two-effects", {"frames[1].side": 9}, "frames[1].side: it is that of the effect below"),
    ("frames", "odd-two-effects", {"frames[1].target": None}, "frames[1].target: no powerholder is called ''"),
    (
        "frames",
        "odd-two-effects",
        {"frames[1].program": "set/reward", "frames[1].position": 1},
        "frames[1].program: only the effects of gifts",
    ),
    (
        "frames",
        "odd-two-effects",
        {"frames[1].program": "gift/almz"},
        "frames[1].program: no effect is called 'gift/almz'",
    ),
    ("frames", "odd-two-effects", {"frames[1].place.slot": 9}, "frames[1].place: there is no such place"),
    (
        "frames",
        "standard-waiting",
        {"frames[0].answers[0]": "kurt"},
        "frames[0].answers[0]: this has not been asked yet",
    ),
    ("frames", "odd-loop", {"frames[0].answers": with_list(["nobody"])}, "it is not a list of .*s of this game"),
    ("frames", "odd-loop", {"frames[0].answers": with_list("kurt")}, "it is not a list of .*s of this game"),
    ("frames", "odd-branch", {"frames[-1].answers": with_branch(9)}, "there is no branch 9 of 0 to 1"),
    ("frames", "odd-branch", {"frames[-1].answers": with_branch(-1)}, "it is not a branch of this game"),
    ("decision", "standard-waiting", {"phase": "expansion", "frames[0]": expansion}, "frames[0].position: there are"),
    ("ended", "standard-over", {"outcome.winners": []}, "outcome.winners: it is not what the rows and the VP"),
    ("ended", "standard-over", {"outcome.vp[0]": 99}, "outcome.vp: it is not what"),
    ("ended", "standard-over", {"outcome.ranks": [1, 1, 1, 1]}, "outcome.ranks: it is not what"),
    ("ended", "standard-over", {"outcome.tie_break[1]": 40}, "outcome.tie_break: it is not what"),
    ("ended", "standard-over", {"outcome.added": {}}, "outcome.added: it tells of demand, shadow, in this order [F-4]"),
    ("ended", "standard-over", {"outcome.added.demand": [0]}, "outcome.added.demand: there are 1 numbers for 4 sides"),
    (
        "ended",
        "standard-over",
        {"outcome.added.demand[0]": 61},
        "outcome.added: with what was added, the VP of 0 leave",
    ),
    ("ended", "standard-over", {"outcome.added.demand": one_more}, "outcome.added.demand: it is not what this item"),
    ("ended", "standard-over", {"outcome.added.shadow[0]": 1}, "outcome.added.shadow: it is not what this item counts"),
    ("ended", "solo-over", {"outcome.added.demand[1]": 1}, "outcome.added: Bazzi-Betti score nothing [O-13]"),
]


def put(data: Any, path: str, value: Any) -> None:
    """Put a value at a path of plain data."""
    *way, last = [int(part) if part.lstrip("-").isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]
    parent = data
    for part in way:
        parent = parent[part]
    parent[last] = value


def worded(words: str) -> str:
    """A pattern for what is said: all of it to the letter, but for `.*` and `.`."""
    return re.escape(words).replace(re.escape(".*"), ".*")


@pytest.mark.parametrize(("name", "state", "changes", "words"), BROKEN)
def test_what_breaks_an_invariant_is_refused(
    states: dict[str, GameState], name: str, state: str, changes: dict[str, Any], words: str
) -> None:
    rules = states[state].ruleset
    data = plain.plain(states[state])
    for path, value in changes.items():
        put(data, path, value(data) if callable(value) else value)
    with pytest.raises(FormatError) as caught:
        wire.state_from_json(json.dumps(data), rules)
    assert re.search(worded(words), str(caught.value))


def test_every_check_is_broken_once() -> None:
    names = {check.__name__ for group in invariants.CHECKS for check in group}
    assert {name for name, *_ in BROKEN} == names


def test_the_names_say_which_check_finds_it(states: dict[str, GameState]) -> None:
    """No check is there only in name: without it, what it should find is not found, or found by a later one."""
    found = {name: set[str]() for name, *_ in BROKEN}
    for name, state, changes, _ in BROKEN:
        data = plain.plain(states[state])
        for path, value in changes.items():
            put(data, path, value(data) if callable(value) else value)
        broken = loose(data, states[state].ruleset)
        first = next(check.__name__ for group in invariants.CHECKS for check in group if list(check(broken)))
        found[name].add(first)
    assert {name: name in by for name, by in found.items()} == dict.fromkeys(found, True)


def loose(data: Any, rules: Ruleset) -> GameState:
    """The state in JSON that is well formed, whatever it breaks."""
    fields = wire.read_fields(data)
    markers = fields.pop("markers")
    spaces = tuple(markers[who] for who in rules.powerholders)
    return GameState(**fields | {"ruleset": rules, "spaces": spaces})


def test_states_of_games_are_in_order(states: dict[str, GameState]) -> None:
    for state in states.values():
        assert invariants.check(state) == []


def test_a_decision_that_is_not_due_is_found(states: dict[str, GameState]) -> None:
    waiting = states["standard-waiting"]
    assert invariants.check(evolve(waiting, decision=None)) == ["decision: it is not what the running effect asks for"]
    assert waiting.decision is not None
    fewer = evolve(waiting.decision, options=waiting.decision.options[1:])
    assert invariants.check(evolve(waiting, decision=fewer)) != []
    assert invariants.check(evolve(states["standard"], decision=waiting.decision)) != []


def test_a_state_is_never_changed_by_checking(states: dict[str, GameState]) -> None:
    for state in states.values():
        before = repr(state)
        invariants.check(state)
        assert repr(state) == before
        assert bool(legal_actions(state)) != state.is_over


# --- every leaf of the JSON, changed in ways that somebody may try ---------------------------------------------------

#: Where a state can be another one of a game and is read: what stands there follows from nothing else, and why.
FREE = {
    "markers.*": "effects move them anywhere",
    "players[].vp": "effects give and take any number",
    "bazzi_betti.vp": "likewise",
    "rng.used": "shuffles and lots are not counted anywhere else",
    "rng.key": "any seed",
    "step": "effects ask as often as their programs can",
    "first": "a game that drew its first seat, and one that was told it",
    "active": "after the end, and where the first seat was drawn, another may have begun",
    "players[].row[].face_up": "between its ends a row is turned up as the game goes",
    "bazzi_betti.row[].face_up": "effects may turn up more than the one of each round",
    "players[].not_letters": "how many of the dealt gifts have been seen",
    "players[].deck_open": "effects may leave the top card open",
    "players[].known_deck[]": "effects may have shown any card of a deck",
    "rival_deck_open": "effects may leave the top card open",
    "offering.gift": "after effects that move gifts, what was offered may lie anywhere",
    "offering.slot": "after effects that move gifts and cards, it need not lie where it was offered",
    "offering.recipient": "likewise",
    "frames[].place.slot": "the effect follows the offering",
    "frames[].target": "likewise",
    "frames[].answers[]": "another answer may have been given",
    "frames[].answers[].*": "likewise",
    "frames[].answers[][]": "likewise",
    "frames[].answers[][].*": "likewise",
    "players[].known_hand[]": "what of a hand has come by the discards nobody knows",
    "stale_gifts[]": "which of the hands' gifts are older than the deck follows from no single card",
    "difficulty": "the VP that Bazzi-Betti began with are not kept",
    "arrangement": "how rows were laid out shows only in who knows them",
    "players[].family": "any family but those of others",
}


def leaves(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where a text, a number, a truth value or null stands."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        yield path
    for key, item in items or ():
        yield from leaves(item, (*path, key))


def at_path(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def forged(data: Any, path: tuple[str | int, ...], words: list[str]) -> Iterator[Any]:
    """What somebody might put in place of what stands there."""
    found = at_path(data, path)
    if isinstance(found, bool):
        yield not found
        yield int(found)
    elif isinstance(found, int):
        yield from (found + 1, found - 1, 10**15 - 1, bool(found))
    elif found is None:
        yield from (0, words[0])
    else:
        yield from (word for word in words if word != found)
        yield from ("", found.upper(), None)


def place_of(path: tuple[str | int, ...]) -> str:
    """A path as in `FREE`."""
    shape = "".join("[]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
    return re.sub(r"^(markers|frames\[\]\.answers(?:\[\])+)\.\w+$", r"\1.*", shape)


def refused(data: Any, rules: Ruleset) -> bool:
    """Whether a state is refused. One that is read goes on like any other: its actions end in states in order."""
    try:
        state = wire.state_from_json(json.dumps(data), rules)
    except FormatError:
        return True
    assert invariants.check(state) == []
    assert plain.plain(state) == data
    for action in legal_actions(state)[:1]:
        assert invariants.check(apply(state, action).state) == []
    return False


@pytest.mark.parametrize("game", ["two", "four", "three-select", "solo", "solo-inspect"])
@pytest.mark.parametrize("odd", [False, True], ids=["shipped", "odd"])
def test_no_leaf_can_be_forged_but_what_is_free(rules: Ruleset, game: str, odd: bool) -> None:
    cards = odd_rules(rules) if odd else rules
    met = [state for state, _ in moments(cards, game, 3)]
    waiting = [state for state in met if state.frames and state.phase != "arrangement"]
    read: set[str] = set()
    for state in {id(one): one for one in (met[0], met[len(met) // 2], *waiting[-1:], met[-1])}.values():
        data = plain.plain(state)
        for path in leaves(data):
            if path[0] in ("ruleset", "format", "type"):
                continue
            found = at_path(data, path)
            for other in forged(data, path, words_like(cards, found)):
                put_at(data, path, other)
                if not refused(data, cards):
                    read.add(place_of(path))
            put_at(data, path, found)
    assert read <= set(FREE), "these can be forged"


def put_at(data: Any, path: tuple[str | int, ...], value: Any) -> None:
    at_path(data, path[:-1])[path[-1]] = value


def words_like(rules: Ruleset, found: Any) -> list[str]:
    """Three others of the kind of thing that a word names."""
    for words in (rules.gifts, rules.powerholders, rules.rivals, rules.families, phases.names(), ARRANGEMENTS, MODES):
        if found in words:
            return [word for word in words if word != found][:3]
    return ["kurt", "alms"]


def test_a_gift_of_a_hand_can_be_another_unless_everybody_knows_it(rules: Ruleset) -> None:
    state = new_game(rules, seed=3, players=2)
    player = state.players[0]
    dealt = next(gift for gift in player.hand if gift not in player.known_hand)
    harmless = next(gift for gift in state.gift_deck if not rules.gifts[gift].threat_letter and gift != dealt)
    for gift, free in ((dealt, True), ("bribe", False), ("demon", False)):
        data = plain.plain(state)
        hand, deck = data["players"][0]["hand"], data["gift_deck"]
        hand[hand.index(gift)], deck[deck.index(harmless)] = harmless, gift
        assert refused(data, rules) is not free


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"step": True}, {"step": 1}),
        ({"step": 1.0}, {"step": 1}),
        ({"passed": 0}, {"passed": False}),
        ({"spaces": (True,) * 9}, {"spaces": (1,) * 9}),
    ],
)
def test_equal_states_have_one_digest_and_one_text(
    states: dict[str, GameState], changes: dict[str, Any], same: dict[str, Any]
) -> None:
    """What Python takes for equal, True and 1, is the same in JSON too."""
    one, other = evolve(states["standard"], **changes), evolve(states["standard"], **same)
    assert one == other
    assert one.digest() == other.digest()
    assert wire.to_json(one) == wire.to_json(other)
    assert plain.plain(one) == plain.plain(other)
    assert repr(plain.plain(one)) == repr(plain.plain(other))
