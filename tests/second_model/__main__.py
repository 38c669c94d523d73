"""`python -m tests.second_model [GAMES]`: so many games a mode beside the second model, and as many odd tables."""

from __future__ import annotations

import sys

from serviam_rules import load_ruleset
from tests.second_model.games import MODES, compare_games


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rules = load_ruleset()
    for mode in MODES:
        played = compare_games(rules, mode, range(games))
        print(f"{mode:14} {played.games} games and {played.odd} odd tables, {played.actions} actions: no difference")


if __name__ == "__main__":
    main()
