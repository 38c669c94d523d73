"""Cards for people to read: the face as a box of text, the effect as YAML, where each part comes from, the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from serviam_rules.cli.cells import cells, cut, pad, wrap
from serviam_rules.cli.terminal import width
from serviam_rules.effects.icons import icon_of
from serviam_rules.effects.node import walk
from serviam_rules.effects.trees import effects
from serviam_rules.faces.names import copies, name_of, say
from serviam_rules.faces.provenance import stand_in
from serviam_rules.faces.symbols import filled
from serviam_rules.fields import fields
from serviam_rules.kinds import CARDS, NAMED, ORIGINS, SINGULAR
from serviam_rules.model import CLASSES, Card, Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.text.card import effect
from serviam_rules.text.card import line as line_of
from serviam_rules.text.language import language_of
from serviam_rules.text.localised import signed
from serviam_rules.text.meaning import meaning
from serviam_rules.values import is_list, is_map, thaw

# ---- faces

STAR: Final = "★"
MASK: Final = "●"
#: The width of a card in cells, its frame included.
WIDE: Final = 38


def kind_of(card: Card) -> str:
    """The kind of a card as its files' folder is called: `gifts`."""
    return next(CARDS[kind] for kind, cls in CLASSES.items() if isinstance(card, cls))


def icon_text(rules: Ruleset, use: Mapping[str, Any], locale: str) -> str:
    """An icon of a gift in short: whom, and how far: `[Kurt +1]`, `[★★ −1]`, `[? +1]`."""
    icon = icon_of(use, rules.icons)
    parts = [_parameter(rules, kind, use[name], locale) for name, kind in icon.parameters.items() if name in use]
    if not any(kind not in ("steps", "number") for kind in icon.parameters.values()):
        parts.insert(0, filled(icon, use))
    return f"[{' '.join(parts)}]"


def _parameter(rules: Ruleset, kind: str, value: Any, locale: str) -> str:
    if kind == "steps":
        return signed(value)
    if kind == "rank":
        return STAR * int(value)
    return name_of(rules, NAMED[kind], value, locale) if kind in NAMED else str(value)


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
        language, meant = language_of(rules, locale), meaning(rules, card.id)
        rest = [str(line_of(language, meant, fact)) for fact in meant.facts if fact[0] == "lasting"]
        return "\n".join([str(effect(language, meant)), *rest])
    return str(rules.text(card.id, locale))


def _ends(left: str, right: str, inner: int) -> str:
    """Two texts at both ends of a line; if there is no room for both, the left one is cut."""
    room = inner - cells(right) - 1
    return pad(cut(left, room), room + 1) + right if right else left


# ---- YAML

#: Words that can stand in YAML without quotes.
_BARE: Final = re.compile(r"[$A-Za-z][A-Za-z0-9_./ -]*[A-Za-z0-9]|[A-Za-z]")
_TAKEN: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
#: Keys whose numbers are steps, written with their sign.
_STEPS: Final = frozenset({"by", "move"})


def yaml_lines(data: Any, width: int = 72) -> list[str]:
    """The lines of a piece of data: what fits on a line stands on one, all else line by line."""
    return list(_block(data, width))


def _block(data: Any, width: int) -> Iterator[str]:
    if is_map(data) and data:
        for key, item in data.items():
            yield from _entry(key, item, width)
    elif is_list(data) and data:
        for item in data:
            lines = list(_block(item, width - 2)) if _must_break(item, width - 2) else [flow(item)]
            yield f"- {lines[0]}"
            yield from (f"  {line}" for line in lines[1:])
    else:
        yield flow(data)


def _entry(key: str, item: Any, width: int) -> Iterator[str]:
    line = f"{key}: {flow(item, key)}"
    if not _must_break(item, width - len(key) - 2):
        yield line
        return
    yield f"{key}:"
    yield from (f"  {part}" for part in _block(item, width - 2))


def _must_break(item: Any, width: int) -> bool:
    return len(flow(item)) > width and (is_map(item) or is_list(item))


