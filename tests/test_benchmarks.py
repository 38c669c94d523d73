"""The benchmarks: that they measure what they say, add up rightly, and that the page has everything."""

from __future__ import annotations

import random
from typing import Any

import pytest

from serviam_rules import Choose, Offer
from serviam_rules.model import Ruleset
from tools.benchmarks import __main__ as benchmarks
from tools.benchmarks import ours, peers
from tools.benchmarks.environments import BOARDGAME_IO, PACKAGES
from tools.site import measured


def test_all_kinds_of_actions_are_measured(rules: Ruleset) -> None:
    kinds = {type(action) for _, action in ours.moments(rules, games=3)}
    assert {Offer, Choose} <= kinds


def test_ours_measures_what_the_page_tells(rules: Ruleset) -> None:
    assert ours.play(rules, 0.0, read=True)["decisions_per_game"] > 40
    assert ours.calls(rules, 0.0).keys() == {"calls", "late_over_early"}
    assert [gifts for gifts, _ in ours.larger(rules, 0.0)["gifts"]] == [20, 40, 100, 200]


class Countdown(peers.Peer):
    """A game of ten moves."""

    def new(self, dice: random.Random) -> list[int]:
        return [10]

    def over(self, position: list[int]) -> bool:
        return position[0] == 0

    def legal(self, position: list[int]) -> list[int]:
        return [1]

    def step(self, position: list[int], action: int) -> list[int]:
        position[0] -= action
        return position


def test_a_peer_plays_whole_games_and_keeps_positions() -> None:
    assert peers.play(Countdown(), 0.0)["decisions_per_game"] == 10
    assert peers.keep(Countdown(), 0.001)["keep_us"] > 0
    before = [3]
    assert Countdown().pure(before, 1) == [2]
    assert before == [3]


def test_every_peer_has_an_environment() -> None:
    assert {name.partition("-")[0] for name in peers.PEERS} == {*PACKAGES}


def a_round(own: float, other: float) -> dict[str, Any]:
    play = {"version": "1", "fingerprint": "f", "decisions_per_second": own, "read": own / 2, "keep_us": 2.0}
    peer = {"version": "7", "decisions_per_second": other, "keep_us": 6.0}
    return {
        "serviam-play": {**play, "keep_read_us": 3.0, "decisions_per_game": 60},
        "serviam-kept": {"version": "1", "bytes": own, "beside": [[10, own]]},
        "chess": peer,
        "cold": {what: 0.5 if what == "nothing" else 0.75 for what in benchmarks.COLD} | {"import rlcard": None},
    }


def test_ratios_are_worked_out_within_a_round() -> None:
    """A machine that is half as fast in one round changes no ratio."""
    report = benchmarks.summed([a_round(300, 100), a_round(150, 50), a_round(150, 50)], ["rlcard"])
    chess = report["peers"]["chess"]
    assert chess["play"] == {"median": 3, "least": 3, "greatest": 3}
    assert chess["read"]["median"] == 1.5
    assert (chess["keep"]["median"], chess["keep_read"]["median"]) == (3, 2)
    assert (chess["version"], chess["decisions_per_second"], report["kept"]["beside"]) == ("7", 50, [[10, 150]])
    assert report["cold_ms"]["import attrs"] == 250
    assert "import rlcard" not in report["cold_ms"]
    assert report["left_out"] == ["rlcard"]


@pytest.mark.parametrize("name", measured.PARTS)
def test_the_page_is_made_from_what_is_stored(name: str) -> None:
    assert measured.part(name)


@pytest.mark.parametrize("name", measured.PLOTS)
def test_a_plot_tells_its_figures_in_words(name: str) -> None:
    plot = measured.PLOTS[name]()
    assert plot.startswith("<svg")
    assert "<desc>" in plot


def test_what_is_stored_names_every_peer() -> None:
    found = measured.stored()
    assert {*found["peers"]} | {*found["left_out"]} >= {*peers.PEERS, BOARDGAME_IO}
    assert all(peer["version"] for peer in found["peers"].values())
