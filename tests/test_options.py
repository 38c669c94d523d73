"""The options of a game stand in one place: whoever takes them takes the same ones, with the same defaults."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any

import attrs
import pytest

from serviam_rules import UsageError, new_game, start
from serviam_rules.host.calls import New
from serviam_rules.model import Ruleset
from serviam_rules.plain import text
from serviam_rules.replay import Replay
from serviam_rules.rules.options import OPTIONS, GameOptions


def fields_of(kind: Any) -> dict[str, Any]:
    return {field.name: field for field in attrs.fields(kind)}


@pytest.mark.parametrize("call", [start, new_game])
def test_calls_take_the_options_with_their_defaults(call: Any) -> None:
    found = dict(signature(call).parameters)
    found.pop("rules")
    assert set(found) == set(OPTIONS)
    for name, field in fields_of(GameOptions).items():
        wanted = Parameter.empty if name == "seed" else field.default
        assert found[name].default == wanted, name


def test_a_host_takes_the_same_options() -> None:
    assert set(OPTIONS) <= set(fields_of(New))


def test_the_seed_does_not_stand_in_json() -> None:
    assert "secret" not in text(GameOptions(seed="secret"))


def test_what_a_seat_keeps_of_a_game_does_not_hold_the_seed(rules: Ruleset) -> None:
    assert Replay.record(rules, seed="secret").redacted(0).header.options.seed is None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mode": "duel"}, "mode must be 'standard' or 'solo', not 'duel'"),
        ({"arrangement": "throw"}, "[S-7]"),
        ({"players": 5}, "players must be a whole number from 2 to 4, not 5"),
        ({"players": True}, "not True"),
        ({"players": 10**5000}, "a number so large"),
        ({"first": 2}, "first must be a seat from 0 to 1 or None, not 2 [S-6]"),
        ({"mode": "solo", "first": 1}, "first must be seat 0 or None, not 1 [S-6]"),
        ({"mode": "solo", "difficulty": "harsh"}, "no difficulty is called 'harsh'; did you mean 'hard'?"),
        ({"mode": "solo", "difficulty": None}, "no difficulty is called None"),
        ({"families": "orsatti"}, "families must be a list of 2 family ids"),
        ({"families": ["orsatti", "orsatti"]}, "families must be 2 different ones"),
        ({"families": ["orsatti", 7]}, "no free family is called 7"),
        ({"families": [[], []]}, "no free family is called []"),
        ({"seed": None}, "a seed is"),
    ],
)
def test_each_option_that_makes_no_sense_is_named(rules: Ruleset, wrong: dict[str, Any], says: str) -> None:
    for begin in (new_game, Replay):
        with pytest.raises(UsageError) as error:
            begin(rules, **{"seed": 1, **wrong})
        assert says in str(error.value)


def test_a_replay_names_what_it_takes(rules: Ruleset) -> None:
    with pytest.raises(UsageError, match="arrangement"):
        Replay(rules, seed=1, colour="red")
