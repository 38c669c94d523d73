"""View + events -> the next view: how a client that gets events keeps its view without being sent one. Layer 8.

This is `reduce` of the events once more, for what a seat sees: by the same names, but where a card is hidden there
is only a number to change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeVar, cast

import attrs

from serviam_rules import events as happened
from serviam_rules.effects.link import tables
from serviam_rules.errors import UsageError
from serviam_rules.events import Event
from serviam_rules.knowledge import came_to_light, deck_renewed, without
from serviam_rules.model import Ruleset
from serviam_rules.state import Decision, Frame, Offering, Outcome
from serviam_rules.values import FamilyId, GiftId, Mode, PowerholderId, RivalId, Seat, Side
from serviam_rules.views.look import actions_of
from serviam_rules.views.model import BazziBettiView, PlaceView, PlayerView, View, hidden_of, in_the_order

E = TypeVar("E", bound=Event)
Sees: TypeAlias = "Callable[[Seeing, Any], None]"


def advance(view: View, events: Iterable[Event]) -> View:
    """The view after the events of one action, as its owner may see them (`events_for`): exactly the next view.

    UsageError for events that are somebody else's, or that belong to the setup, before any view.
    """
    if type(view) is not View:
        raise UsageError(f"advance takes a View, not {type(view).__name__}")
    seeing = Seeing(view)
    for told in events:
        seeing.see(told)
    return seeing.view()


@attrs.define
class _Owner:
    """What a player's row and deck look like, to write to."""

    vp: int
    row: tuple[PlaceView, ...]
    deck_size: int
    deck_top: PowerholderId | None
    known_deck: tuple[PowerholderId, ...]


@attrs.define
class _Player(_Owner):
    """A player as seen, to write to."""

    seat: Seat
    family: FamilyId
    hand: tuple[GiftId, ...] | None
    hand_size: int
    known_hand: tuple[GiftId, ...]
    not_letters: int
    stale: int
    turns_taken: int


@attrs.define
class _BazziBetti(_Owner):
    """Bazzi-Betti as seen, to write to."""

    family: FamilyId


def _opened(kind: type[Any], old: object) -> Any:
    """What can be written to, from the view of it."""
    return kind(**{field.name: getattr(old, field.name) for field in attrs.fields(kind)})


class Seeing:
    """A view on its way to the next: event by event (`see`), and closed again (`view`)."""

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.ruleset: Ruleset = seen.ruleset
        self.seat = seen.seat
        self.mode: Mode = seen.mode
        self.players: list[_Player] = [_opened(_Player, player) for player in seen.players]
        family = seen.bazzi_betti
        self.bazzi_betti: _BazziBetti | None = None if family is None else _opened(_BazziBetti, family)
        self.spaces = seen.spaces
        self.gift_deck_size = seen.gift_deck_size
        self.gift_discard = seen.gift_discard
        self.stale_gifts = seen.stale_gifts
        self.rival: RivalId | None = seen.rival
        self.rival_deck_size = seen.rival_deck_size
        self.rival_deck_top: RivalId | None = seen.rival_deck_top
        self.phase = seen.phase
        self.turn = seen.turn
        self.active = seen.active
        self.laid = seen.laid
        self.passed = seen.passed
        self.offering: Offering | None = seen.offering
        # An effect that waits is told of by the last event; if there is none, none waits.
        self.frames: tuple[Frame, ...] = ()
        self.decision: Decision | None = None
        self.outcome: Outcome | None = seen.outcome

    def edit(self, side: Side) -> Any:
        """The player or Bazzi-Betti, to write to."""
        return self.players[side] if isinstance(side, int) else self.bazzi_betti

    def see(self, told: Event) -> None:
        """Write down what this event changes."""
        if type(told) not in SEES:
            raise UsageError(f"a view advances by the events of an action, not by {type(told).__name__}")
        SEES[type(told)](self, told)

    def view(self) -> View:
        """What is seen now."""
        seen, rules = self.seen, self.ruleset
        asked = self.decision
        to_act = None if self.outcome is not None else self.active if asked is None else asked.seat
        order = tables(rules).order
        acting = self.players[to_act] if to_act is not None and to_act == self.seat else None
        family = self.bazzi_betti
        return View(
            ruleset=rules,
            seat=self.seat,
            mode=self.mode,
            difficulty=seen.difficulty,
            arrangement=seen.arrangement,
            players=tuple([cast(PlayerView, _closed(PlayerView, player, order)) for player in self.players]),
            spaces=self.spaces,
            gift_deck_size=self.gift_deck_size,
            gift_discard=self.gift_discard,
            stale_gifts=self.stale_gifts,
            bazzi_betti=None if family is None else cast(BazziBettiView, _closed(BazziBettiView, family, order)),
            rival=self.rival,
            rival_deck_size=self.rival_deck_size,
            rival_deck_top=self.rival_deck_top,
            hidden_rivals=hidden_of(rules.rivals, (self.rival,)) if self.rival_deck_size else (),
            phase=self.phase,
            turn=self.turn,
            step=seen.step + 1,
            first=seen.first,
            active=self.active,
            laid=self.laid,
            passed=self.passed,
            offering=self.offering,
            frames=self.frames,
            outcome=self.outcome,
            to_act=to_act,
            decision=asked,
            legal_actions=() if acting is None else actions_of(rules, asked, acting.hand or (), acting.row),
        )


