"""What gaining and losing VP share. Layer 4."""

from __future__ import annotations

from serviam_rules.effects.env import Env
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import VpChanged


def change_vp(env: Env, who: Finds, by: int) -> None:
    """Change the VP of these players, each within the set's limits (C-7). Nothing is told of a change by 0."""
    if by == 0:
        return
    numbers = env.draft.ruleset.numbers
    for ref in who.find(env):
        start = env.draft.side(ref.side).vp
        end = min(max(start + by, numbers.least_vp), numbers.most_vp)
        env.emit(VpChanged(ref.side, by, start, end, env.program.id))
