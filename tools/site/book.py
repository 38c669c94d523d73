"""The Markdown of one language."""

from __future__ import annotations

from pathlib import PurePosixPath

from tools.site.language import Language

#: What somebody who searches most likely wants: a rule, then a card.
BOOSTS = (("rules/rulebook", 30), ("cards/index", 1), ("cards/", 8), ("guides/", 2), ("", 1))


class Book:
    """All pages and pictures of a language, by their paths in the site's source. Each goes through `write`, once."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.pages: dict[str, str] = {}

    def write(self, page: str, text: str, lang: str = "") -> None:
        """Add a page or picture; `page` is its path, `cards/alms.md`.

        `lang` is the language of a page that is not in the book's own.
        """
        assert page not in self.pages, f"{page} is written twice"
        head = _front_matter(page, lang) if page.endswith(".md") else ""
        self.pages[page] = head + text.rstrip("\n") + "\n"


def _front_matter(page: str, lang: str) -> str:
    """How much a page counts in the search, and its language where that is another."""
    boost = next(weight for folder, weight in BOOSTS if page.startswith(folder))
    hidden = "hide: [navigation, toc]\n" if page == "index.md" else ""
    return f"---\nsearch:\n  boost: {boost}\n{hidden}" + (f"lang: {lang}\n" if lang else "") + "---\n\n"


def relative(page: str, target: str) -> str:
    """The link from one page to another: `relative("cards/alms.md", "rules/rulebook.md#t-1")`."""
    up = len(PurePosixPath(page).parents) - 1
    return "../" * up + target
