"""What is counted over many games: sums of whole numbers, so that the order of games does not matter."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import attrs

from serviam_rules.rules.options import GameOptions


@attrs.define
class Spread:
    """How often each whole number came up."""

    counts: Counter[int] = attrs.field(factory=Counter[int])

    def add(self, number: int) -> None:
        self.counts[number] += 1

    def merge(self, other: Spread) -> None:
        self.counts.update(other.counts)

    @property
    def count(self) -> int:
        """How many numbers there are; the other properties need at least one."""
        return self.counts.total()

    @property
    def total(self) -> int:
        return sum(number * often for number, often in self.counts.items())

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def sd(self) -> float:
        """The standard deviation."""
        squares = sum(number * number * often for number, often in self.counts.items())
        return sqrt(max(0, squares * self.count - self.total**2)) / self.count

    @property
    def least(self) -> int:
        return min(self.counts)

    @property
    def most(self) -> int:
        return max(self.counts)


@attrs.define
class Score:
    """How somebody did: VP at the end, wins alone, wins shared, and of how many sides they were one."""

    vp: Spread = attrs.field(factory=Spread)
    won: int = 0
    #: Games won together with others, by the number of winners.
    shares: Counter[int] = attrs.field(factory=Counter[int])
    #: Games by the number of sides in them: what is a fair share of wins follows from it.
    sides: Counter[int] = attrs.field(factory=Counter[int])

    def merge(self, other: Score) -> None:
        self.vp.merge(other.vp)
        self.won += other.won
        self.shares.update(other.shares)
        self.sides.update(other.sides)

    @property
    def games(self) -> int:
        return self.vp.count

    @property
    def shared(self) -> int:
        """Games won together with others."""
        return self.shares.total()

    @property
    def wins(self) -> float:
        """The share of games won; of a win shared by two each has half."""
        return (self.won + sum(often / winners for winners, often in sorted(self.shares.items()))) / self.games

    @property
    def fair(self) -> float:
        """The share of games that somebody wins who is as good as everybody else."""
        return sum(often / sides for sides, often in sorted(self.sides.items())) / self.games


@attrs.define
class GiftTally:
    """A gift: how often it was in the hand of somebody who offered, was offered itself, came to a hand, stayed there.

    `gained` are the VP its player gained in the turns in which it was offered, `recipients` whom it was offered to.
    """

    chances: int = 0
    came: int = 0
    left: int = 0
    gained: Spread = attrs.field(factory=Spread)
    recipients: Counter[str] = attrs.field(factory=Counter[str])

    def merge(self, other: GiftTally) -> None:
        self.chances += other.chances
        self.came += other.came
        self.left += other.left
        self.gained.merge(other.gained)
        self.recipients.update(other.recipients)


@attrs.define
class PowerholderTally:
    """A powerholder: how often whoever offered could choose them and did, how often their EFFETTO ORDINE came (T-7).

    `gained` are the VP gained in the turns in which they were chosen, `final` their influence at the end of games.
    """

    chances: int = 0
    abilities: int = 0
    gained: Spread = attrs.field(factory=Spread)
    final: Spread = attrs.field(factory=Spread)

    def merge(self, other: PowerholderTally) -> None:
        self.chances += other.chances
        self.abilities += other.abilities
        self.gained.merge(other.gained)
        self.final.merge(other.final)


@attrs.define
class RivalTally:
    """A rival of the solo game: how often it lay face up at the end, and what the human had then."""

    score: Score = attrs.field(factory=Score)
    abilities: int = 0

    def merge(self, other: RivalTally) -> None:
        self.score.merge(other.score)
        self.abilities += other.abilities


@attrs.define
class SettingTally:
    """The games of one setting: how many decisions each took, how many ended with several winners, how sides did.

    `scoring` are the VP that each item of the final scoring gave a player (F-1, F-2).
    `scores` goes by a group and a name in it: `seat` 0, `order` 0 (who began), `family` orsatti, `bot` random, `side`
    bazzi-betti.
    """

    length: Spread = attrs.field(factory=Spread)
    ties: int = 0
    vp: Spread = attrs.field(factory=Spread)
    scoring: dict[str, Spread] = attrs.field(factory=dict[str, Spread])
    scores: dict[tuple[str, str], Score] = attrs.field(factory=dict[tuple[str, str], Score])

    def score(self, group: str, name: str) -> Score:
        return self.scores.setdefault((group, name), Score())

    def merge(self, other: SettingTally) -> None:
        self.length.merge(other.length)
        self.ties += other.ties
        self.vp.merge(other.vp)
        for item, spread in other.scoring.items():
            self.scoring.setdefault(item, Spread()).merge(spread)
        for (group, name), score in other.scores.items():
            self.score(group, name).merge(score)


@attrs.define
class Tally:
    """What many games tell."""

    settings: dict[GameOptions, SettingTally] = attrs.field(factory=dict[GameOptions, SettingTally])
    gifts: dict[str, GiftTally] = attrs.field(factory=dict[str, GiftTally])
    powerholders: dict[str, PowerholderTally] = attrs.field(factory=dict[str, PowerholderTally])
    rivals: dict[str, RivalTally] = attrs.field(factory=dict[str, RivalTally])
    #: VP gained in a turn, over all turns with an offer.
    turns: Spread = attrs.field(factory=Spread)
    #: Of every two bots, by name in order: how often the first ranked above (1), level with (0), below (-1) the other.
    pairs: dict[tuple[str, str], Counter[int]] = attrs.field(factory=dict[tuple[str, str], Counter[int]])

    @property
    def games(self) -> int:
        return sum(one.length.count for one in self.settings.values())

    def setting(self, setting: GameOptions) -> SettingTally:
        return self.settings.setdefault(setting, SettingTally())

    def gift(self, gift: str) -> GiftTally:
        return self.gifts.setdefault(gift, GiftTally())

    def powerholder(self, who: str) -> PowerholderTally:
        return self.powerholders.setdefault(who, PowerholderTally())

    def rival(self, rival: str) -> RivalTally:
        return self.rivals.setdefault(rival, RivalTally())

    def group(self, group: str, mode: str) -> dict[str, Score]:
        """How sides did by name, over all settings of a mode."""
        found: dict[str, Score] = {}
        for setting, tally in self.settings.items():
            for (kind, name), score in tally.scores.items():
                if kind == group and setting.mode == mode:
                    found.setdefault(name, Score()).merge(score)
        return found

    def merge(self, other: Tally) -> None:
        """Add the games of another tally."""
        for setting, tally in other.settings.items():
            self.setting(setting).merge(tally)
        for gift, gift_tally in other.gifts.items():
            self.gift(gift).merge(gift_tally)
        for who, powerholder_tally in other.powerholders.items():
            self.powerholder(who).merge(powerholder_tally)
        for rival, rival_tally in other.rivals.items():
            self.rival(rival).merge(rival_tally)
        self.turns.merge(other.turns)
        for pair, counts in other.pairs.items():
            self.pairs.setdefault(pair, Counter()).update(counts)


def share(part: int, whole: int) -> float | None:
    """A part in percent of the whole; None of nothing."""
    return 100 * part / whole if whole else None
