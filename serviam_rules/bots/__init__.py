"""Bots: players that are programs.

A bot gets a view - what its seat may know, never the state - and returns one of the view's legal actions. The bots
here have no memory: what one does depends on its seed and on the view alone, so that a game with bots can be saved,
resumed, taken back and played again, and goes on the same.
"""

from __future__ import annotations

from serviam_rules.bots.evaluation import lead
from serviam_rules.bots.named import bot_maker, bot_step, bots
from serviam_rules.bots.protocol import Bot, BotMaker
from serviam_rules.bots.search import Considered, SearchBot
from serviam_rules.bots.simple import GreedyBot, RandomBot
from serviam_rules.bots.strangers import BotError, OwnBot

__all__ = [
    "Bot",
    "BotError",
    "BotMaker",
    "Considered",
    "GreedyBot",
    "OwnBot",
    "RandomBot",
    "SearchBot",
    "bot_maker",
    "bot_step",
    "bots",
    "lead",
]
