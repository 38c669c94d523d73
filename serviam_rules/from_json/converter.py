"""How cattrs builds values: it converts nothing, and takes exactly what `plain` writes.

The one module that knows cattrs; it is imported when the first value is read, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import Any, Final, Literal, NoReturn, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

import attrs
from cattrs import Converter
from cattrs.cols import list_structure_factory
from cattrs.gen import make_dict_structure_fn

from serviam_rules.from_json.refusal import Path, Refusal, as_object, check_keys, expect, hint, refuse, shown
from serviam_rules.model import Ruleset
from serviam_rules.plain import Plain, RulesetStamp, entries, head
from serviam_rules.values import FrozenMap, is_value, maker

Hook: TypeAlias = Callable[[Any, Any], Any]


@cache
def converter() -> Converter:
    """The one converter. For every kind of type there is a hook; of those made by factories, later ones come first."""
    made = Converter(forbid_extra_keys=True)
    for kind in (int, bool, NoneType):
        made.register_structure_hook(kind, _exactly(kind))
    made.register_structure_hook(str, _text)
    made.register_structure_hook(Ruleset, lambda data, _: made.structure(data, RulesetStamp))
    add: Any = made.register_structure_hook_factory
    add(_is_class, _object)
    add(_has_origin(Literal), _literal)
    add(_has_origin(tuple), _tuple)
    add(_has_origin(Union, UnionType), _union)
    add(_is_mapping, _mapping)
    return made


def first_refusal(error: BaseException) -> Refusal | None:
    """The first thing that was refused, with its path; None if this is another kind of error."""
    if isinstance(error, Refusal):
        return error
    for inner in cast("tuple[BaseException, ...]", getattr(error, "exceptions", ())):
        found = first_refusal(inner)
        if found is not None:
            return found.within(_noted(inner))
    return None


def _noted(error: BaseException) -> Path:
    """The field or list position that cattrs noted on an error."""
    notes = [note for note in getattr(error, "__notes__", ()) if hasattr(note, "name") or hasattr(note, "index")]
    return tuple(note.name if hasattr(note, "name") else note.index for note in notes[-1:])


#: What a value of each type is called.
_NAMES: Final[Mapping[Any, str]] = {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}
#: What each kind of type is written as.
_WRITTEN: Final[Mapping[Any, type]] = {int: int, str: str, bool: bool, NoneType: NoneType, Literal: str, tuple: list}


def _is_class(kind: Any) -> bool:
    return isinstance(kind, type) and attrs.has(kind)


def _has_origin(*origins: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _exactly(kind: type) -> Hook:
    wanted = _NAMES[kind]

    def read(data: Plain, _: Any) -> Any:
        return data if type(data) is kind else refuse(data, wanted)

    return read


def _text(data: Plain, _: Any) -> str:
    if type(data) is not str:
        refuse(data, _NAMES[str])
    if not data.isascii() and any("\ud800" <= character <= "\udfff" for character in data):
        raise Refusal(f"{shown(data)} holds half of a surrogate pair, which is no character")
    return data


def _literal(kind: Any, _: Converter) -> Hook:
    words: tuple[str, ...] = get_args(kind)

    def read(data: Plain, _: Any) -> str:
        if type(data) is str and data in words:
            return data
        refuse(data, _wanted(kind), hint(data, words) if isinstance(data, str) else "")

    return read


def _tuple(kind: Any, made: Converter) -> Hook:
    item = get_args(kind)[0]
    items: Any = GenericAlias(list, item)
    read_list = list_structure_factory(items, made)
    read_item = made.get_structure_hook(item)

    def read(data: Plain, _: Any) -> tuple[Any, ...]:
        found: list[Any] = data if data.__class__ is list else expect(data, list, "a list")
        if not found:
            return ()
        if item is str:  # most lists of a state
            try:
                if "".join(found).isascii():
                    return tuple(found)
            except TypeError:  # one of them is no text
                pass
        try:
            return tuple([read_item(one, item) for one in found])
        except Exception:
            return tuple(read_list(found, items))  # says which item it is

    return read


def _mapping(kind: Any, made: Converter) -> Hook:
    item = get_args(kind)[1]
    read_item = made.get_structure_hook(item)

    def read(data: Plain, _: Any) -> FrozenMap[str, Any]:
        found: dict[str, Any] = {}
        for key, under in as_object(data).items():
            try:
                found[_text(key, str)] = read_item(under, item)
            except Exception as error:
                refusal = first_refusal(error)
                raise error if refusal is None else refusal.within((key,)) from None
        return FrozenMap(found)

    return read


def _object(kind: Any, made: Converter) -> Hook:
    """An object that has the keys of the class and, where the class has them, its marks."""
    build = make_dict_structure_fn(kind, made)
    marks = head(kind)
    known = (*marks, *(entry.key for entry in entries(kind)))
    optional = frozenset(entry.key for entry in entries(kind) if entry.optional)
    all_keys = frozenset(known)
    in_order = [entry.key for entry in entries(kind)] == list(getattr(kind, "__match_args__", ()))
    quick = _quick(kind, made) if in_order and is_value(kind) and not optional else None

    def read(data: Plain, _: Any) -> Any:
        if quick is not None and data.__class__ is dict and data.keys() == all_keys:
            try:
                return quick(data)
            except Exception:
                pass
        found = as_object(data)
        if found.keys() != all_keys:
            check_keys(found, known, optional)
        for key, mark in marks.items():
            if found[key] != mark or type(found[key]) is not type(mark):
                raise _refusal_at(key, found[key], repr(mark))
        return build({key: item for key, item in found.items() if key not in marks} if marks else found, kind)

    return read


def _quick(kind: Any, made: Converter) -> Callable[[dict[str, Any]], Any]:
    """A function that makes an object of data in which nothing is wrong, and raises anything if something is.

    It says neither what nor where: that takes most of the time, and is asked for only then.
    """
    hints = get_type_hints(kind)
    scope: dict[str, Any] = {
        "_make": maker(kind),
    }
    arguments: list[str] = []
    for at, entry in enumerate(entries(kind)):
        hint = hints[entry.key]
        parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        value = f"_data[{entry.key!r}]"
        if all(part in (int, bool, NoneType) for part in parts):
            scope[f"_kinds{at}"] = parts
            arguments.append(f"_ if (_ := {value}).__class__ in _kinds{at} else _refuse()")
        elif parts == (str,):
            arguments.append(f"_ if (_ := {value}).__class__ is str and _.isascii() else _refuse()")
        else:
            scope[f"_hook{at}"], scope[f"_hint{at}"] = made.get_structure_hook(hint), hint
            arguments.append(f"_hook{at}({value}, _hint{at})")
    marks = "".join(f"if not _is(_data[{key!r}], {mark!r}): _refuse()\n    " for key, mark in head(kind).items())
    scope |= {"_is": _same, "_refuse": _refuse_quickly}
    exec(f"def quick(_data):\n    {marks}return _make({', '.join(arguments)})", scope)
    return cast("Callable[[dict[str, Any]], Any]", scope["quick"])


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _refuse_quickly() -> NoReturn:
    raise Refusal("not as it should be")


def _union(kind: Any, made: Converter) -> Hook:
    """One of several: objects are told apart by their `type`, all else by what it is written as."""
    parts = get_args(kind)
    tagged = {head(part)["type"]: part for part in parts if isinstance(part, type) and "type" in head(part)}
    others = {_WRITTEN.get(get_origin(part) or part, dict): part for part in parts if part not in tagged.values()}
    wanted = " or ".join(dict.fromkeys(map(_wanted, parts)))
    hooks: dict[Any, Any] = {}  # by part: a part may hold this very union, so they are asked for when first needed

    def read(data: Plain, _: Any) -> Any:
        part = others.get(data.__class__)
        if part is NoneType:
            return None
        if part is None:
            found = expect(data, dict, wanted)
            part = _by_type(found, tagged) if tagged else refuse(found, wanted)
        if part not in hooks:
            hooks[part] = made.get_structure_hook(part)
        return hooks[part](data, part)

    return read


def _by_type(data: dict[str, Any], tagged: Mapping[Any, Any]) -> Any:
    """The class whose `type` an object has."""
    types = f" (types: {', '.join(tagged)})"
    if "type" not in data:
        raise Refusal(f"this field is missing{types}", ("type",))
    mark = data["type"]
    if type(mark) is not str:
        raise _refusal_at("type", mark, _NAMES[str])
    if mark not in tagged:
        raise Refusal(f"nothing here is of the type {shown(mark)}{hint(mark, tagged)}{types}", ("type",))
    return tagged[mark]


def _refusal_at(key: str, data: Plain, wanted: str) -> Refusal:
    try:
        refuse(data, wanted)
    except Refusal as refusal:
        return refusal.within((key,))


def _wanted(part: Any) -> str:
    """What a type takes, in words."""
    if get_origin(part) is Literal:
        return " or ".join(shown(word) for word in get_args(part))
    return "a list" if get_origin(part) is tuple else _NAMES.get(part, "an object")
