"""The state of a game: frozen values, complete at every moment, the middle of an effect included.

`Draft` is the one way to make a new state from an old one: it copies the fields of a state once,
reducers write to it, and `commit` turns the very same object into a frozen state. Whatever nobody wrote
to stays the identical object in both states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from serviam_rules.actions import Action
from serviam_rules.knowledge import copies, unseen
from serviam_rules.model import Ruleset
from serviam_rules.plain import FORMAT, OPTIONAL, UNSEEN, digest, seen_as
from serviam_rules.rng import Rng
from serviam_rules.values import (
    BAZZI_BETTI,
    Arrangement,
    FamilyId,
    FrozenMap,
    GiftId,
    Mode,
    Open,
    PowerholderId,
    RivalId,
    Seat,
    Side,
    copier,
    field,
    value,
)


@value
class Place:
    """One card of a row: who lies there, which side is up, and the pile of gifts on it, the last one topmost (T-1)."""

    powerholder: PowerholderId
    face_up: bool
    gifts: tuple[GiftId, ...] = ()


# Refs: what a choice can stand for while an effect runs. A powerholder is the bare id.
@value
class PlaceRef:
    """A place of somebody's row, counted from the left."""

    type: ClassVar[str] = "place"
    side: Side
    slot: int


@value
class GiftRef:
    """A gift in somebody's hand. Equal copies are one and the same choice."""

    type: ClassVar[str] = "gift"
    seat: Seat
    gift: GiftId


@value
class PlayerRef:
    """A player, or Bazzi-Betti."""

    type: ClassVar[str] = "player"
    side: Side


@value
class BranchRef:
    """One of several things a card lets the player do, counted from 0."""

    type: ClassVar[str] = "branch"
    branch: int


@value
class CardRef:
    """A gift of the set by its name, wherever copies of it lie."""

    type: ClassVar[str] = "card"
    gift: GiftId


@value
class StopRef:
    """That no more is picked."""

    type: ClassVar[str] = "stop"


Ref: TypeAlias = PowerholderId | PlaceRef | GiftRef | PlayerRef | BranchRef | CardRef | StopRef


# Options: a ref with what a client needs to show it.
@value
class PowerholderOption:
    """Choose this powerholder."""

    type: ClassVar[str] = "powerholder"
    powerholder: PowerholderId

    @property
    def ref(self) -> Ref:
        return self.powerholder


@value
class PlaceOption:
    """Choose this place; `powerholder` and `gift` (the topmost) are None where nothing is to be seen."""

    type: ClassVar[str] = "place"
    side: Side
    slot: int
    powerholder: PowerholderId | None
    gift: GiftId | None

    @property
    def ref(self) -> Ref:
        return PlaceRef(self.side, self.slot)


@value
class GiftOption:
    """Choose this gift of that seat's hand; `copies` equal ones are there."""

    type: ClassVar[str] = "gift"
    seat: Seat
    gift: GiftId
    copies: int

    @property
    def ref(self) -> Ref:
        return GiftRef(self.seat, self.gift)


@value
class PlayerOption:
    """Choose this player."""

    type: ClassVar[str] = "player"
    side: Side

    @property
    def ref(self) -> Ref:
        return PlayerRef(self.side)


@value
class BranchOption:
    """Do branch number `branch` of the step that asks: the one that `Decision` calls `source` and `step`."""

    type: ClassVar[str] = "branch"
    branch: int
    source: str | None = field(default=None, metadata=OPTIONAL)
    step: int | None = field(default=None, metadata=OPTIONAL)

    @property
    def ref(self) -> Ref:
        return BranchRef(self.branch)


@value
class RuleOption:
    """Let this lasting rule answer next: the one that `position` of `program` lays down, the `number`th that waits."""

    type: ClassVar[str] = "rule"
    program: str
    position: int
    number: int

    @property
    def ref(self) -> Ref:
        return BranchRef(self.number)


@value
class CardOption:
    """Name this gift of the set."""

    type: ClassVar[str] = "card"
    gift: GiftId

    @property
    def ref(self) -> Ref:
        return CardRef(self.gift)


@value
class StopOption:
    """Pick no more: offered beside what can be picked, as soon as enough has been."""

    type: ClassVar[str] = "stop"

    @property
    def ref(self) -> Ref:
        return StopRef()


Option: TypeAlias = (
    PowerholderOption | PlaceOption | GiftOption | PlayerOption | BranchOption | RuleOption | CardOption | StopOption
)


