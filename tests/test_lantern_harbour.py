"""The example of a whole other game: it is in order, ends, rewards good play, and every card of it matters."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from serviam_rules import apply, invariants, legal_actions, load_ruleset, new_game, view
from serviam_rules.bots import GreedyBot, RandomBot
from serviam_rules.effects.link import tables
from serviam_rules.game import playout
from serviam_rules.loading import check_packs
from serviam_rules.model import Ruleset
from serviam_rules.text.faults import faults
from serviam_rules.text.language import language_of
from serviam_rules.text.localised import Text
from serviam_rules.text.meaning import targets

PACK = Path(__file__).resolve().parents[1] / "examples" / "packs" / "lantern-harbour"
PLAYERS = (2, 3)


@pytest.fixture(scope="module")
def harbour() -> Ruleset:
    return load_ruleset(PACK)


def test_it_is_in_order_and_another_game(harbour: Ruleset, rules: Ruleset) -> None:
    assert [str(problem) for problem in check_packs(PACK).problems] == []
    assert not harbour.gifts.keys() & rules.gifts.keys()
    assert not harbour.powerholders.keys() & rules.powerholders.keys()
    assert harbour.organisations.keys() == {"pilots", "divers"}
    assert (harbour.numbers.ranks, harbour.numbers.row.places, harbour.numbers.turn.turns) == (4, 4, 6)
    assert harbour.numbers.solo is None


@pytest.mark.parametrize("locale", ["en", "zh-Hans"])
def test_it_is_told_in_two_languages(harbour: Ruleset, locale: str) -> None:
    for card in targets(harbour):
        words = harbour.text(card, locale)
        assert isinstance(words, Text)
        assert not words.fallback, card
    assert faults(harbour, locale) == ()
    assert not language_of(harbour, locale).say("sources.scoring-cargo").fallback


@pytest.mark.parametrize("players", PLAYERS)
def test_its_games_end_and_every_state_is_in_order(harbour: Ruleset, players: int) -> None:
    for seed in range(6):
        dice = random.Random(seed)
        state = new_game(harbour, players=players, seed=seed)
        while not state.is_over:
            state, events = apply(state, dice.choice(legal_actions(state)))
            assert invariants.check(state) == []
            assert all(harbour.describe(event, "zh-Hans") for event in events)
        assert state.outcome is not None
        assert tuple(state.outcome.added) == ("cargo", "full-quay", "lasting")


def test_nothing_in_it_is_dead(harbour: Ruleset) -> None:
    """In two hundred games every gift is offered, every person is a recipient, and every rule comes in."""
    offered: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for seed in range(200):
        dice = random.Random(seed)
        state = new_game(harbour, players=2 + seed % 2, seed=seed)
        while not state.is_over:
            state, events = apply(state, dice.choice(legal_actions(state)))
            for event in events:
                if event.type == "gift-offered":
                    offered.update((event.gift, event.recipient))
                elif event.type in ("card-resolved", "rule-applied"):
                    met[event.source] += 1
    assert offered.keys() == {*harbour.gifts, *harbour.powerholders}
    rules_of_cards = {program for program in tables(harbour).programs if program.startswith("lasting-")}
    assert rules_of_cards <= met.keys()
    assert {f"powerholder/{who}" for who in harbour.powerholders} <= met.keys()


def test_good_play_wins(harbour: Ruleset) -> None:
    """`greedy` beats `random`, from either seat."""
    won = 0.0
    for seed in range(40):
        greedy, other = GreedyBot(seed), RandomBot(seed)
        good = seed % 2
        state = new_game(harbour, players=2, seed=seed)
        while not state.is_over:
            seat = state.to_act
            assert seat is not None
            bot = greedy if seat == good else other
            state = apply(state, bot.choose(view(state, seat))).state
        assert state.outcome is not None
        won += (good in state.outcome.winners) / len(state.outcome.winners)
    assert won >= 28


def test_a_playout_of_it_ends_alike(harbour: Ruleset) -> None:
    state = new_game(harbour, players=3, seed=9)
    assert playout(state, lambda _, actions: actions[0]).is_over
