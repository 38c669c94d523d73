"""What is said of a card in a few words, and what it can be filtered by."""

from __future__ import annotations

import attrs

from serviam_rules.effects.icons import icon_of
from serviam_rules.faces.names import copies, name_of, stars
from serviam_rules.faces.provenance import stand_in
from tools.site.language import LANGUAGES, Language
from tools.site.ruleset import RULES, kind_of


@attrs.frozen
class Facts:
    """A card by what the gallery sorts and filters."""

    id: str
    kind: str
    organisation: str
    rank: str
    icons: tuple[str, ...]
    marks: tuple[str, ...]


def facts(card_id: str) -> Facts:
    """The facts of a card. `organisation` is a powerholder's own or a gift's category."""
    kind = kind_of(card_id)
    card = getattr(RULES, kind)[card_id]
    organisation = getattr(card, "organisation", None) or getattr(card, "category", None) or ""
    icons = tuple(dict.fromkeys(icon_of(use, RULES.icons).id for use in getattr(card, "icons", ())))
    marks = [mark for mark in ("conspiracy", "threat_letter") if getattr(card, mark, False)]
    state = stand_in(kind, card.provenance)
    return Facts(
        card_id, kind, organisation, str(getattr(card, "rank", "")), icons, (*marks, *([state] if state else []))
    )


def summary(card_id: str, language: Language) -> str:
    """The facts in a line: `Kingdom Army · 3 stars`."""
    known, code = facts(card_id), language.code
    card = getattr(RULES, known.kind)[card_id]
    parts: list[str] = []
    if known.kind == "rivals":
        parts.append(language.comma.join(name_of(RULES, "powerholders", who, code) for who in card.names))
    elif known.organisation:
        parts.append(name_of(RULES, "organisations", known.organisation, code))
    elif not getattr(card, "threat_letter", False):
        parts.append(language.say("no_category"))
    if known.rank:
        parts.append(stars(RULES, int(known.rank), code))
    parts += [language.say(mark) for mark in known.marks if mark in ("conspiracy", "threat_letter")]
    if known.kind == "gifts":
        parts.append(copies(RULES, card.copies, code))
    return " · ".join(parts)


def other_names(card_id: str, language: Language) -> list[str]:
    """The card's names and aliases in all languages, but for the one the page is called by."""
    kind = kind_of(card_id)
    card = getattr(RULES, kind)[card_id]
    names = [card.name, *card.aliases]
    for one in LANGUAGES:
        entry = RULES.source["locales"].get(one.code, {}).get("names", {}).get(kind, {}).get(card_id, {})
        names += [entry["name"]] if "name" in entry else []
        names += entry.get("aliases", ())
    own = name_of(RULES, kind, card_id, language.code)
    return [name for name in dict.fromkeys(names) if name != own]
