"""How wide text is, and how big it can be written.

No font is measured: widths lie between those of narrow and wide common fonts; the space around text leaves room for
the widest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from unicodedata import category, combining

from serviam_rules.linebreaks import is_wide, pieces

_NARROW: Final = frozenset("ijlIftr.,:;'|!()[]/\\-‘’·")
_WIDE: Final = frozenset("mwMW@%—…")
LINE: Final = 1.34
#: How much wider bold letters are.
BOLD: Final = 1.14
ELLIPSIS: Final = "…"


class Fitted(NamedTuple):
    """Text broken into lines, and the size at which they fit."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LINE


def width(text: str) -> float:
    """The width of a line of text, in ems."""
    return sum(map(_width, text))


def _width(sign: str) -> float:
    if sign in _NARROW:
        return 0.33
    if is_wide(sign):
        return 1.0
    if combining(sign) or category(sign) in ("Mn", "Cf"):
        return 0.0
    if sign in _WIDE:
        return 0.88
    if sign == " ":
        return 0.28
    return 0.69 if sign.isupper() else 0.56 if sign.isalnum() else 0.6 if sign.isascii() else 0.85


def wrap(text: str, space: float) -> list[str]:
    """Lines of at most `space` ems. A piece that is longer than a line is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _cut(paragraph, space):
            if line and width((line + piece).rstrip()) > space:
                lines.append(line.rstrip())
                line = piece
            else:
                line += piece
        lines.append(line.rstrip())
    return lines


def _cut(text: str, space: float) -> Iterator[str]:
    for piece in pieces(" ".join(text.split())):
        while width(piece.rstrip()) > space and len(piece) > 1:
            end = max(1, next(at for at in range(len(piece) + 1) if width(piece[: at + 1]) > space))
            yield piece[:end]
            piece = piece[end:]  # noqa: PLW2901 - the rest of a piece that is too long
        yield piece


def fit(text: str, across: float, down: float, largest: float, smallest: float) -> Fitted:
    """The text as large as fits into a space; at the smallest size the end is cut off with an ellipsis."""
    size = largest
    while True:
        lines = wrap(text, across / size)
        fitted = Fitted(tuple(lines), size)
        if fitted.height <= down + 0.01:
            return Fitted(_balanced(text, across / size, len(lines)), size)
        if size <= smallest:
            return Fitted(_shortened(lines, max(1, int(down / (size * LINE))), across / size), size)
        size = max(smallest, size - 0.5)


def _balanced(text: str, space: float, count: int) -> tuple[str, ...]:
    """The text in as many lines, but of like length: no last line with one word in it."""
    lines, least, most = wrap(text, space), space * 0.3, space
    while most - least > 0.5:
        middle = (least + most) / 2
        tried = wrap(text, middle)
        if len(tried) <= count and not _cuts(text, middle):
            lines, most = tried, middle
        else:
            least = middle
    return tuple(lines)


def _cuts(text: str, space: float) -> bool:
    return any(width(piece.rstrip()) > space for piece in pieces(" ".join(text.split())))


def _shortened(lines: list[str], most: int, space: float) -> tuple[str, ...]:
    if len(lines) <= most:
        return tuple(lines)
    last = lines[most - 1]
    while last and width(last + ELLIPSIS) > space:
        last = last[:-1]
    return (*lines[: most - 1], last.rstrip() + ELLIPSIS)


def fit_line(text: str, across: float, largest: float, smallest: float) -> Fitted:
    """One line of bold letters, smaller if it must be, cut at the end if even that is too wide."""
    across /= BOLD
    line = " ".join(text.split())
    needed = width(line) or 1
    size = min(largest, max(smallest, int(across / needed * 2) / 2))
    if needed * size <= across:
        return Fitted((line,), size)
    return Fitted(_shortened([line, ""], 1, across / size), size)
