"""The shape of `set.yaml`, which holds every number of the game. Layer 5."""

from __future__ import annotations

from serviam_rules.effects.node import AMOUNT, STEP

from .forms import Properties, flag, group, integer, listed, own_id, provenance, record, table
from .language import Language, Schema


def set_shape(language: Language) -> Properties:
    """The fields of `set.yaml`."""
    return {
        "organisations": table(
            "The organisations, in the order that powerholders are listed in (C-1).", group(), least=1
        ),
        "ranks": integer("How many ranks each organisation has, with one powerholder each (C-1).", 1, 9, 3),
        "track": record(_track(), description="The track of every powerholder; spaces count from 0 at the left (C-2)."),
        "tracks": table("The track of single powerholders, by id, where it differs.", record(_track(), list(_track()))),
        "families": table("The merchant families that play (C-3).", group(), least=1),
        "players": _span("How many can play.", integer("", 1, 8), integer("", 1, 8)),
        "vp": record(
            {
                "least": integer("VP never fall below this (C-7).", -999, 999, 0),
                "most": integer("VP never rise above this (C-7).", -999, 999, 60),
                "start": integer("What everybody starts with (S-2).", -999, 999, 0),
            },
            description="Victory points.",
        ),
        "row": record(
            {
                "places": integer("How many powerholders lie in a row (S-3).", 1, 10, 5),
                "face_up": listed(
                    "Which places are face up at the start, counted from 0 (S-3).", integer("", 0, 9), unique=True
                ),
            },
            description="The row of a player.",
        ),
        "hand": record(
            {
                "dealt": integer("How many gifts are dealt at the start (S-4).", 0, 20, 2),
                "given": listed(
                    "Which gifts everybody gets besides (S-5).", language.id_of("gift", "A gift."), unique=True
                ),
                "drawn": integer("How many gifts are drawn at the end of a turn (T-10).", 0, 20, 1),
            },
            description="The hand of a player.",
        ),
        "gift_deck": integer("How many cards the gift deck holds (C-4); packs after this one may add to it.", 0, 999),
        "turn": record(
            {
                "turns": integer("How many turns everybody has (T-10).", 1, 99, 7),
                "expansion": language.several(STEP, "What happens in the expansion phase (T-8).", 0),
                "reward": language.several(STEP, "What happens in the reward phase (T-9).", 0),
            },
            description="The turn of a player.",
        ),
        "scoring": listed(
            "What is counted at the end, in this order (F-4).",
            record(
                {
                    "id": own_id("item"),
                    "do": language.several(STEP, "What happens, for each player; nobody can be asked."),
                }
            ),
        ),
        "tie_break": language.expression(AMOUNT, "Among players with equal VP, who has more of this wins (F-3)."),
        "solo": _solo(language) | {"type": ["object", "null"], "title": "a mapping or null"},
        "provenance": provenance(),
        "replaces": flag("This file takes the place of the set.yaml of the packs before."),
        "patches": flag("This file changes the set.yaml of the packs before."),
    }


def _span(description: str, least: Schema, most: Schema) -> Schema:
    ends = {"least": least | {"description": "At least so many."}, "most": most | {"description": "At most so many."}}
    return record(ends, description=description)


def _track() -> Properties:
    spaces = integer("The influence of whoever's marker stands there.", -99, 99)
    return {
        "spaces": listed("The value of each space, from the left (C-2).", spaces, 2, 32),
        "start": integer("On which space the marker starts, counted from 0 (S-1).", 0, 31),
        "solo_start": integer("On which space it starts in the solo game (O-2).", 0, 31),
    }


def _solo(language: Language) -> Schema:
    return record(
        {
            "family": language.id_of("family", "The family that plays by itself (O-1)."),
            "row": integer("How many powerholders lie in its row (O-3).", 1, 32, 7),
            "difficulties": table(
                "What it starts with, by difficulty (O-5).", integer("VP at the start.", -999, 999), least=1
            ),
            "ability_rounds": listed(
                "At the end of which rounds the rival's ability is carried out (O-9).", integer("", 1, 99), unique=True
            ),
            "turn": language.several(STEP, "Its turn (O-7). `you` is Bazzi-Betti, `opponents` the human.", 0),
            "income": language.several(STEP, "What it gains after the human's turn (O-8).", 0),
        },
        description="The solo game; null if there is none.",
    )
