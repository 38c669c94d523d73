"""A game with the way back: undo up to the last thing that came to light, and redo.

For hosts: states never change, so a history only remembers them. What was seen cannot be unseen - so the way back ends
at the last action by which something came to light (`Step.reveals`).
"""

from __future__ import annotations

from serviam_rules.actions import Action
from serviam_rules.errors import UsageError
from serviam_rules.events import Event
from serviam_rules.game import Step, apply
from serviam_rules.state import GameState
from serviam_rules.values import Seat, value


@value
class Taken:
    """An action that was taken, by whom, and what came of it."""

    seat: Seat
    action: Action
    step: Step


@value
class Barrier:
    """Why the way back (or forth) ends here.

    `code` is `nothing-left`, `revealed` or `not-yours`; `by` is the event by which something came to light, if one was.
    """

    code: str
    message: str
    by: Event | None = None

    def __str__(self) -> str:
        return self.message


class History:
    """A game being played. The one thing here that changes: `state` is the situation now, `taken` what led to it."""

    def __init__(self, state: GameState) -> None:
        if type(state) is not GameState:
            raise UsageError(f"a history begins with a GameState, not with {type(state).__name__}")
        self._beginning = state
        self._taken: list[Taken] = []
        self._undone: list[Taken] = []

    @property
    def state(self) -> GameState:
        """The situation now."""
        return self._taken[-1].step.state if self._taken else self._beginning

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The actions that led here from where the history began, in order."""
        return tuple(self._taken)

    def apply(self, action: Action) -> Step:
        """Take an action, as `apply`. IllegalAction for one that is not legal. What was undone is gone by that."""
        seat = self.state.to_act
        step = apply(self.state, action)
        assert seat is not None, "after the end no action is legal"
        self._taken.append(Taken(seat, action, step))
        self._undone.clear()
        return step

    def undo(self, seat: Seat | None = None) -> GameState:
        """Take back the last action, and return the situation before it.

        `seat`: who asks, and can take back its own actions only; None is the host, who can take back anybody's. Raises
        UsageError, with the reason, where `why_not_undo` tells one.
        """
        against = self.why_not_undo(seat)
        if against is not None:
            raise UsageError(against.message)
        self._undone.append(self._taken.pop())
        return self.state

    def redo(self, seat: Seat | None = None) -> Step:
        """Take the action again that was undone last; `seat` as in `undo`. UsageError where `why_not_redo` says why."""
        against = self.why_not_redo(seat)
        if against is not None:
            raise UsageError(against.message)
        again = self._undone.pop()
        self._taken.append(again)
        return again.step

    def why_not_undo(self, seat: Seat | None = None) -> Barrier | None:
        """Why the last action cannot be taken back, or None if it can."""
        if not self._taken:
            return Barrier("nothing-left", "there is no action to take back")
        last = self._taken[-1]
        if seat is not None and seat != last.seat:
            return Barrier("not-yours", f"the last action was taken by seat {last.seat}, not by seat {seat}")
        by = next((told for told in last.step.events if told.reveals(last.seat)), None)
        if by is not None:
            return Barrier("revealed", f"the last action brought something to light ({by.type})", by)
        return None

    def why_not_redo(self, seat: Seat | None = None) -> Barrier | None:
        """Why nothing can be redone, or None if something can."""
        if not self._undone:
            return Barrier("nothing-left", "nothing has been undone since the last action")
        if seat is not None and seat != self._undone[-1].seat:
            return Barrier("not-yours", f"the action was taken by seat {self._undone[-1].seat}, not by seat {seat}")
        return None
