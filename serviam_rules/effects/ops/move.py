"""Markers move along their tracks."""

from __future__ import annotations

from serviam_rules.effects.amounts import Amount
from serviam_rules.effects.env import Env
from serviam_rules.effects.node import AMOUNT, STEP, WHO, part, word
from serviam_rules.effects.op import Op
from serviam_rules.effects.selectors import Finds
from serviam_rules.events import MarkerMoved


@word("move", STEP)
class Move(Op):
    """Move the markers of these powerholders; a marker stops at the end of its track (T-4, T-6)."""

    who: Finds = part(WHO, "whose markers")
    by: Amount = part(AMOUNT, "how many spaces, to the right if positive")

    examples = {
        "{move: target, by: +2}": "the recipient +2",
        "{move: {one: {rank: 3}}, by: -1}": "one three-star powerholder of your choice -1",
        "{move: {each: {rank: 3}, except: self}, by: -1}": "every other three-star powerholder -1",
    }

    def run(self, env: Env) -> None:
        by = self.by.number(env)
        tables = env.tables
        for who in self.who.find(env):
            index = tables.index[who]
            start = env.draft.spaces[index]
            last = len(tables.values[index]) - 1
            end = start + by
            env.emit(MarkerMoved(who, by, start, 0 if end < 0 else last if end > last else end))
