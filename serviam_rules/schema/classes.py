"""Classes -> JSON Schema: what `plain` writes of their values, described by their docstrings."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from inspect import cleandoc, getsource
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from serviam_rules.model import Ruleset
from serviam_rules.plain import RulesetStamp, entries, head

Schema: TypeAlias = dict[str, Any]

_PLAIN: Final[Mapping[Any, str]] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
_BULLET: Final = re.compile(r"^- ((?:`\w+`(?:, )?)+): (.*(?:\n  .*)*)", re.MULTILINE)


@attrs.frozen(eq=False)
class Named:
    """A type that is defined under a name of its own: `GiftId`, `Seat`, `Option`."""

    name: str
    kind: Any
    description: str
    more: Mapping[str, Any] = attrs.field(factory=dict[str, Any])

    def __or__(self, other: Any) -> Any:
        return Union[self, other]  # noqa: UP007 - this is what `|` is to mean

    def __ror__(self, other: Any) -> Any:
        return Union[other, self]  # noqa: UP007

    def __call__(self) -> None:
        """Nothing; `typing` takes only what can be called for a type."""


@attrs.frozen(eq=False)
class Definitions:
    """The schemas of classes and of named types, by name. Each is made when it is first referred to.

    `named` are the types that annotations refer to by these names, `fields` the types of fields of some names that
    their annotations do not tell, `titles` the names of classes that are called otherwise than the class.
    """

    named: Mapping[str, Named]
    fields: Mapping[str, Any]
    titles: Mapping[type, str]
    made: dict[str, Schema] = attrs.field(factory=dict[str, Schema])

    def of(self, kind: Any) -> Schema:
        """The schema of values of a type, as they are written."""
        if isinstance(kind, Named):
            return self._refer(kind.name, kind)
        if kind is Ruleset:
            return self.of(RulesetStamp)
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if attrs.has(kind):
            return self._refer(self.titles.get(kind, kind.__name__), kind)
        return self._of_generic(get_origin(kind), get_args(kind))

    def _of_generic(self, origin: Any, arguments: tuple[Any, ...]) -> Schema:
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin is tuple:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin in (Union, UnionType):
            return self._one_of(arguments)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {
                "type": "object",
                "propertyNames": self.of(arguments[0]),
                "additionalProperties": self.of(arguments[1]),
            }
        raise TypeError(f"{origin} has no form in JSON")

    def _one_of(self, kinds: Iterable[Any]) -> Schema:
        made = [self.of(kind) for kind in kinds]
        if all(list(schema) == ["type"] for schema in made):
            return {"type": [schema["type"] for schema in made]}
        return {"anyOf": made}

    def _refer(self, name: str, kind: Any) -> Schema:
        if name not in self.made:
            self.made[name] = {}  # so that what is being made is not made again
            self.made[name] |= self._named(kind) if isinstance(kind, Named) else self._object(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _named(self, kind: Named) -> Schema:
        return {"description": kind.description, **self.of(kind.kind), **kind.more}

    def _object(self, kind: type) -> Schema:
        types = self.types_of(kind)
        descriptions = described_fields(kind)
        properties: dict[str, Schema] = {key: {"const": mark} for key, mark in head(kind).items()}
        for key, one in types.items():
            properties[key] = ({"description": descriptions[key]} if key in descriptions else {}) | self.of(one)
        optional = {entry.key for entry in entries(kind) if entry.optional}
        return {
            "description": summary(kind),
            "type": "object",
            "properties": properties,
            "required": [key for key in properties if key not in optional],
            "additionalProperties": False,
        }

    def types_of(self, kind: type) -> dict[str, Any]:
        """The type of each key of a class in JSON, named types among them."""
        return {entry.key: self._type(kind, entry.key, entry.field) for entry in entries(kind)}

    def _type(self, kind: type, key: str, field: Any) -> Any:
        for name in (f"{kind.__name__}.{key}", key):
            if name in self.fields:
                return self.fields[name]
        # The names of `named` stand for what they are called here, wherever annotations use them.
        where, name = (kind, key) if key == field.name else (getattr(kind, key).fget, "return")
        return get_type_hints(where, localns=dict(self.named))[name]


def summary(kind: type) -> str:
    """What a class is: its docstring, less the list of its fields."""
    return _in_json(_BULLET.sub("", _doc(kind)).strip())


def described_fields(kind: type) -> dict[str, str]:
    """What the docstring of a class says of its fields, in a list with "- `name`: ..."."""
    descriptions: dict[str, str] = {}
    for found in _BULLET.finditer(_doc(kind)):
        for name in re.findall(r"`(\w+)`", found[1]):
            descriptions[name] = _in_json(" ".join(found[2].split()))
    return descriptions


def _doc(kind: type) -> str:
    """The docstring of a class; where Python has not kept it (-OO), as it stands in the source."""
    if kind.__doc__ is not None:
        return cleandoc(kind.__doc__)
    return _docs(kind.__module__).get(kind.__name__, "")


@cache
def _docs(module: str) -> dict[str, str]:
    """The docstrings of a module's classes, by name."""
    statements = ast.parse(getsource(sys.modules[module])).body
    return {one.name: ast.get_docstring(one) or "" for one in statements if isinstance(one, ast.ClassDef)}


def _in_json(text: str) -> str:
    """Words about a class as words about JSON."""
    for word, instead in (("None", "null"), ("True", "true"), ("False", "false")):
        text = re.sub(rf"\b{word}\b", instead, text)
    return text


def referred(schema: Schema) -> list[str]:
    """The names that a schema refers to, each once, in order."""
    own = [str(schema["$ref"]).removeprefix("#/$defs/")] if "$ref" in schema else []
    return list(dict.fromkeys([*own, *(name for part in _parts(schema) for name in referred(part))]))


def _parts(schema: Schema) -> list[Schema]:
    """The schemas within one."""
    single = [schema[key] for key in ("items", "propertyNames", "additionalProperties") if schema.get(key)]
    return [*single, *schema.get("anyOf", ()), *schema.get("properties", {}).values()]


def closure(names: Iterable[str], made: Mapping[str, Schema]) -> dict[str, Schema]:
    """The definitions of these names and of everything that they refer to, sorted by name."""
    found: dict[str, Schema] = {}
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found[name] = made[name]
            left += referred(made[name])
    return dict(sorted(found.items()))
