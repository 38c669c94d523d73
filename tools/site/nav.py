"""The navigation of one language, from `docs/nav.json` and the pages that were written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tools.site.book import Book
from tools.site.cards.gallery import ORDER
from tools.site.handwritten import sources
from tools.site.paths import DOCS
from tools.site.ruleset import RULES


def navigation(book: Book) -> list[Any]:
    """The `nav` of MkDocs: sections by their names in the language, pages by their first headings."""
    plan: list[Any] = json.loads((DOCS / "nav.json").read_text(encoding="utf-8"))
    for entry in plan:
        if isinstance(entry, dict):
            entry["pages"] += _unlisted(entry["section"], plan)
    return [_entry(entry, book) for entry in plan]


def _unlisted(section: str, plan: list[Any]) -> list[str]:
    """Hand-written pages of a section's folder that the plan does not name: they come last."""
    pages = (source.relative_to(DOCS).as_posix() for source in sources())
    return [page for page in pages if page.startswith(f"{section}/") and page not in set(_named(plan))]


def _named(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            yield from _named(entry["pages"])


def _entry(entry: Any, book: Book) -> Any:
    if isinstance(entry, str):
        return {book.language.say("nav.home") if entry == "index.md" else book.title(entry): entry}
    title = book.language.say(f"nav.{entry['section']}")
    pages = [_entry(page, book) for page in entry["pages"]]
    if entry["section"] == "cards":
        pages += [{book.language.say(kind): _cards(kind, book)} for kind in ORDER]
    return {title: pages}


def _cards(kind: str, book: Book) -> list[Any]:
    return [{book.title(f"cards/{card_id}.md"): f"cards/{card_id}.md"} for card_id in getattr(RULES, kind)]
