"""Games played to the end on one draft, beside the same games played step by step."""

from __future__ import annotations

import random
from typing import Any

from serviam_rules.actions import Action
from serviam_rules.game import apply, legal_actions, new_game, playout
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState
from serviam_rules.wire import to_json
from tests.games import GAMES

KINDS = tuple(GAMES)


class Dice:
    """Chooses at random, and remembers what there was to choose from."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.seen: list[Any] = []

    def __call__(self, state: GameState, actions: tuple[Action, ...]) -> Action:
        self.seen.append((state.step, state.to_act, actions))
        return self.dice.choice(actions)


def compare(rules: Ruleset, kind: str, seed: int) -> int:
    """Play a game from somewhere in it, in both ways; AssertionError if anything differs. How many steps it took."""
    dice = random.Random(seed)
    state = new_game(rules, seed=seed, **GAMES[kind])
    for _ in range(dice.choice([0, 0, dice.randrange(40)])):
        if not state.is_over:
            state = apply(state, dice.choice(legal_actions(state))).state
    before = to_json(state)
    fast, slow = Dice(seed), Dice(seed)
    end = playout(state, fast)
    assert to_json(state) == before
    while not state.is_over:
        state = apply(state, slow(state, legal_actions(state))).state
    assert end == state
    assert type(end) is GameState
    assert to_json(end) == to_json(state)
    assert end.decision == state.decision
    assert fast.seen == slow.seen
    return len(slow.seen)
