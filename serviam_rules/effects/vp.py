"""What gaining and losing VP share."""

from __future__ import annotations

from contextlib import nullcontext

from serviam_rules.effects.running import Emit
from serviam_rules.effects.source import Finds, Source, is_number, literal
from serviam_rules.events import VpChanged
from serviam_rules.state import Draft
from serviam_rules.values import Side


def write_change(to: Source, who: Finds, number: str) -> None:
    """Change the VP of these players. Nothing is told of a change by 0."""
    by = to.once("by", number)
    if by == "0":
        return
    with nullcontext() if is_number(by) else to.block(f"if {by}:"), to.each(who) as side:
        to.call(change_vp, side, by, literal(to.program))


def change_vp(draft: Draft, log: Emit, side: Side, by: int, source: str) -> None:
    """Change the VP of a side, within the set's limits (C-7)."""
    numbers = draft.ruleset.numbers
    start = draft.side(side).vp
    end = start + by
    if end < numbers.vp.least:
        end = numbers.vp.least
    elif end > numbers.vp.most:
        end = numbers.vp.most
    VpChanged.tell(draft, log, side, by, start, end, source)
