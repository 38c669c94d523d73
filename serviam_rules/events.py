"""Everything that can happen, and what it changes: `reduce`, the only code that changes what a state or a view holds.

An event says all that a frontend needs to animate it; redacted, it says all by which somebody's view moves on
(`views.advance`). What only some may see is declared on the class: `secret` names the fields that are blanked (None)
for everyone but the event's `seat`. `redacted` is the one door through which an event leaves for a viewer.
"""

# Of each event, `type` is its own name and `reduce` takes its own fields; nobody assigns either to an event in general.
# pyright: reportIncompatibleVariableOverride=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias, TypeVar, cast, dataclass_transform

from serviam_rules.knowledge import Open, came_to_light, deck_renewed, position, without
from serviam_rules.plain import OPTIONAL
from serviam_rules.state import (
    BazziBetti,
    Decision,
    Frame,
    Lasting,
    Offering,
    Option,
    Outcome,
    Place,
    Player,
    Waiting,
)
from serviam_rules.values import (
    FamilyId,
    GiftId,
    PowerholderId,
    RivalId,
    Seat,
    Side,
    evolve,
    field,
    record_reader,
    value,
)

E = TypeVar("E", bound=type)
V = TypeVar("V", bound="Event")

#: Every event class by its `type`, in the order of this file.
EVENTS: dict[str, type[Event]] = {}


#: A hand or a deck: ids of cards, with None for what a viewer cannot name.
Cards: TypeAlias = tuple[Any, ...]


class Table(Open, Protocol):
    """What events change: the draft of a state, or of a view of one, which has the same fields but for `rng`.

    `shuffled` and `drew_lots` are what differs: a view sees neither the order that comes of it nor the random source.
    """

    players: Any
    spaces: tuple[int, ...]
    gift_deck: Cards
    gift_discard: tuple[GiftId, ...]
    stale_gifts: tuple[GiftId, ...]
    bazzi_betti: Any
    rival: RivalId | None
    rival_deck: Cards
    rival_deck_open: bool
    phase: str
    turn: int
    active: Seat
    laid: int
    passed: bool
    offering: Offering | None
    frames: tuple[Frame, ...]
    lasting: tuple[Lasting, ...]
    waiting: tuple[Waiting, ...]
    decision: Decision | None
    outcome: Outcome | None

    def edit(self, side: Side, /) -> Any: ...
    def shuffled(self, cards: Any, /) -> Cards: ...
    def drew_lots(self) -> None: ...


