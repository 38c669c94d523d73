"""What programs call while they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from serviam_rules.events import ChoiceImpossible, ChoiceMade, GiftShown, LotDrawn
from serviam_rules.state import (
    BranchOption,
    BranchRef,
    CardOption,
    CardRef,
    Decision,
    Draft,
    Frame,
    GiftOption,
    GiftRef,
    Option,
    Place,
    PlaceOption,
    PlaceRef,
    PlayerOption,
    PlayerRef,
    PowerholderOption,
    Ref,
    StopOption,
    StopRef,
)
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, Seat, Side, value

T = TypeVar("T")
#: Where events are told (`Event.tell`).
Emit: TypeAlias = Any


@value
class Asks:
    """Which step of which program asks, and for a move by how much (`Decision`)."""

    prompt: str
    source: str
    step: int | None
    amount: int | None

    def decision(self, seat: Seat, kind: str, options: tuple[Option, ...]) -> Decision:
        """The decision between these options."""
        return Decision(seat, kind, self.prompt, self.source, options, self.step, self.amount)

    def branch(self, ref: BranchRef) -> BranchOption:
        """A branch of the step, as an option."""
        return BranchOption(ref.branch, self.source, self.step)


def everyone(draft: Draft) -> Sequence[Side]:
    """All sides, seats first."""
    seats = range(len(draft.players))
    return seats if draft.bazzi_betti is None else (*seats, BAZZI_BETTI)


def clockwise(draft: Draft, side: Side, found: Sequence[Side]) -> Sequence[Side]:
    """These players in the order of turns, beginning with this side if it is among them."""
    sides = everyone(draft)
    first = sides.index(side)
    return sorted(found, key=lambda one: (sides.index(one) - first) % len(sides))


def beside(draft: Draft, side: Side, steps: int) -> Side:
    """Who sits so many places to the left of a side, clockwise."""
    sides = everyone(draft)
    return sides[(sides.index(side) + steps) % len(sides)]


def began(draft: Draft) -> Seat:
    """The seat that began (S-6): from it, turns go round."""
    return (draft.active - draft.turn + 1) % len(draft.players)


def turn_of(draft: Draft, side: Side) -> int:
    """Which of its turns a side has, or has next; of Bazzi-Betti, which round it is."""
    turns: int = draft.ruleset.numbers.turn.turns
    return min(draft.players[side].turns_taken + 1, turns) if isinstance(side, int) else draft.turn


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


def places(players: int, places: int, bazzi_betti: int) -> dict[Side, tuple[PlaceRef, ...]]:
    """The places of every row, by side."""
    made: dict[Side, tuple[PlaceRef, ...]] = {
        seat: tuple([PlaceRef(seat, slot) for slot in range(places)]) for seat in range(players)
    }
    made[BAZZI_BETTI] = tuple([PlaceRef(BAZZI_BETTI, slot) for slot in range(bazzi_betti)])
    return made


def neighbours(draft: Draft, place: PlaceRef | None, side: Side) -> list[tuple[int, Place]]:
    """The neighbours of a place, if it is in the row of this side: slots, and what lies there."""
    if place is None or place.side != side:
        return []
    row = draft.side(side).row
    at = place.slot
    left = [(at - 1, row[at - 1])] if at > 0 else []
    return [*left, (at + 1, row[at + 1])] if at + 1 < len(row) else left


def names(draft: Draft) -> tuple[PowerholderId, ...]:
    """Those named on the face-up rival (C-6, O-14)."""
    return () if draft.rival is None else draft.ruleset.rivals[draft.rival].names


def one_hand(found: list[Ref]) -> list[Ref]:
    """Of gifts of several hands those of the first, or one would look into another's."""
    first = found[0] if found else None
    return [ref for ref in found if ref.seat == first.seat] if isinstance(first, GiftRef) else found  # type: ignore[union-attr]


def branches(opened: Sequence[bool], able: Sequence[bool]) -> list[BranchRef]:
    """The branches that are open and whose first choice has a possibility; all that are open, if none has (T-18)."""
    found = [
        BranchRef(at) for at, (is_open, is_able) in enumerate(zip(opened, able, strict=True)) if is_open and is_able
    ]
    return found or [BranchRef(at) for at, is_open in enumerate(opened) if is_open]


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


def option(draft: Draft, asks: Asks, ref: Ref) -> Option:
    """A ref with what a client needs to show it."""
    if isinstance(ref, PlaceRef):
        lying = draft.side(ref.side).row[ref.slot]
        shown = lying.powerholder if lying.face_up else None
        return PlaceOption(ref.side, ref.slot, shown, lying.gifts[-1] if lying.gifts else None)
    if isinstance(ref, str):
        return PowerholderOption(ref)
    if isinstance(ref, GiftRef):
        return GiftOption(ref.seat, ref.gift, hand(draft, ref.seat).count(ref.gift))
    if isinstance(ref, CardRef):
        return CardOption(ref.gift)
    if isinstance(ref, StopRef):
        return StopOption()
    return PlayerOption(ref.side) if isinstance(ref, PlayerRef) else asks.branch(ref)


