"""Cards are turned face up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.decks import GiftDeck, PowerholderDeck, RivalDeck
from serviam_rules.effects.known import Found, Idle, Known
from serviam_rules.effects.meanings import turn_up, turn_up_rival, turn_up_top
from serviam_rules.effects.node import DECK, STEP, TURNABLE, Node, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Finds, Source, Things


@word("top_of", TURNABLE)
class TopOf(Node):
    doc = "The top card of this deck; it stays there, open to all, until it is taken or the deck is shuffled."

    deck: PowerholderDeck | RivalDeck = part(DECK, "powerholder_deck or rival_deck")

    examples: ClassVar[dict[str, str]] = {"{top_of: powerholder_deck}": "the top card of your powerholder deck"}

    def finds(self, known: Known) -> Found:
        return Found(0, 1, distinct=True)

    def find(self, to: Source) -> Things:
        """No place: as an exception it leaves none out."""
        return Things(known=())

    def write_turned_up(self, to: Source) -> None:
        """Turn the card up, if there is one and it is not open already. The top of the gift deck is not turned up."""
        if isinstance(self.deck, PowerholderDeck):
            to.call(turn_up_top, to.you)
        elif isinstance(self.deck, RivalDeck):
            to.call(turn_up_rival)


@word("turn_up", STEP)
class TurnUp(Op):
    doc = (
        "Turn up a face-down card of a row, a connection from then on, or the top card of a deck (T-8, D-5, O-7, O-10)."
    )

    what: Finds = part(TURNABLE, "what to turn up")

    examples: ClassVar[dict[str, str]] = {
        "{turn_up: {one: face_down}}": "turn up a face-down card of your row",
        "{turn_up: {top_of: powerholder_deck}}": "turn up the top card of your powerholder deck",
    }

    def idle(self, known: Known) -> Iterator[Idle]:
        if isinstance(self.what, TopOf) and isinstance(self.what.deck, GiftDeck):
            yield Idle("turn_up", "the top of the gift deck is not turned up", "C-4")
        elif known.found(self.what).lies == "up":
            yield Idle("turn_up", "what lies there is face up already", "T-8")

    def write(self, to: Source) -> None:
        if isinstance(self.what, TopOf):
            self.what.write_turned_up(to)
            return
        with to.each(self.what) as at:
            to.call(turn_up, at)
