"""The chance of a game whose hands all lie open: its nodes are all that can happen, as likely as it is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from serviam_rules import Pass, UsageError, apply, chance, legal_actions, new_game, start, state_from_json, to_json
from serviam_rules.actions import Choose, Offer
from serviam_rules.errors import IllegalAction
from serviam_rules.events import Event, FirstPlayerSet, GiftDrawn, LotDrawn, PowerholderReplaced, RowLaid
from serviam_rules.game import Step
from serviam_rules.invariants import check
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import GameState, PlaceOption
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched, with_effect
from serviam_rules.values import evolve
from serviam_rules.views import ChanceNode, OpenChances, Reveal, deal, view
from tests.test_worlds import likely

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "four": {"players": 4},
    "looking": {"players": 3, "arrangement": "look"},
    "inspecting": {"players": 2, "arrangement": "inspect"},
    "selecting": {"players": 2, "arrangement": "select"},
    "solo": {"mode": "solo", "difficulty": "hard"},
}


def moments(rules: Ruleset, game: str, seed: int) -> list[tuple[GameState, Any]]:
    """Every state of a random game with the action taken in it."""
    state, dice = new_game(rules, seed=seed, **GAMES[game]), random.Random(seed)
    found = []
    while not state.is_over:
        action = dice.choice(legal_actions(state))
        found.append((state, action))
        state = apply(state, action).state
    return found


def rows_of(state: GameState) -> dict[Any, tuple[str, ...]]:
    """Who lies in each player's row."""
    return {player.seat: tuple(place.powerholder for place in player.row) for player in state.players}


def matches(reveal: Reveal, event: Event, rows: dict[Any, tuple[str, ...]]) -> bool:
    """Whether a reveal is what an event brought to light; `rows` are those that their owners looked at."""
    if isinstance(event, RowLaid):
        assert reveal.slot is not None
        return rows[event.side][reveal.slot] == reveal.card
    if isinstance(event, FirstPlayerSet):
        return reveal.card == event.seat
    if isinstance(event, PowerholderReplaced) and reveal.slot is not None and reveal.left is None:
        return reveal.card == event.old  # first who leaves a place where nobody knew who lay there
    return reveal.card in [getattr(event, field, None) for field in ("gift", "powerholder", "rival", "new")]


def followed(
    chances: OpenChances, events: tuple[Event, ...], rows: dict[Any, tuple[str, ...]]
) -> tuple[Step, Fraction]:
    """The end that is reached if what comes to light is what came to light in these events, and its probability."""
    found, probability = chances.first, Fraction(1)
    while isinstance(found, ChanceNode):
        assert found.events == events[: len(found.events)]
        assert sum(reveal.probability for reveal in found.reveals) == 1
        event = events[len(found.events)]
        assert found.type == event.type or found.type in ("gift-dealt", "letter-set-aside")
        (at,) = (at for at, reveal in enumerate(found.reveals) if matches(reveal, event, rows))
        probability *= found.reveals[at].probability
        found = found.take(at)
    return found, probability


@pytest.mark.parametrize("game", GAMES)
def test_what_happens_is_one_of_the_ways(rules: Ruleset, game: str) -> None:
    for seed in (1, 2):
        for state, action in moments(rules, game, seed):
            step = apply(state, action)
            end, probability = followed(chance(state, action, knowing="all"), tuple(step.events), {})
            assert tuple(end.events) == tuple(step.events)
            assert 0 < probability <= 1
            assert check(end.state) == []
            for seat in (None, *range(len(state.players))):
                assert view(end.state, seat) == view(step.state, seat)
            assert state_from_json(to_json(end.state), rules) == end.state


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_one_of_the_ways(rules: Ruleset, game: str) -> None:
    for seed in range(4):
        step = start(rules, seed=seed, **GAMES[game])
        options = GameOptions(**{"difficulty": "normal", **GAMES[game]})
        end, probability = followed(deal(rules, options), tuple(step.events), rows_of(step.state))
        assert tuple(end.events) == tuple(step.events)
        assert probability > 0
        assert check(end.state) == []


@pytest.mark.parametrize("game", ["two", "looking", "solo"])
def test_all_ways_together_are_certain_and_different(rules: Ruleset, game: str) -> None:
    met = 0
    for state, action in moments(rules, game, 3)[::3]:
        found = list(chance(state, action, knowing="all").outcomes())
        assert sum(probability for probability, _ in found) == 1
        assert len({tuple(step.events) for _, step in found}) == len(found)
        assert not any(check(step.state) for _, step in found)
        met = max(met, len(found))
    assert met > 5


