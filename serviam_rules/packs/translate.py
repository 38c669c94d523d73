"""Packs in another language than the cards they are merged with.

The cards of a set have their names in one language, that of its first pack. What a pack in another language calls its
cards goes among the translations; a new card keeps that name until somebody gives it one in the language of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from serviam_rules.errors import Problem
from serviam_rules.kinds import CARDS, GROUPS, SINGULAR
from serviam_rules.packs.locales import WORDS, Locales, names_of, taken
from serviam_rules.packs.origin import Entry
from serviam_rules.packs.pack import SET, Key
from serviam_rules.packs.sources import UNSAID
from serviam_rules.strict_yaml.source import Source


def words_apart(
    locales: Locales, language: str, file: Source, key: Key, data: dict[str, Any], old: Entry | None
) -> dict[str, Any]:
    """The data of a file without its words, which are noted among those of the `language` of its pack."""
    if key == SET:
        groups = {kind: data[kind] for kind in GROUPS.values() if data.get(kind)}
        return data | {kind: _groups_apart(locales, language, file, kind, each, old) for kind, each in groups.items()}
    words: dict[str, Any] = {word: data[word] for word in WORDS if word in data}
    if "name" in words:
        told = data.get("provenance", {})
        words["provenance"] = told.get("name", told.get("default", UNSAID))
    locales.record(language, CARDS[key[0]], key[1], words, file)
    kept = {"name"} if old is None else set[str]()
    return {field: item for field, item in data.items() if field not in WORDS or field in kept}


def _groups_apart(
    locales: Locales, language: str, file: Source, kind: str, groups: dict[str, Any], old: Entry | None
) -> dict[str, Any]:
    """Organisations or families without their names, unless they are new."""
    left: dict[str, Any] = {}
    for name, item in groups.items():
        named = bool(item) and "name" in item
        if named:
            locales.record(language, kind, name, {"name": item["name"]}, file)
        known = old is not None and name in old.data[kind]
        left[name] = {key: each for key, each in item.items() if key != "name"} if named and known else item
    return left


def rename(entries: dict[Key, Entry], locales: Locales, file: Source, *, may_change: bool) -> Iterator[Problem]:
    """Give cards the names of a locale file that is in their own language; printed text stays with the language."""
    printed: dict[str, dict[str, Any]] = {}
    for folder, name, words in names_of(file):
        key = SET if folder in GROUPS.values() else (SINGULAR[folder], name)
        entry = entries.get(key)
        if entry is None:
            continue
        if may_change:
            entries[key] = attrs.evolve(entry, data=_renamed(entry.data, key, folder, name, words))
            if "text" in words:
                printed.setdefault(folder, {})[name] = {"text": words["text"]}
        else:
            place = entry.origin.line((folder, name) if key == SET else ("name",))
            yield taken(file, ("names", folder, name), place)
    yield from locales.add(attrs.evolve(file, data={**file.data, "names": printed}))


def _renamed(data: dict[str, Any], key: Key, folder: str, name: str, words: dict[str, Any]) -> dict[str, Any]:
    """A card, or the set with one of its groups, under the new name."""
    if key != SET:
        return data | {word: words[word] for word in WORDS if word in words}
    groups = data[folder]
    if name not in groups or "name" not in words:
        return data
    return data | {folder: groups | {name: groups[name] | {"name": words["name"]}}}
