"""PettingZoo: games of two to four, or solo, as an environment in which agents take turns (AEC).

    env = serviam_rules.adapters.pettingzoo.env(players=3)

needs `pip install 'serviam-rules[pettingzoo]'`, and a font on the machine for the words of `rgb_array`. Agents are
`player_0`, `player_1`, ... Each observes what its seat may know: `observation`, the vector of `serviam_rules.spaces`,
and `action_mask`, of one number for each action.

Rewards (`reward=`): `win`, at the end 1, shared by all who have won, and -1, shared by all who have lost (Bazzi-Betti
among them), 0 if all have won; `lead`, at the end the VP by which a seat leads the best other side; `turn`, the VP that
a seat gains or loses as they come.
"""

from __future__ import annotations

from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any, Final, Literal, TypeAlias, get_args

from serviam_rules.actions import Action
from serviam_rules.errors import UsageError, unknown
from serviam_rules.game import apply, new_game
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.spaces import Spaces
from serviam_rules.state import BazziBettiView, GameState, PlayerView, View
from serviam_rules.values import BAZZI_BETTI, Arrangement, Mode
from serviam_rules.views import view

try:
    np: Any = import_module("numpy")
    gymnasium: Any = import_module("gymnasium")
    pettingzoo: Any = import_module("pettingzoo")
    wrappers: Any = import_module("pettingzoo.utils.wrappers")
except ImportError as missing:
    raise ImportError(f"{missing}; pip install 'serviam-rules[pettingzoo]'") from None

Reward: TypeAlias = Literal["win", "lead", "turn"]
_MODES: Final = ("human", "ansi", "rgb_array")
#: Seeds that the environment draws for games.
_SEEDS: Final = 2**32


