"""Finding a card by what people call it: its id, its name or an alias, in any language."""

from __future__ import annotations

from typing import Final

from serviam_rules.errors import UsageError, nearest
from serviam_rules.kinds import NAMED, PLAYED
from serviam_rules.model import Card, Ruleset
from serviam_rules.text.folding import fold_name
from serviam_rules.text.language import known
from serviam_rules.text.names import entry

#: Where a name is looked for, in order: icons come last.
_IN_ORDER: Final = (*PLAYED.values(), NAMED["icon"])


def find(rules: Ruleset, name: object) -> Card:
    """The card with this id, name or alias in any language. Case, width, accents and punctuation do not matter.

    An id goes before a name, and a gift before other cards. UsageError, with the nearest name, for what no card is
    called.
    """
    if not isinstance(name, str):
        raise UsageError(f"a card is found by its name, a text, not by {type(name).__name__}")
    for kind in _IN_ORDER:
        cards = getattr(rules, kind)
        if name in cards:
            found: Card = cards[name]
            return found
    names = _names(rules)
    folded = fold_name(name)
    if folded not in names:
        shown = {written: written for written, _ in names.values()}
        raise UsageError(f"no card is called {name[:60]!r}{nearest(name, shown)}")
    return names[folded][1]


def _names(rules: Ruleset) -> dict[str, tuple[str, Card]]:
    """Folded names -> the name as it is written, and the card."""
    found: dict[str, tuple[str, Card]] = {}
    for kind in _IN_ORDER:
        for key, card in getattr(rules, kind).items():
            for written in (key, card.name, *getattr(card, "aliases", ()), *_elsewhere(rules, kind, key)):
                found.setdefault(fold_name(written), (written, card))
    return found


def _elsewhere(rules: Ruleset, kind: str, key: str) -> list[str]:
    """The names and aliases of a card in the languages' files."""
    written: list[str] = []
    for language in known(rules):
        given = entry(rules, language, kind, key)
        written.extend(filter(None, (given.get("name"), *given.get("aliases", ()))))
    return written
