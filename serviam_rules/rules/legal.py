"""What is legal, and what forbids the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects.force import FORBIDS, may_offer
from serviam_rules.effects.link import tables
from serviam_rules.effects.tables import CHOICES, Tables
from serviam_rules.errors import nearest, shortened
from serviam_rules.model import Ruleset
from serviam_rules.state import Decision, GameState, Player, PlayerView, View
from serviam_rules.values import GiftId, value

#: What is legal when nothing can be offered (T-12).
PASS: Final = (Pass(),)


class Lying(Protocol):
    """A place of a row, as far as it matters for offering."""

    @property
    def face_up(self) -> bool: ...
    @property
    def gifts(self) -> tuple[GiftId, ...]: ...


@value
class Illegality:
    """Why an action is not legal: a stable code, the rule that forbids it ("" if none but its shape), and words."""

    code: str
    message: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Every legal action, once each, in a fixed order; () exactly when the game is over."""
    if state.outcome is not None:
        return ()
    if state.decision is not None:
        return CHOICES[len(state.decision.options)]
    return offers(state) or PASS


def offers(state: GameState | View) -> tuple[Action, ...]:
    """Every gift of the hand to every connection that may be chosen (T-1, T-2); equal gifts once."""
    player = state.players[state.active]
    found = offers_from(state.ruleset, player.hand, player.row)
    return allowed(state, found) if forbids(state.ruleset) else found


def forbids(rules: Ruleset) -> bool:
    """Whether lasting rules can forbid an offer."""
    known = tables(rules)
    return known.lasting is not None and FORBIDS[0] in known.lasting.about


def allowed(table: Any, found: Sequence[Any]) -> tuple[Action, ...]:
    """The offers that no lasting rule forbids to whoever's turn it is, in a state, draft or view."""
    return tuple([offer for offer in found if may_offer(table, table.active, offer.gift, offer.slot)])


def offers_from(rules: Ruleset, hand: tuple[Any, ...], row: Sequence[Lying]) -> tuple[Action, ...]:
    """The same, for a hand and a row."""
    known = tables(rules)
    mask = open_places(row, known.letters)
    if not mask:
        return ()
    ready = known.offers
    return tuple([offer for gift in dict.fromkeys(hand) for offer in ready[gift][mask]])


def open_places(row: Sequence[Lying], letters: frozenset[str]) -> int:
    """The places a gift can be offered to, as a bit mask: connections (T-1) without a threat letter (T-2)."""
    mask = 0
    for slot, place in enumerate(row):
        if place.face_up and letters.isdisjoint(place.gifts):
            mask |= 1 << slot
    return mask


def permits(state: GameState, action: Any) -> bool:
    """Whether the action is legal for certain, without a word. Where it says no, `explain` decides and says why."""
    if action.step is not None or state.outcome is not None:
        return False
    decision = state.decision
    if decision is not None:
        return type(action) is Choose and type(action.option) is int and 0 <= action.option < len(decision.options)
    if type(action) is not Offer:
        return False
    player = state.players[state.active]
    slot = action.slot
    if type(slot) is not int or not 0 <= slot < len(player.row) or type(action.gift) is not str:
        return False
    place = player.row[slot]
    known: Tables = state.ruleset.tables
    fine = place.face_up and action.gift in player.hand and known.letters.isdisjoint(place.gifts)
    if not fine or known.lasting is None or FORBIDS[0] not in known.lasting.about:
        return fine
    return may_offer(state, player.seat, action.gift, slot)


def explain(state: GameState | View, action: object) -> Illegality | None:
    """What forbids the action now, or None if it is legal."""
    if type(action) not in (Offer, Choose, Pass):
        return Illegality("not-an-action", f"an action is an Offer, a Choose or a Pass, not {type(action).__name__}")
    if state.outcome is not None:
        return Illegality("game-over", "the game is over; nothing is legal any more", "F-3")
    assert isinstance(action, Offer | Choose | Pass)
    step = action.step
    if step is not None and (type(step) is not int or step != state.step):
        told = f"{'for' if type(step) is int else 'with'} step {shortened(step)}"
        return Illegality("stale", f"the action was made {told}, but the game is at step {state.step}")
    if state.decision is not None:
        return _explain_choice(state, action)
    if isinstance(action, Choose):
        return Illegality("no-choice-due", f"no choice is pending; {_may_offer(state)}", "T-1")
    return _explain_pass(state) if isinstance(action, Pass) else _explain_offer(state, action)


