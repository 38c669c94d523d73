"""What a bot is, and where it takes its chance from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from serviam_rules.actions import Action
from serviam_rules.rng import from_seed
from serviam_rules.views import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, seen: View) -> Action:
        """One of `seen.legal_actions`, which are never empty when a bot is asked."""
        ...


#: What makes a bot from a seed: an int or a text, as for `new_game`.
BotMaker: TypeAlias = Callable[[int | str], Bot]


def bot_key(seed: int | str) -> str:
    """The key of a bot's random source: not that of a game with the same seed, whose cards the bot could foresee."""
    return from_seed(f"bot {from_seed(seed).key}").key