def flow(data: Any, key: str = "") -> str:
    """Data on one line; `key` is the one it stands behind."""
    if is_map(data):
        return "{" + ", ".join(f"{name}: {flow(item, name)}" for name, item in data.items()) + "}"
    if is_list(data):
        return "[" + ", ".join(flow(item) for item in data) + "]"
    if isinstance(data, str):
        return data if _BARE.fullmatch(data) and data not in _TAKEN else json.dumps(data, ensure_ascii=False)
    if type(data) is int and key in _STEPS:
        return f"{data:+d}" if data else "0"
    return json.dumps(data)


# ---- origins

#: Keys that hold nothing of the card itself.
_ABOUT: Final = frozenset({"id", "provenance", "replaces", "patches", "language"})


def origins(card: Mapping[str, Any]) -> dict[str, str]:
    """Each field of a card's data, and each part of one that is given by itself (`track.spaces.0`), with its origin."""
    given: Mapping[str, str] = card.get("provenance", {})
    default = given.get("default", ORIGINS[-1])
    fields = {key: given.get(key, default) for key in card if key not in _ABOUT}
    parts = {key: origin for key, origin in given.items() if key != "default" and key not in fields}
    return fields | parts


def name_origins(entries: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Kind, id and origin of each name of a locale's data."""
    default = _said(entries.get("provenance", {}), "default", ORIGINS[-1])
    for kind, names in entries.get("names", {}).items():
        for card, entry in names.items():
            yield kind, card, _of_entry(entry, default)


def _of_entry(entry: Any, default: str) -> str:
    given: Any = entry["provenance"] if is_map(entry) and "provenance" in entry else default
    return _said(given, "name", _said(given, "default", default))


def _said(given: Any, key: str, default: str) -> str:
    """What a provenance, written as a word or as a mapping, says of a key."""
    return str(given.get(key, default)) if is_map(given) else str(given)


def everything(rules: Ruleset) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Kind, id and origins of every card of a ruleset; then the set's numbers, then the names of each language."""
    for kind in CARDS.values():
        for card, data in rules.source[kind].items():
            yield kind, card, origins(data)
    yield "set", "set", origins(rules.source["set"])
    for tag, entries in rules.source["locales"].items():
        found = {f"{kind}.{card}": origin for kind, card, origin in name_origins(entries)}
        if found:
            yield "locales", tag, found


# ---- the page of a card

_LABEL: Final = 12


def page(rules: Ruleset, card: Card, locale: str) -> Iterator[str]:
    """Everything about a card, line by line."""
    yield from card_lines(rules, card, locale)
    yield ""
    words = Shown(rules, locale)
    yield from _row(words["id"], [f"{card.id} ({words[SINGULAR[kind_of(card)]]})"])
    yield from _row(words["names"], list(_names(rules, card)))
    yield from _row(words["words"], wrap(rules.text(card.id, locale), width() - _LABEL))
    yield from _row(words["effect"], yaml_lines(_effect(rules, card), width() - _LABEL))
    yield from _row(words["from"], list(_sources(rules, card, words)))
    yield from _row(words["rules"], wrap(", ".join(rule_ids(rules, card)), width() - _LABEL))


def every_card(rules: Ruleset) -> Iterator[Card]:
    """Every card of a ruleset, kind by kind."""
    for cards in (rules.gifts, rules.powerholders, rules.rivals, rules.icons):
        yield from cards.values()


def as_data(rules: Ruleset, card: Card, locale: str) -> dict[str, Any]:
    """What the page of a card says, as plain data."""
    kind = kind_of(card)
    return {
        "kind": SINGULAR[kind],
        "id": card.id,
        "names": {
            tag: {"name": str(name_of(rules, kind, card.id, tag)), "aliases": list(_aliases(rules, card, tag))}
            for tag in rules.locales
        },
        "locale": locale,
        "text": str(rules.text(card.id, locale)),
        "effect": thaw(_effect(rules, card)),
        "provenance": origins(rules.source[kind][card.id]),
        "rules": rule_ids(rules, card),
    }


class Shown:
    """The labels of a language: `messages.show` of its locale file."""

    def __init__(self, rules: Ruleset, locale: str) -> None:
        self._language = language_of(rules, locale)

    def __getitem__(self, key: str) -> str:
        return self._language.say(f"show.{key}")


def _row(label: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines with a label before the first."""
    for at, line in enumerate(lines):
        yield (pad(label, _LABEL) if at == 0 else " " * _LABEL) + line


def _names(rules: Ruleset, card: Card) -> Iterator[str]:
    """The name in every language, with its aliases."""
    for tag in rules.locales:
        name = name_of(rules, kind_of(card), card.id, tag)
        also = _aliases(rules, card, tag)
        yield f"{pad(tag, 8)} {name}" + (f" ({', '.join(also)})" if also else "")


def _aliases(rules: Ruleset, card: Card, tag: str) -> tuple[str, ...]:
    entries = rules.source["locales"].get(tag)
    if entries is None:
        return () if isinstance(card, Icon) else card.aliases
    entry: Any = entries.get("names", {}).get(kind_of(card), {}).get(card.id, {})
    return tuple(entry.get("aliases", ())) if not isinstance(entry, str) else ()


def _effect(rules: Ruleset, card: Card) -> Any:
    """What the card does, as its file says it."""
    data = rules.source[kind_of(card)][card.id]
    return {name: data[name] for name, field in fields(type(card)).items() if field.shape.program and name in data}


def _sources(rules: Ruleset, card: Card, words: Shown) -> Iterator[str]:
    """The fields of each origin, called as in the card's file."""
    found = origins(rules.source[kind_of(card)][card.id])
    column = 1 + max(cells(words[origin]) for origin in found.values())
    for origin in ORIGINS:
        fields = [field for field, other in found.items() if other == origin]
        if fields:
            lines = wrap(", ".join(fields), width() - _LABEL - column)
            yield pad(words[origin], column) + lines[0]
            yield from (" " * column + line for line in lines[1:])


# ---- rules

_RULE: Final = re.compile(r"\b([CSTFOD])-(\d+)\b")
_ORDER: Final = "CSTFOD"


def rule_ids(rules: Ruleset, card: Card) -> list[str]:
    """The rules that bear on a card: by its kind, by its marks, and by the words its effect is made of."""
    found = set(_by_kind(rules, card))
    for step in _steps(rules, card):
        for word in walk(step):
            found.update(f"{letter}-{number}" for letter, number in _RULE.findall(word.doc))
    return sorted(found, key=lambda rule: (_ORDER.index(rule[0]), int(rule[2:])))


def _steps(rules: Ruleset, card: Card) -> tuple[Any, ...]:
    if isinstance(card, Icon):
        return ()
    found, kind = effects(rules), SINGULAR[kind_of(card)]
    lasting = [found[f"lasting-{kind}/{card.id}/{at}"] for at in range(len(getattr(card, "lasting", ())))]
    return (*found[f"{kind}/{card.id}"], *(step for steps in lasting for step in steps))


def _by_kind(rules: Ruleset, card: Card) -> Iterator[str]:
    if isinstance(card, Gift):
        yield from ("C-5", "T-1", "T-3", "T-5")
        yield from ("S-5", "C-4") if card.id in rules.numbers.hand.given else ("S-4",)
        yield from ("T-7", "F-2", "F-3") if card.conspiracy else ()
        yield from ("T-2",) if card.threat_letter else ()
        yield from ("F-1",) if card.category else ()
    elif isinstance(card, Powerholder):
        yield from ("C-1", "C-2", "T-5", "T-7", "T-9")
    elif isinstance(card, Rival):
        yield from ("C-6", "O-4", "O-7", "O-8", "O-9")
    else:
        yield from ("C-5", "T-3", "T-4")
