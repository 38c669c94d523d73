"""Small drawings that stand on many cards: stars, organisation badges, medallions, seals.

Each is drawn around (0, 0). A badge's shape tells organisations apart where colours do not.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from serviam_rules.faces.colours import GOLD, INK, PAPER, WHITE, Shades, shades
from serviam_rules.faces.measure import fit_line
from serviam_rules.faces.svg import SERIF, Svg, circle, group, number, path, rect, tag, words
from serviam_rules.model import Ruleset
from serviam_rules.values import OrganisationId, PowerholderId

#: Badge outlines 2 units high and wide, in the order of the set's organisations: shield, lozenge, octagon, ...
_SHIELD: Final = "M-.84-.92H.84V.1C.84.62.44.92 0 1.08C-.44.92-.84.62-.84.1Z"
_LOZENGE: Final = "M0-1.1L.92 0L0 1.1L-.92 0Z"
_OCTAGON: Final = "M-.4-.96H.4L.96-.4V.4L.4.96H-.4L-.96.4V-.4Z"
_ARCH: Final = "M-.82.96V-.2C-.82-.68-.44-1 0-1S.82-.68.82-.2V.96Z"
_HEXAGON: Final = "M0-1.04L.9-.52V.52L0 1.04L-.9.52V-.52Z"
_CROSS: Final = "M-.36-1H.36V-.36H1V.36H.36V1H-.36V.36H-1V-.36H-.36Z"
SHAPES: Final = (_SHIELD, _LOZENGE, _OCTAGON, _ARCH, _HEXAGON, _CROSS)


def star_path(radius: float, x: float = 0, y: float = 0) -> str:
    """The outline of a five-pointed star around (x, y)."""
    points: list[str] = []
    for at in range(10):
        far = radius if at % 2 == 0 else radius * 0.45
        angle = pi * at / 5
        points.append(f"{number(x + far * sin(angle))} {number(y - far * cos(angle))}")
    return "M" + "L".join(points) + "Z"


def stars(count: int, size: float, fill: str = GOLD, stroke: str = INK, most: int = 5) -> Svg:
    """A row of stars, their centre at (0, 0); beyond `most` a number and one star."""
    line = size * 0.09
    if count > most:
        numeral = words(str(count), -size * 0.15, size * 0.38, size * 1.05, INK, text_anchor="end", font_weight="bold")
        return group(numeral, path(star_path(size * 0.5, size * 0.45), fill, stroke=stroke, stroke_width=line))
    first = -(count - 1) * size / 2
    outlines = "".join(star_path(size * 0.5, first + at * size, 0) for at in range(count))
    return path(outlines, fill, stroke=stroke, stroke_width=line, stroke_linejoin="round")


def cluster(count: int, size: float, fill: str = GOLD, stroke: str = INK) -> Svg:
    """Stars as they fill a disc `size` wide: one, two side by side, three in a triangle, more in a row."""
    if count != 3:
        return stars(count, size * {1: 0.62, 2: 0.41}.get(count, 0.8 / min(count, 5)), fill, stroke)
    far = size * 0.215
    outlines = (
        star_path(far, 0, -far) + star_path(far, -far * 1.02, far * 0.72) + star_path(far, far * 1.02, far * 0.72)
    )
    return path(outlines, fill, stroke=stroke, stroke_width=size * 0.035, stroke_linejoin="round")


def shape_of(rules: Ruleset, organisation: OrganisationId | None) -> str | None:
    """The badge outline of an organisation, or None for none."""
    order = list(rules.organisations)
    return SHAPES[order.index(organisation) % len(SHAPES)] if organisation in order else None


def shades_of(rules: Ruleset, organisation: OrganisationId | None) -> Shades:
    """The shades of an organisation; grey for none."""
    known = rules.organisations.get(organisation) if organisation else None
    return shades(known.colour if known else "grey")


def badge(rules: Ruleset, organisation: OrganisationId | None, size: float, ring: str = PAPER) -> Svg:
    """An organisation's badge, `size` high; a bow for a gift of no category."""
    outline = shape_of(rules, organisation)
    if outline is None:
        return bow(size)
    colour = shades_of(rules, organisation)
    return group(
        path(outline, ring, stroke=ring, stroke_width=0.34, stroke_linejoin="round"),
        path(outline, colour.strong),
        group(path(outline, "none", stroke=colour.light, stroke_width=0.11), scale=0.74),
        scale=size / 2,
    )


