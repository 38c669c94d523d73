"""What all card faces share: the paper, the panel, the name, the rule text, the mark of a stand-in.

A face is 250 x 350 units. The grid: an edge of 12, a panel of 226 x 112 on top, the name, and below it what the card
does.
"""

from __future__ import annotations

from typing import Final

from serviam_rules.faces.colours import EDGE, INK, PAPER
from serviam_rules.faces.measure import BOLD, LINE, fit, fit_line, width
from serviam_rules.faces.names import say
from serviam_rules.faces.svg import NOTHING, SERIF, Svg, group, path, rect, words
from serviam_rules.model import Ruleset

WIDTH: Final = 250.0
HEIGHT: Final = 350.0
MARGIN: Final = 12.0
INNER: Final = WIDTH - 2 * MARGIN
PANEL: Final = 112.0
FOOT: Final = 322.0


def sheet() -> Svg:
    """The card itself."""
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, PAPER, 15, stroke=INK, stroke_width=2)


def panel(drawn: Svg, colour: str, height: float = PANEL) -> Svg:
    """The picture on top, in a frame."""
    return group(
        drawn,
        rect(0, 0, INNER, height, "none", stroke=colour, stroke_width=2.5),
        x=MARGIN,
        y=MARGIN,
    )


def heading(name: str, y: float) -> Svg:
    """The card's name in the middle, as large as its line allows."""
    fitted = fit_line(name, INNER - 18, 22, 10)
    return words(
        fitted.lines[0], WIDTH / 2, y, fitted.size, INK, text_anchor="middle", font_weight="bold", font_family=SERIF
    )


def caption(text: str, y: float, colour: str, size: float = 12.5) -> Svg:
    """A small line in the middle: the organisation, the kind of card."""
    fitted = fit_line(text, INNER - 30, size, 8)
    return words(fitted.lines[0], WIDTH / 2, y, fitted.size, colour, text_anchor="middle", font_weight="bold")


def rule(y: float, colour: str = EDGE) -> Svg:
    """A thin line across with a lozenge in its middle."""
    middle = WIDTH / 2
    lines = f"M{MARGIN + 10:g} {y:g}H{middle - 8:g}M{middle + 8:g} {y:g}H{WIDTH - MARGIN - 10:g}"
    lozenge = f"M{middle:g} {y - 3.5:g}L{middle + 4.5:g} {y:g}L{middle:g} {y + 3.5:g}L{middle - 4.5:g} {y:g}Z"
    return group(path(lines, "none", stroke=colour, stroke_width=1.2), path(lozenge, colour))


def rule_text(text: str, top: float, bottom: float, largest: float = 14.5, indent: float = 4) -> Svg:
    """The rule text, wrapped, as large as the space between `top` and `bottom` allows, in its middle."""
    fitted = fit(text, INNER - 2 * indent, bottom - top, largest, 7.5)
    first = top + (bottom - top - fitted.height) / 2 + fitted.size * 1.02
    step = fitted.size * LINE
    lines = [
        words(line, WIDTH / 2, first + at * step, fitted.size, INK, text_anchor="middle")
        for at, line in enumerate(fitted.lines)
        if line
    ]
    return group(*lines)


def foot(rules: Ruleset, mark: str, right: str, locale: str, colour: str) -> Svg:
    """The last line: the mark of a stand-in, hatched so that it is seen from afar, and a note to its right."""
    note_width = 34.0 if right else 0.0
    note = (
        words(right, WIDTH - MARGIN - 2, FOOT + 13, 14, colour, text_anchor="end", font_weight="bold")
        if right
        else NOTHING
    )
    if not mark:
        return note
    space = INNER - note_width
    return group(_hatching(space), _mark_words(say(rules, mark, locale), space), note)


def _hatching(space: float) -> Svg:
    step, height, x = 6.0, 18.0, MARGIN
    lines = "".join(
        f"M{x + at * step:g} {FOOT + height:g}L{x + at * step + 5:g} {FOOT:g}"
        for at in range(int((space - 5) / step) + 1)
    )
    return group(
        rect(x, FOOT, space, height, "#fff3d1"),
        path(lines, "none", stroke="#e0b347", stroke_width=1.6),
        rect(x, FOOT, space, height, "none", stroke="#8a6200", stroke_width=1.2, stroke_dasharray="4 2.5"),
    )


def _mark_words(text: str, space: float) -> Svg:
    fitted = fit_line(text, space - 22, 11, 7)
    middle = MARGIN + space / 2
    across = min(space - 8, width(fitted.lines[0]) * fitted.size * BOLD + 10)
    return group(
        rect(middle - across / 2, FOOT + 1.6, across, 14.8, "#fff3d1", 2),
        words(fitted.lines[0], middle, FOOT + 12.8, fitted.size, "#6b4a00", text_anchor="middle", font_weight="bold"),
    )
