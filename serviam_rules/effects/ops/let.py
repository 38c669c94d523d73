"""Other players carry something out themselves."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import PLAYER, STEP, Path, part, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.effects.source import Finds


@word("let", STEP)
class Let(Op):
    doc = (
        "Let these players carry out the steps, one after another, clockwise: each of them is `you` in the steps and "
        "makes the choices."
    )

    who: Finds = part(PLAYER, "who carries them out")
    do: tuple[Op, ...] = parts(STEP, "what each of them does")

    examples: ClassVar[dict[str, str]] = {
        "{let: {each: opponents}, do: [{choose: [{do: [{lose: 1}]}, {do: [{discard: {one: hand}}]}]}]}":
            "each opponent chooses: lose 1 VP; or discard a gift of their hand",
        "{let: {one: opponents}, do: [{move: {one: anyone}, by: -1}]}":
            "an opponent of your choice moves any powerholder -1",
    }  # fmt: skip

    def look(self, at: Looks, path: Path) -> None:
        at.expression(PLAYER, self.who, (*path, "let"))
        with at.acting(self.who):
            at.steps(self.do, (*path, "do"))

    def compile(self, compiler: CompilesTo) -> None:
        compiler.let(self.who, self.do)

    def cost(self, costs: CostsOf) -> int:
        return 3 + costs.players * (3 + costs.of(self.do))
