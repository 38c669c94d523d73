"""Runs effects until they end or a player has to choose.

An effect is a function (`effects.writing`). Only when a question needs a player does it become a `Frame` of the
state - program, position, answers -, with a frame below it for each effect that waits for it, and the decision
beside it. `resume` goes on with what is left of the effects, the topmost first.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Final

from serviam_rules.effects.functions import Functions
from serviam_rules.effects.running import Emit, decider
from serviam_rules.events import ChoiceMade
from serviam_rules.state import Decision, Draft, GiftOption, PlaceRef, RuleOption, Waiting
from serviam_rules.values import PowerholderId, Side

#: The decision about the order of answers, without its seat and options.
ORDER: Final = Decision(0, "rule", "answer", "set/answers", ())


def start(
    draft: Draft,
    program: str,
    side: Side,
    log: Emit,
    target: PowerholderId | None = None,
    place: PlaceRef | None = None,
) -> bool:
    """Run an effect from its beginning. True if it has ended, False if `draft.decision` is due first."""
    run: Functions = draft.ruleset.tables.functions
    return run.begin[program](draft, log, side, target, place)  # type: ignore[no-any-return]


def resume(draft: Draft, option: int, log: Emit) -> bool:
    """Answer the pending decision, and run everything that waited for it. True if all has ended, as in `start`."""
    asked, frames = draft.decision, draft.frames
    assert asked is not None
    frame = frames[-1]
    draft.decision = None
    draft.frames = ()
    chosen: Any = asked.options[option]
    ChoiceMade.tell(draft, log, asked.seat, asked.prompt, chosen, False, type(chosen) is GiftOption)
    run: Functions = draft.ruleset.tables.functions
    go_on = run.answer[frame.program, frame.position]
    ended: bool = go_on(draft, log, frame.side, frame.target, frame.place, frame.answers, chosen)
    waiting = frames[:-1]
    while ended and waiting:
        frame, waiting = waiting[-1], waiting[:-1]
        go_on = run.resume[frame.program, frame.position]
        ended = go_on(draft, log, frame.side, frame.target, frame.place, frame.answers)
    if not ended and waiting:
        draft.frames = waiting + draft.frames
    return ended


def pending(draft: Draft) -> Decision | None:
    """The decision that the running effect waits for, worked out anew (a loaded state does not carry it)."""
    if not draft.frames:
        return _order(draft) if draft.waiting else None
    frame = draft.frames[-1]
    run: Functions = draft.ruleset.tables.functions
    ask = run.ask[frame.program, frame.position]
    return ask(draft, frame.side, frame.target, frame.place, frame.answers)  # type: ignore[no-any-return]


def _order(draft: Draft) -> Decision | None:
    """The choice of what answers next, where one player has several different answers to the same moment."""
    if draft.waiting[0].begun:
        return None
    found = first_to_answer(draft)
    if len(found) < 2:
        return None
    options = tuple([RuleOption(one.program, one.position or 0, number) for number, one in enumerate(found)])
    return Decision(decider(found[0].side), ORDER.kind, ORDER.prompt, ORDER.source, options)


def first_to_answer(draft: Draft) -> list[Waiting]:
    """What can be carried out next: different answers of one player to the same moment."""
    first = draft.waiting[0]
    group = takewhile(lambda one: (one.moment, one.side) == (first.moment, first.side), draft.waiting)
    return [*dict.fromkeys(group)]
