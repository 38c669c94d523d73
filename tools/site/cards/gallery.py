"""The gallery: all cards as a list, which a script lets readers filter."""

from __future__ import annotations

from serviam_rules.faces.names import name_of, stars
from tools.site.book import Book
from tools.site.cards.facts import facts, summary
from tools.site.language import Language
from tools.site.markdown import attribute, paragraphs
from tools.site.ruleset import KINDS, RULES

ORDER = ("powerholders", "gifts", "rivals")


def write(book: Book) -> None:
    """Write `cards/index.md`."""
    language = book.language
    text = paragraphs(
        f"# {language.say('cards.title')}",
        language.say("cards.lead", count=sum(len(getattr(RULES, kind)) for kind in KINDS)),
        _standins(language),
        _form(language),
        *[part for kind in ORDER for part in (f"## {language.say(kind)} {{#{kind}}}", _list(kind, language))],
    )
    book.write("cards/index.md", text)


def _standins(language: Language) -> str:
    return f'!!! warning "{language.say("standin.title")}"\n\n    {language.say("standin.text")}'


def _form(language: Language) -> str:
    choices = {
        "kind": [(kind, language.say(kind)) for kind in ORDER],
        "organisation": [(key, name_of(RULES, "organisations", key, language.code)) for key in RULES.organisations],
        "rank": [(str(rank), str(stars(RULES, rank, language.code))) for rank in range(RULES.numbers.ranks, 0, -1)],
        "icon": [(key, name_of(RULES, "icons", key, language.code)) for key in RULES.icons],
        "mark": [(key, language.say(key)) for key in ("conspiracy", "threat_letter", "stand-in", "partly")],
    }
    fields = "".join(_field(name, options, language) for name, options in choices.items())
    one, many = language.say("filter.one"), language.say("filter.many")
    count = f'<output class="filter-count" data-one="{one}" data-many="{many}"></output>'
    reset = f'<button type="reset">{language.say("filter.reset")}</button>'
    label = attribute(language.say("filter.title"))
    return f'<form class="filter" id="filter" aria-label="{label}" hidden>{fields}{reset}{count}</form>'


def _field(name: str, options: list[tuple[str, str]], language: Language) -> str:
    items = "".join(f'<option value="{attribute(key)}">{attribute(label)}</option>' for key, label in options)
    every = f'<option value="">{language.say("filter.all")}</option>'
    label = language.say(f"filter.{name}")
    return (
        f'<label for="filter-{name}">{label} <select id="filter-{name}" name="{name}">{every}{items}</select></label>'
    )


def _list(kind: str, language: Language) -> str:
    items = "\n".join(_item(card_id, language) for card_id in getattr(RULES, kind))
    return f'<ul class="gallery">\n{items}\n</ul>'


def _item(card_id: str, language: Language) -> str:
    known = facts(card_id)
    data = {
        "kind": known.kind,
        "organisation": known.organisation,
        "rank": known.rank,
        "icon": " ".join(known.icons),
        "mark": " ".join(known.marks),
    }
    written = "".join(f' data-{key}="{attribute(item)}"' for key, item in data.items())
    name = attribute(name_of(RULES, known.kind, card_id, language.code))
    face = f'<img src="../faces/{card_id}.svg" alt="" width="250" height="350" loading="lazy">'
    text = f'<span class="name">{name}</span> <span class="facts">{attribute(summary(card_id, language))}</span>'
    return f'<li id="card-{card_id}"{written}><a href="{card_id}.html">{face}{text}</a></li>'
