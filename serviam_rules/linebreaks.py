"""Where lines of text may break, in a terminal and on a face.

Chinese and Japanese break between any two signs but those that may not begin or end a line, other text at spaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import east_asian_width

#: Signs that may not begin a line, and signs that may not end one.
NOT_FIRST: Final = frozenset(
    "、。，．・：；？！ヽヾゝゞ々ー）］｝」』】〉》〕％…‥·”’ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.;:!?)]}%"
)
NOT_LAST: Final = frozenset("（［｛「『【〈《〔“‘([{")

#: A number keeps its sign, what it moves and what it counts on its line: `Kurt +1`, `2人`.
SIGNS: Final = frozenset("+−-")


def is_wide(sign: str) -> bool:
    """Whether a sign is as wide as two Latin letters, as those of Chinese and Japanese are."""
    return east_asian_width(sign) in "WF"


def pieces(text: str) -> Iterator[str]:
    """The parts of a line that must not be broken, each with the spaces that follow it."""
    piece = ""
    for sign in text:
        if piece and _may_break(piece, sign):
            yield piece
            piece = ""
        piece += sign
    if piece:
        yield piece


def _may_break(before: str, sign: str) -> bool:
    last = before[-1]
    if sign == " " or sign in NOT_FIRST or last in NOT_LAST:
        return False
    if last == " ":
        return sign not in SIGNS and before.rstrip(" ")[-1:] not in NOT_LAST
    return (is_wide(sign) or is_wide(last)) and not last.isdigit() and last not in SIGNS
