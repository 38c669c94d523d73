"""Many games between bots, and what they tell about seats, families, bots and cards.

A `Plan` says which games; `simulate` plays them and gives a `Tally`, what they tell. `gather` plays them in parts - in
processes, on several machines, with what is known kept on the way - and gives `Results`, which know what they are of
and can be written, read and put together. The same plan gives the same, however it is played.
"""

from __future__ import annotations

from serviam_rules.simulation.comparing import Comparison, compare
from serviam_rules.simulation.gathering import Checkpoint, Interrupted, gather
from serviam_rules.simulation.plan import Game, Plan, settings
from serviam_rules.simulation.playing import Stopped, recorded, simulate
from serviam_rules.simulation.rating import Standing, ratings
from serviam_rules.simulation.results import Results, ResultsDiffer, from_data, from_text, results, to_data
from serviam_rules.simulation.tally import Tally
from serviam_rules.simulation.workers import WorkerLost

__all__ = [
    "Checkpoint",
    "Comparison",
    "Game",
    "Interrupted",
    "Plan",
    "Results",
    "ResultsDiffer",
    "Standing",
    "Stopped",
    "Tally",
    "WorkerLost",
    "compare",
    "from_data",
    "from_text",
    "gather",
    "ratings",
    "recorded",
    "results",
    "settings",
    "simulate",
    "to_data",
]
