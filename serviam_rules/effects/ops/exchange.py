"""A gift of a row and a gift of the hand change places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import exchange
from serviam_rules.effects.node import GIFT, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Finds, Source


@word("exchange", STEP)
class Exchange(Op):
    doc = (
        "Exchange a topmost gift with a gift of its owner's hand, which does not resolve (D-1, D-2, D-6).\n\n"
        "Nothing happens unless there is one of each, belonging to the same player."
    )

    gift: Finds = part(GIFT, "the topmost gift of a pile", single=True)
    with_: Finds = part(GIFT, "the gift of the hand", single=True)

    examples: ClassVar[dict[str, str]] = {
        "{exchange: {topmost: {one: connections}}, with: {one: hand}}":
            "exchange the topmost gift of one of your connections with a gift of your hand"
    }  # fmt: skip

    def idle(self, known: Known) -> Iterator[Idle]:
        gift, other = known.found(self.gift), known.found(self.with_)
        if gift.lies == "hand":
            yield Idle("exchange", "a gift that lies in a row comes first: {topmost: ...}", "D-1")
        if other.lies == "pile":
            yield Idle("with", "a gift of the hand is exchanged for it: {one: hand}", "D-1")
        elif gift.owner and other.owner and (gift.owner != other.owner or gift.owner in ("opponents", "everyone")):
            never = {gift.owner, other.owner} in ({"you", "opponent"}, {"you", "opponents"})
            yield Idle("with", "the pile and the hand have to be those of one player", "D-1", always=never)

    def write(self, to: Source) -> None:
        to.call(exchange, self.gift.find(to).first, self.with_.find(to).first)
