"""State -> view, and events as a seat may see them: the only code that sees both sides. Layer 8."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects.link import tables
from serviam_rules.effects.tables import CHOICES
from serviam_rules.errors import UsageError
from serviam_rules.events import Event, concealed, redacted
from serviam_rules.model import Ruleset
from serviam_rules.rules import legal
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import BazziBetti, Decision, GameState, Place, Player
from serviam_rules.values import GiftId, PowerholderId, Seat
from serviam_rules.views.model import BazziBettiView, PlaceView, PlayerView, View, hidden_of, in_the_order


def view(state: GameState, seat: Seat | None) -> View:
    """What `seat` may know of the game; None is a spectator. UsageError for a seat that nobody has."""
    if type(state) is not GameState:
        raise UsageError(f"view takes a GameState, not {type(state).__name__}")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(state.players)):
        raise UsageError(f"{_shown(seat)} is no seat of 0 to {len(state.players) - 1}; None is a spectator")
    rules = state.ruleset
    order = tables(rules).order
    laid_out = state.arrangement != "deal"
    asked, to_act = state.decision, state.to_act
    own = asked is not None and asked.seat == seat
    return View(
        ruleset=rules,
        seat=seat,
        mode=state.mode,
        difficulty=state.difficulty,
        arrangement=state.arrangement,
        players=tuple([_player(player, order, player.seat == seat, laid_out) for player in state.players]),
        spaces=state.spaces,
        gift_deck_size=len(state.gift_deck),
        gift_discard=state.gift_discard,
        stale_gifts=state.stale_gifts,
        bazzi_betti=None if state.bazzi_betti is None else _bazzi_betti(state.bazzi_betti, order),
        rival=state.rival,
        rival_deck_size=len(state.rival_deck),
        rival_deck_top=state.rival_deck[0] if state.rival_deck_open else None,
        hidden_rivals=hidden_of(rules.rivals, (state.rival,)) if state.rival_deck else (),
        phase=state.phase,
        turn=state.turn,
        step=state.step,
        first=state.first,
        active=state.active,
        laid=state.laid,
        passed=state.passed,
        offering=state.offering,
        frames=state.frames,
        outcome=state.outcome,
        to_act=to_act,
        decision=asked if own or asked is None else concealed(asked),
        legal_actions=actions_of(rules, asked, state.players[to_act].hand, state.players[to_act].row)
        if to_act is not None and to_act == seat
        else (),
    )


def _player(player: Player, order: tuple[PowerholderId, ...], own: bool, laid_out: bool) -> PlayerView:
    shown = [lying.powerholder for lying in player.row if lying.face_up]
    return PlayerView(
        player.seat,
        player.family,
        player.vp,
        player.hand if own else None,
        len(player.hand),
        player.known_hand,
        player.not_letters,
        player.stale,
        _row(player.row, own and laid_out),
        len(player.deck),
        player.deck[0] if player.deck_open else None,
        in_the_order(order, player.known_deck),
        hidden_of(order, shown),
        player.turns_taken,
    )


def _bazzi_betti(family: BazziBetti, order: tuple[PowerholderId, ...]) -> BazziBettiView:
    shown = [lying.powerholder for lying in family.row if lying.face_up]
    return BazziBettiView(
        family.family,
        family.vp,
        _row(family.row, False),
        len(family.deck),
        family.deck[0] if family.deck_open else None,
        in_the_order(order, family.known_deck),
        hidden_of(order, shown),
    )


def _row(row: tuple[Place, ...], all_known: bool) -> tuple[PlaceView, ...]:
    return tuple(
        [
            PlaceView(lying.powerholder if lying.face_up or all_known else None, lying.face_up, lying.gifts)
            for lying in row
        ]
    )


def actions_of(
    rules: Ruleset, asked: Decision | None, hand: tuple[GiftId, ...], row: Iterable[legal.Lying]
) -> tuple[Action, ...]:
    """The legal actions of a seat that is to act, with this hand and this row."""
    if asked is not None:
        return CHOICES[len(asked.options)]
    return legal.offers_from(rules, hand, tuple(row)) or legal.PASS


def events_for(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events as `seat` may see them; None is a spectator. UsageError for what cannot be a seat."""
    if seat is not None and (type(seat) is not int or seat < 0):
        raise UsageError(f"{_shown(seat)} is no seat; seats count from 0, and None is a spectator")
    return tuple([redacted(told, seat) for told in events])


def explain(seen: View, action: object) -> Illegality | None:
    """What forbids the action to the owner of a view, or None if it is legal for that seat.

    Says nothing that the view does not say: the answer that a host can send back to whoever sent the action.
    """
    if type(seen) is not View:
        raise UsageError(f"explain takes a View, not {type(seen).__name__}")
    acts = type(action) in (Offer, Choose, Pass)
    if acts and seen.to_act is not None and seen.to_act != seen.seat:
        whose = "a spectator" if seen.seat is None else f"seat {seen.seat}"
        return Illegality("not-your-turn", f"seat {seen.to_act} is to act, not {whose}", "S-6")
    # Where this seat is to act, all that bears on its actions is in its view, under the names it has in the state.
    return legal.explain(cast(GameState, seen), action)


def _shown(seat: object) -> str:
    return repr(seat)[:40] if type(seat) is not int or -(10**12) < seat < 10**12 else "that number"
