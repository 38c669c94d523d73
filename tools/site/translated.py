"""What a word of the card language means, in the languages of the site. `python -m tools.site.translated` lists gaps.

`words/language.json` holds the sentences of the code by the ids of what they are about: `step` a sort, `step/move` a
word, `step/move.by` an argument. Beside each translation stands the English it was made from. What is new or says
something else by now is shown in English, marked as such, until somebody translates it.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from functools import cache

from serviam_rules.effects.node import SORTS, Argument, Node, Sort
from serviam_rules.effects.vocabulary import OPS
from tools.site.language import ENGLISH, LANGUAGES, Language
from tools.site.paths import WORDS

assert OPS, "the words of the language are loaded"


@cache
def known() -> dict[str, dict[str, str]]:
    """The translations: id -> language -> sentence."""
    found: dict[str, dict[str, str]] = json.loads((WORDS / "language.json").read_text(encoding="utf-8"))
    return found


def translated(key: str, language: Language) -> str:
    """The sentence with this id in a language, as Markdown; in English, and marked so, if it is not translated."""
    english = sentences()[key]
    if language == ENGLISH:
        return english
    told = known().get(key, {})
    if told.get(ENGLISH.code) != english or language.code not in told:
        return f'<span lang="en">{html.escape(english, quote=False)}</span>'
    return told[language.code]


@cache
def sentences() -> dict[str, str]:
    """Every sentence of the code by its id."""
    found: dict[str, str] = {}
    for sort in SORTS:
        found[sort.name] = _line(sort.doc)
        for cls in sort.words.values():
            if home(cls) == sort:
                found[word_id(cls)] = _line(cls.doc)
                found |= {argument_id(cls, one): _line(one.facts.doc) for one in cls.arguments}
    return found


def home(cls: type[Node]) -> Sort:
    """The first sort that has this word: where it is explained."""
    return next(sort for sort in SORTS if cls in sort.words.values())


def word_id(cls: type[Node]) -> str:
    """The id of a word: `step/move`."""
    return f"{home(cls).name}/{cls.tag}"


def argument_id(cls: type[Node], argument: Argument) -> str:
    """The id of an argument: `step/move.by`; the main one has the name of the word."""
    return f"{word_id(cls)}.{cls.tag if argument == cls.arguments[0] else argument.key}"


def _line(doc: str | None) -> str:
    """A docstring in one line."""
    return " ".join((doc or "").split())


def gaps() -> Iterator[str]:
    """What is not translated, or from other words than the code has by now."""
    for key, english in sentences().items():
        told = known().get(key, {})
        lacking = [one.code for one in LANGUAGES if one.code not in told]
        if told.get(ENGLISH.code) != english or lacking:
            yield f"{key}: {english} [{', '.join(lacking) or 'translated from: ' + told[ENGLISH.code]}]"


if __name__ == "__main__":
    for line in gaps():
        print(line)
