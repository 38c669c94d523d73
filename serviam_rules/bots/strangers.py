"""Bots of somebody's own: what they do wrong is told in one line, with their name."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import PurePath
from traceback import extract_tb
from typing import Any, Final

from serviam_rules.actions import Action
from serviam_rules.bots.protocol import Bot, BotMaker
from serviam_rules.errors import UsageError, shortened
from serviam_rules.views import View, explain


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
