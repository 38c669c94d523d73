"""The icons of gifts."""

from __future__ import annotations

from serviam_rules.effects.icons import icon_of
from serviam_rules.faces.names import name_of
from tools.site.book import Book
from tools.site.language import Language
from tools.site.markdown import code, escape, fence, paragraphs
from tools.site.paths import CARDS
from tools.site.ruleset import RULES


def write(book: Book) -> None:
    """Write `reference/icons.md`."""
    language = book.language
    parts = [part for icon_id in RULES.icons for part in _icon(icon_id, language)]
    text = paragraphs(f"# {language.say('icons.title')}", language.say("icons.lead"), *parts)
    book.write("reference/icons.md", text)


def _icon(icon_id: str, language: Language) -> list[str]:
    icon = RULES.icons[icon_id]
    name = name_of(RULES, "icons", icon_id, language.code)
    parameters = language.comma.join(
        f"{code(key)} ({language.say(f'icons.{kind}')})" for key, kind in icon.parameters.items()
    )
    uses = [card for card in RULES.gifts.values() if any(icon_of(use, RULES.icons) is icon for use in card.icons)]
    links = language.comma.join(
        f"[{escape(name_of(RULES, 'gifts', card.id, language.code))}](../cards/{card.id}.md)" for card in uses
    )
    return [
        f"## {escape(name)} {{#{icon_id}}}",
        f'<img src="../faces/{icon_id}.svg" alt="" width="66" height="96">',
        "\n".join(
            (
                f"- {language.say('icons.words')} {escape(RULES.text(icon_id, language.code))}",
                f"- {language.say('icons.parameters')} {parameters}",
                f"- {language.say('icons.uses')} {links}" if links else "",
            )
        ),
        fence((CARDS / "icons" / f"{icon_id}.yaml").read_text(encoding="utf-8"), "yaml"),
    ]
