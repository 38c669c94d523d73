"""The numbers of the set: every one with where it comes from, then the file itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serviam_rules.values import thaw
from tools.site.book import Book
from tools.site.cards.program import flow
from tools.site.language import Language
from tools.site.markdown import code, fence, paragraphs, table
from tools.site.paths import CARDS
from tools.site.ruleset import RULES

#: Parts that are programs, told whole in the file below and not number by number.
PROGRAMS = ("turn.expansion", "turn.reward", "scoring", "tie_break", "solo.turn", "solo.income")


def write(book: Book) -> None:
    """Write `reference/numbers.md`."""
    language = book.language
    head = (language.say("numbers.what"), language.say("numbers.value"), language.say("provenance.source"))
    rows = [
        (code(path), code(flow(item)), _origin(path, language)) for path, item in _leaves(thaw(RULES.source["set"]))
    ]
    text = paragraphs(
        f"# {language.say('numbers.title')}",
        language.say("numbers.lead"),
        table(head, rows),
        f"## {language.say('numbers.file')} {{#file}}",
        fence((CARDS / "set.yaml").read_text(encoding="utf-8"), "yaml"),
    )
    book.write("reference/numbers.md", text)


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for key, item in data.items():
        here = f"{path}.{key}" if path else key
        if here == "provenance" or here in PROGRAMS:
            continue
        if isinstance(item, Mapping) and item:
            yield from _leaves(item, here)
        else:
            yield here, item


def _origin(path: str, language: Language) -> str:
    """The nearest word of provenance on the way up."""
    told = RULES.numbers.provenance
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        word = told.get(".".join(parts[:length]))
        if word:
            return _link(word, language)
    return _link(told["default"], language)


def _link(word: str, language: Language) -> str:
    return f"[{language.say(f'provenance.{word}')}](provenance.md#{word})"
