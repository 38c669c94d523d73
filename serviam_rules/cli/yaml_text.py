"""Plain data as YAML for people to read, in the style of the card files. Layer 10."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.values import is_list, is_map

#: Words that can stand in YAML without quotes.
_BARE: Final = re.compile(r"[$A-Za-z][A-Za-z0-9_./ -]*[A-Za-z0-9]|[A-Za-z]")
_TAKEN: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
#: Keys whose numbers are steps, written with their sign.
_STEPS: Final = frozenset({"by", "move"})


def yaml_lines(data: Any, width: int = 72) -> list[str]:
    """The lines of a piece of data: what fits on a line stands on one, all else line by line."""
    return list(_block(data, width))


def _block(data: Any, width: int) -> Iterator[str]:
    if is_map(data) and data:
        for key, item in data.items():
            yield from _entry(key, item, width)
    elif is_list(data) and data:
        for item in data:
            lines = list(_block(item, width - 2)) if _must_break(item, width - 2) else [flow(item)]
            yield f"- {lines[0]}"
            yield from (f"  {line}" for line in lines[1:])
    else:
        yield flow(data)


def _entry(key: str, item: Any, width: int) -> Iterator[str]:
    line = f"{key}: {flow(item, key)}"
    if not _must_break(item, width - len(key) - 2):
        yield line
        return
    yield f"{key}:"
    yield from (f"  {part}" for part in _block(item, width - 2))


def _must_break(item: Any, width: int) -> bool:
    return len(flow(item)) > width and (is_map(item) or is_list(item))


def flow(data: Any, key: str = "") -> str:
    """Data on one line; `key` is the one it stands behind."""
    if is_map(data):
        return "{" + ", ".join(f"{name}: {flow(item, name)}" for name, item in data.items()) + "}"
    if is_list(data):
        return "[" + ", ".join(flow(item) for item in data) + "]"
    if isinstance(data, str):
        return data if _BARE.fullmatch(data) and data not in _TAKEN else json.dumps(data, ensure_ascii=False)
    if type(data) is int and key in _STEPS:
        return f"{data:+d}" if data else "0"
    return json.dumps(data)
