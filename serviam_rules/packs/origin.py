"""Where the parts of a merged card come from."""

from __future__ import annotations

from typing import Any

import attrs

from serviam_rules.errors import Problem, Severity
from serviam_rules.strict_yaml.paths import DataPath, parts
from serviam_rules.strict_yaml.source import Source


@attrs.frozen
class Origin:
    """The file that brought a card, and those that patched it, in order; so each part of the card has its file."""

    files: tuple[Source, ...]

    def source(self, path: DataPath) -> Source:
        """The file that the value at `path` comes from: the last one that says it."""
        while True:
            for file in reversed(self.files):
                if says(file.data, path):
                    return file
            path = path[:-1]

    def written(self, path: DataPath) -> str:
        """How the value at `path` is written in its file."""
        return self.source(path).written(path)

    def line(self, path: DataPath = ()) -> str:
        """File and line of the value at `path`, for a message."""
        file = self.source(path)
        line, _ = file.line(path)
        return f"{file.path}:{line}" if line else file.path

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
        """A problem at the value at `path`, or at its key, in the file that it comes from."""
        file = self.source(path)
        return file.problem(path, code, message, at_key=at_key, where=where, rule=rule, severity=severity)


@attrs.frozen
class Entry:
    """A card, or the set: its merged data and where each part of it comes from."""

    data: dict[str, Any]
    origin: Origin


def says(data: Any, path: DataPath) -> bool:
    """Whether plain data has a value at `path`."""
    for key in path:
        inside = dict(parts(data))
        if key not in inside:
            return False
        data = inside[key]
    return True


def without_place(shown: str, data: dict[str, Any]) -> Source:
    """Data whose file is not at hand, only its name."""
    return Source(shown, data, "", {(): (0, 0)}, {})
