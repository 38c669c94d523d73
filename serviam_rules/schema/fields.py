"""Declared fields -> JSON Schema: the shape of every file whose class says what its fields are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

from serviam_rules.effects.node import SORTS, STEP
from serviam_rules.fields import (
    ID_LENGTH,
    ID_PATTERN,
    LANGUAGE,
    Always,
    Boolean,
    ByLanguage,
    Expression,
    IconUse,
    Id,
    Integer,
    Listed,
    Record,
    Shape,
    Sources,
    Steps,
    Table,
    Text,
    Word,
    fields,
)
from serviam_rules.model import ORIGIN, PARAMETERS
from serviam_rules.schema.known import Known
from serviam_rules.schema.language import Language, Schema

#: What stands under each key of a mapping.
Properties: TypeAlias = dict[str, Schema]

_SORTS: Final = {sort.name: sort for sort in SORTS}


def properties(kind: type, language: Language) -> Properties:
    """The fields of a class."""
    return {
        name: schema_of(field.shape, field.doc, language) for name, field in fields(kind).items() if not field.is_key
    }


def optional(kind: type) -> list[str]:
    """The fields of a class that need not be there."""
    return [name for name, field in fields(kind).items() if not field.required]


def schema_of(shape: Shape, doc: str, language: Language) -> Schema:
    """The schema of values of a shape."""
    match shape:
        case Text():
            return text(shape, doc)
        case Integer():
            return _with_examples(_integer(shape, doc), shape.examples)
        case Id():
            return language.id_of(shape.kind, doc, or_null=shape.or_null)
        case Word():
            meanings = {"enumDescriptions": [*shape.meanings]} if language.known and shape.meanings else {}
            return {"title": shape.title, **_described(doc), "enum": [*shape.words], **meanings}
        case Expression():
            return language.expression(_SORTS[shape.sort], doc)
        case Steps():
            return language.several(STEP, doc, shape.least)
        case _:
            return _plain(shape, doc, language) or _container(shape, doc, language)


def _plain(shape: Shape, doc: str, language: Language) -> Schema:
    match shape:
        case Boolean():
            return {"title": "true or false", "description": doc, "type": "boolean"}
        case Always():
            return {"title": "true", "description": doc, "const": True}
        case IconUse():
            return icon_use(language.known)
        case Sources():
            return _sources(doc, language)
        case _:
            return {}


def _container(shape: Shape, doc: str, language: Language) -> Schema:
    match shape:
        case Listed():
            made: Schema = {"title": "a list", "description": doc, "type": "array", "items": _within(shape, language)}
            made |= {"minItems": shape.least, "maxItems": shape.most}
            return made | ({"uniqueItems": True} if shape.unique else {})
        case Table():
            return _with_examples(table(doc, _within(shape, language), shape.least, shape.keys), shape.examples)
        case ByLanguage():
            entries = {
                "propertyNames": text(LANGUAGE, "A language."),
                "additionalProperties": text(shape.item, shape.item.doc),
            }
            return {"title": "a mapping", "description": doc, "type": "object", **entries}
        case Record():
            left = [*fields(shape.kind)] if shape.partial else optional(shape.kind)
            made = record(properties(shape.kind, language), left, doc)
            return made | ({"type": ["object", "null"], "title": "a mapping or null"} if shape.or_null else {})
        case _:
            raise TypeError(f"{type(shape).__name__} has no schema")


def _within(shape: Listed | Table, language: Language) -> Schema:
    """The schema of what stands in a list or table."""
    return schema_of(shape.item, getattr(shape.item, "doc", ""), language)


def text(shape: Text, doc: str) -> Schema:
    """A text."""
    made: Schema = {"title": shape.title, "description": doc, "type": "string", "minLength": 1}
    made |= {"maxLength": shape.longest} | ({"pattern": shape.pattern} if shape.pattern else {})
    return _with_examples(made, shape.examples)


def record(known: Properties, left: Iterable[str] = (), description: str = "") -> Schema:
    """A mapping with exactly these keys; those that are not `left` to the writer must be there."""
    left = set(left)
    schema: Schema = {"title": "a mapping", **_described(description), "type": "object"}
    required = [key for key in known if key not in left]
    return schema | {"properties": known, "required": required, "additionalProperties": False}


def table(description: str, entry: Schema, least: int = 0, keys: str = ID_PATTERN) -> Schema:
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


def _integer(shape: Integer, doc: str) -> Schema:
    schema: Schema = {"title": shape.title, "description": doc, "type": "integer"}
    bounds = {"minimum": shape.least, "maximum": shape.most}
    return schema | {key: bound for key, bound in bounds.items() if bound is not None}


def _described(doc: str) -> Schema:
    return {"description": doc} if doc else {}


def _with_examples(schema: Schema, examples: Iterable[object]) -> Schema:
    listed: list[object] = [dict(cast(Mapping[str, Any], one)) if isinstance(one, Mapping) else one for one in examples]
    return schema | ({"examples": listed} if listed else {})


def _sources(doc: str, language: Language) -> Schema:
    word = schema_of(ORIGIN, "", language)
    return {
        "title": "provenance",
        "description": doc,
        "type": "object",
        "properties": {"default": word | {"description": "Where every field comes from that is not named here."}},
        "additionalProperties": word,
        "required": ["default"],
        "examples": [{"default": "stand-in"}, {"default": "book", "name": "review"}],
    }


# ---- icons on gifts


def icon_use(known: Known | None) -> Schema:
    """An icon among those of a gift.

    Icons are data, and a pack can bring or change them. So no schema insists on those it offers; the check of meaning
    does, when all packs are known.
    """
    schema: Schema = {
        "title": "an icon",
        "description": "An icon's id with its value (true if it has none), and the icon's other parameters.",
        "type": "object",
        "minProperties": 1,
        "additionalProperties": _USE,
    }
    if known is not None:
        pairs = [pair for icon, parameters in known.icons.items() for pair in ({icon: ""} | dict(parameters)).items()]
        schema["properties"] = {name: _USE | _offered(kind, known) for name, kind in dict(pairs).items()}
    return schema


_USE: Final[Schema] = {"title": "a value", "type": ["string", "integer", "boolean"]}


def _offered(kind: str, known: Known) -> Schema:
    if kind in known.ids:
        return {"description": PARAMETERS[kind], "examples": list(known.ids[kind])}
    examples = {"rank": list(range(1, known.ranks + 1)), "steps": [1, -1, 2, -2], "number": [1, 2]}
    return {"description": PARAMETERS.get(kind, "an icon without a value"), "examples": examples.get(kind, [True])}


# ---- patches


def patch_of(whole: Schema) -> Schema:
    """The shape of a file that patches: the same fields, all of them optional but the id."""
    patch = _partial(whole)
    own = [key for key in ("id",) if key in patch["properties"]]
    for key in own:
        patch["properties"][key] = whole["properties"][key]
    del patch["properties"]["replaces"]
    patch["properties"]["patches"] = schema_of(Always(), "This file changes what a pack before says.", Language())
    return patch | {"required": [*own, "patches"]}


def _partial(schema: Schema) -> Schema:
    """A mapping of which any part may be said."""
    left = {key: item for key, item in schema.items() if key not in ("required", "minProperties")}
    if "properties" in left:
        left["properties"] = {key: _optional(item) for key, item in left["properties"].items()}
    if isinstance(left.get("additionalProperties"), dict):
        left["additionalProperties"] = _optional(left["additionalProperties"])
    return left


def _optional(schema: Schema) -> Schema:
    """A value of a patch: null takes the field away; an expression is looked at when it has been merged."""
    described = schema.get("description", "")
    if "$ref" in schema:
        return {"description": described}
    inner = _partial(schema) if "object" in schema.get("type", ()) else schema
    return {"description": described, "if": {"not": {"type": "null"}}, "then": inner}
