"""This library at random play and at single calls: `python ours.py play 1.0` prints JSON.

Like `peers.py` it runs by itself, in an environment that has the installed library. All times are CPU time.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any

import serviam_rules as sr
from serviam_rules import Action, GameState, Ruleset
from serviam_rules.loading import ruleset_of
from serviam_rules.values import thaw

Moment = tuple[GameState, Action]


def play(rules: Ruleset, seconds: float, *, read: bool) -> dict[str, float]:
    """Whole four-player games of random legal actions, everything included; with the events of each step `read`."""
    decisions, games, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds or not games:
        chance = random.Random(games).random
        state = sr.new_game(rules, players=4, seed=games)
        while actions := sr.legal_actions(state):
            step = sr.apply(state, actions[int(chance() * len(actions))])
            if read:
                assert step.events
            state = step.state
            decisions += 1
        games += 1
    return {"decisions_per_second": decisions / spent, "decisions_per_game": decisions / games}


def moments(rules: Ruleset, games: int = 12) -> list[Moment]:
    """Every state of random four-player games with the action taken in it: all kinds, as often as play has them."""
    found: list[Moment] = []
    for seed in range(games):
        chance = random.Random(seed).random
        state = sr.new_game(rules, players=4, seed=seed)
        while actions := sr.legal_actions(state):
            found.append((state, actions[int(chance() * len(actions))]))
            state = sr.apply(*found[-1]).state
    return found


def microseconds(call: Callable[[Any], object], given: Sequence[Any], seconds: float = 0.0) -> float:
    """The time of a call, over all that is given, as often as so many seconds allow."""
    calls, start = 0, process_time()
    while True:
        for one in given:
            call(one)
        calls += len(given)
        if (spent := process_time() - start) >= seconds:
            return spent / calls * 1e6


def calls(rules: Ruleset, seconds: float) -> dict[str, Any]:
    """Single calls over all moments, in microseconds; and for some, what they take late in a game over early."""
    every = moments(rules)
    views = [sr.view(state, state.to_act) for state, _ in every]
    texts = [sr.to_json(state) for state, _ in every]
    timed: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
        "apply": (lambda one: sr.apply(*one), every),
        "apply, events read": (lambda one: sr.apply(*one).events, every),
        "legal_actions": (lambda one: sr.legal_actions(one[0]), every),
        "view": (lambda one: sr.view(one[0], one[0].to_act), every),
        "determinize": (lambda seen: sr.determinize(seen, 1), views),
        "to_json": (lambda one: sr.to_json(one[0]), every),
        "state_from_json": (lambda text: sr.state_from_json(text, rules), texts),
        "digest": (lambda one: one[0].digest(), every),
        "new_game": (lambda seed: sr.new_game(rules, players=4, seed=seed), range(50)),
    }
    share = seconds / len(timed)
    found = {name: microseconds(call, given, share) for name, (call, given) in timed.items()}
    # Neither the opening nor the final scoring: what differs is how much has happened before.
    early = [one for one in every if 5 <= one[0].turn <= 8]
    late = [one for one in every if 21 <= one[0].turn <= 24]
    apart = {
        name: microseconds(timed[name][0], late, share) / microseconds(timed[name][0], early, share)
        for name in ("apply", "legal_actions", "view", "to_json")
    }
    return {"calls": found, "late_over_early": apart}


def kept(rules: Ruleset, seconds: float) -> dict[str, Any]:
    """What a kept state takes in memory, and `apply` while so many are kept."""
    every = moments(rules)
    gc.collect()
    tracemalloc.start()
    states = [sr.apply(*one).state for one in every]
    size = tracemalloc.get_traced_memory()[0] / len(states)
    tracemalloc.stop()
    beside: list[tuple[int, float]] = []
    while len(states) <= 100_000:
        beside.append((len(states), microseconds(lambda one: sr.apply(*one), every, seconds / 8)))
        states += [sr.apply(*one).state for one in every * max(1, len(states) // len(every))]
    return {"bytes": size, "beside": beside[::2]}


def larger(rules: Ruleset, seconds: float) -> dict[str, Any]:
    """`apply` with sets of 1, 2, 5 and 10 times as many gifts."""
    beside: list[tuple[int, float]] = []
    for times in (1, 2, 5, 10):
        source = thaw(rules.source)
        for card_id, card in [*source["gifts"].items()]:
            for copy in range(2, times + 1):
                source["gifts"][f"{card_id}-{copy}"] = {**card, "id": f"{card_id}-{copy}"}
        every = moments(ruleset_of(source) if times > 1 else rules, games=6)
        beside.append((times * len(rules.gifts), microseconds(lambda one: sr.apply(*one), every, seconds / 4)))
    return {"gifts": beside}


def main() -> None:
    """Measure one thing for so many seconds."""
    what, seconds = sys.argv[1], float(sys.argv[2])
    rules = sr.load_ruleset()
    play(rules, 0.0, read=True)
    found: dict[str, Any] = {"version": sr.__version__, "fingerprint": rules.fingerprint}
    if what == "play":
        # In turn, so that a change of the machine's speed meets both alike.
        rounds = [[play(rules, seconds / 4, read=read) for read in (False, True)] for _ in range(4)]
        rates = [median(one[at]["decisions_per_second"] for one in rounds) for at in (0, 1)]
        every = moments(rules)
        found |= {"decisions_per_second": rates[0], "read": rates[1]}
        found |= {"decisions_per_game": rounds[0][0]["decisions_per_game"]}
        found |= {"keep_us": microseconds(lambda one: sr.apply(*one), every, seconds / 4)}
        found |= {"keep_read_us": microseconds(lambda one: sr.apply(*one).events, every, seconds / 4)}
    else:
        found |= {"calls": calls, "kept": kept, "larger": larger}[what](rules, seconds)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
