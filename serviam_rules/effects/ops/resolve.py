"""A gift's icons are resolved again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import resolve
from serviam_rules.effects.node import GIFT, STEP, WHO, part, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Op
from serviam_rules.effects.source import Finds, Source


@word("resolve", STEP)
class Resolve(Op):
    doc = "Resolve the icons of a gift again, with another target. The gift stays where it is."

    gift: Finds = part(GIFT, "whose icons", single=True)
    target: Finds = part(WHO, "who is their target", single=True)

    examples: ClassVar[dict[str, str]] = {
        "{resolve: {topmost: {one: connections, as: there}}, target: {at: {chosen: there}}}":
            "resolve again the icons of the topmost gift of one of your connections, which is their target"
    }  # fmt: skip

    starts_a_gift = True

    def idle(self, known: Known) -> Iterator[Idle]:
        if not known.found(self.gift).most:
            yield Idle("resolve", "there can never be such a gift", "D-4")

    def compile(self, compiler: CompilesTo) -> None:
        compiler.call(compiler.prepare(self, STEP))

    def started(self, to: Source) -> str:
        """The call that starts the gift's effect, as Python: True if it has ended, False if it waits for a player."""
        gift, target = self.gift.find(to).first, self.target.find(to).first
        return f"{to.given(resolve)}(draft, log, {to.you}, place, {gift}, {target})"

    def cost(self, costs: CostsOf) -> int:
        return super().cost(costs) + costs.resolving
