"""`serviam-rules show`: everything about a card."""

from __future__ import annotations

import argparse

from serviam_rules.cli.command import LOCALE, PACKS, Argument, command, locale_of, rules_of
from serviam_rules.cli.terminal import say


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
  serviam-rules show irma --svg > irma.svg""",
    arguments=(
        Argument("id", nargs="+", metavar="ID", help="a gift, powerholder, rival or icon: id, name or alias"),
        LOCALE,
        PACKS,
        Argument("--svg", action="store_true", help="print the face as SVG instead"),
    ),
)
def show(arguments: argparse.Namespace) -> int:
    """Show every card that is asked for; if one is unknown, none."""
    from serviam_rules.cli.cards import page

    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
    cards = [rules.find(name) for name in arguments.id]
    for at, card in enumerate(cards):
        if arguments.svg:
            say(rules.face(card.id, locale))
            continue
        if at:
            say()
        for line in page(rules, card, locale):
            say(line)
    return 0
