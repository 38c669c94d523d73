"""Drawing a gift, as an op and at the end of a turn."""

from __future__ import annotations

from serviam_rules.effects.running import Emit
from serviam_rules.events import DiscardsShuffledIn, GiftDrawn, NothingDrawn
from serviam_rules.state import Draft
from serviam_rules.values import Seat


def draw_gift(draft: Draft, emit: Emit, seat: Seat) -> bool:
    """One card from the gift deck; an empty deck is first made anew from the discards (T-11, T-15).

    False if there is none.
    """
    if not draft.gift_deck and draft.gift_discard:
        DiscardsShuffledIn.tell(draft, emit, draft.gift_discard)
    if draft.gift_deck:
        GiftDrawn.tell(draft, emit, seat, draft.gift_deck[0])
        return True
    NothingDrawn.tell(draft, emit, seat)
    return False