def _closed(kind: type[Any], owner: _Owner, order: tuple[PowerholderId, ...]) -> Any:
    hidden = hidden_of(order, [lying.powerholder for lying in owner.row if lying.face_up])
    fields = [field.name for field in attrs.fields(kind) if field.name not in ("hidden", "known_deck")]
    known_deck = in_the_order(order, owner.known_deck)
    return kind(**{name: getattr(owner, name) for name in fields}, hidden=hidden, known_deck=known_deck)


# --- what each event changes -----------------------------------------------------------------------------------------

#: What is written down of each event. An event that is not here belongs to the setup.
SEES: Final[dict[type[Event], Sees]] = {}


def _sees(kind: type[E]) -> Callable[[Callable[[Seeing, E], None]], Callable[[Seeing, E], None]]:
    def register(sees: Callable[[Seeing, E], None]) -> Callable[[Seeing, E], None]:
        SEES[kind] = sees
        return sees

    return register


def _nothing(_: Seeing, __: Event) -> None:
    """The event only tells something, or changes what nobody sees."""


for _kind in (
    happened.CardResolved,
    happened.ChoiceImpossible,
    happened.ChoiceMade,
    happened.GiftDeckShuffled,
    happened.NothingDrawn,
):
    SEES[_kind] = _nothing


@_sees(happened.CardArranged)
def _card_arranged(seeing: Seeing, told: happened.CardArranged) -> None:
    seeing.laid = told.slot + 1
    if told.seat != seeing.seat:
        return
    _own(told.seat, told.powerholder)
    player = seeing.players[told.seat]
    lying: list[PowerholderId | None] = [place.powerholder for place in player.row]
    if told.powerholder in lying:
        lying[lying.index(told.powerholder)] = lying[told.slot]
    lying[told.slot] = told.powerholder
    player.row = tuple(PlaceView(who, False, ()) for who in lying)


@_sees(happened.RowArranged)
def _row_arranged(seeing: Seeing, told: happened.RowArranged) -> None:
    seeing.active = told.seat + 1
    seeing.laid = 0


@_sees(happened.LetterSetAside)
def _letter_set_aside(seeing: Seeing, told: happened.LetterSetAside) -> None:
    seeing.gift_deck_size -= 1
    seeing.gift_discard = (*seeing.gift_discard, told.gift)


@_sees(happened.LettersReturned)
def _letters_returned(seeing: Seeing, _: happened.LettersReturned) -> None:
    seeing.gift_deck_size += len(seeing.gift_discard)
    seeing.gift_discard = ()


@_sees(happened.GiftDealt)
def _gift_dealt(seeing: Seeing, told: happened.GiftDealt) -> None:
    _comes_from_deck(seeing, told.seat, told.gift)
    seeing.players[told.seat].not_letters += 1


