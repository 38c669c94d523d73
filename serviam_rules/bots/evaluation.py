"""How a situation is judged: by the lead that a seat would have if the game ended now."""

from __future__ import annotations

from typing import Any, Final

from serviam_rules.effects import vm
from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.errors import UsageError, shortened
from serviam_rules.rules.phases import PHASES
from serviam_rules.rules.scoring import counted
from serviam_rules.state import Draft, GameState
from serviam_rules.values import BAZZI_BETTI, Seat


def lead(state: GameState, seat: Seat) -> int:
    """By how many VP a seat leads the best other one, Bazzi-Betti among them, if the game were scored now.

    It counts everybody's final scoring (F-1, F-2), and what the turn of this seat still brings if it has stopped for a
    choice: the reward (T-9) and in solo the income of Bazzi-Betti (O-8). Of a game that is over it is the difference in
    the outcome. UsageError for a seat that nobody has.
    """
    if type(seat) is not int or not 0 <= seat < len(state.players):
        raise UsageError(f"{shortened(seat)} is no seat of 0 to {len(state.players) - 1}")
    draft = Draft.of(state)
    log: list[Any] = []
    if not state.is_over:
        _count_turn(draft, seat, log)
        counted(draft, log)
    others = [player.vp for player in draft.players if player.seat != seat]
    if draft.bazzi_betti is not None:
        others.append(draft.bazzi_betti.vp)
    return draft.players[seat].vp - max(others)


def _count_turn(draft: Draft, seat: Seat, emit: Emit) -> None:
    """Give what this seat's turn, stopped for a choice, still gives: the reward (T-9), in solo the income (O-8)."""
    offered = draft.offering
    if offered is None or draft.active != seat or draft.phase not in _BEFORE_REWARD:
        return
    place = tables(draft.ruleset).places[seat][offered.slot]
    vm.start(draft, "set/reward", seat, emit, offered.recipient, place)
    if draft.bazzi_betti is not None:
        vm.start(draft, "solo/income", BAZZI_BETTI, emit)


def _before(name: str) -> frozenset[str]:
    """The phases of a player's turn that come before this one."""
    order = [phase.name for phase in PHASES["standard"]]
    return frozenset(order[: order.index(name)])


_BEFORE_REWARD: Final = _before("reward")
