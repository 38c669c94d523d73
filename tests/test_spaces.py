"""Action numbers and observations: of one size always, both ways, and blind to what is hidden."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from serviam_rules.actions import Offer
from serviam_rules.errors import UsageError
from serviam_rules.game import apply, new_game
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.rng import Rng, from_seed
from serviam_rules.spaces import FORMAT, Spaces
from serviam_rules.state import GameState, View
from serviam_rules.views import determinize, view

KINDS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"mode": "solo", "difficulty": "hard"},
    {"players": 3, "arrangement": "inspect"},
    {"mode": "solo", "arrangement": "select"},
]


@pytest.fixture(scope="module")
def spaces(rules: Ruleset) -> Spaces:
    return Spaces(rules)


def views(rules: Ruleset, options: dict[str, Any], seed: int = 1) -> list[tuple[GameState, View]]:
    """The moments of a random game, as whoever is to act sees them, and its end."""
    state = new_game(rules, seed=seed, **options)
    found = []
    while state.to_act is not None:
        seen = view(state, state.to_act)
        found.append((state, seen))
        actions = seen.legal_actions
        state = apply(state, actions[Rng(from_seed(seed).key, state.step).below(len(actions))]).state
    return [*found, (state, view(state, 0))]


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_every_legal_action_has_a_number_of_its_own_both_ways(
    rules: Ruleset, spaces: Spaces, options: dict[str, Any]
) -> None:
    for _, seen in views(rules, options):
        numbers = spaces.legal(seen)
        assert len(set(numbers)) == len(numbers) == sum(spaces.mask(seen))
        assert len(spaces.mask(seen)) == spaces.actions
        assert all(spaces.mask(seen)[number] for number in numbers)
        for action, number in zip(seen.legal_actions, numbers, strict=True):
            assert spaces.action(seen, number) == action
            assert spaces.number(seen, action) == number
            assert spaces.name(number)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_observations_have_one_size_and_keep_their_bounds(
    rules: Ruleset, spaces: Spaces, options: dict[str, Any]
) -> None:
    for _, seen in views(rules, options):
        found = spaces.observe(seen)
        assert list(found) == [field.name for field in spaces.fields]
        for field in spaces.fields:
            assert len(found[field.name]) == field.size
            assert all(field.low <= number <= field.high for number in found[field.name]), field.name
        vector = spaces.vector(seen)
        assert len(vector) == spaces.size
        assert all(0 <= number <= 1 for number in vector)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_nothing_hidden_is_in_an_observation(rules: Ruleset, spaces: Spaces, options: dict[str, Any]) -> None:
    for state, seen in views(rules, options)[::7]:
        assert seen.seat is not None
        other = determinize(seen, "another world")
        assert spaces.vector(view(other, seen.seat)) == spaces.vector(view(state, seen.seat))


def test_fields_say_what_the_view_says(rules: Ruleset, spaces: Spaces) -> None:
    for _, seen in views(rules, {"players": 3}, seed=4):
        found = spaces.observe(seen)
        seat = seen.seat or 0
        in_order = [seen.players[(seat + n) % 3] for n in range(3)]
        assert found["vp"][:3] == tuple(player.vp for player in in_order)
        assert found["present"] == (1, 1, 1, 0, 0)
        assert found["space"] == seen.spaces
        assert found["hand"] == tuple(seen.own_hand.count(gift) for gift in rules.gifts)
        assert found["phase"].index(1) == spaces.vocabularies["phase"].index(seen.phase)
        assert sum(found["pile"]) == sum(len(place.gifts) for player in seen.players for place in player.row)
        lying = [place.powerholder for player in seen.players for place in player.row]
        assert sum(found["row"]) == len([who for who in lying if who is not None])
        if seen.decision is not None:
            assert found["prompt"].index(1) == spaces.vocabularies["prompt"].index(seen.decision.prompt)
            assert found["source"].index(1) == spaces.vocabularies["source"].index(seen.decision.source)


def test_seats_count_from_the_viewer(rules: Ruleset, spaces: Spaces) -> None:
    state = new_game(rules, players=3, seed=2, first=1)
    assert spaces.observe(view(state, 1))["to_act"] == (1, 0, 0, 0)
    assert spaces.observe(view(state, 0))["to_act"] == (0, 1, 0, 0)
    assert spaces.observe(view(state, 2))["to_act"] == (0, 0, 1, 0)


def test_choices_made_in_an_effect_are_told_apart(rules: Ruleset, spaces: Spaces) -> None:
    moments = [seen for _, seen in views(rules, {"players": 2}, seed=3) if any(frame.answers for frame in seen.frames)]
    chosen = {spaces.observe(seen)["chosen"] for seen in moments}
    assert len(chosen) > 1


def test_the_numbering_is_the_same_in_every_run(spaces: Spaces) -> None:
    code = "import json; from serviam_rules import load_ruleset; from serviam_rules.spaces import Spaces\n"
    code += "print(json.dumps(Spaces(load_ruleset()).described()))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == json.loads(json.dumps(spaces.described()))
    assert spaces.stamp == f"{FORMAT}/{spaces.rules.fingerprint}"


def test_the_numbering_of_the_reference_set_stays(spaces: Spaces) -> None:
    """Whoever has learnt something with these numbers wants to use it; a change needs another FORMAT."""
    named = [
        spaces.name(number) for number in (0, 1, 100, 101, 109, 110, 144, 145, 224, 225, 229, 230, 261, 262, 281, 282)
    ]
    assert named == [
        "pass",
        "offer alms 0",
        "offer warhorse 4",
        "powerholder victoria",
        "powerholder fabrizio",
        "place 0 0",
        "place bazzi-betti 6",
        "gift 0 alms",
        "gift 3 warhorse",
        "player 0",
        "player bazzi-betti",
        "branch 0",
        "branch 31",
        "card alms",
        "card warhorse",
        "stop",
    ]
    assert spaces.actions == 283


def test_what_makes_no_sense_is_refused(rules: Ruleset, spaces: Spaces) -> None:
    state = new_game(rules, players=2, seed=1, first=0)
    seen = view(state, 0)
    for wrong in (-1, spaces.actions, "0", None):
        with pytest.raises(UsageError, match="no number of an action"):
            spaces.name(wrong)  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="no legal action"):
            spaces.action(seen, wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="not legal"):
        spaces.number(seen, Offer("alms", 3))
    with pytest.raises(UsageError, match="View"):
        spaces.observe(state)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="load_ruleset"):
        Spaces("cards")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="another ruleset"):
        Spaces(load_ruleset("examples/packs/five-turns")).observe(seen)
