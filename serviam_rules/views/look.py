"""State -> view, view + events -> the next view, events as a seat may see them: the only code that sees both sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects.link import tables
from serviam_rules.effects.tables import CHOICES
from serviam_rules.errors import UsageError, shortened
from serviam_rules.events import Event, V, concealed, redacted
from serviam_rules.rules import legal
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import (
    BazziBettiView,
    Decision,
    GameState,
    Place,
    PlaceView,
    PlayerView,
    View,
    ViewDraft,
)
from serviam_rules.values import ROWS_KNOWN, GiftId, PowerholderId, Seat, maker

#: A card that lies face down, with nothing on it.
_FACE_DOWN = PlaceView(None, False, ())
_place = maker(PlaceView)
_seen_player = maker(PlayerView)


def view(state: GameState, seat: Seat | None) -> View:
    """What `seat` may know of the game; None is a spectator. UsageError for a seat that nobody has."""
    if type(state) is not GameState:
        raise UsageError(f"view takes a GameState, not {type(state).__name__}")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(state.players)):
        raise UsageError(f"{shortened(seat)} is no seat of 0 to {len(state.players) - 1}; None is a spectator")
    return look(state, seat)


def advance(view: View, events: Iterable[Event]) -> View:
    """The view after the events of one action, as its owner may see them (`events_for`): exactly the next view.

    UsageError for events that are somebody else's, that belong to another game, or to the setup, before any view.
    """
    if type(view) is not View:
        raise UsageError(f"advance takes a View, not {type(view).__name__}")
    draft = begin_advance(view)
    for event in checked_events(events):
        if event.setup:
            raise UsageError(f"a view advances by the events of an action, not by {type(event).__name__}")
        try:
            event.happen(draft)
        except (ValueError, IndexError, AttributeError, TypeError) as error:
            raise UsageError(f"{type(event).__name__} cannot happen in this view: {error}") from error
    seat = view.seat
    if seat is not None:
        own = draft.players[seat]
        if None in own.hand or (view.arrangement in ROWS_KNOWN and any(place.powerholder is None for place in own.row)):
            raise UsageError(f"these events are not told as seat {seat} sees them")
    return look(draft, seat)


def begin_advance(view: View) -> ViewDraft:
    """The draft of the next view, before anything has happened."""
    draft = ViewDraft.of(view)
    draft.step += 1
    # An effect that waits is told of by the last event; if there is none, none waits.
    draft.frames = ()
    draft.waiting = ()
    draft.decision = None
    return draft


def look(table: GameState | ViewDraft, seat: Seat | None) -> View:
    """What `seat` sees of a state, or of its own view as events have changed it. Built from what is allowed."""
    rules, decision, outcome = table.ruleset, table.decision, table.outcome
    order = tables(rules).order
    rows_known = table.arrangement in ROWS_KNOWN
    own = decision is not None and decision.seat == seat
    to_act = None if outcome is not None else table.active if decision is None else decision.seat
    players = tuple([_player(player, order, player.seat == seat, rows_known) for player in table.players])
    family, top = table.bazzi_betti, table.rival_deck_open
    return View(
        rules,
        seat,
        table.mode,
        table.difficulty,
        table.arrangement,
        players,
        table.spaces,
        (None,) * len(table.gift_deck),
        table.gift_discard,
        table.stale_gifts,
        None if family is None else _bazzi_betti(family, order),
        table.rival,
        _deck(table.rival_deck, top),
        top,
        _hidden(tuple(rules.rivals), (table.rival,)) if table.rival_deck else (),
        table.phase,
        table.turn,
        table.step,
        table.first,
        table.active,
        table.laid,
        table.passed,
        table.offering,
        table.frames,
        outcome,
        decision if own or decision is None else concealed(decision),
        to_act,
        _actions(table, decision, table.players[to_act]) if to_act is not None and to_act == seat else (),
        table.lasting,
        table.waiting,
    )


def _player(player: Any, order: tuple[PowerholderId, ...], own: bool, row_known: bool) -> PlayerView:
    """A player as seen, of a player or of one seen before."""
    if player.__class__ is PlayerView:  # nothing of it has changed
        return player
    hand, known = player.hand, player.known_hand
    return _seen_player(
        player.seat,
        player.family,
        player.vp,
        hand if own else (None,) * (len(hand) - len(known)) + known,
        _row(player.row, own and row_known),
        _deck(player.deck, player.deck_open),
        player.turns_taken,
        known,
        player.not_letters,
        player.stale,
        _in_the_order(order, player.known_deck),
        player.deck_open,
        _hidden(order, [place.powerholder for place in player.row if place.face_up]),
    )


def _bazzi_betti(family: Any, order: tuple[PowerholderId, ...]) -> BazziBettiView:
    """Bazzi-Betti as seen, likewise."""
    return BazziBettiView(
        family.family,
        family.vp,
        _row(family.row, False),
        _deck(family.deck, family.deck_open),
        _in_the_order(order, family.known_deck),
        family.deck_open,
        _hidden(order, [place.powerholder for place in family.row if place.face_up]),
    )


def _row(row: Iterable[Place], all_known: bool) -> tuple[PlaceView, ...]:
    return tuple(
        [
            _place(place.powerholder, place.face_up, place.gifts)
            if place.face_up or all_known
            else _place(None, False, place.gifts)
            if place.gifts
            else _FACE_DOWN
            for place in row
        ]
    )


def _deck(deck: tuple[str | None, ...], top: bool) -> tuple[str | None, ...]:
    """A deck of which at most the top card can be named."""
    return (deck[0], *(None,) * (len(deck) - 1)) if top else (None,) * len(deck)


def _hidden(order: tuple[str, ...], shown: Iterable[str | None]) -> tuple[str, ...]:
    """Cards that are not shown, in order."""
    return tuple([card for card in order if card not in shown])


def _in_the_order(order: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """These cards in the ruleset's order."""
    return cards if len(cards) < 2 else tuple([card for card in order if card in cards])


