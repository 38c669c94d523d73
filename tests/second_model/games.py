"""Games of every mode beside the second model: whole ones, and from odd tables."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import serviam_rules as sr
from tests.second_model.beside import Beside, odd_table, opening

MODES: Mapping[str, Mapping[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3, "first": 1},
    "four": {"players": 4},
    "two-inspect": {"players": 2, "arrangement": "inspect"},
    "three-select": {"players": 3, "arrangement": "select"},
    "solo": {"mode": "solo"},
    "solo-select": {"mode": "solo", "difficulty": "very-hard", "arrangement": "select"},
}


class Played(NamedTuple):
    """How much was compared."""

    games: int
    odd: int
    actions: int


def compare_games(rules: sr.Ruleset, mode: str, seeds: Iterable[int]) -> Played:
    """A whole game and one from an odd table for each seed; every fifth through JSON. `Differs` says what differs."""
    games = odd = actions = 0
    for seed in seeds:
        dice = random.Random(f"{mode} {seed}")
        state = opening(rules, seed, dice, **MODES[mode])
        actions += Beside(state, through_json=seed % 5 == 0).play(dice)
        games += 1
        table = odd_table(_later(state, dice), dice)
        if table is not None:
            actions += Beside(table, through_json=seed % 5 == 1).play(dice)
            odd += 1
    return Played(games, odd, actions)


def _later(state: sr.GameState, dice: random.Random) -> sr.GameState:
    """The same game some turns later, where no choice is pending."""
    steps = dice.randrange(18)
    at = state
    while (steps > 0 or at.decision is not None) and not at.is_over:
        at = sr.apply(at, dice.choice(sr.legal_actions(at))).state
        steps -= 1
    return state if at.is_over else at
