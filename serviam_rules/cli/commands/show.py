"""`serviam-rules show`: everything about a card."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from serviam_rules.cli.command import (
    FINE,
    JSON,
    LOCALE,
    OUTPUT,
    PACKS,
    Argument,
    OneOf,
    command,
    locale_of,
    rules_of,
)
from serviam_rules.cli.terminal import Table, print_table, say, say_json
from serviam_rules.errors import UsageError

if TYPE_CHECKING:
    from serviam_rules.model import Card, Ruleset


@command(
    "show",
    "cards",
    usage="ID",
    does="a card: face, words, effect, where each part comes from",
    about="""\
Shows cards: the face, the words in the language asked for, the effect as data, where each part comes from, and the
rules that bear on it. A card is named by its id, its name or an alias, in any language.""",
    examples="""\
examples:
  serviam-rules show kurt
  serviam-rules show "Box at the opera" bribe --locale ja
  serviam-rules show 库尔特 --locale zh-Hans
  serviam-rules show my-card --pack my-pack
  serviam-rules show irma --svg > irma.svg
  serviam-rules show --list                    every card with its id
  serviam-rules show kurt --json""",
    arguments=(
        Argument(
            "id", nargs="*", unless="list", metavar="ID", help="a gift, powerholder, rival or icon: id, name or alias"
        ),
        LOCALE,
        PACKS,
        Argument("--list", action="store_true", help="list every card, or print all of them as --json"),
        OneOf(
            Argument("--svg", action="store_true", help="print the face as SVG instead"),
            Argument("--code", action="store_true", help="print the effect as the Python that is run instead"),
            JSON,
        ),
        OUTPUT,
    ),
)
def show(arguments: argparse.Namespace) -> int:
    """Show every card that is asked for; if one is unknown, none."""
    from serviam_rules.cli.cards import as_data, every_card, page

    if arguments.list and arguments.id:
        raise UsageError("--list lists every card: name none, or leave it out")
    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
    cards = [rules.find(name) for name in arguments.id] or list(every_card(rules))
    if arguments.json:
        say_json({"format": 1, "type": "cards", "cards": [as_data(rules, card, locale) for card in cards]})
    elif arguments.code:
        for card in cards:
            say(_code(rules, card))
    elif arguments.list:
        _list(rules, cards, locale)
    else:
        for at, card in enumerate(cards):
            if at and not arguments.svg:
                say()
            for line in [rules.face(card.id, locale)] if arguments.svg else page(rules, card, locale):
                say(line)
    return FINE


def _list(rules: Ruleset, cards: Sequence[Card], locale: str) -> None:
    """A line for each card: kind, id, name."""
    from serviam_rules.cli.cards import kind_of
    from serviam_rules.faces.names import name_of
    from serviam_rules.kinds import SINGULAR

    rows = [(SINGULAR[kind_of(card)], card.id, name_of(rules, kind_of(card), card.id, locale)) for card in cards]
    print_table(Table("Cards", ("kind", "id", "name"), rows, left=3))


def _code(rules: Ruleset, card: Card) -> str:
    """The effect of a card as Python."""
    from serviam_rules.effects.link import source_of
    from serviam_rules.model import Icon

    if isinstance(card, Icon):
        raise UsageError(f"{card.id!r} is an icon: its effect becomes Python as part of the gifts that have it")
    return source_of(rules, f"{type(card).__name__.lower()}/{card.id}").rstrip()
