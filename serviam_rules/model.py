"""The frozen cards and numbers of a game, and the ruleset that holds them.

Layer 1. Cards keep their effects as the plain data of their YAML, frozen; `serviam_rules.effects` reads
it. So loading the shipped cards costs no more than reading them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from json import loads
from typing import Any, Literal, Self, TypeAlias

import attrs

from serviam_rules.values import (
    FamilyId,
    FrozenMap,
    GiftId,
    OrganisationId,
    PowerholderId,
    RivalId,
    freeze,
    value,
)

#: Plain data of the card language, frozen: FrozenMap, tuple, str, int, bool, None.
Data: TypeAlias = Any
#: Field name (or dotted path) -> book, review, inferred, ruling or stand-in; `default` for the rest.
Provenance: TypeAlias = FrozenMap[str, str]


@value
class Organisation:
    """One of the groups powerholders belong to, and a category of gifts (C-1, C-5)."""

    id: OrganisationId
    name: str
    colour: str


@value
class Family:
    """A merchant house that a player can be (C-3)."""

    id: FamilyId
    name: str
    colour: str


@value
class Icon:
    """A symbol on gifts, with parameters, and the effect it stands for (C-5, T-4)."""

    id: str
    parameters: FrozenMap[str, str]
    effect: Data
    glyph: str
    name: str
    provenance: Provenance


@value
class Gift:
    """A card that can be offered (C-4, C-5). `icons` are uses of icons, in printed order."""

    id: GiftId
    name: str
    copies: int
    category: OrganisationId | None
    conspiracy: bool
    threat_letter: bool
    icons: tuple[FrozenMap[str, Any], ...]
    provenance: Provenance
    aliases: tuple[str, ...] = ()
    flavour: str = ""


@value
class Powerholder:
    """One of the persons whose influence the game is about (C-1), with the ability EFFETTO ORDINE (T-7)."""

    id: PowerholderId
    name: str
    organisation: OrganisationId
    rank: int
    effetto_ordine: Data
    provenance: Provenance
    aliases: tuple[str, ...] = ()
    flavour: str = ""


@value
class Rival:
    """A child of the Bazzi-Betti family in the solo game: whom they favour, and what they do late (C-6, O-9)."""

    id: RivalId
    name: str
    names: tuple[PowerholderId, ...]
    when: Data
    do: Data
    provenance: Provenance
    aliases: tuple[str, ...] = ()
    flavour: str = ""


@value
class Track:
    """The influence track of a powerholder: values left to right, and where the marker starts (C-2, S-1, O-2)."""

    spaces: tuple[int, ...]
    start: int
    solo_start: int


@value
class Score:
    """One item of the final scoring: its id and its effect, resolved for each player (F-1, F-2)."""

    id: str
    do: Data


@value
class Solo:
    """The numbers and programs of the solo game (O-1 to O-9)."""

    family: FamilyId
    row: int
    difficulties: FrozenMap[str, int]
    ability_rounds: tuple[int, ...]
    turn: Data
    income: Data


@value
class Numbers:
    """Every number of the rulebook that is not on a card, as `set.yaml` states it."""

    ranks: int
    tracks: FrozenMap[PowerholderId, Track]
    least_players: int
    most_players: int
    least_vp: int
    most_vp: int
    start_vp: int
    places: int
    face_up: tuple[int, ...]
    dealt: int
    given: tuple[GiftId, ...]
    drawn: int
    gift_deck: int
    turns: int
    expansion: Data
    reward: Data
    scoring: tuple[Score, ...]
    tie_break: Data
    solo: Solo | None
    provenance: Provenance


@value
class PackInfo:
    """A pack as part of a ruleset."""

    id: str
    version: str
    title: str
    fingerprint: str


Card: TypeAlias = Gift | Powerholder | Rival | Icon


@attrs.frozen(eq=False, repr=False)
class RulesetData:
    """Cards, icons and numbers that games are played with.

    Two rulesets are equal when their `fingerprint` is: it covers what the cards do, not how they are named.
    """

    packs: tuple[PackInfo, ...]
    numbers: Numbers
    organisations: Mapping[OrganisationId, Organisation]
    families: Mapping[FamilyId, Family]
    icons: Mapping[str, Icon]
    gifts: Mapping[GiftId, Gift]
    powerholders: Mapping[PowerholderId, Powerholder]
    #: The position of each powerholder in that order, and so in `GameState.spaces`.
    index: Mapping[PowerholderId, int]
    rivals: Mapping[RivalId, Rival]
    #: Fingerprint of each card, by `kind/id`; names the cards that differ when a replay does not fit.
    card_prints: Mapping[str, str]
    fingerprint: str
    #: The merged data it was made from, as plain dicts and lists; its languages perhaps still as one JSON text.
    _merged: Mapping[str, Any]
    #: The compiled programs, once `serviam_rules.effects.link.tables` has made them. Their class stands above this one.
    tables: Any = attrs.field(default=None, init=False)
    _source: Data = attrs.field(default=None, init=False)

    @property
    def source(self) -> Data:
        """The merged data this ruleset was made from, with all languages, frozen."""
        if self._source is None:
            self.keep("_source", freeze(unfolded(self._merged)))
        return self._source

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages this ruleset speaks, the cards' own first."""
        return tuple(dict.fromkeys((self.source["language"], *self.source["locales"])))

    def keep(self, name: Literal["tables", "_source"], made: object) -> None:
        """Keep what follows from the rest and is made once."""
        object.__setattr__(self, name, made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RulesetData) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        packs = ", ".join(f"{pack.id} {pack.version}" for pack in self.packs)
        return f"<Ruleset {packs} {self.fingerprint[:8]}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


class Ruleset(RulesetData, ABC):
    """A ruleset as users hold it: the data, and what it says in words and pictures. Made by `load_ruleset`.

    Words stand far above the data; `loading` fills these methods in.
    """

    __slots__ = ()

    @abstractmethod
    def text(self, card_id: str, locale: str = "en") -> str:
        """The rule text of a card, rendered from its effect. UsageError for an unknown card or locale."""

    @abstractmethod
    def face(self, card_id: str, locale: str = "en") -> str:
        """The card's face as SVG. UsageError for an unknown card or locale."""

    @abstractmethod
    def find(self, name: str) -> Card:
        """The card with this id, name or alias in any language. UsageError with the nearest known name."""

    @abstractmethod
    def describe(self, thing: object, locale: str = "en") -> str:
        """An action, option, decision, event, outcome or refusal in words. UsageError for anything else."""


def unfolded(merged: Mapping[str, Any]) -> Mapping[str, Any]:
    """Merged data with its languages as data, where they are still one JSON text (`bundle.folded`)."""
    locales = merged["locales"]
    return {**merged, "locales": loads(locales)} if isinstance(locales, str) else merged
