"""JSON Schema -> TypeScript declarations, for schemas of the shape that `classes` makes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Final

from serviam_rules.schema.classes import Schema

_PLAIN: Final = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_WIDTH: Final = 110


def declarations(made: Mapping[str, Schema]) -> str:
    """A declaration for each definition, an interface for those of objects."""
    return "\n".join(line for name, schema in made.items() for line in (*_declaration(name, schema), ""))


def _declaration(name: str, schema: Schema) -> Iterator[str]:
    yield from _comment(schema.get("description", ""))
    if "properties" not in schema:
        parts = [_type(part) for part in schema.get("anyOf", [schema])]
        one_line = f"export type {name} = {' | '.join(parts)};"
        yield (
            one_line
            if len(one_line) <= _WIDTH
            else "\n".join([f"export type {name} =", *(f"  | {part}" for part in parts)]) + ";"
        )
        return
    yield f"export interface {name} {{"
    for key, item in schema["properties"].items():
        yield from _comment(item.get("description", ""), "  ")
        optional = "" if key in schema["required"] else "?"
        yield f"  {key if _NAME.fullmatch(key) else json.dumps(key)}{optional}: {_type(item)};"
    yield "}"


def _comment(text: str, indent: str = "") -> Iterator[str]:
    lines = [line for paragraph in text.split("\n") for line in (wrap(paragraph, _WIDTH - len(indent)) or [""])]
    if len(lines) == 1 and lines[0]:
        yield f"{indent}/** {lines[0]} */"
    elif text:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def _type(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix("#/$defs/"))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    return _of_kind(schema["type"], schema)


def _of_kind(kind: str | list[str], schema: Schema) -> str:
    if isinstance(kind, list):
        return " | ".join(_PLAIN[one] for one in kind)
    if kind == "array":
        item = _type(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        return f"Record<{_type(schema['propertyNames'])}, {_type(schema['additionalProperties'])}>"
    return _PLAIN[kind]
