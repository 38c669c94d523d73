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
from serviam_rules.effects.tables import tables_of
from serviam_rules.events import CardResolved, ChoiceDue, GiftOffered, Passed, PhaseBegan, TurnBegan, TurnEnded
from serviam_rules.rules import arrange, setup
from serviam_rules.rules.arrange import ARRANGEMENT
from serviam_rules.rules.scoring import score
from serviam_rules.rules.solo import ability, bazzi_betti_turn, income
from serviam_rules.state import Draft, Offering
from serviam_rules.values import LAID_OUT, value

Begin: TypeAlias = Callable[[Draft, Emit], bool]


@value
class Phase:
    """A phase: its name, what happens in it, its rules, and whether a player who passed goes without (T-12).

    `begin` returns True if the phase has ended by that, False if a player has to act first.
    """

    name: str
    begin: Begin
    rules: tuple[str, ...]
    needs_offer: bool = False


def _offering(draft: Draft, emit: Emit) -> bool:
    """Nothing happens by itself: the player has to offer (T-1) or to pass (T-12)."""
    return False


def _conspiracy(draft: Draft, emit: Emit) -> bool:
    """The recipient's EFFETTO ORDINE, if the gift has the conspiracy mark (T-7)."""
    offered = _offered(draft)
    if offered.gift not in tables_of(draft.ruleset).conspiracies:
        return True
    return _resolve_card(draft, f"powerholder/{offered.recipient}", emit)


def _expansion(draft: Draft, emit: Emit) -> bool:
    """A face-down neighbour of the place where the gift lies is turned up (T-8, T-14, T-17)."""
    return _resolve(draft, "set/expansion", emit)


def _reward(draft: Draft, emit: Emit) -> bool:
    """VP for the recipient's influence (T-9, T-13)."""
    return _resolve(draft, "set/reward", emit)


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
    Phase("expansion", _expansion, ("T-8", "T-14", "T-17"), needs_offer=True),
    Phase("reward", _reward, ("T-9", "T-13", "T-17"), needs_offer=True),
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
    _act(draft, action, emit)
    _tell_choice(draft, emit)


def _act(draft: Draft, action: Action, emit: Emit) -> None:
    if type(action) is Offer:
        recipient = draft.players[draft.active].row[action.slot].powerholder
        GiftOffered.tell(draft, emit, draft.active, action.gift, action.slot, recipient)
        ended = _resolve_card(draft, f"gift/{action.gift}", emit)
    elif type(action) is Pass:
        Passed.tell(draft, emit, draft.active)
        ended = True
    elif draft.phase == ARRANGEMENT:
        assert isinstance(action, Choose)
        arrange.lay(draft, action.option, emit)
        _arrange(draft, emit)
        return
    else:
        assert isinstance(action, Choose)
        ended = vm.resume(draft, action.option, emit)
    if ended:
        go_on(draft, emit)


def begin(draft: Draft, emit: Emit) -> None:
    """From the laid rows to the first action that is due (S-7, or S-4 and the first turn)."""
    if draft.arrangement in LAID_OUT:
        PhaseBegan.tell(draft, emit, ARRANGEMENT)
        _arrange(draft, emit)
    else:
        _begin_play(draft, emit)
    _tell_choice(draft, emit)


def _tell_choice(draft: Draft, emit: Emit) -> None:
    """If a player has to choose now, tell so."""
    if draft.decision is not None:
        ChoiceDue.tell(draft, emit, draft.decision, draft.frames)


def _arrange(draft: Draft, emit: Emit) -> None:
    """Go on with the arrangement (S-7); when everyone has laid out, play begins."""
    if arrange.go_on(draft, emit):
        _begin_play(draft, emit)


def _begin_play(draft: Draft, emit: Emit) -> None:
    setup.deal_hands(draft, emit)
    _next_turn(draft, draft.active, emit)
    go_on(draft, emit)


def go_on(draft: Draft, emit: Emit) -> None:
    """Let phases follow each other until a player has to act or the game is over."""
    following = _FOLLOWING[draft.mode]
    ended = True
    while ended:
        phase = following[draft.phase]
        while phase.needs_offer and draft.passed:
            phase = following[phase.name]
        PhaseBegan.tell(draft, emit, phase.name)
        ended = phase.begin(draft, emit)


def _next_turn(draft: Draft, seat: int, emit: Emit) -> None:
    """The next player's turn, in solo the next round, begins: clockwise (S-6)."""
    TurnBegan.tell(draft, emit, seat, draft.turn + 1)


def _offered(draft: Draft) -> Offering:
    """What has been offered this turn."""
    assert draft.offering is not None
    return draft.offering


def _resolve(draft: Draft, program: str, emit: Emit) -> bool:
    """Run an effect of this turn, resolved by its player for the recipient (T-17)."""
    offered, seat = _offered(draft), draft.active
    place = tables_of(draft.ruleset).places[seat][offered.slot]
    return vm.start(draft, program, seat, emit, offered.recipient, place)


def _resolve_card(draft: Draft, program: str, emit: Emit) -> bool:
    """Run the effect of a card, and tell so."""
    CardResolved.tell(draft, emit, program, draft.active, _offered(draft).recipient)
    return _resolve(draft, program, emit)
