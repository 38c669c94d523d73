"""Names: in one language each finds one card, and translations name what is there. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.errors import Problem, Severity, nearest
from serviam_rules.kinds import CARDS, SINGULAR
from serviam_rules.packs.locales import names_of
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import Key
from serviam_rules.schema.paths import DataPath
from serviam_rules.schema.source import Source

_MOST_LISTED = 12


def check(whole: Whole) -> Iterator[Problem]:
    """Cards with the same name, and translations of nothing."""
    yield from _own(whole)
    for file in whole.merge.locales.files:
        yield from _orphans(whole, file)
        yield from _same_in(file)
        yield from _untranslated(whole, file)


def _own(whole: Whole) -> Iterator[Problem]:
    """Names and aliases of cards in their own language."""
    found = [(key, *named) for kind in CARDS for key, card in whole.cards(kind) for named in _names(card)]
    found.sort(key=lambda one: whole.at_hand(one[0], one[1]))  # what was there before is not to blame
    seen: dict[str, tuple[Key, DataPath]] = {}
    for key, path, name in found:
        other, there = seen.setdefault(name.casefold(), (key, path))
        if other != key:
            place = whole.entries[other].origin.line(there)
            message = f"{name!r} is also a name of the {other[0]} {other[1]!r} ({place})"
            yield whole.problem(key, path, "same-name", message, severity=_severity(path))


def _names(words: dict[str, Any]) -> Iterator[tuple[DataPath, str]]:
    if "name" in words:
        yield ("name",), words["name"]
    for at, alias in enumerate(words.get("aliases", ())):
        yield ("aliases", at), alias


def _severity(path: DataPath) -> Severity:
    """Two cards may be called the same; another name that finds two of them is a mistake."""
    return "warning" if path == ("name",) else "error"


def _same_in(file: Source) -> Iterator[Problem]:
    """Names and aliases in one translation."""
    seen: dict[str, tuple[str, DataPath]] = {}
    for folder, card, words in names_of(file):
        if folder not in CARDS.values():
            continue
        for path, name in _names(words):
            whole_path = ("names", folder, card, *path)
            first = seen.setdefault(name.casefold(), (card, whole_path))
            if first[0] != card:
                message = f"{name!r} is also a name of {first[0]!r} (line {file.line(first[1])[0]})"
                yield file.problem(whole_path, "same-name", message, severity=_severity(path))


def _orphans(whole: Whole, file: Source) -> Iterator[Problem]:
    """Translations of what no pack has."""
    known = whole.merge.named()
    for folder, name, _ in names_of(file):
        kind = SINGULAR[folder]
        if name in known[folder] or (kind, name) in whole.merge.removed or (not whole.game and kind not in CARDS):
            continue
        message = f"no {kind} is called {name!r}{nearest(name, known[folder])}"
        yield file.problem(("names", folder, name), "orphan", message, at_key=True)


def _untranslated(whole: Whole, file: Source) -> Iterator[Problem]:
    """What a translation leaves without a name, as one warning: the game then shows the card's own name."""
    language = file.data["language"]
    if language == whole.merge.language or not whole.merge.locales.began_with(language, file):
        return
    missing = [
        f"{folder}/{name}"
        for folder, names in whole.merge.named().items()
        for name in sorted(names)
        if "name" not in whole.merge.locales.words(language, folder, name)
    ]
    if missing:
        more = f" and {len(missing) - _MOST_LISTED} more" if len(missing) > _MOST_LISTED else ""
        message = f"{len(missing)} things have no name in {language}: {', '.join(missing[:_MOST_LISTED])}{more}"
        yield file.problem((), "untranslated", message, severity="warning")
