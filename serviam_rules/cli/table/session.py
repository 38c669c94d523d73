"""A game at the table: who plays which seat, what has happened, the way back, the file."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from serviam_rules.actions import Action
from serviam_rules.bots import Bot, bot_maker
from serviam_rules.events import Event
from serviam_rules.game import Step
from serviam_rules.history import History
from serviam_rules.replay import Replay
from serviam_rules.state import GameState
from serviam_rules.values import Seat
from serviam_rules.views import View, events_for, view

#: Who plays a seat, if it is no bot.
PERSON: Final = "person"


class Session:
    """A game with people and bots. `names` says for each seat `person` or the name of a bot."""

    def __init__(self, opened: Replay, names: Sequence[str]) -> None:
        self.opened = opened
        self.names: tuple[str, ...] = tuple(names)
        self.history: History = History(opened.state)
        self._bots: dict[Seat, Bot] = {
            seat: bot_maker(name)(f"{opened.seed!s:.160}/{seat}")
            for seat, name in enumerate(self.names)
            if name != PERSON
        }
        #: For each person, how many steps they have been told.
        self._shown = dict.fromkeys(self.people, 0)
        #: What people have done since the game was saved last.
        self.unsaved: int = 0

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat, name in enumerate(self.names) if name == PERSON)

    @property
    def state(self) -> GameState:
        return self.history.state

    def view(self, seat: Seat | None) -> View:
        return view(self.state, seat)

    def act(self, action: Action) -> None:
        """Take an action for the seat that is to act."""
        self.history.apply(action)
        self.unsaved += 1

    def bots_act(self) -> None:
        """Let bots act until it is a person's turn or the game is over."""
        while self.state.to_act in self._bots:
            bot = self._bots[self.state.to_act]
            self.history.apply(bot.choose(self.view(self.state.to_act)))

    def undo(self, seat: Seat) -> str:
        """Take back a person's last action; what came of it, as a key of the words."""
        against = self.history.why_not_undo(seat)
        if against is not None:
            return against.code
        self.history.undo(seat)
        self.unsaved += 1
        self._shown = {one: min(shown, len(self.history.taken)) for one, shown in self._shown.items()}
        return "undone"

    def news(self, seat: Seat) -> tuple[Event, ...]:
        """What has happened since this person was last told, as they saw it."""
        steps = [taken.step for taken in self.history.taken[self._shown.get(seat, 0) :]]
        self._shown[seat] = len(self.history.taken)
        return _seen(steps, seat)

    def everything(self, seat: Seat) -> tuple[Event, ...]:
        """What has happened since the beginning, as this person saw it."""
        return _seen([*self.opened.steps(), *(taken.step for taken in self.history.taken)], seat)

    def replay(self) -> Replay:
        """The game as it has been played."""
        made = self.opened.cut(len(self.opened))
        made.names = self.names
        for taken in self.history.taken:
            made.play(taken.action)
        return made

    def save(self, path: Path | str) -> None:
        """Write the game to a file. OSError if that fails."""
        self.replay().save(path)
        self.unsaved = 0

    def rescue(self) -> Path:
        """Write the game to a file of its own, where programs keep what they want to find again. OSError if nowhere."""
        name = f"game-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
        for folder in (_kept(), Path(tempfile.gettempdir())):
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                self.save(folder / name)
                return folder / name
        self.save(Path(name).absolute())
        return Path(name).absolute()


def _kept() -> Path:
    """The folder for what programs keep, by the customs of the system."""
    windows = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    kept = windows or os.environ.get("XDG_STATE_HOME")
    return Path(kept or Path("~", ".local", "state").expanduser(), "serviam-rules")


def _seen(steps: Sequence[Step], seat: Seat) -> tuple[Event, ...]:
    return tuple(event for step in steps for event in events_for(step.events, seat))
