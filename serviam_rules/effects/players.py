"""Words for players: groups (`players`) and the selector `you` (`player`). Layer 4."""

from __future__ import annotations

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import PLAYER, PLAYERS, Node, word
from serviam_rules.state import PlayerRef


@word("you", PLAYERS, PLAYER)
class You(Node):
    """Whoever resolves the effect; in a rival's ability that is Bazzi-Betti."""

    examples = {"you": "you"}

    def find(self, env: Env) -> tuple[PlayerRef, ...]:
        return env.tables.players[env.side]


@word("opponents", PLAYERS)
class Opponents(Node):
    """Everybody but whoever resolves the effect, in seat order; in solo there is one."""

    examples = {"opponents": "your opponents"}

    def find(self, env: Env) -> tuple[PlayerRef, ...]:
        return tuple(PlayerRef(side) for side in env.everyone() if side != env.side)


@word("everyone", PLAYERS)
class Everyone(Node):
    """All players, in seat order, and Bazzi-Betti in solo."""

    examples = {"everyone": "all players"}

    def find(self, env: Env) -> tuple[PlayerRef, ...]:
        return tuple(PlayerRef(side) for side in env.everyone())
