"""Something is done several times, if the player likes."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import STEP, Path, integer, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op


@word("up_to", STEP)
class UpTo(Op):
    doc = (
        "Do these steps up to so many times. Before each time the player may stop: option 0 goes on, option 1 stops. "
        "Without possibility it stops (T-18)."
    )

    times: int = integer("how many times at most", least=1, most=9)
    do: tuple[Op, ...] = parts(STEP, "what is done each time")

    examples: ClassVar[dict[str, str]] = {
        "{up_to: 3, do: [{move: {one: anyone}, by: +1}]}": "up to three times: any powerholder +1"
    }

    asks = True

    def look(self, at: Looks, path: Path) -> None:
        at.ask(path, self.tag)
        at.steps(self.do, (*path, "do"))

    @property
    def possibilities(self) -> tuple[tuple[Op, ...], ...]:
        return (self.do, ())

    def compile(self, compiler: CompilesTo) -> None:
        compiler.up_to(self.times, self.do)

    def cost(self, costs: CostsOf) -> int:
        return self.times * (3 + costs.of(self.do))
