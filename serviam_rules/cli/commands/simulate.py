"""`serviam-rules simulate`: games between bots, and a report."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from serviam_rules.cli.command import (
    ARRANGEMENT,
    DASK,
    FINE,
    INTERRUPTED,
    JSON,
    OUTPUT,
    PACKS,
    Argument,
    OneOf,
    bots_argument,
    bots_of,
    cluster,
    command,
    count,
    jobs,
    part,
    rules_of,
    seed,
)
from serviam_rules.cli.terminal import progress, say_json, tell
from serviam_rules.errors import UsageError, unknown

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset
    from serviam_rules.simulation import Checkpoint, Plan


@command(
    "simulate",
    "games",
    usage="",
    does="plays games between bots, with a report of results and balance",
    about="""\
Plays games between bots and reports how they went: results by seat, turn order, family and bot, scores, length, and for
every card how often it was offered and what it was worth. Without --players and --solo every mode is played. The same
options and seed give the same report.""",
    examples="""\
examples:
  serviam-rules simulate --games 300
  serviam-rules simulate --players 4 --bot greedy random
  serviam-rules simulate --solo --difficulty hard --bot greedy
  serviam-rules simulate --pack my-pack --json > report.json
  serviam-rules simulate --bot my_bots:Clever random   (a class of your own)
  serviam-rules simulate --games 100000 -j auto --checkpoint night --resume
  serviam-rules simulate --games 100000 --part 2/3 --json -o two.json

A bot is asked with what its seat may know, never with the state. `random`
takes any legal action, `greedy` the one after which it leads by the most VP;
`search` imagines games, `search:200` so many for a choice, `search:0.5s` as
many as fit into that time; `easy`, `medium`, `strong` are three of these. A bot
of your own is a class that is called with a seed and has `choose(view)`.""",
    arguments=(
        Argument("--games", type=count(1), default=100, metavar="N", help="how many games (100)"),
        OneOf(
            Argument("--players", type=count(1), metavar="N", help="only games of so many players"),
            Argument("--solo", action="store_true", help="only solo games"),
        ),
        Argument("--difficulty", metavar="D", help="only this difficulty in solo games (all, in turn)"),
        ARRANGEMENT,
        bots_argument("at every seat", "random"),
        PACKS,
        Argument("--seed", type=seed, default=1, metavar="S", help="a number or a text (1)"),
        Argument("-j", "--jobs", type=jobs, default=1, metavar="N", help="processes to share the games, or auto (1)"),
        Argument("--part", type=part, metavar="I/N", help="only part I of N of the games, for another machine"),
        Argument("--checkpoint", type=Path, metavar="DIR", help="keep the results in this folder on the way"),
        Argument("--resume", action="store_true", help="go on with the results of the --checkpoint folder"),
        DASK,
        JSON,
        OUTPUT,
    ),
)
def simulate(arguments: argparse.Namespace) -> int:
    """Play, and report."""
    from serviam_rules.cli.report import print_report
    from serviam_rules.simulation import Interrupted, gather, to_data

    rules = rules_of(arguments)
    plan = _plan(arguments, rules)
    games = plan.part(*arguments.part) if arguments.part else range(plan.games)
    checkpoint = _checkpoint(arguments)
    status = FINE
    try:
        with cluster(arguments.dask) as client, progress("games", len(games)) as advance:
            found = gather(
                rules, plan, games, jobs=arguments.jobs, progress=advance, checkpoint=checkpoint, client=client
            )
    except Interrupted as stopped:
        status, found = INTERRUPTED, stopped.results
        tell(f"interrupted after {found.count} of {len(games)} games{_kept(checkpoint)}")
        if not found.count:
            return status
    if arguments.json:
        say_json(to_data(found))
    else:
        print_report(rules, found)
    return status


def _checkpoint(arguments: argparse.Namespace) -> Checkpoint | None:
    if arguments.checkpoint is None:
        if arguments.resume:
            raise UsageError("--resume goes on with the results of a --checkpoint folder; name it")
        return None
    from serviam_rules.simulation import Checkpoint

    return Checkpoint(arguments.checkpoint, resume=arguments.resume)


def _kept(checkpoint: Checkpoint | None) -> str:
    return "" if checkpoint is None else "; --resume goes on"


def _plan(arguments: argparse.Namespace, rules: Ruleset) -> Plan:
    from serviam_rules.simulation import Plan, settings
    from serviam_rules.simulation.plan import check_seed

    numbers = rules.numbers
    if arguments.players is not None and not numbers.players.least <= arguments.players <= numbers.players.most:
        raise UsageError(f"--players must be from {numbers.players.least} to {numbers.players.most}")
    if arguments.solo and numbers.solo is None:
        raise UsageError("this ruleset has no solo game")
    known = list(numbers.solo.difficulties) if numbers.solo else []
    if arguments.difficulty is not None and arguments.difficulty not in known:
        raise UsageError(f"--difficulty: {unknown('difficulty', arguments.difficulty, known)}")
    if arguments.difficulty is not None and arguments.players is not None:
        raise UsageError("--difficulty is one of the solo game, and --players asks for games of several")
    kinds = settings(
        rules,
        arguments.players,
        solo=arguments.solo,
        difficulty=arguments.difficulty,
        arrangement=arguments.arrangement or "deal",
    )
    return Plan(kinds, arguments.games, tuple(bots_of(arguments, "random")), check_seed(arguments.seed))
