"""Words for players: groups (`players`) and the selector `you` (`player`). What they find are sides."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.known import Found, Known
from serviam_rules.effects.node import PLAYER, PLAYERS, Node, word
from serviam_rules.effects.running import began, beside, everyone
from serviam_rules.effects.source import Source, Things


@word("you", PLAYERS, PLAYER)
class You(Node):
    doc = "Whoever resolves the effect; in a rival's ability that is Bazzi-Betti."

    examples: ClassVar[dict[str, str]] = {"you": "you"}

    def finds(self, known: Known) -> Found:
        return Found(1, 1, owner="you")

    def find(self, to: Source) -> Things:
        return Things(to.you)


@word("opponents", PLAYERS)
class Opponents(Node):
    doc = "Everybody but whoever resolves the effect, in seat order; in solo there is one."

    examples: ClassVar[dict[str, str]] = {"opponents": "your opponents"}

    def finds(self, known: Known) -> Found:
        least, most = known.players
        return Found(max(least - 1, 0), most - 1, owner="opponent" if most == 2 else "opponents")

    def find(self, to: Source) -> Things:
        other = to.name("other")
        return Things(other, f"for {other} in {to.given(everyone)}(draft) if {other} != {to.you}")


@word("everyone", PLAYERS)
class Everyone(Node):
    doc = "All players, in seat order, and Bazzi-Betti in solo."

    examples: ClassVar[dict[str, str]] = {"everyone": "all players"}

    def finds(self, known: Known) -> Found:
        return Found(*known.players, owner="everyone")

    def find(self, to: Source) -> Things:
        player = to.name("player")
        return Things(player, f"for {player} in {to.given(everyone)}(draft)")


class Neighbour(Node):
    """Whoever sits next to whoever resolves the effect."""

    __slots__ = ()
    steps: ClassVar[int]

    def finds(self, known: Known) -> Found:
        return Found(1, 1, owner="opponent" if known.players[1] == 2 else "opponents")

    def find(self, to: Source) -> Things:
        return Things(f"{to.given(beside)}(draft, {to.you}, {self.steps})")


@word("left_neighbour", PLAYERS, PLAYER)
class LeftNeighbour(Neighbour):
    doc = "The player to the left of whoever resolves the effect, who is next in turn; in solo there is one other."

    examples: ClassVar[dict[str, str]] = {"left_neighbour": "the player to your left"}
    steps = 1


@word("right_neighbour", PLAYERS, PLAYER)
class RightNeighbour(Neighbour):
    doc = "The player to the right of whoever resolves the effect; in solo there is one other."

    examples: ClassVar[dict[str, str]] = {"right_neighbour": "the player to your right"}
    steps = -1


@word("first_player", PLAYERS, PLAYER)
class FirstPlayer(Node):
    doc = "The player who began the game (S-6); in solo that is the human."

    examples: ClassVar[dict[str, str]] = {"first_player": "the first player"}

    def finds(self, known: Known) -> Found:
        return Found(1, 1, owner="everyone")

    def find(self, to: Source) -> Things:
        return Things(f"{to.given(began)}(draft)")
