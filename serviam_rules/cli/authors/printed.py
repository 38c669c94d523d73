"""Where in the files of packs a printed text or a name stands. Layer 10."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from serviam_rules.loading import pack_folder
from serviam_rules.schema.kinds import FOLDERS
from serviam_rules.schema.source import Source, read
from serviam_rules.text.problems import resolved


class Places:
    """Finds lines in the locale files of packs; the last pack that says something is the one that counts."""

    def __init__(self, packs: Sequence[str]) -> None:
        self._packs = list(packs)
        self._read: dict[str, list[Source]] = {}

    def text_of(self, target: str, language: str) -> str:
        """File and line of the printed text of a card."""
        card = target.rpartition("/")[2]
        for folder in FOLDERS.values():
            place = self._find(language, ("names", folder, card, "text"))
            if place:
                return place
        return language

    def line(self, language: str, path: Sequence[str | int]) -> str:
        """File and line of what stands at a path of a locale file, or of the nearest around it; else the language."""
        for length in range(len(path), 0, -1):
            if place := self._find(language, tuple(path[:length])):
                return place
        return language

    def _find(self, language: str, path: Sequence[str | int]) -> str:
        for source in reversed(self._sources(language)):
            found = resolved(source.data, path)
            if found is not None:
                return f"{source.path}:{source.key(found)[0]}"
        return ""

    def _sources(self, language: str) -> list[Source]:
        if language not in self._read:
            shown = [f"{pack}/locales/{language}.yaml" for pack in self._packs]
            files = [Path(pack_folder(pack), "locales", f"{language}.yaml") for pack in self._packs]
            found = [read(file, name)[0] for file, name in zip(files, shown, strict=True) if file.is_file()]
            self._read[language] = [source for source in found if source is not None]
        return self._read[language]
