"""Every picture of the site: card faces, icons, diagrams."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from serviam_rules.effects.icons import icon_of
from serviam_rules.faces import diagrams, face
from serviam_rules.faces.card import icon_document
from serviam_rules.faces.names import name_of
from tools.site.book import Book
from tools.site.imports_picture import picture
from tools.site.measured import PLOTS
from tools.site.recording import recording
from tools.site.ruleset import KINDS, RULES

DIAGRAMS = {
    "track": diagrams.track,
    "setup": diagrams.setup,
    "turn": diagrams.turn,
    "solo-round": diagrams.solo_round,
    "solo-table": diagrams.solo_table,
}


def pictures(book: Book) -> None:
    """Write all pictures of a language."""
    locale = book.language.code
    for kind in (*KINDS, "icons"):
        for card_id in getattr(RULES, kind):
            book.write(f"faces/{card_id}.svg", face(RULES, card_id, locale))
    for name, draw in DIAGRAMS.items():
        book.write(f"diagrams/{name}.svg", draw(RULES, locale))
    book.write("diagrams/imports.svg", picture())
    for name, plot in PLOTS.items():
        book.write(f"diagrams/{name}.svg", plot())
    book.write("recordings/play.svg", recording(book.language))
    for card in RULES.gifts.values():
        for use in card.icons:
            if icon_file(use) not in book.pages:
                name = name_of(RULES, "icons", icon_of(use, RULES.icons).id, locale)
                book.write(icon_file(use), icon_document(RULES, use, name, name, locale))


def icon_file(use: Mapping[str, Any]) -> str:
    """The file that shows this use of an icon: `faces/use-holder-kurt-move-1.svg`."""
    parts = "-".join(f"{key}-{item}" for key, item in use.items())
    return f"faces/use-{re.sub('[^a-z0-9]+', '-', parts.lower().replace('--', '-minus-'))}.svg"