class Event:
    """Base of all events: a frozen value with a `type`, and what it changes."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    type: ClassVar[str]
    #: Fields that only the event's `seat` may see.
    secret: ClassVar[tuple[str, ...]] = ()
    #: Whether by such an event something hidden, or chance, comes to light.
    revealing: ClassVar[bool] = False

    def secrets(self) -> tuple[str, ...]:
        """The fields of this very event that only its `seat` may see."""
        return self.secret

    def blanked(self) -> Self:
        """This event without its secrets."""
        blanks: dict[str, Any] = dict.fromkeys(self.secrets())
        return evolve(self, **blanks)

    def reveals(self, actor: Seat | None) -> bool:
        """Whether by this very event something comes to light, if `actor` acted: a gift of the own hand does not."""
        return self.revealing

    #: Whether such an event belongs to what comes before any view.
    setup: ClassVar[bool] = False
    #: `reduce(table, *fields)` writes to a table what an event with these fields changes; None if it only tells.
    reduce: ClassVar[Callable[..., None] | None] = None

    @classmethod
    def tell(cls, table: Any, log: Any, /, *fields: Any) -> Any:
        """Such an event happens.

        A list takes it down as a record, of its class and its fields, and the table is changed; so it is with None,
        which takes nothing down. Any other log is given the event itself, and is to change the table; it returns the
        event that has happened instead.
        """
        told: Any = _teller(cls)
        cls.tell = staticmethod(told)  # type: ignore[method-assign]
        return told(table, log, *fields)

    @classmethod
    def made_of(cls, record: tuple[Any, ...]) -> Event:
        """The event that a record is of."""
        reader = record_reader(cls)
        cls.made_of = staticmethod(reader)  # type: ignore[method-assign,assignment]
        return reader(record)  # type: ignore[no-any-return]

    def happen(self, table: Table) -> None:
        """Write to a table what this event changes."""
        if self.reduce is not None:
            self.reduce(table, *[getattr(self, name) for name in self.__match_args__])


@dataclass_transform(frozen_default=True)
def event(cls: E) -> E:
    """Register an event class under its name in kebab-case."""
    made: Any = value(cast(Any, cls))
    made.type = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
    EVENTS[made.type] = made
    return made  # type: ignore[no-any-return]


def _teller(kind: Any) -> Any:
    """`Event.tell` of a class, written out with its fields: it is what most time is spent on."""
    fields = "".join(f", {name}" for name in kind.__match_args__)
    reduce = f"_reduce(_draft{fields})" if kind.reduce is not None else "pass"
    scope: dict[str, Any] = {"_kind": kind, "_reduce": kind.reduce}
    exec(
        f"def tell(_draft, _log{fields}):\n"
        f"    if _log.__class__ is list:\n        _log.append((_kind{fields},))\n        {reduce}\n"
        f"    elif _log is None:\n        {reduce}\n"
        f"    else:\n        return _log.tell(_draft, _kind({fields[2:]}))",
        scope,
    )
    return scope["tell"]


def redacted(event: V, seat: Seat | None) -> V:
    """The event as `seat` may see it (None: a spectator)."""
    if not event.secrets() or (seat is not None and getattr(event, "seat", None) == seat):
        return event
    return event.blanked()


# --- setup -----------------------------------------------------------------------------------------------------------


@event
class GameBegan(Event):
    """Markers stand on their starting spaces (S-1, O-2) and the gift deck lies ready (C-4)."""

    type: ClassVar[Literal["game-began"]]
    setup = True
    mode: str
    players: int
    difficulty: str | None
    arrangement: str


@event
class PlayerSeated(Event):
    """A seat takes its family (S-2) and the gifts every player starts with (S-5)."""

    type: ClassVar[Literal["player-seated"]]
    setup = True
    seat: Seat
    family: FamilyId
    vp: int
    gifts: tuple[GiftId, ...]

    @staticmethod
    def reduce(table: Table, seat: Seat, family: FamilyId, vp: int, gifts: tuple[GiftId, ...]) -> None:
        cards = tuple(table.ruleset.powerholders)
        player = Player(seat, family, vp, gifts, (), cards, known_hand=gifts)
        table.players = (*table.players, player)


@event
class BazziBettiSeated(Event):
    """The automatic family takes its place (O-3, O-5)."""

    type: ClassVar[Literal["bazzi-betti-seated"]]
    setup = True
    family: FamilyId
    vp: int

    @staticmethod
    def reduce(table: Table, family: FamilyId, vp: int) -> None:
        table.bazzi_betti = BazziBetti(family, vp, (), tuple(table.ruleset.powerholders))


@event
class RowLaid(Event):
    """The top cards of a side's powerholder deck are laid face down in a row (S-3, O-3)."""

    type: ClassVar[Literal["row-laid"]]
    setup = True
    side: Side
    places: int

    @staticmethod
    def reduce(table: Table, side: Side, places: int) -> None:
        owner = table.edit(side)
        owner.row = tuple(Place(card, False) for card in owner.deck[:places])
        owner.deck = owner.deck[places:]


@event
class CardArranged(Event):
    """A seat has laid a card at a place of its row; it changed places with the one that lay there (S-7)."""

    type: ClassVar[Literal["card-arranged"]]
    secret: ClassVar[tuple[str, ...]] = ("powerholder",)
    seat: Seat
    slot: int
    powerholder: PowerholderId | None

    @staticmethod
    def reduce(table: Table, seat: Seat, slot: int, powerholder: PowerholderId | None) -> None:
        player = table.edit(seat)
        cards = [place.powerholder for place in player.row] + list(player.deck)
        other = position(cards, powerholder)
        cards[slot], cards[other] = powerholder, cards[slot]
        player.row = tuple(Place(card, False) for card in cards[: len(player.row)])
        player.deck = tuple(cards[len(player.row) :])
        table.laid = slot + 1


