"""Players lose VP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.node import AMOUNT, PLAYER, STEP, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.players import You
from serviam_rules.effects.source import Amount, Finds, Source, bracketed, is_number
from serviam_rules.effects.vp import write_change


@word("lose", STEP)
class Lose(Op):
    doc = "These players lose so many VP; VP stay within C-7, and no debt is kept."

    vp: Amount = part(AMOUNT, "how many VP")
    who: Finds = part(PLAYER, "who loses them", default=You())
    done: str | None = binds("a name for how many VP were really lost, which `did` reads", default=None)

    counted: ClassVar[Literal["+=", "-="]] = "-="
    examples: ClassVar[dict[str, str]] = {"{lose: 2, who: {one: opponents}}": "an opponent of your choice loses 2 VP"}

    def idle(self, known: Known) -> Iterator[Idle]:
        if known.amount(self.vp) == (0, 0):
            yield Idle(self.tag, "it is about 0 VP", "C-7")

    def reach(self, known: Known) -> int:
        return (known.vp[1] - known.vp[0]) * known.found(self.who).most

    def write(self, to: Source) -> None:
        number = self.vp.number(to)
        write_change(to, self.who, str(-int(number)) if is_number(number) else f"-{bracketed(number)}")
