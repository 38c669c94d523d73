"""Bots: players that are programs.

A bot gets a view - what its seat may know, never the state - and returns one of the view's legal actions. The bots
here have no memory: what one does depends on its seed and on the view alone, so that a game with bots can be saved,
resumed, taken back and played again, and goes on the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import PurePath
from traceback import extract_tb
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from serviam_rules.actions import Action
from serviam_rules.effects import vm
from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.errors import UsageError, shortened, unknown
from serviam_rules.game import Step, apply
from serviam_rules.rng import Rng, from_seed
from serviam_rules.rules.phases import PHASES
from serviam_rules.state import Draft, GameState
from serviam_rules.values import BAZZI_BETTI, Seat
from serviam_rules.views import View, determinize, explain, view


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, seen: View) -> Action:
        """One of `seen.legal_actions`, which are never empty when a bot is asked."""
        ...


#: What makes a bot from a seed: an int or a text, as for `new_game`.
BotMaker: TypeAlias = Callable[[int | str], Bot]


class RandomBot:
    """Takes any legal action, each equally likely."""

    __slots__ = ("_key",)

    def __init__(self, seed: int | str) -> None:
        self._key = _key(seed)

    def choose(self, seen: View) -> Action:
        actions = seen.legal_actions
        return actions[Rng(self._key, seen.step).below(len(actions))]


class GreedyBot:
    """Takes the action after which it leads by the most VP, as `lead` measures it; of equals, any.

    What it cannot know it imagines: it tries every action in `worlds` worlds that its view allows.
    """

    __slots__ = ("_key", "_worlds")

    def __init__(self, seed: int | str, worlds: int = 2) -> None:
        self._key = _key(seed)
        self._worlds = worlds

    def choose(self, seen: View) -> Action:
        actions = seen.legal_actions
        assert seen.seat is not None
        if len(actions) == 1:
            return actions[0]
        worlds = [determinize(seen, f"{self._key} {seen.step} {n}") for n in range(self._worlds)]
        leads = [sum(lead(apply(world, action).state, seen.seat) for world in worlds) for action in actions]
        most = max(leads)
        best = [action for action, ahead in zip(actions, leads, strict=True) if ahead == most]
        return best[Rng(self._key, seen.step).below(len(best))]


def _key(seed: int | str) -> str:
    """The key of a bot's random source: not that of a game with the same seed, whose cards the bot could foresee."""
    return from_seed(f"bot {from_seed(seed).key}").key


def lead(state: GameState, seat: Seat) -> int:
    """By how many VP a seat leads the best other one, counting its final scoring (F) and what its turn still brings."""
    draft = Draft.of(state)
    emit: list[Any] = []

    if not state.is_over:
        _count_turn(draft, seat, emit)
        for item in state.ruleset.numbers.scoring:
            vm.start(draft, f"scoring/{item.id}", seat, emit)
    others = [player.vp for player in draft.players if player.seat != seat]
    if draft.bazzi_betti is not None:
        others.append(draft.bazzi_betti.vp)
    return draft.players[seat].vp - max(others)


def _count_turn(draft: Draft, seat: Seat, emit: Emit) -> None:
    """Give what this seat's turn, stopped for a choice, still gives: the reward (T-9), in solo the income (O-8)."""
    offered = draft.offering
    if offered is None or draft.active != seat or draft.phase not in _BEFORE_REWARD:
        return
    place = tables(draft.ruleset).places[seat][offered.slot]
    vm.start(draft, "set/reward", seat, emit, offered.recipient, place)
    if draft.bazzi_betti is not None:
        vm.start(draft, "solo/income", BAZZI_BETTI, emit)


def _before(name: str) -> frozenset[str]:
    """The phases of a player's turn that come before this one."""
    order = [phase.name for phase in PHASES["standard"]]
    return frozenset(order[: order.index(name)])


_BEFORE_REWARD: Final = _before("reward")

_BOTS: Final[Mapping[str, BotMaker]] = MappingProxyType({"random": RandomBot, "greedy": GreedyBot})


def bots() -> Mapping[str, BotMaker]:
    """The bots that come with the library, by name."""
    return _BOTS


def bot_maker(name: str) -> BotMaker:
    """What makes the bot of this name: one of `bots()`, or `module:Name` for a class or function of your own.

    UsageError if there is no such bot, BotError (a UsageError too) if yours cannot be loaded.
    """
    if name in _BOTS:
        return _BOTS[name]
    module, _, attribute = name.partition(":")
    if not attribute:
        raise UsageError(f"{unknown('bot', name, _BOTS)}; your own: module:Name")
    with _errors_of(name, "cannot be loaded"):
        made: Any = getattr(import_module(module), attribute)
    if not callable(made):
        raise BotError(f"bot {shortened(name)} is no class or function")
    return lambda seed: OwnBot(name, made, seed)


class BotError(UsageError):
    """A bot could not be loaded, or did what no bot may do. The message names the bot, and the place in its code."""


class OwnBot:
    """A bot of somebody's own, as games ask it: whatever it raises, and whatever it answers but a legal action, is a
    BotError. `bot` is the bot itself."""

    __slots__ = ("bot", "name")

    def __init__(self, name: str, maker: Callable[[Any], Any], seed: int | str) -> None:
        self.name: str = name
        with _errors_of(name, "cannot be made"):
            self.bot: Bot = maker(seed)
            choose: Any = getattr(self.bot, "choose", None)
        if not callable(choose):
            raise BotError(f"bot {shortened(name)}: {shortened(self.bot)} has no choose(view)")

    def choose(self, seen: View) -> Action:
        """What the bot answers. BotError if that is no legal action, or if it raises."""
        with _errors_of(self.name, f"seat {seen.seat}, step {seen.step}"):
            action = self.bot.choose(seen)
        against = explain(seen, action)
        if against is not None:
            where = f"seat {seen.seat}, step {seen.step}"
            raise BotError(f"bot {shortened(self.name)} ({where}) answers {shortened(action)}: {against}")
        return action


@contextmanager
def _errors_of(name: str, where: str) -> Generator[None]:
    """Make one line of whatever a bot raises; only Ctrl-C goes through."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a bot is a stranger's code: SystemExit and others are no more special here
        raise BotError(f"bot {shortened(name)} ({where}): {_in_one_line(error)}") from None


#: Beginnings of the files that are no bot's: this one, and those that Python has within itself.
_NOT_A_BOTS: Final = (__file__, "<frozen ", import_module.__code__.co_filename)


def _in_one_line(error: BaseException) -> str:
    """`ValueError: no such thing (my_bots.py:12)`."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # an error whose own words fail
        words = ""
    line = f"{type(error).__name__}: {words}" if words else type(error).__name__
    # The way through this module and Python's own import says nothing about the bot.
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(_NOT_A_BOTS)]
    place = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{line[:200]}{place}"


def bot_step(state: GameState, bot: Bot) -> tuple[Action, Step]:
    """Let a bot act for the seat that is to act. IllegalAction if what it returns is not legal, BotError if it is one
    of somebody's own."""
    action = bot.choose(view(state, state.to_act))
    return action, apply(state, action)
