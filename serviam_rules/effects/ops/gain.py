"""Players gain VP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.node import AMOUNT, PLAYER, STEP, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.players import You
from serviam_rules.effects.source import Amount, Finds, Source
from serviam_rules.effects.vp import write_change


@word("gain", STEP)
class Gain(Op):
    doc = "These players gain so many VP; a negative number is subtracted (T-13), and VP stay within C-7."

    vp: Amount = part(AMOUNT, "how many VP")
    who: Finds = part(PLAYER, "who gains them", default=You())
    done: str | None = binds("a name for how many VP were really gained, which `did` reads", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{gain: 2}": "gain 2 VP",
        "{gain: {count: {gifts: conspiracy}, at_most: 4}}": "gain 1 VP for each conspiracy-marked gift, at most 4",
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if known.amount(self.vp) == (0, 0):
            yield Idle(self.tag, "it is about 0 VP", "C-7")

    def reach(self, known: Known) -> int:
        return (known.vp[1] - known.vp[0]) * known.found(self.who).most

    def write(self, to: Source) -> None:
        write_change(to, self.who, self.vp.number(to))
