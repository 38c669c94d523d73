"""JSON of format 1, recorded once, stays loadable and goes on to the same end (`tests/data/json/format-1`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from serviam_rules import from_json, wire
from serviam_rules.actions import Action
from serviam_rules.events import EVENTS
from serviam_rules.game import apply
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset

RECORDED = Path(__file__).parent / "data" / "json" / "format-1"
GAMES = sorted(path.stem for path in RECORDED.glob("*.jsonl") if path.stem != "events")


@pytest.fixture(scope="module")
def recorded_rules(rules: Ruleset) -> Ruleset:
    """The cards the games were played with; the shipped ones may have changed since."""
    source = json.loads((RECORDED / "ruleset.json").read_text(encoding="utf-8"))
    return ruleset_of(source)


def lines(name: str) -> list[str]:
    return (RECORDED / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_recorded_states_load_and_go_on_to_the_same_end(recorded_rules: Ruleset, game: str) -> None:
    first, *states = lines(f"{game}.jsonl")
    told = json.loads(first)
    actions: list[Action] = [wire.action_from_json(json.dumps(action)) for action in told["actions"]]
    for text in states:
        state = wire.state_from_json(text, recorded_rules)
        assert wire.to_json(state) == text
        for action in actions[state.step :]:
            state = apply(state, action).state
        assert state.is_over
        assert state.digest() == told["digest"]


def test_recorded_games_rest_in_every_phase(recorded_rules: Ruleset) -> None:
    texts = [text for game in GAMES for text in lines(f"{game}.jsonl")[1:]]
    met = {(data["mode"], data["phase"]) for data in map(json.loads, texts)}
    assert len(met) >= 13
    assert max(len(json.loads(text)["frames"]) for text in texts) == 2


def test_recorded_events_load() -> None:
    met: set[str] = set()
    for text in lines("events.jsonl"):
        event = wire.event_from_json(text)
        assert wire.to_json(event) == text
        met.add(event.type)
    assert met <= set(EVENTS)
    assert len(met) > 30


def test_the_recorded_cards_are_known_again(recorded_rules: Ruleset) -> None:
    """A fingerprint means the same for ever: else no saved game could be told to be one of these cards."""
    for game in GAMES:
        for text in lines(f"{game}.jsonl")[1:]:
            assert from_json.parse(text, wire.MOST_STATE)["ruleset"]["fingerprint"] == recorded_rules.fingerprint
