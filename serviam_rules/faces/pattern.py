"""An ornament for each card: a symmetrical quilt of simple shapes, drawn from the card's id.

The same id gives the same ornament everywhere, so a card of any pack has a face of its own without a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from serviam_rules.faces.colours import GOLD, INK, Shades
from serviam_rules.faces.svg import Svg, circle, group, path, rect, window

#: Shapes within a tile from (0, 0) to (1, 1).
_QUARTER: Final = "M0 0H1A1 1 0 0 1 0 1Z"
_LEAF: Final = "M0 0A1 1 0 0 1 1 1A1 1 0 0 1 0 0Z"
_TRIANGLE: Final = "M0 0H1L0 1Z"
_LOZENGE: Final = "M.5 0L1 .5L.5 1L0 .5Z"
_STEP: Final = "M0 0H1V.5H.5V1H0Z"
_ARCS: Final = "M0 0H1A1 1 0 0 1 0 1ZM0 .5V1A1 1 0 0 0 1 0H.5A.5 .5 0 0 1 0 .5Z"
SHAPES: Final = (_QUARTER, _LEAF, _TRIANGLE, _LOZENGE, _STEP, _ARCS)


class Dice:
    """A stream of small numbers that a text decides."""

    def __init__(self, text: str) -> None:
        self._bytes = self._stream(text)

    @staticmethod
    def _stream(text: str) -> Iterator[int]:
        block = 0
        while True:
            yield from sha256(f"{text} {block}".encode("utf-8", "surrogatepass")).digest()
            block += 1

    def below(self, bound: int) -> int:
        return next(self._bytes) % bound


def quilt(card_id: str, colour: Shades, width: float, height: float, columns: int = 4, rows: int = 2) -> Svg:
    """The ornament: a quarter of tiles, mirrored to both sides and downwards."""
    dice = Dice(card_id)
    first, second = dice.below(len(SHAPES)), 1 + dice.below(len(SHAPES) - 1)
    shapes = (SHAPES[first], SHAPES[(first + second) % len(SHAPES)])
    tiles = [_tile(dice, shapes, colour, column, row) for row in range(rows) for column in range(columns)]
    quarter = group(*tiles)
    mirrored = [
        group(quarter, x=0, y=0),
        group(_flip(quarter, -1, 1), x=columns * 2),
        group(_flip(quarter, 1, -1), y=rows * 2),
        group(_flip(quarter, -1, -1), x=columns * 2, y=rows * 2),
    ]
    across = width / (columns * 2)
    down = height / (rows * 2)
    scale = max(across, down)
    left, top = (width - columns * 2 * scale) / 2, (height - rows * 2 * scale) / 2
    return window(
        rect(0, 0, width, height, colour.strong),
        group(*mirrored, x=left, y=top, scale=scale),
        x=0,
        y=0,
        width=width,
        height=height,
    )


def _flip(drawn: Svg, across: int, down: int) -> Svg:
    return Svg(f'<g transform="scale({across} {down})">{drawn}</g>')


def _tile(dice: Dice, shapes: tuple[str, str], colour: Shades, column: int, row: int) -> Svg:
    grounds = (colour.strong, colour.strong, colour.mid, colour.light)
    ground = grounds[dice.below(len(grounds))]
    fills = [shade for shade in (colour.mid, colour.light, colour.soft, colour.strong) if shade != ground]
    fill = fills[dice.below(len(fills))]
    turned = 90 * dice.below(4)
    shape = shapes[dice.below(2)]
    parts = [
        rect(0, 0, 1.02, 1.02, ground),
        # A little larger than the tile, or a hair of the ground shows between two tiles of one colour.
        Svg(f'<g transform="rotate({turned} .5 .5) translate(-.01 -.01) scale(1.02)">{path(shape, fill)}</g>'),
    ]
    if dice.below(4) == 0:
        parts.append(circle(0.5, 0.5, 0.15, GOLD if ground != colour.light else INK))
    return group(*parts, x=column, y=row)
