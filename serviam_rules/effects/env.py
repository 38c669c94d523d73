"""What an expression can see while it runs, and the one way it reports what happens.

Layer 4. An `Env` lives as long as the virtual machine works on one frame; it never enters a state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from serviam_rules.effects.tables import Tables
from serviam_rules.events import Event, GiftShown
from serviam_rules.program import Program
from serviam_rules.state import (
    BranchOption,
    BranchRef,
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

Emit: TypeAlias = Callable[[Event], None]
Answer: TypeAlias = Ref | tuple[Ref, ...] | None


class Env:
    """A running effect's view of the game: who resolves it, for whom, what was chosen so far, and the draft."""

    __slots__ = ("answers", "draft", "emit", "found", "place", "private", "program", "side", "tables", "target")

    def __init__(
        self,
        draft: Draft,
        emit: Emit,
        program: str,
        side: Side,
        target: PowerholderId | None,
        place: PlaceRef | None,
    ) -> None:
        self.draft = draft
        self.emit = emit
        self.tables: Tables = draft.ruleset.compiled[0]
        self.program: Program = self.tables.programs[program]
        self.side: Side = side
        self.target = target
        self.place = place
        self.answers: list[Answer] = [None] * self.program.answers
        #: What a question has found when it pauses.
        self.found: tuple[Ref, ...] = ()
        #: Gifts chosen from hands that may not have been seen yet.
        self.private: tuple[GiftOption, ...] = ()

    @staticmethod
    def of_frame(draft: Draft, emit: Emit, frame: Frame) -> Env:
        """The effect that a frame of the state holds."""
        env = Env(draft, emit, frame.program, frame.side, frame.target, frame.place)
        env.answers = list(frame.answers)
        return env

    def frame(self, position: int) -> Frame:
        """The effect as a frame of the state, to go on at `position`."""
        return Frame(self.program.id, position, tuple(self.answers), self.side, self.target, self.place)

    @property
    def solo(self) -> bool:
        """Whether this is the game against Bazzi-Betti."""
        return self.draft.bazzi_betti is not None

    def decider(self) -> Seat:
        """The seat that makes the choices of this effect: Bazzi-Betti's are made by the human (O)."""
        return self.side if isinstance(self.side, int) else 0

    def everyone(self) -> tuple[Side, ...]:
        """All sides, seats first."""
        seats: tuple[Side, ...] = tuple(range(len(self.draft.players)))
        return (*seats, BAZZI_BETTI) if self.solo else seats

    def hand(self, side: Side) -> tuple[GiftId, ...]:
        """The hand of a side; Bazzi-Betti has none (O-13)."""
        return self.draft.players[side].hand if isinstance(side, int) else ()

    def influence(self, powerholder: PowerholderId) -> int:
        """The value of the space a marker stands on (C-2)."""
        index = self.tables.index[powerholder]
        return self.tables.values[index][self.draft.spaces[index]]

    def topmost(self, place: PlaceRef) -> GiftId | None:
        """The topmost gift of a place (D-4)."""
        gifts = self.draft.side(place.side).row[place.slot].gifts
        return gifts[-1] if gifts else None

    def show(self, seat: Seat, gift: GiftId, copies: int = 1) -> None:
        """Show a gift of a hand to everybody, unless they know that so many copies are there."""
        for _ in range(copies - self.draft.players[seat].known_hand.count(gift)):
            self.emit(GiftShown(seat, gift))

    def show_chosen(self) -> None:
        """Show the gifts chosen from hands that are still there: what a waiting effect goes on with is no secret."""
        for chosen in self.private:
            if self.hand(chosen.seat).count(chosen.gift) >= chosen.copies:
                self.show(chosen.seat, chosen.gift)
        self.private = ()

    def option(self, ref: Ref) -> Option:
        """A ref with what a client needs to show it."""
        if isinstance(ref, str):
            return PowerholderOption(ref)
        return _OPTIONS[type(ref)](self, ref)

    def place_option(self, ref: PlaceRef) -> PlaceOption:
        lying = self.draft.side(ref.side).row[ref.slot]
        shown = lying.powerholder if lying.face_up else None
        return PlaceOption(ref.side, ref.slot, shown, lying.gifts[-1] if lying.gifts else None)

    def gift_option(self, ref: GiftRef) -> GiftOption:
        return GiftOption(ref.seat, ref.gift, self.hand(ref.seat).count(ref.gift))


def _player_option(_: Env, ref: PlayerRef) -> PlayerOption:
    return PlayerOption(ref.side)


def _branch_option(_: Env, ref: BranchRef) -> BranchOption:
    return BranchOption(ref.branch)


_OPTIONS: dict[type, Callable[[Env, Any], Option]] = {
    PlaceRef: Env.place_option,
    GiftRef: Env.gift_option,
    PlayerRef: _player_option,
    BranchRef: _branch_option,
}
