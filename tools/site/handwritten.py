"""Pages written by hand: `docs/**/<page>.md`, and `<page>.<language>.md` beside it where it is translated.

A line `<!-- insert: NAME ... -->` is replaced by something made from the data (`tools/site/inserts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tools.site.book import Book
from tools.site.inserts import insert
from tools.site.language import ENGLISH, LANGUAGES, Language
from tools.site.markdown import slug
from tools.site.paths import DOCS
from tools.site.rulebook import statements_marked, with_diagrams

COVERED = re.compile(r"^\| ([CSTFOD]-\d+) \|", re.MULTILINE)
INSERT = re.compile(r"^<!-- insert: ([a-z-]+)(?: (.*?))? -->$", re.MULTILINE)


def write(book: Book) -> None:
    """Write every page; one that is not translated in English, with a note above."""
    for source in sources():
        page = source.relative_to(DOCS).as_posix()
        own = source.with_suffix(f".{book.language.code}.md")
        if book.language == ENGLISH or own.exists():
            book.write(page, _made(page, own if own.exists() else source, book.language))
        else:
            book.write(page, _noted(_made(page, source, ENGLISH), book.language), ENGLISH.code)


def _made(page: str, source: Path, language: Language) -> str:
    """A page as it goes into the site: with what is made from the data put in."""

    def put_in(found: re.Match[str]) -> str:
        return insert(found[1], found[2] or "", language, page)

    def draw(name: str) -> str:
        return insert("diagram", name, language, page)

    text = INSERT.sub(put_in, source.read_text(encoding="utf-8"))
    if page == "rules/rulebook.md":
        text = statements_marked(with_diagrams(text, draw), language)
    if page == "reference/rules-coverage.md":
        text = COVERED.sub(lambda found: f"| [{found[1]}](../rules/rulebook.md#{slug(found[1])}) |", text)
    return text


def sources() -> Iterator[Path]:
    """The English pages."""
    tags = {f".{language.code}" for language in LANGUAGES}
    for path in sorted(DOCS.rglob("*.md")):
        if Path(path.stem).suffix not in tags:
            yield path


def _noted(text: str, language: Language) -> str:
    """An English page within another language: a note under the heading."""
    head, heading, rest = _split(text)
    note = f'!!! note "{language.say("site.untranslated_title")}"\n\n    {language.say("site.untranslated")}'
    return f"{head}{heading}\n\n{note}\n{rest}"


def _split(text: str) -> tuple[str, str, str]:
    head, mark, rest = text.partition("# ")
    heading, _, rest = (mark + rest).partition("\n")
    return head, heading, rest
