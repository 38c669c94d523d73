"""Search: information-set Monte Carlo on what a seat may know.

For each action it may take, the bot imagines worlds that its view allows (`determinize`), plays each on for some turns
by a quick rule of thumb, and judges where that ends. All actions meet the same worlds and the same chance, so that
what differs between them is what they do; and the worse half is dropped again and again (sequential halving), so that
most of the budget goes to the actions between which it is hard to decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, log2, tanh
from random import Random
from time import perf_counter
from typing import Any, Final

import attrs

from serviam_rules.actions import Action, Offer
from serviam_rules.bots.evaluation import lead
from serviam_rules.bots.protocol import bot_key
from serviam_rules.effects.instructions import Run
from serviam_rules.effects.link import tables
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.rules import legal, phases
from serviam_rules.state import Decision, Draft, GameState, PowerholderOption, View
from serviam_rules.values import GiftId, Seat
from serviam_rules.views import determinize

#: What the bot spends on a choice if nothing is said: so many imagined games.
SIMULATIONS: Final = 400
#: A lead of so many VP is worth three quarters of a win for certain.
_SCALE: Final = 6.0
#: How often an imagined player does anything, instead of what looks best.
_CARELESS: Final = 0.3
#: How many turns an imagined game goes on before it is judged.
_TURNS: Final = 4


@attrs.frozen
class Considered:
    """An action the bot has thought about: its worth from -1 (lost) to 1 (won), the VP by which it expects to lead when
    its imagined games end, and in how many of them it was tried."""

    action: Action
    worth: float
    lead: float
    games: int


class SearchBot:
    """Looks ahead in imagined games, with a budget for each choice: `simulations`, or `seconds` of time.

    With a budget of simulations the same seed and view give the same action everywhere; with one of time they need not.
    """

    __slots__ = ("_key", "_seconds", "_simulations")

    def __init__(self, seed: int | str, simulations: int = SIMULATIONS, seconds: float | None = None) -> None:
        if type(simulations) is not int or simulations < 1:
            raise UsageError(f"a search needs at least 1 simulation, not {simulations!r:.40}")
        if seconds is not None and not 0 < seconds <= 3600:
            raise UsageError(f"a search takes more than 0 and at most 3600 seconds, not {seconds!r:.40}")
        self._key = bot_key(seed)
        self._simulations = simulations
        self._seconds = seconds

    def choose(self, seen: View) -> Action:
        actions = seen.legal_actions
        return actions[0] if len(actions) == 1 else self.consider(seen)[0].action

    def consider(self, seen: View) -> tuple[Considered, ...]:
        """Every legal action, the best first: `choose` takes that one, and the others say why."""
        actions = seen.legal_actions
        if not actions or seen.seat is None:
            raise UsageError("nothing can be considered in a view whose seat is not to act")
        arms = [_Arm(action) for action in actions]
        alive = arms
        worlds = self._worlds(seen)
        rounds = max(1, ceil(log2(len(arms))))
        for number in range(rounds):
            budget = _Budget(self._simulations // rounds, self._seconds and self._seconds / rounds)
            while budget.lasts(len(alive)):
                world, chance = next(worlds)
                for arm in alive:
                    arm.add(_imagined(world, arm.action, Random(chance), seen.seat))
            alive.sort(key=_Arm.rank)
            if number < rounds - 1:
                alive = alive[: (len(alive) + 1) // 2]
        # What was dropped earlier comes after what outlived it, however well its few games went.
        arms.sort(key=lambda arm: (-arm.games, *arm.rank()))
        return tuple(Considered(arm.action, arm.worth / arm.games, arm.lead / arm.games, arm.games) for arm in arms)

    def _worlds(self, seen: View) -> Iterator[tuple[GameState, str]]:
        """Worlds that the view allows, without end, each with the name of the chance in it."""
        number = 0
        while True:
            name = f"{self._key} {seen.step} {number}"
            yield determinize(seen, name), name
            number += 1


class _Budget:
    """What a round of the search may spend. At least one world is looked at in each."""

    def __init__(self, simulations: int, seconds: float | None) -> None:
        self.left = simulations
        self.end = None if seconds is None else perf_counter() + seconds
        self.begun = False

    def lasts(self, cost: int) -> bool:
        """Whether there is enough for so many imagined games; they are taken off it."""
        enough = self.left >= cost if self.end is None else perf_counter() < self.end
        self.left -= cost
        begun, self.begun = self.begun, True
        return enough or not begun


class _Arm:
    """An action, and what its imagined games have come to."""

    __slots__ = ("action", "games", "lead", "worth")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.games = 0
        self.lead = 0
        self.worth = 0.0

    def add(self, ahead: int) -> None:
        self.games += 1
        self.lead += ahead
        self.worth += tanh(ahead / _SCALE)

    def rank(self) -> tuple[float, float]:
        """The better, the less."""
        return -self.worth / self.games, -self.lead / self.games


def _imagined(world: GameState, action: Action, chance: Random, seat: Seat) -> int:
    """By how much the seat leads after this action and some turns of rule of thumb, or at the end of the game."""
    draft = Draft.of(world)
    phases.play(draft, action, None)
    stop = draft.turn + _TURNS
    thumb = _thumb(world.ruleset)
    while draft.outcome is None and (draft.turn < stop or draft.decision is not None):
        phases.play(draft, thumb.choose(draft, legal.legal_actions(draft), chance), None)
    return lead(draft.commit(), seat)


class _Thumb:
    """How imagined players play: quick, and better than at random.

    A gift goes to whoever will bring most then; who is moved up lies face up in the own row, the recipient before all,
    and who is moved down does not.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.index = tables(rules).index
        self.values = tables(rules).values
        self.lifts = {gift: _lift(rules, gift) for gift in rules.gifts}

    def choose(self, table: Draft, actions: Sequence[Action], chance: Random) -> Action:
        number = chance.random()
        if len(actions) == 1:
            return actions[0]
        asked = table.decision
        if number >= _CARELESS:
            if asked is None:
                return self._offer(table, actions, chance)
            if asked.kind == "powerholder" and asked.amount:
                good = _movable(table, asked, up=asked.amount > 0)
                if good:
                    return actions[good[int(chance.random() * len(good))]]
        return actions[int(chance.random() * len(actions))]

    def _offer(self, table: Draft, actions: Sequence[Action], chance: Random) -> Action:
        row, spaces = table.players[table.active].row, table.spaces
        best, most = actions[0], float("-inf")
        for action in actions:
            if type(action) is Offer:
                at = self.index[row[action.slot].powerholder]
                track = self.values[at]
                space = min(max(spaces[at] + self.lifts[action.gift], 0), len(track) - 1)
                brings = track[space] + chance.random()
                if brings > most:
                    best, most = action, brings
        return best


@lru_cache(maxsize=8)
def _thumb(rules: Ruleset) -> _Thumb:
    return _Thumb(rules)


def _lift(rules: Ruleset, gift: GiftId) -> int:
    """How far a gift moves its recipient, as far as its card says so by a plain number."""
    lift = 0
    for step in tables(rules).programs[f"gift/{gift}"].code:
        op: Any = step.op if isinstance(step, Run) else None
        if getattr(op, "tag", "") == "move" and getattr(op.who, "tag", "") == "target":
            lift += op.amount() or 0
    return lift


def _movable(table: Draft, asked: Decision, *, up: bool) -> list[int]:
    """The options that are good for whoever moves somebody up or down."""
    own = {place.powerholder for place in table.players[asked.seat].row if place.face_up}
    offered = table.offering
    good: list[int] = []
    for number, option in enumerate(asked.options):
        if isinstance(option, PowerholderOption):
            who = option.powerholder
            if up and offered is not None and who == offered.recipient and asked.seat == table.active:
                return [number]
            if (who in own) == up:
                good.append(number)
    return good
