"""Everything that MkDocs builds one language from, as JSON: `python -m tools.site.made zh-Hans`.

Standard input holds the `cases` of an earlier output, or null: to play them all takes longer than all the rest.

`pages` are all pages and pictures, those written by hand too; `cards` the pages of cards by kind, as the navigation
lists them; `names` the Chinese names, which the search has to know as words; `cases` those that run each program.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from serviam_rules.errors import PackError


def made(code: str, cases: Any = None) -> dict[str, Any]:
    """All pages of the language with this code."""
    from tools.site import handwritten, worked
    from tools.site.book import Book
    from tools.site.cards import gallery, pages
    from tools.site.cards.cases import cases_by_program
    from tools.site.language import named
    from tools.site.pictures import pictures
    from tools.site.reference import reference
    from tools.site.ruleset import RULES
    from tools.site.search import names

    book = Book(named(code))
    cases = cases or cases_by_program()
    pages.write(book, cases)
    for write in (pictures, gallery.write, reference.write, worked.write, handwritten.write):
        write(book)
    cards = {kind: [f"cards/{card_id}.md" for card_id in getattr(RULES, kind)] for kind in gallery.ORDER}
    return {"pages": book.pages, "cards": cards, "names": names(), "cases": cases}


def main() -> int:
    """Print them. A problem in a card is told with its place, for whoever is editing it."""
    try:
        found = made(sys.argv[1], json.load(sys.stdin))
    except PackError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.buffer.write(json.dumps(found, ensure_ascii=False).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
