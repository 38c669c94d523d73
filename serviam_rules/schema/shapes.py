"""The schema of each kind of file of a pack. Layer 5.

A card file, and `set.yaml`, is whole, or says `patches: true` and holds only what it changes. What a patch leaves
unsaid cannot be judged by itself: the merged card is checked again as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from .card_shapes import OPTIONAL, gift_shape, icon_shape, icon_words, powerholder_shape, rival_shape
from .forms import ORIGIN, Properties, flag, language_code, listed, own_id, prose, provenance, record, table, text
from .kinds import NAMED
from .known import Known
from .language import Language, Schema
from .patch_shape import patch_shape
from .phrases_shape import phrases_shape
from .set_shape import set_shape

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_VERSION: Final = r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){0,2}$"
_RANGE: Final = r"^ *(==|!=|>=|<=|>|<) *[0-9]+(\.[0-9]+){0,2} *(, *(==|!=|>=|<=|>|<) *[0-9]+(\.[0-9]+){0,2} *)*$"


def file_schema(kind: str, known: Known | None = None) -> Schema:
    """The schema of files of this kind; `known` gives it examples, descriptions of words, and ids to offer."""
    language = Language(known, parameters=kind == "icon")
    title, description, shape, optional = _SHAPES[kind]
    fields = shape(language)
    whole = record(fields, optional) | {"title": f"{'an' if kind == 'icon' else 'a'} {kind}"}
    schema: Schema = {"$schema": DIALECT, "$id": f"urn:serviam-rules:{kind}:1", "title": title}
    schema |= {"description": description, "type": "object"}
    if "replaces" in fields:
        del fields["patches"]
        schema |= {
            "if": {"required": ["patches"]},
            "then": {"$ref": "#/$defs/patch"},
            "else": {"$ref": "#/$defs/whole"},
        }
        language.definitions |= {"whole": whole, "patch": patch_shape(whole)}
    else:
        schema |= whole
    return schema | {"$defs": dict(sorted(language.definitions.items()))} if language.definitions else schema


def _pack(language: Language) -> Properties:
    return {
        "id": own_id("pack"),
        "version": text("The version of the pack, in quotes.", "1.0.0", pattern=_VERSION, title="a version like 1.0.0"),
        "title": text("The name of the pack for people."),
        "format": {"title": "the number 1", "description": "The format of the files: 1.", "type": "integer"},
        "language": language_code("The language of the names in the pack's cards; en if absent."),
        "description": prose("What the pack is, for people."),
        "authors": listed("Who made the pack.", text("A name.")),
        "licence": text("Under which licence the pack may be used.", "MIT", "CC-BY-4.0"),
        "requires": {
            **table("Packs that come before this one, with their versions.", _range()),
            "examples": [{"serviam": ">=1,<2"}],
        },
        "remove": listed(
            "Ids of cards and icons of packs before that are taken out.",
            language.id_of("card", "The id of a card or an icon."),
            most=200,
            unique=True,
        ),
    }


def _range() -> Schema:
    return text("Which versions will do.", ">=1,<2", "==1.2.0", pattern=_RANGE, title="a range of versions like >=1,<2")


def _locale(language: Language) -> Properties:
    return {
        "language": language_code("The language of this file, which is also its name."),
        "patches": flag("This file may change names that a pack before has given in this language."),
        "names": record(
            {folder: table(f"Names of {folder}, by id.", _entry(folder)) for folder in NAMED.values()},
            list(NAMED.values()),
            "What things are called.",
        ),
        "phrases": phrases_shape(language),
        "provenance": provenance(),
    }


def _entry(folder: str) -> Schema:
    fields = {
        "name": text("The name."),
        "aliases": listed("Other names by which it is found.", text("Another name."), unique=True),
        "flavour": prose("Words on the card that mean nothing for the game."),
        "text": prose("A printed text of the card, checked against what the card does."),
        "hash": text("Which words were translated: 8 hexadecimal digits.", pattern="^[0-9a-f]{8}$", title="8 digits"),
        "same": flag("The name is meant to be the same as in the original."),
        "provenance": ORIGIN | {"description": "Where the name comes from."},
    }
    if folder == "icons":
        fields["words"] = icon_words("What the icon stands for, in this language")
    return record(fields, list(fields))


_SHAPES: Final[Mapping[str, tuple[str, str, Callable[[Language], Properties], Sequence[str]]]] = {
    "pack": (
        "Pack",
        "What a pack is called and what it needs: `pack.yaml`.",
        _pack,
        ("language", "description", "authors", "licence", "requires", "remove"),
    ),
    "set": ("Set", "Every number of the game: `set.yaml`.", set_shape, ("tracks", "solo", "replaces", "patches")),
    "icon": ("Icon", "A symbol on gifts: `icons/<id>.yaml`.", icon_shape, ("name", "words", *OPTIONAL)),
    "gift": ("Gift", "A card that is offered: `gifts/<id>.yaml`.", gift_shape, ("threat_letter", *OPTIONAL)),
    "powerholder": ("Powerholder", "A person of influence: `powerholders/<id>.yaml`.", powerholder_shape, OPTIONAL),
    "rival": ("Rival", "An opponent in the solo game: `rivals/<id>.yaml`.", rival_shape, OPTIONAL),
    "locale": (
        "Locale",
        "Names, and perhaps phrases, in another language: `locales/<language>.yaml`.",
        _locale,
        ("patches", "names", "phrases", "provenance"),
    ),
}
