"""What the class of a card says about each of its fields. Everything else about the field follows from that.

A class of `model` declares a field once: its type, its words for people, its bounds, whether it changes the game. The
reading of checked data (`read`), what belongs into the fingerprint (`mechanics`), the JSON Schema, the form for a
transcription, the reference of numbers and the JSON for frontends are all made from the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Literal, TypedDict, TypeVar, Unpack, cast, dataclass_transform

from serviam_rules import values
from serviam_rules.errors import ServiamError
from serviam_rules.values import NO_DEFAULT, FrozenMap, freeze, is_list, is_map, value

Item = TypeVar("Item")

#: What an id looks like, and how long it may be.
ID_PATTERN: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
ID_LENGTH: Final = 48
#: The name of an icon's parameter.
PARAMETER_PATTERN: Final = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"
ONE_LINE: Final = r"^[^\s$]([^\n$]*[^\s$])?$"


# ---- what a value looks like


class Shape:
    """What a value looks like in a file. `program` says that it is told in the card language."""

    __slots__ = ()
    program: ClassVar[bool] = False

    def read(self, data: Any, key: str = "") -> Any:
        """The value that checked data stands for; `key` is the key it stands under in a table."""
        return data

    def mechanics(self, data: Any) -> Any:
        """The data without what does not change the game."""
        return data


@value
class Text(Shape):
    """A text: in one line, unless `pattern` is empty. `doc` says what it is where it stands in a list or table."""

    pattern: str = ONE_LINE
    longest: int = 100
    title: str = "a text"
    examples: tuple[str, ...] = ()
    doc: str = ""


#: A language as BCP 47 names it.
LANGUAGE: Final = Text(
    r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$",
    title="a language code like en or zh-Hans",
    examples=("en", "zh-Hans", "pt-BR"),
)


@value
class Integer(Shape):
    """A whole number, within bounds if there are any."""

    least: int | None = None
    most: int | None = None
    examples: tuple[int, ...] = ()
    title: str = "a whole number"
    doc: str = ""


@value
class Boolean(Shape):
    """True or false."""


@value
class Always(Shape):
    """True, and nothing else; a key that need not be there."""


@value
class Id(Shape):
    """The id of a thing of a kind, or null."""

    kind: str
    or_null: bool = False
    doc: str = ""


@value
class Word(Shape):
    """One of these words; `meanings` says what each stands for, if that is not plain."""

    title: str
    words: tuple[str, ...]
    meanings: tuple[str, ...] = ()
    program: bool = False  # type: ignore[misc]


@value
class Expression(Shape):
    """An expression of the card language, of the sort with this name. In a list, `doc` says what it is."""

    sort: str
    doc: str = ""
    program: ClassVar[bool] = True

    def read(self, data: Any, key: str = "") -> Any:
        return freeze(data)


@value
class Steps(Shape):
    """A list of steps of the card language."""

    least: int = 0
    program: ClassVar[bool] = True

    def read(self, data: Any, key: str = "") -> Any:
        return freeze(data)


@value
class IconUse(Shape):
    """An icon as a gift uses it: its id with its value, and its other parameters."""

    program: ClassVar[bool] = True

    def read(self, data: Any, key: str = "") -> Any:
        return freeze(data)


@value
class Listed(Shape):
    """A list of values of one shape."""

    item: Any
    least: int = 0
    most: int = 32
    unique: bool = False

    @property
    def program(self) -> bool:  # type: ignore[override]
        return bool(self.item.program)

    def read(self, data: Any, key: str = "") -> Any:
        return tuple(self.item.read(one) for one in data)

    def mechanics(self, data: Any) -> Any:
        return [self.item.mechanics(one) for one in data] if is_list(data) else data


@value
class Table(Shape):
    """A mapping from ids, or what else `keys` are, to values of one shape."""

    item: Any
    least: int = 0
    keys: str = ID_PATTERN
    examples: tuple[FrozenMap[str, Any], ...] = ()

    @property
    def program(self) -> bool:  # type: ignore[override]
        return bool(self.item.program)

    def read(self, data: Any, key: str = "") -> Any:
        return FrozenMap({name: self.item.read(one, name) for name, one in data.items()})

    def mechanics(self, data: Any) -> Any:
        return {name: self.item.mechanics(one) for name, one in data.items()} if is_map(data) else data


@value
class ByLanguage(Shape):
    """A mapping from languages to texts."""

    item: Text

    def read(self, data: Any, key: str = "") -> Any:
        return FrozenMap(data)


@value
class Record(Shape):
    """A mapping with the fields of a class. `partial`: each of them may be missing. `or_null`: so may the whole."""

    kind: type[Any]
    partial: bool = False
    or_null: bool = False

    @property
    def program(self) -> bool:  # type: ignore[override]
        return any(field.shape.program for field in fields(self.kind).values())

    def read(self, data: Any, key: str = "") -> Any:
        return None if data is None else read(self.kind, data, key)

    def mechanics(self, data: Any) -> Any:
        return mechanics(self.kind, data)


@value
class Sources(Shape):
    """Where fields come from: a word for each dotted path, and one by `default`."""

    def read(self, data: Any, key: str = "") -> Any:
        return FrozenMap(data)


# ---- what a field is


class About(TypedDict, total=False):
    """What else can be said of a field."""

    #: It changes nothing in the game: no part of the fingerprint.
    cosmetic: bool
    #: It is words, and so belongs to a language. Words are cosmetic.
    words: bool
    #: No copy of the card shows it.
    unprinted: bool
    #: What the form for a transcription asks.
    ask: str
    #: The field whose value it has if it is absent.
    like: str
    #: It is the key that the record stands under in a table.
    is_key: bool


@value
class Field:
    """A field of a class: what it is called, what it is, and what stands there if nothing does."""

    name: str
    doc: str
    shape: Any
    required: bool
    default: Any
    cosmetic: bool = False
    words: bool = False
    unprinted: bool = False
    ask: str = ""
    like: str = ""
    is_key: bool = False

    @property
    def in_play(self) -> bool:
        """Whether it is part of what makes a card that card in play: it can be seen on it, and matters."""
        return not (self.cosmetic or self.unprinted)


_KEY: Final = "field"


def field(shape: Shape, doc: str, *, default: Any = NO_DEFAULT, **about: Unpack[About]) -> Any:
    """A field of this shape."""
    if about.get("words"):
        about["cosmetic"] = True
    return values.field(default=default, metadata={_KEY: (shape, doc, about)})


_declared: dict[type, Mapping[str, Field]] = {}


def fields(kind: type) -> Mapping[str, Field]:
    """What a class says about its fields, in their order."""
    if kind not in _declared:
        _declared[kind] = {name: _field(name, one) for name, one in values.fields_of(kind).items()}
    return _declared[kind]


def _field(name: str, one: values.Field) -> Field:
    shape, doc, about = one.metadata[_KEY]
    required = one.default is NO_DEFAULT and "like" not in about
    default = None if one.default is NO_DEFAULT else one.default
    return Field(name, doc, shape, required, default, **about)


def nullable(kind: type) -> tuple[str, ...]:
    """The fields that must be there and can be null: null says something of them."""
    declared = fields(kind).values()
    return tuple(one.name for one in declared if one.required and getattr(one.shape, "or_null", False))


# ---- what follows from it


def read(kind: type[Item], data: Mapping[str, Any], key: str = "") -> Item:
    """A value of a class from data that has been checked; `key` is the key it stands under in a table.

    ServiamError for a key that no field reads.
    """
    declared = fields(kind)
    values: dict[str, Any] = {}
    for name, one in declared.items():
        if one.is_key:
            values[name] = key
        elif name in data:
            values[name] = one.shape.read(data[name])
        elif one.like:
            values[name] = data[one.like]
    if unread := [name for name in data if name not in declared]:
        raise ServiamError(f"no field of {kind.__name__} reads {', '.join(map(repr, unread))}")
    return cast("Callable[..., Item]", kind)(**values)


def mechanics(kind: type, data: Any) -> Any:
    """Data of a class, or a patch of it, without what does not change the game. It stays plain data."""
    if not is_map(data):
        return data
    known = fields(kind)
    return {
        name: known[name].shape.mechanics(item) if name in known else item
        for name, item in data.items()
        if name not in known or not known[name].cosmetic
    }


# ---- the kinds of fields that classes have


def text(doc: str, *examples: str, default: Any = NO_DEFAULT, **about: Unpack[About]) -> str:
    """A text in one line."""
    return cast(str, field(Text(examples=examples), doc, default=default, **about))


def own_id(what: str, **about: Unpack[About]) -> str:
    """The id that a file gives to what it describes."""
    doc = f"The id of this {what}: lower-case letters, digits and single hyphens. It is never changed."
    return cast(str, field(Text(ID_PATTERN, ID_LENGTH, "an id"), doc, **about))


def key() -> str:
    """The id under which a record stands in a table."""
    return cast(str, field(Text(ID_PATTERN, ID_LENGTH, "an id"), "", is_key=True))


def integer(doc: str, least: int, most: int, *examples: int, default: Any = NO_DEFAULT, **about: Unpack[About]) -> int:
    """A whole number within bounds."""
    return cast(int, field(Integer(least, most, examples), doc, default=default, **about))


def boolean(doc: str, *, default: Any = NO_DEFAULT, **about: Unpack[About]) -> bool:
    """True or false."""
    return cast(bool, field(Boolean(), doc, default=default, **about))


def id_of(kind: str, doc: str, **about: Unpack[About]) -> str:
    """The id of a thing of this kind."""
    return cast(str, field(Id(kind), doc, **about))


def id_or_none(kind: str, doc: str, **about: Unpack[About]) -> str | None:
    """The id of a thing of this kind, or none."""
    return cast("str | None", field(Id(kind, or_null=True), doc, **about))


def listed(
    item: Shape,
    doc: str,
    *,
    least: int = 0,
    most: int = 32,
    unique: bool = False,
    default: Any = NO_DEFAULT,
    **about: Unpack[About],
) -> Any:
    """A list of values of one shape; of a class, `Record(Score)`."""
    return field(Listed(item, least, most, unique), doc, default=default, **about)


def table(item: Shape, doc: str, *, least: int = 0, default: Any = NO_DEFAULT, **about: Unpack[About]) -> Any:
    """A mapping from ids to values of one shape."""
    return field(Table(item, least), doc, default=default, **about)


def record(kind: type[Item], doc: str, **about: Unpack[About]) -> Item:
    """A mapping with the fields of a class."""
    return cast(Item, field(Record(kind), doc, **about))


def record_or_none(kind: type[Item], doc: str, *, default: Any = NO_DEFAULT, **about: Unpack[About]) -> Item | None:
    """A mapping with the fields of a class, or null."""
    return cast("Item | None", field(Record(kind, or_null=True), doc, default=default, **about))


def sources() -> FrozenMap[str, str]:
    """Where each field comes from."""
    doc = (
        "Where each field comes from: `default` for most, and a field or dotted path (`effetto_ordine.0`) where it "
        "differs."
    )
    return cast("FrozenMap[str, str]", field(Sources(), doc, cosmetic=True))


def steps(doc: str, *, least: int = 0, **about: Unpack[About]) -> Any:
    """A list of steps of the card language."""
    return field(Steps(least), doc, **about)


def expression(
    sort: Literal["amount", "condition"], doc: str, *, default: Any = NO_DEFAULT, **about: Unpack[About]
) -> Any:
    """An expression of the card language."""
    return field(Expression(sort), doc, default=default, **about)


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        field, text, own_id, key, integer, boolean, id_of, id_or_none, listed, table, record, record_or_none, sources,
        steps, expression,
    ),
)  # fmt: skip
def declared(cls: type[Item]) -> type[Item]:
    """Make a value (`values.value`) whose fields all say what they are."""
    return value(cls)
