"""What of a card is a stand-in: made by this project so that the game can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from serviam_rules.fields import fields
from serviam_rules.kinds import SINGULAR
from serviam_rules.model import CLASSES

STAND_IN: Final = "stand-in"


def stand_in(kind: str, provenance: Mapping[str, str]) -> Literal["", "partly", "stand-in"]:
    """Whether a card is a stand-in: in all that matters in play, in part of it, or not at all ("").

    A real name on a stand-in does not make it the real card.
    """
    declared = fields(CLASSES[SINGULAR[kind]]).values()
    found = [word for field in declared if field.in_play for word in said_of(field.name, provenance)]
    count = found.count(STAND_IN)
    return STAND_IN if count == len(found) else "partly" if count else ""


def said_of(field: str, provenance: Mapping[str, str]) -> Sequence[str]:
    """What is said of a field as a whole, and of parts of it by dotted path."""
    whole = provenance.get(field, provenance.get("default", STAND_IN))
    return (whole, *(word for path, word in provenance.items() if path.startswith(f"{field}.")))
