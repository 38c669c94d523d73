"""Records JSON of whole games, which every later version has to read: tests/data/json/format-1.

Usage: python -m tools.record_format_1

What format 1 is, is settled by the first release. From then on nothing there is recorded again, only added to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from serviam_rules import load_ruleset
from serviam_rules.actions import Action
from serviam_rules.cards import plain_source
from serviam_rules.events import redacted
from serviam_rules.game import apply
from serviam_rules.plain import text
from serviam_rules.state import GameState
from tests.games import GAMES, moments, odd_rules, random_actions

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "data" / "json" / "format-1"
SEED = 9


def main() -> None:
    """Write everything anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rules = odd_rules(load_ruleset())
    # Words in other languages change nothing in a game, and are ten times as much.
    write("ruleset.json", [json.dumps(plain_source(rules) | {"locales": {}}, indent=1)])
    events: dict[str, str] = {}
    for game in GAMES:
        actions = list(random_actions(rules, game, SEED))
        states = [state for state, _ in moments(rules, game, SEED)]
        assert states[-1] == played(states[0], actions)
        write(f"{game}.jsonl", [text({"actions": actions, "digest": states[-1].digest()}), *map(text, chosen(states))])
        for _, told in moments(rules, game, SEED):
            for event in told:
                events.setdefault(event.type, text(event))
                if event.secrets():
                    events.setdefault(f"{event.type}, as others see it", text(redacted(event, None)))
    write("events.jsonl", [events[name] for name in sorted(events)])


def chosen(states: list[GameState]) -> Iterator[GameState]:
    """The first state in each phase, with and without effects that wait; and the last one."""
    met: set[tuple[str, int]] = set()
    for state in states:
        way = (state.phase, len(state.frames))
        if way not in met:
            met.add(way)
            yield state


def played(state: GameState, actions: list[Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = apply(state, action).state
    return state


def write(name: str, lines: list[str]) -> None:
    """Write a file of lines."""
    (FOLDER / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
