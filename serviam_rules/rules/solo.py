"""What Bazzi-Betti do in the solo game: O-7, O-8, O-9.

Their effects are resolved by Bazzi-Betti, so `you` in them is Bazzi-Betti and the opponent is the human. "The face-up
rival" is always the one face up at that moment (O-14). Each function says, like every phase, whether it has ended.
"""

from __future__ import annotations

from serviam_rules.effects import vm
from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.events import CardResolved
from serviam_rules.state import Draft, PlaceRef
from serviam_rules.values import BAZZI_BETTI


def bazzi_betti_turn(draft: Draft, emit: Emit) -> bool:
    """The leftmost face-down card is turned up; it and the rival's named powerholders move (O-7, O-11, O-12)."""
    return vm.start(draft, "solo/turn", BAZZI_BETTI, emit)


def income(draft: Draft, emit: Emit) -> bool:
    """Bazzi-Betti gain the influences of the named powerholders (O-8, O-12)."""
    return vm.start(draft, "solo/income", BAZZI_BETTI, emit)


def ability(draft: Draft, emit: Emit) -> bool:
    """The rival's ability at the end of late rounds, if its condition holds (O-9). After a pass it has no recipient."""
    solo, rival = draft.ruleset.numbers.solo, draft.rival
    if solo is None or rival is None or draft.turn not in solo.ability_rounds:
        return True
    program = f"rival/{rival}"
    offered = draft.offering
    target = offered.recipient if offered else None
    place = PlaceRef(draft.active, offered.slot) if offered else None
    if draft.ruleset.rivals[rival].ability.when:
        holds = tables(draft.ruleset).functions.look[program]
        if not holds(draft, BAZZI_BETTI, target, place):
            return True
    CardResolved.tell(draft, emit, program, BAZZI_BETTI, target)
    return vm.start(draft, program, BAZZI_BETTI, emit, target, place)
