"""`serviam-rules tournament`: a season between bots, with ratings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from serviam_rules.cli.command import (
    DASK,
    FINE,
    INTERRUPTED,
    JSON,
    OUTPUT,
    PACKS,
    Argument,
    bots_of,
    cluster,
    command,
    count,
    jobs,
    rules_of,
    seed,
)
from serviam_rules.cli.terminal import Table, print_table, progress, say, say_json, tell
from serviam_rules.errors import UsageError

if TYPE_CHECKING:
    from serviam_rules.simulation import Results, Standing


@command(
    "tournament",
    "games",
    usage="BOT BOT...",
    does="plays a season between bots, and rates them",
    about="""\
Plays games in which every choice of bots for a table has its turn, at every seat and with every family, and rates them
on the scale of chess: 400 points more win ten times as often as they lose. A game of several players counts as one
between every two of them. With --checkpoint a season can be interrupted and gone on with; --game prints the replay of
any of its games.""",
    examples="""\
examples:
  serviam-rules tournament random greedy --games 400
  serviam-rules tournament random greedy my_bots:Clever --players 3 -j auto
  serviam-rules tournament random greedy --checkpoint season --resume
  serviam-rules tournament random greedy --game 47 -o game.jsonl""",
    arguments=(
        Argument("bot", nargs="+", metavar="BOT", help="who plays, as for `simulate --bot`; two at least"),
        Argument("--games", type=count(1), default=200, metavar="N", help="how many games (200)"),
        Argument("--players", type=count(2), default=2, metavar="N", help="players of each game (2)"),
        PACKS,
        Argument("--seed", type=seed, default=1, metavar="S", help="a number or a text (1)"),
        Argument("-j", "--jobs", type=jobs, default=1, metavar="N", help="processes to share the games, or auto (1)"),
        Argument("--checkpoint", type=Path, metavar="DIR", help="keep the results in this folder on the way"),
        Argument("--resume", action="store_true", help="go on with the results of the --checkpoint folder"),
        Argument("--game", type=count(0), metavar="N", help="play game N again, from 0, and print its replay"),
        DASK,
        JSON,
        OUTPUT,
    ),
)
def tournament(arguments: argparse.Namespace) -> int:
    """Play, and rate."""
    from serviam_rules.simulation import Checkpoint, Interrupted, Plan, gather, recorded, settings
    from serviam_rules.simulation.plan import check_seed

    rules = rules_of(arguments)
    bots = tuple(bots_of(arguments, ""))
    if len(set(bots)) != len(bots):
        raise UsageError("a bot plays in a season once; one is named twice")
    if len(bots) < arguments.players:
        raise UsageError(f"a season of games for {arguments.players} needs so many bots; {len(bots)} named")
    if arguments.players > rules.numbers.players.most:
        raise UsageError(f"--players: at most {rules.numbers.players.most} can play")
    if arguments.resume and arguments.checkpoint is None:
        raise UsageError("--resume goes on with the results of a --checkpoint folder; name it")
    plan = Plan(settings(rules, arguments.players), arguments.games, bots, check_seed(arguments.seed), season=True)
    if arguments.game is not None:
        say(recorded(rules, plan.game(rules, arguments.game)).text().rstrip("\n"))
        return FINE
    checkpoint = Checkpoint(arguments.checkpoint, resume=arguments.resume) if arguments.checkpoint else None
    status = FINE
    try:
        with cluster(arguments.dask) as client, progress("games", plan.games) as advance:
            found = gather(rules, plan, jobs=arguments.jobs, progress=advance, checkpoint=checkpoint, client=client)
    except Interrupted as stopped:
        status, found = INTERRUPTED, stopped.results
        tell(f"interrupted after {found.count} of {plan.games} games" + "; --resume goes on" * bool(checkpoint))
        if not found.tally.pairs:
            return status
    _print(found, arguments.json)
    return status


def _print(found: Results, as_json: bool) -> None:
    from serviam_rules.simulation import ratings, to_data

    standings = ratings(found.tally.pairs)
    if as_json:
        table = [
            {
                "bot": one.bot,
                "rating": round(one.rating.mean, 1),
                "low": round(one.rating.low, 1),
                "high": round(one.rating.high, 1),
                "games": one.games,
                "points": one.points,
            }
            for one in standings
        ]
        say_json({"format": 1, "type": "tournament", "standings": table, "results": to_data(found)})
        return
    say(f"{found.count} games, seed {found.plan.seed}")
    print_table(
        Table(
            "Standings",
            ("bot", "rating", "from", "to", "games", "points", "share"),
            [_row(one) for one in standings],
            note="from, to: where the rating lies 95 times of 100; points: won against another, a draw counts half",
        )
    )
    rows = [
        (*pair, str(counts[1]), str(counts[0]), str(counts[-1])) for pair, counts in sorted(found.tally.pairs.items())
    ]
    print_table(Table("Bot against bot", ("bot", "against", "above", "level", "below"), rows, left=2))


def _row(one: Standing) -> tuple[str, ...]:
    numbers = (one.rating.mean, one.rating.low, one.rating.high)
    return one.bot, *(f"{number:+.0f}" for number in numbers), str(one.games), f"{one.points:g}", _share(one)


def _share(one: Standing) -> str:
    return f"{100 * one.points / one.games:.1f}%"
