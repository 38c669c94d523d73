"""Gifts go to the discard pile."""

from __future__ import annotations

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import GIFT, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import GiftDiscarded
from serviam_rules.state import GiftRef


@word("discard", STEP)
class Discard(Op):
    """Put these gifts, of a hand or from the top of a pile, on the discard pile."""

    gifts: Finds = part(GIFT, "which gifts")

    examples = {
        "{discard: {one: hand}}": "discard one gift of your hand",
        "{discard: {topmost: {one: connections}}}": "discard the topmost gift of one of your connections",
    }

    def run(self, env: Env) -> None:
        for ref in self.gifts.find(env):
            if isinstance(ref, GiftRef):
                if ref.gift in env.hand(ref.seat):
                    env.emit(GiftDiscarded(ref.seat, ref.gift, None))
            elif (gift := env.topmost(ref)) is not None:
                env.emit(GiftDiscarded(ref.side, gift, ref.slot))
