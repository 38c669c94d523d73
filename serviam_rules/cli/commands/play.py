"""`serviam-rules play`: a game in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from serviam_rules.cli.command import (
    ARRANGEMENT,
    LOCALE,
    PACKS,
    Argument,
    OneOf,
    bots_argument,
    bots_of,
    command,
    count,
    locale_of,
    rules_of,
    seed,
)
from serviam_rules.cli.terminal import Style, say, tell, width
from serviam_rules.errors import UsageError

if TYPE_CHECKING:
    from serviam_rules.cli.table.session import Session
    from serviam_rules.model import Ruleset


@command(
    "play",
    "games",
    usage="",
    does="a game in the terminal: people, bots, solo; undo, save and resume",
    about="""\
A game in the terminal: you against bots, several people at one keyboard (a screen hides the hands in between), or
alone against the Bazzi-Betti. Everything is chosen by number; h explains the rest.""",
    examples="""\
examples:
  serviam-rules play                                you against a greedy bot
  serviam-rules play --players 4 --people 2         two people, two bots
  serviam-rules play --solo --difficulty hard
  serviam-rules play --locale ja
  serviam-rules play --resume game.jsonl            go on with a saved game

A saved game is a replay: `serviam-rules replay` plays it back.""",
    arguments=(
        OneOf(
            Argument("--players", type=count(1), default=2, metavar="N", help="how many players (2)"),
            Argument("--solo", action="store_true", help="alone against the Bazzi-Betti"),
            Argument("--resume", metavar="FILE", help="go on with a saved game"),
        ),
        Argument("--people", type=count(0), default=1, metavar="N", help="how many are people (1)"),
        bots_argument("the other seats", "greedy"),
        Argument("--difficulty", metavar="D", default="normal", help="of the solo game (normal)"),
        ARRANGEMENT,
        Argument("--seed", type=seed, metavar="S", help="a number or a text (drawn)"),
        Argument("--save", metavar="FILE", help="save the game to this file when it ends or you leave"),
        LOCALE,
        PACKS,
    ),
)
def play(arguments: argparse.Namespace) -> int:
    """Play."""
    from serviam_rules.cli.table.loop import LeftError, Table
    from serviam_rules.cli.table.screen import Words

    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
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
    from serviam_rules.cli.table.session import Session
    from serviam_rules.replay import Replay

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
    from serviam_rules.cli.table.session import PERSON

    others = bots_of(arguments, "greedy")
    return [
        PERSON if seat < arguments.people else others[(seat - arguments.people) % len(others)] for seat in range(seats)
    ]


def _resumed(arguments: argparse.Namespace, rules: Ruleset) -> Session:
    from serviam_rules.bots import bots
    from serviam_rules.cli.table.session import PERSON, Session
    from serviam_rules.replay import Replay

    replay = Replay.load(arguments.resume, rules)
    names = replay.names or _names(arguments, replay.options.players)
    for name in names:
        if name != PERSON and name not in bots():
            raise UsageError(
                f"{arguments.resume}: seat played by {name[:40]!r}, which is neither a person nor a bot here"
            )
    return Session(replay, names)
