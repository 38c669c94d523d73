"""Players draw gifts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.by_rules import draw_by_rules
from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import draw
from serviam_rules.effects.node import AMOUNT, PLAYER, STEP, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.players import You
from serviam_rules.effects.source import Amount, Finds, Source


@word("draw", STEP)
class Draw(Op):
    doc = "These players draw so many gifts, one at a time, from the gift deck, until nothing is left (T-11, T-15)."

    gifts: Amount = part(AMOUNT, "how many gifts")
    who: Finds = part(PLAYER, "who draws", default=You())
    done: str | None = binds("a name for how many were really drawn, which `did` reads", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{draw: 1}": "draw 1 gift",
        "{draw: 2, who: {each: opponents}}": "every opponent draws 2 gifts",
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if known.amount(self.gifts)[1] <= 0:
            yield Idle("draw", "less than one gift is drawn", "T-11")
        elif known.scene.bazzi_betti and known.found(self.who).owner == "you":
            yield Idle("draw", "Bazzi-Betti have no gifts, and `you` is Bazzi-Betti here", "O-13")

    def reach(self, known: Known) -> int:
        return max(known.amount(self.gifts)[1], 0) * known.found(self.who).most

    def write(self, to: Source) -> None:
        gifts = to.once("gifts", self.gifts.number(to))
        with to.each(self.who) as side:
            to.call(draw_by_rules if to.ruled("draws") else draw, side, gifts)