@event
class RowArranged(Event):
    """A seat has laid out its whole row; it is the next seat's turn to do so (S-7)."""

    type: ClassVar[Literal["row-arranged"]]
    seat: Seat

    @staticmethod
    def reduce(table: Table, seat: Seat) -> None:
        table.active = seat + 1
        table.laid = 0


@event
class LetterSetAside(Event):
    """A threat letter drawn in the deal is set aside (S-4); it lies where the discards will lie."""

    type: ClassVar[Literal["letter-set-aside"]]
    revealing = True
    seat: Seat
    gift: GiftId

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId) -> None:
        table.gift_deck = table.gift_deck[1:]
        table.gift_discard = (*table.gift_discard, gift)


@event
class LettersReturned(Event):
    """All letters set aside in the deal go back into the gift deck (S-4)."""

    type: ClassVar[Literal["letters-returned"]]
    gifts: tuple[GiftId, ...]

    @staticmethod
    def reduce(table: Table, gifts: tuple[GiftId, ...]) -> None:
        table.gift_deck += table.gift_discard
        table.gift_discard = ()


@event
class GiftDealt(Event):
    """A gift of the opening hand (S-4). Everybody knows that it is no threat letter."""

    type: ClassVar[Literal["gift-dealt"]]
    secret: ClassVar[tuple[str, ...]] = ("gift",)
    revealing = True
    seat: Seat
    gift: GiftId | None

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId | None) -> None:
        table.gift_deck = table.gift_deck[1:]
        player = table.edit(seat)
        player.hand = (*player.hand, gift)
        player.not_letters += 1


@event
class RivalRevealed(Event):
    """The first rival is turned up (O-4)."""

    type: ClassVar[Literal["rival-revealed"]]
    revealing = True
    rival: RivalId

    @staticmethod
    def reduce(table: Table, rival: RivalId) -> None:
        table.rival = rival
        table.rival_deck = table.rival_deck[1:]


@event
class FirstPlayerSet(Event):
    """Who begins (S-6); `by_chance` tells whether the game's random source chose."""

    type: ClassVar[Literal["first-player-set"]]
    seat: Seat
    by_chance: bool

    def reveals(self, actor: Seat | None) -> bool:
        return self.by_chance

    @staticmethod
    def reduce(table: Table, seat: Seat, by_chance: bool) -> None:
        table.active = seat
        if by_chance:
            table.drew_lots()


# --- turns and phases ------------------------------------------------------------------------------------------------


@event
class TurnBegan(Event):
    """A turn, in solo a round, begins. `turn` counts from 1."""

    type: ClassVar[Literal["turn-began"]]
    seat: Seat
    turn: int

    @staticmethod
    def reduce(table: Table, seat: Seat, turn: int) -> None:
        table.active = seat
        table.turn = turn
        table.phase = "turn"
        table.offering = None
        table.passed = False


@event
class PhaseBegan(Event):
    """A phase begins (T)."""

    type: ClassVar[Literal["phase-began"]]
    phase: str

    @staticmethod
    def reduce(table: Table, phase: str) -> None:
        table.phase = phase


@event
class TurnEnded(Event):
    """A player's turn is over; `turns_taken` counts it (T-10)."""

    type: ClassVar[Literal["turn-ended"]]
    seat: Seat
    turns_taken: int

    @staticmethod
    def reduce(table: Table, seat: Seat, turns_taken: int) -> None:
        table.edit(seat).turns_taken = turns_taken


@event
class Passed(Event):
    """A player could offer nothing and passed (T-12)."""

    type: ClassVar[Literal["passed"]]
    seat: Seat

    @staticmethod
    def reduce(table: Table, seat: Seat) -> None:
        table.passed = True


