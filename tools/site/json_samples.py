"""Samples of JSON, from one game."""

from __future__ import annotations

import json
from typing import Any

from serviam_rules import Replay, apply, events_for, legal_actions, new_game, to_json, view
from tools.site.ruleset import RULES

MOST = 110


def sample(what: str) -> str:
    """`state`, `view`, `events` or `replay` of a game that is two actions old."""
    state = new_game(RULES, players=2, seed=7)
    state, _ = apply(state, legal_actions(state)[0])
    after, events = apply(state, legal_actions(state)[0])
    if what == "events":
        return "\n".join(_events(to_json(events_for(events, 0))))
    if what == "replay":
        return _replay()
    thing: Any = after if what == "state" else view(after, 0)
    return shown(json.loads(to_json(thing)))


def _events(text: str) -> list[str]:
    return [_cut(json.dumps(told, ensure_ascii=False)) for told in json.loads(text)]


def _replay() -> str:
    replay = Replay(RULES, players=2, seed=7)
    for _ in range(3):
        replay.play(legal_actions(replay.state)[0])
    return "\n".join(map(_cut, replay.text().splitlines()))


def _cut(line: str) -> str:
    return line if len(line) <= MOST else line[:MOST] + " …"


def shown(data: dict[str, Any]) -> str:
    """An object with one key a line, long values cut."""
    lines = [f"  {json.dumps(key)}: {_cut(json.dumps(item))}" for key, item in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}"
