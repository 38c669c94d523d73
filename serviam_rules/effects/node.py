"""The grammar of the card language: words, the sorts they belong to, and data <-> trees.

There is one rule. An expression is a bare word (`target`) or a mapping with exactly one tag,
whose value is the word's main argument, and that word's own modifiers: `{one: {rank: 3}, except: self}`.
A word all of whose arguments have defaults may stand bare (`connections`).

A word is one class: `@word(tag, SORT, ...)` puts it into the sorts it belongs to, its fields are its
arguments - the first is the main one - and its `doc` is its documentation. Trees are frozen values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Literal, TypeVar, dataclass_transform

import attrs

from serviam_rules.effects.known import Fault, Fits, Found, Known, SizesOf, Span
from serviam_rules.errors import ServiamError, nearest
from serviam_rules.values import is_list, is_map, value

N = TypeVar("N", bound="type[Node]")
ArgumentKind = Literal["node", "nodes", "pair", "id", "integer", "binds", "reads"]


class Node:
    """Base of every expression of the card language."""

    __slots__ = ()
    tag: ClassVar[str]
    #: What the word means: editors, messages and the reference say it. Python may drop docstrings, so it is none.
    doc: ClassVar[str]
    arguments: ClassVar[tuple[Argument, ...]]
    #: Examples as YAML, each with what it means; they are loaded, rendered and shown in the docs.
    examples: ClassVar[dict[str, str]] = {}
    #: Whether it becomes an instruction that finds an answer, before the step it stands in.
    answers: ClassVar[bool] = False
    #: Whether it starts the effect of a gift.
    starts_a_gift: ClassVar[bool] = False
    #: Whether it asks a player.
    asks: ClassVar[bool] = False
    #: Of a collection: what kind of thing `for_each` finds in it; "" if it cannot be gone through.
    things: ClassVar[str] = ""
    #: Whether a question for what it is found by asks for it instead: "the topmost gift of one of your connections".
    asked_for_whole: ClassVar[bool] = False
    #: Of a list of conditions: whether one has to hold (True) or not (False) for the next to be looked at.
    goes_on_if: ClassVar[bool | None] = None

    # ---- what is known of it before the game (`effects.known`); None is "nothing"

    def fits(self, known: Known, /) -> Fits | None:
        """Of a filter of cards: which pass it."""
        return None

    def fits_place(self, known: Known, row: Any, /) -> tuple[bool, bool] | None:
        """Of a filter of places: whether a place of such a row may pass it, and whether every place does."""
        return None

    def finds(self, known: Known, /) -> Found | None:
        """Of a selector or a collection: what it finds."""
        return None

    def span(self, known: Known, /) -> Span | None:
        """Of a number: the least and the greatest that it can be."""
        return None

    def truth(self, known: Known, /) -> bool | None:
        """Of a condition: whether it always holds (True) or never (False)."""
        return None

    def solo_if(self, known: Known, /, *, holds: bool) -> bool | None:
        """Of a condition: whether the game is the solo game, if it holds, or if it does not."""
        return known.solo

    def against(self, known: Known, /) -> Iterator[Fault]:
        """What is against this word where it stands."""
        return iter(())

    def nothing(self, known: Known, /) -> str:
        """Why it can never stand for anything, if that can be said better than by numbers."""
        return ""

    def looks_into_hands(self, known: Known, /) -> bool:
        """Whether to choose from it is to look into the hands of others."""
        return False

    def size(self, costs: SizesOf, /) -> int:
        """Of a collection: the most things it can hold."""
        return costs.most


@attrs.frozen(eq=False)
class Sort:
    """A kind of expression: whom, where, how many, ... `words` are its classes by tag.

    `pool` is what a selector of this sort selects from, `kind` what kind of thing that is. `number` admits bare
    integers, read by the class it names. `tells` names what its words have to say of themselves.
    """

    name: str
    doc: str
    pool: Sort | None = None
    kind: str = ""
    tells: tuple[str, ...] = ()
    words: dict[str, type[Node]] = attrs.field(factory=dict[str, "type[Node]"])

    def add(self, cls: type[Node]) -> None:
        assert cls.tag not in self.words, f"two words {cls.tag!r} in {self.name}"
        self.words[cls.tag] = cls


@value
class Facts:
    """What a word's class says about one of its arguments."""

    kind: ArgumentKind
    doc: str
    sort: Sort | None = None
    context: Literal["", "same", "pool"] = ""
    of: str = ""
    least: int | None = None
    most: int | None = None
    #: Whether there has to be one thing at most.
    single: bool = False
    #: Whether it is worked out for each thing of `among`, which is `it` in the meantime.
    considers: bool = False
    #: Whether a number is said with its sign, as a step of a marker is.
    signed: bool = False
    #: What a number is called where it is told of: "number", or as the cards call it.
    called: Literal["number", "rank"] = "number"


