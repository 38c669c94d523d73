"""Names of cards, organisations and families in a language, with a fallback that can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from serviam_rules.model import Ruleset
from serviam_rules.text.localised import Text

#: Kinds that are no cards -> where a language has their names among its messages.
MESSAGES: Final = {"phase": "phases", "difficulty": "difficulties", "arrangement": "arrangements"}


class Names:
    """The names of a ruleset in one language; `chain` are the languages to look in, the wanted one first."""

    def __init__(self, rules: Ruleset, chain: tuple[str, ...]) -> None:
        self._rules = rules
        self._chain = chain
        self._own: str = rules.source["language"]

    def name(self, kind: str, key: str) -> Text:
        """The name of a thing; in the cards' own language where no other has one. KeyError for an unknown thing."""
        thing: Any = self.things(kind)[key]
        for language in self._chain:
            written = self.entry(language, kind, key).get("name")
            if isinstance(written, str) and written.strip():
                return Text(written, language, language != self._chain[0])
        return Text(thing.name, self._own, self._own != self._chain[0])

    def spellings(self, kind: str, key: str) -> tuple[str, ...]:
        """The name that is shown, and others that mean the same thing in this language."""
        shown = self.name(kind, key)
        others = [*self.entry(self._chain[0], kind, key).get("aliases", ())]
        if self._chain[0] == self._own:
            others.extend(getattr(self.things(kind)[key], "aliases", ()))
        return (str(shown), *others)

    def things(self, kind: str) -> Mapping[str, Any]:
        """Everything of a kind, by id."""
        found: Mapping[str, Any] = getattr(self._rules, kind)
        return found

    def entry(self, language: str, kind: str, key: str) -> Mapping[str, Any]:
        """What a language's file says of a thing: its name, aliases, flavour, text; nothing if it says nothing."""
        return entry(self._rules, language, kind, key)


def entry(rules: Ruleset, language: str, kind: str, key: str) -> Mapping[str, Any]:
    """What a language's file says of a thing."""
    found: Mapping[str, Any] = rules.source["locales"].get(language, {}).get("names", {}).get(kind, {}).get(key) or {}
    return found
