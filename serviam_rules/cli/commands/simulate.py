"""`serviam-rules simulate`: games between bots, and a report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from serviam_rules.cli.command import (
    ARRANGEMENT,
    FINE,
    INTERRUPTED,
    JSON,
    OUTPUT,
    PACKS,
    Argument,
    OneOf,
    bots_argument,
    bots_of,
    command,
    count,
    jobs,
    rules_of,
    seed,
)
from serviam_rules.cli.terminal import progress, say_json, tell
from serviam_rules.errors import UsageError, unknown

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset
    from serviam_rules.simulation import Plan


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

A bot is asked with what its seat may know, never with the state. `random`
takes any legal action, `greedy` the one after which it leads by the most VP. A
bot of your own is a class that is called with a seed and has `choose(view)`.""",
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
        JSON,
        OUTPUT,
    ),
)
def simulate(arguments: argparse.Namespace) -> int:
    """Play, and report."""
    from serviam_rules.cli.report import as_data, print_report
    from serviam_rules.simulation import Stopped
    from serviam_rules.simulation import simulate as play

    rules = rules_of(arguments)
    plan = _plan(arguments, rules)
    status = FINE
    try:
        with progress("games", plan.games) as advance:
            tally = play(rules, plan, advance, jobs=arguments.jobs)
    except Stopped as stopped:
        status, tally = INTERRUPTED, stopped.tally
        tell(f"interrupted after {tally.games} of {plan.games} games")
        if not tally.games:
            return status
    if arguments.json:
        say_json(as_data(rules, plan, tally))
    else:
        print_report(rules, plan, tally)
    return status


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
