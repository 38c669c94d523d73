"""The turn, as a table of phases (T, O-6).

`TURN` and `ROUND` can be read like the rulebook: each phase, what happens when it begins, and the rules it carries
out. `play` takes an action in, `go_on` lets phases follow each other until somebody has to act again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects import vm
from serviam_rules.effects.drawing import draw_gift
from serviam_rules.effects.running import Emit
from serviam_rules.effects.tables import Tables
from serviam_rules.events import CardResolved, ChoiceDue, GiftOffered, Passed, PhaseBegan, TurnBegan, TurnEnded
from serviam_rules.rules import arrange, setup
from serviam_rules.rules.arrange import ARRANGEMENT
from serviam_rules.rules.scoring import score
from serviam_rules.rules.solo import ability, bazzi_betti_turn, income
from serviam_rules.state import Draft
from serviam_rules.values import LAID_OUT, value

Begin: TypeAlias = Callable[[Draft, Emit], bool]


@value
class Phase:
    """A phase: its name, what happens in it, its rules, and whether a player who passed goes without (T-12).

    What happens is a program of the set, resolved by the player whose turn it is for the recipient (T-17), or a
    function: True if the phase has ended by that, False if a player has to act first.
    """

    name: str
    begin: Begin | str
    rules: tuple[str, ...]
    needs_offer: bool = False


def _offering(draft: Draft, emit: Emit) -> bool:
    """Nothing happens by itself: the player has to offer (T-1) or to pass (T-12)."""
    return False


def _conspiracy(draft: Draft, emit: Emit) -> bool:
    """The recipient's EFFETTO ORDINE, if the gift has the conspiracy mark (T-7)."""
    offered = draft.offering
    known: Tables = draft.ruleset.tables
    if offered is None or offered.gift not in known.conspiracies:
        return True
    return _resolve_card(draft, f"powerholder/{offered.recipient}", emit)


def _end(draft: Draft, emit: Emit) -> bool:
    """Final scoring after everyone's last turn; else a card is drawn and the next turn begins (T-10, O-9)."""
    player = draft.players[draft.active]
    TurnEnded.tell(draft, emit, player.seat, player.turns_taken + 1)
    turns = draft.ruleset.numbers.turn.turns
    for each in draft.players:
        if each.turns_taken < turns:
            break
    else:
        score(draft, emit)
        return False
    for _ in range(draft.ruleset.numbers.hand.drawn):
        draw_gift(draft, emit, player.seat)
    TurnBegan.tell(draft, emit, (player.seat + 1) % len(draft.players), draft.turn + 1)
    return True


OFFERING: Final = Phase("offering", _offering, ("T-1", "T-2", "T-3", "T-12"))
TURN: Final = (
    OFFERING,
    Phase("conspiracy", _conspiracy, ("T-7",), needs_offer=True),
    Phase("expansion", "set/expansion", ("T-8", "T-14", "T-17"), needs_offer=True),
    Phase("reward", "set/reward", ("T-9", "T-13", "T-17"), needs_offer=True),
    Phase("end", _end, ("T-10", "T-11", "T-15")),
)
ROUND: Final = (
    Phase("bazzi-betti", bazzi_betti_turn, ("O-7", "O-11", "O-12")),
    *TURN[:4],
    Phase("income", income, ("O-8", "O-12", "O-14")),
    Phase("ability", ability, ("O-9", "O-14")),
    Phase("end", _end, ("O-9", "T-10")),
)
#: The phases of a turn by mode.
PHASES: Final[dict[str, tuple[Phase, ...]]] = {"standard": TURN, "solo": ROUND}
#: By mode: the phase after each, by name; "turn" stands for the moment before the first.
_FOLLOWING: Final = {
    mode: dict(zip(("turn", *(phase.name for phase in table)), table, strict=False)) for mode, table in PHASES.items()
}


def play(draft: Draft, action: Action, emit: Emit) -> None:
    """Carry out a legal action and everything that follows from it by itself."""
    draft.step += 1
    if type(action) is Offer:
        ended = _offer(draft, action, emit)
    elif type(action) is Pass:
        Passed.tell(draft, emit, draft.active)
        ended = True
    else:
        assert isinstance(action, Choose)
        ended = _choose(draft, action, emit) if draft.phase == ARRANGEMENT else vm.resume(draft, action.option, emit)
    if ended:
        go_on(draft, emit)
    if draft.decision is not None:
        ChoiceDue.tell(draft, emit, draft.decision, draft.frames)


def _offer(draft: Draft, action: Offer, emit: Emit) -> bool:
    """The gift goes to a connection (T-1), and its icons resolve (T-3)."""
    seat, gift, slot = draft.active, action.gift, action.slot
    recipient = draft.players[seat].row[slot].powerholder
    GiftOffered.tell(draft, emit, seat, gift, slot, recipient)
    return _resolve_card(draft, f"gift/{gift}", emit)


def _choose(draft: Draft, action: Choose, emit: Emit) -> bool:
    """A card is laid (S-7). True when everyone has laid out and play begins."""
    arrange.lay(draft, action.option, emit)
    if not arrange.go_on(draft, emit):
        return False
    _begin_play(draft, emit)
    return True


def begin(draft: Draft, emit: Emit) -> None:
    """From the laid rows to the first action that is due (S-7, or S-4 and the first turn)."""
    laid_out = draft.arrangement in LAID_OUT
    if laid_out:
        PhaseBegan.tell(draft, emit, ARRANGEMENT)
    if not laid_out or arrange.go_on(draft, emit):
        _begin_play(draft, emit)
        go_on(draft, emit)
    if draft.decision is not None:
        ChoiceDue.tell(draft, emit, draft.decision, draft.frames)


def _begin_play(draft: Draft, emit: Emit) -> None:
    """Deal the hands (S-4); the first turn, in solo the first round, begins (S-6)."""
    setup.deal_hands(draft, emit)
    TurnBegan.tell(draft, emit, draft.active, draft.turn + 1)


def go_on(draft: Draft, emit: Emit) -> None:
    """Let phases follow each other until a player has to act or the game is over."""
    following = _FOLLOWING[draft.mode]
    ended = True
    while ended:
        phase = following[draft.phase]
        while phase.needs_offer and draft.passed:
            phase = following[phase.name]
        PhaseBegan.tell(draft, emit, phase.name)
        begin = phase.begin
        ended = _resolve(draft, begin, emit) if isinstance(begin, str) else begin(draft, emit)


def _resolve_card(draft: Draft, program: str, emit: Emit) -> bool:
    """Run the effect of a card, and tell so."""
    assert draft.offering is not None
    CardResolved.tell(draft, emit, program, draft.active, draft.offering.recipient)
    return _resolve(draft, program, emit)


def _resolve(draft: Draft, program: str, emit: Emit) -> bool:
    """Run an effect of this turn, resolved by its player for the recipient (T-17)."""
    offered, seat = draft.offering, draft.active
    assert offered is not None
    known: Tables = draft.ruleset.tables
    begin = known.functions.begin[program]
    ended: bool = begin(draft, emit, seat, offered.recipient, known.places[seat][offered.slot])
    return ended
