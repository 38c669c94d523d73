"""The numbers of the set: every one with where it comes from, then the file itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules.fields import Record, Shape, Sources, Table, fields
from serviam_rules.model import Numbers, Ruleset
from serviam_rules.values import thaw
from tools.site.book import Book
from tools.site.cards.program import flow
from tools.site.language import Language
from tools.site.markdown import code, fence, paragraphs, table
from tools.site.paths import CARDS
from tools.site.ruleset import RULES


def write(book: Book) -> None:
    """Write `reference/numbers.md`."""
    language = book.language
    head = (language.say("numbers.what"), language.say("numbers.value"), language.say("provenance.source"))
    rows = [(code(path), code(flow(item)), _origin(path, language)) for path, item in leaves(RULES)]
    text = paragraphs(
        f"# {language.say('numbers.title')}",
        language.say("numbers.lead"),
        table(head, rows),
        f"## {language.say('numbers.file')} {{#file}}",
        fence((CARDS / "set.yaml").read_text(encoding="utf-8"), "yaml"),
    )
    book.write("reference/numbers.md", text)


def leaves(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    """Every number of a ruleset with its path: `hand.drawn`."""
    return _leaves(Record(Numbers), thaw(rules.source["set"]))


def _leaves(shape: Shape, data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each number with its path. Programs stand whole in the file below, sources beside each number."""
    match shape:
        case Record() if data:
            parts = {name: field.shape for name, field in fields(shape.kind).items() if name in data}
        case Table() if data:
            parts = dict.fromkeys(data, shape.item)
        case _:
            if not (isinstance(shape, Sources) or shape.program):
                yield path, data
            return
    for name, inner in parts.items():
        yield from _leaves(inner, data[name], f"{path}.{name}" if path else name)


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
