"""How sure a difference is: means with their intervals, and what to say of them."""

from __future__ import annotations

from math import sqrt
from typing import Final, Literal, TypeAlias

from serviam_rules.simulation.tally import Score, Spread
from serviam_rules.values import value

#: Standard errors on each side of the mean within which the truth lies 95 times of 100, and 999 times of 1,000.
PROBABLY: Final = 1.96
SURELY: Final = 3.29

Sureness: TypeAlias = Literal["surely", "probably", "unclear"]


@value
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval in which the truth lies 95 times of 100."""
        return self.mean - PROBABLY * self.error

    @property
    def high(self) -> float:
        return self.mean + PROBABLY * self.error

    @property
    def sureness(self) -> Sureness:
        """How sure it is that this is not nothing at all."""
        if abs(self.mean) > SURELY * self.error and self.mean:
            return "surely"
        return "probably" if abs(self.mean) > PROBABLY * self.error and self.mean else "unclear"


def mean_of(spread: Spread, scale: float = 1.0) -> Estimate | None:
    """The mean of numbers that do not depend on each other; None of fewer than two."""
    if spread.count < 2:
        return None
    return Estimate(
        spread.mean / scale, spread.sd * sqrt(spread.count / (spread.count - 1)) / sqrt(spread.count) / scale
    )


def difference(after: Spread, before: Spread) -> Estimate | None:
    """By how much the mean of one spread is above that of another, if they do not depend on each other."""
    one, other = mean_of(after), mean_of(before)
    if one is None or other is None:
        return None
    return Estimate(one.mean - other.mean, sqrt(one.error**2 + other.error**2))


def wins_of(score: Score) -> Estimate | None:
    """The share of games won, of which a win shared by two counts half for each."""
    if score.games < 2:
        return None
    wins = score.wins
    squares = (score.won + sum(often / winners**2 for winners, often in sorted(score.shares.items()))) / score.games
    return Estimate(wins, sqrt(max(0.0, squares - wins**2) / (score.games - 1)))
