"""What is known of the ages of gifts in hands after the discards have become the gift deck (T-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from serviam_rules import invariants, knowledge
from serviam_rules.model import Ruleset
from serviam_rules.state import Draft, GameState
from tests.games import GAMES, moments, odd_rules


def two_old_hands(rules: Ruleset) -> Iterator[GameState]:
    """States in which two hands hold cards from before the discards became the deck."""
    for game in GAMES:
        for seed in range(4):
            for state, _ in moments(odd_rules(rules), game, seed):
                if sum(player.stale > 0 for player in state.players) > 1:
                    yield state


@pytest.fixture(scope="module")
def states(rules: Ruleset) -> list[GameState]:
    return list(two_old_hands(rules))


def test_a_card_that_may_be_old_or_new_ends_the_distinction_for_every_hand(states: list[GameState]) -> None:
    """Which of the equal copies was seen cannot be told, and so not which old cards the other hands hold, either."""
    met = set()
    for state in states[:40]:
        for seat, player in enumerate(state.players):
            for gift in sorted(set(player.hand) & set(state.stale_gifts)):
                draft = Draft.of(state)
                unseen = knowledge.unseen(draft)
                old, others = state.stale_gifts.count(gift), len(player.hand) - len(player.known_hand) - 1
                new, fresh = unseen[gift] - old, others + 1 - player.stale
                if others < 0 or not player.stale:
                    continue
                knowledge.came_to_light(draft, seat, gift, others)
                stale = [draft.players[number].stale for number in range(len(state.players))]
                before = [one.stale for one in state.players]
                if new and fresh:
                    met.add("either")
                    assert not draft.stale_gifts
                    assert stale == [0] * len(stale)
                else:
                    met.add("old")
                    assert Counter(draft.stale_gifts) == Counter(state.stale_gifts) - Counter([gift])
                    assert stale == [count - (number == seat) for number, count in enumerate(before)]
    assert met == {"either", "old"}


def test_ages_in_two_hands_are_those_that_can_be(states: list[GameState]) -> None:
    assert states
    assert not any(invariants.check(state) for state in states)
