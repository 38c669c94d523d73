"""Gifts return from a row to the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.node import GIFT, STEP, binds, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.running import Emit, topmost
from serviam_rules.effects.source import Finds, Source
from serviam_rules.events import GiftTakenUp
from serviam_rules.state import Draft, GiftRef, PlaceRef
from serviam_rules.values import BAZZI_BETTI


@word("take_up", STEP)
class TakeUp(Op):
    doc = "Take these topmost gifts up into the hand of whoever's row they lie in (D-3); gifts of hands stay."

    gifts: Finds = part(GIFT, "which topmost gifts")
    done: str | None = binds("a name for how many were really taken up, which `did` reads", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{take_up: {topmost: {one: connections}}}": "take up the topmost gift of one of your connections"
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if known.found(self.gifts).lies == "hand":
            yield Idle("take_up", "a gift of a hand cannot be taken up", "D-3")

    def reach(self, known: Known) -> int:
        return known.found(self.gifts).most

    def write(self, to: Source) -> None:
        with to.each(self.gifts) as gift:
            to.call(take_up, gift)


def take_up(draft: Draft, log: Emit, ref: GiftRef | PlaceRef) -> int:
    """Take the topmost gift of a place up; how many that was."""
    if isinstance(ref, PlaceRef) and ref.side != BAZZI_BETTI and (gift := topmost(draft, ref)) is not None:
        GiftTakenUp.tell(draft, log, ref.side, gift, ref.slot)
        return 1
    return 0