def decider(side: Side) -> Seat:
    """The seat that makes the choices of an effect: Bazzi-Betti's are made by the human (O)."""
    return side if isinstance(side, int) else 0


def decision(draft: Draft, kind: str, asks: Asks, side: Side, found: Sequence[Ref]) -> Decision:
    """The decision between these. Whoever's hand it is chooses from it; all else, whoever resolves the effect."""
    first = found[0]
    seat = first.seat if isinstance(first, GiftRef) else decider(side)
    return asks.decision(seat, kind, tuple([option(draft, asks, ref) for ref in found]))


def decisions(asks: Asks, who: tuple[PowerholderId, ...], seats: int) -> dict[Side, Decision]:
    """The decision between these powerholders, whoever resolves the effect."""
    options = tuple([PowerholderOption(one) for one in who])
    sides: tuple[Side, ...] = (*range(seats), BAZZI_BETTI)
    return {side: asks.decision(decider(side), "powerholder", options) for side in sides}


def pause(  # noqa: PLR0917 - what is written calls it in one place
    draft: Draft,
    log: Emit,
    kind: str,
    asks: Asks,
    found: Sequence[Ref],
    waits: Frame,
    private: tuple[GiftOption, ...] = (),
    you: Side | None = None,
) -> Literal[False]:
    """Leave a choice to a player; the effect goes on with the answer (`vm.resume`)."""
    if private:
        show_chosen(draft, log, private)
    draft.decision = decision(draft, kind, asks, waits.side if you is None else you, found)
    draft.frames = (waits,)
    return False


def settle(draft: Draft, log: Emit, kind: str, asks: Asks, side: Side, found: Sequence[Ref]) -> Any:
    """A choice that has one possibility, or none, is made here (T-16): what is chosen, or None."""
    seat = side if isinstance(side, int) else 0
    if not found:
        ChoiceImpossible.tell(draft, log, seat, asks.prompt, kind, asks.source)
        return None
    ref = found[0]
    if isinstance(ref, GiftRef):
        seat = ref.seat
    ChoiceMade.tell(draft, log, seat, asks.prompt, option(draft, asks, ref), True, kind == "gift")
    return ref


def secret(draft: Draft, ref: Ref | None) -> tuple[GiftOption, ...]:
    """What is chosen, if it is a gift of a hand: nobody has seen it yet."""
    return (GiftOption(ref.seat, ref.gift, hand(draft, ref.seat).count(ref.gift)),) if isinstance(ref, GiftRef) else ()


def draw_lots(draft: Draft, log: Emit, kind: str, asks: Asks, side: Side, found: Sequence[Ref]) -> Any:
    """One of these by the game's random source, each equally likely; None if there is none."""
    if len(found) < 2:
        return settle(draft, log, kind, asks, side, found)
    options = tuple([option(draft, asks, ref) for ref in found])
    drawn = options[draft.rng.below(len(options))]
    first = found[0]
    seat = first.seat if isinstance(first, GiftRef) else decider(side)
    told = LotDrawn.tell(draft, log, seat, asks.prompt, drawn, options, kind == "gift")
    return drawn.ref if told is None else told.option.ref


def pickable(found: Sequence[Ref], before: Sequence[Ref], least: int) -> list[Ref]:
    """What is left to pick, and after it that no more is wanted, if enough has been picked."""
    rest = list(found)
    for ref in before:
        if ref in rest:
            rest.remove(ref)
    left = one_hand([*dict.fromkeys(rest)])
    return [*left, StopRef()] if left and len(before) >= least else left


def picked(before: tuple[Ref, ...], ref: Ref | None) -> tuple[tuple[Ref, ...], Ref]:
    """Those picked before and this one; and whether it was the last."""
    return (before, StopRef()) if ref is None or isinstance(ref, StopRef) else ((*before, ref), ref)


def goes_on(before: Sequence[Ref], last: Ref | None, most: int | None) -> bool:
    """Whether one more can be picked."""
    return not isinstance(last, StopRef) and (most is None or len(before) < most)


def show_picked(draft: Draft, log: Emit, several: Sequence[Ref]) -> None:
    """Show gifts of a hand as they are picked: each is laid open."""
    for ref in dict.fromkeys(several):
        if isinstance(ref, GiftRef):
            show(draft, log, ref.seat, ref.gift, several.count(ref))


def greatest(pairs: Sequence[tuple[int, T]]) -> list[T]:
    """Those with the greatest number."""
    most = max([number for number, _ in pairs], default=0)
    return [one for number, one in pairs if number == most]


def least(pairs: Sequence[tuple[int, T]]) -> list[T]:
    """Those with the least number."""
    fewest = min([number for number, _ in pairs], default=0)
    return [one for number, one in pairs if number == fewest]
