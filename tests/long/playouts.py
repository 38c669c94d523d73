"""Playouts beside the same games step by step, over thousands of games: python -m tests.long.playouts [games]."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from serviam_rules import load_ruleset
from serviam_rules.model import Ruleset
from tests.games import odd_rules
from tests.playouts import KINDS, compare


@cache
def rulesets() -> tuple[Ruleset, Ruleset]:
    """The shipped cards, and odder ones."""
    rules = load_ruleset()
    return rules, odd_rules(rules)


def one(number: int) -> int:
    """How many steps game `number` took; AssertionError if it ends in two ways."""
    return compare(rulesets()[number % 5 == 0], KINDS[number % len(KINDS)], 10_000 + number)


def main(games: int) -> None:
    """Play them all; the first that differs ends it with its traceback."""
    with ProcessPoolExecutor() as pool:
        steps = sum(pool.map(one, range(games), chunksize=50))
    print(f"{games} games, {steps} steps: the same in both ways")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
