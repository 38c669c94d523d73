"""Runs effects until they end or a player has to choose.

An effect is a function (`effects.writing`). Only when a question needs a player does it become a `Frame` of the
state - program, position, answers -, with a frame below it for each effect that waits for it, and the decision
beside it. `resume` goes on with what is left of the effects, the topmost first.
"""

from __future__ import annotations

from typing import Any

from serviam_rules.effects.instructions import Question
from serviam_rules.effects.running import Emit
from serviam_rules.events import ChoiceMade
from serviam_rules.state import Decision, Draft, Frame, GiftOption, PlaceRef
from serviam_rules.values import PowerholderId, Side


def start(
    draft: Draft,
    program: str,
    side: Side,
    log: Emit,
    target: PowerholderId | None = None,
    place: PlaceRef | None = None,
) -> bool:
    """Run an effect from its beginning. True if it has ended, False if `draft.decision` is due first."""
    begin = draft.ruleset.tables.begin
    return begin[program](draft, log, side, target, place)  # type: ignore[no-any-return]


def resume(draft: Draft, option: int, log: Emit) -> bool:
    """Answer the pending decision, and run everything that waited for it. True if all has ended, as in `start`."""
    asked, frames = draft.decision, draft.frames
    assert asked is not None
    frame = frames[-1]
    draft.decision = None
    draft.frames = ()
    chosen: Any = asked.options[option]
    private = (chosen,) if type(chosen) is GiftOption else ()
    ChoiceMade.tell(draft, log, asked.seat, asked.prompt, chosen, False, bool(private))
    known = draft.ruleset.tables
    question: Question = known.programs[frame.program].code[frame.position]
    answers = [*frame.answers]
    answers[question.answer] = chosen.ref
    ended = _go_on(draft, log, frame, frame.position + 1, answers, private)
    waiting = frames[:-1]
    while ended and waiting:
        frame, waiting = waiting[-1], waiting[:-1]
        ended = _go_on(draft, log, frame, frame.position, frame.answers, ())
    if not ended and waiting:
        draft.frames = waiting + draft.frames
    return ended


def _go_on(draft: Draft, log: Emit, frame: Frame, position: int, answers: Any, private: tuple[GiftOption, ...]) -> bool:
    known = draft.ruleset.tables
    left = known.left[frame.program, position]
    return left(draft, log, frame.side, frame.target, frame.place, answers, private)  # type: ignore[no-any-return]


def pending(draft: Draft) -> Decision | None:
    """The decision that the running effect waits for, worked out anew (a loaded state does not carry it)."""
    if not draft.frames:
        return None
    frame = draft.frames[-1]
    known = draft.ruleset.tables
    question: Question = known.programs[frame.program].code[frame.position]
    refs = known.asks[frame.program, frame.position](draft, frame.side, frame.target, frame.place, frame.answers)
    return question.decision(draft, frame.side, refs)
