"""The words of the table (`messages.table` in the file of a language). Layer 10."""

from __future__ import annotations

from serviam_rules.cli.glyphs import effect_text
from serviam_rules.cli.table.style import Style
from serviam_rules.faces.names import name_of, say
from serviam_rules.model import Card, Ruleset
from serviam_rules.text import language
from serviam_rules.text.language import Value
from serviam_rules.text.spoken import Text
from serviam_rules.values import Seat


class Words:
    """A ruleset and its words in one language, and how they look."""

    def __init__(self, rules: Ruleset, locale: str, style: Style) -> None:
        self.rules = rules
        self.locale = locale
        self.style = style
        self._spoken = language.of(rules, locale)

    @property
    def comma(self) -> str:
        """What stands between the things of a list."""
        return say(self.rules, "comma", self.locale)

    def __call__(self, key: str, **facts: Value) -> Text:
        """A word, or a sentence with facts in it; in the next language, and marked so, if this one lacks it."""
        return self._spoken.say(f"table.{key}", **facts)

    def describe(self, thing: object) -> str:
        """An event, option, action or decision in words."""
        return str(self.rules.describe(thing, self.locale))

    def text(self, card: Card) -> str:
        """What a card does."""
        return effect_text(self.rules, card, self.locale)

    def gift(self, gift: str) -> str:
        return name_of(self.rules, "gifts", gift, self.locale)

    def powerholder(self, who: str) -> str:
        return name_of(self.rules, "powerholders", who, self.locale)

    def rival(self, rival: str) -> str:
        return name_of(self.rules, "rivals", rival, self.locale)

    def organisation(self, organisation: str) -> str:
        return name_of(self.rules, "organisations", organisation, self.locale)

    def family(self, family: str) -> str:
        return name_of(self.rules, "families", family, self.locale)

    def player(self, seat: Seat, family: str) -> str:
        """A player by number and family."""
        return self("player", number=seat + 1, family=self.family(family))
