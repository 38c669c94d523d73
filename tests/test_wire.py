"""States, actions and events as JSON and back: nothing is lost, and nothing comes in that should not."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serviam_rules import from_json, invariants, plain, wire
from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.errors import FormatError, IllegalAction, RulesetMismatch, ServiamError, UsageError
from serviam_rules.events import redacted
from serviam_rules.game import Step, apply, legal_actions, new_game
from serviam_rules.model import PackInfo, Ruleset, RulesetData
from serviam_rules.rules.phases import PHASES, rests
from serviam_rules.state import (
    BranchOption,
    Decision,
    GameState,
    GiftOption,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
)
from serviam_rules.values import FrozenMap, evolve
from serviam_rules.views import view
from serviam_rules.wire import to_json
from tests.games import GAMES, moments, odd_rules, play_on
from tests.lookalikes import played

REFUSED = Path(__file__).parent / "data" / "json" / "refused"
SEEDS = st.integers(min_value=0, max_value=10_000)


@pytest.fixture(scope="module")
def odd(rules: Ruleset) -> Ruleset:
    return odd_rules(rules)


def waiting(rules: Ruleset, game: str = "four", seed: int = 1, where: Callable[[GameState], bool] = bool) -> GameState:
    """A state in the middle of an effect."""
    return next(state for state, _ in moments(rules, game, seed) if state.frames and where(state))


def over(rules: Ruleset, game: str = "four") -> GameState:
    *_, (state, _) = moments(rules, game, 1)
    return state


# ---- there and back ----


def altered(rules: Ruleset, **changes: Any) -> Ruleset:
    """A ruleset like this one, of which something is said differently."""
    made = {name: getattr(rules, name) for name in RulesetData.__slots__ if not name.startswith("_")}
    del made["tables"]
    kind: Any = type(rules)
    return kind(rules._merged, **{**made, **changes})


def same_types(one: Any, other: Any) -> bool:
    """Whether two values are built of exactly the same types, at every depth."""
    if type(one) is not type(other):
        return False
    if attrs.has(type(one)) and not isinstance(one, Ruleset):
        return all(same_types(getattr(one, f.name), getattr(other, f.name)) for f in attrs.fields(type(one)))
    if isinstance(one, FrozenMap):
        return list(one) == list(other) and all(same_types(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same_types, one, other))
    return bool(one == other)


def check_round_trip(state: GameState, rules: Ruleset) -> None:
    text = wire.to_json(state)
    loaded = wire.state_from_json(text, rules)
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert loaded.digest() == state.digest()
    assert loaded.ruleset is rules
    assert loaded.decision == state.decision
    assert same_types(loaded, state)
    assert wire.to_json(loaded) == text
    assert wire.state_from_json(text.encode(), rules) == state


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=2)
@given(seed=SEEDS)
def test_every_state_of_a_game_comes_back(rules: Ruleset, game: str, seed: int) -> None:
    for state, events in moments(rules, game, seed):
        check_round_trip(state, rules)
        assert wire.events_from_json(wire.to_json(events)) == events
        for viewer in (0, 1, None):
            seen = tuple(redacted(event, viewer) for event in events)
            assert wire.events_from_json(wire.to_json(seen)) == seen


@pytest.mark.parametrize("game", GAMES)
def test_loops_and_other_hands_come_back(odd: Ruleset, game: str) -> None:
    for state, events in moments(odd, game, 3):
        check_round_trip(state, odd)
        assert wire.events_from_json(wire.to_json(events)) == events


def test_games_rest_in_every_way_there_is(odd: Ruleset) -> None:
    """The round trips above are worth something only if they meet every phase and every depth of effects."""
    met = {
        (state.mode, state.phase, len(state.frames))
        for game in GAMES
        for seed in (3, 4, 5)
        for state, _ in moments(odd, game, seed)
    }
    for mode in PHASES:
        assert {phase for each, phase, _ in met if each == mode} == set(rests(mode)) - {"expansion"}
    assert {depth for *_, depth in met} == {0, 1, 2}


@pytest.mark.parametrize("game", ["four", "solo-select"])
def test_a_loaded_game_goes_on_as_the_saved_one_does(rules: Ruleset, game: str) -> None:
    """The random source is part of the state: reshuffles still to come are the same, on every branch."""
    for at, (state, _) in enumerate(moments(rules, game, 7)):
        if at % 9 == 0:
            loaded = wire.state_from_json(wire.to_json(state), rules)
            assert list(play_on(loaded, at)) == list(play_on(state, at))
            assert list(play_on(loaded, at + 1)) == list(play_on(state, at + 1))


@pytest.mark.parametrize(
    "action",
    [
        Offer("bribe", 0),
        Offer("bribe", 4, 17),
        Choose(1),
        Choose(0, step=0),
        Pass(),
        Pass(step=3),
        Offer("no-such-gift", -1),
    ],
)
def test_actions_come_back(action: Action) -> None:
    loaded = wire.action_from_json(wire.to_json(action))
    assert loaded == action
    assert same_types(loaded, action)


def test_how_actions_are_written() -> None:
    assert json.loads(wire.to_json(Offer("bribe", 0))) == {"type": "offer", "gift": "bribe", "slot": 0}
    assert wire.to_json(Choose(1, step=2)) == '{"type":"choose","option":1,"step":2}'
    assert wire.to_json(Pass()) == '{"type":"pass"}'
    assert wire.action_from_json(' { "step" : null , "type" : "pass" } \n') == Pass()


def test_how_options_and_decisions_are_written() -> None:
    options = (
        PowerholderOption("kurt"),
        PlaceOption(0, 4, "kurt", None),
        GiftOption(1, "bribe", 1),
        PlayerOption("bazzi-betti"),
        BranchOption(0),
    )
    assert json.loads(wire.to_json(options)) == [
        {"type": "powerholder", "powerholder": "kurt"},
        {"type": "place", "side": 0, "slot": 4, "powerholder": "kurt", "gift": None},
        {"type": "gift", "seat": 1, "gift": "bribe", "copies": 1},
        {"type": "player", "side": "bazzi-betti"},
        {"type": "branch", "branch": 0},
    ]
    written = json.loads(wire.to_json(Decision(0, "branch", "may", "gift/alms", options[4:])))
    assert list(written) == ["seat", "kind", "prompt", "source", "options"]


def test_how_states_are_written(rules: Ruleset) -> None:
    state = waiting(rules)
    written = json.loads(wire.to_json(state))
    assert list(written)[:4] == ["format", "type", "ruleset", "mode"]
    assert written["format"] == 1
    assert written["type"] == "state"
    assert written["ruleset"]["fingerprint"] == rules.fingerprint
    assert [pack["id"] for pack in written["ruleset"]["packs"]] == [pack.id for pack in rules.packs]
    assert written["markers"] == dict(state.markers)
    assert not {"spaces", "decision"} & set(written)


def test_what_is_written_is_plain_data_in_ascii(rules: Ruleset) -> None:
    for thing in (waiting(rules), over(rules, "solo"), *moments(rules, "two", 5), Step(over(rules), ())):
        text = wire.to_json(thing)
        assert text.isascii()
        assert json.loads(text) == plain.plain(thing)
        assert json.loads(wire.to_json(thing, indent=2)) == plain.plain(thing)
        assert text == json.dumps(plain.plain(thing), separators=(",", ":"))


@pytest.mark.parametrize("thing", [object(), 1.5, {1: 2}, FrozenMap({1: 2}), {"a"}, b"", float("nan")])
def test_what_has_no_form_in_json_is_refused(thing: Any) -> None:
    with pytest.raises(UsageError):
        plain.plain(thing)
    with pytest.raises(UsageError):
        wire.to_json(thing)


def test_what_is_no_number_is_never_written() -> None:
    with pytest.raises(UsageError):
        wire.to_json([float("nan")])


# ---- equal exactly when the JSON is ----


def others(thing: Any) -> Iterator[Any]:
    """Values that differ from this one in one place, of the same kind."""
    if attrs.has(type(thing)) and not isinstance(thing, Ruleset):
        for field in attrs.fields(type(thing)):
            old = getattr(thing, field.name)
            for other in others(old) if field.name != "decision" else ():
                if field.name != "spaces" or len(other) == len(old):  # there is one for each powerholder
                    yield evolve(thing, **{field.name: other})
    elif isinstance(thing, FrozenMap):
        for key in thing:
            yield FrozenMap({**thing, key: next(others(thing[key]))})
        yield FrozenMap({**thing, "more": ()})
    elif isinstance(thing, tuple):
        yield (*thing, "more")
        yield from ((*thing[:at], other, *thing[at + 1 :]) for at, item in enumerate(thing) for other in others(item))
    elif isinstance(thing, bool) or thing is None:
        yield not thing
    elif isinstance(thing, int):
        yield thing + 1
    elif isinstance(thing, str):
        yield f"{thing}1"


@pytest.mark.parametrize("game", ["two", "solo"])
def test_one_changed_field_makes_another_state(rules: Ruleset, game: str) -> None:
    for state in (waiting(rules, game), over(rules, game)):
        digests = {state.digest()}
        for count, other in enumerate(others(state)):
            assert other != state
            digests.add(other.digest())
            assert len(digests) == count + 2, "two different states have one digest"


def test_the_pending_decision_does_not_count(rules: Ruleset) -> None:
    state = waiting(rules)
    other = evolve(state, decision=None)
    assert other == state
    assert other.digest() == state.digest()
    assert wire.to_json(other) == wire.to_json(state)


def test_names_of_packs_do_not_count_what_cards_do_does(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    renamed = altered(rules, packs=(PackInfo("other", "9", "Other", "0" * 32),))
    assert evolve(state, ruleset=renamed).digest() == state.digest()
    changed = evolve(state, ruleset=altered(rules, fingerprint="0" * 32))
    assert changed != state
    assert changed.digest() != state.digest()


def test_two_ways_to_one_situation_are_one_state(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    first, second = (apply(state, action).state for action in legal_actions(state)[:2])
    assert first.digest() != second.digest()
    again = new_game(rules, seed=1)
    assert again == state
    assert again.digest() == state.digest()


SCRIPT = """
import sys
from serviam_rules import load_ruleset, to_json
from tests.games import GAMES, moments
rules = load_ruleset()
for game in GAMES:
    for state, events in moments(rules, game, 2):
        print(state.digest(), to_json(state), to_json(events))