@event
class GiftOffered(Event):
    """A gift goes from the hand onto the pile of a connection, who is the recipient of this turn (T-1)."""

    type: ClassVar[Literal["gift-offered"]]
    seat: Seat
    gift: GiftId
    slot: int
    recipient: PowerholderId

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId, slot: int, recipient: PowerholderId) -> None:
        player = table.edit(seat)
        leave_hand(table, player, gift)
        player.row = pile_changed(player.row, slot, (*player.row[slot].gifts, gift))
        table.offering = Offering(gift, slot, recipient)


# --- effects ---------------------------------------------------------------------------------------------------------


@event
class CardResolved(Event):
    """The effect of a card starts: a gift's icons (T-3), an EFFETTO ORDINE (T-7), a rival's ability (O-9).

    `source` is its program, `gift/alms`; `side` resolves it; `target` is its recipient. What it does follows.
    """

    type: ClassVar[Literal["card-resolved"]]
    source: str
    side: Side
    target: PowerholderId | None


@event
class ChoiceDue(Event):
    """A player has to choose, and the game waits for it: always the last event of an action.

    `frames` are the effects that wait, the one that asks last; `waiting` is what is carried out after them. Only the
    seat of the decision sees its options.
    """

    type: ClassVar[Literal["choice-due"]]
    decision: Decision
    frames: tuple[Frame, ...]
    waiting: tuple[Waiting, ...] = field(default=(), metadata=OPTIONAL)

    @property
    def seat(self) -> Seat:
        """Who has to choose."""
        return self.decision.seat

    def secrets(self) -> tuple[str, ...]:
        return ("decision",)

    def blanked(self) -> Self:
        return evolve(self, decision=concealed(self.decision))

    @staticmethod
    def reduce(table: Table, decision: Decision, frames: tuple[Frame, ...], waiting: tuple[Waiting, ...] = ()) -> None:
        table.decision = decision
        table.frames = frames
        table.waiting = waiting


@event
class ChoiceMade(Event):
    """A choice has been made; `by_engine` where there was exactly one possibility (T-16).

    `private` choices - a card of the hand, the order of one's face-down cards - are their owner's to see.
    """

    type: ClassVar[Literal["choice-made"]]
    seat: Seat
    prompt: str
    option: Option | None
    by_engine: bool
    private: bool

    def secrets(self) -> tuple[str, ...]:
        return ("option",) if self.private else ()


@event
class ChoiceImpossible(Event):
    """A choice had no possibility; the effect goes on with its next step (T-16)."""

    type: ClassVar[Literal["choice-impossible"]]
    seat: Seat
    prompt: str
    kind: str
    source: str


@event
class RuleLaid(Event):
    """A rule is laid down and holds from now on; `rule` says by which step, whose it is, and what it is about."""

    type: ClassVar[Literal["rule-laid"]]
    rule: Lasting

    @staticmethod
    def reduce(table: Table, rule: Lasting) -> None:
        table.lasting = (*table.lasting, rule)


@event
class RuleEnded(Event):
    """A rule that had been laid down holds no longer."""

    type: ClassVar[Literal["rule-ended"]]
    rule: Lasting

    @staticmethod
    def reduce(table: Table, rule: Lasting) -> None:
        at = table.lasting.index(rule)
        table.lasting = (*table.lasting[:at], *table.lasting[at + 1 :])


@event
class RuleApplied(Event):
    """A lasting rule of `side` comes in: what it forbids does not happen, or what it changes happens otherwise.

    It is the rule that `position` of the program `source` lays down, or that the card has (`lasting-gift/alms/0`).
    """

    type: ClassVar[Literal["rule-applied"]]
    side: Side
    source: str
    position: int


