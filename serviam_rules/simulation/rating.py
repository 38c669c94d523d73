"""A season: bots against each other at full tables, and how strong each is, with intervals.

Ratings are those of Bradley and Terry, on the scale that chess uses: 400 points more win ten times as often as they
lose. A game of several players counts as one between every two of them; who ranks higher has won it, equals share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Final

from serviam_rules.simulation.statistics import Estimate
from serviam_rules.values import value

#: Points that stand for ten times as many wins.
_SCALE: Final = 400 / log(10)
#: A bot that has won or lost everything is given this much of a draw against each other, so that it has a rating.
_PRIOR: Final = 0.5
_ROUNDS: Final = 10_000


@value
class Standing:
    """A bot's rating, its games against each other bot and what it won of them (a draw counts half)."""

    bot: str
    rating: Estimate
    games: int
    points: float


def ratings(pairs: Mapping[tuple[str, str], Counter[int]]) -> list[Standing]:
    """The standings, the best first, from how often of each pair the first ranked above (1), with (0), below (-1).

    The mean rating is 0. The interval is that of the likelihood's curvature; each rating is relative to the others.
    """
    bots = sorted({bot for pair in pairs for bot in pair})
    points, games = dict.fromkeys(bots, 0.0), dict[frozenset[str], float]()
    played = dict.fromkeys(bots, 0)
    for (one, other), counts in pairs.items():
        games[frozenset((one, other))] = counts.total() + 2 * _PRIOR
        points[one] += counts[1] + counts[0] / 2
        points[other] += counts[-1] + counts[0] / 2
        for bot in (one, other):
            played[bot] += counts.total()
    prior = {bot: points[bot] + _PRIOR * sum(bot in pair for pair in games) for bot in bots}
    strength = _strengths(bots, prior, games)
    errors = _errors(bots, strength, games)
    mean = sum(map(log, strength.values())) / len(bots)
    found = [
        Standing(bot, Estimate(_SCALE * (log(strength[bot]) - mean), _SCALE * errors[bot]), played[bot], points[bot])
        for bot in bots
    ]
    return sorted(found, key=lambda one: (-one.rating.mean, one.bot))


def _strengths(
    bots: Iterable[str], points: Mapping[str, float], games: Mapping[frozenset[str], float]
) -> dict[str, float]:
    """The strengths under which these points are likeliest: each is raised or lowered until none moves any more."""
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(_ROUNDS):
        before = dict(strength)
        for bot in strength:
            against = sum(
                count / (before[bot] + before[other])
                for pair, count in games.items()
                if bot in pair
                for other in pair - {bot}
            )
            strength[bot] = points[bot] / against
        whole = sum(strength.values()) / len(strength)
        strength = {bot: one / whole for bot, one in strength.items()}
        if max(abs(log(strength[bot] / before[bot])) for bot in strength) < 1e-10:
            break
    return strength


def _errors(bots: list[str], strength: Mapping[str, float], games: Mapping[frozenset[str], float]) -> dict[str, float]:
    """The standard error of the logarithm of each strength against their mean: the inverse of the information."""
    count = len(bots)
    # A weight of 1 on the sum of all pins the mean, which games say nothing about; it adds no uncertainty to it.
    table = [[1.0 / count] * count + [float(row == at) for at in range(count)] for row in range(count)]
    for pair, often in games.items():
        one, other = sorted(map(bots.index, pair))
        chance = strength[bots[one]] / (strength[bots[one]] + strength[bots[other]])
        weight = often * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            table[row][column] += sign * weight
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(table[row][at]))
        table[at], table[best] = table[best], table[at]
        table[at] = [number / table[at][at] for number in table[at]]
        for row in range(count):
            if row != at:
                table[row] = [a - table[row][at] * b for a, b in zip(table[row], table[at], strict=True)]
    return {bot: sqrt(max(0.0, table[at][count + at] - 1.0 / count)) for at, bot in enumerate(bots)}
