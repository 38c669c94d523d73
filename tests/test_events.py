"""Events as a family of classes: what each declares, and that type checkers can tell them apart."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from serviam_rules.events import EVENTS, GameEvent

PROGRAM = """\
from serviam_rules import apply, legal_actions, load_ruleset, new_game
from serviam_rules.events import ChoiceDue, GameEvent


def what(event: GameEvent) -> str:
    if event.type == "gift-drawn":
        reveal_type(event)
        return event.gift or "hidden"
    if event.type == "marker-moved":
        return f"{event.powerholder} {event.end - event.start}"
    match event:
        case ChoiceDue(decision):
            return decision.kind
        case _:
            return event.type


state = new_game(load_ruleset(), seed=1)
for event in apply(state, legal_actions(state)[0]).events:
    if event.type == "phase-began":
        print(event.phase)
"""

WRONG = """
    if event.type == "gift-drawn":
        print(event.slot)
"""


def test_the_union_of_all_events_has_each_class() -> None:
    """A new event goes into `GameEvent` too, or type checkers do not know it."""
    assert get_args(GameEvent) == tuple(EVENTS.values())


@pytest.mark.parametrize("name", EVENTS)
def test_the_type_of_an_event_is_annotated_as_it_is(name: str) -> None:
    assert EVENTS[name].__annotations__["type"] == f"ClassVar[Literal[{name!r}]]"


@pytest.mark.parametrize(
    ("checker", "flags"),
    [("mypy", ("--strict", "--no-incremental", "--no-error-summary")), ("pyright", ("--pythonpath", sys.executable))],
)
def test_the_type_of_an_event_narrows_it(tmp_path: Path, checker: str, flags: Sequence[str]) -> None:
    """`event.type == "gift-drawn"` is enough for type checkers to know which fields there are, and which are not."""
    if find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed (`.ci/run types` runs this)")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + WRONG, encoding="utf-8")
    command = [sys.executable, "-m", checker, *flags, str(program)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    lines = [line for line in found.splitlines() if "program.py:" in line]
    shown = [
        line for line in lines if f"program.py:{PROGRAM.count(chr(10), 0, PROGRAM.index('reveal_type')) + 1}:" in line
    ]
    assert shown
    assert all("GiftDrawn" in line and "GiftDealt" not in line for line in shown)
    errors = [line for line in lines if "error" in line]
    assert len(errors) == 1
    assert "slot" in errors[0]