def bow(size: float) -> Svg:
    """A wrapped box with a bow: a gift of no category."""
    grey = shades("grey")
    box = "M-.9-.2H.9V1H-.9Z"
    loops = "M0-.25C-.5-1.25-1.15-.75 0-.25C1.15-.75.5-1.25 0-.25Z"
    return group(
        path(box + loops, PAPER, stroke=PAPER, stroke_width=0.36, stroke_linejoin="round"),
        path(box, grey.strong),
        path("M-.9-.2H.9V.12H-.9Z", INK, fill_opacity=0.35),
        rect(-0.14, -0.2, 0.28, 1.2, GOLD),
        path(loops, GOLD, stroke=INK, stroke_width=0.07, stroke_linejoin="round"),
        scale=size / 2,
    )


def envelope(size: float) -> Svg:
    """A sealed letter: a threat letter (T-2)."""
    return group(
        rect(-1, -0.66, 2, 1.32, PAPER, 0.08, stroke=PAPER, stroke_width=0.3),
        rect(-1, -0.66, 2, 1.32, "#efe4cd", 0.06, stroke=INK, stroke_width=0.07),
        path("M-1-.62L0 .18L1-.62", "none", stroke=INK, stroke_width=0.07, stroke_linejoin="round"),
        path("M-1 .62L-.3-.04M1 .62L.3-.04", "none", stroke=INK, stroke_width=0.05),
        circle(0, 0.12, 0.34, "#8e1f2a", stroke=INK, stroke_width=0.06),
        path(star_path(0.2, 0, 0.12), "#e9b9b4"),
        scale=size / 2,
    )


def mask(size: float) -> Svg:
    """The conspiracy mark: a half mask on a dark seal (C-5)."""
    half = (
        "M-.66-.24C-.4-.42-.16-.3 0-.2C.16-.3.4-.42.66-.24C.7.12.46.36.26.3C.12.26.08.1 0 .1"
        "S-.12.26-.26.3C-.46.36-.7.12-.66-.24Z"
    )
    eyes = "M-.5-.06C-.38-.2-.22-.16-.14-.02C-.24.1-.42.1-.5-.06ZM.5-.06C.38-.2.22-.16.14-.02C.24.1.42.1.5-.06Z"
    return group(
        circle(0, 0, 1, INK, stroke=PAPER, stroke_width=0.13),
        circle(0, 0, 0.84, "none", stroke=GOLD, stroke_width=0.06),
        path(half, GOLD),
        path(eyes, INK),
        scale=size / 2,
    )


def medallion(rules: Ruleset, who: PowerholderId, name: str, size: float, across: float = 66) -> Svg:
    """A powerholder: the initial on the badge shape of the organisation, the name beneath,
    at most `across` wide."""
    card = rules.powerholders.get(who)
    organisation = card.organisation if card else None
    colour = shades_of(rules, organisation)
    outline = shape_of(rules, organisation) or _OCTAGON
    initial = next((sign for sign in name if sign.isalnum()), "?").upper()
    label = fit_line(name, across, size * 0.27, 6)
    return group(
        group(path(outline, colour.strong), scale=size * 0.5),
        group(path(outline, "none", stroke=colour.light, stroke_width=0.1), scale=size * 0.38),
        words(initial, 0, size * 0.16, size * 0.5, WHITE, text_anchor="middle", font_weight="bold", font_family=SERIF),
        words(label.lines[0], 0, size * 0.82, label.size, INK, text_anchor="middle", font_weight="bold"),
    )


def bullseye(size: float) -> Svg:
    """Whoever receives the gift: a target (T-4)."""
    return group(
        circle(0, 0, 1, INK),
        circle(0, 0, 0.84, PAPER),
        circle(0, 0, 0.66, INK),
        circle(0, 0, 0.48, PAPER),
        circle(0, 0, 0.28, "#b3282d"),
        scale=size / 2,
    )


def dial(size: float, *, choice: bool) -> Svg:
    """The disc behind a symbol; with a broken ring where a player chooses."""
    dashes = "0.32 0.2035" if choice else None
    return group(
        circle(0, 0, 0.93, WHITE),
        circle(0, 0, 0.93, "none", stroke=INK, stroke_width=0.12, stroke_dasharray=dashes),
        scale=size / 2,
    )


def arrow(steps: int, width: float, height: float, gain: str, loss: str, label: str) -> Svg:
    """How far a marker moves: a signpost to the right, or to the left, with the number on it."""
    tip = height * 0.46
    half, top = width / 2, height / 2
    points = f"M{number(-half)} {number(-top)}H{number(half - tip)}L{number(half)} 0L{number(half - tip)} {number(top)}H{number(-half)}L{number(-half + tip * 0.4)} 0Z"  # noqa: E501
    post = path(points, gain if steps > 0 else loss)
    shift = -tip * 0.14 if steps > 0 else tip * 0.14
    return group(
        post if steps > 0 else tag("g", post, transform="scale(-1 1)"),
        words(label, shift, height * 0.31, height * 0.86, WHITE, text_anchor="middle", font_weight="bold"),
    )
