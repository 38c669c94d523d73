"""Writing SVG: elements from plain values, every text and attribute escaped.

`Svg` is markup that is safe to put into a document. Only this module makes it from text, so nothing that a pack's
author wrote - a name, an id, a colour - can end an element or begin one.
"""

from __future__ import annotations

import re
from typing import NewType, TypeAlias

Svg = NewType("Svg", str)
Value: TypeAlias = str | int | float

NOTHING = Svg("")
#: What XML 1.0 does not admit, escaped or not; and the signs that turn the direction of what follows.
_NEVER = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> Svg:
    """Text as markup that shows exactly this text."""
    return Svg(_NEVER.sub("", text).translate(_ESCAPES))


def number(value: float) -> str:
    """A coordinate, as short as two decimals allow: `12`, `0.5`, `-3.25`."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def tag(name: str, *children: Svg, **attributes: Value | None) -> Svg:
    """An element. `_` in an attribute's name stands for `-`, `__` for `:`; an attribute that is None is left out."""
    written = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="{_attribute(item)}"'
        for key, item in attributes.items()
        if item is not None
    )
    inside = "".join(children)
    return Svg(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def _attribute(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)


def group(*children: Svg, x: float = 0, y: float = 0, scale: float = 1, **attributes: Value | None) -> Svg:
    """Elements moved to (x, y) and then scaled."""
    moved = f"translate({number(x)} {number(y)})" if x or y else ""
    scaled = f"scale({number(scale)})" if scale != 1 else ""
    return tag("g", *children, transform=f"{moved} {scaled}".strip() or None, **attributes)


def window(*children: Svg, x: float, y: float, width: float, height: float, box: str | None = None) -> Svg:
    """Elements cut off at the edges of a rectangle, in whose corner they begin."""
    return tag(
        "svg", *children, x=x, y=y, width=width, height=height, viewBox=box or f"0 0 {number(width)} {number(height)}"
    )


def rect(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: Value | None) -> Svg:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more)


def circle(x: float, y: float, radius: float, fill: str, **more: Value | None) -> Svg:
    """A disc, or with `fill="none"` and a stroke a ring."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def path(d: str, fill: str, **more: Value | None) -> Svg:
    """A shape by its path data."""
    return tag("path", d=d, fill=fill, **more)


def words(text: str, x: float, y: float, size: float, fill: str, **more: Value | None) -> Svg:
    """One line of text, its baseline at y."""
    return tag("text", escaped(text), x=x, y=y, font_size=size, fill=fill, **more)


def document(
    *children: Svg, width: float, height: float, title: str, description: str, lang: str, prefix: str = ""
) -> str:
    """A whole SVG document that stands alone, or can be put into an HTML page as it is."""
    drawn = tag(
        "svg",
        tag("title", escaped(title)),
        tag("desc", escaped(description)),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
        lang=lang,
        xml__lang=lang,
        font_family=SANS,
    )
    return prefix + drawn + "\n"


#: Fonts that are there on most systems; the last is always. Nothing is fetched. For Chinese and Japanese every system
#: takes its own by the language of the document.
SANS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif"
SERIF = "Georgia, 'Palatino Linotype', 'Times New Roman', 'Liberation Serif', 'Noto Serif', serif"
