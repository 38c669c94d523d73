"""The virtual machine: runs effects until they end or a player has to choose. Layer 4.

While it runs, an effect lives in an `Env`. Only when a question needs a player does it become a `Frame` of the
state - program, position, answers -, with a frame below it for each effect that waits for it, and the decision
beside it. `resume` turns the frames back into running effects, the topmost first.
"""

from __future__ import annotations

from typing import cast

from serviam_rules.effects.env import Emit, Env
from serviam_rules.effects.instructions import Question, answer
from serviam_rules.program import PAUSE, SUSPENDED
from serviam_rules.state import Decision, Draft, PlaceRef, Ref
from serviam_rules.values import PowerholderId, Side


def start(
    draft: Draft,
    program: str,
    side: Side,
    emit: Emit,
    target: PowerholderId | None = None,
    place: PlaceRef | None = None,
) -> bool:
    """Run an effect from its beginning. True if it has ended, False if `draft.decision` is due first."""
    return execute(Env(draft, emit, program, side, target, place), 0)


def resume(draft: Draft, option: int, emit: Emit) -> bool:
    """Answer the pending decision, and run everything that waited for it. True if all has ended, as in `start`."""
    asked = draft.decision
    assert asked is not None
    draft.decision = None
    frames = draft.frames
    env = Env.of_frame(draft, emit, frames[-1])
    position = frames[-1].position
    answer(cast(Question, env.program.code[position]), env, asked.options[option], asked.seat, by_engine=False)
    draft.frames = ()
    ended = execute(env, position + 1)
    waiting = frames[:-1]
    while ended and waiting:
        frame, waiting = waiting[-1], waiting[:-1]
        ended = execute(Env.of_frame(draft, emit, frame), frame.position)
    if not ended:
        draft.frames = waiting + draft.frames
    return ended


def execute(env: Env, position: int) -> bool:
    """Run one effect from a position on. If it cannot end now, it and what it started are left in `draft.frames`."""
    code = env.program.code
    end = len(code)
    while position < end:
        following = code[position].do(env, position)
        if following < 0:
            return _suspend(env, position, following)
        position = following
    return True


def _suspend(env: Env, position: int, reason: int) -> bool:
    draft = env.draft
    if env.private:
        env.show_chosen()
    if reason == PAUSE:
        draft.decision = _decision(env, position, env.found)
        draft.frames = (env.frame(position),)
    else:
        assert reason == SUSPENDED
        draft.frames = (env.frame(position + 1), *draft.frames)
    return False


def _decision(env: Env, position: int, refs: tuple[Ref, ...]) -> Decision:
    """The decision that the question at this position asks for."""
    question = cast(Question, env.program.code[position])
    return Decision(
        question.seat(env, refs), question.kind, question.prompt, env.program.id, question.options(env, refs)
    )


def pending(draft: Draft) -> Decision | None:
    """The decision that the running effect waits for, worked out anew (a loaded state does not carry it)."""
    if not draft.frames:
        return None
    frame = draft.frames[-1]
    env = Env.of_frame(draft, _silent, frame)
    question = cast(Question, env.program.code[frame.position])
    return _decision(env, frame.position, question.refs(env))


def _silent(_: object) -> None:
    """Working out a decision reports nothing."""
