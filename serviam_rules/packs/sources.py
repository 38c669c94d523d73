"""What a patch says about where things come from.

It speaks for what the patch holds and for nothing else: its `default` is the word for each field that it changes, and
leaves the rest of the card as it was. What was known of the parts of a field that is gone goes with the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from serviam_rules.fields import nullable
from serviam_rules.model import CLASSES
from serviam_rules.values import is_map

#: What the word is for what a patch changes without saying where that comes from.
UNSAID: Final = "stand-in"
#: Keys of a patch that hold nothing of the card.
_ABOUT: Final = frozenset({"id", "provenance", "replaces", "patches"})
#: Fields in which null says something.
_NULLABLE: Final = frozenset(name for kind in CLASSES.values() for name in nullable(kind))


def sourced(old: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The patch with a provenance that can be merged: a word for each field that it changes, null for what goes."""
    told: dict[str, Any] = dict(patch.get("provenance") or {})
    word = told.pop("default", UNSAID)
    changed = dict(_changed(old, {key: item for key, item in patch.items() if key not in _ABOUT}))
    before = [path for path in old.get("provenance", {}) if path != "default"]
    gone = {path: None for path in before if any(_holds(field, path) for field in changed)}
    new = {field: word for field, stays in changed.items() if stays}
    return {**patch, "provenance": {**gone, **new, **told}}


def _changed(old: Mapping[str, Any], patch: Mapping[str, Any], way: str = "") -> Iterator[tuple[str, bool]]:
    """The fields that a patch takes the place of, as dotted paths, and whether something is in them afterwards."""
    for key, item in patch.items():
        before = old.get(key)
        path = f"{way}{key}"
        if is_map(item) and is_map(before):
            inner = dict(_changed(before, item, f"{path}."))
            whole = bool(before) and all(f"{path}.{name}" in inner for name in before)
            yield from [(path, True)] if whole else inner.items()
        else:
            yield path, item is not None or (not way and key in _NULLABLE)


def _holds(field: str, path: str) -> bool:
    """Whether a dotted path is a field or leads to a part of it."""
    return path == field or path.startswith(f"{field}.")
