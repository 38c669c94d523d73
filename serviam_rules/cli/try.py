"""`serviam-rules try`: plays one card on a prepared table. Layer 10."""

from __future__ import annotations

import argparse
from typing import Final

from serviam_rules.cli import arguments as options
from serviam_rules.cli.authors.cardfile import load_card
from serviam_rules.cli.authors.tables import sample_use, trials
from serviam_rules.cli.authors.telling import Teller
from serviam_rules.cli.cells import wrap
from serviam_rules.cli.output import say, width
from serviam_rules.cli.yaml_text import flow
from serviam_rules.model import Card, Icon, Ruleset

DESCRIPTION: Final = """\
Plays the card of one file - a gift, powerholder, rival or icon - on a prepared table on which nothing else has an
effect, and says in words what happens. Each choice is taken in turn: its options, and what each leads to. A file that
lies in a pack is tried with its pack, a file that lies alone is tried alone."""

EXAMPLES: Final = """\
examples:
  serviam-rules try my-pack/gifts/silver-spurs.yaml
  serviam-rules try my-pack/powerholders/kurt.yaml --locale ja"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the card's file")
    options.add_locale(parser)
    options.add_packs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Try the card on every table that there is for its kind."""
    rules, card = load_card(arguments.file, arguments.pack)
    locale = options.locale_of(arguments, rules)
    teller = Teller(rules, locale)
    _show(rules, card, teller)
    for trial in trials(rules, card):
        say()
        for line in Teller(trial.state.ruleset, locale).trial(trial):
            for part in wrap(line, width(), indent=" " * (len(line) - len(line.lstrip()) + 2)):
                say(part)
    return 0


def _show(rules: Ruleset, card: Card, teller: Teller) -> None:
    """Name and rule text."""
    kind = type(card).__name__.lower()
    say(f"{teller.name(f'{kind}s', card.id)} ({kind} {card.id})")
    for line in rules.text(card.id, teller.locale).splitlines():
        for part in wrap(f"  {line}", width(), indent="    "):
            say(part)
    if isinstance(card, Icon):
        say("  " + teller.say("icon-on", use=flow(dict(sample_use(rules, card)))))
