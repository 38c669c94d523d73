"""A recorded game that can be played on, stepped through, saved, loaded and verified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from serviam_rules.actions import Action
from serviam_rules.errors import IllegalAction, UsageError, shortened
from serviam_rules.files import write_whole
from serviam_rules.game import Step, apply, begin
from serviam_rules.model import Ruleset
from serviam_rules.plain import stamp
from serviam_rules.replay.differences import ReplayParted, blamed, mark, mismatch
from serviam_rules.replay.lines import (
    Acted,
    Checkpoint,
    End,
    Header,
    Line,
    Reader,
    reader_of,
    written,
)
from serviam_rules.replay.recorded import Recorded, read_body, read_seed, written_seed
from serviam_rules.replay.told import Told, tell
from serviam_rules.rules.options import OPTIONS, GameOptions
from serviam_rules.state import GameState
from serviam_rules.values import FrozenMap, Seat, evolve, value

#: After how many actions a file has a checkpoint, unless asked for another number.
EVERY: Final = 10


@value
class Verdict:
    """What verifying a replay found: how many actions were played, and where it came apart (None: nowhere)."""

    steps: int
    parted: ReplayParted | None

    @property
    def ok(self) -> bool:
        """Whether every step, every checkpoint and the outcome are as recorded."""
        return self.parted is None

    def __bool__(self) -> bool:
        return self.ok


class Replay:
    """A game as its options, its seed and its actions, under the rules it is played with.

    It records: `play` applies an action to the newest state and keeps it. It plays: `at(step)` is the state after so
    many actions, 0 being the beginning. Making one raises UsageError and CannotStart like `start`.
    """

    __slots__ = ("_actions", "_recorded", "_steps", "names", "options", "rules")

    def __init__(self, rules: Ruleset, players: int = 2, *, actions: Iterable[Action] = (), **options: Any) -> None:
        try:
            asked = GameOptions(players=players, **options)
        except TypeError as error:
            raise UsageError(f"a replay takes the arguments of new_game: {', '.join(OPTIONS)} ({error})") from None
        self._begin(rules, asked)
        if not isinstance(actions, Iterable):
            raise UsageError(f"actions are a list of actions, not {type(actions).__name__}")
        for action in actions:
            self.play(action)

    def _begin(self, rules: Ruleset, asked: GameOptions) -> None:
        self.rules: Ruleset = rules
        #: Who plays each seat, for people who look at the file; set it as you like.
        self.names: tuple[str, ...] | None = None
        self._actions: list[Action] = []
        self._recorded: Recorded | None = None
        self._steps: list[Step] = [begin(rules, asked)]
        self.options: GameOptions = asked.checked(rules)

    @classmethod
    def begun(cls, rules: Ruleset, options: GameOptions) -> Replay:
        """A replay of a new game with these options, with no action yet."""
        made = cls.__new__(cls)
        made._begin(rules, options)
        return made

    @property
    def seed(self) -> int | str:
        """The seed of the game, which tells every card of it."""
        assert self.options.seed is not None
        return self.options.seed

    @classmethod
    def record(cls, rules: Ruleset, players: int = 2, *, seed: int | str, **options: Any) -> Replay:
        """Begin to record a new game, with the arguments of `new_game`."""
        return cls(rules, players, seed=seed, **options)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action, in order."""
        return tuple(self._actions)

    @property
    def state(self) -> GameState:
        """The state after the last action. ReplayParted if a loaded replay does not get there."""
        return self.at(len(self._actions))

    def __len__(self) -> int:
        """How many actions there are."""
        return len(self._actions)

    def __repr__(self) -> str:
        return f"<Replay {self.options.mode}, {len(self)} actions, {self.rules!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Replay):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def _identity(self) -> tuple[object, ...]:
        return (self.rules, self.options, type(self.seed), self.seed, self._actions)

    # --- recording ---

    def play(self, action: Action) -> Step:
        """Apply an action to the newest state, and keep it. IllegalAction for one that is not legal; it is not kept."""
        step = apply(self.state, action)
        self._actions.append(action)
        self._steps.append(step)
        self._recorded = None
        return step

    def cut(self, step: int) -> Replay:
        """A new replay of the first `step` actions, to play on from there."""
        self._check(step)
        made = Replay.begun(self.rules, self.options)
        made.names = self.names
        made._actions = self._actions[:step]
        made._steps = self._steps[: step + 1]
        return made

    # --- playing ---

    def at(self, step: int) -> GameState:
        """The state after the first `step` actions; 0 is the beginning. UsageError if there are not so many."""
        self._check(step)
        if self._recorded and self._recorded.changed:
            self._compare(0, self._steps[0])
        while len(self._steps) <= step:
            self._play_next()
        return self._steps[step].state

    def steps(self) -> Iterator[Step]:
        """The beginning, then what each action did. ReplayParted where it stops being the recorded game."""
        for number in range(len(self._actions) + 1):
            self.at(number)
            yield self._steps[number]

    def states(self) -> Iterator[GameState]:
        """The beginning, then the state after each action. ReplayParted where it stops being the recorded game."""
        return (step.state for step in self.steps())

    def verify(self) -> Verdict:
        """Play it all, and compare every mark, every checkpoint and the outcome with the record.

        A replay that was never saved has nothing to be compared with, and is fine.
        """
        try:
            for number, step in enumerate(self.steps()):
                self._compare(number, step)
            self._compare_outcome()
        except ReplayParted as parted:
            return Verdict(max(parted.step - 1, 0), parted)
        return Verdict(len(self._actions), None)

    def redacted(self, seat: Seat | None) -> Told:
        """What `seat` may keep of the game (None: a spectator): what it saw at first, and each event as it saw it."""
        return tell(self.options, stamp(self.rules), seat, list(self.steps()))

    def _check(self, step: int) -> None:
        if type(step) is not int or not 0 <= step <= len(self._actions):
            raise UsageError(f"step must be a whole number from 0 to {len(self._actions)}, not {shortened(step)}")

    def _play_next(self) -> None:
        """Play one action more than have been played so far."""
        number = len(self._steps)
        action = self._actions[number - 1]
        try:
            step = apply(self._steps[-1].state, action)
        except IllegalAction as error:
            changed = self._recorded.changed if self._recorded else ()
            raise ReplayParted(number, action, f"it is not legal: {error}", changed) from None
        if self._recorded and self._recorded.changed:
            self._compare(number, step)
        self._steps.append(step)

    def _compare(self, number: int, step: Step) -> None:
        """ReplayParted if the state after action `number` is not the recorded one."""
        recorded = self._recorded
        if recorded is None:
            return
        action = self._actions[number - 1] if number else None
        cards = blamed(recorded.changed, step.events, self.rules) if recorded.changed else ()
        if recorded.marks[number] != mark(step.state):
            raise ReplayParted(number, action, "the table after it is another one than was recorded", cards)
        kept = recorded.checkpoints.get(number)
        if kept is not None and not recorded.changed and kept != step.state.digest():
            raise ReplayParted(number, action, "the state after it has another digest than was recorded", cards)

    def _compare_outcome(self) -> None:
        recorded = self._recorded
        if recorded is not None and recorded.outcome != self.state.outcome:
            last = self._actions[-1] if self._actions else None
            reason = "the game does not end in the recorded outcome"
            raise ReplayParted(len(self._actions), last, reason, recorded.changed)

    # --- files ---

    def text(self, every: int = EVERY) -> str:
        """The replay as the text of its file, with a checkpoint after every so many actions."""
        if type(every) is not int or every < 1:
            raise UsageError(f"every must be a whole number from 1 on, not {shortened(every)}")
        return written(self._lines(every))

    def save(self, path: Path | str, every: int = EVERY) -> None:
        """Write the file. OSError if that fails; a file that was there before is then as it was."""
        write_whole(path, self.text(every))

    @classmethod
    def load(cls, source: Path | str, rules: Ruleset, *, force: bool = False) -> Replay:
        """The replay of a file, given by its path or its text, to play with these rules.

        FormatError with file and line for a damaged one. RulesetMismatch, naming the changed cards, if it was recorded
        with other rules; `force` plays such a one all the same, as far as it is still the recorded game.
        """
        if not isinstance(rules, Ruleset):
            raise UsageError(f"rules must be what load_ruleset() returns, not {type(rules).__name__}")
        reader = reader_of(source)
        header: Header = reader.read(Header)
        if header.ruleset.fingerprint != rules.fingerprint and not force:
            raise mismatch(header.ruleset, header.cards, rules)
        replay = cls._begun(header, rules, reader)
        replay._actions, replay._recorded = read_body(reader, header, rules)
        return replay

    @classmethod
    def _begun(cls, header: Header, rules: Ruleset, reader: Reader) -> Replay:
        """The replay that a header describes, with no action yet."""
        try:
            replay = cls.begun(rules, evolve(header.options, seed=read_seed(header.seed, reader)))
        except UsageError as error:
            raise reader.error(str(error)) from None
        if header.names is not None and len(header.names) != len(replay.at(0).players):
            raise reader.error(f"names: {len(replay.at(0).players)} belong here, one for each seat")
        replay.names = header.names
        return replay

    def _lines(self, every: int) -> Iterator[Line]:
        yield Header(
            stamp(self.rules),
            FrozenMap(self.rules.card_prints),
            self.options,
            written_seed(self.seed),
            mark(self.at(0)),
            self.names,
        )
        for number, state in enumerate(self.states()):
            if number:
                yield Acted(number, self._actions[number - 1], mark(state))
            if number % every == 0:
                yield Checkpoint(number, state.digest())
        yield End(len(self._actions), self.state.outcome)
