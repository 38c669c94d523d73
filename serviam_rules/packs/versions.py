"""Versions of packs and ranges of them: `1.2.0`, `>=1,<2`."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Final, TypeAlias

Version: TypeAlias = tuple[int, int, int]

_COMPARISONS: Final[dict[str, Callable[[Version, Version], bool]]] = {
    "==": eq, "!=": ne, ">=": ge, "<=": le, ">": gt, "<": lt,
}  # fmt: skip
_PART: Final = re.compile(r" *(==|!=|>=|<=|>|<) *([0-9.]+) *")


def version(text: str) -> Version:
    """`1.2` -> (1, 2, 0). The text has the shape that the schema asks for."""
    parts = [int(part) for part in text.split(".")]
    major, minor, patch = (*parts, 0, 0)[:3]
    return major, minor, patch


def fits(found: str, wanted: str) -> bool:
    """Whether a version lies in a range; every part of the range must hold."""
    return all(_holds(version(found), part) for part in wanted.split(","))


def _holds(found: Version, part: str) -> bool:
    match = _PART.fullmatch(part)
    assert match is not None, "the schema has seen to that"
    return _COMPARISONS[match[1]](found, version(match[2]))
