"""How many, how much, and whether: what can be said of numbers and conditions without running them. Layer 6.

Numbers come as a pair, the least and the greatest. When nothing certain can be said, the pair is wide; it is never
too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import product
from typing import Any, Final, TypeAlias

from serviam_rules.effects import amounts, conditions, gifts, places, players, powerholders, selectors
from serviam_rules.packs.meaning.filters import Filters

#: The least and the greatest number.
Span: TypeAlias = tuple[int, int]

MANY: Final = 999


class Static(Filters):
    """What expressions can stand for in one scene of a set."""

    def collection(self, node: Any) -> Span:
        """How many things a collection can hold."""
        match node:
            case amounts.Powerholders(people=people):
                may, must = self.people(people)
                return len(must), len(may)
            case amounts.PlayersOf(players=group):
                return self.players(group)
            case gifts.Hand(cards=cards, of=group):
                return 0, MANY if self.gifts(cards, lying=False)[0] and not self._is_bazzi_betti(group) else 0
            case gifts.GiftsInRow(cards=cards, of=group):
                return 0, MANY if self.gifts(cards, lying=True)[0] and not self._is_bazzi_betti(group) else 0
            case places.Row(spot=spot):
                return 0, MANY if self.spot(spot, node)[0] else 0
            case _:
                return 0, MANY

    def players(self, group: Any) -> Span:
        """How many players a group can have."""
        most = 2 if self.scene.solo else self.game["players"]["most"]
        least = 2 if self.scene.solo else self.game["players"]["least"]
        match group:
            case players.Opponents():
                return max(least - 1, 0), max(most - 1, 1)
            case players.Everyone():
                return least, max(most, 2)
            case _:
                return 1, 1

    def amount(self, node: Any) -> Span:
        """The least and the greatest that a number can be."""
        match node:
            case amounts.Number(n=number):
                return number, number
            case amounts.Count(of=collection, at_most=limit):
                least, most = self.collection(collection)
                return (least, most) if limit is None else (min(least, limit), min(most, limit))
            case amounts.InfluenceOf(who=who):
                return self._influence(who)
            case amounts.VpOf(players=group):
                return _times(self.players(group), (self.game["vp"]["least"], self.game["vp"]["most"]))
            case amounts.Sum(amounts=several):
                spans = [self.amount(each) for each in several]
                return sum(least for least, _ in spans), sum(most for _, most in spans)
            case _:
                one, other = (self.amount(each) for each in node.amounts)
                return _times(one, other)

    def _influence(self, who: Any) -> Span:
        values = [self.values[each] for each in self.who(who) if each in self.values]
        least, most = [min(0, *each) for each in values], [max(0, *each) for each in values]
        if isinstance(who, selectors.Each):
            return sum(least), sum(most)
        if isinstance(who, powerholders.At) and isinstance(who.place, selectors.Each):
            return -MANY, MANY  # the same person can lie in several rows
        return min(least, default=0), max(most, default=0)

    # ---- conditions

    def truth(self, node: Any, solo: bool | None) -> bool | None:
        """Whether a condition always holds or never; None if that depends on the game."""
        match node:
            case conditions.InSolo():
                return solo
            case conditions.Exists(of=collection):
                least, most = self.collection(collection)
                return True if least > 0 else None if most > 0 else False
            case conditions.NotCondition(condition=inner):
                found = self.truth(inner, solo)
                return None if found is None else not found
            case conditions.AllConditions(conditions=several):
                return _all([self.truth(each, solo) for each in several])
            case conditions.AnyCondition(conditions=several):
                found = _all([None if (one := self.truth(each, solo)) is None else not one for each in several])
                return None if found is None else not found
            case _:
                (a, b), (c, d) = (self.amount(each) for each in node.amounts)
                return _COMPARED[type(node)](a, b, c, d)


def known_solo(node: Any, solo: bool | None, *, holds: bool) -> bool | None:
    """What a condition tells about the game being solo, if it holds or if it does not."""
    match node:
        case conditions.InSolo():
            return holds
        case conditions.NotCondition(condition=inner):
            return known_solo(inner, solo, holds=not holds)
        case conditions.AllConditions(conditions=several) if holds:
            return next((one for each in several if (one := known_solo(each, solo, holds=True)) is not None), solo)
        case conditions.AnyCondition(conditions=several) if not holds:
            return next((one for each in several if (one := known_solo(each, solo, holds=False)) is not None), solo)
        case _:
            return solo


def _times(one: Span, other: Span) -> Span:
    products = [a * b for a, b in product(one, other)]
    return min(products), max(products)


def _all(found: Collection[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


def _at_least(a: int, b: int, c: int, d: int) -> bool | None:
    return True if a >= d else False if b < c else None


def _more_than(a: int, b: int, c: int, d: int) -> bool | None:
    return True if a > d else False if b <= c else None


def _equal(a: int, b: int, c: int, d: int) -> bool | None:
    return True if a == b == c == d else False if b < c or d < a else None


_COMPARED: Final[dict[type, Callable[[int, int, int, int], bool | None]]] = {
    conditions.AtLeast: _at_least,
    conditions.MoreThan: _more_than,
    conditions.Equal: _equal,
}
