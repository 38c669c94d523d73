"""The turn, as a table of phases (T, O-6).

`TURN` and `ROUND` can be read like the rulebook: each phase, what happens when it begins, and the rules it carries
out. `play` takes an action in, `go_on` lets phases follow each other until somebody has to act again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects import vm
from serviam_rules.effects.by_rules import draw_by_rules
from serviam_rules.effects.force import REPEATS, repeats
from serviam_rules.effects.meanings import draw_gift
from serviam_rules.effects.running import Emit
from serviam_rules.effects.tables import Tables
from serviam_rules.events import CardResolved, ChoiceDue, GiftOffered, Passed, PhaseBegan, TurnBegan, TurnEnded
from serviam_rules.rules import arrange, setup
from serviam_rules.rules.answers import Answering
from serviam_rules.rules.arrange import ARRANGEMENT
from serviam_rules.rules.scoring import score
from serviam_rules.rules.solo import ability, bazzi_betti_turn, income
from serviam_rules.state import Draft
from serviam_rules.values import BAZZI_BETTI, LAID_OUT, Mode, value

Begin: TypeAlias = Callable[[Draft, Emit], bool]


class Rest(NamedTuple):
    """How a game can wait for somebody in a phase."""

    offered: bool = False
    passed: bool = False
    effect: bool = False


@value
class Phase:
    """A phase of a turn: all that is said of it stands here, and its words in each language under its name.

    `effect` is what is resolved in it, `{gift}`, `{recipient}` and `{rival}` standing for the cards of the moment; None
    where nothing is. `begin` begins it: True if the phase has ended by that, False if somebody has to act first.
    Without a `begin` the effect is resolved by the player whose turn it is, for the recipient (T-17).
    """

    name: str
    rules: tuple[str, ...]
    effect: str | None = None
    begin: Begin | None = None
    by: Literal["player", "bazzi-betti"] = "player"
    #: Whether the effect knows this turn's recipient and place.
    for_recipient: bool = True
    #: Whether a player who passed goes without it (T-12).
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
    program = f"powerholder/{offered.recipient}"
    CardResolved.tell(draft, emit, program, draft.active, offered.recipient)
    return _resolve(draft, program, emit)


def _end(draft: Draft, emit: Emit) -> bool:
    """Final scoring after everyone's last turn; else a card is drawn and the next turn begins (T-10, O-9)."""
    player = draft.players[draft.active]
    known: Tables = draft.ruleset.tables
    if known.lasting is None:  # else it has been told, and answered
        TurnEnded.tell(draft, emit, player.seat, player.turns_taken + 1)
    turns = draft.ruleset.numbers.turn.turns
    for each in draft.players:
        if each.turns_taken < turns:
            break
    else:
        score(draft, emit)
        return False
    if known.lasting is not None:
        draw_by_rules(draft, emit, player.seat, draft.ruleset.numbers.hand.drawn)
    else:
        for _ in range(draft.ruleset.numbers.hand.drawn):
            draw_gift(draft, emit, player.seat)
    TurnBegan.tell(draft, emit, (player.seat + 1) % len(draft.players), draft.turn + 1)
    return True


def _turn_over(draft: Draft, emit: Emit) -> bool:
    """How the end phase begins where lasting rules can answer that a turn ends; `_end` is what is left of it."""
    player = draft.players[draft.active]
    TurnEnded.tell(draft, emit, player.seat, player.turns_taken + 1)
    return True


OFFERING: Final = Phase("offering", ("T-1", "T-2", "T-3", "T-12"), "gift/{gift}", _offering)
TURN: Final = (
    OFFERING,
    Phase("conspiracy", ("T-7",), "powerholder/{recipient}", _conspiracy, needs_offer=True),
    Phase("expansion", ("T-8", "T-14", "T-17"), "set/expansion", needs_offer=True),
    Phase("reward", ("T-9", "T-13", "T-17"), "set/reward", needs_offer=True),
    Phase("end", ("T-10", "T-11", "T-15"), begin=_end),
)
ROUND: Final = (
    Phase("bazzi-betti", ("O-7", "O-11", "O-12"), "solo/turn", bazzi_betti_turn, BAZZI_BETTI, for_recipient=False),
    *TURN[:4],
    Phase("income", ("O-8", "O-12", "O-14"), "solo/income", income, BAZZI_BETTI, for_recipient=False),
    Phase("ability", ("O-9", "O-14"), "rival/{rival}", ability, BAZZI_BETTI),
    Phase("end", ("O-9", "T-10"), begin=_end),
)
#: The phases of a turn by mode.
PHASES: Final[dict[Mode, tuple[Phase, ...]]] = {"standard": TURN, "solo": ROUND}
#: What a state's `phase` can be besides those and `ARRANGEMENT`: after the last turn.
SCORING: Final = "scoring"
OVER: Final = "over"
#: By mode: the phase after each, by name; "turn" stands for the moment before the first.
_FOLLOWING: Final[dict[Mode, dict[str, Phase]]] = {
    mode: dict(zip(("turn", *(phase.name for phase in table)), table, strict=False)) for mode, table in PHASES.items()
}


