"""Gymnasium: one agent against bots, or alone in the solo game.

    env = serviam_rules.adapters.gymnasium.ServiamGym(bots=("greedy",))

needs `pip install 'serviam-rules[gymnasium]'`. The agent sits on seat 0; observations, rewards and options are those of
`serviam_rules.adapters.pettingzoo`. `action_masks()` says what is legal, under the name under which maskable learners
look for it. An action that the mask forbids changes nothing and costs `ILLEGAL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from serviam_rules.adapters.pettingzoo import ServiamEnv, gymnasium
from serviam_rules.bots import Bot, bot_maker
from serviam_rules.errors import UsageError

#: The reward of an action that the mask forbids.
ILLEGAL: Final = -1.0
_AGENT: Final = "player_0"


class ServiamGym(gymnasium.Env):  # type: ignore[misc]
    """A game against `bots`, one for each other seat; without any, the solo game."""

    metadata: Final = ServiamEnv.metadata

    def __init__(self, bots: Sequence[str] = ("greedy",), **options: Any) -> None:
        if {"players", "mode", "max_cycles"} & {*options}:
            raise UsageError("the number of bots says how many play; without bots the game is solo")
        self.table: ServiamEnv = ServiamEnv(players=len(bots) + 1, mode="standard" if bots else "solo", **options)
        self.makers = tuple(bot_maker(name) for name in bots)
        self.render_mode = self.table.render_mode
        self.observation_space = self.table.observation_space(_AGENT)
        self.action_space = self.table.action_space(_AGENT)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; with a seed, this one and those after it, and its bots, are the same again."""
        super().reset(seed=seed)  # pyright: ignore[reportUnknownMemberType]
        self.table.reset(seed=int(self.np_random.integers(2**32)))
        seeds = self.np_random.integers(2**32, size=len(self.makers))
        self._bots: list[Bot] = [maker(int(drawn)) for maker, drawn in zip(self.makers, seeds, strict=True)]
        self._play_bots()
        return self.table.observe(_AGENT), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the action of this number, and let the bots act until it is the agent's turn again."""
        if self.table.game.is_over:
            raise UsageError("the game is over: reset begins another")
        if not self.action_masks()[int(action)]:
            return self.table.observe(_AGENT), ILLEGAL, False, False, {"illegal": True}
        self.table.step(int(action))
        reward = self.table.rewards[_AGENT] + self._play_bots()
        return self.table.observe(_AGENT), reward, self.table.game.is_over, False, {}

    def action_masks(self) -> Any:
        """For each action, whether it is legal now."""
        return self.table.observe(_AGENT)["action_mask"].astype(bool)

    def _play_bots(self) -> float:
        """Let the bots act; what the agent gains meanwhile."""
        gained, table = 0.0, self.table
        while table.game.to_act:
            seen = table.seen(table.agent_selection)
            table.step(table.spaces.number(seen, self._bots[table.game.to_act - 1].choose(seen)))
            gained += table.rewards[_AGENT]
        return gained

    def render(self) -> Any:
        """As the table is rendered."""
        return self.table.render()