@event
class LotDrawn(Event):
    """The game's random source has drawn `option`, one of `options`, each equally likely.

    `private` lots - cards of a hand - are their owner's to see.
    """

    type: ClassVar[Literal["lot-drawn"]]
    revealing = True
    seat: Seat
    prompt: str
    option: Option | None
    options: tuple[Option, ...] | None
    private: bool

    def secrets(self) -> tuple[str, ...]:
        return ("option", "options") if self.private else ()

    def reveals(self, actor: Seat | None) -> bool:
        return not self.private or self.seat == actor

    @staticmethod
    def reduce(
        table: Table, seat: Seat, prompt: str, option: Option | None, options: tuple[Option, ...] | None, private: bool
    ) -> None:
        table.drew_lots()


@event
class MarkerMoved(Event):
    """A marker was asked to move `asked` spaces and went from `start` to `end` (T-4, T-6)."""

    type: ClassVar[Literal["marker-moved"]]
    powerholder: PowerholderId
    asked: int
    start: int
    end: int

    @staticmethod
    def reduce(table: Table, powerholder: PowerholderId, asked: int, start: int, end: int) -> None:
        spaces = list(table.spaces)
        spaces[table.ruleset.index[powerholder]] = end
        table.spaces = tuple(spaces)


@event
class VpChanged(Event):
    """A side was to gain `asked` VP (negative: lose) and went from `start` to `end` (C-7). `source` is the cause."""

    type: ClassVar[Literal["vp-changed"]]
    side: Side
    asked: int
    start: int
    end: int
    source: str

    @staticmethod
    def reduce(table: Table, side: Side, asked: int, start: int, end: int, source: str) -> None:
        table.edit(side).vp = end


@event
class GiftDrawn(Event):
    """A player draws the top card of the gift deck (T-10)."""

    type: ClassVar[Literal["gift-drawn"]]
    secret: ClassVar[tuple[str, ...]] = ("gift",)
    revealing = True
    seat: Seat
    gift: GiftId | None

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId | None) -> None:
        table.gift_deck = table.gift_deck[1:]
        player = table.edit(seat)
        player.hand = (*player.hand, gift)


@event
class NothingDrawn(Event):
    """Deck and discard pile are both empty: nothing is drawn (T-15)."""

    type: ClassVar[Literal["nothing-drawn"]]
    seat: Seat


@event
class GiftDiscarded(Event):
    """A gift goes to the discard pile, from a hand (`slot` None) or from the top of a pile."""

    type: ClassVar[Literal["gift-discarded"]]
    side: Side
    gift: GiftId
    slot: int | None

    def reveals(self, actor: Seat | None) -> bool:
        return self.slot is None and self.side != actor

    @staticmethod
    def reduce(table: Table, side: Side, gift: GiftId, slot: int | None) -> None:
        owner = table.edit(side)
        if slot is None:
            leave_hand(table, owner, gift)
        else:
            owner.row = pile_changed(owner.row, slot, owner.row[slot].gifts[:-1])
        table.gift_discard = (*table.gift_discard, gift)


@event
class GiftTakenUp(Event):
    """The topmost gift of a pile goes to its owner's hand (D-1, D-3). Everybody has seen it."""

    type: ClassVar[Literal["gift-taken-up"]]
    seat: Seat
    gift: GiftId
    slot: int

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId, slot: int) -> None:
        player = table.edit(seat)
        player.row = pile_changed(player.row, slot, player.row[slot].gifts[:-1])
        player.hand = (*player.hand, gift)
        player.known_hand = (*player.known_hand, gift)


@event
class GiftShown(Event):
    """A gift of a hand is shown to everybody and stays there, because an effect goes on with it (T-5)."""

    type: ClassVar[Literal["gift-shown"]]
    seat: Seat
    gift: GiftId

    def reveals(self, actor: Seat | None) -> bool:
        return self.seat != actor

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId) -> None:
        player = table.edit(seat)
        came_to_light(table, seat, gift, len(player.hand) - len(player.known_hand) - 1)
        player.known_hand = (*player.known_hand, gift)