def names() -> tuple[str, ...]:
    """Every phase in which a state or an event can say that a game is, in the order of a game."""
    return (ARRANGEMENT, *dict.fromkeys(phase.name for table in PHASES.values() for phase in table), SCORING, OVER)


def rests(mode: Mode) -> dict[str, tuple[Rest, ...]]:
    """The phases in which a game can wait for somebody, or is over, each with the ways in which it can."""
    found: dict[str, tuple[Rest, ...]] = {ARRANGEMENT: (Rest(),)}
    table = PHASES[mode]
    for at, phase in enumerate(table):
        if phase is OFFERING:
            found[phase.name] = (Rest(), Rest(offered=True, effect=True))
        elif phase.effect is not None and at < table.index(OFFERING):
            found[phase.name] = (Rest(effect=True),)
        elif phase.effect is not None:
            passed = () if phase.needs_offer else (Rest(passed=True, effect=True),)
            found[phase.name] = (Rest(offered=True, effect=True), *passed)
    return found | {OVER: (Rest(offered=True), Rest(passed=True))}


def play(draft: Draft, action: Action, emit: Emit) -> None:
    """Carry out a legal action and everything that follows from it by itself."""
    draft.step += 1
    known: Tables = draft.ruleset.tables
    answering = None
    if known.lasting is not None:
        emit = [] if emit is None else emit
        answering = Answering(draft, emit)
    if type(action) is Offer:
        ended = _offer(draft, action, emit, answering)
    elif type(action) is Pass:
        Passed.tell(draft, emit, draft.active)
        ended = True
    else:
        assert isinstance(action, Choose)
        if draft.phase == ARRANGEMENT:
            ended = _choose(draft, action, emit)
        elif draft.frames or answering is None:
            ended = vm.resume(draft, action.option, emit)
        else:
            ended = answering.answered(action.option)
    if answering is not None:
        ended = answering.settle(ended)
    if ended:
        go_on(draft, emit, answering)
    if draft.decision is not None:
        ChoiceDue.tell(draft, emit, draft.decision, draft.frames, draft.waiting)


def _offer(draft: Draft, action: Offer, emit: Emit, answering: Answering | None) -> bool:
    """The gift goes to a connection (T-1), and its icons resolve (T-3)."""
    seat, gift, slot = draft.active, action.gift, action.slot
    recipient = draft.players[seat].row[slot].powerholder
    if answering is not None and REPEATS[0] in answering.about:
        answering.again(seat, gift, slot, recipient, repeats(draft, emit, seat, gift, slot, recipient))
    GiftOffered.tell(draft, emit, seat, gift, slot, recipient)
    program = f"gift/{gift}"
    CardResolved.tell(draft, emit, program, seat, recipient)
    return _resolve(draft, program, emit)


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
        known: Tables = draft.ruleset.tables
        answering = Answering(draft, emit) if known.lasting is not None else None
        if answering is None or answering.settle(True):
            go_on(draft, emit, answering)
    if draft.decision is not None:
        ChoiceDue.tell(draft, emit, draft.decision, draft.frames, draft.waiting)


def _begin_play(draft: Draft, emit: Emit) -> None:
    """Deal the hands (S-4); the first turn, in solo the first round, begins (S-6)."""
    setup.deal_hands(draft, emit)
    TurnBegan.tell(draft, emit, draft.active, draft.turn + 1)


def go_on(draft: Draft, emit: Emit, answering: Answering | None = None) -> None:
    """Let phases follow each other until a player has to act or the game is over."""
    following = _FOLLOWING[draft.mode]
    ended = True
    while ended:
        begin: Begin | None = _end
        effect = None
        if draft.phase != "end":
            phase = following[draft.phase]
            while phase.needs_offer and draft.passed:
                phase = following[phase.name]
            PhaseBegan.tell(draft, emit, phase.name)
            begin, effect = phase.begin, phase.effect
            if answering is not None and begin is _end:
                begin = _turn_over
        ended = _resolve(draft, effect, emit) if begin is None else begin(draft, emit)
        if answering is not None:
            ended = answering.settle(ended)


def _resolve(draft: Draft, program: str | None, emit: Emit) -> bool:
    """Run an effect of this turn, resolved by its player for the recipient (T-17)."""
    offered, seat = draft.offering, draft.active
    assert offered is not None
    known: Tables = draft.ruleset.tables
    assert program is not None
    begin = known.functions.begin[program]
    ended: bool = begin(draft, emit, seat, offered.recipient, known.places[seat][offered.slot])
    return ended
