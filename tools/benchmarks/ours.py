"""Random play with this library, and the time of single calls."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

import attrs

import serviam_rules as sr
from serviam_rules import GameState, Ruleset


def play(rules: Ruleset, seed: int, players: int = 4) -> int:
    """One game of random legal actions, legal actions and events included; how many decisions it took."""
    chance = random.Random(seed).random
    state = sr.new_game(rules, players=players, seed=seed)
    decisions = 0
    while actions := sr.legal_actions(state):
        state = sr.apply(state, actions[int(chance() * len(actions))]).state
        decisions += 1
    return decisions


def decisions_per_second(rules: Ruleset, seconds: float) -> float:
    """Decisions a second of random four-player games, whole games, for about so many seconds."""
    decisions, seed, start = 0, 0, perf_counter()
    while (spent := perf_counter() - start) < seconds:
        decisions += play(rules, seed)
        seed += 1
    return decisions / spent


def positions(rules: Ruleset, games: int = 20) -> list[GameState]:
    """Every state of some random four-player games."""
    found: list[GameState] = []
    for seed in range(games):
        chance = random.Random(seed).random
        state = sr.new_game(rules, players=4, seed=seed)
        while actions := sr.legal_actions(state):
            found.append(state)
            state = sr.apply(state, actions[int(chance() * len(actions))]).state
    return found


@attrs.frozen
class Timed:
    """A call that is timed on single states: what it is given is made before the clock starts."""

    given: Callable[[GameState], Any]
    call: Callable[[Any], object]

    def microseconds(self, states: list[GameState]) -> float:
        """The time of one call, averaged over the states."""
        given = [self.given(state) for state in states]
        call = self.call
        start = perf_counter()
        for one in given:
            call(one)
        return (perf_counter() - start) / len(states) * 1e6


def calls(rules: Ruleset) -> dict[str, Timed]:
    """The calls that are timed on single states."""
    return {
        "legal_actions": Timed(_itself, sr.legal_actions),
        "apply": Timed(lambda state: (state, sr.legal_actions(state)[0]), lambda pair: sr.apply(*pair)),
        "view": Timed(_itself, lambda state: sr.view(state, state.to_act)),
        "determinize": Timed(lambda state: sr.view(state, state.to_act), lambda seen: sr.determinize(seen, 1)),
        "to_json": Timed(_itself, sr.to_json),
        "state_from_json": Timed(sr.to_json, lambda text: sr.state_from_json(text, rules)),
        "digest": Timed(_itself, GameState.digest),
        "hash": Timed(_itself, hash),
    }


def _itself(state: GameState) -> GameState:
    return state
