"""Recorded games: from the options, the seed and the actions everything else follows.

`Replay` records, saves, loads, steps and verifies; its file is JSON Lines (`lines`). What one player may keep of a
game is a `Told` (`told`): what that seat saw, without the seed.
"""

from __future__ import annotations

from pathlib import Path

from serviam_rules.model import Ruleset
from serviam_rules.replay.differences import ReplayParted
from serviam_rules.replay.lines import kind_of
from serviam_rules.replay.recording import Replay, Verdict
from serviam_rules.replay.told import Told
from serviam_rules.rules.options import GameOptions

__all__ = ["GameOptions", "Replay", "ReplayParted", "Told", "Verdict", "load"]


def load(source: Path | str, rules: Ruleset, *, force: bool = False) -> Replay | Told:
    """What a replay file holds, the full form or a player's; raises like `Replay.load` and `Told.load`."""
    return Told.load(source) if kind_of(source) == "told-replay" else Replay.load(source, rules, force=force)
