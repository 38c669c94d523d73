"""The schemas and the TypeScript declarations say what JSON really looks like."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from serviam_rules import wire_schemas
from serviam_rules.errors import UsageError
from serviam_rules.events import EVENTS
from serviam_rules.game import legal_actions
from serviam_rules.host import CALLS, Host
from serviam_rules.model import Ruleset
from serviam_rules.plain import plain, text
from serviam_rules.replay import Replay
from serviam_rules.views import events_for, view
from tests.games import GAMES, moments, odd_rules, random_actions

RECORDED = Path(__file__).parent / "data" / "json" / "format-1"
#: The compiler: in the path, or where this says. `npm install typescript` brings it.
TSC = os.environ.get("TSC") or shutil.which("tsc")


@cache
def validator(name: str) -> Any:
    return Draft202012Validator(wire_schemas.schema(name))


def check(name: str, data: Any) -> None:
    assert [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)] == []


@pytest.mark.parametrize("name", wire_schemas.DOCUMENTS)
def test_schemas_are_schemas(name: str) -> None:
    made = wire_schemas.schema(name)
    Draft202012Validator.check_schema(made)
    for definition in made["$defs"].values():
        assert definition["description"]


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'event'"):
        wire_schemas.schema("events")


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_fit(rules: Ruleset, game: str) -> None:
    for at, (state, events) in enumerate(moments(odd_rules(rules) if at_random(game) else rules, game, 4)):
        for event in events:
            check("event", plain(event))
        if at % 3 == 0:
            check("state", plain(state))
            for seat in (0, len(state.players) - 1, None):
                check("view", plain(view(state, seat)))
                for event in events_for(events, seat):
                    check("event", plain(event))
        if state.decision is not None:
            check("decision", plain(state.decision))
        for action in legal_actions(state):
            check("action", plain(action))


def at_random(game: str) -> bool:
    """Whether to take the odd cards: for every other game."""
    return list(GAMES).index(game) % 2 == 1


def test_replays_fit(rules: Ruleset) -> None:
    for game in ("two", "solo-select"):
        for line in replay_lines(rules, game):
            check("replay", json.loads(line))


def replay_lines(rules: Ruleset, game: str) -> list[str]:
    """The lines of the replay of a game, and of what one seat saw of it."""
    replay = Replay.record(rules, seed=4, **GAMES[game])
    for action in random_actions(rules, game, 4):
        replay.play(action)
    return [*replay.text().splitlines(), *replay.redacted(0).text().splitlines()]


def test_what_is_recorded_fits() -> None:
    for path in sorted(RECORDED.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            if path.stem == "events":
                check("event", json.loads(line))
            elif number:
                check("state", json.loads(line))


def every_object(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
        for item in list(data.values()):
            yield from every_object(item)
    elif isinstance(data, list):
        for item in data:
            yield from every_object(item)


def test_missing_and_unknown_fields_do_not_fit(rules: Ruleset) -> None:
    state = next(state for state, _ in moments(rules, "solo", 1) if state.frames)
    data = plain(state)
    for found in every_object(data):
        if found is data["markers"]:
            continue
        for key in list(found):
            item = found.pop(key)
            assert not validator("state").is_valid(data), key
            found[key] = item
        found["more"] = 1
        assert not validator("state").is_valid(data)
        del found["more"]
    assert validator("state").is_valid(data)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "offer", "gift": "bribe", "slot": "1"},
        {"type": "offer", "gift": "bribe", "slot": 2.9},
        {"type": "offer", "gift": "Bribe!", "slot": 0},
        {"type": "choose", "option": None},
        {"type": "choose", "option": True},
        {"type": "pass", "option": 0},
        {"option": 0},
        [],
    ],
)
def test_what_is_no_action_does_not_fit(data: Any) -> None:
    assert not validator("action").is_valid(data)


# ---- TypeScript ----


def test_every_class_has_a_declaration() -> None:
    written = wire_schemas.typescript()
    declared = set(re.findall(r"^export (?:type|interface) (\w+)", written, re.MULTILINE))
    assert {"GameState", "View", "Action", "Decision", "GameEvent", "ReplayLine"} <= declared
    assert {cls.__name__ for cls in EVENTS.values()} <= declared
    assert declared == {name for schema in map(wire_schemas.schema, wire_schemas.DOCUMENTS) for name in schema["$defs"]}


def program(rules: Ruleset) -> str:
    """A TypeScript program in which recorded JSON of whole games is declared to be what it is."""
    types = "Action, Decision, GameEvent, GameState, HostAnswer, HostRequest, ReplayLine, View"
    parts = [f'import type {{ {types} }} from "./serviam";']
    for number, game in enumerate(GAMES):
        told = list(moments(rules, game, 4))
        states = [state for state, _ in told[::7]]
        values = {
            "GameState": states,
            "View": [view(state, seat) for state in states for seat in (0, None)],
            "Decision": [state.decision for state, _ in told if state.decision],
            "GameEvent": [event for _, events in told for event in (*events, *events_for(events, None))],
            "Action": list(random_actions(rules, game, 4)),
        }
        parts += [f"export const {kind}_{number}: {kind}[] = {text(items)};" for kind, items in values.items()]
    parts.append(f"export const replay: ReplayLine[] = [{', '.join(replay_lines(rules, 'two'))}];")
    said = {name: [line for kind, line in host_lines(rules) if kind == name] for name in ("HostRequest", "HostAnswer")}
    parts += [f"export const said_{name}: {name}[] = {json.dumps(lines)};" for name, lines in said.items()]
    parts.append(WRONG)
    return "\n".join(parts)


def host_lines(rules: Ruleset) -> list[tuple[str, Any]]:
    """A conversation with a host: requests and answers of every call, and refusals."""
    host, lines = Host(rules), list[tuple[str, Any]]()

    def ask(**request: Any) -> Any:
        lines.append(("HostRequest", {"id": len(lines), **request}))
        lines.append(("HostAnswer", host.handle(lines[-1][1])))
        return lines[-1][1]

    game = ask(type="new", players=2, seed=7, viewers=[0, "spectator"], locale="en")["game"]
    action = ask(type="legal", game=game, locale="ja")["actions"][0]
    for request in ("preview", "explain", "apply", "apply"):
        ask(type=request, game=game, action={**action, "step": 0}, locale="en")
    ask(type="explain", game=game, action={"type": "pass"})
    ask(type="bot", game=game, bot="greedy", viewers=[1])
    ask(type="view", game=game, viewer=1, locale="zh-Hans")
    ask(type="undo", game=game)
    saved = ask(type="save", game=game)["saved"]
    ask(type="load", saved=saved, viewers=["spectator"])
    ask(type="load", saved=saved.replace("bribe", "bride"))
    ask(type="replay", game=game)
    ask(type="describe", locale="ja", cards=["alms", "kurt", "irma"], faces=True)
    ask(type="hello")
    ask(type="end", game=game)
    ask(type="end", game=game)
    return lines


def test_a_conversation_with_a_host_fits(rules: Ruleset) -> None:
    lines = host_lines(rules)
    assert {line["type"] for _, line in lines} == {*CALLS, "error"}
    for _, line in lines:
        check("host", line)


#: What must not compile, so that the check above is one; and what narrows by `type`.
WRONG = """
// @ts-expect-error
export const no_slot: Action = { type: "offer", gift: "bribe" };
// @ts-expect-error
export const no_such_event: GameEvent = { type: "gift-vanished", seat: 0 };
// @ts-expect-error
export const no_such_field: Action = { type: "pass", seat: 0 };
// @ts-expect-error
export const no_such_call: HostRequest = { id: 1, type: "shuffle" };
export function rule(answer: HostAnswer): string | undefined {
  return answer.type === "error" ? answer.rule : undefined;
}
export function gift(action: Action): string | null {
  return action.type === "offer" ? action.gift : null;
}
"""


@pytest.mark.skipif(TSC is None, reason="there is no TypeScript compiler")
def test_recorded_games_compile(rules: Ruleset, tmp_path: Path) -> None:
    assert TSC is not None
    (tmp_path / "serviam.d.ts").write_text(wire_schemas.typescript(), encoding="utf-8")
    (tmp_path / "program.ts").write_text(program(rules), encoding="utf-8")
    command = [TSC, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "program.ts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0
