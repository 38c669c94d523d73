"""What one player may keep of a game: the game as that seat saw it.

It holds no seed, no action and no state: only the view at the beginning and, step by step, the events as the seat saw
them. Nothing hidden can be worked out from it that the seat did not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal

from serviam_rules.events import Event, GameEvent
from serviam_rules.files import write_whole
from serviam_rules.game import Step
from serviam_rules.plain import FORMAT, RulesetStamp
from serviam_rules.replay.lines import Reader, out_of_order, reader_of, written
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Outcome
from serviam_rules.values import FrozenMap, Seat, evolve, freeze, is_list, is_map, value
from serviam_rules.views import View, events_for, view


@value
class ToldHeader:
    """The first line: the rules, the options, and who saw the game (None: a spectator)."""

    format: ClassVar[int] = FORMAT
    type: ClassVar[str] = "told-replay"
    ruleset: RulesetStamp
    options: GameOptions
    seat: Seat | None


@value
class ToldBeginning:
    """What the seat saw when play began: the view, or its plain data where the game was read from a file."""

    type: ClassVar[str] = "beginning"
    view: View | FrozenMap[str, Any]


@value
class ToldStep:
    """What the seat saw of action number `step`, which seat `by` took; 0 is the setup."""

    type: ClassVar[str] = "step"
    step: int
    by: Seat | None
    events: tuple[Event, ...]


@value
class ToldEnd:
    """The last line: how many actions there were, and how the game ended, if it did."""

    type: ClassVar[str] = "end"
    steps: int
    outcome: Outcome | None


@value
class Told:
    """A game as one seat saw it (None: as a spectator did)."""

    header: ToldHeader
    beginning: ToldBeginning
    steps: tuple[ToldStep, ...]
    end: ToldEnd

    @property
    def seat(self) -> Seat | None:
        """Who saw it."""
        return self.header.seat

    def text(self) -> str:
        """The text of its file."""
        return written((self.header, self.beginning, *self.steps, self.end))

    def save(self, path: Path | str) -> None:
        """Write the file. OSError if that fails; a file that was there before is then as it was."""
        write_whole(path, self.text())

    @classmethod
    def load(cls, source: Path | str) -> Told:
        """The game of a file, given by its path or its text. FormatError with file and line for a damaged one."""
        reader = reader_of(source)
        header: ToldHeader = reader.read(ToldHeader)
        beginning = _beginning(reader, reader.data())
        steps: list[ToldStep] = []
        while True:
            data = reader.data()
            if is_map(data) and data.get("type") == ToldEnd.type:
                break
            steps.append(_step(reader, data, len(steps)))
        end: ToldEnd = reader.structure(data, ToldEnd)
        if end.steps != len(steps) - 1:
            raise reader.error(f"{len(steps) - 1} steps stand above, not {end.steps}")
        reader.finish()
        return Told(header, beginning, tuple(steps), end)


def tell(options: GameOptions, rules: RulesetStamp, seat: Seat | None, steps: Sequence[Step]) -> Told:
    """The game of these steps, the beginning first, as `seat` saw it."""
    told = [ToldStep(0, None, events_for(steps[0].events, seat))]
    for number, (before, step) in enumerate(pairwise(steps), start=1):
        told.append(ToldStep(number, before.state.to_act, events_for(step.events, seat)))
    last = steps[-1].state
    return Told(
        ToldHeader(rules, evolve(options, seed=None), seat),
        ToldBeginning(view(steps[0].state, seat)),
        tuple(told),
        ToldEnd(len(steps) - 1, last.outcome),
    )


@cache
def _events() -> Any:
    """The type of a list of events of any class, which are told apart by their `type`."""
    return tuple[GameEvent, ...]


def _step(reader: Reader, data: Any, wanted: int) -> ToldStep:
    shape: dict[str, Any] = {"type": Literal["step"], "step": int, "by": int | None, "events": _events()}
    found = reader.keys(data, shape)
    if found["step"] != wanted:
        raise reader.error(out_of_order(wanted, found["step"]))
    return ToldStep(wanted, found["by"], found["events"])


def _beginning(reader: Reader, data: Any) -> ToldBeginning:
    if not is_map(data) or set(data) != {"type", "view"} or data["type"] != ToldBeginning.type:
        raise reader.error("the line of the beginning belongs here")
    if not is_map(data["view"]) or not _is_plain(data["view"]):
        raise reader.error("view: an object of plain data belongs here")
    return ToldBeginning(freeze(data["view"]))


def _is_plain(data: Any) -> bool:
    """Whether all of it is something that JSON has and this library writes."""
    if is_map(data):
        return all(map(_is_plain, data.values()))
    return all(map(_is_plain, data)) if is_list(data) else type(data) in (str, int, bool, type(None))
