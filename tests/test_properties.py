"""What holds in every game, looked for in random ones: any mode, number of players and arrangement, any choices."""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import GrammarError, unparse, walk
from serviam_rules.effects.powerholders import Self
from serviam_rules.errors import IllegalAction
from serviam_rules.events import Event, MarkerMoved, VpChanged
from serviam_rules.game import Step, apply, explain_illegal, legal_actions, new_game, start
from serviam_rules.invariants import check
from serviam_rules.model import Ruleset, RulesetData
from serviam_rules.rules import setup
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import BazziBetti, Draft, GameState, Player
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched, with_effect
from serviam_rules.values import FrozenMap, evolve
from serviam_rules.wire import state_from_json, to_json
from tests.games import odd_rules
from tests.strategies import effects

Options = Mapping[str, Any]
#: How many times the usual examples are tried when new ones are looked for.
MORE = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1

MODES: st.SearchStrategy[Options] = st.one_of(
    st.fixed_dictionaries({"players": st.integers(2, 4)}, optional={"first": st.integers(0, 1)}),
    st.fixed_dictionaries({"mode": st.just("solo"), "difficulty": st.sampled_from(["normal", "hard", "very-hard"])}),
)
SEEDS = st.integers(0, 2**128 - 1) | st.text("abc", min_size=1, max_size=3)
ARRANGEMENTS = st.sampled_from(["deal", "deal", "look", "inspect", "select"])
OPTIONS: st.SearchStrategy[Options] = st.builds(
    lambda mode, seed, arrangement: {**mode, "seed": seed, "arrangement": arrangement}, MODES, SEEDS, ARRANGEMENTS
)
#: What the players do: each number picks a legal action; when they are used up, the first one is taken.
CHOICES = st.lists(st.integers(0, 10_000), max_size=120)


@pytest.fixture(scope="module")
def odd(rules: Ruleset) -> Ruleset:
    """Cards that use more of the language than those that are shipped."""
    return odd_rules(rules)


def steps(rules: Ruleset, options: Options, choices: Sequence[int]) -> Iterator[tuple[GameState, Action, Step]]:
    """Each state of a game, the action that is done, and what follows."""
    state = new_game(rules, **options)
    for at in range(most_actions(state)):
        if state.is_over:
            return
        legal = legal_actions(state)
        action = legal[choices[at] % len(legal) if at < len(choices) else 0]
        following = apply(state, action)
        yield state, action, following
        state = following.state
    assert state.is_over, "a game ends within the stated number of actions"


def some(items: Iterator[Any], every: int) -> Iterator[Any]:
    """Every so many-th of them."""
    return (item for at, item in enumerate(items) if at % every == 0)


def most_actions(state: GameState) -> int:
    """The most actions a game can take: one to begin each turn, one for each step of its effects (`Program.bound`)."""
    numbers, programs = state.ruleset.numbers, tables(state.ruleset).programs
    longest: Counter[str] = Counter()
    for program_id, program in programs.items():
        kind = program_id.partition("/")[0]
        longest[kind] = longest[kind] + program.bound if kind in ("set", "solo") else max(longest[kind], program.bound)
    arranging = len(state.players) * numbers.row.places
    return arranging + len(state.players) * numbers.turn.turns * (1 + longest.total())


# --- what holds of every state and event -----------------------------------------------------------------------------


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=150 * MORE)
def test_every_state_is_whole_and_can_be_played_on(rules: Ruleset, options: Options, choices: list[int]) -> None:
    began = new_game(rules, **options)
    assert check(began) == []
    gifts, cards = gifts_of(began), powerholders_of(began)
    for _, _, (state, _) in steps(rules, options, choices):
        assert check(state) == []
        assert (gifts_of(state), powerholders_of(state)) == (gifts, cards)
        legal = legal_actions(state)
        assert bool(legal) != state.is_over
        assert len(set(legal)) == len(legal)
        assert (state.to_act is None) == state.is_over


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=80 * MORE)
def test_odd_cards_keep_every_state_whole(odd: Ruleset, options: Options, choices: list[int]) -> None:
    for _, _, (state, _) in steps(odd, options, choices):
        assert check(state) == []
        assert bool(legal_actions(state)) != state.is_over


