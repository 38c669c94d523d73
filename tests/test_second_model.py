"""The engine beside a second model of the rules (`tests/second_model`), and faults that this must find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from serviam_rules import load_ruleset, new_game
from serviam_rules.model import Ruleset
from serviam_rules.values import evolve
from tests.second_model import rules as model
from tests.second_model.beside import Beside, Differs
from tests.second_model.games import MODES, compare_games

#: `python -m tests.second_model 2000` plays the long form.
SHORT = 40


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_plays_as_the_second_model_does(mode: str) -> None:
    played = compare_games(load_ruleset(), mode, range(SHORT))
    assert played.games == SHORT
    assert played.odd > SHORT // 2, "odd tables are hardly ever accepted"


def test_the_second_model_shares_no_code() -> None:
    text = Path(model.__file__).read_text(encoding="utf-8")
    assert "import serviam_rules" not in text
    assert "from serviam_rules" not in text


#: A mistake in the rules -> the pack that plants it.
FAULTS = {
    "C-2: the last space but one counts 3": "set.yaml: {track: {spaces: [-3, 0, 0, 1, 1, 2, 3, 5]}}",
    "S-1: markers start one space further": "set.yaml: {track: {start: 2}}",
    "T-8: any face-down card is turned up": "set.yaml: {turn: {expansion: [{turn_up: {one: face_down}}]}}",
    "T-9: the reward is never negative": (
        "set.yaml: {turn: {reward: [{if: {at_least: [{influence: target}, 0]}, then: [{gain: {influence: target}}]}]}}"
    ),
    "T-10: two cards are drawn": "set.yaml: {hand: {drawn: 2}}",
    "T-10: six turns": "set.yaml: {turn: {turns: 6}}",
    "F-1: 3 VP for a demand": (
        "set.yaml: {scoring: [{id: demand, do: [{gain: {times: [3, {count: {gifts: in_demand}}]}}]}, "
        "{id: shadow, do: [{if: {not: {exists: {row: {not: {holds: conspiracy}}}}}, then: [{gain: 10}]}]}]}"
    ),
    "D-6: Kurt takes no gift of this turn": (
        "powerholders/kurt.yaml: {effetto_ordine: [{exchange: {topmost: {one: {connections: {holds: anything}}, "
        "except: target}}, with: {one: hand}}]}"
    ),
    "T-4: a rank icon reaches whoever is at the top": (
        "icons/rank.yaml: {effect: [{move: {one: {any: [{rank: $rank}, {influence: 5}]}}, by: $move}]}"
    ),
    "O-9: abilities from round 6 on": "set.yaml: {solo: {ability_rounds: [6, 7]}}",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    name, _, change = FAULTS[fault].partition(": ")
    (tmp_path / "pack.yaml").write_text("{id: faulty, version: 1.0.0, title: Faulty, format: 1}\n", encoding="utf-8")
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    stem = "" if name == "set.yaml" else f"id: {file.stem}, "
    file.write_text(f"{{{stem}patches: true, {change.removeprefix('{')}\n", encoding="utf-8")
    rules = load_ruleset(tmp_path)
    assert any(_differs(rules, mode) for mode in MODES)


def _differs(rules: Ruleset, mode: str) -> bool:
    try:
        compare_games(rules, mode, range(60))
    except Differs:
        return True
    return False


def _forget(method: str) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(model, method, lambda *_: False)

    return plant


@pytest.mark.parametrize("rule", ["is_letter", "is_conspiracy"])
def test_a_rule_forgotten_by_either_is_found(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """T-2 and T-7: which of the two is wrong makes no difference."""
    _forget(rule)(monkeypatch)
    with pytest.raises(Differs):
        compare_games(load_ruleset(), "two", range(60))


def test_any_difference_is_told() -> None:
    beside = Beside(new_game(load_ruleset(), seed=1))
    beside.state = evolve(beside.state, turn=2)
    with pytest.raises(Differs, match="whose turn"):
        beside.compare()