def env(**options: Any) -> Any:
    """The environment with PettingZoo's checks around it; options as for `SerivamEnv`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ServiamEnv(**options)))


class ServiamEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """A game, and then another with each `reset`: of the seed that is given, or of the next one drawn."""

    metadata: Final[dict[str, Any]] = {"name": "serviam_v0", "render_modes": [*_MODES], "is_parallelizable": False}

    def __init__(
        self,
        players: int = 2,
        *,
        rules: Ruleset | None = None,
        mode: Mode = "standard",
        arrangement: Arrangement = "deal",
        difficulty: str = "normal",
        reward: Reward = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if reward not in get_args(Reward):
            raise UsageError(unknown("reward", reward, get_args(Reward)))
        if render_mode not in (None, *_MODES):
            raise UsageError(unknown("render mode", str(render_mode), _MODES))
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self.rules = load_ruleset() if rules is None else rules
        self.spaces = Spaces(self.rules)
        self.reward, self.max_cycles, self.render_mode = reward, max_cycles, render_mode
        self.options: dict[str, Any] = {
            "players": players,
            "mode": mode,
            "arrangement": arrangement,
            "difficulty": difficulty,
        }
        seats = len(new_game(self.rules, seed=0, **self.options).players)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        box: Any = gymnasium.spaces.Box
        self.observation_spaces: dict[str, Any] = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": box(0.0, 1.0, (self.spaces.size,), np.float32),
                    "action_mask": box(0, 1, (self.spaces.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        discrete: Any = gymnasium.spaces.Discrete
        self.action_spaces: dict[str, Any] = {agent: discrete(self.spaces.actions) for agent in self.possible_agents}
        self._random: Any = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of its actions: their numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, this game and those drawn after it are the same again."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game: GameState = new_game(self.rules, seed=int(self._random.integers(_SEEDS)), **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_act or 0]

    def seen(self, agent: str) -> View:
        """What an agent may know, as a view."""
        return view(self.game, self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent observes now, also when others are to act."""
        seen = self.seen(agent)
        return {
            "observation": np.array(self.spaces.vector(seen), np.float32),
            "action_mask": np.array(self.spaces.mask(seen), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Take the action of this number. UsageError for one that the mask forbids; nothing has happened then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._take(self.spaces.action(self.seen(agent), int(-1 if action is None else action)))
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()

    def _take(self, action: Action) -> None:
        before, self.game = self.game, apply(self.game, action).state
        self.rewards = {agent: self._reward(before, seat) for seat, agent in enumerate(self.agents)}
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.game.step >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0 if self.game.to_act is None else self.game.to_act]

    def _reward(self, before: GameState, seat: int) -> float:
        outcome = self.game.outcome
        if self.reward == "turn":
            vp = self.game.players[seat].vp if outcome is None else outcome.vp[seat]
            return float(vp - before.players[seat].vp)
        if outcome is None:
            return 0.0
        others = [vp for other, vp in enumerate(outcome.vp) if other != seat]
        if self.reward == "lead":
            return float(outcome.vp[seat] - max(others))
        won, lost = len(outcome.winners), len(outcome.vp) - len(outcome.winners)
        return 0.0 if not lost else 1 / won if seat in outcome.winners else -1 / lost

    def render(self) -> Any:
        """The table as everybody sees it: printed (`human`), as text (`ansi`), or as an image (`rgb_array`)."""
        if self.render_mode is None:
            return None
        seen = view(self.game, None)
        if self.render_mode == "rgb_array":
            return _pixels(table_svg(seen))
        lines = "\n".join(_lines(seen))
        if self.render_mode == "ansi":
            return lines
        print(lines)  # noqa: T201
        return None

    def close(self) -> None:
        """Nothing is open."""


# ---- pictures


def _sides(seen: View) -> list[tuple[str, PlayerView | BazziBettiView]]:
    sides: list[tuple[str, PlayerView | BazziBettiView]] = [(f"player_{one.seat}", one) for one in seen.players]
    return sides if seen.bazzi_betti is None else [*sides, (BAZZI_BETTI, seen.bazzi_betti)]


def _lines(seen: View) -> list[str]:
    lines = [f"turn {seen.turn}, {seen.phase}", " ".join(f"{who} {seen.influence(who):+d}" for who in seen.markers)]
    for name, side in _sides(seen):
        row = [f"{place.powerholder or '?'} [{', '.join(place.gifts)}]" for place in side.row]
        lines.append(f"{name}: {side.vp} VP | {' | '.join(row)}")
    return lines


def table_svg(seen: View) -> str:
    """The table as SVG: the tracks with their markers, and every row with its piles."""
    rules, top = seen.ruleset, 30
    parts: list[str] = []

    def box(x: int, y: int, width: int, height: int, colour: str) -> None:
        parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{colour}" stroke="#333"/>')

    def words(x: int, y: int, text: str, size: int = 11) -> None:
        parts.append(f'<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif">{escape(text)}</text>')

    words(10, 20, f"turn {seen.turn}, {seen.phase}", 14)
    for number, (who, space) in enumerate(seen.markers.items()):
        y = top + 20 * number
        words(10, y + 14, who)
        for at, worth in enumerate(rules.numbers.tracks[who].spaces):
            box(110 + 34 * at, y, 32, 18, "#f6c453" if at == space else "#fff")
            words(118 + 34 * at, y + 13, str(worth))
    y = top + 20 * len(seen.markers) + 10
    for name, side in _sides(seen):
        words(10, y + 14, f"{name}: {side.vp} VP", 13)
        for slot, place in enumerate(side.row):
            x = 10 + 122 * slot
            box(x, y + 20, 118, 74, "#dbe7f5" if place.face_up else "#b9b0a2")
            words(x + 6, y + 36, place.powerholder or "face down")
            for level, gift in enumerate(reversed(place.gifts[-4:])):
                words(x + 6, y + 50 + 12 * level, gift, 9)
        y += 104
    width = 20 + 122 * max(4, *(len(side.row) for _, side in _sides(seen)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}">'
    return f'{head}<rect width="100%" height="100%" fill="#f4efe6"/>{"".join(parts)}</svg>'


def _pixels(svg: str) -> Any:
    image: Any = import_module("PIL.Image").open(BytesIO(bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg))))
    return np.array(image.convert("RGB"), np.uint8)
