"""The cards of a set, as they fit each other: ids that name something, ranks, provenance, and names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.errors import Problem, Severity, nearest
from serviam_rules.kinds import CARDS, SINGULAR
from serviam_rules.packs.locales import names_of
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.pack import SET, Key
from serviam_rules.strict_yaml.paths import DataPath, parts
from serviam_rules.strict_yaml.source import Source

# ---- ids


def check_references(whole: Whole) -> Iterator[Problem]:
    """Categories, organisations, whom a rival names, and what the set names."""
    for key, gift in whole.cards("gift"):
        if gift["category"] is not None:
            yield from whole.dangling(key, ("category",), "organisation", gift["category"])
    for key, powerholder in whole.cards("powerholder"):
        yield from whole.dangling(key, ("organisation",), "organisation", powerholder["organisation"])
    for key, rival in whole.cards("rival"):
        for at, named in enumerate(rival["names"]):
            yield from whole.dangling(key, ("names", at), "powerholder", named)
    yield from _of_the_set(whole)


def _of_the_set(whole: Whole) -> Iterator[Problem]:
    game = whole.game
    for at, gift in enumerate(game.get("hand", {}).get("given", ())):
        yield from whole.dangling(SET, ("hand", "given", at), "gift", gift)
    for powerholder in game.get("tracks", ()):
        yield from whole.dangling(SET, ("tracks", powerholder), "powerholder", powerholder, at_key=True)
    if game.get("solo"):
        yield from whole.dangling(SET, ("solo", "family"), "family", game["solo"]["family"])


# ---- ranks


def check_grid(whole: Whole) -> Iterator[Problem]:
    """Ranks beyond the set's, ranks taken twice, and ranks that nobody has."""
    if not whole.complete("powerholder"):
        return
    ranks = whole.game["ranks"]
    holders: dict[tuple[str, int], list[Key]] = {}
    odd: set[str] = set()
    for key, card in whole.cards("powerholder"):
        holders.setdefault((card["organisation"], card["rank"]), []).append(key)
        if card["rank"] > ranks:
            odd.add(card["organisation"])
            message = f"rank {card['rank']} stands here, but the set has ranks 1 to {ranks}"
            yield whole.problem(key, ("rank",), "out-of-range", message, rule="C-1")
    for (organisation, rank), keys in holders.items():
        if len(keys) > 1:
            odd.add(organisation)
            told = [key for key in keys if whole.at_hand(key, ("rank",))] or keys
            yield from (_taken_twice(whole, organisation, rank, key, keys) for key in told)
    for organisation in whole.game["organisations"]:
        missing = [rank for rank in range(1, ranks + 1) if (organisation, rank) not in holders]
        if missing and organisation not in odd:
            yield _nobody(whole, organisation, missing)


def _taken_twice(whole: Whole, organisation: str, rank: int, key: Key, keys: list[Key]) -> Problem:
    other = next(one for one in keys if one != key)
    place = whole.entries[other].origin.line(("rank",))
    message = f"{organisation} has two powerholders of rank {rank}: {key[1]}, and {other[1]} in {place}"
    return whole.problem(key, ("rank",), "rank-twice", message, rule="C-1")


def _nobody(whole: Whole, organisation: str, missing: list[int]) -> Problem:
    ranks = " or ".join(map(str, missing))
    message = f"{organisation} has no powerholder of rank {ranks}"
    return whole.problem(SET, ("organisations", organisation), "rank-missing", message, at_key=True, rule="C-1")


# ---- provenance


def check_provenance(whole: Whole) -> Iterator[Problem]:
    """Paths that name a field which is not there."""
    keys = [SET] if whole.game else []
    keys += [key for kind in CARDS for key, _ in whole.cards(kind)]
    for key in keys:
        for path in whole.entries[key].data["provenance"]:
            if path != "default":
                yield from _astray(whole, key, path)


def _astray(whole: Whole, key: Key, path: str) -> Iterator[Problem]:
    data: Any = whole.entries[key].data
    steps = path.split(".")
    for at, step in enumerate(steps):
        known = {str(name): item for name, item in parts(data)}
        if step not in known:
            where = ".".join(steps[:at]) or f"the {key[0]}"
            listed = ", ".join(known) or "nothing"
            message = f"{path!r} leads nowhere: {where} has no {step!r}{nearest(step, known)} (it has {listed})"
            yield whole.problem(key, ("provenance", path), "unknown-path", message, at_key=True)
            return
        data = known[step]


# ---- names


_MOST_LISTED = 12


def check_names(whole: Whole) -> Iterator[Problem]:
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
