"""A picture of the code: its layers, what imports what, and the way a card takes. Drawn from the imports themselves."""

from __future__ import annotations

from serviam_rules.faces.colours import INK, MUTED, PAPER, shades
from serviam_rules.faces.measure import wrap
from serviam_rules.faces.svg import Svg, circle, document, group, path, rect, words
from tests.test_layers import LAYERS, imports, layer

#: The modules a card goes through, in order, and what happens there.
WAY = (
    ("schema", "file to checked data"),
    ("packs", "packs to one ruleset"),
    ("cards", "data to frozen cards"),
    ("effects", "trees to programs"),
    ("rules", "the turn runs them"),
    ("events", "what happened"),
    ("state", "the next state"),
    ("text", "words"),
)
_WIDE, _ROW, _LEFT = 980.0, 62.0, 212.0
_BOX = (92.0, 30.0)


def picture() -> str:
    """The whole picture as an SVG document."""
    tops = _modules()
    places = _places(tops)
    used = {(one.user.split(".")[0], one.used.split(".")[0]) for one in imports()}
    lines = [
        _edge(places, user, other) for user, other in sorted(used) if user != other and _drawn(user, other, places)
    ]
    boxes = [_box(name, places[name]) for name in tops]
    rows = [_row(number, what) for number, (what, _) in LAYERS.items()]
    height = _ROW * len(LAYERS) + 20
    told = "; ".join(f"{name}: {what}" for name, what in WAY)
    return document(
        rect(1, 1, _WIDE - 2, height - 2, PAPER, 12, stroke="#d9d2c3", stroke_width=2),
        *rows,
        group(*lines),
        *boxes,
        width=_WIDE,
        height=height,
        title="Layers, imports, and the path of a card",
        description=f"Modules by layer, the lowest at the bottom; lines are imports. The path of a card: {told}.",
        lang="en",
    )


def _modules() -> list[str]:
    """The modules right below the package that the table of layers names and that are there."""
    there = {one.split(".")[0] for edge in imports() for one in (edge.user, edge.used)}
    return [name for _, names in LAYERS.values() for name in names if name in there and "." not in name]


def _places(names: list[str]) -> dict[str, tuple[float, float]]:
    """The middle of each box: rows by layer, the lowest at the bottom."""
    places: dict[str, tuple[float, float]] = {}
    for at, number in enumerate(LAYERS):
        row = [name for name in names if layer(name) == number]
        step = (_WIDE - _LEFT - 20) / max(len(row), 1)
        for column, name in enumerate(row):
            places[name] = (_LEFT + step * (column + 0.5), _top(at) + _ROW / 2)
    return places


def _top(at: int) -> float:
    return 10 + _ROW * (len(LAYERS) - 1 - at)


def _row(number: int, what: str) -> Svg:
    top = _top(list(LAYERS).index(number))
    lines = wrap(what, 13)
    first = top + _ROW / 2 + 4.5 - (len(lines) - 1) * 7.5
    return group(
        rect(8, top + 3, _WIDE - 16, _ROW - 6, "#ffffff" if number % 2 else "#f4efe3", 6),
        words(str(number), 38, top + _ROW / 2 + 6, 17, MUTED, font_weight="bold", text_anchor="end"),
        *[words(line, 52, first + at * 15, 12, INK) for at, line in enumerate(lines)],
    )


def _drawn(user: str, other: str, places: dict[str, tuple[float, float]]) -> bool:
    return user in places and other in places and other not in ("values", "errors")


def _edge(places: dict[str, tuple[float, float]], user: str, other: str) -> Svg:
    (x1, y1), (x2, y2) = places[user], places[other]
    way = [name for name, _ in WAY]
    on_way = user in way and other in way
    start, end = (y1 + _BOX[1] / 2, y2 - _BOX[1] / 2) if y2 > y1 else (y1 - _BOX[1] / 2, y2 - _BOX[1] / 2)
    middle = (start + end) / 2 if y2 > y1 else start - 16
    curve = f"M{x1:g} {start:g}C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {end:g}"
    colour = shades("purple").mid if on_way else "#cfc8d6"
    return path(
        curve, "none", stroke=colour, stroke_width=1.6 if on_way else 0.8, stroke_opacity=0.9 if on_way else 0.6
    )


def _box(name: str, place: tuple[float, float]) -> Svg:
    x, y = place
    way = [step for step, _ in WAY]
    wide, high = _BOX
    on_way = name in way
    colour = shades("purple")
    parts = [
        rect(
            x - wide / 2,
            y - high / 2,
            wide,
            high,
            colour.strong if on_way else "#ffffff",
            6,
            stroke=INK,
            stroke_width=1,
        ),
        words(
            name,
            x,
            y + 5,
            13.5,
            "#ffffff" if on_way else INK,
            text_anchor="middle",
            font_weight="bold" if on_way else None,
        ),
    ]
    if on_way:
        at = way.index(name)
        parts += [
            circle(x - wide / 2, y - high / 2, 10, "#e3b23c", stroke=INK, stroke_width=1),
            words(str(at + 1), x - wide / 2, y - high / 2 + 4.5, 12.5, INK, text_anchor="middle", font_weight="bold"),
        ]
    return group(*parts)
