"""What programs call while they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from serviam_rules.events import GiftShown
from serviam_rules.state import (
    BranchOption,
    BranchRef,
    Decision,
    Draft,
    Frame,
    GiftOption,
    GiftRef,
    Option,
    PlaceOption,
    PlaceRef,
    PlayerOption,
    PlayerRef,
    PowerholderOption,
    Ref,
)
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, Seat, Side

#: Where events are told (`Event.tell`).
Emit: TypeAlias = Any


def everyone(draft: Draft) -> Sequence[Side]:
    """All sides, seats first."""
    seats = range(len(draft.players))
    return seats if draft.bazzi_betti is None else (*seats, BAZZI_BETTI)


def hand(draft: Draft, side: Side) -> tuple[GiftId, ...]:
    """The hand of a side; Bazzi-Betti has none (O-13)."""
    return draft.players[side].hand if isinstance(side, int) else ()


def topmost(draft: Draft, place: PlaceRef) -> GiftId | None:
    """The topmost gift of a place (D-4)."""
    gifts = draft.side(place.side).row[place.slot].gifts
    return gifts[-1] if gifts else None


def face_up_at(draft: Draft, place: PlaceRef) -> PowerholderId | None:
    """Whoever lies face up at a place."""
    lying = draft.side(place.side).row[place.slot]
    return lying.powerholder if lying.face_up else None


def names(draft: Draft) -> tuple[PowerholderId, ...]:
    """Those named on the face-up rival (C-6, O-14)."""
    return () if draft.rival is None else draft.ruleset.rivals[draft.rival].names


def one_hand(found: list[Ref]) -> list[Ref]:
    """Of gifts of several hands those of the first, or one would look into another's."""
    first = found[0] if found else None
    return [ref for ref in found if ref.seat == first.seat] if isinstance(first, GiftRef) else found  # type: ignore[union-attr]


def branches(refs: Sequence[BranchRef], opened: Sequence[bool], able: Sequence[bool]) -> list[BranchRef]:
    """The branches that are open and whose first choice has a possibility; all that are open, if none has (T-18)."""
    found = [ref for ref, is_open, is_able in zip(refs, opened, able, strict=True) if is_open and is_able]
    return found or [ref for ref, is_open in zip(refs, opened, strict=True) if is_open]


def show(draft: Draft, log: Emit, seat: Seat, gift: GiftId, copies: int = 1) -> None:
    """Show a gift of a hand to everybody, unless they know that so many copies are there."""
    for _ in range(copies - draft.players[seat].known_hand.count(gift)):
        GiftShown.tell(draft, log, seat, gift)


def show_chosen(draft: Draft, log: Emit, chosen: tuple[GiftOption, ...]) -> None:
    """Show the gifts chosen from hands that are still there: what a waiting effect goes on with is no secret."""
    for one in chosen:
        if hand(draft, one.seat).count(one.gift) >= one.copies:
            show(draft, log, one.seat, one.gift)


def show_all(draft: Draft, log: Emit, found: Sequence[Ref]) -> None:
    """Show every copy of the gifts of hands among these."""
    for ref in found:
        if isinstance(ref, GiftRef):
            show(draft, log, ref.seat, ref.gift, hand(draft, ref.seat).count(ref.gift))


def option(draft: Draft, ref: Ref) -> Option:
    """A ref with what a client needs to show it."""
    if isinstance(ref, PlaceRef):
        lying = draft.side(ref.side).row[ref.slot]
        shown = lying.powerholder if lying.face_up else None
        return PlaceOption(ref.side, ref.slot, shown, lying.gifts[-1] if lying.gifts else None)
    if isinstance(ref, str):
        return PowerholderOption(ref)
    if isinstance(ref, GiftRef):
        return GiftOption(ref.seat, ref.gift, hand(draft, ref.seat).count(ref.gift))
    return PlayerOption(ref.side) if isinstance(ref, PlayerRef) else BranchOption(ref.branch)


class Asks(Protocol):
    """A question of a program."""

    def decision(self, draft: Draft, side: Side, refs: Sequence[Ref]) -> Decision: ...


def pause(
    draft: Draft,
    log: Emit,
    question: Asks,
    found: Sequence[Ref],
    waits: Frame,
    private: tuple[GiftOption, ...] = (),
) -> bool:
    """Leave a choice to a player; the effect goes on with the answer (`vm.resume`)."""
    if private:
        show_chosen(draft, log, private)
    draft.decision = question.decision(draft, waits.side, found)
    draft.frames = (waits,)
    return False
