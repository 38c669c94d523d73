"""The schema of each kind of file of a pack.

A card file, and `set.yaml`, is whole, or says `patches: true` and holds only what it changes. What a patch leaves
unsaid cannot be judged by itself: the merged card is checked again as a whole.
"""

from __future__ import annotations

from typing import Final

from serviam_rules.errors import UsageError, unknown
from serviam_rules.fields import LANGUAGE, Always, Sources, fields
from serviam_rules.kinds import FILES, NAMED
from serviam_rules.model import CLASSES, ICON_WORDS, Manifest, Words
from serviam_rules.schema.fields import Properties, optional, patch_of, properties, record, schema_of, table, text
from serviam_rules.schema.known import Known
from serviam_rules.schema.language import Language, Schema
from serviam_rules.schema.phrases_shape import phrases_shape

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
#: What each kind of file is, for people.
_DESCRIPTIONS: Final = {
    "pack": "What a pack is called and what it needs: `pack.yaml`.",
    "set": "Every number of the game: `set.yaml`.",
    "icon": "A symbol on gifts: `icons/<id>.yaml`.",
    "gift": "A card that is offered: `gifts/<id>.yaml`.",
    "powerholder": "A person of influence: `powerholders/<id>.yaml`.",
    "rival": "An opponent in the solo game: `rivals/<id>.yaml`.",
    "locale": "Names, and perhaps phrases, in another language: `locales/<language>.yaml`.",
}


def file_schema(kind: str, known: Known | None = None) -> Schema:
    """The schema of files of this kind: pack, set, icon, gift, powerholder, rival or locale.

    `known`, from `known_in(source)`, gives it examples, descriptions of words, and ids to offer. UsageError for an
    unknown kind.
    """
    if kind not in FILES:
        raise UsageError(unknown("schema", kind, FILES))
    language = Language(known, parameters=kind == "icon")
    schema: Schema = {"$schema": DIALECT, "$id": f"urn:serviam-rules:{kind}:1", "title": kind.capitalize()}
    schema |= {"description": _DESCRIPTIONS[kind], "type": "object"}
    if kind == "locale":
        schema |= record(_locale(language), ["patches", "names", "phrases", "provenance"]) | {"title": "a locale"}
    else:
        schema |= _of_class(kind, language)
    return schema | {"$defs": dict(sorted(language.definitions.items()))} if language.definitions else schema


def _of_class(kind: str, language: Language) -> Schema:
    """What stands in a file that a class describes: the whole of it, or a patch of a card or the set."""
    title, known, left = (
        f"{'an' if kind == 'icon' else 'a'} {kind}",
        properties(CLASSES[kind], language),
        optional(CLASSES[kind]),
    )
    if CLASSES[kind] is Manifest:
        return record(known, left) | {"title": title}
    what = "set.yaml of the packs before" if kind == "set" else f"{kind} with the same id in a pack before"
    known["replaces"] = schema_of(Always(), f"This file takes the place of the {what}.", language)
    whole = record(known, [*left, "replaces"]) | {"title": title}
    language.definitions |= {"whole": whole, "patch": patch_of(whole)}
    return {"if": {"required": ["patches"]}, "then": {"$ref": "#/$defs/patch"}, "else": {"$ref": "#/$defs/whole"}}


def _locale(language: Language) -> Properties:
    names = {plural: table(f"Names of {plural}, by id.", _entry(kind, language)) for kind, plural in NAMED.items()}
    return {
        "language": text(LANGUAGE, "The language of this file, which is also its name."),
        "patches": schema_of(
            Always(), "This file may change names that a pack before has given in this language.", language
        ),
        "names": record(names, names, "What things are called."),
        "phrases": phrases_shape(language),
        "provenance": schema_of(Sources(), fields(CLASSES["gift"])["provenance"].doc, language),
    }


def _entry(kind: str, language: Language) -> Schema:
    known = properties(Words, language)
    if kind == "icon":
        known["words"] = text(ICON_WORDS, f"In this language: {ICON_WORDS.doc}")
    return record(known, known)
