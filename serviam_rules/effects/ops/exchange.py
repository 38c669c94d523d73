"""A gift of a row and a gift of the hand change places."""

from __future__ import annotations

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import GIFT, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import GiftLaid, GiftTakenUp
from serviam_rules.state import GiftRef, PlaceRef


@word("exchange", STEP)
class Exchange(Op):
    """Exchange a topmost gift with a gift of its owner's hand, which does not resolve (D-1, D-2, D-6).

    Nothing happens unless there is one of each, belonging to the same player.
    """

    gift: Finds = part(GIFT, "the topmost gift of a pile")
    with_: Finds = part(GIFT, "the gift of the hand")

    examples = {
        "{exchange: {topmost: {one: connections}}, with: {one: hand}}":
            "exchange the topmost gift of one of your connections with a gift of your hand"
    }  # fmt: skip

    def run(self, env: Env) -> None:
        taken, laid = self.gift.find(env)[:1], self.with_.find(env)[:1]
        if not taken or not laid:
            return
        at, card = taken[0], laid[0]
        if not isinstance(at, PlaceRef) or not isinstance(card, GiftRef) or at.side != card.seat:
            return
        topmost = env.topmost(at)
        if topmost is not None and card.gift in env.hand(card.seat):
            env.emit(GiftTakenUp(card.seat, topmost, at.slot))
            env.emit(GiftLaid(card.seat, card.gift, at.slot))
