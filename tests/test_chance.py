"""What an action could bring to light (`chance`), and what it does before that (`preview`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from serviam_rules.actions import Action, Offer, Pass
from serviam_rules.errors import IllegalAction
from serviam_rules.game import Step, apply, legal_actions, new_game
from serviam_rules.invariants import check
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched, with_effect
from serviam_rules.views import Chances, advance, chance, determinize, events_for, preview, view
from serviam_rules.views.outcomes import MOST_OUTCOMES, OTHER_HANDS
from tests.games import GAMES, odd_rules
from tests.lookalikes import played, scrambled
from tests.test_worlds import likely

SAMPLES = 1_500

#: Ways in which something comes to light, by the types of event that tell of it.
WAYS = (
    "gift-drawn",
    "place-turned-up",
    "place-turned-up gift-drawn",
    "deck-top-turned-up",
    "gift-drawn place-turned-up",
    "discards-shuffled-in gift-drawn",
)
TELLING = {word for way in WAYS for word in way.split()}


def steps(rules: Ruleset, seeds: range) -> Iterator[tuple[GameState, Action, Step]]:
    """Steps of games of every kind."""
    for seed in seeds:
        for kind in GAMES:
            yield from played(new_game(rules, seed=seed, **GAMES[kind]), seed)


def way_of(step: Step) -> str:
    return " ".join(event.type for event in step.events if event.type in TELLING)


@pytest.fixture(scope="module")
def examples(rules: Ruleset) -> dict[str, tuple[GameState, Action]]:
    """A state and an action for each way that something comes to light and that can be listed."""
    found: dict[str, tuple[GameState, Action]] = {}
    for state, action, step in steps(rules, range(30)):
        way = way_of(step)
        if way in WAYS and way not in found and chance(state, action).exact:
            found[way] = (state, action)
        if len(found) == len(WAYS):
            break
    return found


@pytest.mark.parametrize("way", WAYS)
def test_outcomes_are_as_likely_as_among_the_worlds_of_the_view(
    examples: dict[str, tuple[GameState, Action]], way: str
) -> None:
    """What `apply` does in worlds that the acting seat's view allows, counted."""
    state, action = examples[way]
    seen = view(state, state.to_act)
    found = chance(state, action)
    assert len(found.outcomes) > 1
    counted: Counter[Hashable] = Counter(
        events_for(apply(determinize(seen, seed), action).events, seen.seat) for seed in range(SAMPLES)
    )
    assert likely(counted, {outcome.step.events: outcome.probability for outcome in found.outcomes})


def test_outcomes_are_whole(rules: Ruleset) -> None:
    """Probabilities add up to 1; no two look alike; each is a state the view can come to; the true one is there."""
    for state, action, step in steps(rules, range(1)):
        if state.step % 3:
            continue
        seat = state.to_act
        found = chance(state, action)
        if not found.exact:
            assert found.outcomes == ()
            continue
        assert sum(outcome.probability for outcome in found.outcomes) == 1
        assert 1 <= len(found.outcomes) <= MOST_OUTCOMES
        seen = view(state, seat)
        for probability, after in ((outcome.probability, outcome.step) for outcome in found.outcomes):
            assert probability > 0
            assert view(after.state, seat) == advance(seen, after.events)
            assert after.state.step == state.step + 1
        assert len({outcome.step.events for outcome in found.outcomes}) == len(found.outcomes)
        assert events_for(step.events, seat) in {outcome.step.events for outcome in found.outcomes}
        if state.step % 12 == 0:
            assert [problem for outcome in found.outcomes for problem in check(outcome.step.state)] == []


def test_what_chance_says_hangs_on_the_view_alone(rules: Ruleset) -> None:
    """And so does a preview: from a state, from another that looks like it, from the view."""
    dice = random.Random(1)
    for state, action, _ in steps(rules, range(1)):
        other = scrambled(state, state.to_act, dice)
        if state.step % 9 or other is None:
            continue
        for game in (other, view(state, state.to_act)):
            assert chance(game, action) == chance(state, action)
            assert preview(game, action) == preview(state, action)


def test_too_many_outcomes_are_sampled(rules: Ruleset) -> None:
    """The deal after the rows are laid out, for one: nobody lists it. A sample comes as often as it should."""
    state = new_game(rules, mode="solo", arrangement="inspect", seed=1)
    while True:
        step = apply(state, legal_actions(state)[0])
        if step.state.phase != "arrangement":
            break
        state = step.state
    found = chance(state, legal_actions(state)[0])
    assert (found.exact, found.outcomes) == (False, ())
    assert found.sample(3) == found.sample(3)
    assert len({found.sample(seed).events for seed in range(10)}) == 10
    assert advance(found.view, found.sample(3).events) == view(found.sample(3).state, 0)


def test_an_effect_that_looks_into_other_hands_is_not_listed(rules: Ruleset) -> None:
    odd = odd_rules(rules)
    state = new_game(odd, seed=1)
    action = legal_actions(state)[0]
    assert not chance(state, action).exact
    assert preview(state, action).stops == OTHER_HANDS
    solo = new_game(odd, mode="solo", seed=1)
    assert preview(solo, legal_actions(solo)[0]).stops != OTHER_HANDS


