"""Two sets of cards against each other: the same seeds, seats, families and bots with both, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, Final

import attrs

from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.simulation.plan import Plan
from serviam_rules.simulation.playing import Progress, play
from serviam_rules.simulation.results import Results, results
from serviam_rules.simulation.statistics import Estimate, difference, mean_of
from serviam_rules.simulation.tally import Spread, Tally
from serviam_rules.simulation.workers import interrupts_held, share_out

#: Wins are counted in these parts of a game, so that shared ones are whole numbers.
WIN: Final = 12
_AT_ONCE: Final = 8


@attrs.define
class Comparison:
    """Results with each of two sets of cards, and by how much each game differs (the second less the first).

    `pairs` are spreads of these differences by what is measured: `("decisions", "")`, `("vp", "")` - the VP of all
    players together -, and for each group and name in it, as in a SettingTally, `("vp seat", "0")` and `("won seat",
    "0")`, the latter in twelfths of a game. As both games have the same seed, these are surer than the results alone.
    """

    before: Results
    after: Results
    pairs: dict[tuple[str, str], Spread] = attrs.field(factory=dict[tuple[str, str], Spread])

    def estimate(self, measure: str, name: str = "") -> Estimate | None:
        """By how much something differs on average, from the differences of games; a share for wins."""
        spread = self.pairs.get((measure, name))
        return None if spread is None else mean_of(spread, WIN if measure.startswith("won") else 1.0)

    def gifts(self) -> Iterator[tuple[str, Estimate | None, float]]:
        """Every gift of either: the change of its worth in VP, and of the share of hands from which it is offered, in
        percent points. Worth is what the turns bring in which it is offered, less what all turns bring."""
        one, other = self.before.tally, self.after.tally
        turns = (other.turns.mean if other.turns.count else 0.0) - (one.turns.mean if one.turns.count else 0.0)
        for gift in sorted({*one.gifts, *other.gifts}):
            old, new = one.gift(gift), other.gift(gift)
            found = difference(new.gained, old.gained)
            shift = None if found is None else Estimate(found.mean - turns, found.error)
            rates = [100 * each.gained.count / each.chances if each.chances else 0.0 for each in (old, new)]
            yield gift, shift, rates[1] - rates[0]


def compare(
    before: Ruleset, after: Ruleset, plan: Plan, progress: Progress | None = None, *, jobs: int = 1
) -> Comparison:
    """Play every game of a plan with both sets of cards. UsageError if the plan cannot be played with both.

    Raises what `simulate` raises. With the same plan and cards the comparison is the same, however many processes
    share the work.
    """
    if dict(before.families).keys() != dict(after.families).keys():
        raise UsageError("these sets of cards have different families, so their games cannot be compared one by one")
    parts = (range(at, min(at + _AT_ONCE, plan.games)) for at in range(0, plan.games, _AT_ONCE))
    rules = (before, after, plan)
    tallies = (Tally(), Tally())
    pairs: dict[tuple[str, str], Spread] = {}
    done = share_out(_both, rules, parts, jobs) if jobs > 1 else (_both(rules, part) for part in parts)
    with closing(done):
        for one, other, differences in done:
            with interrupts_held():
                tallies[0].merge(one)
                tallies[1].merge(other)
                for key, spread in differences.items():
                    pairs.setdefault(key, Spread()).merge(spread)
            if progress is not None:
                progress(one.games)
    games = (range(plan.games),)
    return Comparison(results(before, plan, games, tallies[0]), results(after, plan, games, tallies[1]), pairs)


def _both(
    common: tuple[Ruleset, Ruleset, Plan], numbers: Iterable[int]
) -> tuple[Tally, Tally, dict[tuple[str, str], Spread]]:
    """Some games with both sets of cards, and by how much each differs."""
    before, after, plan = common
    whole, pairs = (Tally(), Tally()), dict[tuple[str, str], Spread]()
    for number in numbers:
        pair = [play(rules, plan.listed(rules, [number])) for rules in (before, after)]
        old, new = (dict(_measures(tally)) for tally in pair)
        for key in {**old, **new}:
            pairs.setdefault(key, Spread()).add(new.get(key, 0) - old.get(key, 0))
        for kept, tally in zip(whole, pair, strict=True):
            kept.merge(tally)
    return *whole, pairs


def _measures(tally: Tally) -> Iterator[tuple[tuple[str, str], Any]]:
    """What is compared of one game."""
    (one,) = tally.settings.values()
    yield ("decisions", ""), one.length.total
    yield ("vp", ""), one.vp.total
    for (group, name), score in one.scores.items():
        if score.games == 1 or group == "bot":
            yield (f"vp {group}", name), score.vp.total
            yield (f"won {group}", name), WIN * score.won + sum(WIN // n * often for n, often in score.shares.items())
