"""The whole pure API of a game: begin it, ask what is legal, apply an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, cast

from serviam_rules.actions import ACTIONS, Action
from serviam_rules.effects.link import tables
from serviam_rules.errors import IllegalAction, UsageError
from serviam_rules.events import GameEvent
from serviam_rules.model import Ruleset
from serviam_rules.rules import legal, phases, setup
from serviam_rules.rules.legal import Illegality
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Draft, GameState
from serviam_rules.values import Arrangement, FamilyId, Mode, Seat


class Step:
    """What `apply` and `start` return: the new state and what happened on the way, in order.

    Unpacks into the two. What happened is kept as records; the events are made of them when they are first asked for.
    """

    __slots__ = ("_events", "state")
    __match_args__ = _fields = ("state", "events")
    _events: Any
    state: GameState

    def __new__(cls, state: GameState, events: tuple[GameEvent, ...] | list[Any]) -> Step:
        step = _new(_OpenStep)
        step.state = state
        step._events = events
        step.__class__ = Step
        return step  # type: ignore[no-any-return]

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """What happened, in order."""
        events = self._events
        if type(events) is not tuple:
            events = tuple([record[0].made_of(record) for record in events])
            object.__setattr__(self, "_events", events)
        return cast("tuple[GameEvent, ...]", events)

    def __iter__(self) -> Iterator[Any]:
        yield self.state
        yield self.events

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: Any) -> Any:
        parts: tuple[Any, ...] = (self.state, self.events)
        return parts[index]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(cast("Step", other)) if isinstance(other, Step | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.state, self.events))

    def __repr__(self) -> str:
        return f"Step(state={self.state!r}, events={self.events!r})"

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"a Step cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return Step, (self.state, self.events)

    def _asdict(self) -> dict[str, Any]:
        return {"state": self.state, "events": self.events}

    @property
    def reveals(self) -> bool:
        """Whether a hidden card or chance came to light: undo stops here.

        A gift that whoever acted showed of the own hand is no reveal, nor is it that the turn goes to somebody else;
        and no shuffle is, for what it did shows only later.
        """
        actor = getattr(self.events[0], "seat", None) if self.events else None
        return any(event.reveals(actor) for event in self.events)


def start(
    rules: Ruleset,
    players: int = 2,
    *,
    seed: int | str,
    mode: Mode = "standard",
    first: Seat | None = None,
    families: Sequence[FamilyId] | None = None,
    arrangement: Arrangement = "deal",
    difficulty: str = "normal",
) -> Step:
    """Set up a game (S, O-1 to O-5) and play up to the first action that is due.

    - `players`: 2 to 4; not looked at in solo.
    - `seed`: a whole number from 0 to 2**128 - 1, or a text of 1 to 200 characters.
    - `mode`: "standard" or "solo".
    - `first`: the seat that begins, or None to draw it (S-6).
    - `families`: one id for each seat, or None for the first of the set's (S-2).
    - `arrangement`: "deal"; "look", "inspect" or "select": players know their own row, as it is dealt or as they lay it
      out (S-7).
    - `difficulty`: "normal", "hard" or "very-hard", for the solo game (O-5).

    Raises UsageError for options that make no sense, and CannotStart for cards with which no game can begin (S-8).
    """
    chosen: Any = families  # a list will do; `checked` makes a tuple of it
    return begin(rules, GameOptions(mode, players, first, chosen, arrangement, difficulty, seed))


def new_game(
    rules: Ruleset,
    players: int = 2,
    *,
    seed: int | str,
    mode: Mode = "standard",
    first: Seat | None = None,
    families: Sequence[FamilyId] | None = None,
    arrangement: Arrangement = "deal",
    difficulty: str = "normal",
) -> GameState:
    """The state of a new game; `start` with the same arguments tells the events as well."""
    chosen: Any = families
    return begin(rules, GameOptions(mode, players, first, chosen, arrangement, difficulty, seed)).state


def begin(rules: Ruleset, options: GameOptions) -> Step:
    """What `start` does, for options that are one value."""
    if not isinstance(rules, Ruleset):
        raise UsageError(f"rules must be what load_ruleset() returns, not {type(rules).__name__}")
    tables(rules)
    chosen = options.checked(rules)
    draft = Draft.of(setup.empty(rules, chosen))
    setup.check_gifts(rules, chosen.players)
    log: list[Any] = []
    setup.begin(draft, chosen, log)
    phases.begin(draft, log)
    return Step(draft.commit(), log)


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Every legal action, once each, in a fixed order; () exactly when the game is over."""
    return legal.legal_actions(state if type(state) is GameState else _state(state, "legal_actions"))


def apply(state: GameState, action: Action) -> Step:
    """Carry out an action and all that follows from it. Pure: `state` is untouched and stays usable.

    Raises IllegalAction, with a code, the rule and what would be legal, for whatever is not a legal action.
    """
    if type(state) is not GameState or type(action) not in ACTIONS or not legal.permits(state, action):
        against = legal.explain(_state(state, "apply"), action)
        if against is not None:
            raise IllegalAction(against.code, against.message, against.rule)
    draft = Draft.of(state)
    log: list[Any] = []
    phases.play(draft, action, log)
    return Step(draft.commit(), log)


def playout(state: GameState, choose: Callable[[GameState, tuple[Action, ...]], Action]) -> GameState:
    """Play a game to its end: the state that `apply` would lead to, at a fraction of the cost.

    `choose(situation, actions)` returns one of the legal actions. `situation` has the fields of a state, is the same
    object each time and changes with the game, so it is to be read and neither kept nor changed; to look as a seat
    does, play with `apply` and `view`. No state between and no event is kept, which is what search and simulation
    need that only ask how a game ends. Raises IllegalAction as `apply` does; `state` is untouched.
    """
    draft = Draft.of(_state(state, "playout"))
    while draft.outcome is None:
        action = choose(draft, legal.legal_actions(draft))
        if type(action) not in ACTIONS or not legal.permits(draft, action):
            against = legal.explain(draft, action)
            if against is not None:
                raise IllegalAction(against.code, against.message, against.rule)
        phases.play(draft, action, None)
    return draft.commit()


def explain_illegal(state: GameState, action: object) -> Illegality | None:
    """Which condition of which rule forbids the action, or None if it is legal. Never raises for an action."""
    return legal.explain(_state(state, "explain_illegal"), action)


class _OpenStep(Step):
    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    __delattr__ = object.__delattr__


_new: Any = object.__new__


def _state(state: object, call: str) -> GameState:
    if type(state) is not GameState:
        raise UsageError(f"{call} takes a GameState, not {type(state).__name__}; a view cannot be played on")
    return state