@given(steps_=effects(), solo=st.booleans(), rival=st.booleans(), slot=st.sampled_from([0, 4]), choices=CHOICES)
@settings(max_examples=150 * MORE)
def test_any_effect_of_the_language_keeps_every_state_whole(
    rules: Ruleset, steps_: tuple[Any, ...], solo: bool, rival: bool, slot: int, choices: list[int]
) -> None:
    row = [{"gifts": ["alms"]}, "down", {"gifts": ["letter-debt", "siege-map"]}, "down", "up"]
    seats = [{"row": row, "hand": ["demon", "bribe", "portrait"], "vp": 3}]
    table = {"mode": "solo" if solo else "standard", "seats": seats, "discard": ["incense"], "gift_deck": ["alms"]}
    by_rival = solo and rival
    if by_rival and any(isinstance(word, Self) for step in steps_ for word in walk(step)):
        return  # a rival is no powerholder; packs with such an ability are refused
    effect = [unparse(step) for step in steps_]
    changed = compiled(rules, with_effect(situation(rules, table), effect, slot, by_rival))
    if changed is None:
        return
    state = situation(changed, table)
    state = apply(state, Offer("demon", slot)).state
    for choice in choices:
        assert check(state) == []
        if state.decision is None:
            break
        state = apply(state, Choose(choice % len(state.decision.options))).state


def compiled(rules: Ruleset, patch: Mapping[str, Any]) -> Ruleset | None:
    """The ruleset with other cards, or None if one of their effects could take too many steps."""
    try:
        return patched(rules, patch)
    except GrammarError as error:
        if error.code == "too-many-steps":
            return None
        raise


def gifts_of(state: GameState) -> Counter[str]:
    """Every gift in the game, counted without regard to how the library counts."""
    found = Counter(state.gift_deck) + Counter(state.gift_discard)
    for player in state.players:
        found.update(player.hand)
        for place in player.row:
            found.update(place.gifts)
    return found


def powerholders_of(state: GameState) -> list[list[str]]:
    """Every family's cards."""
    sides: list[Player | BazziBetti] = [*state.players, *([state.bazzi_betti] if state.bazzi_betti else [])]
    return [sorted([*(place.powerholder for place in side.row), *side.deck]) for side in sides]


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=120 * MORE)
def test_limits_hold_after_every_single_change(rules: Ruleset, options: Options, choices: list[int]) -> None:
    """C-7 and T-6, also in what is told: each change begins where the one before it ended."""
    vp: dict[object, int] = {}
    began = start(rules, **options)
    spaces = {
        who: track.solo_start if "mode" in options else track.start for who, track in rules.numbers.tracks.items()
    }
    told = [began.events, *(step.events for _, _, step in steps(rules, options, choices))]
    for happened in (event for events in told for event in events):
        if isinstance(happened, VpChanged):
            assert vp.get(happened.side, happened.start) == happened.start
            assert 0 <= happened.start <= 60
            assert happened.end == min(max(happened.start + happened.asked, 0), 60)
            vp[happened.side] = happened.end
        elif isinstance(happened, MarkerMoved):
            assert spaces[happened.powerholder] == happened.start
            assert happened.end == min(max(happened.start + happened.asked, 0), 7)
            spaces[happened.powerholder] = happened.end


@pytest.mark.parametrize("by", range(-10, 11))
def test_no_step_from_any_space_leaves_the_track_or_wraps(rules: Ruleset, by: int) -> None:
    markers = dict(zip(rules.powerholders, [*range(8), 0], strict=True))
    table = {"markers": markers}
    effect = [{"move": {"each": "anyone"}, "by": by}]
    state = situation(patched(rules, with_effect(situation(rules, table), effect, 0, False)), table)
    after = apply(state, Offer("demon", 0)).state
    for who, space in markers.items():
        assert after.markers[who] == min(max(space + by, 0), 7)
        assert after.influence(who) == (-3, 0, 0, 1, 1, 2, 2, 5)[after.markers[who]]


