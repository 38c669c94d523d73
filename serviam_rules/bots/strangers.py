"""Bots of somebody's own, classes or whole programs: what they do wrong is told in one line, with their name.

A program is asked with a line of JSON on its standard input and answers with one on its standard output:

    {"type": "choose", "seed": "1/0", "view": {...}, "actions": [...]}
    {"action": {"type": "offer", "gift": "bribe", "slot": 0}}

It is started once, and asked for every seat it plays; it ends when its input ends.
"""

from __future__ import annotations

import atexit
import json
import shlex
import subprocess
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import PurePath
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from traceback import extract_tb
from typing import Any, Final

from serviam_rules.actions import Action
from serviam_rules.bots.protocol import Bot, BotMaker
from serviam_rules.errors import ServiamError, UsageError, shortened
from serviam_rules.plain import plain, text
from serviam_rules.views import View, explain
from serviam_rules.wire import action_from_json

#: How many seconds a program has for an answer, its start among them.
LIMIT: Final = 10.0


class BotError(UsageError):
    """A bot could not be loaded, or did what no bot may do. The message names the bot, and the place in its code."""


class OwnBot:
    """A bot of somebody's own, as games ask it: whatever it raises, and whatever it answers but a legal action, is a
    BotError. `bot` is the bot itself."""

    __slots__ = ("bot", "name")

    def __init__(self, name: str, maker: Callable[[Any], Any], seed: int | str) -> None:
        self.name: str = name
        with _errors_of(name, "cannot be made"):
            self.bot: Bot = maker(seed)
            choose: Any = getattr(self.bot, "choose", None)
        if not callable(choose):
            raise BotError(f"bot {shortened(name)}: {shortened(self.bot)} has no choose(view)")

    def choose(self, seen: View) -> Action:
        """What the bot answers. BotError if that is no legal action, or if it raises."""
        with _errors_of(self.name, f"seat {seen.seat}, step {seen.step}"):
            action = self.bot.choose(seen)
        against = explain(seen, action)
        if against is not None:
            where = f"seat {seen.seat}, step {seen.step}"
            raise BotError(f"bot {shortened(self.name)} ({where}) answers {shortened(action)}: {against}")
        return action


@contextmanager
def _errors_of(name: str, where: str) -> Generator[None]:
    """Make one line of whatever a bot raises; only Ctrl-C goes through."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a bot is a stranger's code: SystemExit and others are no more special here
        raise BotError(f"bot {shortened(name)} ({where}): {_in_one_line(error)}") from None


#: Beginnings of the files that are no bot's: this one, and those that Python has within itself.
_NOT_A_BOTS: Final = (__file__, "<frozen ", import_module.__code__.co_filename)


def _in_one_line(error: BaseException) -> str:
    """`ValueError: no such thing (my_bots.py:12)`."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # an error whose own words fail
        words = ""
    line = f"{type(error).__name__}: {words}" if words else type(error).__name__
    # The way through this module and Python's own import says nothing about the bot.
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(_NOT_A_BOTS)]
    place = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{line[:200]}{place}"


def own_bot(name: str) -> BotMaker:
    """What makes the bot that `module:Name` names. BotError if it cannot be loaded."""
    module, _, attribute = name.partition(":")
    with _errors_of(name, "cannot be loaded"):
        made: Any = getattr(import_module(module), attribute)
    if not callable(made):
        raise BotError(f"bot {shortened(name)} is no class or function")
    return lambda seed: OwnBot(name, made, seed)


# ---- programs


def program(name: str) -> BotMaker:
    """What makes the bot that a command line runs: `node my_bot.mjs`. BotError if it is no command line."""
    with _errors_of(name, "cannot be started"):
        command = tuple(shlex.split(name))
    return lambda seed: OwnBot(name, lambda seed: ProgramBot(command, seed), seed)


class ProgramBot:
    """A seat that a program plays. It has `seconds` for each answer; too late, no action or a crash is an error."""

    def __init__(self, command: Sequence[str], seed: int | str, seconds: float = LIMIT) -> None:
        self.command: tuple[str, ...] = tuple(command)
        self.seed: int | str = seed
        self.seconds: float = seconds

    def choose(self, seen: View) -> Action:
        asked = {"type": "choose", "seed": self.seed, "view": plain(seen), "actions": plain(seen.legal_actions)}
        running = _running.get(self.command)
        if running is None:
            running = _running[self.command] = _Program(self.command)
        try:
            answer = json.loads(running.ask(text(asked), self.seconds))
            return action_from_json(json.dumps(answer["action"]))
        except (ValueError, KeyError, TypeError, ServiamError) as error:
            raise RuntimeError(f'its answer is no line {{"action": ...}}: {" ".join(str(error).split())}') from None
        except BaseException:
            _running.pop(self.command).end()
            raise


class _Program:
    """A program that runs, and the lines it says."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RuntimeError(f"it cannot be started: {error.strerror}") from None
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        self.lock = Lock()
        self.listener = Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def ask(self, line: str, seconds: float) -> bytes:
        """Its answer to a line. TimeoutError if it takes too long, RuntimeError if it has ended."""
        assert self.process.stdin is not None
        with self.lock:
            try:
                self.process.stdin.write(line.encode() + b"\n")
                self.process.stdin.flush()
                answer = self.lines.get(timeout=seconds)
            except OSError:
                answer = b""
            except Empty:
                raise TimeoutError(f"no answer within {seconds:g} seconds") from None
        if not answer:
            raise RuntimeError(f"it ended without an answer (exit status {self.process.wait(1)})")
        return answer

    def end(self) -> None:
        """End it, and let go of its pipes."""
        self.process.kill()
        self.process.wait()
        self.listener.join(1)
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()


_running: Final[dict[tuple[str, ...], _Program]] = {}


@atexit.register
def _end_all() -> None:
    for each in _running.values():
        each.end()