@_sees(happened.GiftDrawn)
def _gift_drawn(seeing: Seeing, told: happened.GiftDrawn) -> None:
    _comes_from_deck(seeing, told.seat, told.gift)


@_sees(happened.RivalRevealed)
def _rival_revealed(seeing: Seeing, told: happened.RivalRevealed) -> None:
    seeing.rival = told.rival
    seeing.rival_deck_size -= 1


@_sees(happened.FirstPlayerSet)
def _first_player_set(seeing: Seeing, told: happened.FirstPlayerSet) -> None:
    seeing.active = told.seat


@_sees(happened.TurnBegan)
def _turn_began(seeing: Seeing, told: happened.TurnBegan) -> None:
    seeing.active = told.seat
    seeing.turn = told.turn
    seeing.phase = "turn"
    seeing.offering = None
    seeing.passed = False


@_sees(happened.PhaseBegan)
def _phase_began(seeing: Seeing, told: happened.PhaseBegan) -> None:
    seeing.phase = told.phase


@_sees(happened.TurnEnded)
def _turn_ended(seeing: Seeing, told: happened.TurnEnded) -> None:
    seeing.players[told.seat].turns_taken = told.turns_taken


@_sees(happened.Passed)
def _passed(seeing: Seeing, _: happened.Passed) -> None:
    seeing.passed = True


@_sees(happened.GiftOffered)
def _gift_offered(seeing: Seeing, told: happened.GiftOffered) -> None:
    _leaves_hand(seeing, told.seat, told.gift)
    _onto_pile(seeing, told.seat, told.slot, told.gift)
    seeing.offering = Offering(told.gift, told.slot, told.recipient)


@_sees(happened.ChoiceDue)
def _choice_due(seeing: Seeing, told: happened.ChoiceDue) -> None:
    seeing.decision = told.decision
    seeing.frames = told.frames


@_sees(happened.MarkerMoved)
def _marker_moved(seeing: Seeing, told: happened.MarkerMoved) -> None:
    at = seeing.ruleset.index[told.powerholder]
    seeing.spaces = (*seeing.spaces[:at], told.end, *seeing.spaces[at + 1 :])


@_sees(happened.VpChanged)
def _vp_changed(seeing: Seeing, told: happened.VpChanged) -> None:
    seeing.edit(told.side).vp = told.end


@_sees(happened.GiftDiscarded)
def _gift_discarded(seeing: Seeing, told: happened.GiftDiscarded) -> None:
    if told.slot is not None:
        _off_pile(seeing, told.side, told.slot)
    elif isinstance(told.side, int):
        _leaves_hand(seeing, told.side, told.gift)
    seeing.gift_discard = (*seeing.gift_discard, told.gift)


@_sees(happened.GiftTakenUp)
def _gift_taken_up(seeing: Seeing, told: happened.GiftTakenUp) -> None:
    _off_pile(seeing, told.seat, told.slot)
    _comes_to_hand(seeing, told.seat, told.gift)
    player = seeing.players[told.seat]
    player.known_hand = (*player.known_hand, told.gift)


@_sees(happened.GiftShown)
def _gift_shown(seeing: Seeing, told: happened.GiftShown) -> None:
    player = seeing.players[told.seat]
    came_to_light(seeing, told.seat, told.gift, player.hand_size - len(player.known_hand) - 1)
    player.known_hand = (*player.known_hand, told.gift)


@_sees(happened.GiftLaid)
def _gift_laid(seeing: Seeing, told: happened.GiftLaid) -> None:
    _leaves_hand(seeing, told.seat, told.gift)
    _onto_pile(seeing, told.seat, told.slot, told.gift)


@_sees(happened.PlaceTurnedUp)
def _place_turned_up(seeing: Seeing, told: happened.PlaceTurnedUp) -> None:
    lying = seeing.edit(told.side).row[told.slot]
    _lies(seeing, told.side, told.slot, PlaceView(told.powerholder, True, lying.gifts))