GAIN_BY_HAND = {"gain": {"count": {"hand": "conspiracy", "of": "opponents"}}}
#: Where in the cards an effect may stand, with one that looks into hands -> whether those are another's.
LOOKING: dict[str, tuple[dict[str, Any], bool]] = {
    "reward, into others'": ({"turn": {"reward": [GAIN_BY_HAND]}}, True),
    "expansion, into others'": ({"turn": {"expansion": [GAIN_BY_HAND]}}, True),
    "reward, into the own": ({"turn": {"reward": [{"gain": {"count": "hand"}}]}}, False),
    "scoring, into others'": ({"scoring": [{"id": "a", "do": [GAIN_BY_HAND]}]}, True),
    "scoring, into everybody's own": ({"scoring": [{"id": "a", "do": [{"gain": {"count": "hand"}}]}]}, True),
    "scoring, into none": ({"scoring": [{"id": "a", "do": [{"gain": 1}]}]}, False),
    "tie break, into everybody's own": ({"tie_break": {"count": "hand"}}, True),
    "the solo turn": ({"solo": {"turn": [GAIN_BY_HAND]}}, False),
}


@pytest.mark.parametrize("where", LOOKING)
def test_programs_of_the_set_that_look_into_hands_are_not_listed(rules: Ruleset, where: str) -> None:
    """The scoring and the tie-break are counted for all, so that everybody's own hand is another's to some."""
    changes, into_others = LOOKING[where]
    state = new_game(patched(rules, {"set": changes}), players=2, seed=1)
    action = legal_actions(state)[0]
    assert (preview(state, action).stops == OTHER_HANDS) is into_others
    assert not (into_others and chance(state, action).exact)


def resolving(rules: Ruleset, effect: list[Any], **table: Any) -> GameState:
    """A table where offering the Demon to the first connection does this and nothing else."""
    return situation(patched(rules, with_effect(situation(rules, table), effect, 0, False)), table)


def even(found: Chances, count: int) -> bool:
    """Whether there are so many outcomes, each equally likely."""
    return found.exact and {outcome.probability for outcome in found.outcomes} == {Fraction(1, count)}


def test_hidden_cards_that_are_replaced_are_listed(rules: Ruleset) -> None:
    """Both the face-down card that leaves and the one that comes from the deck: 7 times 6 ways."""
    state = resolving(rules, [{"replace": {"one": "face_down"}, "from": "powerholder_deck"}])
    state = apply(state, Offer("demon", 0)).state
    found = chance(state, legal_actions(state)[0])
    assert even(found, 7 * 6)
    assert len({view(outcome.step.state, 0) for outcome in found.outcomes}) == 7 * 6


@pytest.mark.parametrize("turned_up", [True, False])
def test_the_next_rival_is_one_of_four(rules: Ruleset, turned_up: bool) -> None:
    """O-10: turned up first, as on Balthasar, or not."""
    effect: list[Any] = [{"turn_up": {"top_of": "rival_deck"}}] if turned_up else []
    effect += [{"replace": "rival", "from": "rival_deck"}, {"shuffle": "rival_deck"}]
    found = chance(resolving(rules, effect, mode="solo", rival="irma"), Offer("demon", 0))
    assert even(found, 4)
    assert {outcome.step.state.rival for outcome in found.outcomes} == set(rules.rivals) - {"irma"}


def test_two_draws_are_drawn_without_laying_back(rules: Ruleset) -> None:
    """The one known card of a deck of two, either first; and from a deck that the discards have become (T-11)."""
    table: dict[str, Any] = {
        "gift_deck": ["alms", "incense"],
        "rest": "discard",
        "seats": [{"hand": ["demon"]}, {"hand": []}],
    }
    found = chance(resolving(rules, [{"draw": 2}], **table), Offer("demon", 0))
    hands = {outcome.step.state.players[0].hand: outcome.probability for outcome in found.outcomes}
    assert hands == {("alms", "incense"): Fraction(1, 2), ("incense", "alms"): Fraction(1, 2)}
    assert not chance(resolving(rules, [{"draw": 4}], **table), Offer("demon", 0)).exact


def test_illegal_actions_are_refused(rules: Ruleset) -> None:
    state = new_game(rules, players=3, seed=1, first=1)
    for call in (chance, preview):
        with pytest.raises(IllegalAction) as refused:
            call(state, Pass())
        assert refused.value.code == "may-not-pass"
        for viewer in (None, 0):
            with pytest.raises(IllegalAction) as refused:
                call(view(state, viewer), legal_actions(state)[0])
            assert refused.value.code == "not-your-turn"


def test_a_preview_shows_what_is_certain_and_no_more(rules: Ruleset) -> None:
    """It is what begins every outcome, and it ends before the first event that reveals something."""
    stops = set()
    for state, action, step in steps(rules, range(1)):
        seen = preview(state, action)
        stops.add(seen.stops)
        told = events_for(step.events, state.to_act)
        assert told[: len(seen.events)] == seen.events
        if seen.stops is None:
            assert seen.events == told
        else:
            assert told[len(seen.events)].type.replace("letter-set-aside", "gift-dealt") == seen.stops
            assert not Step(state, seen.events).reveals or state.arrangement != "deal"  # who laid out a row knows it
            for outcome in chance(state, action).outcomes if state.step % 4 == 0 else ():
                assert outcome.step.events[: len(seen.events)] == seen.events
    assert stops >= {None, "gift-drawn", "place-turned-up", "deck-top-turned-up"}


def test_chances_are_values(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    found = chance(state, legal_actions(state)[0])
    assert isinstance(found, Chances)
    assert found == chance(state, legal_actions(state)[0])
    assert hash(found) == hash(chance(state, legal_actions(state)[0]))


def test_what_comes_of_chance_is_shown_in_one_short_line(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    for action in legal_actions(state):
        found = chance(state, action)
        assert len(repr(found)) < 150
        assert all(len(repr(outcome)) < 150 for outcome in found.outcomes)
