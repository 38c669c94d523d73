"""Cards as boxes of text. Layer 10."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from serviam_rules.cli.cells import cells, cut, pad, wrap
from serviam_rules.faces.names import copies, name_of, say
from serviam_rules.faces.provenance import stand_in
from serviam_rules.faces.symbols import filled, icon_of
from serviam_rules.model import Card, Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.text import language
from serviam_rules.text.card import effect
from serviam_rules.text.meaning import meaning
from serviam_rules.text.spoken import signed

STAR: Final = "★"
MASK: Final = "●"
#: The width of a card in cells, its frame included.
WIDE: Final = 38


def kind_of(card: Card) -> str:
    """The kind of a card as its files' folder is called: `gifts`."""
    return {Gift: "gifts", Powerholder: "powerholders", Rival: "rivals", Icon: "icons"}[type(card)]


def icon_text(rules: Ruleset, use: Mapping[str, Any], locale: str) -> str:
    """An icon of a gift in short: whom, and how far: `[Kurt +1]`, `[★★ −1]`, `[? +1]`."""
    icon = icon_of(rules, use)
    parts = [_parameter(rules, kind, use[name], locale) for name, kind in icon.parameters.items() if name in use]
    if not any(kind not in ("steps", "number") for kind in icon.parameters.values()):
        parts.insert(0, filled(icon, use))
    return f"[{' '.join(parts)}]"


def _parameter(rules: Ruleset, kind: str, value: Any, locale: str) -> str:
    if kind == "steps":
        return signed(value)
    if kind == "rank":
        return STAR * int(value)
    names = {"powerholder": "powerholders", "organisation": "organisations", "gift": "gifts"}
    return name_of(rules, names[kind], value, locale) if kind in names else str(value)


def card_lines(rules: Ruleset, card: Card, locale: str, wide: int = WIDE) -> list[str]:
    """A card's face as lines of text, all of the same width."""
    inner = wide - 4
    parts = [list(part) for part in _parts(rules, card, locale, inner)]
    lines = [f"╭{'─' * (wide - 2)}╮"]
    for at, part in enumerate(parts):
        if at:
            lines.append(f"├{'─' * (wide - 2)}┤")
        lines += [f"│ {pad(cut(line, inner), inner)} │" for line in part]
    return [*lines, f"╰{'─' * (wide - 2)}╯"]


def _parts(rules: Ruleset, card: Card, locale: str, inner: int) -> Iterator[Iterator[str]]:
    kind = kind_of(card)
    name = name_of(rules, kind, card.id, locale)
    yield iter(_heading(rules, card, name, locale, inner))
    if isinstance(card, Gift):
        yield iter(wrap("  ".join(icon_text(rules, use, locale) for use in card.icons), inner))
    yield iter(_words(rules, card, locale, inner))
    mark = stand_in(kind, card.provenance)
    if mark:
        yield iter(wrap(say(rules, mark, locale).upper(), inner))


def _heading(rules: Ruleset, card: Card, name: str, locale: str, inner: int) -> list[str]:
    if isinstance(card, Gift):
        kind = _category(rules, card, locale)
        mark = f"{MASK} {say(rules, 'conspiracy', locale)}" if card.conspiracy else ""
        return [_ends(name, copies(rules, card.copies, locale), inner), _ends(kind, mark, inner)]
    if isinstance(card, Powerholder):
        organisation = name_of(rules, "organisations", card.organisation, locale)
        return [_ends(name, STAR * card.rank, inner), organisation]
    if isinstance(card, Rival):
        named = [name_of(rules, "powerholders", who, locale) for who in card.names]
        return [_ends(name, say(rules, "rival", locale), inner), *wrap(say(rules, "comma", locale).join(named), inner)]
    return [_ends(name, card.glyph, inner)]


def _category(rules: Ruleset, card: Gift, locale: str) -> str:
    if card.threat_letter:
        return say(rules, "threat_letter", locale)
    if card.category is None:
        return say(rules, "no_category", locale)
    return name_of(rules, "organisations", card.category, locale)


def _words(rules: Ruleset, card: Card, locale: str, inner: int) -> list[str]:
    text = wrap(effect_text(rules, card, locale), inner)
    return ["EFFETTO ORDINE", *text] if isinstance(card, Powerholder) else text


def effect_text(rules: Ruleset, card: Card, locale: str) -> str:
    """What a card does in words, without what its face shows otherwise; of a rival and an icon, all its words."""
    if isinstance(card, Gift | Powerholder):
        return str(effect(language.of(rules, locale), meaning(rules, card.id)))
    return str(rules.text(card.id, locale))


def _ends(left: str, right: str, inner: int) -> str:
    """Two texts at both ends of a line; if there is no room for both, the left one is cut."""
    room = inner - cells(right) - 1
    return pad(cut(left, room), room + 1) + right if right else left
