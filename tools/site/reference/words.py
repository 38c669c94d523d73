"""The words of the card language: a page for each group of sorts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from serviam_rules.effects.node import SORTS, STEP, Argument, GrammarError, Node, Sort, parse
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.strict_yaml.source import read_text
from serviam_rules.text.language import language_of
from tools.site.book import Book
from tools.site.language import LANGUAGES, Language
from tools.site.markdown import code, escape, fence, link_rules, paragraphs, table
from tools.site.ruleset import RULES
from tools.site.translated import argument_id, home, translated, word_id

#: The pages, and the sorts on each.
PAGES = {
    "steps": ("step", "branch"),
    "powerholders": ("who", "people"),
    "places": ("place", "places", "spot"),
    "gifts": ("gift", "hand", "cards"),
    "players": ("player", "players"),
    "amounts": ("amount", "collection"),
    "conditions": ("condition",),
    "decks": ("deck", "turnable", "replaceable"),
    "rules": ("rule", "moment", "until"),
}
RULEBOOK = "../../rules/rulebook.md"
assert OPS, "the words of the language are loaded"


def write(book: Book) -> None:
    """Write `reference/words/<page>.md`, and the index of all words."""
    language = book.language
    sorts = {sort.name: sort for sort in SORTS}
    assert {name for names in PAGES.values() for name in names} == set(sorts), "every sort has a page"
    for page, names in PAGES.items():
        parts = [part for name in names for part in _sort(sorts[name], language)]
        title = language.say(f"words.{page}")
        book.write(f"reference/words/{page}.md", paragraphs(f"# {title}", *parts))
    book.write("reference/words/index.md", _index(sorts, language))


def _index(sorts: dict[str, Sort], language: Language) -> str:
    rows = [
        (f"[{escape(sort.name)}]({page}.md#{sort.name})", translated(sort.name, language), _links(sort, page))
        for page, names in PAGES.items()
        for sort in (sorts[name] for name in names)
    ]
    head = (language.say("words.sort"), language.say("words.meaning"), language.say("words.words"))
    return paragraphs(
        f"# {language.say('words.title')}", language.say("words.lead", count=len(STEP.words)), table(head, rows)
    )


def _links(sort: Sort, page: str) -> str:
    return " ".join(f"[`{tag}`]({_page_of(sort, tag, page)}#{_anchor(sort, tag)})" for tag in sort.words)


def _page_of(sort: Sort, tag: str, page: str) -> str:
    place = home(sort.words[tag])
    return f"{next(name for name, names in PAGES.items() if place.name in names)}.md" if place != sort else f"{page}.md"


def _anchor(sort: Sort, tag: str) -> str:
    return f"{home(sort.words[tag]).name}-{tag}"


def _sort(sort: Sort, language: Language) -> Iterator[str]:
    yield f"## {escape(sort.name)} {{#{sort.name}}}"
    yield translated(sort.name, language)
    elsewhere = [tag for tag, cls in sort.words.items() if home(cls) != sort]
    if elsewhere:
        links = " ".join(f"[`{tag}`]({_page_of(sort, tag, '')}#{_anchor(sort, tag)})" for tag in elsewhere)
        yield f"{language.say('words.elsewhere')} {links}"
    for tag, cls in sort.words.items():
        if home(cls) == sort:
            yield from _word(sort, tag, cls, language)


def _word(sort: Sort, tag: str, cls: type[Node], language: Language) -> Iterator[str]:
    yield f"### {code(tag)} {{#{sort.name}-{tag}}}"
    yield link_rules(translated(word_id(cls), language), RULEBOOK)
    if cls.arguments:
        head = [language.say(f"words.{column}") for column in ("argument", "what", "takes", "default")]
        rows = [_argument(at, argument, sort, cls, language) for at, argument in enumerate(cls.arguments)]
        yield table(head, rows)
    yield _examples(sort, cls, language)
    if sort is STEP:
        yield _mistakes(sort, tag, cls, language)


def _argument(
    at: int, argument: Argument, sort: Sort, cls: type[Node], language: Language
) -> tuple[str, str, str, str]:
    key = cls.tag if at == 0 else argument.key
    default = language.say("words.required") if argument.required else code(argument.default_in_yaml)
    return code(key), translated(argument_id(cls, argument), language), _takes(argument, sort, language), default


def _takes(argument: Argument, sort: Sort, language: Language) -> str:
    facts = argument.facts
    if facts.kind in ("node", "nodes", "pair"):
        inner = argument.sort_in(sort)
        page = next(name for name, names in PAGES.items() if inner.name in names)
        return language.say(f"words.{facts.kind}", sort=f"[{inner.name}]({page}.md#{inner.name})")
    if facts.kind == "integer":
        return language.say("words.integer", least=facts.least, most=facts.most)
    if facts.kind == "id":
        return language.say("words.id", kind=code(facts.of))
    return language.say(f"words.{facts.kind}")


def _examples(sort: Sort, cls: type[Node], language: Language) -> str:
    """Every example as YAML, with its text in all languages."""
    head = [language.say("words.yaml"), *(one.name for one in LANGUAGES)]
    sorts = {example: _sort_of(cls, yaml(example), sort) for example in cls.examples}
    rows = [(code(example), *(_told(sorts[example], example, one) for one in LANGUAGES)) for example in cls.examples]
    return table(head, rows) if rows else ""


def _sort_of(cls: type[Node], data: Any, first: Sort) -> Sort:
    """The sort as which an example of a word can be read: the first of those that have the word."""
    for sort in (first, *SORTS):
        if cls in sort.words.values():
            with suppress(GrammarError):
                parse(sort, data)
                return sort
    return first


def _told(sort: Sort, example: str, language: Language) -> str:
    words = in_words(sort, yaml(example), language)
    return f'<span lang="{language.code}">{escape(words)}</span>'


def yaml(text: str) -> Any:
    """A piece of YAML as plain data."""
    source, problems = read_text(f"example: {text}\n", "example")
    assert source is not None, problems
    return source.data["example"]


def in_words(sort: Sort, data: Any, language: Language) -> str:
    """An expression in words."""
    speaks = language_of(RULES, language.code)
    node = parse(sort, data)
    return str(speaks.effect((node,)) if sort is STEP else speaks.expression(sort, node))


def _mistakes(sort: Sort, tag: str, cls: type[Node], language: Language) -> str:
    """What the library says of likely mistakes, each made on purpose."""
    tried: list[Any] = []
    first = yaml(next(iter(cls.examples)))
    if isinstance(first, dict):
        tried.append({_misspelt(key) if key == tag else key: item for key, item in first.items()})
        tried.append({**first, "twice": True})
    needed = [argument.key for at, argument in enumerate(cls.arguments) if at and argument.required]
    if needed and isinstance(first, dict):
        tried.append({key: item for key, item in first.items() if key != needed[0]})
    lines = [line for data in tried for line in _complaint(sort, data)]
    return paragraphs(language.say("words.mistakes"), fence("\n\n".join(lines), "text")).strip() if lines else ""


def _misspelt(word: str) -> str:
    return word[:-2] + word[-1] if len(word) > 3 else word + word[-1]


def _complaint(sort: Sort, data: Any) -> Iterator[str]:
    from tools.site.cards.program import flow

    try:
        parse(sort, data)
    except GrammarError as error:
        yield f"{flow(data)}\n    {error.code}: {error.message}"
