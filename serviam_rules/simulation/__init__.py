"""Many games between bots, and what they tell about seats, families, bots and cards.

A `Plan` says which games; `simulate` plays them and gives a `Tally`. The same plan gives the same tally, on however
many processes it is played.
"""

from __future__ import annotations

from serviam_rules.simulation.plan import Game, Plan, settings
from serviam_rules.simulation.playing import Stopped, simulate
from serviam_rules.simulation.tally import Tally
from serviam_rules.simulation.workers import WorkerLost

__all__ = ["Game", "Plan", "Stopped", "Tally", "WorkerLost", "settings", "simulate"]
