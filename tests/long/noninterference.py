"""Non-interference over thousands of games: python -m tests.long.noninterference [games].

Each game is played twice at random, the second time with other cards wherever one of its viewers never looks, and what
that viewer sees, is told, may do and is refused is compared to the byte at every step. Every fifth game is played with
odder effects than those of the shipped cards.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from serviam_rules import load_ruleset
from serviam_rules.model import Ruleset
from tests.games import GAMES, odd_rules
from tests.lookalikes import compare

KINDS = tuple(GAMES)


@cache
def rulesets() -> tuple[Ruleset, Ruleset]:
    """The shipped cards, and odder ones."""
    rules = load_ruleset()
    return rules, odd_rules(rules)


def one(number: int) -> tuple[str, int, int]:
    """Game `number`: its kind, how many steps were compared, of how many."""
    kind, odd = KINDS[number % len(KINDS)], number % 5 == 0
    gone, cut = compare(rulesets()[odd], kind, 10_000 + number)
    return f"{kind}{', odd' if odd else ''}", gone, cut


def main(games: int) -> None:
    """Play them all; the first that differs ends it with its traceback."""
    counts, gone, cut = Counter[str](), Counter[str](), Counter[str]()
    with ProcessPoolExecutor() as pool:
        for kind, went, steps in pool.map(one, range(games), chunksize=20):
            counts[kind] += 1
            gone[kind] += went
            cut[kind] += steps
    print(f"{'game':<22} {'games':>6} {'steps the same':>15} {'of':>8}")
    for kind in sorted(counts):
        print(f"{kind:<22} {counts[kind]:>6} {gone[kind]:>15} {cut[kind]:>8}")
    print(f"{'all':<22} {counts.total():>6} {gone.total():>15} {cut.total():>8}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
