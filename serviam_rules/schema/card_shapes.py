"""The shapes of card files: icons, gifts, powerholders and rivals. Layer 5."""

from __future__ import annotations

from typing import Final

from serviam_rules.effects.node import CONDITION, STEP

from .forms import (
    Properties,
    boolean,
    flag,
    integer,
    language_code,
    listed,
    own_id,
    prose,
    provenance,
    record,
    table,
    text,
)
from .icon_use import icon_use
from .kinds import PARAMETER_KINDS
from .known import ID_PATTERN
from .language import Language, Schema


def _card(what: str, own: Properties) -> Properties:
    """The fields of a card: its own, between those that every card has."""
    return {
        "id": own_id(f"{what}, which is also the name of its file"),
        "name": text("The name on the card, in the language of the pack."),
        **own,
        "aliases": listed("Other names by which the card is found.", text("Another name."), unique=True),
        "flavour": prose("Words on the card that mean nothing for the game."),
        "provenance": provenance(),
        "replaces": flag(f"This {what} takes the place of the one with the same id in a pack before."),
        "patches": flag(f"This file changes the {what} with the same id in a pack before."),
    }


#: The fields that a card need not have.
OPTIONAL: Final = ("aliases", "flavour", "replaces", "patches")


def icon_shape(language: Language) -> Properties:
    """The fields of an icon."""
    kinds: Schema = {"title": "the kind of a parameter", "enum": list(PARAMETER_KINDS)}
    if language.known:
        kinds["enumDescriptions"] = list(PARAMETER_KINDS.values())
    return _card(
        "icon",
        {
            "parameters": {
                **table(
                    "What a gift says with the icon: name and kind. The one called like the icon is given with its id.",
                    kinds,
                    keys=ID_PATTERN.replace("(-", "([-_]"),
                ),
                "examples": [{"move": "steps"}, {"holder": "powerholder", "move": "steps"}],
            },
            "effect": language.several(STEP, "What the icon stands for; `$name` is a parameter."),
            "glyph": text(
                "What stands on a card's face for the icon: a short text without spaces; `$name` is a parameter.",
                "?",
                "R$rank",
                pattern=r"^\S+$",
                longest=24,
            ),
            "words": {
                "title": "a mapping",
                "description": "What the icon stands for in words of its own, by language; else its effect is told.",
                "type": "object",
                "propertyNames": language_code("A language."),
                "additionalProperties": icon_words("What the icon stands for"),
            },
        },
    )


def icon_words(what: str) -> Schema:
    """Words that an icon brings along, which stand for the phrases of its effect."""
    return prose(f"{what}: a text with a hole for each parameter, `{{rank}}`, and `{{move:+}}` for its steps.")


def gift_shape(language: Language) -> Properties:
    """The fields of a gift."""
    category = language.id_of("organisation", "The organisation that wants it, or null (C-5).", or_null=True)
    return _card(
        "gift",
        {
            "copies": integer("How many copies there are; of a gift in `hand.given`, for each player.", 1, 99, 1, 2),
            "category": category,
            "conspiracy": boolean("Whether it has the conspiracy mark (C-5, T-7)."),
            "threat_letter": boolean("Whether it is a threat letter (T-2); false if absent."),
            "icons": listed("Its icons, in printed order (T-3).", icon_use(language.known), most=12),
        },
    )


def powerholder_shape(language: Language) -> Properties:
    """The fields of a powerholder."""
    ranks = language.known.ranks if language.known and language.known.exact else 9
    return _card(
        "powerholder",
        {
            "organisation": language.id_of("organisation", "The organisation they belong to (C-1)."),
            "rank": integer("How many stars they have (C-1).", 1, ranks, 1, 2, 3),
            "effetto_ordine": language.several(STEP, "What happens when a conspiracy is offered to them (T-7).", 0),
        },
    )


def rival_shape(language: Language) -> Properties:
    """The fields of a rival."""
    ability = {
        "when": language.expression(CONDITION, "Under which condition it happens; always, if absent."),
        "do": language.several(STEP, "What happens. Here `you` is Bazzi-Betti, and `opponents` the human.", 0),
    }
    named = language.id_of("powerholder", "The id of a powerholder.")
    return _card(
        "rival",
        {
            "names": listed("The powerholders they favour (C-6).", named, 1, most=99, unique=True),
            "ability": record(ability, ["when"], "What happens at the end of the late rounds (O-9)."),
        },
    )
