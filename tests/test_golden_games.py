"""Ten games are played as they were when they were written down (`tests/golden_games.py`)."""

from __future__ import annotations

import pytest

from serviam_rules.events import EVENTS
from serviam_rules.model import Ruleset
from tests.golden_games import FOLDER, GAMES, difference, transcript

#: The longest part of a difference that is shown.
SHOWN = 60
#: What a game may well go without: passing, empty piles, and gifts of a hand shown by effects that no shipped card has.
#: What the reference set does seldom, or its cards never.
RARE = {"passed", "nothing-drawn", "gift-shown", "rule-laid", "rule-ended", "rule-applied", "lot-drawn"}


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(rules: Ruleset, name: str) -> None:
    lines = difference(rules, name).splitlines()
    assert not lines, "\n".join(
        ["if this is meant: python -m tests.golden_games --write", *lines[:SHOWN], f"({len(lines)} lines in all)"]
    )


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


def test_together_they_show_every_kind_of_event(rules: Ruleset) -> None:
    told = {line.split()[0] for name in GAMES for line in transcript(rules, name).splitlines() if line[:2] == "  "}
    assert set(EVENTS) - RARE <= told
