"""The command line at the edges of its process: streams that fail, interrupts, processes that end, `python -OO`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from serviam_rules import Replay, load_ruleset
from serviam_rules.cli.command import jobs, seed
from serviam_rules.cli.commands import all_commands

COMMAND = [sys.executable, "-m", "serviam_rules"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and redirections of POSIX")


def shell(line: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """A line of shell, in which $S is the command."""
    words = " ".join(f"'{word}'" for word in COMMAND)
    return subprocess.run(["sh", "-c", line.replace("$S", words)], capture_output=True, check=False, timeout=60)


# ---- streams ----


@POSIX
@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize(
    "words", ["show kurt", "simulate --games 2", "play --seed 1", "serve --stdio", "--help", "shw"]
)
def test_a_stream_that_is_not_there_leads_nowhere(words: str, closed: str) -> None:
    usual = shell(f"$S {words} </dev/null")
    said = shell(f"$S {words} {closed}")
    assert said.returncode == usual.returncode
    assert said.stdout == (b"" if ">&- " in f"{closed} " and closed != "2>&-" else usual.stdout)
    assert b"Traceback" not in said.stderr


@POSIX
def test_no_file_takes_the_place_of_a_stream_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "report"
    assert shell(f"$S simulate --games 2 --output '{file}' >&- <&-").returncode == 0
    assert file.read_bytes() == shell("$S simulate --games 2").stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device to write to")
@pytest.mark.parametrize("words", ["show kurt", "schema set", "--help", "simulate --games 2"])
def test_a_full_disk_is_told_in_a_line(words: str) -> None:
    said = shell(f"$S {words} >/dev/full")
    assert said.returncode == 2
    assert said.stderr.decode() == "serviam-rules: No space left on device\n"


@POSIX
def test_a_pipe_that_would_not_wait_is_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with subprocess.Popen([*COMMAND, "schema", "gift"], stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        time.sleep(1)
        with os.fdopen(reading, "rb") as pipe:
            data = pipe.read()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert json.loads(data)["$schema"]


@POSIX
@pytest.mark.parametrize("words", ["play --seed 1", "serve --stdio"])
def test_what_is_no_text_can_come_in(words: str) -> None:
    said = shell(f"printf '\\377\\376x\\nq\\n' | $S {words}")
    assert said.returncode == 0
    assert b"Traceback" not in said.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["show", "kurt", "bribe", "irma", "any"], ["schema", "gift"], ["schema", "typescript"]]
)
def test_without_docstrings_the_same_is_said(words: list[str]) -> None:
    def said(*flags: str) -> bytes:
        line = [sys.executable, *flags, "-m", "serviam_rules", *words]
        return subprocess.run(line, capture_output=True, check=True).stdout

    assert said() == said("-O") == said("-OO")


# ---- results in a file ----


def test_a_result_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "result"
    usual = shell("$S simulate --games 3 --json")
    said = shell(f"$S simulate --games 3 --json -o '{file}'")
    assert (said.returncode, said.stdout) == (0, b"")
    assert file.read_bytes() == usual.stdout
    assert shell("$S simulate --games 3 --json -o -").stdout == usual.stdout


def test_a_file_that_cannot_be_written_is_told_before_the_games(tmp_path: Path) -> None:
    said = shell(f"$S simulate --games 1000000 -o '{tmp_path}/no/such/folder/x'")
    assert said.returncode == 2
    assert said.stderr.decode() == f"serviam-rules: {tmp_path}/no/such/folder/x: No such file or directory\n"


# ---- values of options ----


@pytest.mark.parametrize(
    ("text", "means"), [("0", 0), ("7", 7), ("x", "x"), ("7a", "7a"), ("nan", "nan"), ("1.2.3", "1.2.3")]
)
def test_a_seed_is_what_it_looks_like(text: str, means: int | str) -> None:
    assert seed(text) == means


@pytest.mark.parametrize("text", ["007", "+7", "-7", "7.0", "1e3", "1_000", " 7", "７", "−7", "٣"])
def test_what_could_be_another_number_is_no_seed(text: str) -> None:
    said = subprocess.run([*COMMAND, "simulate", f"--seed={text}"], capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "like a number" in said.stderr
    if not text.isascii():
        assert f"U+{ord(text.strip('7')[0]) if text.strip('7') else ord(text[0]):04X} " in said.stderr


def test_a_number_that_is_too_large_is_told_with_the_limit() -> None:
    for text in ("1000000001", "1" * 5000):
        said = subprocess.run([*COMMAND, "simulate", "--games", text], capture_output=True, text=True, check=False)
        assert said.returncode == 2
        assert "from 1 to 1,000,000,000" in said.stderr


def test_auto_is_as_many_processes_as_there_are_processors() -> None:
    assert 1 <= jobs("auto") <= (os.cpu_count() or 1)


# ---- interrupts ----


@pytest.fixture
def running() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts the command in a group of its own; whatever of it is left in the end is ended."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str, **options: object) -> subprocess.Popen[bytes]:
        line = [*COMMAND, *words]
        started.append(subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def group_is_gone(process: subprocess.Popen[bytes], seconds: float = 5) -> bool:
    """Whether nothing of a command is left running."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that play games for a command."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    lines = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, line in lines.items() if b"spawn_main" in line]