assert "cattrs" not in sys.modules, "writing JSON needs no more than playing"
"""


def test_json_is_the_same_in_every_process() -> None:
    def printed(hash_seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "ascii"}
        root = Path(__file__).resolve().parents[1]
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=root, env=environment, check=True, capture_output=True
        ).stdout

    assert printed("0") == printed("1")


# ---- what is refused ----


def lines(name: str) -> list[str]:
    return (REFUSED / name).read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("name", sorted(path.stem for path in REFUSED.glob("*.txt")))
def test_actions_that_are_none_are_refused_in_words(name: str) -> None:
    told = lines(f"{name}.txt")
    for text, wanted in zip(lines(f"{name}.jsonl"), told, strict=True):
        with pytest.raises(FormatError) as caught:
            wire.action_from_json(text)
        if wanted.startswith("this is no JSON"):  # Python words the rest, differently from version to version
            assert re.fullmatch(r"this is no JSON: .+ in line 1, column \d+", str(caught.value))
        else:
            assert str(caught.value) == wanted


@pytest.mark.parametrize("game", ["two", "solo"])
def test_positions_out_of_range_are_refused_everywhere(rules: Ruleset, game: str) -> None:
    actions = [wire.action_from_json(line) for line in lines("out-of-range.jsonl")]
    for state in (new_game(rules, seed=3, **GAMES[game]), waiting(rules, game), over(rules, game)):
        before = wire.to_json(state)
        for action in actions:
            with pytest.raises(IllegalAction):
                apply(state, action)
        assert wire.to_json(state) == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"\xff", "not UTF-8"),
        (b'{"type": "pa\xe9ss"}', "not UTF-8"),
        ('{"type": "\ud800"}', "not UTF-8"),
        ('{"type": "pass"}'.encode("utf-16"), "not UTF-8"),
        ("\ufeff{}", "byte order mark"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        ((REFUSED / "deep.json").read_bytes(), "nested too deeply"),
        ("[" * 100_000, "larger than"),
        ("", "no JSON"),
        ("\x00", "no JSON"),
    ],
)
def test_text_that_is_no_json_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        wire.action_from_json(text)


def test_a_hundred_thousand_brackets_are_refused(rules: Ruleset) -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000):
        with pytest.raises(FormatError, match="nested too deeply"):
            wire.state_from_json(text, rules)
        with pytest.raises(FormatError, match="nested too deeply"):
            wire.events_from_json(text)


@pytest.mark.parametrize("value", [None, 7, {"type": "pass"}, Path("x")])
def test_only_text_is_read(rules: Ruleset, value: Any) -> None:
    for read in (wire.action_from_json, wire.event_from_json, lambda text: wire.state_from_json(text, rules)):
        with pytest.raises(UsageError, match="str or bytes"):
            read(value)
    with pytest.raises(UsageError, match="load_ruleset"):
        wire.state_from_json("{}", value)


def test_limits_hold_on_both_sides(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    for read, text, most in (
        (lambda text: wire.state_from_json(text, rules), wire.to_json(state), wire.MOST_STATE),
        (wire.action_from_json, wire.to_json(Pass()), wire.MOST_ACTION),
    ):
        read(text.ljust(most))
        with pytest.raises(FormatError, match=f"larger than {most} bytes"):
            read(text.ljust(most + 1))
    with pytest.raises(FormatError, match="larger"):
        wire.action_from_json('"' + "\u4e2d" * (wire.MOST_ACTION // 3) + '"')


def test_depth_counts_brackets_not_texts() -> None:
    most = from_json.MOST_DEPTH
    assert from_json.parse("[" * most + "]" * most, 1000) is not None
    assert from_json.parse(json.dumps(["[" * 500 + '\\"{{']), 1000) == ["[" * 500 + '\\"{{']
    with pytest.raises(FormatError, match=f"more than {most} lists"):
        from_json.parse("[" * (most + 1) + "]" * (most + 1), 1000)


def test_numbers_of_fifteen_digits_are_read() -> None:
    assert wire.action_from_json('{"type": "choose", "option": 999999999999999}') == Choose(10**15 - 1)
    assert wire.action_from_json('{"type": "choose", "option": -0}') == Choose(0)


def test_a_repeated_key_is_named_with_its_place(rules: Ruleset) -> None:
    text = wire.to_json(new_game(rules, seed=1))
    for old, new, where in (
        ('"vp":0', '"vp":0,"vp":60', "players[0].vp: the key 'vp'"),
        ('"turn":1', '"turn":1,"turn":2', "turn: the key 'turn'"),
        ('"used":', '"used":1,"used":', "rng.used: the key 'used'"),
        ('"markers":{', '"markers":{"kurt":1,', "markers.kurt: the key 'kurt'"),
    ):
        with pytest.raises(FormatError) as caught:
            wire.state_from_json(text.replace(old, new, 1), rules)
        assert str(caught.value).startswith(where)


def test_other_rules_are_named(rules: Ruleset) -> None:
    text = wire.to_json(new_game(rules, seed=1))
    one = rules.packs[0]
    newer = (evolve(one, version="99.0", fingerprint="f" * 32), PackInfo("more", "1.0", "More", "e" * 32))
    other = altered(rules, fingerprint="0" * 32, packs=newer)
    with pytest.raises(RulesetMismatch) as caught:
        wire.state_from_json(text, other)
    assert caught.value.wanted == rules.fingerprint
    assert caught.value.found == "0" * 32
    assert caught.value.differences == (
        "pack more 1.0 (eeeeeeee) was not there",
        f"pack {one.id} {one.version} ({one.fingerprint[:8]}) is now {one.id} 99.0 (ffffffff)",
    )
    alike = altered(rules, packs=newer)
    assert wire.state_from_json(text, alike).ruleset is alike


def test_every_field_is_wanted_and_no_other(rules: Ruleset) -> None:
    """At every depth of a state, a missing and an unknown field are refused, each with its path."""
    for state in (waiting(rules, "solo"), over(rules)):
        data = plain.plain(state)
        for path in objects(data):
            for key in list(found := at(data, path)):
                item = found.pop(key)
                with pytest.raises(FormatError) as caught:
                    wire.state_from_json(json.dumps(data), rules)
                assert caught.value.field in (from_json.written_path((*path, key)), "outcome.added")
                found[f"{key}s"] = item
                with pytest.raises(FormatError) as caught:
                    wire.state_from_json(json.dumps(data), rules)
                if path:
                    assert caught.value.field.startswith(from_json.written_path(path))
                del found[f"{key}s"]
                found[key] = item


def objects(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all objects in plain data."""
    if isinstance(data, dict):
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in list(items):
        yield from objects(item, (*path, key))


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 2}, "format: format 2 is not known here; this library reads format 1"),
        ({"format": "1"}, "format: the text '1' stands where a whole number belongs"),
        ({"format": True}, "format: true stands"),
        ({"type": "view"}, 'type: a state is wanted, which says "type": "state" here'),
        ({"type": None}, "type: a state is wanted"),
        ({"ruleset": None}, "ruleset: null stands where an object belongs"),
        ({"difficulty": 5}, "difficulty: the number 5 stands where a text or null belongs"),
        ({"mode": "Solo"}, "mode: the text 'Solo' stands where 'standard' or 'solo' belongs; did you mean 'solo'?"),
    ],
)
def test_marks_of_a_document_are_checked_first(rules: Ruleset, change: dict[str, Any], words: str) -> None:
    data = plain.plain(new_game(rules, seed=1)) | change
    with pytest.raises(FormatError) as caught:
        wire.state_from_json(json.dumps(data), rules)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "passed"}',
        '{"type": "passed", "seat": "0"}',
        '{"type": "passed", "seat": 0, "step": 1}',
        '{"type": "no-such-event"}',
        '{"type": "offer", "gift": "bribe", "slot": 0}',
        "[]",
        "null",
    ],
)
def test_events_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(FormatError):
        wire.event_from_json(text)


