"""The frozen cards and numbers of a game, and the ruleset that holds them.

Each field of a card, and each number of the set, is declared here and nowhere else (`serviam_rules.fields`). Cards keep
their effects as the plain data of their YAML, frozen; `serviam_rules.effects` reads it. So loading the shipped cards
costs no more than reading them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from json import loads
from typing import Any, Final, Literal, NoReturn, Protocol, Self, TypeAlias, cast

from serviam_rules.fields import (
    LANGUAGE,
    PARAMETER_PATTERN,
    Always,
    ByLanguage,
    Expression,
    IconUse,
    Id,
    Integer,
    Record,
    Table,
    Text,
    Word,
    boolean,
    declared,
    expression,
    field,
    id_of,
    id_or_none,
    integer,
    key,
    listed,
    own_id,
    record,
    record_or_none,
    sources,
    steps,
    table,
    text,
)
from serviam_rules.kinds import ORIGINS
from serviam_rules.values import (
    FamilyId,
    FrozenMap,
    GiftId,
    OrganisationId,
    PowerholderId,
    RivalId,
    freeze,
    refuse_change,
    value,
)

#: Plain data of the card language, frozen: FrozenMap, tuple, str, int, bool, None.
Data: TypeAlias = Any
#: Field name (or dotted path) -> one of `kinds.ORIGINS`; `default` for the rest.
Provenance: TypeAlias = FrozenMap[str, str]


ORIGIN: Final = Word("a word for where it comes from", ORIGINS)

#: What a parameter of an icon can be.
PARAMETERS: Final = FrozenMap(
    {
        "powerholder": "the id of a powerholder",
        "organisation": "the id of an organisation",
        "gift": "the id of a gift",
        "rank": "how many stars",
        "steps": "spaces to the right, or to the left if negative; not 0",
        "number": "a whole number, 0 or more",
    }
)

_COLOUR: Final = r"^([a-z]{3,24}|#[0-9a-f]{6})$"
_PROSE: Final = Text(pattern="", longest=2000)
#: Words that an icon brings along, which stand for the phrases of its effect.
ICON_WORDS: Final = Text(
    pattern="",
    longest=2000,
    doc="What the icon stands for: a text with a hole for each parameter, `{rank}`, and `{move:+}` for its steps.",
)
_NAME: Final = "The name on the card, in the language of the pack."


def _aliases() -> tuple[str, ...]:
    doc = "Other names by which the card is found."
    return cast("tuple[str, ...]", listed(Text(doc="Another name."), doc, unique=True, default=(), words=True))


def _lasting() -> tuple[Data, ...]:
    shape = Expression("rule", "A rule, and what it changes or answers.")
    doc = "Rules that hold while the card lies face up in a row; `you` in them is whose row that is."
    return cast("tuple[Data, ...]", listed(shape, doc, most=8, default=()))


def _flavour() -> str:
    doc = "Words on the card that mean nothing for the game."
    return cast(str, field(_PROSE, doc, default="", words=True))


def _colour() -> str:
    shape = Text(_COLOUR, title="a colour", examples=("gold", "#1e90ff"))
    return cast(str, field(shape, "A colour: an English word, or #rrggbb.", cosmetic=True))


@declared
class Organisation:
    """One of the groups powerholders belong to, and a category of gifts (C-1, C-5)."""

    id: OrganisationId = key()
    name: str = text("Its name, in the language of the pack.", words=True)
    colour: str = _colour()


@declared
class Family:
    """A merchant house that a player can be (C-3)."""

    id: FamilyId = key()
    name: str = text("Its name, in the language of the pack.", words=True)
    colour: str = _colour()


@declared
class Icon:
    """A symbol on gifts, with parameters, and the effect it stands for (C-5, T-4)."""

    id: str = own_id("icon, which is also the name of its file")
    name: str = text(_NAME, words=True, like="id", ask="What the book or the help card calls this icon.")
    parameters: FrozenMap[str, str] = field(
        Table(
            Word("the kind of a parameter", (*PARAMETERS,), (*PARAMETERS.values(),), program=True),
            keys=PARAMETER_PATTERN,
            examples=(FrozenMap({"move": "steps"}), FrozenMap({"holder": "powerholder", "move": "steps"})),
        ),
        "What a gift says with the icon: name and kind. The one called like the icon is given with its id.",
    )
    effect: Data = steps("What the icon stands for; `$name` is a parameter.", least=1)
    glyph: str = field(
        Text(r"^\S+$", 24, examples=("?", "R$rank")),
        "What stands on a card's face for the icon: a short text without spaces; `$name` is a parameter.",
        cosmetic=True,
        ask="The sign that stands for the icon on a card's face here; $name is a parameter.",
    )
    provenance: Provenance = sources()
    words: FrozenMap[str, str] = field(
        ByLanguage(ICON_WORDS),
        "What the icon stands for in words of its own, by language; else its effect is told.",
        default=FrozenMap(),
        cosmetic=True,
    )
    aliases: tuple[str, ...] = _aliases()
    flavour: str = _flavour()


@declared
class Gift:
    """A card that can be offered (C-4, C-5). `icons` are uses of icons, in printed order."""

    id: GiftId = own_id("gift, which is also the name of its file")
    name: str = text(_NAME, words=True, ask="The name on the card.")
    copies: int = integer(
        "How many copies there are; of a gift in `hand.given`, for each player.",
        1, 99, 1, 2,
        unprinted=True,
        ask="How many of this card there are: count them. All gifts of the deck must come to {gift_deck}; if yours are "
        "more or fewer, say so in set.yaml.",
    )  # fmt: skip
    category: OrganisationId | None = id_or_none(
        "organisation",
        "The organisation that wants it, or null (C-5).",
        ask="The organisation whose sign or colour the card has: {organisations}; null if it has none (C-5).",
    )
    conspiracy: bool = boolean(
        "Whether it has the conspiracy mark (C-5, T-7).",
        ask="Whether the card has the conspiracy mark: true or false (C-5, T-7).",
    )
    icons: tuple[FrozenMap[str, Any], ...] = listed(
        IconUse(),
        "Its icons, in printed order (T-3).",
        most=12,
        ask="The icons, from the top left, in the order they are printed in (T-3), each with its number. Known icons: "
        "{icons}.",
    )
    provenance: Provenance = sources()
    threat_letter: bool = boolean(
        "Whether it is a threat letter (T-2); false if absent.",
        default=False,
        ask="Whether the card is a threat letter: true or false (T-2).",
    )
    lasting: tuple[Data, ...] = _lasting()
    aliases: tuple[str, ...] = _aliases()
    flavour: str = _flavour()


@declared
class Powerholder:
    """One of the persons whose influence the game is about (C-1), with the ability EFFETTO ORDINE (T-7)."""

    id: PowerholderId = own_id("powerholder, which is also the name of its file")
    name: str = text(_NAME, words=True, ask="The name on the card.")
    organisation: OrganisationId = id_of(
        "organisation",
        "The organisation they belong to (C-1).",
        ask="The organisation whose sign or colour the card has: {organisations} (C-1). Organisations and ranks must "
        "stay a table without gaps, so fill them in for all powerholders together.",
    )
    rank: int = integer("How many stars they have (C-1).", 1, 9, 1, 2, 3, ask="The number of stars on the card (C-1).")
    effetto_ordine: Data = steps(
        "What happens when a conspiracy is offered to them (T-7).",
        ask="What stands under EFFETTO ORDINE, as steps in the order of the text (T-7). `serviam-rules show` shows how "
        "the other cards say such things.",
    )
    provenance: Provenance = sources()
    lasting: tuple[Data, ...] = _lasting()
    aliases: tuple[str, ...] = _aliases()
    flavour: str = _flavour()


@declared
class Ability:
    """What a rival does at the end of the late rounds (O-9)."""

    do: Data = steps("What happens. Here `you` is Bazzi-Betti, and `opponents` the human.")
    when: Data = expression("condition", "Under which condition it happens; always, if absent.", default=None)


@declared
class Rival:
    """A child of the Bazzi-Betti family in the solo game: whom they favour, and what they do late (C-6, O-9)."""

    id: RivalId = own_id("rival, which is also the name of its file")
    name: str = text(_NAME, words=True, ask="The name on the rival card.")
    names: tuple[PowerholderId, ...] = listed(
        Id("powerholder", doc="The id of a powerholder."),
        "The powerholders they favour (C-6).",
        least=1,
        most=99,
        unique=True,
        ask="The powerholders that the rival card names (C-6).",
    )
    ability: Ability = record(
        Ability,
        "What happens at the end of the late rounds (O-9).",
        ask="The ability on the rival card: `when` is its condition, `do` what then happens at the end of the late "
        "rounds (O-9). `you` is Bazzi-Betti, `opponents` the human.",
    )
    provenance: Provenance = sources()
    aliases: tuple[str, ...] = _aliases()
    flavour: str = _flavour()


# ---- the numbers of the set: the classes are nested as the keys of `set.yaml` are


@declared
class Track:
    """The influence track of a powerholder: values left to right, and where the marker starts (C-2, S-1, O-2)."""

    spaces: tuple[int, ...] = listed(
        Integer(-99, 99, doc="The influence of whoever's marker stands there."),
        "The value of each space, from the left (C-2).",
        least=2,
    )
    start: int = integer("On which space the marker starts, counted from 0 (S-1).", 0, 31)
    solo_start: int = integer("On which space it starts in the solo game (O-2).", 0, 31)


@declared
class Players:
    """How many can play."""

    least: int = integer("At least so many.", 1, 8)
    most: int = integer("At most so many.", 1, 8)


@declared
class VictoryPoints:
    """Between which bounds VP stay, and where they start (C-7, S-2)."""

    least: int = integer("VP never fall below this (C-7).", -999, 999, 0)
    most: int = integer("VP never rise above this (C-7).", -999, 999, 60)
    start: int = integer("What everybody starts with (S-2).", -999, 999, 0)


@declared
class Row:
    """The row of powerholders before a player (S-3)."""

    places: int = integer("How many powerholders lie in a row (S-3).", 1, 10, 5)
    face_up: tuple[int, ...] = listed(
        Integer(0, 9), "Which places are face up at the start, counted from 0 (S-3).", unique=True
    )


@declared
class Hand:
    """The hand of a player (S-4, S-5, T-10)."""

    dealt: int = integer("How many gifts are dealt at the start (S-4).", 0, 20, 2)
    given: tuple[GiftId, ...] = listed(
        Id("gift", doc="A gift."), "Which gifts everybody gets besides (S-5).", unique=True
    )
    drawn: int = integer("How many gifts are drawn at the end of a turn (T-10).", 0, 20, 1)


@declared
class Turn:
    """The turn of a player (T-8, T-9, T-10)."""

    turns: int = integer("How many turns everybody has (T-10).", 1, 99, 7)
    expansion: Data = steps("What happens in the expansion phase (T-8).")
    reward: Data = steps("What happens in the reward phase (T-9).")


@declared
class Score:
    """One item of the final scoring: its id and its effect, resolved for each player (F-1, F-2)."""

    id: str = own_id("item")
    do: Data = steps("What happens, for each player; nobody can be asked.", least=1)


@declared
class Solo:
    """The numbers and programs of the solo game (O-1 to O-9)."""

    family: FamilyId = id_of("family", "The family that plays by itself (O-1).")
    row: int = integer("How many powerholders lie in its row (O-3).", 1, 32, 7)
    difficulties: FrozenMap[str, int] = table(
        Integer(-999, 999, doc="VP at the start."), "What it starts with, by difficulty (O-5).", least=1
    )
    ability_rounds: tuple[int, ...] = listed(
        Integer(1, 99), "At the end of which rounds the rival's ability is carried out (O-9).", unique=True
    )
    turn: Data = steps("Its turn (O-7). `you` is Bazzi-Betti, `opponents` the human.")
    income: Data = steps("What it gains after the human's turn (O-8).")


@declared
class Numbers:
    """Everything about the game that is not on a card, as `set.yaml` states it."""

    organisations: FrozenMap[OrganisationId, Organisation] = table(
        Record(Organisation), "The organisations, in the order that powerholders are listed in (C-1).", least=1
    )
    ranks: int = integer("How many ranks each organisation has, with one powerholder each (C-1).", 1, 9, 3)
    track: Track = record(Track, "The track of every powerholder; spaces count from 0 at the left (C-2).")
    families: FrozenMap[FamilyId, Family] = table(
        Record(Family),
        "The merchant families that play (C-3).",
        least=1,
        ask="The names of the families, and the colours of their cards (C-3).",
    )
    players: Players = record(Players, "How many can play.")
    vp: VictoryPoints = record(VictoryPoints, "Victory points.")
    row: Row = record(Row, "The row of a player.")
    hand: Hand = record(Hand, "The hand of a player.")
    gift_deck: int = integer("How many cards the gift deck holds (C-4); packs after this one may add to it.", 0, 999)
    turn: Turn = record(Turn, "The turn of a player.")
    scoring: tuple[Score, ...] = listed(Record(Score), "What is counted at the end, in this order (F-4).")
    tie_break: Data = expression("amount", "Among players with equal VP, who has more of this wins (F-3).")
    provenance: Provenance = sources()
    #: In a ruleset, the track of each powerholder: the common one with what is its own.
    tracks: FrozenMap[PowerholderId, Track] = table(
        Record(Track, partial=True), "The track of single powerholders, by id, where it differs.", default=FrozenMap()
    )
    solo: Solo | None = record_or_none(Solo, "The solo game; null if there is none.", default=None)


# ---- packs and translations


_VERSION: Final = r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){0,2}$"
_RANGE: Final = r"^ *(==|!=|>=|<=|>|<) *[0-9]+(\.[0-9]+){0,2} *(, *(==|!=|>=|<=|>|<) *[0-9]+(\.[0-9]+){0,2} *)*$"


@declared
class Manifest:
    """What a pack is called and what it needs, as `pack.yaml` states it."""

    id: str = own_id("pack")
    version: str = field(
        Text(_VERSION, title="a version like 1.0.0", examples=("1.0.0",)), "The version of the pack, in quotes."
    )
    title: str = text("The name of the pack for people.")
    format: int = field(Integer(title="the number 1"), "The format of the files: 1.")
    language: str = field(LANGUAGE, "The language of the names in the pack's cards; en if absent.", default="en")
    description: str = field(_PROSE, "What the pack is, for people.", default="")
    authors: tuple[str, ...] = listed(Text(doc="A name."), "Who made the pack.", default=())
    licence: str = text("Under which licence the pack may be used.", "MIT", "CC-BY-4.0", default="")
    requires: FrozenMap[str, str] = field(
        Table(
            Text(
                _RANGE,
                title="a range of versions like >=1,<2",
                examples=(">=1,<2", "==1.2.0"),
                doc="Which versions will do.",
            ),
            examples=(FrozenMap({"serviam": ">=1,<2"}),),
        ),
        "Packs that come before this one, with their versions.",
        default=FrozenMap(),
    )
    remove: tuple[str, ...] = listed(
        Id("card", doc="The id of a card or an icon."),
        "Ids of cards and icons of packs before that are taken out.",
        most=200,
        unique=True,
        default=(),
    )


@declared
class Words:
    """What a locale file says of one thing."""

    name: str = text("The name.", default="")
    aliases: tuple[str, ...] = listed(
        Text(doc="Another name."), "Other names by which it is found.", unique=True, default=()
    )
    flavour: str = field(_PROSE, "Words on the card that mean nothing for the game.", default="")
    text: str = field(_PROSE, "A printed text of the card, checked against what the card does.", default="")
    hash: str = field(
        Text("^[0-9a-f]{8}$", title="8 digits"), "Which words were translated: 8 hexadecimal digits.", default=""
    )
    same: bool = field(Always(), "The name is meant to be the same as in the original.", default=False)
    provenance: str = field(ORIGIN, "Where the name comes from.", default="")


#: The class of each kind of file that has one.
CLASSES: Final[Mapping[str, type]] = {
    "icon": Icon,
    "gift": Gift,
    "powerholder": Powerholder,
    "rival": Rival,
    "set": Numbers,
    "pack": Manifest,
}


@value
class PackInfo:
    """A pack as part of a ruleset."""

    id: str
    version: str
    title: str
    fingerprint: str


Card: TypeAlias = Gift | Powerholder | Rival | Icon


class RulesetData:
    """Cards, icons and numbers that games are played with.

    Two rulesets are equal when their `fingerprint` is: it covers what the cards do, not how they are named.
    """

    __slots__ = (
        "__weakref__",
        "_merged",
        "_source",
        "card_prints",
        "families",
        "fingerprint",
        "gifts",
        "icons",
        "index",
        "numbers",
        "organisations",
        "packs",
        "powerholders",
        "rivals",
        "tables",
    )
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
    tables: Any
    _source: Data

    def __init__(self, merged: Mapping[str, Any], **data: Any) -> None:
        """From the merged data, and by name what is made of it."""
        for name, item in {**data, "_merged": merged, "tables": None, "_source": None}.items():
            object.__setattr__(self, name, item)

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

    def __setattr__(self, name: str, *_: object) -> NoReturn:
        refuse_change(self, name)

    def __delattr__(self, name: str) -> NoReturn:
        refuse_change(self, name)

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


class Situation(Protocol):
    """What words need of a state or a view: what is to be chosen in it."""

    @property
    def decision(self) -> Any: ...


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
    def name(self, kind: str, key: str, locale: str = "en") -> str:
        """The name of a thing: of the gift, powerholder, rival, icon, organisation, family, phase, difficulty or
        arrangement (that is `kind`) with this id. UsageError, with what is known, for one that is not there."""

    @abstractmethod
    def describe(self, thing: object, locale: str = "en", state: Situation | None = None) -> str:
        """An action, option, decision, event, outcome or refusal in words. UsageError for anything else.

        `state` is the state or view in which it is: a `Choose` says then what would be chosen, not only which number.
        """

    @abstractmethod
    def parse(self, text: str, locale: str = "en") -> list[dict[str, Any]]:
        """Rule text read back: the effect it means, as a card has it. For every effect, `parse` gives what `text` was
        made from, names of what is chosen numbered. UsageError says at which word a text stops being rule text, and
        what could stand there."""


def unfolded(merged: Mapping[str, Any]) -> Mapping[str, Any]:
    """Merged data with its languages as data, where they are still one JSON text (`bundle.folded`)."""
    locales = merged["locales"]
    return {**merged, "locales": loads(locales)} if isinstance(locales, str) else merged
