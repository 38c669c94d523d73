"""Environments for learning, by the tests of the libraries they are made for; without these nothing is tested."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("resvg_py")
pytestmark = pytest.mark.filterwarnings("default")

from serviam_rules.adapters.gymnasium import ServiamGym  # noqa: E402
from serviam_rules.adapters.pettingzoo import ServiamEnv, env, table_svg  # noqa: E402
from serviam_rules.errors import UsageError  # noqa: E402
from serviam_rules.model import Ruleset  # noqa: E402
from serviam_rules.values import ARRANGEMENTS  # noqa: E402


def play(table: Any, seed: int) -> None:
    """A game of legal actions drawn from the mask."""
    table.reset(seed=seed)
    table.action_space("player_0").seed(seed)
    for agent in table.agent_iter():
        observation, _, over, cut, _ = table.last()
        table.step(None if over or cut else table.action_space(agent).sample(observation["action_mask"]))


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_finds_nothing_wrong(rules: Ruleset, players: int, arrangement: str) -> None:
    from pettingzoo.test import api_test

    api_test(env(players=players, arrangement=arrangement, rules=rules), num_cycles=200)


def test_solo_is_an_environment_too(rules: Ruleset) -> None:
    from pettingzoo.test import api_test

    api_test(env(mode="solo", difficulty="hard", rules=rules), num_cycles=100)


def test_a_seed_gives_the_same_games(rules: Ruleset) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda **options: env(players=3, rules=rules, **options), num_cycles=100)


def test_every_render_mode_gives_what_it_promises(rules: Ruleset) -> None:
    from pettingzoo.test import render_test

    render_test(lambda render_mode=None: env(players=4, rules=rules, render_mode=render_mode))


def test_a_picture_shows_what_lies_on_the_table(rules: Ruleset) -> None:
    table = ServiamEnv(players=2, rules=rules, render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    table.step(table.spaces.legal(table.seen(table.agent_selection))[0])
    assert (table.render() != before).any()
    assert "face down" in table_svg(table.seen("player_0"))


@pytest.mark.parametrize("most", [1, 5])
def test_max_cycles_cuts_a_game_short(rules: Ruleset, most: int) -> None:
    table = ServiamEnv(players=3, rules=rules, max_cycles=most)
    play(table, 1)
    assert table.game.step == most


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "lead", "turn"])
def test_rewards_are_what_is_said_of_them(rules: Ruleset, players: int, reward: str) -> None:
    for seed in range(4):
        table = ServiamEnv(players=players, rules=rules, reward=reward)  # type: ignore[arg-type]
        table.reset(seed=seed)
        total = dict.fromkeys(table.agents, 0.0)
        while not table.game.is_over:
            agent = table.agent_selection
            table.step(int(table.observe(agent)["action_mask"].nonzero()[0][seed % 2 - 1]))
            for each, number in table.rewards.items():
                total[each] += number
        outcome = table.game.outcome
        assert outcome is not None
        for seat, agent in enumerate(table.possible_agents):
            others = max(vp for other, vp in enumerate(outcome.vp) if other != seat)
            wanted = {"lead": outcome.vp[seat] - others, "turn": outcome.vp[seat]}
            assert reward == "win" or total[agent] == wanted[reward]
            assert reward != "win" or (total[agent] > 0) == (seat in outcome.winners and len(outcome.winners) < players)
        assert reward != "win" or sum(total.values()) == pytest.approx(0)


def test_what_makes_no_sense_is_refused(rules: Ruleset) -> None:
    table = ServiamEnv(rules=rules)
    table.reset(seed=1)
    with pytest.raises(UsageError, match="no legal action"):
        table.step(int((table.observe(table.agent_selection)["action_mask"] == 0).nonzero()[0][0]))
    with pytest.raises(UsageError, match="no reward"):
        ServiamEnv(rules=rules, reward="fame")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no render mode"):
        ServiamEnv(rules=rules, render_mode="oil")
    with pytest.raises(UsageError, match="number of bots"):
        ServiamGym(rules=rules, players=3)


@pytest.mark.parametrize("bots", [("greedy",), ("random", "greedy", "easy"), ()], ids=str)
def test_gymnasium_finds_nothing_wrong(rules: Ruleset, bots: tuple[str, ...]) -> None:
    from gymnasium.utils.env_checker import check_env

    env: Any = ServiamGym(bots, rules=rules)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("bots", [("greedy",), ("random", "random"), ()], ids=str)
def test_one_agent_plays_against_bots_to_the_end(rules: Ruleset, bots: tuple[str, ...]) -> None:
    ends = []
    for _ in range(2):
        table = ServiamGym(bots, rules=rules, reward="turn")
        table.reset(seed=5)
        total, over = 0.0, False
        while not over:
            assert table.table.game.to_act == 0
            _, reward, over, _, _ = table.step(int(table.action_masks().nonzero()[0][-1]))
            total += reward
        assert table.table.game.outcome is not None
        assert total <= table.table.game.outcome.vp[0]
        ends.append(table.table.game)
    assert ends[0] == ends[1]


def test_an_action_that_is_not_legal_changes_nothing(rules: Ruleset) -> None:
    table = ServiamGym(rules=rules)
    table.reset(seed=1)
    before = table.table.game
    _, reward, over, _, info = table.step(int((~table.action_masks()).nonzero()[0][0]))
    assert (reward, over, info, table.table.game) == (-1, False, {"illegal": True}, before)