@value
class Argument:
    """One argument of a word: its field, the key it is written with, and what its class says about it."""

    name: str
    key: str
    required: bool
    default: Any
    facts: Facts

    @property
    def default_in_yaml(self) -> str:
        """What stands for it if it is left out, as card files write it."""
        default = self.default
        if isinstance(default, Node):
            return default.tag
        return "null" if default is None else "[]" if default == () else str(default)

    def sort_in(self, context: Sort) -> Sort:
        """The sort of this argument's value, for a word used as an expression of sort `context`."""
        facts = self.facts
        sort = context if facts.context == "same" else context.pool if facts.context == "pool" else facts.sort
        assert sort is not None, f"argument {self.name!r} has no sort within {context.name}"
        return sort


PEOPLE = Sort("people", "A filter of the powerholders.", kind="powerholder", tells=("fits",))
WHO = Sort("who", "Selects powerholders.", PEOPLE, "powerholder", ("finds",))
PLACES = Sort("places", "A collection of places of rows.", kind="place", tells=("finds",))
PLACE = Sort("place", "Selects places of rows.", PLACES, "place", ("finds",))
SPOT = Sort("spot", "A filter of places.", tells=("fits_place",))
HAND = Sort("hand", "A collection of gifts in hands.", tells=("finds",))
GIFT = Sort("gift", "Selects gifts: of a hand, or on top of a pile.", HAND, "gift", ("finds",))
CARDS = Sort("cards", "A filter of gifts.", kind="card", tells=("fits",))
PLAYERS = Sort("players", "A group of players.", kind="player", tells=("finds",))
PLAYER = Sort("player", "Selects players.", PLAYERS, "player", ("finds",))
COLLECTION = Sort(
    "collection", "Things to count, to look for, or to go through one by one.", tells=("finds", "things", "size")
)
AMOUNT = Sort("amount", "A whole number, or how to count one.", kind="number", tells=("span",))
CONDITION = Sort("condition", "Something that holds or does not.", kind="number", tells=("truth",))
STEP = Sort("step", "One step of an effect.", kind="number", tells=("idle",))
BRANCH = Sort("branch", "One of several things to choose from.")
TURNABLE = Sort(
    "turnable", "What can be turned up: face-down places, or the top of a deck.", PLACES, "place", ("finds",)
)
REPLACEABLE = Sort(
    "replaceable", "What can be replaced from a deck: places, or the face-up rival.", PLACES, "place", ("finds",)
)
DECK = Sort("deck", "A deck of cards.")
RULE = Sort("rule", "A rule that holds for a while, and what it changes or answers.")
MOMENT = Sort("moment", "Something that happens, which a lasting rule changes or answers.")
UNTIL = Sort("until", "When a lasting rule ends.")

SORTS = (
    STEP, WHO, PEOPLE, PLACE, PLACES, SPOT, GIFT, HAND, CARDS, PLAYER, PLAYERS, COLLECTION, AMOUNT, CONDITION, BRANCH,
    TURNABLE, REPLACEABLE, DECK, RULE, MOMENT, UNTIL,
)  # fmt: skip


@dataclass_transform(frozen_default=True)
def word(tag: str, *sorts: Sort) -> Callable[[N], N]:
    """Make a class a word of the language, in these sorts."""

    def make(cls: N) -> N:
        made: Any = value(cls)
        made.tag = tag
        made.__doc__ = made.doc
        made.arguments = tuple(_argument(field) for field in attrs.fields(made) if "argument" in field.metadata)
        for sort in sorts:
            sort.add(made)
        return made  # type: ignore[no-any-return]

    return make


def _argument(field: attrs.Attribute[Any]) -> Argument:
    required = field.default is attrs.NOTHING
    default = None if required else field.default
    return Argument(field.name, field.name.removesuffix("_"), required, default, field.metadata["argument"])