def test_ways_are_as_likely_as_they_are_among_shuffled_decks(rules: Ruleset) -> None:
    """Apply over decks shuffled in every other way gives each outcome as often as its probability says."""
    dice = random.Random(5)
    state, action = next(
        (state, action)
        for state, action in moments(rules, "two", 4)
        if 3 <= len(list(chance(state, action, knowing="all").outcomes())) <= 40
    )
    expected = {tuple(step.events): float(p) for p, step in chance(state, action, knowing="all").outcomes()}
    times, seen = 4000, Counter[tuple[Event, ...]]()
    for _ in range(times):
        deck = list(state.gift_deck)
        dice.shuffle(deck)
        players = []
        for player in state.players:
            hidden = [slot for slot, place in enumerate(player.row) if not place.face_up]
            cards = [player.row[slot].powerholder for slot in hidden]
            cards += [who for who in player.deck if who not in player.known_deck]
            dice.shuffle(cards)
            row = list(player.row)
            for slot in hidden:
                row[slot] = evolve(row[slot], powerholder=cards.pop())
            rest = [*player.known_deck, *cards]
            dice.shuffle(rest)
            if player.deck_open:
                rest.remove(player.deck[0])
                rest.insert(0, player.deck[0])
            players.append(evolve(player, row=tuple(row), deck=tuple(rest)))
        world = evolve(state, gift_deck=tuple(deck), players=tuple(players))
        seen[tuple(apply(world, action).events)] += 1
    assert set(seen) <= set(expected)
    squares = sum((seen[events] - times * odds) ** 2 / (times * odds) for events, odds in expected.items())
    freedom = len(expected) - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5


def test_a_sample_is_the_same_for_the_same_seed(rules: Ruleset) -> None:
    for state, action in moments(rules, "two", 1)[:6]:
        chances = chance(state, action, knowing="all")
        assert chances.sample(3) == chances.sample(3)
        assert len({tuple(chances.sample(seed).events) for seed in range(20)}) <= len(list(chances.outcomes()))


def test_nothing_of_the_true_order_is_in_it(rules: Ruleset) -> None:
    """States that differ only in what nobody knows have the same nodes."""
    for state, action in moments(rules, "two", 6)[:10]:
        turned = evolve(state, gift_deck=state.gift_deck[::-1])
        for one, other in zip(
            chance(state, action, knowing="all").outcomes(),
            chance(turned, action, knowing="all").outcomes(),
            strict=True,
        ):
            assert (one[0], tuple(one[1].events)) == (other[0], tuple(other[1].events))


