"""Gifts go to the discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import discard
from serviam_rules.effects.node import GIFT, STEP, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Finds, Source


@word("discard", STEP)
class Discard(Op):
    doc = "Put these gifts, of a hand or from the top of a pile, on the discard pile."

    gifts: Finds = part(GIFT, "which gifts")
    done: str | None = binds("a name for how many were really discarded, which `did` reads", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{discard: {one: hand}}": "discard one gift of your hand",
        "{discard: {topmost: {one: connections}}}": "discard the topmost gift of one of your connections",
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if not known.found(self.gifts).most:
            yield Idle("discard", "there can never be such a gift", "D-4")

    def reach(self, known: Known) -> int:
        return known.found(self.gifts).most

    def write(self, to: Source) -> None:
        with to.each(self.gifts) as gift:
            to.call(discard, gift)
