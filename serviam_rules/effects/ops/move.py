"""Markers move along their tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.amounts import Number
from serviam_rules.effects.by_rules import move_by_rules
from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import move
from serviam_rules.effects.node import AMOUNT, STEP, WHO, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Amount, Finds, Source


@word("move", STEP)
class Move(Op):
    doc = "Move the markers of these powerholders; a marker stops at the end of its track (T-4, T-6)."

    who: Finds = part(WHO, "whose markers")
    by: Amount = part(AMOUNT, "how many spaces, to the right if positive", signed=True)
    done: str | None = binds("a name for how many spaces were really moved, which `did` reads", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{move: target, by: +2}": "the recipient +2",
        "{move: {one: {rank: 3}}, by: -1}": "one three-star powerholder of your choice -1",
        "{move: {each: {rank: 3}, except: self}, by: -1}": "every other three-star powerholder -1",
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if known.amount(self.by) == (0, 0):
            yield Idle("by", "it moves markers by 0", "C-2")

    def amount(self) -> int | None:
        return self.by.n if isinstance(self.by, Number) else None

    def reach(self, known: Known) -> int:
        return known.spaces * known.found(self.who).most

    def write(self, to: Source) -> None:
        by = to.once("by", self.by.number(to))
        with to.each(self.who) as who:
            to.call(move_by_rules if to.ruled("moves", "moves_left", "moves_right") else move, who, by)
