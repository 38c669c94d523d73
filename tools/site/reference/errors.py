"""Every error code with what it means, as the library declares it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from serviam_rules.codes import ACTIONS, OF_PACKS, Code
from tools.site.book import Book
from tools.site.markdown import code, link_rules, paragraphs, table


def write(book: Book) -> None:
    """Write `reference/errors.md`."""
    language = book.language
    head = (language.say("errors.code"), language.say("errors.message"))
    parts: list[str] = []
    for key, codes in (("actions", ACTIONS), ("packs", OF_PACKS.values())):
        parts += [f"## {language.say(f'errors.{key}')} {{#{key}}}", language.say(f"errors.{key}_lead")]
        parts.append(table(head, _rows(codes)))
    text = paragraphs(f"# {language.say('errors.title')}", language.say("errors.lead"), *parts)
    book.write("reference/errors.md", text)


def _rows(codes: Iterable[Code]) -> Iterator[tuple[str, str]]:
    for one in sorted(codes):
        cited = f" ({link_rules(one.rule, '../rules/rulebook.md')})" if one.rule else ""
        explained = one is OF_PACKS.get(one.code)
        told = f"[{code(one.code)}](pack-errors.md#{one.code})" if explained else code(one.code)
        yield f'<span id="{one.code}">{told}</span>{cited}', f'<span lang="en">{one.means}</span>'
