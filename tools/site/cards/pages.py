"""A page for each card."""

from __future__ import annotations

from serviam_rules.effects.icons import icon_of, steps_of
from serviam_rules.effects.node import unparse
from serviam_rules.faces.names import name_of
from serviam_rules.faces.provenance import stand_in
from serviam_rules.kinds import SINGULAR
from tools.site.book import Book
from tools.site.cards import worth
from tools.site.cards.cases import Cases
from tools.site.cards.facts import other_names, summary
from tools.site.cards.program import bound, flow, listing
from tools.site.cards.rules import rules_of, source
from tools.site.language import Language
from tools.site.markdown import attribute, code, escape, fence, lines_of, paragraphs, slug, table
from tools.site.paths import CASES, DOCS
from tools.site.pictures import icon_file
from tools.site.ruleset import KINDS, RULES, kind_of

RULEBOOK = "../rules/rulebook.md"


def write(book: Book, cases: Cases) -> None:
    """Write `cards/<id>.md` for every card."""
    for kind in KINDS:
        for card_id in getattr(RULES, kind):
            book.write(f"cards/{card_id}.md", _page(card_id, book.language, cases))


def _page(card_id: str, language: Language, cases: Cases) -> str:
    kind = kind_of(card_id)
    card = getattr(RULES, kind)[card_id]
    name = name_of(RULES, kind, card_id, language.code)
    program = f"{SINGULAR[kind]}/{card_id}"
    steps = listing(program, language)
    return paragraphs(
        f"# {escape(name)}",
        _standin(stand_in(kind, card.provenance), language),
        _head(card_id, name, language),
        _icons(card_id, language) if kind == "gifts" else "",
        _heading("effect", language),
        steps and language.say("card.effect", bound=bound(program)),
        steps or language.say("card.no_effect"),
        _heading("yaml", language),
        language.say("card.yaml", file=code(f"cards/{kind}/{card_id}.yaml")),
        fence(source(kind, card_id), "yaml"),
        _heading("provenance", language),
        _provenance(card_id, language),
        _heading("rules", language),
        _rules(card_id, language),
        _heading("cases", language),
        _cases(cases.get(program, []), language),
        _heading("simulation", language),
        worth.told(kind, card_id, language),
    )


def _heading(key: str, language: Language) -> str:
    return f"## {language.say(f'card.h_{key}')} {{#{key}}}"


def _standin(state: str, language: Language) -> str:
    if not state:
        return ""
    title = language.say(f"standin.{state}")
    return f'!!! warning "{title}"\n\n    {language.say(f"standin.{state}_text")}'


def _head(card_id: str, name: str, language: Language) -> str:
    """The face, and beside it the card in words."""
    text = RULES.text(card_id, language.code)
    rows = [(language.say("card.id"), code(card_id))]
    others = other_names(card_id, language)
    if others:
        rows.append((language.say("card.names"), escape(language.comma.join(others))))
    alt = attribute(language.say("card.face", name=name))
    return "\n".join(
        (
            '<div class="card-head" markdown>',
            f'<img class="face" src="../faces/{card_id}.svg" alt="{alt}" width="300" height="420">',
            '<div class="card-words" markdown>',
            f"**{escape(summary(card_id, language))}**",
            "",
            f'<p class="rule-text" data-card="{card_id}">{lines_of(text)}</p>',
            "",
            *(f"- {label}: {shown}" for label, shown in rows),
            "",
            "</div>",
            "</div>",
        )
    )


def _icons(card_id: str, language: Language) -> str:
    """A gift's icons one by one, each with what it does."""
    items: list[str] = []
    for use in RULES.gifts[card_id].icons:
        name = name_of(RULES, "icons", icon_of(use, RULES.icons).id, language.code)
        steps = ", ".join(f"<code>{attribute(flow(unparse(step)))}</code>" for step in steps_of((use,), RULES.icons))
        image = f'<img src="../{icon_file(use)}" alt="" width="66" height="96">'
        items.append(f"<li>{image} <span>{attribute(name)}: {steps}</span></li>")
    return f"{_heading('icons', language)}\n\n" + '<ol class="icons">\n' + "\n".join(items) + "\n</ol>"


def _provenance(card_id: str, language: Language) -> str:
    card = getattr(RULES, kind_of(card_id))[card_id]
    rows = [
        (
            language.say("provenance.default") if field == "default" else code(field),
            f"[{language.say(f'provenance.{word}')}](../reference/provenance.md#{word})",
        )
        for field, word in card.provenance.items()
    ]
    return table((language.say("provenance.field"), language.say("provenance.source")), rows)


def _rules(card_id: str, language: Language) -> str:
    book = (DOCS / "rules" / "rulebook.md").read_text(encoding="utf-8")
    links = [f"[{rule}]({RULEBOOK}#{slug(rule)})" for rule in rules_of(card_id, book)]
    return language.say("card.rules") + " " + language.comma.join(links)


def _cases(cases: list[tuple[str, str]], language: Language) -> str:
    if not cases:
        return language.say("card.no_cases")
    shown = cases[:12]
    items = [f'- {code(_place(file))}: <span lang="en">{escape(it)}</span>' for file, it in shown]
    more = [language.say("card.more_cases", count=len(cases) - len(shown))] if len(cases) > len(shown) else []
    return paragraphs(language.say("card.cases", count=len(cases)), "\n".join(items), *more)


def _place(file: str) -> str:
    return f"tests/cases/{file.removeprefix(CASES.as_posix()).lstrip('/')}"
