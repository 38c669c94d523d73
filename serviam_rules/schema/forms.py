"""The pieces that the schemas of files are made of. Layer 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from .kinds import PROVENANCES
from .known import ID_LENGTH, ID_PATTERN
from .language import Schema

#: What stands under each key of a mapping.
Properties: TypeAlias = dict[str, Schema]

ONE_LINE: Final = r"^[^\s$]([^\n$]*[^\s$])?$"
_COLOUR: Final = r"^([a-z]{3,24}|#[0-9a-f]{6})$"
_LANGUAGE: Final = r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$"


def record(properties: Properties, optional: Sequence[str] = (), description: str = "") -> Schema:
    """A mapping with exactly these keys; those that are not `optional` must be there."""
    schema: Schema = {"title": "a mapping", **({"description": description} if description else {}), "type": "object"}
    required = [key for key in properties if key not in optional]
    return schema | {"properties": properties, "required": required, "additionalProperties": False}


def table(description: str, entry: Schema, *, least: int = 0, keys: str = ID_PATTERN) -> Schema:
    """A mapping from ids to entries of one shape."""
    return {
        "title": "a mapping",
        "description": description,
        "type": "object",
        "propertyNames": {"title": "an id", "pattern": keys, "maxLength": ID_LENGTH},
        "additionalProperties": entry,
        "minProperties": least,
        "maxProperties": 200,
    }


def integer(description: str, least: int, most: int, *examples: int) -> Schema:
    """A whole number within bounds."""
    schema: Schema = {"title": "a whole number", "description": description, "type": "integer"}
    return schema | {"minimum": least, "maximum": most} | ({"examples": list(examples)} if examples else {})


def text(
    description: str, *examples: str, pattern: str = ONE_LINE, longest: int = 100, title: str = "a text"
) -> Schema:
    """A text in one line."""
    schema: Schema = {"title": title, "description": description, "type": "string"}
    schema |= {"minLength": 1, "maxLength": longest, "pattern": pattern}
    return schema | ({"examples": list(examples)} if examples else {})


def prose(description: str) -> Schema:
    """A text of any number of lines."""
    return {"title": "a text", "description": description, "type": "string", "minLength": 1, "maxLength": 2000}


def boolean(description: str) -> Schema:
    """True or false."""
    return {"title": "true or false", "description": description, "type": "boolean"}


def listed(description: str, item: Schema, least: int = 0, most: int = 32, *, unique: bool = False) -> Schema:
    """A list."""
    schema: Schema = {"title": "a list", "description": description, "type": "array", "items": item}
    return schema | {"minItems": least, "maxItems": most} | ({"uniqueItems": True} if unique else {})


def own_id(what: str) -> Schema:
    """The id that a file gives to what it describes."""
    described = f"The id of this {what}: lower-case letters, digits and single hyphens. It is never changed."
    return text(described, pattern=ID_PATTERN, longest=ID_LENGTH, title="an id")


def flag(description: str) -> Schema:
    """A key that can only be true."""
    return {"title": "true", "description": description, "const": True}


def colour() -> Schema:
    """A colour."""
    return text("A colour: an English word, or #rrggbb.", "gold", "#1e90ff", pattern=_COLOUR, title="a colour")


ORIGIN: Final = {"title": "a word for where it comes from", "enum": list(PROVENANCES)}


def provenance() -> Schema:
    """Where the fields come from."""
    return {
        "title": "provenance",
        "description": "Where each field comes from: `default` for most, and a field or dotted path "
        "(`effetto_ordine.0`) where it differs.",
        "type": "object",
        "properties": {"default": ORIGIN | {"description": "Where every field comes from that is not named here."}},
        "additionalProperties": ORIGIN,
        "required": ["default"],
        "examples": [{"default": "stand-in"}, {"default": "book", "name": "review"}],
    }


def language_code(description: str) -> Schema:
    """A language as BCP 47 names it."""
    return text(description, "en", "zh-Hans", "pt-BR", pattern=_LANGUAGE, title="a language code like en or zh-Hans")


def group() -> Schema:
    """An organisation or a family."""
    return record({"name": text("Its name, in the language of the pack."), "colour": colour()})