@value
class Decision:
    """A choice that `seat` has to make.

    `kind` says what the options are (`powerholder`, `place`, `gift`, `player`, `branch`, `card`, `rule`; where several
    can be picked, also `stop`); `prompt` is the word of the step that asks (`move`, `discard`, `choose`, `arrange`,
    `answer`, ...); `source` the program it stands in
    (`gift/alms`), and `step` which of its steps, counted from 0 as they are read, steps within steps too; None where no
    card asks (S-7). `amount` is by how much a `move` goes, None where that is not settled before. Answer with
    `Choose(index)`. There are always two options or more; as others see it, there are none.
    """

    seat: Seat
    kind: str
    prompt: str
    source: str
    options: tuple[Option, ...]
    step: int | None = field(default=None, metadata=OPTIONAL)
    amount: int | None = field(default=None, metadata=OPTIONAL)


@value
class Frame:
    """Where a running effect stands: the program, the next instruction, and what has been chosen so far.

    `side` resolves it ("you"), `target` is its recipient, lying at `place` if anywhere.
    """

    program: str
    position: int
    answers: tuple[Ref | tuple[Ref, ...] | int | None, ...]
    side: Side
    target: PowerholderId | None
    place: PlaceRef | None


@value
class Lasting:
    """A rule that has been laid down and holds: by which step of which program, and what that step knew.

    It is the rule of `side`, who resolved the step; `target` and `place` were the recipient's then, and `answers` what
    had been chosen of which the rule speaks. When it ends is said by the step.
    """

    program: str
    position: int
    answers: tuple[Ref | tuple[Ref, ...] | None, ...]
    side: Side
    target: PowerholderId | None
    place: PlaceRef | None


@value
class Waiting:
    """What is carried out as soon as the effect under way is over: what a lasting rule answers with, or icons again.

    `position` is the one in the program that lays the rule down; None for a whole program. Answers to one moment have
    the same number `moment`; `chain` are the programs of the rules that led to it, the last its own. `begun`: it is
    what is being carried out.
    """

    program: str
    position: int | None
    answers: tuple[Ref | tuple[Ref, ...] | None, ...]
    side: Side
    target: PowerholderId | None
    place: PlaceRef | None
    moment: int
    chain: tuple[str, ...]
    begun: bool


@value
class Offering:
    """What was offered this turn, where, and to whom: the recipient is a person, not a place (T-17)."""

    gift: GiftId
    slot: int
    recipient: PowerholderId


@value
class Outcome:
    """How a game ended (F-3, END).

    `winners` are seats, in solo also the word `"bazzi-betti"`. `vp`, `tie_break` (conspiracy-marked gifts) and
    `ranks` (1, 1, 3) go by seat, Bazzi-Betti last where it plays; `added` says what each item of the final scoring
    gave each of them.
    """

    winners: tuple[Side, ...]
    vp: tuple[int, ...]
    tie_break: tuple[int, ...]
    ranks: tuple[int, ...]
    added: FrozenMap[str, tuple[int, ...]]


@value
class Player:
    """One player. `hand`, `deck` hold ids (the first card of a deck is its top); `row` has five places (S-3).

    What everybody has seen of the hidden cards is part of the state: `known_hand` are cards that must be
    in the hand (Demon, Bribe, gifts taken up), `not_letters` how many others in it cannot be threat letters
    (S-4), `stale` how many others are older than the gift deck (T-11; see `knowledge`), `known_deck` powerholders
    that must be in the deck, `deck_open` whether the deck's top card lies face up.
    """

    seat: Seat
    family: FamilyId
    vp: int
    hand: tuple[GiftId, ...] = ()
    row: tuple[Place, ...] = ()
    deck: tuple[PowerholderId, ...] = ()
    turns_taken: int = 0
    known_hand: tuple[GiftId, ...] = ()
    not_letters: int = 0
    stale: int = 0
    known_deck: tuple[PowerholderId, ...] = ()
    deck_open: bool = False


@value
class BazziBetti:
    """The automatic family of the solo game (O-3): a row of seven, no hand, no gifts."""

    family: FamilyId
    vp: int
    row: tuple[Place, ...] = ()
    deck: tuple[PowerholderId, ...] = ()
    known_deck: tuple[PowerholderId, ...] = ()
    deck_open: bool = False