# --- what apply does and does not ------------------------------------------------------------------------------------


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=40 * MORE)
def test_apply_is_pure(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for state, action, step in steps(rules, options, choices):
        again = copy.deepcopy(state)
        before, hashed, text = repr(state), hash(state), to_json(state)
        assert apply(state, action) == step
        assert (repr(state), hash(state), to_json(state)) == (before, hashed, text)
        assert state == again
        assert step.state.step == state.step + 1


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=100 * MORE)
def test_what_nothing_happened_to_stays_the_same_object(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for before, _, (after, events) in steps(rules, options, choices):
        sides: list[tuple[Any, Any]] = list(zip(before.players, after.players, strict=True))
        if before.bazzi_betti is not None:
            sides.append((before.bazzi_betti, after.bazzi_betti))
        for old, new in sides:
            side = getattr(old, "seat", "bazzi-betti")
            mine = [event for event in events if concerns(event, side)]
            if not mine and new is not old:  # what everybody knows of the age of a hand can change by others' gifts
                assert new == evolve(old, stale=new.stale)
                assert new != old
            for field in attrs.fields(type(old)):
                if not writes(mine, field.name):
                    assert getattr(new, field.name) is getattr(old, field.name), field.name
            touched = {getattr(event, "slot", None) for event in mine}
            for slot, (lay, lies) in enumerate(zip(old.row, new.row, strict=True)):
                assert lies is lay or slot in touched or before.phase == "arrangement"
        for name in ("gift_deck", "gift_discard", "rival_deck", "spaces", "rng"):
            if not writes(events, name):
                assert getattr(after, name) is getattr(before, name), name


def concerns(event: Event, side: object) -> bool:
    """Whether an event is about this side."""
    return side in (getattr(event, "side", None), getattr(event, "seat", None))


#: Which events may write to which fields; fields that are not named here only change with those of the same name.
WRITERS = {
    "vp": "vp-changed",
    "hand": "gift-dealt gift-drawn gift-offered gift-laid gift-taken-up gift-discarded",
    "row": "gift-offered gift-laid gift-taken-up gift-discarded place-turned-up powerholder-replaced card-arranged",
    "deck": "powerholder-replaced powerholder-deck-shuffled card-arranged",
    "turns_taken": "turn-ended",
    "family": "",
    "gift_deck": "gift-dealt gift-drawn gift-deck-shuffled letter-set-aside letters-returned discards-shuffled-in",
    "gift_discard": "gift-discarded letter-set-aside letters-returned discards-shuffled-in",
    "rival_deck": "rival-revealed rival-replaced rival-deck-shuffled",
    "spaces": "marker-moved",
    "rng": "first-player-set gift-deck-shuffled discards-shuffled-in powerholder-deck-shuffled rival-deck-shuffled",
}


def writes(events: Sequence[Event], field: str) -> bool:
    """Whether one of these events may write to a field."""
    return field not in WRITERS or any(event.type in WRITERS[field].split() for event in events)


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=120 * MORE)
def test_events_say_everything_that_changed(rules: Ruleset, options: Options, choices: list[int]) -> None:
    """Reduced one after another, they make the next state of the one before."""
    for before, _, step in steps(rules, options, choices):
        draft = Draft.of(before)
        draft.step += 1
        draft.decision, draft.frames = None, ()
        for event in step.events:
            event.happen(draft)
        replayed = draft.commit()
        assert replayed == step.state
        assert replayed.decision == step.state.decision


@given(options=OPTIONS)
@settings(max_examples=100 * MORE)
def test_events_say_everything_of_the_setup(rules: Ruleset, options: Options) -> None:
    draft = Draft.of(setup.empty(rules, GameOptions(**options).checked(rules)))
    state, events = start(rules, **options)
    for event in events:
        event.happen(draft)
    replayed = draft.commit()
    assert replayed == state


