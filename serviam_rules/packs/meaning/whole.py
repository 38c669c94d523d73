"""Everything that packs have made together, as the checks of meaning look at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from serviam_rules.errors import Problem, Severity, nearest
from serviam_rules.kinds import CARDS, GROUPS
from serviam_rules.packs.merge import Merge
from serviam_rules.packs.origin import Entry
from serviam_rules.packs.pack import SET, Key
from serviam_rules.schema.validate import place_in_words
from serviam_rules.strict_yaml.paths import DataPath


class Whole:
    """The merged cards and numbers, what is known by which id, and problems at their places."""

    def __init__(self, merge: Merge) -> None:
        self.merge = merge
        self.entries: dict[Key, Entry] = merge.entries

    @cached_property
    def source(self) -> dict[str, Any]:
        """The merged plain data."""
        return self.merge.source()

    @property
    def game(self) -> dict[str, Any]:
        """What `set.yaml` says; {} if there is none, or a broken one."""
        return self.entries[SET].data if SET in self.entries and SET not in self.merge.broken else {}

    def cards(self, kind: str) -> Iterator[tuple[Key, dict[str, Any]]]:
        """The cards of a kind that could be read, by id."""
        for key in sorted(key for key in self.entries if key[0] == kind and key not in self.merge.broken):
            yield key, self.entries[key].data

    def complete(self, *kinds: str) -> bool:
        """Whether every card of these kinds, and the set, could be read: else nothing is said about all of them."""
        return bool(self.game) and not any(key[0] in kinds for key in self.merge.broken)

    def known(self, kind: str) -> Sequence[str] | None:
        """The ids of a kind; None if they are in a file that could not be read."""
        if kind in CARDS:
            return self.merge.ids(kind)
        return list(self.game[GROUPS[kind]]) if self.game else None

    def at_hand(self, key: Key, path: DataPath) -> bool:
        """Whether the file that a value comes from was read, and not the merged data of packs checked before."""
        return bool(self.entries[key].origin.source(path).text)

    def problem(
        self,
        key: Key,
        path: DataPath,
        code: str,
        message: str,
        *,
        at_key: bool = False,
        rule: str = "",
        severity: Severity = "error",
    ) -> Problem:
        """A problem with a card or the set."""
        entry: Entry = self.entries[key]
        where = place_in_words(key[0], entry.data, path)
        return entry.origin.problem(path, code, message, at_key=at_key, where=where, rule=rule, severity=severity)

    def dangling(self, key: Key, path: DataPath, kind: str, named: str, *, at_key: bool = False) -> Iterator[Problem]:
        """The problem of naming something that is not there, if it is not."""
        known = self.known(kind)
        if known is not None and named not in known:
            gone = self.merge.removed.get((kind, named))
            reason = f"; {gone} removes it" if gone else nearest(named, known)
            listed = f" (known: {', '.join(known)})" if len(known) <= _FEW else ""
            message = f"no {kind} is called {named!r}{reason}{listed}"
            yield self.problem(key, path, "unknown-id", message, at_key=at_key)


_FEW = 24
