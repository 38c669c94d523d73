"""A card of the table is replaced by the top card of a deck."""

from __future__ import annotations

from serviam_rules.effects.decks import FaceUpRival, PowerholderDeck, RivalDeck
from serviam_rules.effects.env import Env
from serviam_rules.effects.node import DECK, REPLACEABLE, STEP, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import PowerholderReplaced, RivalReplaced
from serviam_rules.state import PlaceRef


@word("replace", STEP)
class Replace(Op):
    """Replace a card of the own row from the powerholder deck, or the face-up rival from the rival deck (D-5, O-10).

    The new card lies face up in the same place, gifts stay where they lie (D-7); the replaced card goes
    to the bottom of the deck. Nothing happens if the deck is empty or does not fit.
    """

    what: Finds | FaceUpRival = part(REPLACEABLE, "what is replaced")
    from_: PowerholderDeck | RivalDeck = part(DECK, "powerholder_deck for a place, rival_deck for the rival")

    examples = {
        "{replace: {one: connections}, from: powerholder_deck}":
            "replace one of your connections by the top card of your powerholder deck",
        "{replace: rival, from: rival_deck}": "replace the face-up rival by the top card of the rival deck",
    }  # fmt: skip

    def run(self, env: Env) -> None:
        if isinstance(self.what, FaceUpRival):
            if isinstance(self.from_, RivalDeck) and env.draft.rival is not None and env.draft.rival_deck:
                env.emit(RivalReplaced(env.draft.rival, env.draft.rival_deck[0], env.draft.rival_deck_open))
        elif isinstance(self.from_, PowerholderDeck):
            for ref in self.what.find(env)[:1]:
                self._replace_place(env, ref)

    def _replace_place(self, env: Env, ref: PlaceRef) -> None:
        owner = env.draft.side(env.side)
        if ref.side == env.side and owner.deck:
            lying = owner.row[ref.slot]
            seen = owner.deck_open and lying.face_up
            env.emit(PowerholderReplaced(ref.side, ref.slot, lying.powerholder, owner.deck[0], seen))