# --- what is legal ---------------------------------------------------------------------------------------------------

#: What a refusal by this code tells: the part of the message that says what would be legal.
TELLS_WHAT_IS_LEGAL = {
    "choice-due": ("answer with Choose",),
    "option-out-of-range": ("answer with Choose",),
    "wrong-type": ("must be",),
    "no-choice-due": ("can be offered",),
    "may-not-pass": ("a gift can be offered at place",),
    "not-in-hand": ("everybody knows",),
    "slot-out-of-range": ("out of range 0 to 4",),
    "face-down": ("can be offered",),
    "threat-letter": ("can be offered",),
    "stale": ("the game is at step",),
    "not-an-action": ("an action is an Offer, a Choose or a Pass",),
    "game-over": ("nothing is legal any more",),
}


def candidates(state: GameState) -> Iterator[object]:
    """Everything that could be tried, and some things that could not."""
    gifts: list[Any] = [*state.ruleset.gifts, "bribes", "", 0, None]
    slots: list[Any] = [*range(-2, 7), True, 0.0, "0", None, 10**30]
    yield from (Offer(gift, slot) for gift in gifts for slot in slots)
    options = range(-2, (len(state.decision.options) if state.decision else 0) + 2)
    yield from (Choose(option) for option in options)
    odd: list[Any] = [True, 0.0, "0", None, -(10**30)]
    yield from (Choose(option) for option in odd)
    yield Pass()
    yield from (Pass(state.step + 1), Pass(True), Choose(0, state.step - 1), Offer("bribe", 0, state.step + 1))
    yield from ({"type": "pass"}, None, "pass", 0)


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=30 * MORE)
def test_what_is_not_legal_is_refused_and_the_rest_is_not(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for state, _, step in some(steps(rules, options, choices), 5):
        for each in (state, *([step.state] if step.state.is_over else [])):
            legal = legal_actions(each)
            seen = set()
            for action in candidates(each):
                against = explain_illegal(each, action)
                # 0.0 == 0 and True == 1: what equals a legal action is not one unless its types are the same, too
                if any(action == one and repr(action) == repr(one) for one in legal):
                    assert against is None
                    seen.add(action)
                else:
                    assert against is not None, action
                    refused(each, action, against.code, against.rule)
            assert seen == set(legal)


def refused(state: GameState, action: Any, code: str, rule: str) -> None:
    """`apply` refuses it with the same reason, and the message says what would be legal."""
    with pytest.raises(IllegalAction) as error:
        apply(state, action)
    assert (error.value.code, error.value.rule) == (code, rule)
    assert any(part in str(error.value) for part in TELLS_WHAT_IS_LEGAL[code]), str(error.value)


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=40 * MORE)
def test_every_legal_action_can_be_carried_out(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for state, _, _ in some(steps(rules, options, choices), 4):
        for action in legal_actions(state):
            assert explain_illegal(state, action) is None
            following = apply(state, action).state
            assert following != state
            assert check(following) == []


# --- states as values ------------------------------------------------------------------------------------------------


def parts(thing: Any) -> Iterator[Any]:
    """A state and everything in it, but the ruleset."""
    yield thing
    if isinstance(thing, Ruleset):
        return
    if attrs.has(type(thing)):
        for field in attrs.fields(type(thing)):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        for item in thing:
            yield from parts(item)
    elif isinstance(thing, FrozenMap):
        for key, item in thing.items():
            yield key
            yield from parts(item)


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=12 * MORE)
def test_a_state_cannot_be_changed_at_any_depth(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for _, _, step in some(steps(rules, options, choices), 6):
        before = repr(step)
        for part in (*parts(step.state), *parts(step.events)):
            assert isinstance(part, str | int | None | tuple | FrozenMap | Ruleset) or attrs.has(type(part)), type(part)
            if attrs.has(type(part)):
                for field in attrs.fields(type(part)):
                    with pytest.raises(AttributeError):
                        setattr(part, field.name, None)
                    with pytest.raises(AttributeError):
                        delattr(part, field.name)
                with pytest.raises((AttributeError, TypeError)):
                    part.something_new = 1
        with pytest.raises(TypeError):
            step.state.markers["kurt"] = 7
        assert repr(step) == before


def test_a_ruleset_cannot_be_changed(rules: Ruleset) -> None:
    for name in ("gifts", "powerholders", "rivals", "icons", "organisations", "families", "card_prints"):
        with pytest.raises(TypeError):
            getattr(rules, name)["new"] = None
    for name in RulesetData.__slots__:
        with pytest.raises(AttributeError):
            setattr(rules, name, None)
    for card in (*rules.gifts.values(), *rules.powerholders.values(), *rules.rivals.values(), *rules.icons.values()):
        for part in parts(card):
            assert isinstance(part, str | int | None | tuple | FrozenMap) or attrs.has(type(part)), type(part)


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=20 * MORE)
def test_states_are_copied_pickled_and_saved_without_loss(rules: Ruleset, options: Options, choices: list[int]) -> None:
    for _, _, (state, events) in some(steps(rules, options, choices), 7):
        saved = state_from_json(to_json(state), rules)
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state), saved):
            assert other == state
            assert hash(other) == hash(state)
            assert other.decision == state.decision
            assert legal_actions(other) == legal_actions(state)
        assert pickle.loads(pickle.dumps(events)) == copy.deepcopy(events) == events


