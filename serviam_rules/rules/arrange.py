"""The arrangements under which players lay out their rows themselves, `inspect` and `select` (S-7).

Place by place from the left, a seat chooses a card, which changes places with the one that lies there. So a row always
has five places. The last card left for the last place is laid by the engine (T-16). Seats take their turns in order.
"""

from __future__ import annotations

from serviam_rules.effects.running import Emit
from serviam_rules.events import CardArranged, ChoiceMade, PowerholderDeckShuffled, RowArranged
from serviam_rules.state import Decision, Draft, GameState, PowerholderOption
from serviam_rules.values import LAID_OUT, PowerholderId, Seat

#: The name of the phase, before the first turn.
ARRANGEMENT = "arrangement"
PROMPT = "arrange"
SOURCE = "set/arrangement"


def cards_left(state: GameState, seat: Seat, slot: int) -> tuple[PowerholderId, ...]:
    """The cards that may be laid at this place, in the ruleset's order: those of the row that are not yet laid, and
    under `select` the four of the deck too."""
    player = state.players[seat]
    left = {place.powerholder for place in player.row[slot:]}
    if state.arrangement == "select":
        left.update(player.deck)
    return tuple(who for who in state.ruleset.powerholders if who in left)


def choices(state: GameState, seats: int) -> int:
    """How many choices so many seats have made when they have laid out their whole rows."""
    if state.arrangement not in LAID_OUT:
        return 0
    places = state.ruleset.numbers.row.places
    cards = len(state.ruleset.powerholders) if state.arrangement == "select" else places
    return min(places, cards - 1) * seats


def pending(state: GameState) -> Decision:
    """The choice of the card for the next place."""
    left = cards_left(state, state.active, state.laid)
    return Decision(state.active, "powerholder", PROMPT, SOURCE, tuple(PowerholderOption(who) for who in left))


def lay(draft: Draft, option: int, emit: Emit) -> None:
    """Lay the chosen card."""
    asked = draft.decision
    assert asked is not None
    draft.decision = None
    _lay(draft, asked.options[option], emit, by_engine=False)


def go_on(draft: Draft, emit: Emit) -> bool:
    """Go on to the next place or seat; True when everyone has laid out, False with a decision due."""
    places = draft.ruleset.numbers.row.places
    while draft.active < len(draft.players):
        while draft.laid < places:
            asked = pending(draft)
            if len(asked.options) > 1:
                draft.decision = asked
                return False
            _lay(draft, next(iter(asked.options)), emit, by_engine=True)
        if draft.arrangement == "select":
            # Nobody knows the order of a deck: not even who has just chosen what stays in it.
            PowerholderDeckShuffled.tell(draft, emit, draft.active)
        RowArranged.tell(draft, emit, draft.active)
    return True


def _lay(draft: Draft, option: object, emit: Emit, *, by_engine: bool) -> None:
    assert isinstance(option, PowerholderOption)
    ChoiceMade.tell(draft, emit, draft.active, PROMPT, option, by_engine, True)
    CardArranged.tell(draft, emit, draft.active, draft.laid, option.powerholder)
