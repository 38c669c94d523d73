"""What steps mean where lasting rules may forbid them, or make them more or less (`effects.force`).

Programs call these instead of the plain meanings exactly where some rule of the set is about such a moment.
"""

from __future__ import annotations

from typing import Final

from serviam_rules.effects.force import ADD_TO_MOVES, FORBID_MOVES, KEEPS, added, prevented
from serviam_rules.effects.meanings import change_vp, draw_gift, move, replace_place
from serviam_rules.effects.running import Emit
from serviam_rules.state import Draft, PlaceRef
from serviam_rules.values import BAZZI_BETTI, PowerholderId, Seat, Side

#: The program of the reward (T-9).
REWARD: Final = "set/reward"
_FORBID: Final = {moment: (("prevent", moment),) for moment in ("rewards", "gains", "loses", "draws")}
_ADD: Final = {moment: (("add", moment),) for moment in ("rewards", "gains", "loses", "draws")}


def move_by_rules(draft: Draft, log: Emit, who: PowerholderId, by: int) -> int:
    """Move one marker. What is added makes it go further, never the other way. By how many spaces it has moved."""
    right, about = by > 0, draft.ruleset.tables.lasting.about
    if by and not about.isdisjoint(FORBID_MOVES[right]) and prevented(draft, log, FORBID_MOVES[right], who):
        return 0
    if by and not about.isdisjoint(ADD_TO_MOVES[right]):
        more = added(draft, log, ADD_TO_MOVES[right], who)
        by = max(by + more, 0) if right else min(by - more, 0)
    return move(draft, log, who, by)


def change_vp_by_rules(draft: Draft, log: Emit, side: Side, by: int, source: str, target: PowerholderId | None) -> int:
    """Change the VP of a side; by how many. No gain becomes a loss by what is added, and no loss a gain.

    A reward is one number (T-13): what is added to it is added before it is a gain or a loss.
    """
    about = draft.ruleset.tables.lasting.about
    if source == REWARD:
        if _FORBID["rewards"][0] in about and prevented(draft, log, _FORBID["rewards"], target, side):
            return 0
        if _ADD["rewards"][0] in about:
            by += added(draft, log, _ADD["rewards"], target, side)
    moment = "gains" if by > 0 else "loses"
    if by and _FORBID[moment][0] in about and prevented(draft, log, _FORBID[moment], None, side):
        return 0
    if by and _ADD[moment][0] in about:
        more = added(draft, log, _ADD[moment], None, side)
        by = max(by + more, 0) if by > 0 else min(by - more, 0)
    return change_vp(draft, log, side, by, source) if by else 0


def draw_by_rules(draft: Draft, log: Emit, side: Side, gifts: int) -> int:
    """A side draws so many gifts, or as many as there are; Bazzi-Betti have no hand (O-13). How many it has drawn."""
    about = draft.ruleset.tables.lasting.about
    if side == BAZZI_BETTI or gifts <= 0:
        return 0
    if _FORBID["draws"][0] in about and prevented(draft, log, _FORBID["draws"], None, side):
        return 0
    seat: Seat = side
    more = added(draft, log, _ADD["draws"], None, side) if _ADD["draws"][0] in about else 0
    for drawn in range(gifts + more):
        if not draw_gift(draft, log, seat):
            return drawn
    return max(gifts + more, 0)


def replace_by_rules(draft: Draft, log: Emit, side: Side, ref: PlaceRef | None) -> None:
    """Replace a card of the own row."""
    if ref is not None:
        who = draft.side(ref.side).row[ref.slot].powerholder
        if not prevented(draft, log, KEEPS, who, ref.side, ref):
            replace_place(draft, log, side, ref)
