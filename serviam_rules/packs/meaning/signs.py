"""Moves are written with their sign, so that a minus that got lost is seen (T-4). Layer 6."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.errors import Problem
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import Key
from serviam_rules.schema.paths import DataPath, parts


def unsigned(whole: Whole, key: Key, path: DataPath, data: Any) -> Iterator[Problem]:
    """Numbers under `by` within plain data that are written without a sign."""
    for name, item in parts(data):
        if name == "by" and type(item) is int:
            yield from sign_problem(whole, key, (*path, name))
        else:
            yield from unsigned(whole, key, (*path, name), item)


def sign_problem(whole: Whole, key: Key, path: DataPath) -> Iterator[Problem]:
    """The problem of a number without a sign, if it has none."""
    found = _UNSIGNED.match(whole.entries[key].origin.written(path))
    if found:
        message = f"a move is written with its sign: +{found[0]} or -{found[0]}"
        yield whole.problem(key, path, "unsigned-move", message, rule="T-4", severity="warning")


_UNSIGNED: Final = re.compile("[1-9][0-9]*")