# ---- forged states ----


def mutated(data: Any, dice: random.Random) -> None:
    """Change something somewhere in plain data: leave out, replace, put in twice, swap, move a card."""
    places = [path for path in every(data) if path and path[0] not in ("format", "ruleset")]
    path, other = dice.choice(places), dice.choice(places)
    parent, key = at(data, path[:-1]), path[-1]
    item, second = parent[key], at(data, other)
    match dice.randrange(7):
        case 0:
            del parent[key]
        case 1:
            parent[key] = deepcopy(dice.choice([*ODD_VALUES, second]))
        case 2 if type(item) is type(second) and path[: len(other)] != other and other[: len(path)] != path:
            parent[key] = second
            at(data, other[:-1])[other[-1]] = item
        case 3 if isinstance(item, list) and item:
            item.append(deepcopy(dice.choice(item)))
        case 4 if type(item) is int:
            parent[key] = item + dice.choice((-2, -1, 1, 2, 10))
        case 5 if isinstance(item, bool):
            parent[key] = not item
        case _:
            zones = [at(data, place) for place in places if place[-1] in ZONES]
            cards = dice.choice([zone for zone in zones if isinstance(zone, list) and zone])
            dice.choice([zone for zone in zones if isinstance(zone, list)]).append(
                cards.pop(dice.randrange(len(cards)))
            )


