"""The state of a game: frozen values, complete at every moment, the middle of an effect included.

Layer 2. `Draft` is the one way to make a new state from an old one: it copies the fields of a state once,
reducers write to it, and `commit` turns the very same object into a frozen state. Whatever nobody wrote
to stays the identical object in both states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

import attrs

from serviam_rules.model import Ruleset
from serviam_rules.plain import FORMAT, UNSEEN, digest, seen_as
from serviam_rules.rng import Rng
from serviam_rules.values import (
    BAZZI_BETTI,
    Arrangement,
    FamilyId,
    FrozenMap,
    GiftId,
    Mode,
    PowerholderId,
    RivalId,
    Seat,
    Side,
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


Ref: TypeAlias = PowerholderId | PlaceRef | GiftRef | PlayerRef | BranchRef


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
    """Do branch number `branch` of the step that asks."""

    type: ClassVar[str] = "branch"
    branch: int

    @property
    def ref(self) -> Ref:
        return BranchRef(self.branch)


Option: TypeAlias = PowerholderOption | PlaceOption | GiftOption | PlayerOption | BranchOption


@value
class Decision:
    """A choice that `seat` has to make.

    `kind` says what the options are (`powerholder`, `place`, `gift`, `player`, `branch`); `prompt` is the word of
    the step that asks (`move`, `discard`, `choose`, `arrange`, ...); `source` the program it stands in
    (`gift/alms`). Answer with `Choose(index)`. There are always two options or more; as others see it, there are none.
    """

    seat: Seat
    kind: str
    prompt: str
    source: str
    options: tuple[Option, ...]


@value
class Frame:
    """Where a running effect stands: the program, the next instruction, and what has been chosen so far.

    `side` resolves it ("you"), `target` is its recipient, lying at `place` if anywhere.
    """

    program: str
    position: int
    answers: tuple[Ref | tuple[Ref, ...] | None, ...]
    side: Side
    target: PowerholderId | None
    place: PlaceRef | None


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


@attrs.frozen
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


@attrs.frozen
class BazziBetti:
    """The automatic family of the solo game (O-3): a row of seven, no hand, no gifts."""

    family: FamilyId
    vp: int
    row: tuple[Place, ...] = ()
    deck: tuple[PowerholderId, ...] = ()
    known_deck: tuple[PowerholderId, ...] = ()
    deck_open: bool = False


@attrs.frozen
class GameState:
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
    spaces: tuple[int, ...] = attrs.field(metadata=seen_as("markers"))
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
    #: The pending choice. It follows from the rest of the state, so it is neither compared nor saved.
    decision: Decision | None = attrs.field(default=None, eq=False, metadata=UNSEEN)

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

    @property
    def to_act(self) -> Seat | None:
        """The seat whose action is awaited, or None after the end."""
        if self.outcome is not None:
            return None
        return self.decision.seat if self.decision is not None else self.active

    def digest(self) -> str:
        """A stable 128-bit digest of the canonical JSON, in hexadecimal, equal across processes and platforms."""
        return digest(self)


def _copier(old: type, new: type) -> Callable[[Any], Any]:
    """A function that copies the slots of an `old` into a fresh `new`; written out as attrs writes `__init__`."""
    names = [field.name for field in attrs.fields(old)]
    lines = "\n".join(f"    copy.{name} = old.{name}" for name in names)
    scope: dict[str, Any] = {"new": object.__new__, "cls": new}
    exec(f"def copier(old):\n    copy = new(cls)\n{lines}\n    return copy", scope)
    return cast(Callable[[Any], Any], scope["copier"])


class PlayerDraft(Player):
    """A player being changed; becomes a frozen `Player` at commit."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


class BazziBettiDraft(BazziBetti):
    """Bazzi-Betti being changed."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


class Draft(GameState):
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
        decision: Decision | None
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    @staticmethod
    def of(state: GameState) -> Draft:
        """A draft that starts out equal to `state`, which is never touched."""
        return _copy_state(state)  # type: ignore[no-any-return]

    def side(self, side: Side) -> Player | BazziBetti:
        """The player or Bazzi-Betti, to read."""
        return self.bazzi_betti if side == BAZZI_BETTI else self.players[side]  # type: ignore[return-value]

    def edit(self, side: Side) -> Any:
        """The player or Bazzi-Betti, to write to: copied at the first write of this draft."""
        players: Any = self.players
        if side == BAZZI_BETTI:
            if type(self.bazzi_betti) is not BazziBettiDraft:
                self.bazzi_betti = _copy_bazzi_betti(self.bazzi_betti)
            return self.bazzi_betti
        if type(players) is tuple:
            self.players = players = [*players]  # type: ignore[assignment]
        player = players[side]
        if type(player) is not PlayerDraft:
            players[side] = player = _copy_player(player)
        return player

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


_copy_state = _copier(GameState, Draft)
_copy_player = _copier(Player, PlayerDraft)
_copy_bazzi_betti = _copier(BazziBetti, BazziBettiDraft)
