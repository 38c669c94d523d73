"""`serviam-rules play`: a game in the terminal."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from serviam_rules.cli.command import (
    ARRANGEMENT,
    FINE,
    LOCALE,
    PACKS,
    USAGE,
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
from serviam_rules.cli.terminal import Style, height, note, say, tell, width
from serviam_rules.errors import UsageError
from serviam_rules.files import check_writable

if TYPE_CHECKING:
    from serviam_rules.cli.table.loop import Table
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
        Argument("--people", type=count(0), metavar="N", help="how many are people (1)"),
        bots_argument("the other seats", "greedy"),
        Argument("--difficulty", metavar="D", help="of the solo game (normal)"),
        ARRANGEMENT,
        Argument("--seed", type=seed, metavar="S", help="a number or a text (drawn)"),
        Argument("--save", metavar="FILE", help="keep the game in this file, after every action"),
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
    save = check_writable(arguments.save) if arguments.save is not None else None
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")  # lets `input` edit lines
    table = Table(session, Words(rules, locale, Style.of_terminal()), input, say, width, height)
    table.keep = lambda: _save(table, save, str(arguments.save)) if save is not None else ""
    try:
        table.play()
    except LeftError:
        session.unsaved = 0  # it was asked what is to be saved
        say()
    except EOFError:
        say()
    except BaseException:
        if save is not None and not _save(table, save, str(arguments.save)):
            note(f"saved: {arguments.save}")
        _rescue(session)
        raise
    if save is None:
        if not session.state.is_over:
            _rescue(session)
        return FINE
    return _save_last(table, save, str(arguments.save))


def _save(table: Table, file: Path, name: str) -> str:
    """Save after every action; what is wrong if that fails, in words."""
    try:
        table.session.save(file)
    except OSError as error:
        return table.words("not_saved", why=f"{name}: {error.strerror}")
    return ""


def _save_last(table: Table, file: Path, name: str) -> int:
    """Save at the end. If that fails, ask for another file, and if nobody answers, keep the game elsewhere."""
    while wrong := _save(table, file, name):
        tell(wrong)
        try:
            name = input(f"{table.words('which_file')} ").strip() if sys.stdin.isatty() else ""
        except (EOFError, KeyboardInterrupt):
            name = ""
        if not name:
            table.session.unsaved += 1
            _rescue(table.session)
            return USAGE
        file = Path(name).expanduser()
    note(f"saved: {name}")
    return FINE


def _rescue(session: Session) -> None:
    """Keep a game that would be lost, and say where; nothing if nobody has done anything in it."""
    if not session.unsaved:
        return
    with suppress(OSError):
        kept = session.rescue()
        tell(f"the game is kept: serviam-rules play --resume {shlex.quote(str(kept))}")


def _begun(arguments: argparse.Namespace, rules: Ruleset) -> Session:
    from serviam_rules.cli.table.session import Session
    from serviam_rules.replay import Replay

    seats = 1 if arguments.solo else arguments.players
    people = _people(arguments)
    if people > seats:
        raise UsageError(f"--people: {people} people do not fit on {seats} seats")
    if arguments.bot and people == seats:
        raise UsageError("--bot: no seat is left for a bot")
    if arguments.difficulty is not None and not arguments.solo:
        raise UsageError("--difficulty is one of the solo game: say --solo too")
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(10**9)
    replay = Replay.record(
        rules,
        seats,
        seed=seed,
        mode="solo" if arguments.solo else "standard",
        arrangement=arguments.arrangement or "deal",
        difficulty=arguments.difficulty or "normal",
    )
    return Session(replay, _names(arguments, seats))


def _people(arguments: argparse.Namespace) -> int:
    return 1 if arguments.people is None else arguments.people


def _names(arguments: argparse.Namespace, seats: int) -> list[str]:
    """Who plays each seat: people first."""
    from serviam_rules.cli.table.session import PERSON

    others, people = bots_of(arguments, "greedy"), _people(arguments)
    return [PERSON if seat < people else others[(seat - people) % len(others)] for seat in range(seats)]


#: What a saved game says itself.
_FIXED: Final = ("seed", "difficulty", "arrangement")


def _resumed(arguments: argparse.Namespace, rules: Ruleset) -> Session:
    from serviam_rules.bots import bots
    from serviam_rules.cli.table.session import PERSON, Session
    from serviam_rules.replay import Replay

    replay = Replay.load(arguments.resume, rules)
    fixed = (*_FIXED, "people", "bot") if replay.names else _FIXED
    given = [f"--{name}" for name in fixed if getattr(arguments, name) not in (None, [])]
    if given:
        raise UsageError(f"--resume goes on with the game as it was begun: leave out {', '.join(given)}")
    names = replay.names or _names(arguments, replay.options.players)
    for name in names:
        if name != PERSON and name not in bots():
            raise UsageError(
                f"{arguments.resume}: seat played by {name[:40]!r}, which is neither a person nor a bot here"
            )
    return Session(replay, names)
