"""Which games are played: their settings, and who sits where with which family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.rng import LONGEST_SEED, MOST_SEED
from serviam_rules.rules.options import GameOptions, free_families
from serviam_rules.values import Arrangement, evolve, value

#: What is put behind the seed for the seeds of games and bots takes so many characters at most.
_TAIL = 24


@value
class Game:
    """One game: its options, with seed and families, and for each seat the name of the bot."""

    options: GameOptions
    bots: tuple[str, ...]

    @property
    def setting(self) -> GameOptions:
        """What it shares with all games of its kind."""
        return evolve(self.options, seed=None, families=None)


@value
class Plan:
    """How many games of which settings, between which bots, from which seed.

    Settings take turns, and within each the families, then the bots, change seats from game to game, so that seat,
    family and bot can be told apart in the results. In a `season` every choice of bots for a table has its turn, each
    bot once at it; otherwise bots sit down in the order in which they are named, again and again.
    """

    settings: tuple[GameOptions, ...]
    games: int
    bots: tuple[str, ...]
    seed: int | str
    season: bool = False

    def listed(self, rules: Ruleset, numbers: Iterable[int] | None = None) -> Iterator[Game]:
        """Every game, in order; or those of these numbers, which count from 0."""
        return (self.game(rules, number) for number in (range(self.games) if numbers is None else numbers))

    def game(self, rules: Ruleset, number: int) -> Game:
        """The game of a number, from 0, without looking at those before it. UsageError beyond the last one."""
        if not 0 <= number < self.games:
            raise UsageError(f"there is no game {number}: this plan has games 0 to {self.games - 1}")
        rounds, at = divmod(number, len(self.settings))
        setting = self.settings[at]
        turn = rounds * self.settings.count(setting) + self.settings[:at].count(setting)
        return self._game(rules, setting, number, turn)

    def part(self, number: int, of: int) -> range:
        """The games of part `number` of so many, from 1, which are as equal in size as can be."""
        if not 1 <= number <= of:
            raise UsageError(f"there is no part {number} of {of}")
        return range(self.games * (number - 1) // of, self.games * number // of)

    def _game(self, rules: Ruleset, setting: GameOptions, number: int, turn: int) -> Game:
        free = free_families(rules, setting.mode)
        seats = range(setting.players)
        families = tuple(free[(seat + turn) % len(free)] for seat in seats)
        bots = self._bots(setting.players, turn // len(free))
        return Game(evolve(setting, seed=f"{self.seed}/{number}", families=families), bots)

    def _bots(self, players: int, turn: int) -> tuple[str, ...]:
        """Who sits down, from the first seat on."""
        if not self.season:
            return tuple(self.bots[(seat + turn) % len(self.bots)] for seat in range(players))
        tables = tuple(combinations(self.bots, players))
        if not tables:
            raise UsageError(f"a season of games for {players} needs so many bots; there are {len(self.bots)}")
        table, round_ = tables[turn % len(tables)], turn // len(tables)
        return tuple(table[(seat + round_) % players] for seat in range(players))


def check_seed(seed: int | str) -> int | str:
    """A seed for a plan: as for a game, but a text leaves room for the numbers of games. UsageError for any other."""
    longest = LONGEST_SEED - _TAIL
    if isinstance(seed, str) and 1 <= len(seed) <= longest and seed.isprintable():
        return seed
    if type(seed) is int and 0 <= seed <= MOST_SEED:
        return seed
    raise UsageError(f"a seed is a whole number from 0 to 2**128 - 1, or a text of 1 to {longest} characters")


def settings(
    rules: Ruleset,
    players: int | None = None,
    *,
    solo: bool = False,
    difficulty: str | None = None,
    arrangement: Arrangement = "deal",
) -> tuple[GameOptions, ...]:
    """The options of the games asked for: one number of players, or solo in one or every difficulty; or every mode.

    As many games go to the solo game of all difficulties together as to each number of players.
    """
    numbers = rules.numbers
    counts = range(numbers.players.least, numbers.players.most + 1)
    alone = [] if numbers.solo is None else [difficulty] if difficulty else list(numbers.solo.difficulties)
    alone_too = [GameOptions("solo", 1, arrangement=arrangement, difficulty=one) for one in alone]
    if solo:
        return tuple(alone_too)
    if players is not None:
        return (GameOptions(players=players, arrangement=arrangement),)
    together = [GameOptions(players=count, arrangement=arrangement) for count in counts]
    if not alone_too:
        return tuple(together)
    return tuple(one for each in alone_too for one in (*together, each))
