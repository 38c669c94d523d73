"""Something is optional."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import STEP, Path, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op


@word("may", STEP)
class May(Op):
    doc = "Do these steps or leave them: option 0 does, option 1 leaves. Without possibility they are left (T-18)."

    steps: tuple[Op, ...] = parts(STEP, "what may be done")

    examples: ClassVar[dict[str, str]] = {"{may: [{draw: 1}]}": "you may draw 1 gift"}

    asks = True

    def look(self, at: Looks, path: Path) -> None:
        at.ask(path, self.tag)
        at.steps(self.steps, (*path, "may"))

    @property
    def possibilities(self) -> tuple[tuple[Op, ...], ...]:
        return (self.steps, ())

    def compile(self, compiler: CompilesTo) -> None:
        compiler.branches([(None, steps) for steps in self.possibilities])

    def cost(self, costs: CostsOf) -> int:
        return 3 + costs.of(self.steps)
