"""Values -> plain data -> JSON: what every value of this library looks like outside Python.

It knows no state, action or event, only what they are made of. An attrs value becomes an object whose
keys are its fields, in their order; a tuple becomes a list, a mapping an object, a ruleset the stamp by which it is
known again. What differs from that stands on the class itself:

- `type: ClassVar[str]`: the object says what it is (`"type": "offer"`), so that one of several can be told apart.
- `format: ClassVar[int]`: the object is a document, and says first of all in which format it is written.
- `field(metadata=...)`: `UNSEEN` is left out, `OPTIONAL` is left out when it is None or an empty list, and a field with
  `seen_as("markers")` is shown by that property of the class instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from json import JSONEncoder
from json.encoder import encode_basestring_ascii
from typing import Any, Final, TypeAlias, cast

from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.values import FrozenMap, has_fields, value

#: The format of everything that is written. A change that format 1 cannot say takes the next number.
FORMAT: Final = 1

#: dict, list, str, int, bool and None.
Plain: TypeAlias = Any

_WAY: Final = "json"
UNSEEN: Final = {_WAY: "unseen"}
OPTIONAL: Final = {_WAY: "optional"}


def seen_as(name: str) -> dict[str, str]:
    """Metadata of a field that is shown by the property `name` of its class."""
    return {_WAY: f"seen as {name}"}


@value
class PackStamp:
    """A pack by which a ruleset is known again: its fingerprint covers what its cards do, not their names."""

    id: str
    version: str
    fingerprint: str


@value
class RulesetStamp:
    """What stands for a ruleset in JSON: rulesets of one fingerprint play alike, and the packs tell people why not."""

    fingerprint: str
    packs: tuple[PackStamp, ...]


def stamp(rules: Ruleset) -> RulesetStamp:
    """What stands for this ruleset in JSON."""
    packs = tuple(PackStamp(pack.id, pack.version, pack.fingerprint) for pack in rules.packs)
    return RulesetStamp(rules.fingerprint, packs)


@value
class Entry:
    """One key of the object that a class becomes: the attribute behind it, and whether the key can be missing."""

    key: str
    attribute: str
    optional: bool
    field: Any


@cache
def entries(kind: type) -> tuple[Entry, ...]:
    """The keys that values of an attrs class have in JSON, in their order; `format` and `type` stand before them."""
    import attrs

    found = ((field, field.metadata.get(_WAY, "")) for field in attrs.fields(kind))
    return tuple(
        Entry(
            way.removeprefix("seen as ") if way.startswith("seen as ") else field.name,
            field.name,
            way == "optional",
            field,
        )
        for field, way in found
        if way != "unseen"
    )


def head(kind: type) -> dict[str, int | str]:
    """The keys before the fields, which say what a value is: its `format` if it is a document, and its `type`."""
    found: dict[str, int | str] = {}
    for key, wanted in (("format", int), ("type", str)):
        mark = getattr(kind, key, None)
        if isinstance(mark, wanted):
            found[key] = mark
    return found


def plain(thing: object) -> Plain:
    """A value as dicts, lists, str, int, bool and None. UsageError for what has no form in JSON."""
    kind = type(thing)
    if kind in _ATOMS:
        return thing
    if kind is tuple or kind is list:
        return [plain(item) for item in cast("tuple[object, ...]", thing)]
    return {key: plain(item) for key, item in unfold(thing).items()}


def unfold(thing: Any) -> dict[str, Any]:
    """The object that a value becomes, one level of it: what stands under its keys are still values."""
    return _UNFOLDERS[type(thing)](thing)


#: The empty list; there is only one. Equality would ask things of strangers.
_NOTHING: Final[tuple[()]] = ()


def text(thing: object, indent: int | None = None) -> str:
    """A value as JSON, ASCII only, keys in a fixed order; on one line unless `indent` says how far to indent."""
    if indent is None:
        return _WRITERS[thing.__class__](thing)
    try:
        return JSONEncoder(indent=indent, allow_nan=False, default=unfold).encode(_outermost(thing))
    except ValueError as error:
        raise error if isinstance(error, UsageError) else UsageError(f"this has no form in JSON: {error}") from None


def canonical(thing: object) -> str:
    """JSON that is the same exactly for equal values: keys sorted, no format number, a ruleset by its fingerprint."""
    data: Any = _outermost(thing)
    if isinstance(data, dict):
        data = {key: item for key, item in cast("dict[str, Any]", data).items() if key != "format"}
        if isinstance(rules := data.get("ruleset"), Ruleset):
            data["ruleset"] = rules.fingerprint
    return _CANONICAL.encode(data)


def digest(thing: object) -> str:
    """128 bits in hexadecimal of the canonical JSON: equal for equal values, on every platform and in every process."""
    return sha256(canonical(thing).encode()).hexdigest()[:32]


_ATOMS: Final = frozenset({str, int, bool, type(None)})

Unfolder: TypeAlias = Callable[[Any], dict[str, Any]]


class _Unfolders(dict[type, Unfolder]):
    """How values of each type unfold; worked out when a type is met for the first time."""

    def __missing__(self, kind: type) -> Unfolder:
        self[kind] = made = _unfolder(kind)
        return made


_UNFOLDERS: Final = _Unfolders()
# The encoder walks lists, tuples and dicts by itself and asks `unfold` for everything else.
_CANONICAL: Final = JSONEncoder(
    separators=(",", ":"), allow_nan=False, check_circular=False, default=unfold, sort_keys=True
)


def _outermost(thing: Any) -> Any:
    """A value for the encoder, which would take a named tuple for a list."""
    return thing if type(thing) in _ATOMS or type(thing) in (tuple, list) else unfold(thing)


def _unfolder(kind: type[Any]) -> Unfolder:
    if issubclass(kind, Ruleset):
        return lambda rules: unfold(stamp(rules))
    if has_fields(kind):
        return _object(kind)
    if hasattr(kind, "_asdict"):
        return lambda named: dict(named._asdict())
    if issubclass(kind, Mapping):
        return _mapping
    raise UsageError(f"{kind.__name__} has no form in JSON")


def _mapping(items: Mapping[Any, Any]) -> dict[str, Any]:
    for key in items:
        if type(key) is not str:
            raise UsageError(f"a key in JSON is a text, not {type(key).__name__}")
    return dict(items)


def _object(kind: type) -> Unfolder:
    known = entries(kind)
    optional = [entry.key for entry in known if entry.optional]
    marks = "".join(f"{key!r}: {mark!r}, " for key, mark in head(kind).items())
    items = "".join(f"{entry.key!r}: {_exact(entry).format(f'thing.{entry.key}')}, " for entry in known)
    scope: dict[str, Any] = {"_whole": _whole, "_truth": _truth}
    exec(f"def whole(thing): return {{{marks}{items}}}", scope)
    whole: Unfolder = scope["whole"]

    def sparing(thing: Any) -> dict[str, Any]:
        return {
            key: item
            for key, item in whole(thing).items()
            if (item is not None and item is not _NOTHING) or key not in optional
        }

    return sparing if optional else whole


#: Annotations of fields with whole numbers in them.
_NUMBERS: Final = re.compile(r"\b(int|Seat|Side)\b")


def _exact(entry: Entry) -> str:
    """How a field is read, so that values that are equal in Python - True and 1 - are the same in JSON."""
    kind = str(entry.field.type)
    if kind == "bool":
        return "_ if (_ := {}) is True or _ is False else _truth(_)"
    if _NUMBERS.search(kind):
        return "_ if (_ := {}).__class__ is int else _whole(_)"
    return "{}"


def _truth(thing: Any) -> Any:
    """What equals a truth value as that; all else as it is."""
    return bool(thing) if thing in (0, 1) else thing


def _whole(thing: Any) -> Any:
    """Whole numbers as such, in lists and mappings too; all else as it is."""
    kind = thing.__class__
    if kind is bool or (kind is float and thing.is_integer()):
        return int(thing)
    if kind is tuple or kind is list:
        return [_whole(item) for item in thing]
    return {key: _whole(item) for key, item in thing.items()} if kind is FrozenMap or kind is dict else thing


# --- JSON on one line ------------------------------------------------------------------------------------------------

Writer: TypeAlias = Callable[[Any], str]


class _Writers(dict[type, Writer]):
    """How values of each type are written; a class gets a function of its own when one is first met.

    It says the same as the encoder of `json` does with `unfold`, in a third of the time: a state is written as often
    as it is sent.
    """

    def __missing__(self, kind: type) -> Writer:
        self[kind] = made = _writer(kind)
        return made


def _writer(kind: type[Any]) -> Writer:
    if issubclass(kind, Ruleset):
        return lambda rules: _stamp_text(rules.fingerprint, rules.packs)
    if has_fields(kind):
        return _object_writer(kind)
    for base in () if hasattr(kind, "_asdict") else (str, bool, int, tuple, list, dict):
        if issubclass(kind, base):
            return _WRITERS[base]
    if kind is FrozenMap:
        return lambda items: _write_mapping(items._data)
    return lambda thing: _write_mapping(unfold(thing))


@lru_cache(maxsize=64)
def _stamp_text(fingerprint: str, packs: tuple[Any, ...]) -> str:
    made = tuple(PackStamp(pack.id, pack.version, pack.fingerprint) for pack in packs)
    return _WRITERS[RulesetStamp](RulesetStamp(fingerprint, made))


def _object_writer(kind: type) -> Writer:
    """A function that fills the fields of a value into the text of its object. Fields that may be missing come last."""
    known = [entry for entry in entries(kind) if not entry.optional]
    marks = [f"{_quoted(key)}:{_WRITERS[type(mark)](mark)}" for key, mark in head(kind).items()]
    shape = ",".join([*marks, *(f"{_quoted(entry.key)}:%s" for entry in known)])
    values = "".join(_likely(str(entry.field.type)).format(f"thing.{entry.key}") + ", " for entry in known)
    scope: dict[str, Any] = {"_shape": f"{{{shape}}}", "_quoted": _quoted, "_writers": _WRITERS, "_empty": ()}
    scope |= {"_whole": _whole, "_truth": _truth}
    lines = [f"def write(thing):\n    text = _shape % ({values})"]
    for entry in entries(kind):
        if entry.optional:
            more = f"text[:-1] + ',{_quoted(entry.key)}:' + _writers[_.__class__](_) + '}}'"
            lines.append(f"    if (_ := thing.{entry.key}) is not None and _ is not _empty: text = {more}")
    exec("\n".join([*lines, "    return text"]), scope)
    return scope["write"]  # type: ignore[no-any-return]


def _likely(kind: str) -> str:
    """How a field is written: what its annotation leads to expect without a call, everything else by its class."""
    if kind == "bool":
        return '"true" if (_ := {}) is True else "false" if _ is False else _writers[(_ := _truth(_)).__class__](_)'
    if kind not in ("int", "Seat", "Side") and _NUMBERS.search(kind):
        return "_writers[(_ := _whole({})).__class__](_)"
    if kind.startswith("tuple"):
        return '"[]" if (_ := {}) is _empty else _writers[_.__class__](_)'
    if kind in ("int", "Seat", "Side"):
        return "_ if (_ := {}).__class__ is int else _writers[(_ := _whole(_)).__class__](_)"
    return "_quoted(_) if (_ := {}).__class__ is str else _writers[_.__class__](_)"


def _write_list(items: Any) -> str:
    """A list. One of plain texts, as most are, is quoted in one go, with a sign between them that none of them has."""
    if not items:
        return "[]"
    kind = items[0].__class__
    if kind is str:
        try:
            quoted = _quoted("\n".join(items))
        except TypeError:
            pass
        else:
            if quoted.count("\\") == len(items) - 1:
                return "[" + quoted.replace("\\n", '","') + "]"
    write = _WRITERS[kind]
    parts = [write(item) if item.__class__ is kind else _WRITERS[item.__class__](item) for item in items]
    return f"[{','.join(parts)}]"


def _write_mapping(items: Mapping[Any, Any]) -> str:
    parts: list[str] = []
    for key, item in items.items():
        if key.__class__ is not str:
            raise UsageError(f"a key in JSON is a text, not {type(key).__name__}")
        parts.append(f"{_quoted(key)}:{_WRITERS[item.__class__](item)}")
    return f"{{{','.join(parts)}}}"


_quoted: Final = encode_basestring_ascii
_WRITERS: Final = _Writers()
_WRITERS[str] = _quoted
_WRITERS[int] = str
_WRITERS[bool] = {True: "true", False: "false"}.__getitem__
_WRITERS[type(None)] = lambda _: "null"
_WRITERS[tuple] = _WRITERS[list] = _write_list
_WRITERS[dict] = _write_mapping
