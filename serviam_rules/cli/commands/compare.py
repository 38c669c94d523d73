"""`serviam-rules compare`: two sets of cards against each other."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from serviam_rules.cli.command import (
    FINE,
    HTML,
    JSON,
    LOCALE,
    OUTPUT,
    Argument,
    bots_argument,
    bots_of,
    command,
    count,
    jobs,
    locale_of,
    seed,
)
from serviam_rules.cli.terminal import Table, print_table, progress, say, say_json

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset
    from serviam_rules.simulation import Comparison
    from serviam_rules.simulation.statistics import Estimate

#: How a set of cards is called that has no pack on top.
REFERENCE: Final = "reference"
_SURE: Final = {"surely": ", surely", "probably": ", probably", "unclear": ""}


@command(
    "compare",
    "games",
    usage="PACK PACK",
    does="plays the same games with two sets of cards and says what changed",
    about="""\
Plays every game twice, once with each set of cards, with the same seeds, seats, families and bots, and says what
changed for seats, families, length and each gift. `reference` is the set that comes with the library. "Surely" is said
of what chance alone would bring about once in a thousand times at most, "probably" once in twenty; of twenty changes
that are nothing one is "probable", so look at the interval.""",
    examples="""\
examples:
  serviam-rules compare reference my-pack --games 2000
  serviam-rules compare my-pack my-other-pack --players 3 --bot greedy -j auto
  serviam-rules compare reference my-pack --html > changes.html""",
    arguments=(
        Argument("before", metavar="PACK", help="the first set: a pack on the reference set, or `reference`"),
        Argument("after", metavar="PACK", help="the second set"),
        Argument("--games", type=count(2), default=400, metavar="N", help="how many games with each (400)"),
        Argument("--players", type=count(2), default=2, metavar="N", help="players of each game (2)"),
        bots_argument("at every seat", "greedy"),
        Argument("--seed", type=seed, default=1, metavar="S", help="a number or a text (1)"),
        Argument("-j", "--jobs", type=jobs, default=1, metavar="N", help="processes to share the games, or auto (1)"),
        LOCALE,
        HTML,
        JSON,
        OUTPUT,
    ),
)
def compare(arguments: argparse.Namespace) -> int:
    """Play, and say what changed."""
    from serviam_rules.errors import UsageError
    from serviam_rules.loading import load_ruleset
    from serviam_rules.simulation import Plan, settings
    from serviam_rules.simulation import compare as play
    from serviam_rules.simulation.plan import check_seed

    before, after = (load_ruleset(*[pack][pack == REFERENCE :]) for pack in (arguments.before, arguments.after))
    for rules in (before, after):
        if not rules.numbers.players.least <= arguments.players <= rules.numbers.players.most:
            raise UsageError(f"--players {arguments.players}: not so many can play with both sets of cards")
    bots = tuple(bots_of(arguments, "greedy"))
    plan = Plan(settings(before, arguments.players), arguments.games, bots, check_seed(arguments.seed))
    with progress("games", plan.games) as advance:
        found = play(before, after, plan, advance, jobs=arguments.jobs)
    if arguments.json:
        say_json(_data(found))
    elif arguments.html:
        from serviam_rules.cli.page import comparison_page

        say(comparison_page(after, found, locale_of(arguments, after)))
    else:
        _print(after, found, locale_of(arguments, after))
    return FINE


def _print(rules: Ruleset, found: Comparison, locale: str) -> None:
    """What changed for sure, in sentences; then everything, in tables."""
    say(f"{found.before.count} games with each set of cards, bots: {', '.join(dict.fromkeys(found.before.plan.bots))}")
    said = [_sentence(name, shift) for name, shift in _gifts(rules, found, locale) if shift.sureness != "unclear"]
    if not said:
        said = ["No gift has changed its worth, as far as so many games can tell."]
    say("\n".join(["", *said, ""]))
    rows = [
        (*_of(rules, measure, name), *_numbers(estimate))
        for measure, name in found.pairs
        if (estimate := found.estimate(measure, name)) is not None
    ]
    print_table(Table("Game by game", ("of", "who", "change", "from", "to", "sure"), rows, left=2))
    gifts = [(name, *_numbers(shift)) for name, shift in _gifts(rules, found, locale)]
    note = "worth: VP gained in the turn it is offered, less the mean of all turns; from, to: 95 times of 100 within"
    print_table(Table("Worth of gifts", ("gift", "change", "from", "to", "sure"), gifts, note=note))


def _of(rules: Ruleset, measure: str, name: str) -> tuple[str, str]:
    """What is measured, and of whom, as the tables of `simulate` call it: `VP by seat`, `1`."""
    from serviam_rules.cli.report import side_name

    what, _, group = measure.partition(" ")
    if not group:
        return {"decisions": "decisions a game", "vp": "VP of all players"}[what], ""
    words = {"vp": "VP", "won": "games won"}[what], {"order": "turn"}.get(group, group)
    return " by ".join(words), side_name(rules, group, name)


def _gifts(rules: Ruleset, found: Comparison, locale: str) -> list[tuple[str, Estimate]]:
    """Gifts by the change of their worth, the largest first."""
    from serviam_rules.faces.names import name_of

    known = [
        (name_of(rules, "gifts", gift, locale) if gift in rules.gifts else gift, shift)
        for gift, shift, _ in found.gifts()
        if shift is not None
    ]
    return sorted(known, key=lambda row: -row[1].mean)


def _sentence(name: str, shift: Estimate) -> str:
    """`Alms wins 1.2 points more, surely.`"""
    return f"{name} wins {abs(shift.mean):.1f} points {'more' if shift.mean > 0 else 'less'}{_SURE[shift.sureness]}."


def _numbers(estimate: Estimate) -> tuple[str, str, str, str]:
    sure = "" if estimate.sureness == "unclear" else estimate.sureness
    return f"{estimate.mean:+.2f}", f"{estimate.low:+.2f}", f"{estimate.high:+.2f}", sure


def _data(found: Comparison) -> dict[str, object]:
    """The comparison as data: both results, and the differences with their intervals."""
    from serviam_rules.simulation import to_data

    return {
        "format": 1,
        "type": "comparison",
        "before": to_data(found.before),
        "after": to_data(found.after),
        "changes": [
            {"of": measure, "who": name, **_estimate_data(estimate)}
            for measure, name in found.pairs
            if (estimate := found.estimate(measure, name)) is not None
        ],
        "gifts": {
            gift: {"worth": None if shift is None else _estimate_data(shift), "offered_of_hands": round(rate, 4)}
            for gift, shift, rate in found.gifts()
        },
    }


def _estimate_data(estimate: Estimate) -> dict[str, object]:
    numbers = {"change": estimate.mean, "error": estimate.error, "low": estimate.low, "high": estimate.high}
    return {**{name: round(number, 4) for name, number in numbers.items()}, "sure": estimate.sureness}
