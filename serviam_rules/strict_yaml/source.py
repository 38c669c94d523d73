"""Strict reading of one YAML file: plain data, the place of everything in it, or all that is wrong with it.

A file is UTF-8, holds one mapping, and means the same to every reader of YAML and to every person:
no anchors, aliases, tags, merge keys, directives, repeated keys, tabs or invisible characters, and no value
that looks like one thing and is another. Bad input is never an exception here, always a list of problems.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import attrs

from serviam_rules.errors import PackError, Problem, Severity
from serviam_rules.strict_yaml.limits import MAX_BYTES, MAX_PROBLEMS
from serviam_rules.strict_yaml.paths import DataPath, Place
from serviam_rules.strict_yaml.scalars import odd_characters, show

_BOM: Final = "\ufeff"
_WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_DIRECTIVE: Final = re.compile(r"(?:[ ]*(?:#.*)?\n)*(%[^\s#]*)")


@attrs.frozen
class Source:
    """One file, read.

    `path` is the file as shown to the user; `data` holds exactly dict, list, str, int, bool and None, at the
    top a dict. `text` is the file as it is written, its line ends being line feeds.
    """

    path: str
    data: Any
    text: str = attrs.field(repr=False, eq=False)
    _values: Mapping[DataPath, Place] = attrs.field(repr=False, eq=False)
    _keys: Mapping[DataPath, Place] = attrs.field(repr=False, eq=False)
    #: Values that could not be read, if the file came with problems (`read_some`); None stands for them.
    unread: frozenset[DataPath] = frozenset()

    def line(self, path: DataPath) -> Place:
        """Line and column of the value at `path`, or of the nearest value around it that is there."""
        while path and path not in self._values:
            path = path[:-1]
        return self._values[path]

    def key(self, path: DataPath) -> Place:
        """Line and column of the key whose value stands at `path`; without a key, the same as `line`."""
        return self._keys.get(path) or self.line(path)

    def written(self, path: DataPath) -> str:
        """How the value at `path` is written, from its beginning to the end of the line; "" if it is not there."""
        if path not in self._values:
            return ""
        line, column = self._values[path]
        return self.text.split("\n")[line - 1][column - 1 :]

    def problem(
        self,
        path: DataPath,
        code: str,
        message: str,
        *,
        at_key: bool = False,
        where: str = "",
        rule: str = "",
        severity: Severity = "error",
    ) -> Problem:
        """A problem at the value at `path`, or at its key."""
        line, column = self.key(path) if at_key else self.line(path)
        return Problem(self.path, line, column, code, message, where, rule, severity)


def read(path: Path, shown: str) -> tuple[Source | None, list[Problem]]:
    """Read a file: what it holds, or None and what is wrong with it. `shown` is its name in problems."""
    source, problems = read_some(path, shown)
    return (None if problems else source), problems


def read_some(path: Path, shown: str) -> tuple[Source | None, list[Problem]]:
    """As `read`; but where single values are all that is wrong, what else the file holds is there besides."""
    try:
        if path.exists() and not path.is_file():
            return None, [_unreadable(shown, "this is no file")]
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        return None, [_unreadable(shown, getattr(error, "strerror", None) or str(error))]
    return _some(raw, shown)


def read_text(text: str | bytes, shown: str) -> tuple[Source | None, list[Problem]]:
    """Read the contents of a file, decoded or not: as `read` does."""
    source, problems = _some(text, shown)
    return (None if problems else source), problems


def _some(text: str | bytes, shown: str) -> tuple[Source | None, list[Problem]]:
    try:
        source, problems = _read(text, shown)
    except PackError as error:
        source, problems = None, error.problems
    return source, _cut(problems, shown)


def _read(text: str | bytes, shown: str) -> tuple[Source, tuple[Problem, ...]]:
    from serviam_rules.strict_yaml.tree import build  # reading is the only reason to load ruamel.yaml

    _check_size(text, shown)
    content = text if isinstance(text, str) else _decode(text, shown)
    content = content.removeprefix(_BOM).replace("\r\n", "\n")
    _check_characters(content, shown)
    _check_directive(content, shown)
    tree = build(content, shown)
    return Source(shown, tree.data, content, tree.values, tree.keys, tree.unread), tree.problems


def _unreadable(shown: str, reason: str) -> Problem:
    return Problem(shown, 0, 0, "unreadable-file", f"the file cannot be read: {reason}")


def _cut(problems: Sequence[Problem], shown: str) -> list[Problem]:
    more = len(problems) - MAX_PROBLEMS
    told = list(problems[:MAX_PROBLEMS])
    if more > 0:
        told.append(Problem(shown, 0, 0, "more-problems", f"{more} more in this file; mend the first ones"))
    return told


def _check_size(text: str | bytes, shown: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if size > MAX_BYTES:
        _refuse(shown, (0, 0), "too-large", f"the file is larger than {MAX_BYTES} bytes; make several of it")


def _decode(raw: bytes, shown: str) -> str:
    if raw.startswith(_WIDE_MARKS):
        _refuse(shown, (1, 1), "not-utf-8", "the file is UTF-16 or UTF-32 text; save it as UTF-8")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").removeprefix(_BOM)
        found = f"byte {error.start + 1} of the file (0x{raw[error.start]:02X})"
        _refuse(shown, _place(before, len(before)), "not-utf-8", f"{found} is not UTF-8; save it as UTF-8")


def _check_characters(text: str, shown: str) -> None:
    found = sorted(odd_characters(text), key=lambda odd: odd[0])
    if found:
        raise PackError([Problem(shown, *_place(text, at), odd.code, str(odd)) for at, odd in found])


def _check_directive(text: str, shown: str) -> None:
    if found := _DIRECTIVE.match(text):
        message = f"the directive {show(found[1])} stands here; delete it, a file is YAML 1.2 and needs none"
        _refuse(shown, _place(text, found.start(1)), "directive", message)


def _refuse(shown: str, place: Place, code: str, message: str) -> NoReturn:
    raise PackError([Problem(shown, *place, code, message)])


def _place(text: str, index: int) -> Place:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
