"""How parts of a file are pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from serviam_rules.values import is_list, is_map

#: The keys and list positions on the way to a value: `("icons", 0, "rank")`.
DataPath: TypeAlias = tuple[str | int, ...]
#: Line and column, both counted from 1.
Place: TypeAlias = tuple[int, int]


def parts(data: Any) -> Iterator[tuple[str | int, Any]]:
    """What stands directly within plain data, by key or position; nothing within a single value."""
    if is_map(data):
        yield from data.items()
    elif is_list(data):
        yield from enumerate(data)
