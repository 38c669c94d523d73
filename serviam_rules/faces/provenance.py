"""What of a card is a stand-in: made by this project so that the game can be played. Layer 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

STAND_IN: Final = "stand-in"

#: The fields that make a card what it is in play, by kind. A real name on a stand-in does not make it the real card.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "gifts": ("category", "conspiracy", "threat_letter", "icons"),
    "powerholders": ("organisation", "rank", "effetto_ordine"),
    "rivals": ("names", "ability"),
    "icons": ("parameters", "effect"),
}


def stand_in(kind: str, provenance: Mapping[str, str]) -> Literal["", "partly", "stand-in"]:
    """Whether a card is a stand-in: in all that matters in play, in part of it, or not at all ("")."""
    found = [word for field in FIELDS[kind] for word in said_of(field, provenance)]
    count = found.count(STAND_IN)
    return STAND_IN if count == len(found) else "partly" if count else ""


def said_of(field: str, provenance: Mapping[str, str]) -> Sequence[str]:
    """What is said of a field as a whole, and of parts of it by dotted path."""
    whole = provenance.get(field, provenance.get("default", STAND_IN))
    return (whole, *(word for path, word in provenance.items() if path.startswith(f"{field}.")))
