"""`serviam-rules try`: plays one card on a prepared table."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.command import FINE, JSON, LOCALE, OUTPUT, PACKS, Argument, command, locale_of
from serviam_rules.cli.terminal import say, say_json, width

if TYPE_CHECKING:
    from serviam_rules.cli.authors.telling import Teller
    from serviam_rules.model import Card, Ruleset


@command(
    "try",
    "packs",
    usage="FILE",
    does="plays one card on a prepared table and says what happens",
    about="""\
Plays the card of one file - a gift, powerholder, rival or icon - on a prepared table on which nothing else has an
effect, and says in words what happens. Each choice is taken in turn: its options, and what each leads to. A file that
lies in a pack is tried with its pack, a file that lies alone is tried alone.""",
    examples="""\
examples:
  serviam-rules try my-pack/gifts/silver-spurs.yaml
  serviam-rules try my-pack/powerholders/kurt.yaml --locale ja""",
    arguments=(
        Argument("file", metavar="FILE", help="the card's file; - reads it from standard input"),
        LOCALE,
        PACKS,
        JSON,
        OUTPUT,
    ),
)
def try_(arguments: argparse.Namespace) -> int:
    """Try the card on every table that there is for its kind."""
    from serviam_rules.cli.authors.telling import Teller
    from serviam_rules.cli.authors.trials import load_card, trials

    with _file(arguments.file) as (file, shown):
        rules, card = load_card(file, arguments.pack, shown)
    locale = locale_of(arguments, rules)
    teller = Teller(rules, locale)
    tables = [(trial.name, list(Teller(trial.state.ruleset, locale).trial(trial))) for trial in trials(rules, card)]
    if arguments.json:
        kind = type(card).__name__.lower()
        about = {"kind": kind, "id": card.id, "text": str(rules.text(card.id, locale)), "locale": locale}
        tables_in_json = [{"name": name, "lines": lines} for name, lines in tables]
        say_json({"format": 1, "type": "trial", "card": about, "tables": tables_in_json})
        return FINE
    _show(rules, card, teller)
    for _, lines in tables:
        say()
        for line in lines:
            for part in wrap(line, width(), indent=" " * (len(line) - len(line.lstrip()) + 2)):
                say(part)
    return FINE


@contextmanager
def _file(written: str) -> Generator[tuple[str, str]]:
    """The file to read, and what it is called in messages; standard input is put into a file."""
    if written != "-":
        yield written, written
        return
    with tempfile.TemporaryDirectory(prefix="serviam-rules-try-") as place:
        file = Path(place, "card.yaml")
        file.write_text(sys.stdin.read(), encoding="utf-8", errors="surrogateescape")
        yield str(file), "standard input"


def _show(rules: Ruleset, card: Card, teller: Teller) -> None:
    """Name and rule text."""
    from serviam_rules.cli.authors.trials import sample_use
    from serviam_rules.cli.cards import flow
    from serviam_rules.kinds import CARDS
    from serviam_rules.model import Icon

    kind = type(card).__name__.lower()
    say(f"{teller.name(CARDS[kind], card.id)} ({kind} {card.id})")
    for line in rules.text(card.id, teller.locale).splitlines():
        for part in wrap(f"  {line}", width(), indent="    "):
            say(part)
    if isinstance(card, Icon):
        say("  " + teller.say("icon-on", use=flow(dict(sample_use(rules, card)))))
