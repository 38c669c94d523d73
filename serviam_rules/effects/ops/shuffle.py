"""A deck is shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.decks import GiftDeck, PowerholderDeck, RivalDeck
from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.node import DECK, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Source
from serviam_rules.events import GiftDeckShuffled, PowerholderDeckShuffled, RivalDeckShuffled


@word("shuffle", STEP)
class Shuffle(Op):
    doc = "Shuffle a deck with the game's own random source (D-5, O-10)."

    deck: PowerholderDeck | RivalDeck | GiftDeck = part(DECK, "which deck")

    examples: ClassVar[dict[str, str]] = {"{shuffle: powerholder_deck}": "shuffle your powerholder deck"}

    def idle(self, known: Known) -> Iterator[Idle]:
        return iter(())  # a deck can always be shuffled

    def write(self, to: Source) -> None:
        if isinstance(self.deck, PowerholderDeck):
            to.tell(PowerholderDeckShuffled, to.you)
        elif isinstance(self.deck, GiftDeck):
            to.tell(GiftDeckShuffled)
        else:
            with to.block("if draft.bazzi_betti is not None:"):
                to.tell(RivalDeckShuffled)
