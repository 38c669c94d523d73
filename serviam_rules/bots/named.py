"""Bots by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from serviam_rules.actions import Action
from serviam_rules.bots.protocol import Bot, BotMaker
from serviam_rules.bots.search import SearchBot
from serviam_rules.bots.simple import GreedyBot, RandomBot
from serviam_rules.bots.strangers import own_bot, program
from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.game import Step, apply
from serviam_rules.state import GameState
from serviam_rules.views import view

_BOTS: Final[Mapping[str, BotMaker]] = MappingProxyType(
    {
        "random": RandomBot,
        "greedy": GreedyBot,
        "search": SearchBot,
        "easy": partial(SearchBot, simulations=8),
        "medium": partial(SearchBot, simulations=60),
        "strong": SearchBot,
    }
)
#: `search:200` has so many simulations for a choice, `search:0.5s` so many seconds.
_SEARCH: Final = re.compile(r"search:(?:(\d{1,7})|(\d{1,4}(?:\.\d{1,3})?)s)", re.ASCII)


def bots() -> Mapping[str, BotMaker]:
    """The bots that come with the library, by name; `easy`, `medium` and `strong` are `search` with three budgets."""
    return _BOTS


def bot_maker(name: str) -> BotMaker:
    """What makes the bot of this name: one of `bots()`, `search:200` or `search:0.5s` for a search with a budget of
    simulations or of time, `module:Name` for a class or function of your own,
    or a command line (`node my_bot.mjs`, `./my_bot`) for a program of your own.

    UsageError if there is no such bot, BotError (a UsageError too) if yours cannot be loaded.
    """
    if name in _BOTS:
        return _BOTS[name]
    if len(name.split()) > 1 or "/" in name or "\\" in name:
        return program(name)
    module, _, attribute = name.partition(":")
    if not attribute:
        raise UsageError(f"{unknown('bot', name, _BOTS)}; your own: module:Name, or a command")
    return _search(name) if module == "search" else own_bot(name)


def _search(name: str) -> BotMaker:
    budget = _SEARCH.fullmatch(name)
    if budget is None:
        raise UsageError(
            f"bot {shortened(name)}: a budget is a number of simulations or seconds: search:200, search:0.5s"
        )
    simulations, seconds = budget.groups()
    made = (
        partial(SearchBot, simulations=int(simulations)) if simulations else partial(SearchBot, seconds=float(seconds))
    )
    made(0)  # a budget of nothing is refused here
    return made


def bot_step(state: GameState, bot: Bot) -> tuple[Action, Step]:
    """Let a bot act for the seat that is to act. IllegalAction if what it returns is not legal, BotError if it is one
    of somebody's own."""
    action = bot.choose(view(state, state.to_act))
    return action, apply(state, action)
