"""Many games between bots, and what they tell about seats, families, bots and cards.

A `Plan` says which games; `simulate` plays them and gives a `Tally`. The same plan gives the same tally, on however
many processes it is played.
"""

from __future__ import annotations

from serviam_rules.simulation.plan import Game, Plan, Setting, settings
from serviam_rules.simulation.playing import simulate
from serviam_rules.simulation.tally import Tally

__all__ = ["Game", "Plan", "Setting", "Tally", "settings", "simulate"]
