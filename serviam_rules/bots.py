"""Bots: players that are programs.

A bot gets a view - what its seat may know, never the state - and returns one of the view's legal actions. The bots
here have no memory: what one does depends on its seed and on the view alone, so that a game with bots can be saved,
resumed, taken back and played again, and goes on the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from serviam_rules.actions import Action
from serviam_rules.effects import vm
from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.errors import UsageError, unknown
from serviam_rules.game import Step, apply
from serviam_rules.rng import Rng, from_seed
from serviam_rules.rules.phases import PHASES
from serviam_rules.state import Draft, GameState
from serviam_rules.values import BAZZI_BETTI, Seat
from serviam_rules.views import View, determinize, view


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

    UsageError if there is no such bot.
    """
    if name in _BOTS:
        return _BOTS[name]
    module, _, attribute = name.partition(":")
    if not attribute:
        raise UsageError(f"{unknown('bot', name, _BOTS)}; your own: module:Name")
    try:
        made: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"bot {name!r} cannot be loaded: {error}") from None
    if not callable(made):
        raise UsageError(f"bot {name!r} is no class or function")
    return made  # type: ignore[no-any-return]


def bot_step(state: GameState, bot: Bot) -> tuple[Action, Step]:
    """Let a bot act for the seat that is to act. IllegalAction if what it returns is not legal."""
    action = bot.choose(view(state, state.to_act))
    return action, apply(state, action)
