"""Cards as a frontend shows them: data, names and words in a language."""

from __future__ import annotations

from typing import Any

from serviam_rules.errors import UsageError, unknown
from serviam_rules.faces.names import name_of
from serviam_rules.faces.provenance import stand_in
from serviam_rules.model import Gift, Powerholder, Rival, Ruleset


def card_data(rules: Ruleset, card_id: str, locale: str, *, faces: bool) -> dict[str, Any]:
    """A gift, powerholder or rival. UsageError for an unknown id."""
    kind, card = _found(rules, card_id)
    data: dict[str, Any] = {
        "kind": kind.removesuffix("s"),
        "id": card_id,
        "name": name_of(rules, kind, card_id, locale),
        "text": str(rules.text(card_id, locale)),
        "stand_in": stand_in(kind, card.provenance) or None,
        **_marks(card),
    }
    return {**data, "face": rules.face(card_id, locale)} if faces else data


def _found(rules: Ruleset, card_id: str) -> tuple[str, Gift | Powerholder | Rival]:
    for kind, cards in (("gifts", rules.gifts), ("powerholders", rules.powerholders), ("rivals", rules.rivals)):
        if card_id in cards:
            return kind, cards[card_id]
    raise UsageError(unknown("card", card_id[:60], (*rules.gifts, *rules.powerholders, *rules.rivals)))


def _marks(card: Gift | Powerholder | Rival) -> dict[str, Any]:
    """What stands on a card besides words."""
    if isinstance(card, Gift):
        return {
            "copies": card.copies,
            "category": card.category,
            "conspiracy": card.conspiracy,
            "threat_letter": card.threat_letter,
        }
    if isinstance(card, Powerholder):
        return {"organisation": card.organisation, "rank": card.rank}
    return {"names": list(card.names)}


def table_data(rules: Ruleset, locale: str) -> dict[str, Any]:
    """Organisations, families and tracks."""
    return {
        kind: [
            {"id": one.id, "name": name_of(rules, kind, one.id, locale), "colour": one.colour}
            for one in getattr(rules, kind).values()
        ]
        for kind in ("organisations", "families")
    } | {"tracks": {who: list(track.spaces) for who, track in rules.numbers.tracks.items()}}
