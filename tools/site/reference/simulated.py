"""What the stored simulation says: how it was made, and its tables."""

from __future__ import annotations

from typing import Any

from serviam_rules.faces.names import name_of
from tools.site.book import Book
from tools.site.cards.worth import stored
from tools.site.language import Language
from tools.site.markdown import code, escape, fence, paragraphs, table
from tools.site.ruleset import RULES


def write(book: Book) -> None:
    """Write `reference/simulation.md`."""
    language = book.language
    found = stored()
    report = found["report"]
    parts = [f"# {language.say('simulation.title')}"]
    if not report["games"]:
        book.write("reference/simulation.md", paragraphs(*parts, language.say("simulation.none")))
        return
    parts += [
        language.say(
            "simulation.lead", games=report["games"], date=found["date"], bots=", ".join(map(code, report["bots"]))
        ),
        fence(found["command"], "text"),
        language.say("simulation.honest"),
    ]
    for kind in ("gifts", "powerholders"):
        parts += [f"## {language.say(kind)} {{#{kind}}}", _table(kind, report, language)]
    book.write("reference/simulation.md", paragraphs(*parts))


def _table(kind: str, report: dict[str, Any], language: Language) -> str:
    count = "offered" if kind == "gifts" else "chosen"
    chances = "in_hand_at_offers" if kind == "gifts" else "could_be_chosen"
    found = {card_id: item for card_id, item in report[kind].items() if item[count]}
    ordered = sorted(found, key=lambda card_id: (-found[card_id]["worth"], card_id))
    head = [language.say(f"simulation.{key}") for key in ("card", count, "share", "vp", "worth")]
    rows = [
        (
            f"[{escape(name_of(RULES, kind, card_id, language.code))}](../cards/{card_id}.md)",
            str(found[card_id][count]),
            f"{100 * found[card_id][count] / found[card_id][chances]:.0f} %",
            f"{found[card_id]['vp']['mean']:.2f}",
            f"{found[card_id]['worth']:+.2f}".replace("-", "−"),
        )
        for card_id in ordered
        if card_id in getattr(RULES, kind)
    ]
    return table(head, rows)
