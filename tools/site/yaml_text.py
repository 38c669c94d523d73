"""Plain data as YAML in several lines, the way card files are written."""

from __future__ import annotations

from typing import Any

from tools.site.cards.program import flow

WIDTH = 92


def block(data: Any, indent: int = 0) -> str:
    """The data as YAML; what fits into a line stands in one."""
    return "\n".join(_lines(data, indent))


def _lines(data: Any, indent: int) -> list[str]:
    room = WIDTH - indent
    pad = " " * indent
    if isinstance(data, list) and data:
        return [line for item in data for line in _item(item, indent)]
    if isinstance(data, dict) and data:
        lines: list[str] = []
        for key, item in data.items():
            flat = flow(item)
            if len(key) + len(flat) + 2 <= room and not _long(item):
                lines.append(f"{pad}{key}: {flat}")
            else:
                lines += [f"{pad}{key}:", *_lines(item, indent + 2)]
        return lines
    return [pad + flow(data)]


def _item(item: Any, indent: int) -> list[str]:
    pad = " " * indent
    if not isinstance(item, dict | list) or not item:
        return [f"{pad}- {flow(item)}"]
    lines = _lines(item, indent + 2)
    return [f"{pad}- {lines[0].lstrip()}", *lines[1:]]


def _long(item: Any) -> bool:
    """Whether a value is told in lines of its own even if it would fit: a list of steps."""
    return isinstance(item, list) and any(isinstance(one, dict) for one in item) and len(flow(item)) > 60