def _field(facts: Facts, default: Any = attrs.NOTHING) -> Any:
    return attrs.field(default=default, metadata={"argument": facts})


def part(
    sort: Sort,
    doc: str,
    default: Any = attrs.NOTHING,
    *,
    single: bool = False,
    considers: bool = False,
    signed: bool = False,
) -> Any:
    """An argument that is an expression of this sort; `single`, if it has to find one thing at most.

    `considers`, if it is worked out for each thing of the word's `among`, which is `it` there; `signed`, if a number
    is said with its sign.
    """
    return _field(Facts("node", doc, sort, single=single, considers=considers, signed=signed), default)


def parts(sort: Sort, doc: str, default: Any = attrs.NOTHING) -> Any:
    """An argument that is a list of expressions of this sort."""
    return _field(Facts("nodes", doc, sort), default)


def pair(sort: Sort, doc: str) -> Any:
    """An argument that is a list of exactly two expressions of this sort."""
    return _field(Facts("pair", doc, sort))


def same(doc: str, default: Any = attrs.NOTHING) -> Any:
    """An argument of the sort the word itself stands in: `not` of a filter is a filter of the same things."""
    return _field(Facts("node", doc, context="same"), default)


def sames(doc: str) -> Any:
    """A list of expressions of the sort the word itself stands in."""
    return _field(Facts("nodes", doc, context="same"))


def pool(doc: str) -> Any:
    """An argument of the sort that selectors of the word's own sort select from."""
    return _field(Facts("node", doc, context="pool"))


def card_id(of: str, doc: str) -> Any:
    """An argument that is an id: of a `powerholder`, `organisation` or `gift`."""
    return _field(Facts("id", doc, of=of))


def integer(
    doc: str,
    least: int | None = None,
    most: int | None = None,
    default: Any = attrs.NOTHING,
    *,
    called: Literal["number", "rank"] = "number",
) -> Any:
    """An argument that is a whole number within bounds."""
    return _field(Facts("integer", doc, least=least, most=most, called=called), default)


def binds(doc: str, default: Any = attrs.NOTHING) -> Any:
    """An argument that gives what is selected a name, for `chosen` later on."""
    return _field(Facts("binds", doc), default)


def reads(doc: str) -> Any:
    """An argument that is a name given earlier by `as`."""
    return _field(Facts("reads", doc))