def _actions(table: GameState | ViewDraft, decision: Decision | None, player: Any) -> tuple[Action, ...]:
    """The legal actions of the player who is to act."""
    if decision is not None:
        return CHOICES[len(decision.options)]
    hand: tuple[GiftId, ...] = player.hand
    found = legal.offers_from(table.ruleset, hand, player.row)
    return (legal.allowed(table, found) if legal.forbids(table.ruleset) else found) or legal.PASS


def events_for(events: Iterable[V], seat: Seat | None) -> tuple[V, ...]:
    """The events as `seat` may see them; None is a spectator. UsageError for what cannot be a seat."""
    if seat is not None and (type(seat) is not int or seat < 0):
        raise UsageError(f"{shortened(seat)} is no seat; seats count from 0, and None is a spectator")
    return tuple([redacted(event, seat) for event in checked_events(events)])


def checked_events(events: Iterable[V]) -> list[V]:
    """A list of events. UsageError if it is none."""
    given: Any = events
    if isinstance(given, str | bytes) or not isinstance(events, Iterable):
        raise UsageError(f"a list of events is wanted, not {type(given).__name__}")
    found: list[Any] = list(events)
    for one in found:
        if not isinstance(one, Event):
            raise UsageError(f"a list of events is wanted, and {type(one).__name__} is no event")
    return found


def explain(view: View, action: object) -> Illegality | None:
    """What forbids the action to the owner of a view, or None if it is legal for that seat.

    Says nothing that the view does not say: the answer that a host can send back to whoever sent the action.
    """
    if type(view) is not View:
        raise UsageError(f"explain takes a View, not {type(view).__name__}")
    acts = type(action) in (Offer, Choose, Pass)
    if acts and view.to_act is not None and view.to_act != view.seat:
        whose = "a spectator" if view.seat is None else f"seat {view.seat}"
        return Illegality("not-your-turn", f"seat {view.to_act} is to act, not {whose}", "S-6")
    return legal.explain(view, action)