def _explain_choice(state: GameState | View, action: Action) -> Illegality | None:
    assert state.decision is not None
    asked = state.decision
    most = len(asked.options) - 1
    legal = _may_choose(asked)
    if not isinstance(action, Choose):
        return Illegality("choice-due", f"seat {asked.seat} has to choose first ({asked.prompt}); {legal}", "T-5")
    if type(action.option) is not int:
        found = type(action.option).__name__
        return Illegality("wrong-type", f"option must be a whole number, not {found}; {legal}")
    if not 0 <= action.option <= most:
        return Illegality("option-out-of-range", f"option {shortened(action.option)} is out of range; {legal}")
    return None


def _may_choose(asked: Decision) -> str:
    """What would be legal. How many options there are tells something of a hand, which not everybody may know."""
    if asked.kind in ("gift", "branch"):
        return "answer with Choose(n), n being the number of one of its options, from 0 on"
    return f"answer with Choose(0) to Choose({len(asked.options) - 1})"


def _explain_pass(state: GameState | View) -> Illegality | None:
    if offers(state):
        return Illegality(
            "may-not-pass", f"passing is legal only when nothing can be offered; {_may_offer(state)}", "T-12"
        )
    return None


def _explain_offer(state: GameState | View, action: Offer) -> Illegality | None:
    player = state.players[state.active]
    if type(action.gift) is not str:
        return Illegality("wrong-type", f"gift must be an id, not {type(action.gift).__name__}", "T-1")
    if action.gift not in player.hand:
        return _not_in_hand(state, player, action.gift)
    return _explain_slot(state, action.slot) or _forbidden(state, action)


def _forbidden(state: GameState | View, action: Offer) -> Illegality | None:
    """An offer that a lasting rule forbids."""
    if not forbids(state.ruleset) or may_offer(state, state.active, action.gift, action.slot):
        return None
    message = f"a rule that holds now forbids to offer {action.gift} at place {action.slot}; {_may_offer(state)}"
    return Illegality("forbidden", message, "T-1")


def _not_in_hand(state: GameState | View, player: Player | PlayerView, gift: str) -> Illegality:
    """Names only what everybody knows: whoever sent the action may not be whose hand it is."""
    shown = gift[:60]
    hint = "" if gift in state.ruleset.gifts else nearest(shown, state.ruleset.gifts)
    known = ", ".join(dict.fromkeys(player.known_hand)) or "of none"
    message = f"{shown!r} is not in the hand of seat {player.seat}{hint} (everybody knows {known} to be there)"
    return Illegality("not-in-hand", message, "T-1")


def _explain_slot(state: GameState | View, slot: object) -> Illegality | None:
    row = state.players[state.active].row
    last = len(row) - 1
    if type(slot) is not int:
        return Illegality(
            "wrong-type", f"slot must be a whole number from 0 to {last}, not {type(slot).__name__}", "T-1"
        )
    if not 0 <= slot <= last:
        return Illegality("slot-out-of-range", f"slot {shortened(slot)} is out of range 0 to {last}", "T-1")
    place = row[slot]
    if not place.face_up:
        return Illegality("face-down", f"the card at place {slot} lies face down; {_may_offer(state)}", "T-1")
    letters = tables(state.ruleset).letters
    if not letters.isdisjoint(place.gifts):
        message = f"{place.powerholder} at place {slot} has a threat letter; {_may_offer(state)}"
        return Illegality("threat-letter", message, "T-2")
    return None


def _may_offer(state: GameState | View) -> str:
    row = state.players[state.active].row
    mask = open_places(row, tables(state.ruleset).letters)
    slots = [str(slot) for slot in range(len(row)) if mask >> slot & 1]
    if not slots or not state.players[state.active].hand:
        return "nothing can be offered, so only Pass() is legal"
    return f"a gift can be offered at place {' or '.join(slots)}"
