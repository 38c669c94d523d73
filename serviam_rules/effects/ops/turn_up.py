"""Cards are turned face up."""

from __future__ import annotations

from serviam_rules.effects.decks import PowerholderDeck, RivalDeck
from serviam_rules.effects.env import Env
from serviam_rules.effects.node import DECK, STEP, TURNABLE, Node, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import DeckTopTurnedUp, PlaceTurnedUp, RivalDeckTopTurnedUp
from serviam_rules.state import PlaceRef


@word("top_of", TURNABLE)
class TopOf(Node):
    """The top card of this deck; it stays there, open to all, until it is taken or the deck is shuffled."""

    deck: PowerholderDeck | RivalDeck = part(DECK, "powerholder_deck or rival_deck")

    examples = {"{top_of: powerholder_deck}": "the top card of your powerholder deck"}

    def find(self, env: Env) -> tuple[PowerholderDeck | RivalDeck, ...]:
        return (self.deck,)


@word("turn_up", STEP)
class TurnUp(Op):
    """Turn up a face-down card of a row, a connection from then on, or the top card of a deck (T-8, D-5, O-7, O-10)."""

    what: Finds = part(TURNABLE, "what to turn up")

    examples = {
        "{turn_up: {one: face_down}}": "turn up a face-down card of your row",
        "{turn_up: {top_of: powerholder_deck}}": "turn up the top card of your powerholder deck",
    }

    def run(self, env: Env) -> None:
        for ref in self.what.find(env):
            if isinstance(ref, PowerholderDeck):
                _turn_up_top(env)
            elif isinstance(ref, RivalDeck):
                if env.draft.rival_deck and not env.draft.rival_deck_open:
                    env.emit(RivalDeckTopTurnedUp(env.draft.rival_deck[0]))
            elif isinstance(ref, PlaceRef):  # the top of the gift deck is not turned up
                _turn_up_place(env, ref)


def _turn_up_place(env: Env, ref: PlaceRef) -> None:
    lying = env.draft.side(ref.side).row[ref.slot]
    if not lying.face_up:
        env.emit(PlaceTurnedUp(ref.side, ref.slot, lying.powerholder))


def _turn_up_top(env: Env) -> None:
    """Turn up the top card of the powerholder deck of whoever resolves the effect, if it is not open already."""
    owner = env.draft.side(env.side)
    if owner.deck and not owner.deck_open:
        env.emit(DeckTopTurnedUp(env.side, owner.deck[0]))
