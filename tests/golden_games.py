"""Ten whole games as text, so that a change of behaviour shows as a difference. Usage: golden_games [--write]

Each is played at random, with the library's own documented random source, and written to `tests/golden/games/NAME.txt`:
the options, then every action with its events, one a line, then how the game ended. Without `--write` the files are
compared. When a difference is meant, write them anew, read the difference, and commit it with the change:

    python -m tests.golden_games --write
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

from serviam_rules.events import Event
from serviam_rules.game import Step, apply, legal_actions, start
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.testing.matching import show
from serviam_rules.testing.telling import plain

FOLDER = Path(__file__).parent / "golden" / "games"

GAMES: Mapping[str, Mapping[str, Any]] = {
    "two": {"players": 2, "seed": 1},
    "two-inspect": {"players": 2, "seed": "inspect", "arrangement": "inspect"},
    "two-select": {"players": 2, "seed": "select", "arrangement": "select", "first": 1},
    "three": {"players": 3, "seed": 3, "families": ["bazzi-betti", "merlini", "valdrada"]},
    "three-inspect": {"players": 3, "seed": 2**128 - 1, "arrangement": "inspect", "first": 2},
    "four": {"players": 4, "seed": 6},
    "four-select": {"players": 4, "seed": "维多利亚", "arrangement": "select"},
    "solo": {"mode": "solo", "seed": 13},
    "solo-hard-inspect": {"mode": "solo", "seed": 17, "difficulty": "hard", "arrangement": "inspect"},
    "solo-very-hard-select": {"mode": "solo", "seed": 7, "difficulty": "very-hard", "arrangement": "select"},
}


def transcript(rules: Ruleset, name: str) -> str:
    """The whole game as it is stored."""
    return "\n".join(_lines(rules, name)) + "\n"


def _lines(rules: Ruleset, name: str) -> Iterator[str]:
    options = GAMES[name]
    yield f"game {name}"
    yield from (f"{key} {show(item)}" for key, item in options.items())
    yield "begin"
    step = start(rules, **options)
    yield from _events(step)
    dice = from_seed(f"golden {name}")
    while not step.state.is_over:
        legal = legal_actions(step.state)
        action = legal[dice.below(len(legal))]
        dice = dice.next()
        yield f"{step.state.step + 1} of {len(legal)}: seat {step.state.to_act} {_words(plain(action))}"
        step = apply(step.state, action)
        yield from _events(step)
    yield "end"
    outcome = step.state.outcome
    assert outcome is not None
    yield from (f"{key} {show(item)}" for key, item in plain(outcome).items())


def _events(step: Step) -> Iterator[str]:
    return (f"  {_words(_short(event))}" for event in step.events)


def _short(event: Event) -> dict[str, Any]:
    """An event without what the next line, or the one before, says as well."""
    told: dict[str, Any] = plain(event)
    told.pop("frames", None)
    told.pop("outcome", None)
    if "decision" in told:
        asked = {key: item for key, item in told["decision"].items() if key not in ("step", "amount")}
        told = {"type": told["type"], **asked}
    return told


def _words(told: Mapping[str, Any]) -> str:
    """`offer bribe 0`: the type and the values of the fields, in their order."""
    return " ".join(show(item) for item in told.values())


def difference(rules: Ruleset, name: str) -> str:
    """How the game differs from the one that is stored, as a unified diff; "" if it does not."""
    path = FOLDER / f"{name}.txt"
    stored = path.read_text(encoding="utf-8") if path.exists() else ""
    played = transcript(rules, name)
    lines = unified_diff(stored.splitlines(), played.splitlines(), f"stored/{name}", f"played/{name}", lineterm="", n=2)
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write the games, or compare them."""
    from serviam_rules import load_ruleset

    rules = load_ruleset()
    if arguments == ["--write"]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name in GAMES:
            (FOLDER / f"{name}.txt").write_text(transcript(rules, name), encoding="utf-8", newline="\n")
        return 0
    differing = list(filter(None, (difference(rules, name) for name in GAMES)))
    print("\n\n".join(differing) or f"{len(GAMES)} games are as they were")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
