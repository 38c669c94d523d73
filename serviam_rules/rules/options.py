"""The options of a game: what can be asked for when one begins, and what makes no sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.model import Ruleset
from serviam_rules.plain import UNSEEN
from serviam_rules.values import (
    ARRANGEMENTS,
    MODES,
    Arrangement,
    FamilyId,
    Mode,
    Seat,
    evolve,
    field,
    is_list,
    names_of,
    value,
)


@value
class GameOptions:
    """The options of a game, as `start`, `new_game` and `Replay` take them.

    - `mode`: "standard" or "solo".
    - `players`: 2 to 4, as far as the set allows; 1 in solo, whatever is asked for.
    - `first`: the seat that begins, or None to draw it (S-6); in solo it is the human's.
    - `families`: one id for each seat, or None for the first of the set's (S-2).
    - `arrangement`: "deal", or how else rows are laid out (S-3, S-7).
    - `difficulty`: one of the set's, of the solo game alone (O-5).
    - `seed`: a whole number from 0 to 2**128 - 1, or a text of 1 to 200 characters. It tells every card of the game, so
      JSON of these options leaves it out; None where it is not known.
    """

    mode: Mode = "standard"
    players: int = 2
    first: Seat | None = None
    families: tuple[FamilyId, ...] | None = None
    arrangement: Arrangement = "deal"
    difficulty: str = "normal"
    seed: int | str | None = field(default=None, metadata=UNSEEN)

    @property
    def solo(self) -> bool:
        """Whether it is a game against the automatic family (O-1)."""
        return _is_one_of(self.mode, ("solo",))

    @property
    def name(self) -> str:
        """`3 players`, `solo, hard`."""
        return f"solo, {self.difficulty}" if self.solo else f"{self.players} players"

    def checked(self, rules: Ruleset) -> GameOptions:
        """These options, families as a tuple, one player in solo. UsageError says which is wrong and what it may be."""
        families: Any = self.families
        chosen = tuple(families) if _is_sequence(families) else families
        made = evolve(self, players=1 if self.solo else self.players, families=chosen)
        for _, what in made.findings(rules):
            raise UsageError(what)
        return made

    def findings(self, rules: Ruleset) -> Iterator[tuple[str, str]]:
        """Each option that makes no sense, in an order in which the first is the cause of others, and why."""
        numbers = rules.numbers
        if not _is_one_of(self.mode, MODES):
            yield "mode", f"mode must be {_either(MODES)}, not {shortened(self.mode)}"
            return
        if self.solo and numbers.solo is None:
            yield "mode", "this ruleset has no solo game"
            return
        if not _is_one_of(self.arrangement, ARRANGEMENTS):
            yield "arrangement", f"arrangement must be {_either(ARRANGEMENTS)}, not {shortened(self.arrangement)} [S-7]"
        least, most = (1, 1) if self.solo else (numbers.players.least, numbers.players.most)
        if type(self.players) is not int or not least <= self.players <= most:
            wanted = least if least == most else f"a whole number from {least} to {most}"
            yield "players", f"players must be {wanted}, not {shortened(self.players)} [S-2]"
            return
        if self.first is not None and (type(self.first) is not int or not 0 <= self.first < self.players):
            yield "first", f"first must be {self._seats()} or None, not {shortened(self.first)} [S-6]"
        yield from (("families", what) for what in self._families(rules))
        known = numbers.solo.difficulties if self.solo and numbers.solo else None
        if known is not None and (type(self.difficulty) is not str or self.difficulty not in known):
            yield "difficulty", f"{unknown('difficulty', self.difficulty, known)} [O-5]"

    def _seats(self) -> str:
        return "seat 0" if self.players == 1 else f"a seat from 0 to {self.players - 1}"

    def _families(self, rules: Ruleset) -> Iterator[str]:
        free, wanted = free_families(rules, self.mode), self.families
        if wanted is None:
            if len(free) < self.players:
                yield f"there are {len(free)} families for {self.players} players [S-2]"
            return
        if not _is_sequence(wanted):
            yield f"families must be a list of {self.players} family ids, not {shortened(wanted)} [S-2]"
            return
        for family in wanted:
            if type(family) is not str or family not in free:
                yield f"{unknown('free family', family, free)} [S-2]"
                return
        if len(wanted) != self.players or len(set(wanted)) != self.players:
            yield f"families must be {self.players} different ones, not {shortened(list(wanted))} [S-2]"

    def seated(self, rules: Ruleset) -> tuple[FamilyId, ...]:
        """The families in seat order: as asked for, or the first of the set's (S-2)."""
        return self.families if self.families is not None else free_families(rules, self.mode)[: self.players]


#: The names of the options of a game, in the order in which they are written.
OPTIONS: Final = names_of(GameOptions)


def free_families(rules: Ruleset, mode: Mode) -> tuple[FamilyId, ...]:
    """The families that people can have; in solo one is the automatic family's (S-2, O-1)."""
    solo = rules.numbers.solo
    reserved = solo.family if mode == "solo" and solo is not None else None
    return tuple(family for family in rules.families if family != reserved)


def _is_one_of(found: object, words: Sequence[str]) -> bool:
    """Whether it is a text, whose comparison cannot do anything odd, and one of these."""
    return type(found) is str and found in words


def _is_sequence(found: object) -> bool:
    return is_list(found) or (isinstance(found, Sequence) and not isinstance(found, str | bytes))


def _either(words: Sequence[str]) -> str:
    """`'a', 'b' or 'c'`."""
    *others, last = map(repr, words)
    return f"{', '.join(others)} or {last}"
