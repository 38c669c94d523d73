"""The one that speaks for a ruleset: what `Ruleset.text`, `describe`, `face` and `find` ask."""

from __future__ import annotations

from typing import Final

from serviam_rules.model import Card, Ruleset, Speaker
from serviam_rules.text.spoken import Text


class Words:
    """Turns cards, actions and events into words and pictures. Each part is loaded when it is first asked."""

    def text(self, rules: Ruleset, card_id: str, locale: str) -> Text:
        """The rule text of a card. UsageError for an unknown card or locale."""
        from serviam_rules.text import card

        return card.text(rules, card_id, locale)

    def describe(self, rules: Ruleset, thing: object, locale: str) -> Text:
        """An action, option, decision, event or outcome in words."""
        from serviam_rules.text import messages

        return messages.describe(rules, thing, locale)

    def face(self, rules: Ruleset, card_id: str, locale: str) -> str:
        """The card's face as SVG."""
        from serviam_rules.faces import face

        return face(rules, card_id, locale)

    def find(self, rules: Ruleset, name: str) -> Card:
        """The card with this id, name or alias. UsageError with the nearest known name."""
        from serviam_rules.text import find

        return find.find(rules, name)


SPEAKER: Final[Speaker] = Words()
