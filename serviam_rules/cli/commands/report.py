"""`serviam-rules report`: results of simulations put together, as tables, JSON or a page."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from serviam_rules.cli.command import FINE, HTML, JSON, LOCALE, OUTPUT, PACKS, Argument, command, locale_of, rules_of
from serviam_rules.cli.terminal import read_input, say, tell
from serviam_rules.errors import UsageError

if TYPE_CHECKING:
    from serviam_rules.simulation import Results


@command(
    "report",
    "games",
    usage="FILE...",
    does="puts results of simulations together: as tables, JSON or a page",
    about="""\
Puts together what `simulate --json` wrote: parts of the same plan, played with the same cards, on however many
machines. Files that are of other cards or of another plan, or that hold a game twice, are refused. With --html the
report is a page with plots that stands alone and can be sent.""",
    examples="""\
examples:
  serviam-rules report one.json two.json three.json
  serviam-rules report night/results.json --html > report.html
  serviam-rules report part-*.json --json -o whole.json
  serviam-rules report mine.json --pack my-pack --html --locale ja""",
    arguments=(
        Argument("files", nargs="+", metavar="FILE", help="results of `simulate --json` (-: standard input)"),
        PACKS,
        LOCALE,
        HTML,
        JSON,
        OUTPUT,
    ),
)
def report(arguments: argparse.Namespace) -> int:
    """Put together, and report."""
    from serviam_rules.cli.report import print_report
    from serviam_rules.simulation.results import text

    found = _together(arguments.files)
    if arguments.json:
        say(text(found).rstrip("\n"))
        return FINE
    rules = rules_of(arguments)
    if rules.fingerprint != found.stamp["fingerprint"]:
        packs = ", ".join(f"{pack['id']} {pack['version']}" for pack in found.stamp["packs"])
        raise UsageError(f"these are results of other cards: {packs}; name the packs they were played with by --pack")
    if not found.complete:
        tell(f"{found.count} of the {found.plan.games} games of the plan; the others are in none of the files")
    if arguments.html:
        from serviam_rules.cli.page import page

        say(page(rules, found, locale_of(arguments, rules)))
    else:
        print_report(rules, found)
    return FINE


def _together(files: list[str]) -> Results:
    from serviam_rules.errors import FormatError
    from serviam_rules.simulation import ResultsDiffer, from_text

    found: Results | None = None
    for name in files:
        try:
            more = from_text(read_input(name))
            found = more if found is None else found.with_more(more)
        except FormatError as error:
            raise FormatError(f"{name}: {error.message}", error.field) from None
        except ResultsDiffer as error:
            raise ResultsDiffer(f"{name}: {error}") from None
    assert found is not None
    return found
