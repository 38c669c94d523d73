"""The Markdown of one language, as it is written to disk."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tools.site.language import Language
from tools.site.paths import BUILD

#: What somebody who searches most likely wants: a rule, then a card.
BOOSTS = (("rules/rulebook", 30), ("cards/index", 1), ("cards/", 8), ("guides/", 2), ("", 1))


class Book:
    """A folder of pages. Every page and picture goes through `write`, once."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.root = BUILD / language.code
        self.pages: dict[str, str] = {}

    def write(self, page: str, text: str, lang: str = "") -> None:
        """Write a page or picture; `page` is its path in the site's source, `cards/alms.md`.

        `lang` is the language of a page that is not in the book's own.
        """
        assert page not in self.pages, f"{page} is written twice"
        self.pages[page] = text
        target = self.root / page
        target.parent.mkdir(parents=True, exist_ok=True)
        head = _front_matter(page, lang) if page.endswith(".md") else ""
        target.write_text(head + text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")

    def copy(self, source: Path, page: str) -> None:
        """Copy a file as it is."""
        target = self.root / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())

    def title(self, page: str) -> str:
        """The first heading of a page."""
        for line in self.pages[page].splitlines():
            if line.startswith("# "):
                return line[2:].split(" {#")[0].replace("`", "").strip()
        raise LookupError(f"{page} has no heading")


def _front_matter(page: str, lang: str) -> str:
    """How much a page counts in the search, and its language where that is another."""
    boost = next(weight for folder, weight in BOOSTS if page.startswith(folder))
    hidden = "hide: [navigation, toc]\n" if page == "index.md" else ""
    return f"---\nsearch:\n  boost: {boost}\n{hidden}" + (f"lang: {lang}\n" if lang else "") + "---\n\n"


def relative(page: str, target: str) -> str:
    """The link from one page to another: `relative("cards/alms.md", "rules/rulebook.md#t-1")`."""
    up = len(PurePosixPath(page).parents) - 1
    return "../" * up + target
