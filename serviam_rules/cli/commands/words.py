"""`serviam-rules words`: the reference of the card language."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.command import FINE, JSON, LOCALE, OUTPUT, PACKS, Argument, command, locale_of, rules_of
from serviam_rules.cli.terminal import say, say_json, width
from serviam_rules.errors import UsageError, unknown

if TYPE_CHECKING:
    from serviam_rules.effects.node import Node, Sort
    from serviam_rules.model import Ruleset


@command(
    "words",
    "cards",
    usage="[WORD]",
    does="the reference of the card language, one word or all",
    about="""\
The words that effects are made of: what each means, its arguments, and examples with what they say in the language
asked for. Without WORD, a line for each, by the place in which it can stand.""",
    examples="""\
examples:
  serviam-rules words
  serviam-rules words move
  serviam-rules words one --locale ja
  serviam-rules words --json""",
    arguments=(
        Argument("word", nargs="?", metavar="WORD", help="a word of the card language: move, each, at_least, ..."),
        LOCALE,
        PACKS,
        JSON,
        OUTPUT,
    ),
)
def words(arguments: argparse.Namespace) -> int:
    """List the words, or tell one."""
    from serviam_rules.effects import vocabulary
    from serviam_rules.effects.node import SORTS

    assert vocabulary.OPS, "the words of the language are loaded"
    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
    known = dict.fromkeys(tag for sort in SORTS for tag in sort.words)
    if arguments.word is not None and arguments.word not in known:
        raise UsageError(unknown("word", arguments.word, known))
    chosen = [(sort, cls) for sort in SORTS for tag, cls in sort.words.items() if arguments.word in (None, tag)]
    if arguments.json:
        entries = [_as_data(sort, cls) for sort, cls in chosen]
        say_json({"format": 1, "type": "words", "words": entries})
    elif arguments.word is None:
        _list(chosen)
    else:
        for at, (cls, sorts) in enumerate(_together(chosen)):
            if at:
                say()
            for line in (*_page(cls, sorts), *_examples(rules, locale, cls, sorts)):
                for part in wrap(line, width(), " " * (len(line) - len(line.lstrip()) + 2)):
                    say(part)
    return FINE


def _together(chosen: list[tuple[Sort, type[Node]]]) -> list[tuple[type[Node], list[Sort]]]:
    """Each class with the sorts it belongs to."""
    found: dict[type[Node], list[Sort]] = {}
    for sort, cls in chosen:
        found.setdefault(cls, []).append(sort)
    return list(found.items())


def _list(chosen: list[tuple[Sort, type[Node]]]) -> None:
    wide = max(len(cls.tag) for _, cls in chosen) + 2
    last: Sort | None = None
    for sort, cls in chosen:
        if sort is not last:
            say(("" if last is None else "\n") + f"{sort.name}: {sort.doc}")
            last = sort
        first = " ".join(cls.doc.split("\n\n")[0].split())
        for part in wrap(f"  {cls.tag:<{wide}}{first}", width(), " " * (wide + 2)):
            say(part)


def _page(cls: type[Node], sorts: list[Sort]) -> Iterator[str]:
    """A word for people: what it means, where it can stand, its arguments."""
    yield f"{cls.tag} ({', '.join(sort.name for sort in sorts)})"
    for paragraph in cls.doc.split("\n\n"):
        yield "  " + " ".join(paragraph.split())
    for at, argument in enumerate(cls.arguments):
        need = "" if argument.required else f" (if left out: {argument.default_in_yaml})"
        yield f"  {argument.key if at else cls.tag}: {argument.facts.doc}{need}"


def _examples(rules: Ruleset, locale: str, cls: type[Node], sorts: list[Sort]) -> Iterator[str]:
    """The examples, each with what the cards would say of it; else with what its author says."""
    from ruamel.yaml import YAML

    from serviam_rules.effects.node import STEP, parse
    from serviam_rules.errors import ServiamError
    from serviam_rules.text.language import language_of
    from serviam_rules.text.template import PhraseError

    language = language_of(rules, locale)
    yaml: Any = YAML(typ="safe", pure=True)
    for text, meaning in cls.examples.items():
        yield f"    {text}"
        said = meaning
        for sort in sorts:
            with suppress(ServiamError, PhraseError, KeyError):
                node = parse(sort, yaml.load(text))
                said = str(language.effect((node,)) if sort is STEP else language.expression(sort, node))
                break
        yield f"      {said}"


def _as_data(sort: Sort, cls: type[Node]) -> dict[str, Any]:
    return {
        "word": cls.tag,
        "stands_as": sort.name,
        "doc": cls.doc,
        "arguments": [{"key": one.key, "doc": one.facts.doc, "required": one.required} for one in cls.arguments],
        "examples": dict(cls.examples),
    }
