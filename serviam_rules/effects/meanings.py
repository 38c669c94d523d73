"""What steps of the card language mean: plain functions, which programs call once they have found whom and how much.

Each writes nothing itself: it tells what happens (`Event.tell`). They stand apart from the words that call them, so
that a game whose programs lie ready is played without a word of the language.
"""

from __future__ import annotations

from serviam_rules.effects import vm
from serviam_rules.effects.running import Emit, hand, show, topmost
from serviam_rules.effects.tables import Tables
from serviam_rules.events import (
    CardResolved,
    DeckTopTurnedUp,
    DiscardsShuffledIn,
    GiftDiscarded,
    GiftDrawn,
    GiftLaid,
    GiftTakenUp,
    MarkerMoved,
    NothingDrawn,
    PlaceTurnedUp,
    PowerholderReplaced,
    RivalDeckTopTurnedUp,
    RivalReplaced,
    VpChanged,
)
from serviam_rules.state import Draft, GiftRef, PlaceRef
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, Seat, Side


def move(draft: Draft, log: Emit, who: PowerholderId, by: int) -> int:
    """Move one marker; by how many spaces it has moved, whichever way."""
    known: Tables = draft.ruleset.tables
    index = known.index[who]
    start = draft.spaces[index]
    end = start + by
    if end < 0:
        end = 0
    elif end > known.last[index]:
        end = known.last[index]
    MarkerMoved.tell(draft, log, who, by, start, end)
    return abs(end - start)


def change_vp(draft: Draft, log: Emit, side: Side, by: int, source: str) -> int:
    """Change the VP of a side, within the set's limits (C-7); by how many they have changed."""
    numbers = draft.ruleset.numbers
    start = draft.side(side).vp
    end = start + by
    if end < numbers.vp.least:
        end = numbers.vp.least
    elif end > numbers.vp.most:
        end = numbers.vp.most
    VpChanged.tell(draft, log, side, by, start, end, source)
    return end - start


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


def draw(draft: Draft, log: Emit, side: Side, gifts: int) -> int:
    """A side draws so many gifts, or as many as there are; Bazzi-Betti have no hand (O-13). How many it has drawn."""
    if side != BAZZI_BETTI:
        for drawn in range(gifts):
            if not draw_gift(draft, log, side):
                return drawn
        return max(gifts, 0)
    return 0


def discard(draft: Draft, log: Emit, ref: GiftRef | PlaceRef) -> int:
    """Discard a gift of a hand, or the topmost of a place, if it is still there; how many that was."""
    if isinstance(ref, GiftRef):
        if ref.gift not in hand(draft, ref.seat):
            return 0
        GiftDiscarded.tell(draft, log, ref.seat, ref.gift, None)
    else:
        gift = topmost(draft, ref)
        if gift is None:
            return 0
        GiftDiscarded.tell(draft, log, ref.side, gift, ref.slot)
    return 1


def exchange(draft: Draft, log: Emit, at: object, card: object) -> None:
    """Exchange the topmost gift of a place with a gift of the hand of whoever's row it is."""
    if not isinstance(at, PlaceRef) or not isinstance(card, GiftRef) or at.side != card.seat:
        return
    topmost_gift = topmost(draft, at)
    if topmost_gift is not None and card.gift in hand(draft, card.seat):
        GiftTakenUp.tell(draft, log, card.seat, topmost_gift, at.slot)
        GiftLaid.tell(draft, log, card.seat, card.gift, at.slot)


def turn_up(draft: Draft, log: Emit, at: PlaceRef) -> None:
    """Turn up a card of a row, unless it lies face up."""
    lying = draft.side(at.side).row[at.slot]
    if not lying.face_up:
        PlaceTurnedUp.tell(draft, log, at.side, at.slot, lying.powerholder)


def turn_up_top(draft: Draft, log: Emit, side: Side) -> None:
    """Turn up the top card of a powerholder deck, unless it lies open already."""
    owner = draft.side(side)
    if owner.deck and not owner.deck_open:
        DeckTopTurnedUp.tell(draft, log, side, owner.deck[0])


def turn_up_rival(draft: Draft, log: Emit) -> None:
    """Turn up the top card of the rival deck, unless it lies open already."""
    if draft.rival_deck and not draft.rival_deck_open:
        RivalDeckTopTurnedUp.tell(draft, log, draft.rival_deck[0])


def replace_place(draft: Draft, log: Emit, side: Side, ref: PlaceRef | None) -> None:
    """Replace a card of the own row, if the deck is not empty."""
    owner = draft.side(side)
    if ref is not None and ref.side == side and owner.deck:
        lying = owner.row[ref.slot]
        seen = owner.deck_open and lying.face_up
        PowerholderReplaced.tell(draft, log, ref.side, ref.slot, lying.powerholder, owner.deck[0], seen)


def replace_rival(draft: Draft, log: Emit) -> None:
    """Replace the face-up rival, if there are others."""
    if draft.rival is not None and draft.rival_deck:
        RivalReplaced.tell(draft, log, draft.rival, draft.rival_deck[0], draft.rival_deck_open)


def resolve(
    draft: Draft,
    log: Emit,
    side: Side,
    place: PlaceRef | None,
    ref: GiftRef | PlaceRef | None,
    target: PowerholderId | None,
) -> bool:
    """Start the effect of a gift; True if it has ended, False if it waits for a player."""
    if ref is None or target is None:
        return True
    if isinstance(ref, GiftRef):
        gift: GiftId | None = ref.gift
        if ref.gift in hand(draft, ref.seat):
            show(draft, log, ref.seat, ref.gift)
    else:
        gift, place = topmost(draft, ref), ref
    if gift is None:
        return True
    CardResolved.tell(draft, log, f"gift/{gift}", side, target)
    return vm.start(draft, f"gift/{gift}", side, log, target, place)
