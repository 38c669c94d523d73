"""`determinize`: a whole state that a view allows, each equally likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from serviam_rules import cards
from serviam_rules.errors import UsageError
from serviam_rules.game import apply, legal_actions, new_game
from serviam_rules.invariants import check
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState
from serviam_rules.values import ROWS_KNOWN, evolve
from serviam_rules.views import View, determinize, view
from serviam_rules.views.hidden import open_gifts
from serviam_rules.views.odds import odds_of_gift, odds_of_top
from tests.games import GAMES, odd_rules, ruled_rules
from tests.lookalikes import everybody, of_hand, played, until

SAMPLES = 2_000


def small_rules(rules: Ruleset) -> Ruleset:
    """The shipped cards with a gift deck of seven, two of them letters: few enough to try every way to lay them."""
    source = cards.plain_source(rules)
    kept = {"alms": 2, "incense": 1, "portrait": 1, "warhorse": 1, "letter-crime": 1, "letter-debt": 1}
    for gift in list(source["gifts"]):
        if gift in kept:
            source["gifts"][gift]["copies"] = kept[gift]
        elif gift not in rules.numbers.hand.given:
            del source["gifts"][gift]
    return ruleset_of(source)


# --- what comes out is what went in ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_a_world_looks_to_its_viewer_as_what_it_was_made_from(rules: Ruleset, kind: str) -> None:
    """At every step of every kind of game, in the middle of effects too, and it passes every check of a saved game."""
    for cards_used in (rules, odd_rules(rules), ruled_rules(rules), small_rules(rules)):
        if cards_used.gifts.keys() < rules.gifts.keys() and GAMES[kind].get("players", 2) > 2:
            continue
        for seed in range(1):
            for state, _, _ in played(new_game(cards_used, seed=seed, **GAMES[kind]), seed):
                for viewer in everybody(state):
                    seen = view(state, viewer)
                    world = determinize(seen, state.step)
                    assert view(world, viewer) == seen
                    assert world.to_act == state.to_act
                    assert world == determinize(seen, state.step)
                    if state.step % 7 == 0:
                        assert check(world) == []


def test_games_go_on_in_any_world(rules: Ruleset) -> None:
    for kind in GAMES:
        *_, last = played(determinize(view(new_game(rules, seed=9, **GAMES[kind]), None), "world"), 9)
        assert last[2].state.is_over


def test_somebody_elses_choice_is_still_due(rules: Ruleset) -> None:
    """A choice among gifts of a hand waits for its seat in every world, so that hand holds two different ones."""
    met = 0
    for seed in range(60):
        for state, _, _ in played(new_game(rules, players=3, seed=seed), seed):
            asked = state.decision
            if asked is None or not of_hand(asked):
                continue
            met += 1
            for viewer in everybody(state):
                world = determinize(view(state, viewer), seed)
                assert world.decision is not None
                assert len(world.decision.options) > 1
                assert legal_actions(world)
    assert met > 20


def test_it_takes_a_view_and_a_seed_and_nothing_else(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    wrong: Any
    for wrong in (state, None, "view"):
        with pytest.raises(UsageError, match="View"):
            determinize(wrong, 1)
    for wrong in (True, 1.0, -1, None, ""):
        with pytest.raises(UsageError, match="seed"):
            determinize(view(state, 0), wrong)


def test_a_view_that_no_game_can_have_is_an_error(rules: Ruleset) -> None:
    seen = view(new_game(rules, seed=1), 0)
    other = seen.players[1]
    with pytest.raises(UsageError, match="contradicts"):
        determinize(evolve(seen, gift_deck=seen.gift_deck[1:]), 1)
    with pytest.raises(UsageError, match="contradicts"):
        determinize(evolve(seen, players=(seen.players[0], evolve(other, deck=other.deck[1:]))), 1)


def test_seeds_make_different_worlds_and_random_sources(rules: Ruleset) -> None:
    seen = view(new_game(rules, seed=1), 0)
    worlds = [determinize(seen, seed) for seed in (*range(20), "0", "1")]
    assert len({world.rng for world in worlds}) == len(worlds)
    assert len({world.gift_deck for world in worlds}) == len(worlds)


# --- uniformly -------------------------------------------------------------------------------------------------------


def likely(observed: Counter[Hashable], expected: dict[Hashable, Fraction]) -> bool:
    """Whether a chi-square test at 0.1 % finds nothing odd about what was counted."""
    total = observed.total()
    assert set(observed) <= set(expected)
    assert sum(expected.values()) == 1
    found = sum((observed[key] - float(share) * total) ** 2 / (float(share) * total) for key, share in expected.items())
    free = len(expected) - 1
    return free == 0 or found < free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3


def counted(seen: View, what: Callable[[GameState], Hashable]) -> Counter[Hashable]:
    """What comes out how often."""
    return Counter(what(determinize(seen, seed)) for seed in range(SAMPLES))


def shares(worlds: Iterable[Hashable]) -> dict[Hashable, Fraction]:
    """How likely each is, if all these are equally likely."""
    found = Counter(worlds)
    return {key: Fraction(count, found.total()) for key, count in found.items()}


def hands_and_deck(state: GameState) -> Hashable:
    return (*(tuple(sorted(player.hand)) for player in state.players), state.gift_deck[:1])


def gift_worlds(state: GameState, viewer: int | None) -> Iterator[Hashable]:
    """Every way to lay the gifts a viewer cannot place, copies of one being different cards, tried one by one."""
    letters = {gift for gift, card in state.ruleset.gifts.items() if card.threat_letter}
    others = [player for player in state.players if player.seat != viewer]
    unknown = [Counter(player.hand) - Counter(player.known_hand) for player in others]
    cards_left = [*state.gift_deck, *(gift for hand in unknown for gift in hand.elements())]
    for order in permutations(range(len(cards_left))):
        laid = [cards_left[card] for card in order]
        hands = {player.seat: player.hand for player in state.players}
        for player, hand in zip(others, unknown, strict=True):
            dealt, laid = laid[: hand.total()], laid[hand.total() :]
            if sum(gift not in letters for gift in dealt) < player.not_letters:
                break
            hands[player.seat] = (*player.known_hand, *dealt)
        else:
            yield (*(tuple(sorted(hand)) for hand in hands.values()), tuple(laid[:1]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("viewer", [0, None])
def test_every_way_to_lay_the_gifts_is_equally_likely(rules: Ruleset, seed: int, viewer: int | None) -> None:
    """Also where it is known that some cannot be letters: at the start, and when others have been drawn besides."""
    small = small_rules(rules)
    for state in some_states(new_game(small, players=2, seed=seed, first=0), seed):
        expected = shares(gift_worlds(state, viewer))
        assert likely(counted(view(state, viewer), hands_and_deck), expected)
        on_top = odds_of_gift(view(state, viewer))
        tops: Counter[str] = Counter()
        for key, share in expected.items():
            for gift in key[-1]:  # type: ignore[index]
                tops[gift] += share  # type: ignore[assignment]
        assert dict(tops) == on_top


def some_states(state: GameState, seed: int) -> list[GameState]:
    """The beginning of a game, and a state some turns later that leaves much open."""
    found = [state]
    later = until(played(state, seed), lambda s: s.turn >= 3 and s.decision is None)
    if later is not None and not later.stale_gifts:
        found.append(later)
    return found


def test_older_and_newer_gifts_lie_where_they_can(rules: Ruleset) -> None:
    """After the discards became the deck (T-11): who has drawn since holds of it, all else the hands held before.

    Every such way to lay them is equally likely: here a deck of two cards of which one has been drawn.
    """
    met = 0
    for seed in range(600):
        state = until(played(new_game(rules, players=4, seed=seed), seed), lambda s: bool(s.stale_gifts))
        if state is None:
            continue
        gifts = open_gifts(view(state, None))
        if len(set(gifts.fresh)) < 2 or not state.gift_deck or set(gifts.fresh) & set(gifts.stale):
            continue
        met += 1
        for viewer in everybody(state):
            drawn = [
                player.seat for player in state.players if len(player.hand) - len(player.known_hand) > player.stale
            ]
            open_to = [card for card in gifts.fresh if viewer not in drawn or card in state.gift_deck]
            tops = counted(view(state, viewer), lambda world: world.gift_deck[0])
            assert likely(tops, shares(open_to))
        if met == 2:
            return
    pytest.fail("such a moment was not found twice")


@pytest.mark.parametrize("kind", ["two", "two-inspect", "three-select", "solo"])
def test_every_way_to_lay_the_powerholders_is_equally_likely(rules: Ruleset, kind: str) -> None:
    """Who lies face down, who is on top of the deck: for everybody who looks, and where some are known to be in it."""
    met = 0
    for seed in range(99):
        state = until(played(new_game(rules, seed=seed, **GAMES[kind]), seed), lambda s: bool(known_decks(s)))
        if state is None:
            continue
        met += 1
        side = known_decks(state)[0]
        for viewer in everybody(state):
            seen = view(state, viewer)
            what = lambda world, side=side: laid_out(world.players[side])  # noqa: E731
            assert likely(counted(seen, what), shares(powerholder_worlds(state, side, viewer)))
            tops = shares(world[-1] for world in powerholder_worlds(state, side, viewer))
            assert tops == odds_of_top(seen.players[side])
        if met == 2:
            return
    pytest.fail("such a moment was not found twice")


def known_decks(state: GameState) -> list[int]:
    """The seats of whose decks something is known, and whose row is not all open."""
    return [p.seat for p in state.players if p.known_deck and sum(not place.face_up for place in p.row) in (1, 2)]


def laid_out(player: Any) -> tuple[Any, ...]:
    """Who lies in the row, and on top of the deck."""
    return (*(place.powerholder for place in player.row), player.deck[0])


def powerholder_worlds(state: GameState, side: int, viewer: int | None) -> Iterator[tuple[Any, ...]]:
    """Every way to lay the cards of a side, tried one by one."""
    player = state.players[side]
    knows_row = side == viewer and state.arrangement in ROWS_KNOWN
    shown = [place.powerholder if place.face_up or knows_row else None for place in player.row]
    hidden = [who for who in state.ruleset.powerholders if who not in shown]
    for order in permutations(hidden):
        left = list(order)
        row = [who or left.pop() for who in shown]
        if set(player.known_deck) & set(row) or (player.deck_open and left[0] != player.deck[0]):
            continue
        yield (*row, left[0])


def test_rivals_and_bazzi_betti_are_dealt_evenly_too(rules: Ruleset) -> None:
    state = new_game(rules, mode="solo", seed=3)
    seen = view(state, 0)
    hidden = [rival for rival in rules.rivals if rival != state.rival]
    assert likely(counted(seen, lambda world: world.rival_deck[0]), {rival: Fraction(1, 4) for rival in hidden})
    assert seen.bazzi_betti is not None
    next_ones = {who: Fraction(1, 8) for who in seen.bazzi_betti.hidden}
    assert likely(counted(seen, lambda world: world.bazzi_betti.row[1].powerholder), next_ones)  # type: ignore[union-attr, arg-type]


def test_the_true_state_is_one_of_the_worlds(rules: Ruleset) -> None:
    """However much is remembered of hands, it is never wrong: the true gifts are among those that can be dealt."""
    for seed in range(12):
        for state, _, _ in played(new_game(rules, players=4, seed=seed), seed):
            for viewer in everybody(state):
                gifts = open_gifts(view(state, viewer))
                assert not Counter(state.gift_deck) - Counter(gifts.fresh)
                for player in state.players:
                    if player.seat == viewer:
                        continue
                    others = Counter(player.hand) - Counter(player.known_hand)
                    stale, fresh, most_letters = gifts.rooms[gifts.seats.index(player.seat)]
                    assert stale + fresh == others.total()
                    assert gifts.letters_in(tuple(others.elements())) <= most_letters
                    # As many as are newer can be no older ones, and the other way round.
                    assert (others - Counter(gifts.stale)).total() <= fresh
                    assert (others - Counter(gifts.fresh)).total() <= stale


def test_worlds_are_dealt_quickly(rules: Ruleset) -> None:
    """Not a benchmark: that nobody makes it ten times slower unawares."""
    from time import process_time

    seen = view(new_game(rules, players=4, seed=1), 0)
    began = process_time()
    for seed in range(300):
        determinize(seen, seed)
    assert process_time() - began < 0.3


def test_no_library_state_is_needed(rules: Ruleset) -> None:
    """Two states that look alike make the same worlds."""
    from tests.lookalikes import scrambled

    dice = random.Random(1)
    state = new_game(rules, players=3, seed=1)
    for _ in range(10):
        other = scrambled(state, 1, dice)
        assert other is not None
        assert determinize(view(other, 1), 5) == determinize(view(state, 1), 5)
        state = apply(state, legal_actions(state)[0]).state
