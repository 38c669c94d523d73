# The types of the adapter for those, too, who have not installed what it stands on; that has none of its own.

from typing import Any, Final, Literal, TypeAlias

from serviam_rules.model import Ruleset
from serviam_rules.spaces import Spaces
from serviam_rules.state import GameState, View
from serviam_rules.values import Arrangement, Mode

Reward: TypeAlias = Literal["win", "lead", "turn"]
gymnasium: Any

def env(**options: Any) -> Any: ...

class ServiamEnv:
    metadata: Final[dict[str, Any]]
    rules: Ruleset
    spaces: Spaces
    reward: Reward
    max_cycles: int | None
    render_mode: str | None
    options: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]
    game: GameState

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
    ) -> None: ...
    def observation_space(self, agent: str) -> Any: ...
    def action_space(self, agent: str) -> Any: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def seen(self, agent: str) -> View: ...
    def observe(self, agent: str) -> dict[str, Any]: ...
    def step(self, action: int | None) -> None: ...
    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def agent_iter(self, max_iter: int = ...) -> Any: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...

def table_svg(seen: View) -> str: ...