def wait_for(ready: Callable[[], object]) -> None:
    for _ in range(400):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("after", [0.3, 0.6, 1.0, 1.6, 2.4])
@pytest.mark.parametrize("whole_group", [False, True])
def test_an_interrupt_ends_a_simulation_at_once(
    running: Callable[..., subprocess.Popen[bytes]], processes: str, after: float, whole_group: bool
) -> None:
    process = running("simulate", "--games", "100000", "--jobs", processes)
    time.sleep(after)
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - begun < 5
    in_main = re.search(rb'cli/__init__\.py", line \d+, in main', err)  # Python's own `site.py` has a `main` too
    if not in_main and not out and process.returncode == -signal.SIGINT:
        return  # Python itself was still starting
    assert process.returncode == 130, err.decode()
    assert b"Traceback" not in err
    if out:
        said = err.decode().split()
        assert said[:2] == ["interrupted", "after"]
        assert out.decode().startswith(f"{said[2]} of 100000 games, seed 1")
    assert group_is_gone(process)


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nothing_is_left_running_when_the_command_is_ended(
    running: Callable[..., subprocess.Popen[bytes]], number: signal.Signals
) -> None:
    process = running("simulate", "--games", "100000", "--jobs", "2")
    wait_for(lambda: len(workers(process)) == 2)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == -number
    assert number == signal.SIGKILL or err == b""
    assert group_is_gone(process)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("saved", [False, True])
def test_a_game_is_kept_when_its_process_is_ended(tmp_path: Path, number: signal.Signals, saved: bool) -> None:
    file = tmp_path / "game.jsonl"
    line = [*COMMAND, "play", "--seed", "1", *(["--save", str(file)] if saved else [])]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"1 1\n")
        process.stdin.flush()
        for printed in process.stdout:
            if b"Player 1 offers" in printed:
                break
        process.send_signal(number)
        process.stdout.read()
        said = process.stderr.read()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert b"Traceback" not in said
    (kept,) = [file] if saved else (tmp_path / "serviam-rules").iterdir()
    assert len(Replay.load(kept, load_ruleset())) > 0
    assert str(kept).encode() in said


@POSIX
@pytest.mark.slow
def test_a_process_that_is_killed_is_told_in_a_line(running: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = running("simulate", "--games", "100000", "--jobs", "2")
    wait_for(lambda: len(workers(process)) == 2)
    os.kill(workers(process)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (1, b"")
    assert err.count(b"\n") == 1
    assert b"SIGKILL" in err
    assert group_is_gone(process)


BOTS = """
class Raises:
    def __init__(self, seed): pass
    def choose(self, view): raise ValueError("boom\\nand more")

class NoSeed:
    def choose(self, view): return view.legal_actions[0]

class Nothing:
    def __init__(self, seed): pass
    def choose(self, view): return None

class Leaves:
    def __init__(self, seed): pass
    def choose(self, view): raise SystemExit(0)

class Ends:
    def __init__(self, seed): pass
    def choose(self, view):
        import os
        os._exit(0)
"""


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("bots:Raises", "ValueError: boom"),
        ("bots:NoSeed", "TypeError"),
        ("bots:Nothing", "answers None"),
        ("bots:Leaves", "SystemExit"),
        ("bots:NoSuch", "NoSuch"),
        ("broken:Bot", "ZeroDivisionError"),
        ("no_such_module:Bot", "no_such_module"),
        (":", ":"),
    ],
)
def test_whatever_a_bot_does_is_one_line_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, says: str, processes: str
) -> None:
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    line = [*COMMAND, "simulate", "--games", "4", "--bot", bot, "--jobs", processes]
    said = subprocess.run(line, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert (said.returncode, said.stdout) == (2, "")
    assert len(said.stderr.splitlines()) == 1
    assert bot in said.stderr
    assert says in said.stderr


def test_every_command_can_be_quiet_and_can_say_more() -> None:
    for name in all_commands():
        said = subprocess.run([*COMMAND, name, "--help"], capture_output=True, text=True, check=True)
        assert "-q, --quiet" in said.stdout
        assert "-v, --verbose" in said.stdout
    assert "fingerprint" in shell("$S show kurt -v").stderr.decode()