class Situation:
    """What can be read off a state and off a view alike."""

    __slots__ = ("__weakref__",)
    ruleset: Ruleset
    spaces: tuple[int, ...]
    outcome: Outcome | None

    @property
    def markers(self) -> Mapping[PowerholderId, int]:
        """The space of each powerholder's marker, 0 at the left end."""
        return FrozenMap(zip(self.ruleset.powerholders, self.spaces, strict=True))

    def influence(self, powerholder: PowerholderId) -> int:
        """The value of the space the powerholder's marker stands on (C-2). KeyError for an unknown id."""
        return self.ruleset.numbers.tracks[powerholder].spaces[self.markers[powerholder]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; exactly then nothing is legal."""
        return self.outcome is not None

    def side(self, side: Side) -> Any:
        """The player or Bazzi-Betti."""
        table: Any = self
        return table.bazzi_betti if side == BAZZI_BETTI else table.players[side]


@value
class GameState(Situation):
    """A game at one moment: frozen, hashable, compared by value, picklable, complete.

    It holds no history: two ways to the same situation give equal states.

    - `spaces`: the space of each powerholder's marker, in the ruleset's order.
    - `markers`: the space of each powerholder's marker, 0 at the left end.
    - `players`: in seat order.
    - `gift_deck`, `rival_deck`: the first card is the top one.
    - `gift_discard`: the last card is the top one.
    - `rival_deck_open`: whether the rival deck's top card lies face up.
    - `bazzi_betti`, `rival`, `difficulty`: of the solo game; None in any other.
    - `phase`: the phase under way.
    - `turn`: counts turns begun, in solo rounds.
    - `step`: counts applied actions.
    - `first`: the seat that was to begin; None if it was drawn.
    - `active`: whose turn it is, or who lays out a row (S-7).
    - `laid`: how many places of that row are laid out; 0 when nobody lays out a row.
    - `passed`: whether the active player has passed this turn (T-12).
    - `offering`: what has been offered this turn; None before that, and after a pass.
    - `frames`: effects that wait for a choice, the one that asks last.
    """

    format: ClassVar[int] = FORMAT
    type: ClassVar[str] = "state"
    ruleset: Ruleset
    mode: Mode
    difficulty: str | None
    arrangement: Arrangement
    players: tuple[Player, ...]
    spaces: tuple[int, ...] = field(metadata=seen_as("markers"))
    gift_deck: tuple[GiftId, ...]
    gift_discard: tuple[GiftId, ...]
    bazzi_betti: BazziBetti | None
    rival: RivalId | None
    rival_deck: tuple[RivalId, ...]
    rival_deck_open: bool
    rng: Rng
    phase: str
    turn: int
    step: int
    first: Seat | None
    active: Seat
    laid: int
    passed: bool
    offering: Offering | None
    frames: tuple[Frame, ...]
    outcome: Outcome | None
    #: What the hands held together, as everybody knows, when the discards became the gift deck (T-11; see `knowledge`).
    stale_gifts: tuple[GiftId, ...] = ()
    #: Rules that have been laid down and hold, in that order; those of cards hold while these lie in a row.
    lasting: tuple[Lasting, ...] = field(default=(), metadata=OPTIONAL)
    #: What is carried out next; the effect under way is the first of them, or none.
    waiting: tuple[Waiting, ...] = field(default=(), metadata=OPTIONAL)
    #: The pending choice. It follows from the rest of the state, so it is neither compared nor saved.
    decision: Decision | None = field(default=None, compare=False, metadata=UNSEEN)

    @property
    def to_act(self) -> Seat | None:
        """The seat whose action is awaited, or None after the end."""
        if self.outcome is not None:
            return None
        return self.decision.seat if self.decision is not None else self.active

    def digest(self) -> str:
        """A stable 128-bit digest of the canonical JSON, in hexadecimal, equal across processes and platforms."""
        return digest(self)


# --- a game as a seat sees it ----------------------------------------------------------------------------------------


@value
class PlaceView:
    """One card of a row. `powerholder` is None where the viewer does not know who lies there."""

    powerholder: PowerholderId | None
    face_up: bool
    gifts: tuple[GiftId, ...]


@value
class PlayerView:
    """One player: the fields of `Player`, with None for each card that the viewer cannot name.

    - `hand`: the own hand as it is; of any other first what nobody else can name, then `known_hand`:
      `(None, None, "bribe")`.
    - `known_hand`, `not_letters`, `stale`: what everybody knows of the hand (see `knowledge`).
    - `row`: from the left; who lies face down is known only to a player who has laid out the row (S-7).
    - `deck`: as many as it has cards, the first one named if it lies open (`deck_open`).
    - `known_deck`: powerholders that everybody knows to be in the deck, in the ruleset's order, whatever its order is.
    - `hidden`: all that do not lie face up in the row, in the ruleset's order: the deck and the face-down cards.
    """

    seat: Seat
    family: FamilyId
    vp: int
    hand: tuple[GiftId | None, ...]
    row: tuple[PlaceView, ...]
    deck: tuple[PowerholderId | None, ...]
    turns_taken: int
    known_hand: tuple[GiftId, ...]
    not_letters: int
    stale: int
    known_deck: tuple[PowerholderId, ...]
    deck_open: bool
    hidden: tuple[PowerholderId, ...]


@value
class BazziBettiView:
    """The automatic family of the solo game; its fields mean what they mean for a player."""

    family: FamilyId
    vp: int
    row: tuple[PlaceView, ...]
    deck: tuple[PowerholderId | None, ...]
    known_deck: tuple[PowerholderId, ...]
    deck_open: bool
    hidden: tuple[PowerholderId, ...]


@value
class View(Situation):
    """A game as `seat` may know it (None: a spectator): frozen, hashable, compared by value.

    It has the fields of `GameState` but for the random source, and they hold the same, with None for each card that
    this seat cannot name.

    - `gift_deck`: as many None as it has cards.
    - `rival_deck`: likewise, the first card named if it lies open (`rival_deck_open`).
    - `hidden_rivals`: which rivals are in that deck, in the ruleset's order.
    - `stale_gifts`: what hands held together when the discards became the gift deck, less what was seen since.
    - `decision`: the pending choice; its `options` are empty unless it is this seat's.
    - `to_act`: the seat whose action is awaited, or None after the end.
    - `legal_actions`: this seat's, () unless it is to act.
    """

    format: ClassVar[int] = FORMAT
    type: ClassVar[str] = "view"
    ruleset: Ruleset
    seat: Seat | None
    mode: Mode
    difficulty: str | None
    arrangement: Arrangement
    players: tuple[PlayerView, ...]
    spaces: tuple[int, ...] = field(metadata=seen_as("markers"))
    gift_deck: tuple[GiftId | None, ...]
    gift_discard: tuple[GiftId, ...]
    stale_gifts: tuple[GiftId, ...]
    bazzi_betti: BazziBettiView | None
    rival: RivalId | None
    rival_deck: tuple[RivalId | None, ...]
    rival_deck_open: bool
    hidden_rivals: tuple[RivalId, ...]
    phase: str
    turn: int
    step: int
    first: Seat | None
    active: Seat
    laid: int
    passed: bool
    offering: Offering | None
    frames: tuple[Frame, ...]
    outcome: Outcome | None
    decision: Decision | None
    to_act: Seat | None
    legal_actions: tuple[Action, ...]
    lasting: tuple[Lasting, ...] = field(default=(), metadata=OPTIONAL)
    waiting: tuple[Waiting, ...] = field(default=(), metadata=OPTIONAL)

    @property
    def own_hand(self) -> tuple[GiftId, ...]:
        """The gifts in this seat's hand; () for a spectator."""
        return () if self.seat is None else tuple(gift for gift in self.players[self.seat].hand if gift is not None)

    @property
    def unseen(self) -> tuple[GiftId, ...]:
        """Every gift that this seat cannot place, in the ruleset's order: it is in the deck or in another hand."""
        left = unseen(self)
        if self.seat is not None:
            for gift in self.own_hand:
                left[gift] -= 1
            for gift in self.players[self.seat].known_hand:
                left[gift] += 1
        return copies(left)


# --- drafts ----------------------------------------------------------------------------------------------------------


class PlayerDraft(Open, Player):
    """A player being changed; becomes a frozen `Player` at commit."""

    __slots__ = ()


class BazziBettiDraft(Open, BazziBetti):
    """Bazzi-Betti being changed."""

    __slots__ = ()


class _Editing:
    """A draft whose players are copied when they are first written to."""

    __slots__ = ()
    if TYPE_CHECKING:
        players: Any
        bazzi_betti: Any

    def edit(self, side: Side) -> Any:
        """The player or Bazzi-Betti, to write to: copied at the first write of this draft."""
        if side == BAZZI_BETTI:
            owner = self.bazzi_betti
            if owner.__class__ in _OPENED:
                self.bazzi_betti = owner = _OPENED[owner.__class__](owner)
            return owner
        players = self.players
        if players.__class__ is tuple:
            self.players = players = [*players]
        owner = players[side]
        if owner.__class__ in _OPENED:
            players[side] = owner = _OPENED[owner.__class__](owner)
        return owner


class Draft(_Editing, Open, GameState):
    """A state being changed: the same fields, writable. Lives for one `apply` and never leaves it."""

    __slots__ = ()
    if TYPE_CHECKING:  # what reducers and the machine may write to
        players: tuple[Player, ...]
        spaces: tuple[int, ...]
        gift_deck: tuple[GiftId, ...]
        gift_discard: tuple[GiftId, ...]
        bazzi_betti: BazziBetti | None
        rival: RivalId | None
        rival_deck: tuple[RivalId, ...]
        rival_deck_open: bool
        rng: Rng
        phase: str
        turn: int
        step: int
        active: Seat
        laid: int
        passed: bool
        offering: Offering | None
        frames: tuple[Frame, ...]
        outcome: Outcome | None
        stale_gifts: tuple[GiftId, ...]
        lasting: tuple[Lasting, ...]
        waiting: tuple[Waiting, ...]
        decision: Decision | None

    #: A draft that starts out equal to a state, which is never touched.
    of: ClassVar[Callable[[GameState], Draft]]

    def side(self, side: Side) -> Player | BazziBetti:
        """The player or Bazzi-Betti, to read."""
        return self.bazzi_betti if side == BAZZI_BETTI else self.players[side]  # type: ignore[return-value]

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """These cards as the next operation of the random source shuffles them."""
        shuffled = self.rng.shuffled(cards)
        self.rng = self.rng.next()
        return shuffled

    def drew_lots(self) -> None:
        """Chance has decided something: the random source has served one more operation."""
        self.rng = self.rng.next()

    def commit(self) -> GameState:
        """Freeze this very object. The draft must not be used afterwards."""
        players = self.players
        if type(players) is not tuple:
            for player in players:
                if type(player) is PlayerDraft:
                    player.__class__ = Player  # type: ignore[assignment]
            self.players = tuple(players)
        if type(self.bazzi_betti) is BazziBettiDraft:
            self.bazzi_betti.__class__ = BazziBetti  # type: ignore[assignment]
        self.__class__ = GameState  # type: ignore[assignment]
        return self


class PlayerViewDraft(Open, PlayerView):
    """A player as seen, being changed."""

    __slots__ = ()


class BazziBettiViewDraft(Open, BazziBettiView):
    """Bazzi-Betti as seen, being changed."""

    __slots__ = ()


class ViewDraft(_Editing, Open, View):
    """A view being changed: what reducers need of a draft, where no shuffle and no draw is seen.

    Never a view again: `views.look` makes the next view of it as of a state, so that a card it happens to name where
    none can be named is hidden.
    """

    __slots__ = ()
    if TYPE_CHECKING:  # what reducers may write to
        players: Any
        spaces: tuple[int, ...]
        gift_deck: tuple[GiftId | None, ...]
        gift_discard: tuple[GiftId, ...]
        stale_gifts: tuple[GiftId, ...]
        bazzi_betti: Any
        rival: RivalId | None
        rival_deck: tuple[RivalId | None, ...]
        rival_deck_open: bool
        phase: str
        turn: int
        step: int
        active: Seat
        laid: int
        passed: bool
        offering: Offering | None
        frames: tuple[Frame, ...]
        outcome: Outcome | None
        lasting: tuple[Lasting, ...]
        waiting: tuple[Waiting, ...]
        decision: Decision | None

    #: A draft that starts out equal to a view, which is never touched.
    of: ClassVar[Callable[[View], ViewDraft]]

    def shuffled(self, cards: tuple[str | None, ...]) -> tuple[None, ...]:
        """As many cards, of which nobody knows where any lies."""
        return (None,) * len(cards)

    def drew_lots(self) -> None:
        """Nobody sees the random source."""


Draft.of = staticmethod(copier(GameState, Draft))
ViewDraft.of = staticmethod(copier(View, ViewDraft))

#: By frozen class, how one of it is copied to be written to.
_OPENED: Final[dict[type[Any], Callable[[Any], Any]]] = {
    Player: copier(Player, PlayerDraft),
    BazziBetti: copier(BazziBetti, BazziBettiDraft),
    PlayerView: copier(PlayerView, PlayerViewDraft),
    BazziBettiView: copier(BazziBettiView, BazziBettiViewDraft),
}
