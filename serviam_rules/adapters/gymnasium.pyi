# As for the adapter of PettingZoo.

from collections.abc import Sequence
from typing import Any, Final

from serviam_rules.adapters.pettingzoo import ServiamEnv
from serviam_rules.bots import BotMaker

ILLEGAL: Final = -1.0

class ServiamGym:
    metadata: Final[dict[str, Any]]
    table: ServiamEnv
    makers: tuple[BotMaker, ...]
    render_mode: str | None
    observation_space: Any
    action_space: Any

    def __init__(self, bots: Sequence[str] = ("greedy",), **options: Any) -> None: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]: ...
    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def action_masks(self) -> Any: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...
