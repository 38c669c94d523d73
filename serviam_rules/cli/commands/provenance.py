"""`serviam-rules provenance`: what of the cards is in the book, and what stands in for it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.command import JSON, OUTPUT, PACKS, Argument, command, rules_of
from serviam_rules.cli.terminal import Table, print_table, say, say_json, width
from serviam_rules.kinds import ORIGINS

#: Kind, id and the origin of each field.
Found: TypeAlias = Sequence[tuple[str, str, dict[str, str]]]


@command(
    "provenance",
    "cards",
    usage="",
    does="counts and lists what is book, review, inferred and stand-in",
    about="""\
Counts and lists where every field of every card comes from:
  book         stated in the translated rulebook
  review       stated in a published review
  inferred     follows from those, by an argument that is given
  ruling       the sources are silent; this project decides
  transcribed  read from a copy of the game by its owner
  stand-in     made by this project so that the game can be played; it is not
               what the published card says""",
    examples="""\
examples:
  serviam-rules provenance
  serviam-rules provenance --only stand-in
  serviam-rules provenance --pack my-transcription --json""",
    arguments=(
        Argument("--only", metavar="ORIGIN", choices=ORIGINS, help="list only what is of this origin"),
        PACKS,
        OUTPUT,
        JSON,
    ),
)
def provenance(arguments: argparse.Namespace) -> int:
    """Count, and list."""
    from serviam_rules.cli.cards import everything

    found = list(everything(rules_of(arguments)))
    if arguments.json:
        say_json(_as_data(found))
        return 0
    _print_counts(found)
    for origin in [arguments.only] if arguments.only else ORIGINS:
        _print_list(found, origin)
    return 0


def _print_counts(found: Found) -> None:
    counts: dict[str, Counter[str]] = {}
    cards = Counter(kind for kind, _, _ in found)
    for kind, _, fields in found:
        counts.setdefault(kind, Counter()).update(fields.values())
    rows = [_row(kind, str(cards[kind]), count) for kind, count in counts.items()]
    rows.append(_row("all", str(cards.total()), sum(counts.values(), Counter[str]())))
    print_table(Table("Fields by origin", ("kind", "files", *ORIGINS, "fields"), rows))


def _row(kind: str, files: str, count: Counter[str]) -> tuple[str, ...]:
    return kind, files, *(str(count[origin]) for origin in ORIGINS), str(count.total())


def _print_list(found: Found, origin: str) -> None:
    """Every field of an origin, by card; a card that is of it as a whole is named alone."""
    say()
    say(f"{origin}:")
    last = ""
    for kind, card, fields in found:
        of_it = [field for field, other in fields.items() if other == origin]
        if not of_it:
            continue
        if kind != last:
            say(f"  {kind}")
            last = kind
        whole = len(of_it) == len(fields)
        line = f"    {card}" if whole else f"    {card}: {', '.join(of_it)}"
        for part in wrap(line, width(), indent="      "):
            say(part)


def _as_data(found: Found) -> dict[str, Any]:
    kinds: dict[str, Any] = {}
    for kind, card, fields in found:
        kinds.setdefault(kind, {})[card] = fields
    counts = {
        kind: dict(Counter(origin for fields in cards.values() for origin in fields.values()))
        for kind, cards in kinds.items()
    }
    return {"format": 1, "type": "provenance", "counts": counts, "fields": kinds}
