"""The pages of the site as files: links, anchors, texts."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LANGUAGES = ("en", "zh-Hans", "ja")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Page(HTMLParser):
    """What a page links to, its anchors, and the text of elements with a class that is asked for."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.classes: dict[str, list[str]] = {}
        self._open: list[tuple[str, tuple[str, ...]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids and links."""
        given = {key: value or "" for key, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and "name" in given:
            self.ids.add(given["name"])
        for key in ("href", "src"):
            if key in given:
                self.links.append((tag, given[key]))
        names = tuple(given.get("class", "").split())
        for name in names:
            self.classes.setdefault(name, []).append("")
        if tag == "br":
            self.handle_data("\n")
        if tag not in VOID:
            self._open.append((tag, names))

    def handle_endtag(self, tag: str) -> None:
        """Close the element."""
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        """Note the text for every class around it."""
        for _, names in self._open:
            for name in names:
                self.classes[name][-1] += data


@cache
def page(path: Path) -> Page:
    """A page of the site."""
    return Page(path.read_text(encoding="utf-8"))


def all_pages(site: Path) -> list[Path]:
    """Every HTML page of every language."""
    return [path for language in LANGUAGES for path in sorted((site / language).rglob("*.html"))]


def target(path: Path, link: str) -> tuple[Path, str] | None:
    """The file and the anchor that a link of a page leads to; None for one that leads outside."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    file = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
    if file.is_dir():
        file /= "index.html"
    return file, unquote(parts.fragment)
