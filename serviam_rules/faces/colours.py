"""Colour words of the data -> shades that can be read on paper, whatever the word."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb
from hashlib import sha256
from typing import Final, TypeAlias

from serviam_rules.values import value

Rgb: TypeAlias = tuple[float, float, float]

INK: Final = "#26242e"
PAPER: Final = "#fbf8f1"
EDGE: Final = "#cfc6b4"
MUTED: Final = "#615c6b"
GOLD: Final = "#e3b23c"
WHITE: Final = "#ffffff"
#: What moves a marker to the right, and to the left.
GAIN: Final = "#0f6b5f"
LOSS: Final = "#a3341f"
NEUTRAL: Final = "#5d5a66"

#: Text on a strong shade, and a strong shade on paper, have at least this contrast (WCAG 2 asks for 4.5).
LEAST_CONTRAST: Final = 5.0

WORDS: Final = {
    "blue": "#2457a6", "green": "#1f7a4d", "red": "#b3282d", "purple": "#6a3d9a", "gold": "#94700a",
    "teal": "#117a7a", "crimson": "#a11a44", "yellow": "#8f7400", "orange": "#b85a0c", "pink": "#b83a7a",
    "magenta": "#9c2a8c", "violet": "#7246b0", "indigo": "#3f3f9e", "cyan": "#0b7a94", "turquoise": "#0d7d78",
    "navy": "#1f3a6e", "brown": "#7a4a26", "maroon": "#7d1f2b", "olive": "#6b6b1a", "lime": "#4f7d12",
    "black": "#33313a", "grey": "#66636e", "gray": "#66636e", "silver": "#6f7480", "white": "#7a7468",
}  # fmt: skip

_HEX: Final = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)


@value
class Shades:
    """A colour in four depths: `strong` for text and shapes, `mid` and `light` for ornaments, `soft` behind text."""

    strong: str
    mid: str
    light: str
    soft: str


def shades(word: str | None) -> Shades:
    """The shades of a colour word or `#rrggbb`. A word that is not known gets a hue of its own, always the same."""
    base = _rgb(_named(word.strip().casefold()) if word else NEUTRAL)
    strong = _darkened(base)
    paper = _rgb(PAPER)
    return Shades(
        strong=_hex(strong),
        mid=_hex(_mixed(strong, paper, 0.45)),
        light=_hex(_mixed(strong, paper, 0.72)),
        soft=_hex(_mixed(strong, paper, 0.88)),
    )


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (1 to 21), as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(_rgb(one)), _luminance(_rgb(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _named(word: str) -> str:
    if word in WORDS:
        return WORDS[word]
    if _HEX.fullmatch(word):
        return word
    hue = int.from_bytes(sha256(word.encode("utf-8", "surrogatepass")).digest()[:2], "big") / 65536
    return _hex(hls_to_rgb(hue, 0.38, 0.5))


def _darkened(colour: Rgb) -> Rgb:
    while contrast(_hex(colour), PAPER) < LEAST_CONTRAST:
        colour = _mixed(colour, (0.0, 0.0, 0.0), 0.05)
    return colour


def _mixed(colour: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (own * (1 - share) + theirs * share for own, theirs in zip(colour, other, strict=True))
    return red, green, blue


def _rgb(code: str) -> Rgb:
    digits = code[1:] if len(code) == 7 else "".join(digit * 2 for digit in code[1:])
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
