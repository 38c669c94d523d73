"""Bots that are programs: asked by lines of JSON, with a time limit, and told apart by what goes wrong."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from serviam_rules.bots import BotError, bot_maker
from serviam_rules.bots.strangers import OwnBot, ProgramBot
from serviam_rules.game import new_game
from serviam_rules.model import Ruleset
from serviam_rules.simulation import Plan, settings, simulate
from serviam_rules.views import view

HEAD = "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "
FIRST = HEAD + "print(json.dumps({'action': asked['actions'][0]}), flush=True)\n"


def command(folder: Path, code: str) -> str:
    (folder / "bot.py").write_text(code)
    return f"'{sys.executable}' '{folder / 'bot.py'}'"


def test_a_program_plays_whole_games(rules: Ruleset, tmp_path: Path) -> None:
    plan = Plan(settings(rules), 10, (command(tmp_path, FIRST), "random"), 1)
    alone = simulate(rules, plan)
    assert alone.games == 10
    assert simulate(rules, plan, jobs=2) == alone


def test_it_is_asked_with_its_view_alone(rules: Ruleset, tmp_path: Path) -> None:
    asked = HEAD + "assert asked['view']['type'] == 'view' and asked['seed'] == 's' and 'rng' not in line\n    "
    seen = view(new_game(rules, players=2, seed=1, first=0), 0)
    bot = bot_maker(command(tmp_path, asked + "print(json.dumps({'action': asked['actions'][-1]}), flush=True)\n"))("s")
    assert bot.choose(seen) == seen.legal_actions[-1]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "ended without an answer"),
        ("import sys; sys.exit(3)", "exit status 3"),
        (HEAD + "print('hello', flush=True)", "its answer is no line"),
        (HEAD + "print(json.dumps({'action': {'type': 'pass'}}), flush=True)", "answers Pass"),
        (HEAD + "print('[]', flush=True)", "its answer is no line"),
    ],
)
def test_what_a_program_does_wrong_is_one_line_with_its_name(
    rules: Ruleset, tmp_path: Path, code: str, says: str
) -> None:
    seen = view(new_game(rules, players=2, seed=1, first=0), 0)
    name = command(tmp_path, code)
    with pytest.raises(BotError, match=says) as error:
        bot_maker(name)(1).choose(seen)
    assert "seat 0, step 0" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_program_that_takes_too_long_is_ended(rules: Ruleset, tmp_path: Path) -> None:
    seen = view(new_game(rules, players=2, seed=1, first=0), 0)
    words = [sys.executable, "-c", HEAD + "time.sleep(60)"]
    bot = OwnBot("slow", lambda seed: ProgramBot(words, seed, seconds=0.2), 1)
    with pytest.raises(BotError, match="no answer within"):
        bot.choose(seen)


@pytest.mark.parametrize("name", ["no-such-program at-all", "./no-such-program", "'unbalanced quote"])
def test_a_program_that_cannot_be_started_is_refused(rules: Ruleset, name: str) -> None:
    seen = view(new_game(rules, players=2, seed=1, first=0), 0)
    with pytest.raises(BotError, match="bot"):
        bot_maker(name)(1).choose(seen)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_example_for_node_plays(rules: Ruleset) -> None:
    example = Path(__file__).resolve().parents[1] / "examples/node/bot.mjs"
    plan = Plan(settings(rules), 5, (f"node '{example}'", "random"), 1)
    assert simulate(rules, plan).games == 5
