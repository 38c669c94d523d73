"""How many steps an effect can take at most.

The language has no open loop and no recursion, so a bound can be computed before anything runs. Each op says
what it costs (`Op.cost`); a pack whose effects could take more than `MOST_STEPS` is refused when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from serviam_rules.effects.op import Op
from serviam_rules.model import Ruleset

#: More than forty times what the longest effect of the reference set can take.
MOST_STEPS: Final = 2000


class Costs:
    """What ops need to tell their cost: sizes of collections, and what resolving a gift's icons may take."""

    def __init__(self, rules: Ruleset, resolving: int) -> None:
        numbers = rules.numbers
        self.resolving = resolving
        self.powerholders: int = len(rules.powerholders)
        self.players: int = numbers.players.most + 1
        self.gifts: int = sum(card.copies for card in rules.gifts.values()) + numbers.players.most * len(
            numbers.hand.given
        )
        self.places: int = numbers.players.most * numbers.row.places + (numbers.solo.row if numbers.solo else 0)

    @property
    def most(self) -> int:
        """The most there can be of anything."""
        return max(self.powerholders, self.players, self.gifts, self.places)

    def of(self, steps: Sequence[Op]) -> int:
        """The most steps that these take."""
        return sum(step.cost(self) for step in steps)


def bound(rules: Ruleset, steps: Sequence[Op], resolving: int) -> int:
    """The most instructions these steps can take to run."""
    return Costs(rules, resolving).of(steps)
