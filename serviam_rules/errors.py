"""Everything that can go wrong, as classes that carry facts and write the sentence.

Every error a user can meet is a `ServiamError`; nothing here is ever
raised half-way through a change, so whatever state or pack existed before is intact.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from serviam_rules.values import value

Severity = Literal["error", "warning"]


class ServiamError(Exception):
    """Base of every error this library raises on purpose."""


@value
class Problem:
    """One finding in data: where, what, and what to do.

    `path` is the file as the user named it, `line` and `column` count from 1 (0: the file as a whole),
    `code` is a stable word, `where` says the place in words (`gift siege-map, icon 2`), `rule` cites the rulebook.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    where: str = ""
    rule: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        where = f" ({self.where})" if self.where else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return one_line(f"{place}: {self.code}: {self.message}{where}{rule}")


class PackError(ServiamError, ValueError):
    """A pack, or several together, cannot be used. `problems` holds every finding, in file order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[PackError], tuple[Any, ...]]:
        return PackError, (self.problems,)


class IllegalAction(ServiamError, ValueError):
    """An action that the rules forbid now. Nothing has changed.

    `code` is a stable word (`not-in-hand`, `stale`, ...), `rule` the id of the rulebook's statement that
    forbids it ("" where no rule but the shape of the action does); the message says what would be legal.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        self.code = code
        self.rule = rule
        self.message = message
        super().__init__(f"{message} [{rule}]" if rule else message)

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Any, ...]]:
        return IllegalAction, (self.code, self.message, self.rule)


class FormatError(ServiamError, ValueError):
    """JSON that is not what it should be: damaged, forged, of an unknown format. `field` is its path."""

    def __init__(self, message: str, field: str = "") -> None:
        self.field = field
        self.message = message
        super().__init__(f"{field}: {message}" if field else message)

    def __reduce__(self) -> tuple[type[FormatError], tuple[Any, ...]]:
        return FormatError, (self.message, self.field)


class RulesetMismatch(ServiamError, ValueError):
    """Saved data belongs to other rules than those given; `differences` names the packs or cards that differ."""

    def __init__(self, wanted: str, found: str, differences: Sequence[str] = ()) -> None:
        self.wanted = wanted
        self.found = found
        self.differences: tuple[str, ...] = tuple(differences)
        told = "; ".join(differences) or "the packs are named alike, their contents differ"
        super().__init__(f"saved with ruleset {wanted}, but this is ruleset {found}: {told}")

    def __reduce__(self) -> tuple[type[RulesetMismatch], tuple[Any, ...]]:
        return RulesetMismatch, (self.wanted, self.found, self.differences)


class UsageError(ServiamError, ValueError):
    """A call whose arguments make no sense: an unknown option, seat, seed, locale or card."""


class CannotStart(ServiamError, ValueError):
    """A ruleset with which no game of that kind can begin (S-8)."""


def shortened(thing: object, most: int = 60) -> str:
    """A value as a message shows it: never long, and whatever it is (Python refuses to print some numbers)."""
    if type(thing) is int and not -(10**18) < thing < 10**18:
        return "a number so large"
    try:
        shown = repr(thing)
    except Exception:  # a stranger's __repr__, or a list with a number in it that Python refuses to print
        shown = f"this {type(thing).__name__}"
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def one_line(text: str) -> str:
    """A text that came from outside, for a line of its own: what breaks lines, moves the cursor or turns the direction
    of writing is escaped. A line that a stranger's file begins is a command to some who read output."""
    return "".join(
        char if char.isprintable() or unicodedata.category(char) == "Zs" else _escaped(char) for char in text
    )


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, as a hint for the end of a message, or ""."""
    from difflib import get_close_matches  # only mistakes need it

    folded = {word.casefold(): word for word in known}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """The sentence for a name that is not known: `no gift is called 'x'; did you mean 'y'?`."""
    words = sorted(known)
    hint = nearest(name, words) if isinstance(name, str) else ""
    listed = f" (known: {', '.join(words)})" if len(words) <= 24 else ""
    return f"no {kind} is called {shortened(name)}{hint}{listed}"