class GrammarError(ServiamError, ValueError):
    """Data that is no expression of the language: `path` leads to it from where reading began."""

    def __init__(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        self.path = path
        self.code = code
        self.message = message
        super().__init__(f"{'.'.join(map(str, path)) or 'here'}: {message}")


Path = tuple[str | int, ...]


def parse(sort: Sort, data: Any, path: Path = ()) -> Any:
    """Read plain data as an expression of `sort`. GrammarError with the path of the first mistake."""
    if type(data) is int and "number" in sort.words:
        return sort.words["number"](data)  # type: ignore[call-arg]
    if type(data) is str:
        return _parse_word(sort, data, path)
    if not is_map(data):
        raise GrammarError(path, "wrong-type", f"{_shown(data)} stands where {_expected(sort)} belongs")
    tags = [key for key in data if key in sort.words]
    if len(tags) != 1:
        raise _tag_error(sort, data, tags, path)
    cls = sort.words[tags[0]]
    return _parse_mapping(sort, cls, data, path)


def parse_steps(data: Any, path: Path = ()) -> tuple[Any, ...]:
    """Read a list of steps."""
    if not is_list(data):
        raise GrammarError(path, "wrong-type", f"{_shown(data)} stands where a list of steps belongs")
    return tuple(parse(STEP, item, (*path, at)) for at, item in enumerate(data))


def _parse_word(sort: Sort, data: str, path: Path) -> Node:
    cls = sort.words.get(data)
    if cls is None:
        raise GrammarError(path, "unknown-word", f"{data!r} is no word for {sort.name}{nearest(data, sort.words)}")
    for argument in cls.arguments:
        if argument.required:
            raise GrammarError(path, "missing-argument", f"{data!r} needs an argument: write {{{data}: ...}}")
    return cls()


def _parse_mapping(sort: Sort, cls: type[Node], data: Mapping[str, Any], path: Path) -> Node:
    arguments = cls.arguments
    keys = {argument.key: argument for argument in arguments[1:]}
    values: dict[str, Any] = {}
    for key, item in data.items():
        argument = arguments[0] if key == cls.tag and arguments else keys.get(key)
        if argument is None:
            known = [cls.tag, *keys]
            raise GrammarError((*path, key), "unknown-key", f"{cls.tag!r} has no argument {key!r}{nearest(key, known)}")
        values[argument.name] = _parse_argument(sort, argument, item, (*path, key))
    for argument in arguments:
        if argument.required and argument.name not in values:
            raise GrammarError(path, "missing-key", f"{cls.tag!r} needs {argument.key!r}: {argument.facts.doc}")
    return cls(**values)


def _parse_argument(sort: Sort, argument: Argument, data: Any, path: Path) -> Any:
    if argument.facts.kind == "node":
        return parse(argument.sort_in(sort), data, path)
    if argument.facts.kind in ("nodes", "pair"):
        if not is_list(data) or (argument.facts.kind == "pair" and len(data) != 2):
            size = "a list of two" if argument.facts.kind == "pair" else "a list"
            raise GrammarError(path, "wrong-type", f"{_shown(data)} stands where {size} belongs")
        inner = argument.sort_in(sort)
        return tuple(parse(inner, item, (*path, at)) for at, item in enumerate(data))
    wanted = int if argument.facts.kind == "integer" else str
    if type(data) is not wanted:
        raise GrammarError(path, "wrong-type", f"{_shown(data)} stands where {argument.facts.doc} belongs")
    if isinstance(data, int):
        _check_range(argument, data, path)
    return data


def _check_range(argument: Argument, data: int, path: Path) -> None:
    if (argument.facts.least is not None and data < argument.facts.least) or (
        argument.facts.most is not None and data > argument.facts.most
    ):
        span = (
            f"at least {argument.facts.least}"
            if argument.facts.most is None
            else f"{argument.facts.least} to {argument.facts.most}"
        )
        raise GrammarError(path, "out-of-range", f"{data} is out of range: {span}")


def _tag_error(sort: Sort, data: Mapping[str, Any], tags: list[str], path: Path) -> GrammarError:
    if tags:
        return GrammarError(path, "two-tags", f"{' and '.join(map(repr, tags))} cannot stand in one {sort.name}")
    for key in data:
        hint = nearest(key, sort.words)
        if hint:
            return GrammarError((*path, key), "unknown-word", f"{key!r} is no word for {sort.name}{hint}")
    found = ", ".join(map(repr, data)) or "nothing"
    return GrammarError(path, "unknown-word", f"{found} stands where {_expected(sort)} belongs")


def _expected(sort: Sort) -> str:
    return f"{sort.name} ({', '.join(sorted(sort.words))})"


def _shown(data: Any) -> str:
    if is_map(data):
        return "a mapping"
    if is_list(data):
        return "a list"
    if data is None:
        return "nothing (null)"
    return str(data).lower() if type(data) is bool else repr(data)


def unparse(node: Node) -> Any:
    """The plain data of an expression, as short as it can be written; `parse` reads it back."""
    arguments = node.arguments
    if node.tag == "number":
        return getattr(node, arguments[0].name)
    written = {
        argument.key if at else node.tag: _plain(getattr(node, argument.name))
        for at, argument in enumerate(arguments)
        if argument.required or at == 0 or getattr(node, argument.name) != argument.default
    }
    main = arguments[0] if arguments else None
    bare = main is None or (not main.required and getattr(node, main.name) == main.default)
    return node.tag if bare and len(written) <= 1 else written


def _plain(item: Any) -> Any:
    if isinstance(item, Node):
        return unparse(item)
    if is_list(item):
        return [_plain(each) for each in item]
    return item


def children(node: Node) -> Iterator[tuple[Argument, Node]]:
    """The expressions directly within one, in the order they are evaluated."""
    for argument in node.arguments:
        item = getattr(node, argument.name)
        if isinstance(item, Node):
            yield argument, item
        elif is_list(item):
            yield from ((argument, each) for each in item)


def walk(node: Node) -> Iterator[Node]:
    """An expression and everything within it, outer first."""
    yield node
    for _, child in children(node):
        yield from walk(child)
