"""Many games: the same results on however many processes, and an end whatever happens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from serviam_rules.bots import BotError, bot_maker, bot_step
from serviam_rules.game import new_game
from serviam_rules.model import Ruleset
from serviam_rules.simulation import Plan, Stopped, Tally, WorkerLost, playing, settings, simulate
from serviam_rules.simulation.workers import share_out

BOTS = """
import os, signal, sys, time
from dataclasses import dataclass


class Base:
    def __init__(self, seed): pass


class Raising(Base):
    def choose(self, seen): raise ValueError("no\\nidea")  # line 10


class Leaving(Base):
    def choose(self, seen): sys.exit(3)


class Cheating(Base):
    def choose(self, seen): return "everything"


class Mute(Base):
    pass


class Odd(Base):
    def choose(self, seen):
        class Strange:
            def __repr__(self): raise RuntimeError
        return Strange()


class Wordless(Base):
    def choose(self, seen):
        class Strange(Exception):
            def __str__(self): raise RuntimeError
        raise Strange


class Killed(Base):
    def choose(self, seen): os.kill(os.getpid(), signal.SIGKILL)


class Slow(Base):
    def choose(self, seen):
        print("asked", flush=True)
        time.sleep(60)


def nobody(seed):
    return None


def wrong():
    return None
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_bots.py").write_text(BOTS)
    (tmp_path / "broken_bots.py").write_text("import sys\nsys.exit('bye')\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def plan(rules: Ruleset, games: int, *bots: str) -> Plan:
    return Plan(settings(rules), games, bots or ("random",), 1)


def test_any_number_of_processes_gives_the_same(rules: Ruleset) -> None:
    alone = simulate(rules, plan(rules, 30))
    assert alone.games == 30
    together = simulate(rules, plan(rules, 30), jobs=3)
    assert together == alone
    assert list(together.settings) == list(alone.settings)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("own_bots:Raising", "ValueError: no idea (own_bots.py:11)"),
        ("own_bots:Leaving", "SystemExit: 3"),
        ("own_bots:Cheating", "'everything': an action is an Offer, a Choose or a Pass, not str"),
        ("own_bots:Mute", "has no choose(view)"),
        ("own_bots:Odd", "not Strange"),
        ("own_bots:Wordless", "Strange (own_bots.py:"),
        ("own_bots:nobody", "None has no choose(view)"),
        ("own_bots:wrong", "TypeError"),
        ("own_bots:BOTS", "AttributeError"),
        ("broken_bots:Any", "SystemExit: bye (broken_bots.py:2)"),
        ("own_bots:os", "is no class or function"),
        ("no_such_bots:Any", "ModuleNotFoundError: No module named 'no_such_bots'"),
        ("own_bots.deeper:Any", "No module named 'own_bots.deeper'"),
    ],
)
def test_whatever_a_bot_does_is_one_line_with_its_name(rules: Ruleset, own_bots: Path, bot: str, says: str) -> None:
    with pytest.raises(BotError) as error:
        simulate(rules, plan(rules, 2, bot))
    line = str(error.value)
    assert says in line
    assert bot in line
    assert "importlib" not in line, "the place is one in the bot's own code, or none"
    assert "\n" not in line
    assert len(line) < 400


def test_a_bot_is_told_by_seat_and_step(rules: Ruleset, own_bots: Path) -> None:
    state = new_game(rules, seed=1, first=1)
    with pytest.raises(BotError, match=r"seat 1, step 0"):
        bot_step(state, bot_maker("own_bots:Raising")(1))


def test_what_a_bot_does_in_another_process_is_one_line_too(rules: Ruleset, own_bots: Path) -> None:
    with pytest.raises(BotError, match=r"own_bots:Raising.*ValueError: no idea"):
        simulate(rules, plan(rules, 8, "own_bots:Raising"), jobs=2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_is_told_in_one_line(rules: Ruleset, own_bots: Path) -> None:
    with pytest.raises(WorkerLost, match="killed by SIGKILL") as error:
        simulate(rules, plan(rules, 8, "own_bots:Killed"), jobs=2)
    assert "\n" not in str(error.value)


def test_an_interrupt_tells_what_is_known_so_far(rules: Ruleset) -> None:
    told = 0

    def progress(more: int) -> None:
        nonlocal told
        told += more
        if told >= 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate(rules, plan(rules, 10**9), progress)
    assert stopped.value.tally.games == told


def test_an_interrupt_waits_until_a_part_is_counted(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Tally.merge

    def merge(self: Tally, other: Tally) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        whole(self, other)

    monkeypatch.setattr(Tally, "merge", merge)
    with pytest.raises(Stopped) as stopped:
        simulate(rules, plan(rules, 5))
    assert stopped.value.tally.games == 1


STARTED = """
import sys
from serviam_rules import load_ruleset
from serviam_rules.simulation import Plan, Stopped, settings, simulate
if __name__ == "__main__":
    rules = load_ruleset()
    try:
        simulate(rules, Plan(settings(rules), 10**9, (sys.argv[1],), 1), lambda more: print(more, flush=True), jobs=2)
    except Stopped as stopped:
        print("stopped", stopped.tally.games > 0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")
@pytest.mark.parametrize(
    ("bot", "end", "says"),
    [
        ("random", signal.SIGINT, "stopped True"),
        ("random", signal.SIGKILL, ""),
        ("own_bots:Slow", signal.SIGINT, "stopped False"),
    ],
)
def test_nothing_is_left_running(own_bots: Path, bot: str, end: signal.Signals, says: str) -> None:
    script = own_bots / "script.py"
    script.write_text(STARTED)
    words = [sys.executable, str(script), bot]
    kept = {**os.environ, "PYTHONPATH": str(own_bots)}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=kept
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        os.killpg(run.pid, end) if end == signal.SIGINT else run.send_signal(end)
        out, err = run.communicate(timeout=20)
    assert "Traceback" not in err
    assert out.strip().endswith(says)
    for _ in range(100):
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(run.pid, signal.SIGKILL)
    pytest.fail("a process outlives the one that started it")


def test_work_is_asked_for_only_when_somebody_is_free_for_it(rules: Ruleset) -> None:
    asked: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = share_out(divmod, 7, (number + 1 for number in parts()), 2)
    assert next(results) == (7, 0)
    assert len(asked) < 20
    assert [one for one, _ in zip(results, range(2), strict=False)] == [(3, 1), (2, 1)]
    results.close()


def test_games_are_played_more_at_a_time_the_quicker_they_are(rules: Ruleset) -> None:
    parts = playing._Parts(plan(rules, 1000).listed(rules))
    sizes = []
    for part in parts:
        sizes.append(len(part))
        parts.measure()
    assert sizes[:4] == [1, 2, 4, 8]
    assert max(sizes) == 64
    assert sum(sizes) == 1000
