"""Gifts return from a row to the hand."""

from __future__ import annotations

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import GIFT, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import GiftTakenUp
from serviam_rules.state import PlaceRef
from serviam_rules.values import BAZZI_BETTI


@word("take_up", STEP)
class TakeUp(Op):
    """Take these topmost gifts up into the hand of whoever's row they lie in (D-3); gifts of hands stay."""

    gifts: Finds = part(GIFT, "which topmost gifts")

    examples = {"{take_up: {topmost: {one: connections}}}": "take up the topmost gift of one of your connections"}

    def run(self, env: Env) -> None:
        for ref in self.gifts.find(env):
            if isinstance(ref, PlaceRef) and ref.side != BAZZI_BETTI and (gift := env.topmost(ref)) is not None:
                env.emit(GiftTakenUp(ref.side, gift, ref.slot))
