"""Names and phrases in other languages, merged.

A pack may name what has no name yet in a language; to change a name that is there it says `patches: true`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import attrs

from serviam_rules.errors import Problem
from serviam_rules.fields import fields
from serviam_rules.kinds import GROUPS
from serviam_rules.model import Gift
from serviam_rules.packs.sources import UNSAID
from serviam_rules.strict_yaml.source import Source
from serviam_rules.values import is_map

#: The fields of a card that are words, and so belong to a language.
WORDS: Final = tuple(name for name, field in fields(Gift).items() if field.words)
#: Language, folder and id of what is named: `("ja", "gifts", "alms")`.
NameKey: TypeAlias = tuple[str, str, str]


@attrs.frozen
class Named:
    """The words for one thing in one language, the file that says them last, and where in it."""

    words: dict[str, Any]
    file: Source
    path: tuple[str, ...]

    def line(self) -> str:
        """File and line, for a message."""
        line, _ = self.file.line(self.path)
        return f"{self.file.path}:{line}" if line else self.file.path


@attrs.define
class Locales:
    """All that the packs so far say in other languages than the cards' own."""

    names: dict[NameKey, Named] = attrs.field(factory=dict[NameKey, Named])
    #: Everything else of a locale file, by language: phrases and provenance.
    others: dict[str, dict[str, Any]] = attrs.field(factory=dict[str, dict[str, Any]])
    files: list[Source] = attrs.field(factory=list[Source])
    #: The file that brought each language.
    first: dict[str, Source] = attrs.field(factory=dict[str, Source])

    def begin(self, language: str, file: Source) -> None:
        """Take over what has been merged before."""
        self.first[language] = file
        self.others[language] = {key: item for key, item in file.data.items() if key != "names"}
        for folder, name, words in names_of(file):
            self.names[language, folder, name] = Named(words, file, ("names", folder, name))

    def add(self, file: Source) -> Iterator[Problem]:
        """Merge one more file; what it may not change is a problem."""
        language, patches = file.data["language"], file.data.get("patches", False)
        self.files.append(file)
        begins = self.first.setdefault(language, file) is file
        word = file.data.get("provenance", {}).get("default", UNSAID)
        for folder, name, words in names_of(file):
            path = ("names", folder, name)
            old = self.names.get((language, folder, name))
            if old is not None and not patches:
                yield taken(file, path, old.line())
                continue
            # The first file of a language speaks for all of it; each other one for what it says itself.
            told = words if begins or "name" not in words else {"provenance": word} | words
            self.names[language, folder, name] = Named({**(old.words if old else {}), **told}, file, path)
        yield from self._other(language, file, patches=patches)

    def _other(self, language: str, file: Source, *, patches: bool) -> Iterator[Problem]:
        old = self.others.setdefault(language, {})
        if "phrases" in old and "phrases" in file.data and not patches:
            message = f"a pack before has phrases in {language}; say `patches: true` at the top to change them"
            yield file.problem(("phrases",), "id-taken", message, at_key=True)
            return
        if "phrases" in file.data:
            old["phrases"] = _merged(old.get("phrases", {}), file.data["phrases"])
        if "provenance" in file.data and self.first.get(language) is file:
            old["provenance"] = _merged(old.get("provenance", {}), file.data["provenance"])

    def record(self, language: str, folder: str, name: str, words: dict[str, Any], file: Source) -> None:
        """Note the words that a card file gives in the language of its pack."""
        path = (folder, name, "name") if folder in GROUPS.values() else ("name",)
        self.others.setdefault(language, {})
        self.names[language, folder, name] = Named(words, file, path)

    def words(self, language: str, folder: str, name: str) -> dict[str, Any]:
        """What is said of something in a language; {} if nothing."""
        named = self.names.get((language, folder, name))
        return named.words if named else {}

    def began_with(self, language: str, file: Source) -> bool:
        """Whether a language came in with this file, which so answers for all that is missing in it."""
        return self.first.get(language) is file

    def by_language(self) -> dict[str, tuple[Source, ...]]:
        """The files that packs have for each language, in order."""
        found: dict[str, tuple[Source, ...]] = {}
        for file in self.files:
            found[file.data["language"]] = (*found.get(file.data["language"], ()), file)
        return found

    def data(self, own: str, known: Mapping[str, set[str]]) -> dict[str, Any]:
        """The merged data by language, without names of what is not known; cards have those of their own language."""
        merged: dict[str, dict[str, Any]] = {
            language: {"names": {}, **other} for language, other in sorted(self.others.items())
        }
        for (language, folder, name), named in sorted(self.names.items()):
            if name in known[folder]:
                merged[language]["names"].setdefault(folder, {})[name] = named.words
        if not (merged.get(own, {}).get("phrases") or merged.get(own, {}).get("names")):
            merged.pop(own, None)
        return merged


def names_of(file: Source) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Folder, id and words of everything that a locale file names."""
    for folder, entries in file.data.get("names", {}).items():
        for name, words in entries.items():
            yield folder, name, words


def taken(file: Source, path: tuple[str, ...], place: str) -> Problem:
    """The problem of a name that is there already."""
    message = f"{path[-1]!r} has a name in {place} already; say `patches: true` at the top to change names"
    return file.problem(path, "id-taken", message, at_key=True)


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings merged at every depth; of all else the new one stays."""
    merged = dict(old)
    for key, item in new.items():
        before = merged.get(key)
        merged[key] = _merged(before, item) if is_map(before) and is_map(item) else item
    return merged
