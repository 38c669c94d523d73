"""What is known of an effect before any game: what its words say of themselves, and what they may ask to say it.

Every word answers for itself, in a method of `effects.node.Node`; one that says nothing is taken to find anything,
to be any number, and to hold or not. What words say are bounds: the upper never too small, the lower never too great.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, ClassVar, Final, Literal, Protocol, TypeAlias

import attrs

#: The ids of some cards.
Some: TypeAlias = frozenset[str]
#: The least and the greatest number.
Span: TypeAlias = tuple[int, int]

NONE: Final[Some] = frozenset()
#: The greatest number that an effect may come to, and with a minus the least.
MOST_AMOUNT: Final = 9999


@attrs.frozen
class Scene:
    """What an effect may count on.

    `title` names it in messages. `target`: a gift has been offered this turn (T-1). `own`: it is this powerholder's.
    `solo`: whether the game is the solo game; None if it can be either. `bazzi_betti`: they resolve it. `asks`: players
    can be asked. `compiled`: it is a program, and not only looked at. `lies`: it is a lasting rule of a
    card of this kind, which lies somewhere.
    """

    title: str
    target: bool = True
    own: str | None = None
    solo: bool | None = None
    bazzi_betti: bool = False
    asks: bool = True
    compiled: bool = True
    lies: str = ""


@attrs.frozen
class Fits:
    """The cards, or for places whether there is one, that `may` pass a filter, and that `must`."""

    may: Some
    must: Some

    def inverted(self, everything: Some) -> Fits:
        """What does not pass."""
        return Fits(everything - self.must, everything - self.may)

    @classmethod
    def all(cls, fits: Sequence[Fits], everything: Some) -> Fits:
        """What passes each of several filters."""
        may, must = (one.may for one in fits), (one.must for one in fits)
        return cls(everything.intersection(*may), everything.intersection(*must))

    @classmethod
    def any(cls, fits: Sequence[Fits]) -> Fits:
        """What passes at least one of several filters."""
        return cls(NONE.union(*(one.may for one in fits)), NONE.union(*(one.must for one in fits)))


def exactly(found: Iterable[str]) -> Fits:
    """These, in every game."""
    some = frozenset(found)
    return Fits(some, some)


@attrs.frozen
class Found:
    """How many things a selector or a collection finds, at `least` and at `most`.

    `who` says which powerholders it finds, if it finds any; `distinct`, that it finds none of them twice. `owner` says
    whose things they are: `you`, your only `opponent`, `opponents` or `everyone`, or the name that `as` gave to one
    player; "" if that is not known. `lies` says where gifts are, in a `hand` or on a `pile`, or how cards lie, face
    `up` or `down`; "" if that is not always the same.
    """

    least: int
    most: int
    who: Fits | None = None
    distinct: bool = False
    owner: str = ""
    lies: Literal["hand", "pile", "up", "down", ""] = ""


@attrs.frozen
class Fault:
    """Something against a word or a step: the key of it that is to blame."""

    key: str
    code: str
    message: str
    rule: str = ""


@attrs.frozen
class Idle:
    """Why a step never does anything, or not always what it offers: the key that is to blame, the reason, the rule."""

    key: str
    why: str
    rule: str = ""
    always: bool = True


@attrs.define
class Name:
    """A name that `as` has given: to what kind of thing, what it can be, and whether it has been read."""

    kind: str
    found: Found
    path: tuple[str | int, ...]
    read: bool = False


class Word(Protocol):
    """A word of the language, as it speaks of itself (`effects.node.Node`); None is "that is not known"."""

    tag: ClassVar[str]
    things: ClassVar[str]

    def fits(self, known: Known, /) -> Fits | None: ...
    def fits_place(self, known: Known, row: Any, /) -> tuple[bool, bool] | None: ...
    def finds(self, known: Known, /) -> Found | None: ...
    def span(self, known: Known, /) -> Span | None: ...
    def truth(self, known: Known, /) -> bool | None: ...
    def solo_if(self, known: Known, /, *, holds: bool) -> bool | None: ...
    def looks_into_hands(self, known: Known, /) -> bool: ...
    def size(self, costs: SizesOf, /) -> int: ...


class SizesOf(Protocol):
    """How many there can be of the things of a set."""

    powerholders: int
    players: int
    gifts: int
    places: int

    @property
    def most(self) -> int: ...


class Known:
    """The cards and numbers of a set, in one scene: what words may ask to answer for themselves."""

    def __init__(self, source: Mapping[str, Any], scene: Scene) -> None:
        game = source["set"]
        self.scene: Scene = scene
        #: Whether this is the solo game, here: None if it can be either.
        self.solo = scene.solo
        #: Whether gifts are asked about that lie in a row, and not in a hand.
        self.lying: bool = False
        self.names: dict[str, Name] = {}
        #: What `it` can be, and the kind of thing it is; innermost last.
        self.its: list[tuple[str, Found]] = []
        #: What kind of thing the expression at hand stands for.
        self.kind: str = ""
        self.powerholders: Mapping[str, Any] = source["powerholders"]
        self.gifts: Mapping[str, Any] = source["gifts"]
        self.rivals: Mapping[str, Any] = source["rivals"]
        self.everyone: Some = frozenset(self.powerholders)
        self.every_gift: Some = frozenset(self.gifts)
        self.ranks: int = game["ranks"]
        self.vp: Span = (game["vp"]["least"], game["vp"]["most"])
        common, tracks = game["track"]["spaces"], game.get("tracks", {})
        #: What the influence of each powerholder can be.
        self.influences: dict[str, Sequence[int]] = {
            who: tracks.get(who, {}).get("spaces", common) for who in self.everyone
        }
        self.turns: int = game["turn"]["turns"]
        #: The most spaces that a marker can move.
        self.spaces: int = max((len(values) - 1 for values in self.influences.values()), default=0)
        self._players: Span = (game["players"]["least"], game["players"]["most"])
        given = game["hand"]["given"]
        copies = {
            gift: max(card["copies"], self._players[1] if gift in given else 0) for gift, card in self.gifts.items()
        }
        self._copies: dict[str, int] = copies
        self._places: tuple[int, int] = (game["row"]["places"], (game.get("solo") or {"row": 0})["row"])

    # ---- what there can be of things

    @property
    def players(self) -> Span:
        """How many sides there can be, Bazzi-Betti among them."""
        least, most = self._players
        return (2, 2) if self.scene.solo else (least, max(most, 2))

    @property
    def places(self) -> int:
        """The most places of one row."""
        return max(self._places)

    def copies(self, gifts: Iterable[str]) -> int:
        """The most cards there are of these gifts, wherever they lie."""
        return sum(self._copies[gift] for gift in gifts if gift in self._copies)

    @property
    def _most(self) -> int:
        """The most there can be of anything."""
        return max(len(self.everyone), self.copies(self.gifts), self.players[1] * self.places)

    # ---- what words say of themselves

    def people(self, node: Word) -> Fits:
        """Which powerholders pass a filter."""
        return node.fits(self) or Fits(self.everyone, NONE)

    def cards(self, node: Word, *, lying: bool | None = None) -> Fits:
        """Which gifts pass a filter; `lying` in a row, or where the filter around it looks."""
        before = self.lying
        self.lying = before if lying is None else lying
        fits = node.fits(self) or Fits(self.every_gift, NONE)
        self.lying = before
        return fits

    def place(self, node: Word, row: Any) -> tuple[bool, bool]:
        """Whether a place of such a row may pass a filter, and whether every place does."""
        return node.fits_place(self, row) or (True, False)

    def found(self, node: Word) -> Found:
        """What a selector or a collection finds."""
        return node.finds(self) or Found(0, self._most, Fits(self.everyone, NONE))

    def who(self, node: Word) -> Fits:
        """Which powerholders a selector finds."""
        return self.found(node).who or Fits(self.everyone, NONE)

    def amount(self, node: Word) -> Span:
        """The least and the greatest that a number can be."""
        return node.span(self) or (-MOST_AMOUNT, MOST_AMOUNT)

    @contextmanager
    def considering(self, kind: str, among: Word) -> Generator[None, None, None]:
        """What is known where each thing of these is `it` in its turn; nobody is asked there."""
        found, before = self.found(among), self.scene
        who = found.who and Fits(found.who.may, NONE)
        owner = "" if found.owner in ("opponents", "everyone") else found.owner
        self.its.append((kind, attrs.evolve(found, least=1, most=1, who=who, distinct=True, owner=owner)))
        self.scene = attrs.evolve(before, asks=False)
        yield
        self.scene = before
        self.its.pop()

    @contextmanager
    def in_solo(self, solo: bool | None) -> Generator[None, None, None]:
        """What is known where something is known of the game being solo."""
        before, self.solo = self.solo, solo
        yield
        self.solo = before


def times(one: Span, other: Span) -> Span:
    """The span of a product."""
    products = [a * b for a, b in product(one, other)]
    return min(products), max(products)


def every(truths: Collection[bool | None]) -> bool | None:
    """Whether all of several conditions hold."""
    return False if False in truths else None if None in truths else True


def opposite(truth: bool | None) -> bool | None:
    """Whether a condition does not hold."""
    return None if truth is None else not truth