@_sees(happened.DeckTopTurnedUp)
def _deck_top_turned_up(seeing: Seeing, told: happened.DeckTopTurnedUp) -> None:
    owner = seeing.edit(told.side)
    owner.deck_top = told.powerholder
    if told.powerholder not in owner.known_deck:
        owner.known_deck = (*owner.known_deck, told.powerholder)


@_sees(happened.RivalDeckTopTurnedUp)
def _rival_deck_top_turned_up(seeing: Seeing, told: happened.RivalDeckTopTurnedUp) -> None:
    seeing.rival_deck_top = told.rival


@_sees(happened.PowerholderReplaced)
def _powerholder_replaced(seeing: Seeing, told: happened.PowerholderReplaced) -> None:
    owner = seeing.edit(told.side)
    _lies(seeing, told.side, told.slot, PlaceView(told.new, True, owner.row[told.slot].gifts))
    owner.known_deck = (*(card for card in owner.known_deck if card != told.new), told.old)
    owner.deck_top = None


@_sees(happened.RivalReplaced)
def _rival_replaced(seeing: Seeing, told: happened.RivalReplaced) -> None:
    seeing.rival = told.new
    seeing.rival_deck_top = None


@_sees(happened.DiscardsShuffledIn)
def _discards_shuffled_in(seeing: Seeing, _: happened.DiscardsShuffledIn) -> None:
    deck_renewed(seeing, [player.hand_size - len(player.known_hand) for player in seeing.players])
    seeing.gift_deck_size = len(seeing.gift_discard)
    seeing.gift_discard = ()


@_sees(happened.PowerholderDeckShuffled)
def _powerholder_deck_shuffled(seeing: Seeing, told: happened.PowerholderDeckShuffled) -> None:
    seeing.edit(told.side).deck_top = None


@_sees(happened.RivalDeckShuffled)
def _rival_deck_shuffled(seeing: Seeing, _: happened.RivalDeckShuffled) -> None:
    seeing.rival_deck_top = None


@_sees(happened.GameEnded)
def _game_ended(seeing: Seeing, told: happened.GameEnded) -> None:
    seeing.outcome = told.outcome
    seeing.phase = "over"


# --- what several of them share --------------------------------------------------------------------------------------


def _comes_from_deck(seeing: Seeing, seat: Seat, gift: GiftId | None) -> None:
    seeing.gift_deck_size -= 1
    _comes_to_hand(seeing, seat, gift)


def _comes_to_hand(seeing: Seeing, seat: Seat, gift: GiftId | None) -> None:
    player = seeing.players[seat]
    player.hand_size += 1
    if player.hand is not None:
        player.hand = (*player.hand, _own(seat, gift))


def _own(seat: Seat, card: str | None) -> str:
    """A card that its owner must have been told of."""
    if card is None:
        raise UsageError(f"these events are not told as seat {seat} sees them")
    return card


def _leaves_hand(seeing: Seeing, seat: Seat, gift: GiftId) -> None:
    player = seeing.players[seat]
    player.hand_size -= 1
    if player.hand is not None:
        player.hand = without(player.hand, gift)
    if gift in player.known_hand:
        player.known_hand = without(player.known_hand, gift)
    else:
        came_to_light(seeing, seat, gift, player.hand_size - len(player.known_hand))


def _onto_pile(seeing: Seeing, side: Side, slot: int, gift: GiftId) -> None:
    lying = seeing.edit(side).row[slot]
    _lies(seeing, side, slot, PlaceView(lying.powerholder, lying.face_up, (*lying.gifts, gift)))


def _off_pile(seeing: Seeing, side: Side, slot: int) -> None:
    lying = seeing.edit(side).row[slot]
    _lies(seeing, side, slot, PlaceView(lying.powerholder, lying.face_up, lying.gifts[:-1]))


def _lies(seeing: Seeing, side: Side, slot: int, place: PlaceView) -> None:
    owner = seeing.edit(side)
    owner.row = (*owner.row[:slot], place, *owner.row[slot + 1 :])
