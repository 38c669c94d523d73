"""What of a card's rule text stands on its face: what the card does. What a face draws is not said again."""

from __future__ import annotations

from typing import Final

from serviam_rules.model import Ruleset
from serviam_rules.text import card
from serviam_rules.text.language import language_of
from serviam_rules.text.meaning import EFFECT, meaning

#: Facts of the rule text that are drawn: a category as a badge, marks as seals, those a rival names as medallions.
DRAWN: Final = frozenset({"category", "conspiracy", "threat_letter", "powerholder", "names"})
#: Facts that are the effect with its title before it; the title stands above the box.
TITLED: Final = frozenset({"effetto_ordine", EFFECT})


def wording(rules: Ruleset, card_id: str, locale: str) -> str:
    """The words on the face of a card: its rule text without the facts that are drawn."""
    language, meant = language_of(rules, locale), meaning(rules, card_id)
    return "\n".join(
        card.effect(language, meant) if fact[0] in TITLED else card.line(language, meant, fact)
        for fact in meant.facts
        if fact[0] not in DRAWN
    )
