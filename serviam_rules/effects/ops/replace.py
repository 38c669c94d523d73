"""A card of the table is replaced by the top card of a deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from serviam_rules.effects.by_rules import replace_by_rules
from serviam_rules.effects.decks import FaceUpRival, PowerholderDeck, RivalDeck
from serviam_rules.effects.known import Idle, Known
from serviam_rules.effects.meanings import replace_place, replace_rival
from serviam_rules.effects.node import DECK, REPLACEABLE, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.source import Finds, Source


@word("replace", STEP)
class Replace(Op):
    doc = (
        "Replace a card of the own row from the powerholder deck, or the face-up rival from the rival deck (D-5, "
        "O-10).\n\n"
        "The new card lies face up in the same place, gifts stay where they lie (D-7); the replaced card goes to "
        "the bottom of the deck. Nothing happens if the deck is empty or does not fit."
    )

    what: Finds | FaceUpRival = part(REPLACEABLE, "what is replaced", single=True)
    from_: PowerholderDeck | RivalDeck = part(DECK, "powerholder_deck for a place, rival_deck for the rival")

    examples: ClassVar[dict[str, str]] = {
        "{replace: {one: connections}, from: powerholder_deck}":
            "replace one of your connections by the top card of your powerholder deck",
        "{replace: rival, from: rival_deck}": "replace the face-up rival by the top card of the rival deck",
    }  # fmt: skip

    def idle(self, known: Known) -> Iterator[Idle]:
        if isinstance(self.what, FaceUpRival):
            if not isinstance(self.from_, RivalDeck):
                yield Idle("from", "a rival is replaced from the rival_deck", "O-10")
        elif not isinstance(self.from_, PowerholderDeck):
            yield Idle("from", "a card of a row is replaced from the powerholder_deck", "D-5")
        elif (owner := known.found(self.what).owner) in ("opponent", "opponents", "everyone"):
            yield Idle("replace", "only cards of one's own row can be replaced", "D-5", always=owner != "everyone")

    def able(self, to: Source) -> str:
        return "True" if isinstance(self.what, FaceUpRival) else f"bool(draft.side({to.you}).deck)"

    def write(self, to: Source) -> None:
        if isinstance(self.what, FaceUpRival):
            if isinstance(self.from_, RivalDeck):
                to.call(replace_rival)
        elif isinstance(self.from_, PowerholderDeck):
            replace = replace_by_rules if to.ruled("replaces") else replace_place
            to.call(replace, to.you, self.what.find(to).first)
