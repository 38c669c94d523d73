"""The ruleset that the site is about: the reference set."""

from __future__ import annotations

from serviam_rules import load_ruleset
from serviam_rules.kinds import PLAYED

RULES = load_ruleset()
KINDS = tuple(PLAYED.values())


def kind_of(card_id: str) -> str:
    """Which kind of card has this id: `gifts`, `powerholders` or `rivals`."""
    return next(kind for kind in KINDS if card_id in getattr(RULES, kind))
