"""A portrait for each person: a bust of simple shapes under an arch, chosen by the card's id."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from serviam_rules.faces.colours import GOLD, INK, PAPER, Shades
from serviam_rules.faces.pattern import Dice
from serviam_rules.faces.svg import NOTHING, Svg, circle, group, number, path, rect, window

_SKIN: Final = (("#f0c9a4", "#dba97f"), ("#d9a074", "#bd8257"), ("#a8703f", "#8b5a30"), ("#7b4d2b", "#643c20"))
_HAIR: Final = ("#2f2730", "#5b3a22", "#8a5a2b", "#b98b3e", "#b9b2ab", "#7a2f20")

#: Hair behind the head, and in front of it: the head is a disc of radius 24 around (0, -8).
_BEHIND: Final = (
    "M-27-10C-27-42 27-42 27-10V4H-27Z",
    "M-29-8C-31-44 31-44 29-8C31 14 30 26 26 34H-26C-30 26-31 14-29-8Z",
    "M-26-10C-26-40 26-40 26-10Z",
    "M-31-4C-40-20-28-42-12-38C-4-46 6-46 12-38C28-42 40-20 31-4C38 8 26 18 20 10H-20C-26 18-38 8-31-4Z",
    "M-28-8C-30-42 30-42 28-8C30 8 27 14 23 18H-23C-27 14-30 8-28-8Z",
    "M-26-10C-26-40 26-40 26-10ZM-13-38A13 13 0 1 1 13-38A13 13 0 1 1-13-38Z",
)
_FRINGE: Final = (
    "M-25-8C-25-36 25-36 25-8C16-22-4-26-25-8Z",
    "M-25-6C-27-38 27-38 25-6C20-24 6-27 0-27C-6-27-20-24-25-6Z",
    "M-25-8C-26-36 26-36 25-8C22-18 10-16-2-24C-8-18-18-16-25-8Z",
    "M-25-9C-26-36 26-36 25-9H20C14-20-14-20-20-9Z",
    "M-25-4C-28-38 28-38 25-4C25-16 4-18 0-28C-4-18-25-16-25-4Z",
    "M-24-12C-22-34 22-34 24-12C12-25-12-25-24-12Z",
)
_BODY: Final = "M-54 74C-54 40-36 27-14 23H14C36 27 54 40 54 74Z"
_NECK: Final = "M-10 8H10V26C10 34-10 34-10 26Z"


def portrait(card_id: str, colour: Shades, width: float, height: float, rays: int, *, masked: bool = False) -> Svg:
    """The bust before an arch, in a window `width` x `height`. `rays` grow with rank; `masked` is for rivals."""
    dice = Dice(f"portrait {card_id}")
    skin, shade = _SKIN[dice.below(len(_SKIN))]
    hair = _HAIR[dice.below(len(_HAIR))]
    style, fringe = dice.below(len(_BEHIND)), dice.below(len(_FRINGE))
    bust = group(
        path(_BEHIND[style], hair),
        path(_BODY, colour.strong),
        path(_NECK, shade),
        circle(0, -8, 24, skin),
        path("M0-32A24 24 0 0 1 0 16Z", shade, fill_opacity=0.45),
        path(_FRINGE[fringe], hair),
        _half_mask() if masked else NOTHING,
        _clothes(dice.below(5), colour),
        x=width / 2,
        y=height - 62,
        scale=1,
    )
    return window(_backdrop(colour, width, height, rays), bust, x=0, y=0, width=width, height=height)


def _backdrop(colour: Shades, width: float, height: float, rays: int) -> Svg:
    """An arch with a sun behind it, and pillars at the sides."""
    middle, base = width / 2, height - 62
    spokes = "".join(_ray(middle, base - 8, at, 6 + 6 * rays) for at in range(6 + 6 * rays))
    pillars = [rect(edge, 0, 26, height, colour.mid) for edge in (0, width - 26)] + [
        rect(edge, 0, 3, height, colour.light) for edge in (8, 15, width - 18, width - 11)
    ]
    return group(
        rect(0, 0, width, height, colour.light),
        path(spokes, colour.soft),
        circle(middle, base - 8, 46, colour.soft),
        circle(middle, base - 8, 46, "none", stroke=colour.mid, stroke_width=2),
        *pillars,
    )


def _ray(x: float, y: float, at: int, count: int) -> str:
    start, end = 2 * pi * at / count, 2 * pi * (at + 0.5) / count
    points = [(x + 160 * cos(angle), y + 160 * sin(angle)) for angle in (start, end)]
    return f"M{number(x)} {number(y)}" + "".join(f"L{number(px)} {number(py)}" for px, py in points) + "Z"


def _half_mask() -> Svg:
    return group(
        path("M-23-16C-14-22-6-17 0-14C6-17 14-22 23-16C24-2 15 4 8 2C4 0 3-4 0-4S-4 0-8 2C-15 4-24-2-23-16Z", INK),
        path("M-17-10C-13-14-8-13-5-9C-9-5-14-5-17-10ZM17-10C13-14 8-13 5-9C9-5 14-5 17-10Z", GOLD),
    )


def _clothes(kind: int, colour: Shades) -> Svg:
    """A ruff, lapels, a high collar, a sash or a chain."""
    if kind == 0:
        return group(
            path("M-27 29C-20 20 20 20 27 29C22 40-22 40-27 29Z", PAPER),
            path(
                "M-20 36L-16 26M-11 38L-9 26M0 39V26M11 38L9 26M20 36L16 26",
                "none",
                stroke=colour.mid,
                stroke_width=1.6,
            ),
        )
    if kind == 1:
        return group(
            path("M-12 24L0 52L12 24L20 26L6 74H-6L-20 26Z", colour.light),
            path("M-10 24L0 46L10 24C6 30-6 30-10 24Z", PAPER),
        )
    if kind == 2:
        return group(
            path("M-18 34C-20 22-16 14-11 14C-6 24 6 24 11 14C16 14 20 22 18 34C10 40-10 40-18 34Z", colour.mid),
            circle(0, 38, 4.5, GOLD, stroke=INK, stroke_width=1),
        )
    if kind == 3:
        return group(
            path("M-30 32L-18 26L44 62V74H30Z", GOLD),
            path("M-11 24C-6 31 6 31 11 24L8 22H-8Z", PAPER),
        )
    return group(
        path("M-11 24C-6 31 6 31 11 24L8 22H-8Z", PAPER),
        path("M-24 27C-18 56 18 56 24 27", "none", stroke=GOLD, stroke_width=3.4, stroke_dasharray="5 1.6"),
        circle(0, 52, 6.5, GOLD, stroke=INK, stroke_width=1.2),
    )
