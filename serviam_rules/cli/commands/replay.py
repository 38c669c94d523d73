"""`serviam-rules replay`: a recorded game in words, and whether it still is that game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.command import (
    FINDINGS,
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
from serviam_rules.cli.terminal import say, say_json, tell, width
from serviam_rules.errors import FormatError, UsageError

if TYPE_CHECKING:
    from serviam_rules.events import Event
    from serviam_rules.model import Ruleset
    from serviam_rules.plain import RulesetStamp
    from serviam_rules.replay import GameOptions, Replay, Told
    from serviam_rules.values import Seat


@command(
    "replay",
    "games",
    usage="FILE",
    does="plays a recorded game back and verifies it",
    about="""\
Plays a recorded game back in words, action by action, and verifies it: every mark, every checkpoint, the outcome. A
replay of other rules is refused with the names of the cards that changed; --force plays it all the same, up to the
action where the games part. A player's form of a replay (--told) is shown as that player saw it.""",
    examples="""\
examples:
  serviam-rules replay game.jsonl
  serviam-rules replay game.jsonl --locale ja
  serviam-rules replay game.jsonl --quiet            only verify
  serviam-rules replay game.jsonl --told 1 > 1.jsonl what seat 1 may keep: no
                                                     seed, no hidden card
  serviam-rules replay game.jsonl --pack my-pack --force

Exit status: 0 verified, 1 damaged, of other rules, or no longer the recorded
game, 2 wrong usage or no such file.""",
    arguments=(
        Argument("file", metavar="FILE", help="the replay; - reads it from standard input"),
        LOCALE,
        PACKS,
        OUTPUT,
        Argument("--force", action="store_true", help="play a replay of other rules as far as it goes"),
        OneOf(
            Argument("--told", metavar="SEAT", help="print what a seat (0, 1, ...) or `spectator` may keep"),
            JSON,
        ),
    ),
)
def replay(arguments: argparse.Namespace) -> int:
    """Show, and verify."""
    from serviam_rules.replay import Told, load

    rules = rules_of(arguments)
    locale = locale_of(arguments, rules)
    replay = load(source_of(arguments.file), rules, force=arguments.force)
    if arguments.told is not None:
        return _print_told(replay, arguments.told)
    if arguments.json:
        return _say_data(replay, rules, locale)
    if isinstance(replay, Told):
        _show_told(replay, rules, locale, arguments.quiet)
        return 0
    return _show(replay, locale, arguments.quiet)


def source_of(file: str) -> str:
    """What `load` reads: the name of a file, or what comes in by standard input. FormatError if that is no replay."""
    if file != "-":
        return file
    text = sys.stdin.read()
    if not text.lstrip().startswith("{"):
        raise FormatError("standard input holds no replay")
    return text


def _say_data(replay: Replay | Told, rules: Ruleset, locale: str) -> int:
    """The whole game and its verdict as JSON; of a player's form, without a verdict."""
    from serviam_rules.replay import ReplayParted, Told
    from serviam_rules.wire import to_json

    told = isinstance(replay, Told)
    parted: ReplayParted | None = None
    events: list[Sequence[Event]] = []
    if isinstance(replay, Told):
        game = replay.header.options
        events = [step.events for step in replay.steps]
    else:
        game = replay.options
        parted = replay.verify().parted
        with suppress(ReplayParted):
            events.extend(step.events for step in replay.steps())
    steps = [
        {
            "step": number,
            "events": [json.loads(to_json(event)) for event in one],
            "words": [rules.describe(event, locale) for event in one],
        }
        for number, one in enumerate(events)
    ]
    say_json(
        {
            "format": 1,
            "type": "replayed",
            "players": game.players,
            "mode": game.mode,
            "actions": len(steps) - 1,
            "verified": None if told else parted is None,
            "parted": None if parted is None else str(parted),
            "steps": steps,
        }
    )
    return FINDINGS if parted else FINE


def _show(replay: Replay, locale: str, quiet: bool) -> int:
    from serviam_rules.replay import ReplayParted

    rules = replay.rules
    if not quiet:
        _say_head(replay.options, ", ".join(f"{pack.id} {pack.version}" for pack in rules.packs))
        try:
            for number, step in enumerate(replay.steps()):
                _say_step(rules, number, step.events, locale)
        except ReplayParted:
            pass  # `verify` tells it
    verdict = replay.verify()
    if verdict.parted is not None:
        tell(f"serviam-rules: {verdict.parted}")
        return 1
    how = "verified" if replay.state.is_over else "verified as far as it goes; the game is not over"
    say(f"{len(replay)} actions, {how}")
    return 0


def _show_told(told: Told, rules: Ruleset, locale: str, quiet: bool) -> None:
    _check_stamp(told.header.ruleset, rules)
    if not quiet:
        _say_head(told.header.options, ", ".join(f"{pack.id} {pack.version}" for pack in told.header.ruleset.packs))
        for step in told.steps:
            _say_step(rules, step.step, step.events, locale)
    whom = "a spectator" if told.seat is None else f"seat {told.seat}"
    say(f"{told.end.steps} actions, as {whom} saw them; there is no seed to verify them by")


def _check_stamp(stamp: RulesetStamp, rules: Ruleset) -> None:
    if stamp.fingerprint != rules.fingerprint:
        tell("serviam-rules: the game was played with other cards; the words may not be those of that game")


def _print_told(replay: Replay | Told, whom: str) -> int:
    from serviam_rules.replay import Told

    if isinstance(replay, Told):
        raise UsageError("this is a player's form already; --told needs the full one")
    print(replay.redacted(_seat(whom, replay.options.players)).text(), end="")
    return 0


def _seat(text: str, players: int) -> Seat | None:
    if text == "spectator":
        return None
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < players:
        return int(text)
    raise UsageError(f"--told takes a seat from 0 to {players - 1}, or spectator, not {text[:40]!r}")


def _say_head(game: GameOptions, packs: str) -> None:
    kind = f"solo, {game.difficulty}" if game.mode == "solo" else f"{game.players} players"
    laid = "" if game.arrangement == "deal" else f", rows laid out by the players ({game.arrangement})"
    say(f"{kind}{laid}; cards: {packs}")
    say()


def _say_step(rules: Ruleset, number: int, events: Iterable[Event], locale: str) -> None:
    """The events of one action: the first with its number, the rest below it."""
    for at, line in enumerate(_lines(rules, events, locale)):
        say((f"{number:>4}  " if at == 0 else " " * 6) + line)


def _lines(rules: Ruleset, events: Iterable[Event], locale: str) -> Iterator[str]:
    from serviam_rules.events import ChoiceDue, PhaseBegan

    for told in events:
        if not isinstance(told, PhaseBegan | ChoiceDue):
            yield from wrap(rules.describe(told, locale), width() - 6, indent="  ")
