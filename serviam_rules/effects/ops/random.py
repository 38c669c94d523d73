"""Chance decides which of several things is done."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import BRANCH, STEP, Path, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.effects.ops.choose import Do


@word("random", STEP)
class RandomOne(Op):
    doc = "Do one of these, each equally likely: the game's random source decides."

    branches: tuple[Do, ...] = parts(BRANCH, "the things of which one is done")

    examples: ClassVar[dict[str, str]] = {
        "{random: [{do: [{gain: 2}]}, {do: [{draw: 1}]}, {do: [{lose: 1}]}]}":
            "by chance, one of these: gain 2 VP; draw a gift; or lose 1 VP"
    }  # fmt: skip

    def look(self, at: Looks, path: Path) -> None:
        for number, branch in enumerate(self.branches):
            if branch.when is not None:
                at.condition(branch.when, (*path, "random", number, "when"))
        for number, branch in enumerate(self.branches):
            with at.holding(branch.when, holds=True):
                at.steps(branch.steps, (*path, "random", number, "do"))

    @property
    def possibilities(self) -> tuple[tuple[Op, ...], ...]:
        return tuple(branch.steps for branch in self.branches)

    def compile(self, compiler: CompilesTo) -> None:
        compiler.lots([(branch.when, branch.steps) for branch in self.branches])

    def cost(self, costs: CostsOf) -> int:
        return 3 + max((costs.of(branch.steps) for branch in self.branches), default=0)
