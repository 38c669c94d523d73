"""Something happens under a condition."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import CONDITION, STEP, Path, part, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.effects.source import Condition


@word("if", STEP)
class If(Op):
    doc = "Do these steps if the condition holds, and those under `else` if not."

    condition: Condition = part(CONDITION, "the condition")
    then: tuple[Op, ...] = parts(STEP, "what happens if it holds")
    else_: tuple[Op, ...] = parts(STEP, "what happens if it does not", default=())

    examples: ClassVar[dict[str, str]] = {"{if: {more_than: [{vp: opponents}, {vp: you}]}, then: [{gain: 1}]}":
                "if your opponents have more VP than you: gain 1 VP"}  # fmt: skip

    def look(self, at: Looks, path: Path) -> None:
        if at.condition(self.condition, (*path, "if")) and self.else_:
            at.report((*path, "else"), "never", "the condition always holds, so this never happens")
        with at.holding(self.condition, holds=True):
            at.steps(self.then, (*path, "then"))
        with at.holding(self.condition, holds=False):
            at.steps(self.else_, (*path, "else"))

    def compile(self, compiler: CompilesTo) -> None:
        compiler.conditional(self.condition, self.then, self.else_)

    def cost(self, costs: CostsOf) -> int:
        return 2 + max(costs.of(self.then), costs.of(self.else_))