@event
class GiftLaid(Event):
    """A gift goes from the hand onto a pile without resolving (D-2)."""

    type: ClassVar[Literal["gift-laid"]]
    seat: Seat
    gift: GiftId
    slot: int

    def reveals(self, actor: Seat | None) -> bool:
        return self.seat != actor

    @staticmethod
    def reduce(table: Table, seat: Seat, gift: GiftId, slot: int) -> None:
        player = table.edit(seat)
        leave_hand(table, player, gift)
        player.row = pile_changed(player.row, slot, (*player.row[slot].gifts, gift))


@event
class PlaceTurnedUp(Event):
    """A face-down card of a row is turned face up (S-3, T-8, O-7)."""

    type: ClassVar[Literal["place-turned-up"]]
    revealing = True
    side: Side
    slot: int
    powerholder: PowerholderId

    @staticmethod
    def reduce(table: Table, side: Side, slot: int, powerholder: PowerholderId) -> None:
        owner = table.edit(side)
        place = owner.row[slot]
        owner.row = place_changed(owner.row, slot, Place(powerholder, True, place.gifts))


@event
class DeckTopTurnedUp(Event):
    """The top card of a powerholder deck lies face up now (D-5)."""

    type: ClassVar[Literal["deck-top-turned-up"]]
    revealing = True
    side: Side
    powerholder: PowerholderId

    @staticmethod
    def reduce(table: Table, side: Side, powerholder: PowerholderId) -> None:
        owner = table.edit(side)
        owner.deck = topped(owner.deck, powerholder)
        owner.deck_open = True
        if powerholder not in owner.known_deck:
            owner.known_deck = (*owner.known_deck, powerholder)


@event
class RivalDeckTopTurnedUp(Event):
    """The top card of the rival deck lies face up now (O-10)."""

    type: ClassVar[Literal["rival-deck-top-turned-up"]]
    revealing = True
    rival: RivalId

    @staticmethod
    def reduce(table: Table, rival: RivalId) -> None:
        table.rival_deck = topped(table.rival_deck, rival)
        table.rival_deck_open = True


@event
class PowerholderReplaced(Event):
    """The top card of a side's deck took a place of the row, face up (D-7); the other went into the deck (D-5).

    `open`: both cards lay face up before.
    """

    type: ClassVar[Literal["powerholder-replaced"]]
    side: Side
    slot: int
    old: PowerholderId
    new: PowerholderId
    open: bool

    def reveals(self, actor: Seat | None) -> bool:
        return not self.open

    @staticmethod
    def reduce(table: Table, side: Side, slot: int, old: PowerholderId, new: PowerholderId, open: bool) -> None:
        owner = table.edit(side)
        place = owner.row[slot]
        owner.row = place_changed(owner.row, slot, Place(new, True, place.gifts))
        owner.deck = (*owner.deck[1:], old)
        owner.known_deck = (*(card for card in owner.known_deck if card != new), old)
        owner.deck_open = False


@event
class RivalReplaced(Event):
    """The top card of the rival deck became the face-up rival; the other went into that deck (O-10).

    `open`: both cards lay face up before.
    """

    type: ClassVar[Literal["rival-replaced"]]
    old: RivalId
    new: RivalId
    open: bool

    def reveals(self, actor: Seat | None) -> bool:
        return not self.open

    @staticmethod
    def reduce(table: Table, old: RivalId, new: RivalId, open: bool) -> None:
        table.rival = new
        table.rival_deck = (*table.rival_deck[1:], old)
        table.rival_deck_open = False


@event
class GiftDeckShuffled(Event):
    """The gift deck is shuffled (S-4)."""

    type: ClassVar[Literal["gift-deck-shuffled"]]

    @staticmethod
    def reduce(table: Table) -> None:
        table.gift_deck = table.shuffled(table.gift_deck)


