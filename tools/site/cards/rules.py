"""Which rules bear on a card: those its words and its file cite, those for its kind, and those that name it."""

from __future__ import annotations

import re

from serviam_rules.effects.icons import icon_of
from serviam_rules.effects.node import walk
from serviam_rules.effects.trees import effects
from serviam_rules.kinds import SINGULAR
from tools.site.markdown import rules_in
from tools.site.paths import CARDS
from tools.site.ruleset import RULES, kind_of

OF_KIND = {
    "gifts": ("C-4", "C-5", "T-1", "T-3", "T-5"),
    "powerholders": ("C-1", "T-5", "T-7"),
    "rivals": ("C-6", "O-7", "O-8", "O-9", "O-14"),
}


def source(kind: str, card_id: str) -> str:
    """The YAML of a card of the reference set."""
    return (CARDS / kind / f"{card_id}.yaml").read_text(encoding="utf-8")


def rules_of(card_id: str, rulebook: str) -> list[str]:
    """The ids of the rules that bear on a card, in the rulebook's order. `rulebook` is its text in English."""
    kind = kind_of(card_id)
    found = set(OF_KIND[kind]) | set(rules_in(source(kind, card_id))) | set(_cited_by_words(kind, card_id))
    found |= _of_gift(card_id) if kind == "gifts" else set()
    found |= _naming(card_id, rulebook)
    order = {rule: at for at, rule in enumerate(rules_in(rulebook))}
    return sorted(found, key=lambda rule: order.get(rule, len(order)))


def _cited_by_words(kind: str, card_id: str) -> list[str]:
    program = f"{SINGULAR[kind]}/{card_id}"
    words = [word for step in effects(RULES)[program] for word in walk(step)]
    return [rule for word in words for rule in rules_in(word.doc)]


def _of_gift(card_id: str) -> set[str]:
    card = RULES.gifts[card_id]
    found: set[str] = set()
    for use in card.icons:
        found.update(rules_in(source("icons", icon_of(use, RULES.icons).id)))
    if card.conspiracy:
        found.update(("T-7", "F-2", "F-3"))
    if card.threat_letter:
        found.update(("T-2", "S-4", "T-12"))
    if card.category:
        found.add("F-1")
    if card_id in RULES.numbers.hand.given:
        found.update(("C-4", "S-5"))
    return found


def _naming(card_id: str, rulebook: str) -> set[str]:
    """Rules whose text names the card."""
    name = re.compile(rf"\b{re.escape(getattr(RULES, kind_of(card_id))[card_id].name)}\b")
    found: set[str] = set()
    for line in rulebook.splitlines():
        ids = rules_in(line)
        if ids and name.search(line):
            found.add(ids[0])
    return found
