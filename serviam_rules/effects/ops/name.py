"""A gift of the set is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.gifts import CardFilter
from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.node import CARDS, STEP, Path, binds, part, word
from serviam_rules.effects.op import CompilesTo, CostsOf, Looks, Op
from serviam_rules.values import evolve


@word("name", STEP)
class NameCard(Op):
    doc = "The player names a gift of the set, wherever copies lie; `chosen` among filters of gifts means them."

    cards: CardFilter = part(CARDS, "which gifts can be named")
    as_: str = binds("the name by which it is meant later")

    examples: ClassVar[dict[str, str]] = {
        "{name: anything, as: named}": "name a gift",
        "{name: {not: threat_letter}, as: named}": "name a gift that is no threat letter",
    }

    asks = True

    def idle(self, known: Known) -> Iterator[Idle]:
        if not known.cards(self.cards, lying=False).may:
            yield Idle("name", "there is no such gift in the set", "C-5")

    def look(self, at: Looks, path: Path) -> None:
        at.ask(path, self.tag)
        at.step(evolve(self, as_=""), path)
        at.call(self.as_, "card", (*path, "as"))

    def compile(self, compiler: CompilesTo) -> None:
        compiler.name_card(self.cards, self.as_)

    def cost(self, costs: CostsOf) -> int:
        return 2
