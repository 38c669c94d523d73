"""The shape of the phrases of a language.

What is known of them without the grammar: the sections, the sorts of expressions and their words, and what is a text.
Whether a phrase can be used is a question for the grammar (`serviam_rules.text.faults`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from serviam_rules.effects.node import SORTS
from serviam_rules.model import PARAMETERS
from serviam_rules.schema.fields import Properties, record
from serviam_rules.schema.language import LABELS, Language, Schema

_ONE_LINE: Final = r"^[^\n]*$"
_KEY: Final = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"
#: What messages there are: single ones, then groups of them.
MESSAGES: Final[Mapping[str, str]] = {
    "player": "A player: `{number}`.",
    "automatic": "The automatic family of the solo game.",
    "outcome": "How a game ended: `{winners}`, `{vp}`; plural forms by `count`.",
}
GROUPS: Final[Mapping[str, str]] = {
    "card": "The lines of a card's rule text.",
    "actions": "What a player can do.",
    "decisions": "What is asked, by the kind of choice and by what is done with it.",
    "options": "What can be chosen.",
    "kinds": "What is chosen among, where there is none of it.",
    "sources": "Where a change comes from.",
    "difficulties": "The difficulties of the solo game.",
    "arrangements": "The ways to lay out the rows (S-3, S-7).",
    "phases": "The phases of a turn and of a round.",
    "events": "What happens, as it is told; `-hidden` is for those who do not see it.",
    "errors": "Why something is not legal.",
    "face": "What stands on the faces of cards and in the diagrams; `phases` and `does` by phase.",
    "show": "What `serviam-rules show` says beside a card: labels, kinds of cards, origins.",
    "table": "What the game in the terminal says.",
    "report": "What the page of results of simulations says.",
}


def phrases_shape(language: Language) -> Schema:
    """The shape of `phrases`: every section, none of which has to be there."""
    sections: Properties = {
        "marks": _texts(
            "What holds words together.",
            {"brackets": "Brackets around `{text}`.", "called": "`{text}` and the letter `{name}` it is called by."},
        ),
        "effect": _texts(
            "The words around a whole effect.",
            {"text": "`{steps/sentences}` as sentences.", "icon": "`{steps:icon/icons}` as short as icons."},
        ),
        "lists": _entries("How lists are joined, by the name that holes ask for: `{steps/then}`.", _joining()),
        "blanks": _texts("What stands for a parameter of an icon that is on no card.", PARAMETERS),
        "words": _words(language),
        "idioms": _idioms(language),
        "bazzi_betti": record(
            {"words": _words(language), "idioms": _idioms(language)},
            ["words", "idioms"],
            "How the same is said where the automatic family resolves an effect; `{family}` is its name.",
        ),
        "messages": _messages(language),
    }
    return record(sections, list(sections), "What sentences are made of. What is missing is told in the next language.")


def _text(description: str, *, empty: bool = False) -> Schema:
    """A text with holes."""
    schema: Schema = {"title": "a text in one line", "description": description, "type": "string", "maxLength": 2000}
    schema["pattern"] = _ONE_LINE
    return schema if empty else schema | {"minLength": 1}


def _texts(description: str, keys: Mapping[str, str]) -> Schema:
    return record({key: _text(what) for key, what in keys.items()}, list(keys), description)


def _entries(description: str, entry: Schema) -> Schema:
    return {
        "title": "a mapping",
        "description": description,
        "type": "object",
        "propertyNames": {"title": "a name like and_then", "pattern": _KEY, "maxLength": 64},
        "additionalProperties": entry,
    }


def _joining() -> Schema:
    fields: Properties = {
        "between": _text("What stands between two items.", empty=True),
        "last": _text("What stands before the last one; as between the others, if absent.", empty=True),
        "none": _text("What stands for no item at all.", empty=True),
        "leading": _text("The form of all items but the last.", empty=True),
        "capital": {
            "title": "first or each",
            "description": "Which items begin with a capital letter; none, if absent.",
            "enum": ["first", "each"],
        },
    }
    return record(fields, [key for key in fields if key != "between"])


def _words(language: Language) -> Schema:
    """The phrases of every word, by the sort of expression it belongs to."""
    sorts = {
        sort.name: record(
            {tag: _phrase(language, cls.doc) for tag, cls in sorted(sort.words.items())},
            list(sort.words),
        )
        | {"description": f"The words for {LABELS[sort.name]}."}
        for sort in SORTS
    }
    return record(sorts, list(sorts), "What the words of the card language are in this one.")


def _phrase(language: Language, description: str) -> Schema:
    language.definitions["phrase"] = {
        "title": "a phrase in one line",
        "type": ["string", "object", "array"],
        "pattern": _ONE_LINE,
        "minLength": 1,
        "maxLength": 2000,
        "properties": _PHRASE,
        "additionalProperties": _plurals("A form that holes ask for by its name: `{of:plural}`."),
        "items": {"$ref": "#/$defs/phrase"},
    }
    return {"description": description, "$ref": "#/$defs/phrase"}


def _idioms(language: Language) -> Schema:
    phrase = _phrase(language, "A phrase whose `match` is a list of steps.")
    described = "Phrases for several steps at once."
    return {"title": "a list", "description": described, "type": "array", "items": phrase, "maxItems": 200}


def _plurals(description: str) -> Schema:
    return {
        "title": "a text in one line, or such texts by plural form",
        "description": description,
        "type": ["string", "object"],
        "pattern": _ONE_LINE,
        "minLength": 1,
        "maxLength": 2000,
        "additionalProperties": _text("One plural form; or by which number it is chosen (`count`)."),
    }


def _messages(language: Language) -> Schema:
    language.definitions["message"] = _plurals("A text with holes, or one for each plural form and the `count`.")
    del language.definitions["message"]["description"]
    # What is told in the terminal's game alone may be several lines; all else can stand in a line of a log.
    language.definitions["passage"] = dict(language.definitions["message"])
    del language.definitions["passage"]["pattern"]
    message: Schema = {"$ref": "#/$defs/message"}
    found: Properties = {key: {"description": what, **message} for key, what in MESSAGES.items()}
    found |= {key: _entries(what, message) for key, what in GROUPS.items()}
    found["table"] = _entries(GROUPS["table"], {"$ref": "#/$defs/passage"})
    return record(found, list(found), "Whole sentences and names of things, by what they say.")


def _by_hole(description: str, entry: Schema) -> Schema:
    return {"title": "a mapping", "description": description, "type": "object", "additionalProperties": entry}


#: The keys of a phrase that are no forms.
_PHRASE: Final[Properties] = {
    "match": {
        "title": "an expression with $holes",
        "description": "Only expressions like this one; any with the word, if absent.",
        "type": ["object", "array", "string"],
    },
    "where": _by_hole(
        "Only where the word in that hole is one of these.",
        {
            "title": "a word, or a list of words",
            "type": ["string", "array"],
            "items": {"title": "a word", "type": "string"},
        },
    ),
    "least": _by_hole(
        "Only where the number in that hole is at least this.", {"title": "a whole number", "type": "integer"}
    ),
    "count": _text("The hole whose number chooses the plural form."),
    "read": {"title": "true", "description": "The phrase is read in printed texts, and never written.", "const": True},
}