ODD_VALUES: list[Any] = [
    -1,
    0,
    1,
    2,
    5,
    8,
    61,
    10**14,
    True,
    False,
    None,
    "",
    "kurt",
    "bribe",
    "over",
    "income",
    [],
    {},
]
ZONES = ("hand", "gifts", "gift_deck", "gift_discard", "known_hand", "deck", "known_deck", "rival_deck", "stale_gifts")


def every(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of everything in plain data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield from every(item, (*path, key))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_forged_state_is_refused_or_can_be_played(rules: Ruleset, odd: Ruleset, game: str, seed: int) -> None:
    """Whatever is loaded keeps every invariant to the end of the game, and nothing but our errors ever comes up."""
    dice = random.Random(seed)
    for cards in (rules, odd):
        for state, _ in moments(cards, game, seed):
            data = plain.plain(state)
            for _ in range(dice.randrange(1, 4)):
                mutated(data, dice)
            check_forged(json.dumps(data), cards, seed)


def check_forged(text: str, rules: Ruleset, seed: int) -> None:
    try:
        state = wire.state_from_json(text, rules)
    except ServiamError as error:
        told = str(error)
    else:
        told = ""
        check_playable(state, rules, seed)
    assert not told or told.isprintable()
    assert len(told) < 1000


def check_playable(state: GameState, rules: Ruleset, seed: int) -> None:
    assert invariants.check(state) == []
    assert wire.state_from_json(wire.to_json(state), rules) == state
    for following in play_on(state, seed):
        assert invariants.check(following) == []


@settings(max_examples=300)
@given(seed=st.integers(0, 5), cut=st.integers(0, 4000), junk=st.text(max_size=3), gone=st.integers(0, 3))
def test_damaged_text_is_refused_or_read(rules: Ruleset, seed: int, cut: int, junk: str, gone: int) -> None:
    text = wire.to_json(new_game(rules, seed=seed))
    cut %= len(text)
    damaged = text[:cut] + junk + text[cut + gone :]
    try:
        state = wire.state_from_json(damaged, rules)
    except ServiamError:
        return
    assert invariants.check(state) == []


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_written_is_what_the_encoder_of_python_writes(rules: Ruleset, kind: str) -> None:
    """To the byte: states, views, events, decisions and actions are written by functions of their own."""
    for state, action, step in played(new_game(rules, seed=3, **GAMES[kind]), 3):
        for thing in (state, view(state, 0), view(state, None), step.events, state.decision, action, [action, 1, None]):
            assert to_json(thing) == json.dumps(plain.plain(thing), separators=(",", ":"))


@pytest.mark.parametrize(
    "texts", [("a",), ("", ""), ("a\nb", "c"), ('"', "\\"), ("\u00e9", "a"), ("a", 1, None), ("\n",)]
)
def test_lists_of_odd_texts_are_written_alike(texts: tuple[object, ...]) -> None:
    assert to_json(texts) == json.dumps(texts, separators=(",", ":"))