@event
class DiscardsShuffledIn(Event):
    """The gift deck was empty: the discard pile is shuffled and becomes the gift deck (T-11)."""

    type: ClassVar[Literal["discards-shuffled-in"]]
    gifts: tuple[GiftId, ...]

    @staticmethod
    def reduce(table: Table, gifts: tuple[GiftId, ...]) -> None:
        deck_renewed(table, [len(player.hand) - len(player.known_hand) for player in table.players])
        table.gift_deck = table.shuffled(table.gift_discard)
        table.gift_discard = ()


@event
class PowerholderDeckShuffled(Event):
    """A side's powerholder deck is shuffled (S-3, D-5)."""

    type: ClassVar[Literal["powerholder-deck-shuffled"]]
    side: Side

    @staticmethod
    def reduce(table: Table, side: Side) -> None:
        owner = table.edit(side)
        owner.deck = table.shuffled(owner.deck)
        owner.deck_open = False


@event
class RivalDeckShuffled(Event):
    """The rival deck is shuffled (O-4, O-10)."""

    type: ClassVar[Literal["rival-deck-shuffled"]]

    @staticmethod
    def reduce(table: Table) -> None:
        table.rival_deck = table.shuffled(table.rival_deck)
        table.rival_deck_open = False


@event
class GameEnded(Event):
    """The final scoring is done, and this is how the game ended (F-3)."""

    type: ClassVar[Literal["game-ended"]]
    outcome: Outcome

    @staticmethod
    def reduce(table: Table, outcome: Outcome) -> None:
        table.outcome = outcome
        table.phase = "over"


#: Any event: `event.type == "gift-drawn"` and `match` tell type checkers which one it is.
GameEvent: TypeAlias = (
    GameBegan
    | PlayerSeated
    | BazziBettiSeated
    | RowLaid
    | CardArranged
    | RowArranged
    | LetterSetAside
    | LettersReturned
    | GiftDealt
    | RivalRevealed
    | FirstPlayerSet
    | TurnBegan
    | PhaseBegan
    | TurnEnded
    | Passed
    | GiftOffered
    | CardResolved
    | ChoiceDue
    | ChoiceMade
    | ChoiceImpossible
    | RuleLaid
    | RuleEnded
    | RuleApplied
    | LotDrawn
    | MarkerMoved
    | VpChanged
    | GiftDrawn
    | NothingDrawn
    | GiftDiscarded
    | GiftTakenUp
    | GiftShown
    | GiftLaid
    | PlaceTurnedUp
    | DeckTopTurnedUp
    | RivalDeckTopTurnedUp
    | PowerholderReplaced
    | RivalReplaced
    | GiftDeckShuffled
    | DiscardsShuffledIn
    | PowerholderDeckShuffled
    | RivalDeckShuffled
    | GameEnded
)


# --- what several reducers share -------------------------------------------------------------------------------------


def pile_changed(row: tuple[Place, ...], slot: int, gifts: tuple[GiftId, ...]) -> tuple[Place, ...]:
    """The row with another pile at one place; the other places stay the same objects."""
    lying = row[slot]
    return (*row[:slot], Place(lying.powerholder, lying.face_up, gifts), *row[slot + 1 :])


def place_changed(row: tuple[Place, ...], slot: int, place: Place) -> tuple[Place, ...]:
    """The row with another place."""
    return (*row[:slot], place, *row[slot + 1 :])


def topped(deck: Cards, card: str) -> Cards:
    """The deck with its top card named: the same one where it could be named before."""
    return deck if deck[0] == card else (card, *deck[1:])


def concealed(decision: Decision) -> Decision:
    """A decision as others see it: that it is due, and no option."""
    return Decision(decision.seat, decision.kind, decision.prompt, decision.source, (), decision.step, decision.amount)


def leave_hand(table: Table, player: Any, gift: GiftId) -> None:
    """Take a gift out of a hand, and keep what everybody knows of the rest of it.

    A card known to be there is taken to be the one that left.
    """
    player.hand = without(player.hand, gift)
    if gift in player.known_hand:
        player.known_hand = without(player.known_hand, gift)
    elif player.not_letters or player.stale:
        came_to_light(table, player.seat, gift, len(player.hand) - len(player.known_hand))
