"""How wide text is in a terminal, where Chinese and Japanese characters take two cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from unicodedata import category, combining

from serviam_rules.linebreaks import is_wide, pieces

Side = Literal["left", "right", "middle"]


@lru_cache(maxsize=4096)
def cells_of(character: str) -> int:
    """The cells that one character takes: 0, 1 or 2."""
    if combining(character) or category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if is_wide(character) else 1


def cells(text: str) -> int:
    """The cells that a text takes."""
    return len(text) if text.isascii() else sum(map(cells_of, text))


def pad(text: str, width: int, side: Side = "left") -> str:
    """Fill up with spaces to `width` cells; the text stands at that side."""
    space = max(0, width - cells(text))
    before = {"left": 0, "right": space, "middle": space // 2}[side]
    return " " * before + text + " " * (space - before)


def cut(text: str, width: int) -> str:
    """Shorten to at most `width` cells, with dots where something is missing."""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        if used + cells_of(character) > max(0, width - 2):
            break
        kept += character
        used += cells_of(character)
    return kept + ".."[: max(0, width - used)]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break into lines of at most `width` cells: at spaces, and between wide characters; further lines are indented."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in pieces(paragraph):
            if line.strip() and cells(line) + cells(piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = indent + piece.lstrip()
            else:
                line += piece
        lines.append(line.rstrip())
    return lines
