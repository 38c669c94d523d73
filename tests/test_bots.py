"""Bots: what they see, what they do, and that they do the same again."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest

from serviam_rules.actions import Choose
from serviam_rules.bots import Bot, GreedyBot, RandomBot, SearchBot, bot_maker, bot_step, bots, lead
from serviam_rules.errors import UsageError
from serviam_rules.game import apply, legal_actions, new_game
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.state import GameState
from serviam_rules.views import View, view

KINDS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"mode": "solo", "difficulty": "hard"},
    {"players": 3, "arrangement": "inspect"},
    {"mode": "solo", "arrangement": "select"},
]


#: The others are `search` with other budgets.
QUICK = ["random", "greedy", "easy"]


def play(state: GameState, players: list[Bot]) -> GameState:
    while not state.is_over:
        assert state.to_act is not None
        state = bot_step(state, players[state.to_act])[1].state
    return state


def test_the_bots_have_names() -> None:
    assert list(bots()) == ["random", "greedy", "search", "easy", "medium", "strong"]


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("name", QUICK)
def test_bots_play_every_kind_of_game_to_its_end(rules: Ruleset, name: str, options: dict[str, Any]) -> None:
    over = play(new_game(rules, seed=3, **options), [bot_maker(name)(seat) for seat in range(4)])
    assert over.outcome is not None


@pytest.mark.parametrize("name", QUICK)
def test_the_same_seed_and_view_give_the_same_action(rules: Ruleset, name: str) -> None:
    state = new_game(rules, players=3, seed="again")
    first, second = bot_maker(name)("x"), bot_maker(name)("x")
    while not state.is_over:
        seen = view(state, state.to_act)
        action = first.choose(seen)
        assert second.choose(seen) == action == first.choose(seen)
        assert action in seen.legal_actions
        state = apply(state, action).state


def test_different_seeds_play_differently(rules: Ruleset) -> None:
    state = new_game(rules, players=3, seed=1)
    ends = {play(state, [RandomBot(seed)] * 3) for seed in range(5)}
    assert len(ends) == 5


def test_a_bot_gets_a_view_and_nothing_else(rules: Ruleset) -> None:
    class Watching:
        def choose(self, seen: View) -> Any:
            assert type(seen) is View
            assert seen.seat == seen.to_act
            return seen.legal_actions[0]

    play(new_game(rules, players=2, seed=5), [Watching(), Watching()])


def test_the_random_bot_favours_nothing(rules: Ruleset) -> None:
    seen = view(new_game(rules, players=2, seed=1), 0)
    seen = view(new_game(rules, players=2, seed=1, first=0), 0)
    counts = Counter(RandomBot(seed).choose(seen) for seed in range(4000))
    assert len(counts) == len(seen.legal_actions)
    expected = 4000 / len(counts)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in counts.values())


def test_a_bot_does_not_share_the_random_source_of_a_game_with_its_seed(rules: Ruleset) -> None:
    assert RandomBot(7)._key != from_seed(7).key


@pytest.mark.parametrize("seed", [True, 1.0, -1, "", None])
def test_a_bots_seed_is_a_seed(seed: Any) -> None:
    with pytest.raises(UsageError):
        RandomBot(seed)


def test_the_greedy_bot_beats_the_random_one(rules: Ruleset) -> None:
    won = Counter[str]()
    for seed in range(12):
        names = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        over = play(new_game(rules, players=2, seed=seed), [bot_maker(name)(seed) for name in names])
        assert over.outcome is not None
        won.update(names[int(winner)] for winner in over.outcome.winners)
    assert won["greedy"] >= 10


def test_the_greedy_bot_takes_what_leads_by_most(rules: Ruleset) -> None:
    """Where no chance and nothing hidden is involved, its choice is the best by `lead`."""
    state, checked = new_game(rules, players=2, seed=8), 0
    while not state.is_over:
        assert state.to_act is not None
        action = GreedyBot(1).choose(view(state, state.to_act))
        steps = {one: apply(state, one) for one in legal_actions(state)}
        if len(steps) > 1 and not any(step.reveals for step in steps.values()):
            leads = {one: lead(step.state, state.to_act) for one, step in steps.items()}
            assert leads[action] == max(leads.values())
            checked += 1
        state = steps[action].state
    assert checked >= 3


def test_a_lead_counts_the_reward_of_a_turn_that_stopped_for_a_choice(rules: Ruleset) -> None:
    state = new_game(rules, players=2, seed=2, first=0)
    for action in legal_actions(state):
        after = apply(state, action).state
        if after.decision is not None and after.phase == "offering":
            assert after.offering is not None
            expected = max(0, after.influence(after.offering.recipient))
            gift = rules.gifts[after.offering.gift]
            demand = 2 * (gift.category == rules.powerholders[after.offering.recipient].organisation)
            assert lead(after, 0) == expected + demand
            return
    pytest.fail("no gift with a choice in this hand")


def test_a_lead_at_the_end_is_that_of_the_outcome(rules: Ruleset) -> None:
    over = play(new_game(rules, mode="solo", seed=2), [RandomBot(1)])
    assert over.outcome is not None
    assert lead(over, 0) == over.outcome.vp[0] - over.outcome.vp[1]


def test_an_unknown_bot_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match="did you mean 'greedy'"):
        bot_maker("greedi")


@pytest.mark.parametrize(
    "name", ["no_such_module:Bot", "serviam_rules.bots:Nobody", ":Bot", "serviam_rules.bots.named:_BOTS"]
)
def test_a_bot_that_cannot_be_loaded_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="bot"):
        bot_maker(name)


def test_a_bot_of_ones_own_is_named_by_its_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "my_bots.py").write_text(
        "class First:\n    def __init__(self, seed): self.seed = seed\n    def choose(self, seen): ...\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    made: Any = bot_maker("my_bots:First")(4)
    assert made.bot.seed == 4
    monkeypatch.delitem(sys.modules, "my_bots")


def test_choices_are_answered_by_index(rules: Ruleset) -> None:
    """A bot answers a decision with one of the ready-made `Choose`."""
    state = new_game(rules, players=2, seed=1, arrangement="select")
    assert isinstance(RandomBot(1).choose(view(state, state.to_act)), Choose)


def test_a_lead_counts_the_final_scoring_of_all(rules: Ruleset) -> None:
    """Between turns: VP and two for every gift in demand (F-1), of the own seat and of all others."""

    def counted(state: GameState, seat: int) -> int:
        lying = [(place.powerholder, gift) for place in state.players[seat].row for gift in place.gifts]
        in_demand = [gift for who, gift in lying if rules.gifts[gift].category == rules.powerholders[who].organisation]
        return min(60, state.players[seat].vp + 2 * len(in_demand))

    state, others_scored = new_game(rules, players=3, seed=1), False
    while not state.is_over:
        assert state.to_act is not None
        if state.decision is None:
            for seat in range(3):
                others = [counted(state, other) for other in range(3) if other != seat]
                assert lead(state, seat) == counted(state, seat) - max(others)
                others_scored |= max(others) > max(one.vp for one in state.players if one.seat != seat)
        state = bot_step(state, RandomBot(state.to_act))[1].state
    assert others_scored


@pytest.mark.parametrize("seat", [-1, 2, None, True])
def test_a_lead_is_that_of_a_seat(rules: Ruleset, seat: Any) -> None:
    with pytest.raises(UsageError, match="no seat"):
        lead(new_game(rules, players=2, seed=1), seat)


# ---- search


def test_a_budget_is_part_of_the_name(rules: Ruleset) -> None:
    seen = view(new_game(rules, players=2, seed=3, first=0), 0)
    assert bot_maker("search:30")(1).choose(seen) == SearchBot(1, simulations=30).choose(seen)
    assert bot_maker("search:0.01s")(1).choose(seen) in seen.legal_actions


@pytest.mark.parametrize(
    "name", ["search:", "search:0", "search:many", "search:0s", "search:-1", "search:1e3", "search:9999s"]
)
def test_what_is_no_budget_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="search"):
        bot_maker(name)


def test_a_search_says_why(rules: Ruleset) -> None:
    seen = view(new_game(rules, players=3, seed=3, first=0), 0)
    bot = SearchBot("why", simulations=120)
    considered = bot.consider(seen)
    assert {one.action for one in considered} == set(seen.legal_actions)
    assert considered[0].action == bot.choose(seen)
    assert considered == SearchBot("why", simulations=120).consider(seen)
    assert sum(one.games for one in considered) <= 120
    assert considered[0].games == max(one.games for one in considered)
    assert all(-1 <= one.worth <= 1 for one in considered)


def test_a_search_spends_its_time_and_little_more(rules: Ruleset) -> None:
    seen = view(new_game(rules, players=2, seed=3, first=0), 0)
    few, many = (SearchBot(1, seconds=seconds).consider(seen) for seconds in (0.02, 0.3))
    assert sum(one.games for one in many) > sum(one.games for one in few)


def test_a_search_finds_nothing_to_consider_for_others(rules: Ruleset) -> None:
    state = new_game(rules, players=2, seed=3, first=0)
    for seat in (1, None):
        with pytest.raises(UsageError, match="not to act"):
            SearchBot(1).consider(view(state, seat))


@pytest.mark.slow
def test_the_searching_bot_beats_the_greedy_one(rules: Ruleset) -> None:
    won = 0.0
    for seed in range(24):
        made = [bot_maker("search:100" if seat == seed % 2 else "greedy")(seed) for seat in range(2)]
        over = play(new_game(rules, players=2, seed=seed), made)
        assert over.outcome is not None
        won += (seed % 2 in over.outcome.winners) / len(over.outcome.winners)
    assert won >= 15
