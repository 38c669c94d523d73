"""Words for decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.known import Fault, Found, Known
from serviam_rules.effects.node import DECK, REPLACEABLE, Node, word
from serviam_rules.effects.powerholders import solo_only
from serviam_rules.effects.source import Source, Things


@word("powerholder_deck", DECK)
class PowerholderDeck(Node):
    doc = "The powerholder deck of whoever resolves the effect (S-3, O-3)."

    examples: ClassVar[dict[str, str]] = {"powerholder_deck": "your powerholder deck"}


@word("rival_deck", DECK)
class RivalDeck(Node):
    doc = "The rival deck; there is one in the solo game only (O-4)."

    examples: ClassVar[dict[str, str]] = {"rival_deck": "the rival deck"}

    def against(self, known: Known) -> Iterator[Fault]:
        return solo_only(known, self.tag)


@word("gift_deck", DECK)
class GiftDeck(Node):
    doc = "The gift deck (C-4). It can be shuffled; its top is not turned up and replaces nothing."

    examples: ClassVar[dict[str, str]] = {"gift_deck": "the gift deck"}


@word("rival", REPLACEABLE)
class FaceUpRival(Node):
    doc = "The face-up rival (O-4)."

    examples: ClassVar[dict[str, str]] = {"rival": "the face-up rival"}

    def against(self, known: Known) -> Iterator[Fault]:
        return solo_only(known, self.tag)

    def finds(self, known: Known) -> Found:
        return Found(0, 1, distinct=True)

    def find(self, to: Source) -> Things:
        """No place: as an exception it leaves none out."""
        return Things(known=())
