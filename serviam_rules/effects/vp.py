"""What gaining and losing VP share."""

from __future__ import annotations

from contextlib import nullcontext

from serviam_rules.effects.by_rules import REWARD, change_vp_by_rules
from serviam_rules.effects.meanings import change_vp
from serviam_rules.effects.source import Finds, Source, is_number, literal


def write_change(to: Source, who: Finds, number: str) -> None:
    """Change the VP of these players. Nothing is told of a change by 0."""
    by = to.once("by", number)
    if to.ruled("gains", "loses", *(["rewards"] if to.program == REWARD else [])):
        with to.each(who) as side:
            to.call(change_vp_by_rules, side, by, literal(to.program), "target")
        return
    if by == "0":
        return
    with nullcontext() if is_number(by) else to.block(f"if {by}:"), to.each(who) as side:
        to.call(change_vp, side, by, literal(to.program))
