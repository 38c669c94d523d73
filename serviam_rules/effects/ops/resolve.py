"""A gift's icons are resolved again."""

from __future__ import annotations

from serviam_rules.effects import vm
from serviam_rules.effects.env import Env
from serviam_rules.effects.node import GIFT, STEP, WHO, part, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import CardResolved
from serviam_rules.state import GiftRef, PlaceRef


@word("resolve", STEP)
class Resolve(Op):
    """Resolve the icons of a gift again, with another target. The gift stays where it is."""

    gift: Finds = part(GIFT, "whose icons")
    target: Finds = part(WHO, "who is their target")

    examples = {
        "{resolve: {topmost: {one: connections, as: there}}, target: {at: {chosen: there}}}":
            "resolve again the icons of the topmost gift of one of your connections, which is their target"
    }  # fmt: skip

    def compile(self, compiler: CompilesTo) -> None:
        compiler.call(compiler.prepare(self, STEP))

    def start(self, env: Env) -> bool:
        """Start the gift's effect; True if it has ended, False if it waits for a player."""
        found, target = self.gift.find(env)[:1], self.target.find(env)[:1]
        if not found or not target:
            return True
        ref = found[0]
        gift = env.topmost(ref) if isinstance(ref, PlaceRef) else ref.gift
        if gift is None:
            return True
        if isinstance(ref, GiftRef) and gift in env.hand(ref.seat):
            env.show(ref.seat, gift)
        place = ref if isinstance(ref, PlaceRef) else env.place
        env.emit(CardResolved(f"gift/{gift}", env.side, target[0]))
        return vm.start(env.draft, f"gift/{gift}", env.side, env.emit, target[0], place)

    def cost(self, costs: CostsOf) -> int:
        return super().cost(costs) + costs.resolving
