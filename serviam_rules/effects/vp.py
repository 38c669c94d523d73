"""What gaining and losing VP share."""

from __future__ import annotations

from contextlib import nullcontext

from serviam_rules.effects.meanings import change_vp
from serviam_rules.effects.source import Finds, Source, is_number, literal


def write_change(to: Source, who: Finds, number: str) -> None:
    """Change the VP of these players. Nothing is told of a change by 0."""
    by = to.once("by", number)
    if by == "0":
        return
    with nullcontext() if is_number(by) else to.block(f"if {by}:"), to.each(who) as side:
        to.call(change_vp, side, by, literal(to.program))