def test_a_copied_game_goes_on_like_the_other(rules: Ruleset) -> None:
    state = new_game(rules, players=3, seed=4)
    other = pickle.loads(pickle.dumps(state))
    while not state.is_over:
        action = legal_actions(state)[-1]
        (state, events), (other, told) = apply(state, action), apply(other, action)
        assert events == told
    assert other == state


@given(options=OPTIONS, choices=CHOICES)
@settings(max_examples=30 * MORE)
def test_states_are_equal_exactly_when_all_their_fields_are(
    rules: Ruleset, options: Options, choices: list[int]
) -> None:
    for state, _, step in some(steps(rules, options, choices), 9):
        for field in attrs.fields(cast(Any, GameState)):
            mine, theirs = getattr(state, field.name), getattr(step.state, field.name)
            if field.name == "decision" or mine == theirs:
                continue
            mixed = evolve(state, **{field.name: theirs})
            assert mixed != state
            assert to_json(mixed) != to_json(state)


def test_another_way_to_the_same_situation_gives_an_equal_state(rules: Ruleset) -> None:
    table = situation(rules, {"seats": [{"hand": ["alms"]}]})
    one = played(table, Offer("alms", 0), Choose(1), Choose(2))
    other = played(table, Offer("alms", 0), Choose(2), Choose(1))
    assert one == other
    assert (hash(one), one.digest()) == (hash(other), other.digest())
    assert one != played(table, Offer("alms", 0), Choose(1), Choose(1))


def played(state: GameState, *actions: Action) -> GameState:
    for action in actions:
        state = apply(state, action).state
    return state


def test_permuted_seats_name_the_same_winners(rules: Ruleset) -> None:
    """F-3: three players level in VP, two of them with a conspiracy-marked gift."""
    marked = {"vp": 9, "row": ["up", "down", "down", "down", {"up": "victoria", "gifts": ["letter-affair"]}]}
    plain: dict[str, Any] = {"vp": 9, "row": ["up", "down", "down", "down", "victoria"]}
    for seats in ([marked, plain, marked], [plain, marked, marked], [marked, marked, plain]):
        table = {"round": 7, "active": 2, "players": 3, "seats": seats, "influence": {"victoria": -3, "kurt": -3}}
        state = situation(rules, table)
        offer = next(one for one in legal_actions(state) if isinstance(one, Offer) and one.gift == "bribe")
        ended = apply(situation(patched(rules, {"set": {"turn": {"reward": []}}}), table), offer).state
        assert ended.outcome is not None
        assert ended.outcome.winners == tuple(seat for seat, told in enumerate(seats) if told is marked)
