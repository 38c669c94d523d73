"""A state goes to another process as a pickle, and the game goes on there: in the middle of an effect too."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from serviam_rules import Choose, Offer, RulesetMismatch, apply, load_ruleset, new_game
from serviam_rules.history import History
from serviam_rules.loading import restore_reference
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay
from serviam_rules.state import GameState

PACK = str(Path(__file__).parents[1] / "examples" / "packs" / "five-turns")

PLAY_ON = """
import pickle, sys
from serviam_rules import Choose, apply
thing = pickle.load(sys.stdin.buffer)
state = getattr(thing, "state", thing)
print(apply(state, Choose(0)).state.digest())
"""


def pending(rules: Ruleset) -> GameState:
    state = apply(new_game(rules, seed=7, first=0), Offer("demon", 0)).state
    assert state.decision is not None
    return state


def played_on(state: GameState) -> str:
    return apply(state, Choose(0)).state.digest()


def elsewhere(thing: object) -> str:
    words = [sys.executable, "-c", PLAY_ON]
    done = subprocess.run(words, input=pickle.dumps(thing), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


def replay_of(rules: Ruleset) -> Replay:
    replay = Replay.record(rules, seed=7, first=0)
    replay.play(Offer("demon", 0))
    return replay


def test_a_state_that_waits_for_a_choice_is_played_on_in_a_new_process(rules: Ruleset) -> None:
    state = pending(rules)
    for thing in (state, History(state), replay_of(rules)):
        assert elsewhere(thing) == played_on(state), type(thing)


def test_so_it_is_in_a_worker(rules: Ruleset) -> None:
    state = pending(rules)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(played_on, state).result() == played_on(state)


def test_states_of_the_reference_set_carry_no_ruleset(rules: Ruleset) -> None:
    assert len(pickle.dumps(pending(rules))) < 10_000
    assert pickle.loads(pickle.dumps(pending(rules))).ruleset is rules


def test_other_rulesets_go_along_once() -> None:
    state = pending(load_ruleset(PACK))
    one, many = len(pickle.dumps(state)), len(pickle.dumps([state] + [played(state, n) for n in range(20)]))
    assert one > 10_000
    assert many < one + 20 * 10_000
    assert elsewhere(state) == played_on(state)


def played(state: GameState, choice: int) -> GameState:
    assert state.decision is not None
    return apply(state, Choose(choice % len(state.decision.options))).state


def test_another_reference_set_is_refused(rules: Ruleset) -> None:
    with pytest.raises(RulesetMismatch, match=r"serviam 0\.0\.1 then, serviam \d"):
        restore_reference("?", "0" * 32, ("serviam 0.0.1",))
