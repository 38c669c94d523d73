"""How far a translation is, entry by entry.

An entry can carry a `hash` of the words it translates; if those change, the entry is stale. Paths lead into the data of
the language's file, so that whoever read the file can tell lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from serviam_rules.effects.node import SORTS
from serviam_rules.kinds import SINGULAR
from serviam_rules.model import Ruleset
from serviam_rules.text.grammar import KIN
from serviam_rules.text.language import phrases
from serviam_rules.text.names import Names
from serviam_rules.text.phrase import KEYS
from serviam_rules.text.plurals import OTHER
from serviam_rules.values import is_list, is_map, value

Path: TypeAlias = tuple[str | int, ...]
State: TypeAlias = Literal["ok", "stale", "missing", "orphan", "identical"]
STATES: Final[tuple[State, ...]] = ("ok", "stale", "missing", "orphan", "identical")


@value
class Entry:
    """One thing to translate: where it stands in the language's file, how it is, and the words to be translated."""

    path: Path
    state: State
    source: str


def hash_of(*words: str) -> str:
    """What stands for words in a `hash`: the first 8 hexadecimal digits of SHA-256 over them, one a line."""
    return sha256("\n".join(filter(None, words)).encode()).hexdigest()[:8]


def source_hash(rules: Ruleset, kind: str, key: str) -> str:
    """The hash of what there is to translate of a card, an organisation or a family: its name and flavour."""
    thing: Any = getattr(rules, kind)[key]
    return hash_of(thing.name, getattr(thing, "flavour", ""))


def status(rules: Ruleset, locale: str, data: Mapping[str, Any] | None = None) -> tuple[Entry, ...]:
    """Every entry of a language, names first, then phrases. `data` is its file; else what the ruleset has of it."""
    given: Mapping[str, Any] = rules.source["locales"].get(locale, {}) if data is None else data
    own: str = rules.source["language"]
    if locale == own:
        return tuple(_phrases(rules, locale, given))
    return (*_names(rules, given), *_phrases(rules, locale, given))


def summary(entries: tuple[Entry, ...]) -> dict[State, int]:
    """How many entries are in each state."""
    return {state: sum(entry.state == state for entry in entries) for state in STATES}


# ---- names


def _names(rules: Ruleset, data: Mapping[str, Any]) -> Iterator[Entry]:
    names = Names(rules, (rules.source["language"],))
    kinds: Mapping[str, Any] = data.get("names", {})
    for kind in SINGULAR:
        given: Mapping[str, Any] = kinds.get(kind, {})
        for key, thing in names.things(kind).items():
            yield Entry(("names", kind, key), _state(rules, kind, key, thing.name, given.get(key)), thing.name)
        for key in given:
            if key not in names.things(kind):
                yield Entry(("names", kind, key), "orphan", "")
    for kind in kinds:
        if kind not in SINGULAR:
            yield Entry(("names", kind), "orphan", "")


def _state(rules: Ruleset, kind: str, key: str, name: str, given: Any) -> State:
    written = given.get("name") if is_map(given) else None
    if not is_map(given) or not isinstance(written, str) or not written.strip():
        return "missing"
    if "hash" in given and given["hash"] != source_hash(rules, kind, key):
        return "stale"
    return "identical" if written == name and given.get("same") is not True else "ok"


# ---- phrases


def _phrases(rules: Ruleset, locale: str, data: Mapping[str, Any]) -> Iterator[Entry]:
    """Every phrase that the cards' own language has, and those of this one that nobody asks for."""
    own = dict(_leaves(phrases(rules, rules.source["language"])))
    given = dict(_leaves(data.get("phrases", {})))
    if not given and locale != rules.source["language"]:
        return
    for path, source in own.items():
        where = ("phrases", *path)
        if path in given:
            state: State = "ok" if given[path] else "missing"
            yield Entry(where, state, source)
        elif not _needless(path, given):
            yield Entry(where, "missing", source)
    for path in given:
        if path not in own and not _is_known(path):
            yield Entry(("phrases", *path), "orphan", "")


def _leaves(data: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every phrase by its path: words by sort and tag, messages by their name."""
    for key, item in data.items():
        here = (*path, key)
        if is_map(item) and not _is_leaf(here, item):
            yield from _leaves(item, here)
        elif here[0] != "idioms" and here[-2:] != ("bazzi_betti", "idioms"):
            yield here, item if isinstance(item, str) else str(_first_text(item))


def _is_leaf(path: tuple[str, ...], item: Mapping[str, Any]) -> bool:
    if "words" in path:
        return len(path) - path.index("words") == 3
    return (path[0] == "lists" and len(path) == 2) or ("count" in item and OTHER in item)


def _first_text(item: Any) -> Any:
    if is_list(item):
        return _first_text(item[0]) if item else ""
    if is_map(item):
        return _first_text(next((each for key, each in item.items() if key not in KEYS), ""))
    return item


def _needless(path: tuple[str, ...], given: Mapping[tuple[str, ...], Any]) -> bool:
    """A word may be said by the phrases of a kindred sort, or like a player's where the automatic family says it."""
    if "words" not in path:
        return path[0] == "lists"
    *before, sort, tag = path
    kin = any((*before, each.name, tag) in given for each in KIN.get(sort, ()))
    return kin or path[0] == "bazzi_betti"


def _is_known(path: tuple[str, ...]) -> bool:
    """Whether a phrase has a use though the cards' own language does without it."""
    if "words" in path:
        sort, tag = path[-2:]
        return any(each.name == sort and tag in each.words for each in SORTS)
    return path[0] == "lists"
