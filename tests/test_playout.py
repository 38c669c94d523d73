"""`playout` ends where `apply` does, for every kind of game. `tests/long/playouts.py` does it for thousands."""

from __future__ import annotations

from typing import Any

import pytest

from serviam_rules.actions import Choose, Pass
from serviam_rules.errors import IllegalAction, UsageError
from serviam_rules.game import new_game, playout
from serviam_rules.model import Ruleset
from serviam_rules.views import view
from tests.games import odd_rules, ruled_rules
from tests.playouts import KINDS, compare


@pytest.mark.parametrize("kind", KINDS)
def test_a_playout_ends_where_the_game_does(rules: Ruleset, kind: str) -> None:
    assert sum(compare(rules, kind, seed) for seed in range(25)) > 250
    for other in (odd_rules(rules), ruled_rules(rules)):
        for seed in range(5):
            compare(other, kind, seed)


@pytest.mark.parametrize("wrong", [Pass(), Choose(7), None, "pass"])
def test_a_playout_refuses_what_apply_refuses(rules: Ruleset, wrong: Any) -> None:
    with pytest.raises(IllegalAction):
        playout(new_game(rules, seed=1), lambda _, __: wrong)


def test_a_playout_needs_a_state(rules: Ruleset) -> None:
    seen: Any = view(new_game(rules, seed=1), 0)
    with pytest.raises(UsageError, match="not View"):
        playout(seen, lambda _, actions: actions[0])


def test_a_game_that_is_over_stays_as_it_is(rules: Ruleset) -> None:
    over = playout(new_game(rules, seed=1), lambda _, actions: actions[0])
    assert playout(over, lambda _, __: pytest.fail("nothing is left to choose")) == over
