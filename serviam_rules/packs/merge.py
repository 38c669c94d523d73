"""Packs put together in order: what is new is added, what is known must be declared to be replaced or patched.

The result does not depend on the order of files or folders: cards are kept by id, and each pack sees what the packs
before it have made. A card remembers the file of each of its parts (`Origin`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import attrs

from serviam_rules.errors import Problem, nearest
from serviam_rules.fields import nullable
from serviam_rules.kinds import CARDS, GROUPS
from serviam_rules.model import CLASSES
from serviam_rules.packs.locales import Locales
from serviam_rules.packs.origin import Entry, Origin, without_place
from serviam_rules.packs.pack import MANIFEST, SET, Key, Pack
from serviam_rules.packs.sources import sourced
from serviam_rules.packs.translate import rename, words_apart
from serviam_rules.packs.versions import fits
from serviam_rules.schema.validate import shape_problems
from serviam_rules.strict_yaml.source import Source
from serviam_rules.values import evolve, is_map

#: Keys of a file that say how it is merged, and are not part of the card.
_MERGING: Final = frozenset({"replaces", "patches"})


@attrs.frozen
class Change:
    """What a pack did to something that a pack before it had brought."""

    what: Literal["replaced", "patched", "removed"]
    kind: str
    id: str
    pack: str


@attrs.define
class Merge:
    """The packs merged so far."""

    language: str = "en"
    packs: list[dict[str, str]] = attrs.field(factory=list[dict[str, str]])
    entries: dict[Key, Entry] = attrs.field(factory=dict[Key, Entry])
    locales: Locales = attrs.field(factory=Locales)
    changes: list[Change] = attrs.field(factory=list[Change])
    problems: list[Problem] = attrs.field(factory=list[Problem])
    #: Files that could not be read, and cards that could not be merged: they exist, but nobody knows what they are.
    broken: set[Key] = attrs.field(factory=set[Key])
    #: Cards that are gone, and where that is said.
    removed: dict[Key, str] = attrs.field(factory=dict[Key, str])
    #: How many cards the gift deck held when a pack last stated their number.
    deck: int | None = None

    # ---- from and to plain data

    @classmethod
    def onto(cls, source: Mapping[str, Any]) -> Merge:
        """Begin with data that has been merged and checked before."""
        merge = cls(source["language"], [dict(pack) for pack in source["packs"]])
        name = " + ".join(pack["id"] for pack in merge.packs)
        merge.entries[SET] = _placeless(f"{name}: set.yaml", source["set"])
        for kind, folder in CARDS.items():
            for card_id, card in source[folder].items():
                merge.entries[kind, card_id] = _placeless(f"{name}: {folder}/{card_id}.yaml", card)
        for language, data in source["locales"].items():
            merge.locales.begin(language, without_place(f"{name}: locales/{language}.yaml", data))
        return merge

    def source(self) -> dict[str, Any]:
        """The merged data: what `cards.ruleset_from` makes a ruleset of."""
        merged: dict[str, Any] = {"language": self.language, "packs": self.packs}
        merged["set"] = self.entries[SET].data | {"gift_deck": self._deck()} if SET in self.entries else {}
        for kind, folder in CARDS.items():
            merged[folder] = dict(sorted((key[1], entry.data) for key, entry in self.entries.items() if key[0] == kind))
        return merged | {"locales": self.locales.data(self.language, self.named())}

    def ids(self, kind: str) -> list[str]:
        """The ids of all cards of a kind, broken ones too."""
        return sorted({key[1] for key in (*self.entries, *self.broken) if key[0] == kind})

    def named(self) -> dict[str, set[str]]:
        """Everything that can have a name in a language, by the folder that `names` in a locale file calls it by."""
        game = self.entries[SET].data if SET in self.entries else {}
        known = {folder: set(self.ids(kind)) for kind, folder in CARDS.items()}
        return known | {group: set(game.get(group, ())) for group in GROUPS.values()}

    def _deck(self) -> int:
        """How many cards the gift deck holds: every copy of every gift that is not given to everybody (C-4, S-5)."""
        given = self.entries[SET].data["hand"]["given"]
        gifts = {key[1]: entry.data for key, entry in self.entries.items() if key[0] == "gift"}
        return sum(card["copies"] for gift, card in gifts.items() if gift not in given)

    # ---- one more pack

    def add(self, pack: Pack) -> None:
        """Merge a pack onto those before it."""
        self.problems += pack.problems
        self.broken |= pack.broken
        if MANIFEST in pack.files:
            self._manifest(pack, pack.files[MANIFEST])
        for key, file in pack.files.items():
            if key == SET or key[0] in CARDS:
                self._file(pack, key, file)
        for (kind, language), file in pack.files.items():
            if kind == "locale":
                self.problems += self._locale(pack, language, file)
        if SET in self.entries and "gift_deck" in (pack.files[SET].data if SET in pack.files else {}):
            self.deck = self._deck()

    def _manifest(self, pack: Pack, file: Source) -> None:
        manifest = file.data
        if any(before["id"] == pack.id for before in self.packs):
            message = f"a pack with the id {pack.id!r} is among those before this one; a pack is given once"
            self.problems.append(file.problem(("id",), "pack-twice", message))
        self.problems += self._unmet(file)
        if not self.packs:
            self.language = pack.language
        for at, card_id in enumerate(manifest.get("remove", ())):
            self._remove(pack, card_id, ("remove", at))
        told = {key: manifest[key] for key in ("id", "version", "title")}
        self.packs.append({**told, "fingerprint": pack.fingerprint})

    def _unmet(self, file: Source) -> Iterator[Problem]:
        """What the pack needs and the packs before it are not."""
        versions = {pack["id"]: pack["version"] for pack in self.packs}
        for needed, wanted in file.data.get("requires", {}).items():
            if needed not in versions:
                known = ", ".join(versions) or "none"
                hint = nearest(needed, versions)
                message = f"this pack needs {needed!r}, which is not among the packs before it{hint} (given: {known})"
                yield file.problem(("requires", needed), "needs-pack", message, at_key=True)
            elif not fits(versions[needed], wanted):
                message = f"this pack needs {needed} {wanted}, but {needed} {versions[needed]} is given"
                yield file.problem(("requires", needed), "needs-version", message)

    def _remove(self, pack: Pack, card_id: str, path: tuple[str | int, ...]) -> None:
        manifest = pack.files[MANIFEST]
        key = next((key for key in self.entries if key[1] == card_id and key[0] in CARDS), None)
        if key is None:
            known = [name for kind in CARDS for name in self.ids(kind)]
            message = f"no card of the packs before is called {card_id!r}{nearest(card_id, known)}"
            self.problems.append(manifest.problem(path, "unknown-target", message))
            return
        del self.entries[key]
        self.removed[key] = f"{manifest.path}:{manifest.line(path)[0]}"
        self.changes.append(Change("removed", *key, pack.id))

    # ---- one more file

    def _file(self, pack: Pack, key: Key, file: Source) -> None:
        old = self.entries.get(key)
        verb = next((word for word in ("replaces", "patches") if word in file.data), None)
        if old is None and key in self.broken:
            return
        problem = self._undeclared(key, file, old) if verb is None else self._untargeted(key, file, old, verb)
        if problem is not None:
            self.problems.append(problem)
            self.broken |= {key} - set(self.entries)
        elif verb == "patches" and old is not None:
            self._patch(pack, key, file, old)
        else:
            self.entries[key] = Entry(self._words_apart(pack, key, file, None), Origin((file,)))
            self.removed.pop(key, None)
            if old is not None:
                self.changes.append(Change("replaced", *key, pack.id))

    def _patch(self, pack: Pack, key: Key, file: Source, old: Entry) -> None:
        origin = Origin((*old.origin.files, file))
        merged = _none_said(key, merge_patch(old.data, sourced(old.data, self._words_apart(pack, key, file, old))))
        if wrong := shape_problems(key[0], merged, origin):
            self.problems += map(_with_hint, wrong)
            self.broken.add(key)
            return
        self.entries[key] = Entry(merged, origin)
        if merged != old.data:
            self.changes.append(Change("patched", *key, pack.id))

    def _words_apart(self, pack: Pack, key: Key, file: Source, old: Entry | None) -> dict[str, Any]:
        """What a file says of the card, without words of another language than that of the cards."""
        data = {key: item for key, item in file.data.items() if key not in _MERGING}
        if pack.language == self.language:
            return data
        return words_apart(self.locales, pack.language, file, key, data, old)

    def _locale(self, pack: Pack, language: str, file: Source) -> Iterator[Problem]:
        if language != self.language:
            return self.locales.add(file)
        may_change = pack.language != self.language or file.data.get("patches", False)
        return rename(self.entries, self.locales, file, may_change=may_change)

    # ---- what is against a file

    def _undeclared(self, key: Key, file: Source, old: Entry | None) -> Problem | None:
        """What is against a file that claims to bring something new."""
        if old is None:
            return self._taken(key, file)
        message = (
            f"{_named(key)} stands in {old.origin.line()} already; say `replaces: true` to take its place, "
            "or `patches: true` and only what changes"
        )
        return file.problem(() if key == SET else ("id",), "id-taken", message)

    def _taken(self, key: Key, file: Source) -> Problem | None:
        """An id names one card, of whatever kind: `remove`, commands and searches ask for no kind."""
        other = next((one for one in self.entries if one[1] == key[1] and one[0] != key[0]), None)
        if other is None:
            return None
        message = f"{_named(other)} has that id in {self.entries[other].origin.line()}; take another for this {key[0]}"
        return file.problem(("id",), "id-taken", message)

    def _untargeted(self, key: Key, file: Source, old: Entry | None, verb: str) -> Problem | None:
        """What is against a file that claims to change something."""
        if old is not None:
            return None
        gone = f" ({self.removed[key]} removes it)" if key in self.removed else ""
        hint = nearest(key[1], self.ids(key[0]))
        what = (
            "no pack before has a set.yaml" if key == SET else f"no {key[0]} of the packs before is called {key[1]!r}"
        )
        return file.problem((verb,), "unknown-target", f"{what}{hint}{gone}", at_key=True)


def _none_said(key: Key, merged: dict[str, Any]) -> dict[str, Any]:
    """A gift whose category a patch takes away has none (C-5): in a patch, `category: null` can say nothing else."""
    return merged | {name: None for name in nullable(CLASSES[key[0]]) if name not in merged}


def _with_hint(problem: Problem) -> Problem:
    """A word that a patch puts beside another one instead of in its place."""
    if problem.code != "two-tags":
        return problem
    hint = "a patch is merged into the mapping before it, so take the old word away as well (`count: null`)"
    return evolve(problem, message=f"{problem.message}; {hint}")


def merge_patch(old: Any, patch: Any) -> Any:
    """JSON Merge Patch (RFC 7396): mappings merge, null takes away, all else takes the old value's place."""
    if not is_map(patch):
        return patch
    merged: dict[str, Any] = dict(old) if is_map(old) else {}
    for key, item in patch.items():
        if item is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), item)
    return merged


def _named(key: Key) -> str:
    return "the set" if key == SET else f"the {key[0]} {key[1]!r}"


def _placeless(shown: str, data: dict[str, Any]) -> Entry:
    return Entry(data, Origin((without_place(shown, data),)))
