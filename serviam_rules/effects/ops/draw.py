"""Players draw gifts."""

from __future__ import annotations

from serviam_rules.effects.amounts import Amount
from serviam_rules.effects.drawing import draw_gift
from serviam_rules.effects.env import Env
from serviam_rules.effects.node import AMOUNT, PLAYER, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.players import You
from serviam_rules.effects.selectors import Finds
from serviam_rules.values import Side


@word("draw", STEP)
class Draw(Op):
    """These players draw so many gifts, one at a time, from the gift deck (T-11, T-15)."""

    gifts: Amount = part(AMOUNT, "how many gifts")
    who: Finds = part(PLAYER, "who draws", default=You())

    examples = {
        "{draw: 1}": "draw 1 gift",
        "{draw: 2, who: {each: opponents}}": "every opponent draws 2 gifts",
    }

    def run(self, env: Env) -> None:
        for ref in self.who.find(env):
            seat: Side = ref.side
            for _ in range(self.gifts.number(env)):
                if isinstance(seat, int):  # Bazzi-Betti have no hand (O-13)
                    draw_gift(env.draft, seat, env.emit)
