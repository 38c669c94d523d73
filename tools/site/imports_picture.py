"""A picture of the code: its layers, what imports what, and the way a card takes. Drawn from the imports themselves."""

from __future__ import annotations

import re
import tomllib
from functools import cache

import grimp

from serviam_rules.faces.colours import INK, MUTED, PAPER, shades
from serviam_rules.faces.svg import Svg, circle, document, group, path, rect, words
from tools.site.paths import ROOT

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
_PACKAGE = "serviam_rules"
_WIDE, _ROW, _LEFT = 980.0, 62.0, 60.0
_BOX = (102.0, 30.0)


@cache
def layers() -> list[list[str]]:
    """The table of layers, the lowest first: the modules right below the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    table = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    return [re.split(r" *[:|] *", line) for line in reversed(table)]


def _imports() -> set[tuple[str, str]]:
    """Which of these modules imports from which other."""
    graph = grimp.build_graph(_PACKAGE)
    tops = {module for row in layers() for module in row}
    found: set[tuple[str, str]] = set()
    for module in graph.modules:
        for used in graph.find_modules_directly_imported_by(module):
            pair = module.split(".")[1:2] + used.split(".")[1:2]
            if len(set(pair)) == 2 and tops.issuperset(pair):
                found.add((pair[0], pair[1]))
    return found


def picture() -> str:
    """The whole picture as an SVG document."""
    places = _places()
    lines = [_edge(places, user, used) for user, used in sorted(_imports()) if used not in ("values", "errors")]
    boxes = [_box(name, place) for name, place in places.items()]
    height = _ROW * len(layers()) + 20
    told = "; ".join(f"{name}: {what}" for name, what in WAY)
    return document(
        rect(1, 1, _WIDE - 2, height - 2, PAPER, 12, stroke="#d9d2c3", stroke_width=2),
        *map(_row, range(len(layers()))),
        group(*lines),
        *boxes,
        width=_WIDE,
        height=height,
        title="Layers, imports, and the path of a card",
        description=f"Modules by layer, the lowest at the bottom; lines are imports. The path of a card: {told}.",
        lang="en",
    )


def _places() -> dict[str, tuple[float, float]]:
    """The middle of each box: rows by layer, the lowest at the bottom."""
    places: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(layers()):
        step = (_WIDE - _LEFT - 20) / len(row)
        for column, name in enumerate(row):
            places[name] = (_LEFT + step * (column + 0.5), _top(number) + _ROW / 2)
    return places


def _top(number: int) -> float:
    return 10 + _ROW * (len(layers()) - 1 - number)


def _row(number: int) -> Svg:
    top = _top(number)
    return group(
        rect(8, top + 3, _WIDE - 16, _ROW - 6, "#ffffff" if number % 2 else "#f4efe3", 6),
        words(str(number), 42, top + _ROW / 2 + 6, 17, MUTED, font_weight="bold", text_anchor="end"),
    )


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
