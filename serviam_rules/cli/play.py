"""`serviam-rules play`: a game in the terminal. Layer 10."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

from serviam_rules.bots import bots
from serviam_rules.cli import arguments as options
from serviam_rules.cli.output import say, tell, width
from serviam_rules.cli.table.loop import LeftError, Table
from serviam_rules.cli.table.session import PERSON, Session
from serviam_rules.cli.table.style import Style
from serviam_rules.cli.table.words import Words
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay
from serviam_rules.values import ARRANGEMENTS

DESCRIPTION: Final = """\
A game in the terminal: you against bots, several people at one keyboard (a screen hides the hands in between), or
alone against the Bazzi-Betti. Everything is chosen by number; h explains the rest."""

EXAMPLES: Final = """\
examples:
  serviam-rules play                                you against a greedy bot
  serviam-rules play --players 4 --people 2         two people, two bots
  serviam-rules play --solo --difficulty hard
  serviam-rules play --locale ja
  serviam-rules play --resume game.jsonl            go on with a saved game

A saved game is a replay: `serviam-rules replay` plays it back."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=options.count(1), default=2, metavar="N", help="how many players (2)")
    who.add_argument("--solo", action="store_true", help="alone against the Bazzi-Betti")
    who.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--people", type=options.count(0), default=1, metavar="N", help="how many are people (1)")
    options.add_bots(parser, "the other seats", "greedy")
    parser.add_argument("--difficulty", metavar="D", default="normal", help="of the solo game (normal)")
    parser.add_argument(
        "--arrangement", metavar="A", choices=ARRANGEMENTS, default="deal", help=f"{options.ARRANGED} (deal)"
    )
    parser.add_argument("--seed", type=options.seed, metavar="S", help="a number or a text (drawn)")
    parser.add_argument("--save", metavar="FILE", help="save the game to this file when it ends or you leave")
    options.add_locale(parser)
    options.add_packs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play."""
    rules = options.rules_of(arguments)
    locale = options.locale_of(arguments, rules)
    session = _resumed(arguments, rules) if arguments.resume else _begun(arguments, rules)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")  # lets `input` edit lines
    table = Table(session, Words(rules, locale, Style.of_terminal()), input, say, width)
    try:
        table.play()
    except (LeftError, EOFError):
        say()
    finally:
        if arguments.save:
            session.save(arguments.save)
            tell(f"saved: {arguments.save}")
    return 0


def _begun(arguments: argparse.Namespace, rules: Ruleset) -> Session:
    seats = 1 if arguments.solo else arguments.players
    if arguments.people > seats:
        raise UsageError(f"--people: {arguments.people} people do not fit on {seats} seats")
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(10**9)
    replay = Replay.record(
        rules,
        seats,
        seed=seed,
        mode="solo" if arguments.solo else "standard",
        arrangement=arguments.arrangement,
        difficulty=arguments.difficulty,
    )
    return Session(replay, _names(arguments, seats))


def _names(arguments: argparse.Namespace, seats: int) -> list[str]:
    """Who plays each seat: people first."""
    others = options.bots_of(arguments, "greedy")
    return [
        PERSON if seat < arguments.people else others[(seat - arguments.people) % len(others)] for seat in range(seats)
    ]


def _resumed(arguments: argparse.Namespace, rules: Ruleset) -> Session:
    replay = Replay.load(arguments.resume, rules)
    names = replay.names or _names(arguments, replay.options.players)
    for name in names:
        if name != PERSON and name not in bots():
            raise UsageError(
                f"{arguments.resume}: seat played by {name[:40]!r}, which is neither a person nor a bot here"
            )
    return Session(replay, names)
