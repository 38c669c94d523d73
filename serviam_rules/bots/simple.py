"""Bots that look no further than the next action."""

from __future__ import annotations

from serviam_rules.actions import Action
from serviam_rules.bots.evaluation import lead
from serviam_rules.bots.protocol import bot_key
from serviam_rules.game import apply
from serviam_rules.rng import Rng
from serviam_rules.views import View, determinize


class RandomBot:
    """Takes any legal action, each equally likely."""

    __slots__ = ("_key",)

    def __init__(self, seed: int | str) -> None:
        self._key = bot_key(seed)

    def choose(self, seen: View) -> Action:
        actions = seen.legal_actions
        return actions[Rng(self._key, seen.step).below(len(actions))]


class GreedyBot:
    """Takes the action after which it leads by the most VP, as `lead` measures it; of equals, any.

    What it cannot know it imagines: it tries every action in `worlds` worlds that its view allows.
    """

    __slots__ = ("_key", "_worlds")

    def __init__(self, seed: int | str, worlds: int = 2) -> None:
        self._key = bot_key(seed)
        self._worlds = worlds

    def choose(self, seen: View) -> Action:
        actions = seen.legal_actions
        assert seen.seat is not None
        if len(actions) == 1:
            return actions[0]
        worlds = [determinize(seen, f"{self._key} {seen.step} {n}") for n in range(self._worlds)]
        leads = [sum(lead(apply(world, action).state, seen.seat) for world in worlds) for action in actions]
        most = max(leads)
        best = [action for action, ahead in zip(actions, leads, strict=True) if ahead == most]
        return best[Rng(self._key, seen.step).below(len(best))]