def test_what_makes_no_sense_is_refused(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    with pytest.raises(IllegalAction):
        chance(state, Pass(), knowing="all")
    with pytest.raises(UsageError, match="GameState, not of View"):
        chance(view(state, 0), legal_actions(state)[0], knowing="all")  # type: ignore[call-overload]
    with pytest.raises(UsageError, match='"own" or "all"'):
        chance(state, legal_actions(state)[0], knowing="everything")  # type: ignore[call-overload]
    node = deal(rules, GameOptions()).first
    assert isinstance(node, ChanceNode)
    with pytest.raises(UsageError, match="no reveal of 0 to"):
        node.take(99)


def resolving(rules: Ruleset, effect: list[Any], **table: Any) -> GameState:
    """A table where offering the Demon to the first connection does this and nothing else."""
    return situation(patched(rules, with_effect(situation(rules, table), effect, 0, False)), table)


def weighed(ways: Iterable[tuple[Fraction, Hashable]]) -> dict[Hashable, Fraction]:
    """How likely each of these is, equal ones together."""
    found: dict[Hashable, Fraction] = {}
    for odds, what in ways:
        found[what] = found.get(what, Fraction()) + odds
    return found


def test_draws_are_exactly_as_likely_as_over_every_order_of_the_deck(rules: Ruleset) -> None:
    state = resolving(rules, [{"draw": 2}], gift_deck=["alms", "incense", "alms", "warhorse", "portrait"])
    state = evolve(state, gift_deck=state.gift_deck[:5], gift_discard=(*state.gift_discard, *state.gift_deck[5:]))
    offer = Offer("demon", 0)
    orders = [evolve(state, gift_deck=order) for order in permutations(state.gift_deck)]
    every = weighed((Fraction(1, len(orders)), apply(order, offer).events) for order in orders)
    for order in orders[::20]:
        assert weighed((odds, step.events) for odds, step in chance(order, offer, knowing="all").outcomes()) == every


def test_replaced_cards_are_exactly_as_likely_as_over_every_layout(rules: Ruleset) -> None:
    """The face-down card that leaves and the one that comes from the deck."""
    state = resolving(rules, [{"replace": {"one": "face_down"}, "from": "powerholder_deck"}])
    state = apply(state, Offer("demon", 0)).state
    player = state.players[0]
    slots = [slot for slot, place in enumerate(player.row) if not place.face_up]
    layouts = []
    for order in permutations([*(player.row[slot].powerholder for slot in slots), *player.deck]):
        row = list(player.row)
        for slot, who in zip(slots, order, strict=False):
            row[slot] = evolve(row[slot], powerholder=who)
        laid = evolve(player, row=tuple(row), deck=order[len(slots) :])
        layouts.append(evolve(state, players=(laid, *state.players[1:]), decision=state.decision))

    def cards(step: Step) -> Hashable:
        return tuple(event for event in step.events if event.type == "powerholder-replaced")

    every = weighed((Fraction(1, len(layouts)), cards(apply(layout, Choose(0)))) for layout in layouts)
    assert len(every) == 7 * 6
    assert weighed((odds, cards(step)) for odds, step in chance(state, Choose(0), knowing="all").outcomes()) == every


def test_what_stays_in_a_deck_lies_in_any_order(rules: Ruleset) -> None:
    """Over states alike but for what nobody knows, whichever card has come to light, copies of others or not."""
    state = resolving(rules, [{"draw": 1}], gift_deck=["alms", "incense", "alms", "warhorse"])
    rest: Counter[Hashable] = Counter()
    for seed in range(1500):
        deck = list(state.gift_deck[:4])
        random.Random(seed).shuffle(deck)
        alike = evolve(state, gift_deck=(*deck, *state.gift_deck[4:]), rng=from_seed(seed))
        alike = evolve(alike, gift_deck=alike.gift_deck[:4], gift_discard=state.gift_deck[4:])
        node = chance(alike, Offer("demon", 0), knowing="all").first
        assert isinstance(node, ChanceNode)
        after = node.take(next(at for at, reveal in enumerate(node.reveals) if reveal.card == "alms"))
        while isinstance(after, ChanceNode):  # what ends the turn is another draw
            after = after.take(0)
        drawn = [event.gift for event in after.events if isinstance(event, GiftDrawn)]
        assert drawn[0] == "alms"
        if len(drawn) == 1:
            rest[after.state.gift_deck] += 1
    assert likely(rest, dict.fromkeys(permutations(["alms", "incense", "warhorse"]), Fraction(1, 6)))


def test_who_stays_face_down_is_anybody(rules: Ruleset) -> None:
    """A card is turned up; who lies at another place is one of the other six, over all random sources."""
    state = resolving(rules, [{"turn_up": {"one": "face_down"}}])
    state = apply(state, Offer("demon", 0)).state
    asked = state.decision
    assert asked is not None
    other = next(option.slot for option in asked.options[1:] if isinstance(option, PlaceOption))
    beside: Counter[Hashable] = Counter()
    for seed in range(1200):
        alike = evolve(state, rng=from_seed(seed), decision=asked)
        node = chance(alike, Choose(0), knowing="all").first
        assert isinstance(node, ChanceNode)
        assert len(node.reveals) == 7
        after = node.take(0)
        while isinstance(after, ChanceNode):
            after = after.take(0)
        beside[after.state.players[0].row[other].powerholder] += 1
    assert likely(beside, dict.fromkeys(beside, Fraction(1, 6)))
    assert len(beside) == 6


def test_lots_are_nodes(rules: Ruleset) -> None:
    """Whatever the state's own random source would say: each lot can be drawn, and its consequence follows."""
    state = resolving(rules, [{"random": [{"do": [{"gain": 2}]}, {"do": [{"gain": 4}]}, {"do": [{"lose": 1}]}]}])
    found = list(chance(state, Offer("demon", 0), knowing="all").outcomes())
    assert {odds for odds, _ in found} == {Fraction(1, 3)}
    lots = [event for _, step in found for event in step.events if isinstance(event, LotDrawn)]
    assert len({lot.option for lot in lots}) == len(lots) == 3
    assert len({step.state.players[0].vp for _, step in found}) == 3
    for _, step in found:
        check(step.state)
