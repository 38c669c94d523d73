"""Where each field of a card comes from: book, review, inferred, ruling or stand-in. Layer 10."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from serviam_rules.cards import KINDS
from serviam_rules.model import Ruleset
from serviam_rules.values import is_map

#: Every origin, the surest first.
ORIGINS: Final = ("book", "review", "inferred", "ruling", "transcribed", "stand-in")
#: Keys that hold nothing of the card itself.
_ABOUT: Final = frozenset({"id", "provenance", "replaces", "patches", "language"})


def origins(card: Mapping[str, Any]) -> dict[str, str]:
    """Each field of a card's data, and each part of one that is told apart (`track.spaces.0`), with its origin."""
    told: Mapping[str, str] = card.get("provenance", {})
    default = told.get("default", ORIGINS[-1])
    fields = {key: told.get(key, default) for key in card if key not in _ABOUT}
    parts = {key: origin for key, origin in told.items() if key != "default" and key not in fields}
    return fields | parts


def name_origins(entries: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Kind, id and origin of each name of a locale's data."""
    default = _said(entries.get("provenance", {}), "default", ORIGINS[-1])
    for kind, names in entries.get("names", {}).items():
        for card, entry in names.items():
            yield kind, card, _of_entry(entry, default)


def _of_entry(entry: Any, default: str) -> str:
    told: Any = entry["provenance"] if is_map(entry) and "provenance" in entry else default
    return _said(told, "name", _said(told, "default", default))


def _said(told: Any, key: str, default: str) -> str:
    """What a provenance, written as a word or as a mapping, says of a key."""
    return str(told.get(key, default)) if is_map(told) else str(told)


def everything(rules: Ruleset) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Kind, id and origins of every card of a ruleset; then the set's numbers, then the names of each language."""
    for kind in KINDS:
        for card, data in rules.source[kind].items():
            yield kind, card, origins(data)
    yield "set", "set", origins(rules.source["set"])
    for language, entries in rules.source["locales"].items():
        found = {f"{kind}.{card}": origin for kind, card, origin in name_origins(entries)}
        if found:
            yield "locales", language, found
