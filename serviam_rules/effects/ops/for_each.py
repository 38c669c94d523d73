"""Something happens once for each of several things."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.node import COLLECTION, STEP, Path, binds, part, parts, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.effects.source import Finds


@word("for_each", STEP)
class ForEach(Op):
    doc = "Do these steps once for each thing of a collection, as it is when the loop begins, under a name."

    of: Finds = part(COLLECTION, "what to go through")
    as_: str = binds("the name of the one at hand")
    do: tuple[Op, ...] = parts(STEP, "what happens for each")

    examples: ClassVar[dict[str, str]] = {
        "{for_each: {players: opponents}, as: other, do: [{lose: 1, who: {chosen: other}}]}":
            "for each opponent: that player loses 1 VP"
    }  # fmt: skip

    def look(self, at: Looks, path: Path) -> None:
        at.expression(COLLECTION, self.of, (*path, "for_each"))
        if not self.of.things:
            message = f"{self.of.tag!r} cannot be gone through one by one"
            at.report((*path, "for_each"), "not-one-by-one", message)
            return
        with at.naming(self.as_, self.of.things, self.of, (*path, "as")):
            at.steps(self.do, (*path, "do"))

    def compile(self, compiler: CompilesTo) -> None:
        compiler.loop(self.of, self.as_, self.do)

    def cost(self, costs: CostsOf) -> int:
        return 2 + self.of.size(costs) * (2 + costs.of(self.do))
