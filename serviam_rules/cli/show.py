"""`serviam-rules show`: everything about a card. Layer 10."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from serviam_rules.cli import arguments as options
from serviam_rules.cli.cells import cells, pad, wrap
from serviam_rules.cli.glyphs import card_lines, kind_of
from serviam_rules.cli.origins import ORIGINS, origins
from serviam_rules.cli.output import say, width
from serviam_rules.cli.yaml_text import yaml_lines
from serviam_rules.effects.link import effects
from serviam_rules.effects.node import walk
from serviam_rules.faces.names import name_of
from serviam_rules.model import Card, Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.text import language

DESCRIPTION: Final = """\
Shows cards: the face, the words in the language asked for, the effect as data, where each part comes from, and the
rules that bear on it. A card is named by its id, its name or an alias, in any language."""

EXAMPLES: Final = """\
examples:
  serviam-rules show kurt
  serviam-rules show "Box at the opera" bribe --locale ja
  serviam-rules show 库尔特 --locale zh-Hans
  serviam-rules show my-card --pack my-pack
  serviam-rules show irma --svg > irma.svg"""

_LABEL: Final = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("id", nargs="+", metavar="ID", help="a gift, powerholder, rival or icon: id, name or alias")
    options.add_locale(parser)
    options.add_packs(parser)
    parser.add_argument("--svg", action="store_true", help="print the face as SVG instead")


def run(arguments: argparse.Namespace) -> int:
    """Show every card that is asked for; if one is unknown, none."""
    rules = options.rules_of(arguments)
    locale = options.locale_of(arguments, rules)
    cards = [rules.find(name) for name in arguments.id]
    for at, card in enumerate(cards):
        if arguments.svg:
            say(rules.face(card.id, locale))
            continue
        if at:
            say()
        _show(rules, card, locale)
    return 0


def _show(rules: Ruleset, card: Card, locale: str) -> None:
    for line in card_lines(rules, card, locale):
        say(line)
    say()
    words = Shown(rules, locale)
    _row(words["id"], [f"{card.id} ({words[kind_of(card).removesuffix('s')]})"])
    _row(words["names"], list(_names(rules, card)))
    _row(words["words"], wrap(rules.text(card.id, locale), width() - _LABEL))
    _row(words["effect"], yaml_lines(_effect(card), width() - _LABEL))
    _row(words["from"], list(_sources(rules, card, words)))
    _row(words["rules"], wrap(", ".join(rule_ids(rules, card)), width() - _LABEL))


class Shown:
    """The labels of a language: `messages.show` of its locale file."""

    def __init__(self, rules: Ruleset, locale: str) -> None:
        self._language = language.of(rules, locale)

    def __getitem__(self, key: str) -> str:
        return self._language.say(f"show.{key}")


def _row(label: str, lines: Iterable[str]) -> None:
    """Lines with a label before the first."""
    for at, line in enumerate(lines):
        say((pad(label, _LABEL) if at == 0 else " " * _LABEL) + line)


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


def _effect(card: Card) -> Any:
    """What the card does, as its file says it."""
    if isinstance(card, Gift):
        return {"icons": card.icons}
    if isinstance(card, Powerholder):
        return {"effetto_ordine": card.effetto_ordine}
    if isinstance(card, Rival):
        return {"ability": {"when": card.when, "do": card.do} if card.when is not None else {"do": card.do}}
    return {"parameters": card.parameters, "effect": card.effect}


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


# --- rules -----------------------------------------------------------------------------------------------------------

_RULE: Final = re.compile(r"\b([CSTFOD])-(\d+)\b")
_ORDER: Final = "CSTFOD"


def rule_ids(rules: Ruleset, card: Card) -> list[str]:
    """The rules that bear on a card: by its kind, by its marks, and by the words its effect is made of."""
    found = set(_by_kind(rules, card))
    for step in _steps(rules, card):
        for word in walk(step):
            found.update(f"{letter}-{number}" for letter, number in _RULE.findall(type(word).__doc__ or ""))
    return sorted(found, key=lambda rule: (_ORDER.index(rule[0]), int(rule[2:])))


def _steps(rules: Ruleset, card: Card) -> tuple[Any, ...]:
    if isinstance(card, Icon):
        return ()
    return effects(rules)[f"{kind_of(card).removesuffix('s')}/{card.id}"]


def _by_kind(rules: Ruleset, card: Card) -> Iterator[str]:
    if isinstance(card, Gift):
        yield from ("C-5", "T-1", "T-3", "T-5")
        yield from ("S-5", "C-4") if card.id in rules.numbers.given else ("S-4",)
        yield from ("T-7", "F-2", "F-3") if card.conspiracy else ()
        yield from ("T-2",) if card.threat_letter else ()
        yield from ("F-1",) if card.category else ()
    elif isinstance(card, Powerholder):
        yield from ("C-1", "C-2", "T-5", "T-7", "T-9")
    elif isinstance(card, Rival):
        yield from ("C-6", "O-4", "O-7", "O-8", "O-9")
    else:
        yield from ("C-5", "T-3", "T-4")
