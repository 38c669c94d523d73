"""Cards as a frontend shows them: data, names and words in a language."""

from __future__ import annotations

from typing import Any

from serviam_rules.errors import UsageError, unknown
from serviam_rules.faces.names import name_of
from serviam_rules.faces.provenance import stand_in
from serviam_rules.fields import fields
from serviam_rules.kinds import GROUPS, NAMED, PLAYED
from serviam_rules.model import Gift, Powerholder, Rival, Ruleset
from serviam_rules.values import thaw


def card_data(rules: Ruleset, card_id: str, locale: str, *, faces: bool) -> dict[str, Any]:
    """A gift, powerholder or rival. UsageError for an unknown id."""
    kind, card = _found(rules, card_id)
    data: dict[str, Any] = {
        "kind": kind,
        "id": card_id,
        "name": name_of(rules, NAMED[kind], card_id, locale),
        "text": str(rules.text(card_id, locale)),
        "stand_in": stand_in(NAMED[kind], card.provenance) or None,
        **{name: thaw(getattr(card, name)) for name in marks_of(type(card))},
    }
    return {**data, "face": rules.face(card_id, locale)} if faces else data


def _found(rules: Ruleset, card_id: str) -> tuple[str, Gift | Powerholder | Rival]:
    for kind, plural in PLAYED.items():
        if card_id in getattr(rules, plural):
            return kind, getattr(rules, plural)[card_id]
    raise UsageError(unknown("card", card_id[:60], (*rules.gifts, *rules.powerholders, *rules.rivals)))


def marks_of(kind: type[Gift | Powerholder | Rival]) -> tuple[str, ...]:
    """What stands on cards of a kind besides words and what they do."""
    declared = fields(kind).values()
    return tuple(one.name for one in declared if not one.cosmetic and not one.shape.program and one.name != "id")


def table_data(rules: Ruleset, locale: str) -> dict[str, Any]:
    """Organisations, families and tracks."""
    return {
        kind: [
            {"id": one.id, "name": name_of(rules, kind, one.id, locale), "colour": one.colour}
            for one in getattr(rules, kind).values()
        ]
        for kind in GROUPS.values()
    } | {"tracks": {who: list(track.spaces) for who, track in rules.numbers.tracks.items()}}
