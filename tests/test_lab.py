"""Results that are split, kept, sent and put together; two sets of cards compared; bots rated."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from serviam_rules import load_ruleset
from serviam_rules.cli import main
from serviam_rules.errors import FormatError, UsageError
from serviam_rules.model import Ruleset
from serviam_rules.simulation import (
    Checkpoint,
    Interrupted,
    Plan,
    ResultsDiffer,
    compare,
    from_text,
    gather,
    ratings,
    recorded,
    settings,
    simulate,
)
from serviam_rules.simulation.results import text
from serviam_rules.simulation.statistics import Estimate, mean_of
from serviam_rules.simulation.tally import Spread


def plan(rules: Ruleset, games: int = 24) -> Plan:
    return Plan(settings(rules), games, ("random", "greedy"), 7)


# --- any game by number ----------------------------------------------------------------------------------------------


def test_every_game_is_had_by_its_number(rules: Ruleset) -> None:
    some = plan(rules, 50)
    assert [some.game(rules, number) for number in range(50)] == list(some.listed(rules))
    assert some.game(rules, 49).options.seed == "7/49"
    with pytest.raises(UsageError, match="games 0 to 49"):
        some.game(rules, 50)


def test_within_a_setting_families_then_bots_change_seats(rules: Ruleset) -> None:
    games = list(Plan(settings(rules, 2), 8, ("random", "greedy"), 1).listed(rules))
    assert [game.bots for game in games] == [("random", "greedy")] * 4 + [("greedy", "random")] * 4
    assert len({game.options.families for game in games[:4]}) == 4


def test_parts_make_the_whole(rules: Ruleset) -> None:
    some = plan(rules, 100)
    for of in (1, 3, 7, 100, 130):
        assert [number for part in range(1, of + 1) for number in some.part(part, of)] == list(range(100))


# --- results ---------------------------------------------------------------------------------------------------------


def test_any_split_gives_the_same_to_the_byte(rules: Ruleset) -> None:
    some = plan(rules)
    whole = text(gather(rules, some))
    parts = [gather(rules, some, some.part(part, 3)) for part in (3, 1, 2)]
    assert text(parts[0].with_more(parts[1]).with_more(parts[2])) == whole
    assert text(gather(rules, some, jobs=2)) == whole
    assert text(from_text(whole)) == whole


def test_games_that_are_in_both_or_of_something_else_are_refused(rules: Ruleset) -> None:
    some = plan(rules, 6)
    first = gather(rules, some, range(4))
    with pytest.raises(ResultsDiffer, match="games 2 to 3 are in both"):
        first.with_more(gather(rules, some, range(2, 6)))
    with pytest.raises(ResultsDiffer, match="of another plan: games 6 and 7"):
        first.with_more(gather(rules, plan(rules, 7), range(4, 5)))
    other = load_ruleset("examples/packs/five-turns")
    with pytest.raises(ResultsDiffer, match=r"of other cards: serviam .* here, .*five-turns"):
        first.with_more(gather(other, some, range(4, 5)))


#: Ways to damage results, by what is wrong then.
DAMAGE: dict[str, Any] = {
    "a count of games": lambda data: data.update(games=7),
    "a mean": lambda data: data["turns"].update(mean=3.0),
    "a count of offers": lambda data: data["gifts"]["bribe"].update(offered=10**6),
    "games twice": lambda data: data["numbers"].append([3, 4]),
    "a number": lambda data: data["settings"][0]["by"]["seat"]["0"]["vp"]["counts"].update({"1000000000000": 1}),
    "no settings": lambda data: data["plan"]["settings"].clear(),
    "no list": lambda data: data["plan"].update(bots="greedy"),
    "no cards": lambda data: data.pop("ruleset"),
    "no pack": lambda data: data["ruleset"].update(packs=[1]),
    "a key more": lambda data: data.update(more=1),
    "a seed": lambda data: data.update(seed=True),
    "a pair": lambda data: data["pairs"].append({"bots": ["a"]}),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_results_are_refused(rules: Ruleset, damage: str) -> None:
    data = json.loads(text(gather(rules, plan(rules, 6))))
    DAMAGE[damage](data)
    with pytest.raises(FormatError):
        from_text(json.dumps(data))


@pytest.mark.parametrize(
    "written", ["", "[]", "{}", '{"type":"simulation"}', "\x00", '{"format":2,"type":"simulation"}']
)
def test_what_is_no_results_is_refused(written: str) -> None:
    with pytest.raises(FormatError):
        from_text(written)


# --- on the way ------------------------------------------------------------------------------------------------------


def test_an_interrupted_simulation_goes_on_where_it_stopped(rules: Ruleset, tmp_path: Path) -> None:
    some = plan(rules)
    told = 0

    def stop(more: int) -> None:
        nonlocal told
        told += more
        if told >= 5:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        gather(rules, some, progress=stop, checkpoint=Checkpoint(tmp_path))
    assert 5 <= stopped.value.results.count < some.games
    with pytest.raises(UsageError, match="--resume"):
        Checkpoint(tmp_path)
    played: list[int] = []
    found = gather(rules, some, progress=played.append, checkpoint=Checkpoint(tmp_path, resume=True))
    assert played[0] == stopped.value.results.count
    assert text(found) == text(gather(rules, some)) == (tmp_path / "results.json").read_text()


def test_a_checkpoint_of_another_plan_is_refused(rules: Ruleset, tmp_path: Path) -> None:
    gather(rules, plan(rules, 3), checkpoint=Checkpoint(tmp_path))
    with pytest.raises(ResultsDiffer, match="another plan"):
        gather(rules, plan(rules, 4), checkpoint=Checkpoint(tmp_path, resume=True))


CLUSTER = """
import os, signal, sys
from distributed import Client, LocalCluster
from serviam_rules import load_ruleset
from serviam_rules.simulation import Plan, gather, settings
from serviam_rules.simulation.results import text

if __name__ == "__main__":
    rules = load_ruleset()
    plan = Plan(settings(rules), 900, ("random",), 7)
    killed = []

    def kill(more):
        if more and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        found = gather(rules, plan, client=client, progress=kill)
    assert killed
    assert text(found) == text(gather(rules, plan))
    print("the same")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_cluster_loses_nothing_with_a_worker(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip().endswith("the same"), done.stderr[-2000:]


# --- comparing -------------------------------------------------------------------------------------------------------


def test_a_set_of_cards_is_the_same_as_itself(rules: Ruleset) -> None:
    found = compare(rules, rules, Plan(settings(rules, 2), 12, ("greedy",), 1))
    assert found.pairs
    assert all(set(spread.counts) == {0} for spread in found.pairs.values())
    assert all(shift is None or not shift.mean for _, shift, _ in found.gifts())


def test_a_stronger_card_is_found_out(rules: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text('id: strong\nversion: "1.0.0"\ntitle: Strong bribes\nformat: 1\n')
    (tmp_path / "gifts").mkdir()
    (tmp_path / "gifts" / "bribe.yaml").write_text(
        "id: bribe\npatches: true\nicons:\n  - {target: true, move: +5}\nprovenance: {icons: stand-in}\n"
    )
    plan = Plan(settings(rules, 2), 60, ("random",), 1)
    found = compare(rules, load_ruleset(tmp_path), plan)
    shifts = {gift: shift for gift, shift, _ in found.gifts()}
    assert shifts["bribe"] is not None
    assert shifts["bribe"].sureness == "surely"
    assert shifts["bribe"].mean > 1
    assert compare(rules, load_ruleset(tmp_path), plan, jobs=2) == found


def test_differences_of_games_are_those_of_their_means(rules: Ruleset) -> None:
    other = load_ruleset("examples/packs/five-turns")
    found = compare(rules, other, Plan(settings(rules, 3), 10, ("random",), 3))
    (before,), (after,) = (one.tally.settings.values() for one in (found.before, found.after))
    change = found.estimate("decisions")
    assert change is not None
    assert change.mean == pytest.approx(after.length.mean - before.length.mean)


def test_an_interval_is_that_of_the_mean() -> None:
    found = mean_of(Spread(Counter({0: 50, 1: 50})))
    assert found is not None
    assert (found.mean, round(found.error, 4)) == (0.5, 0.0503)
    assert mean_of(Spread(Counter({3: 1}))) is None
    assert Estimate(0.0, 0.0).sureness == "unclear"
    assert Estimate(0.1, 0.0).sureness == "surely"
    assert Estimate(2.0, 1.0).sureness == "probably"


# --- a season --------------------------------------------------------------------------------------------------------


def test_in_a_season_everybody_meets_everybody_at_every_seat(rules: Ruleset) -> None:
    season = Plan(settings(rules, 2), 24, ("a", "b", "c"), 1, season=True)
    met = Counter(game.bots for game in season.listed(rules))
    assert met == dict.fromkeys((("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")), 4)


def test_ratings_are_on_the_scale_of_chess() -> None:
    ten_to_one = ratings({("strong", "weak"): Counter({1: 1000, -1: 100})})
    assert [one.bot for one in ten_to_one] == ["strong", "weak"]
    assert ten_to_one[0].rating.mean - ten_to_one[1].rating.mean == pytest.approx(400, abs=2)
    # Of one pair the error is that of the logarithm of the odds, here halved, since the mean of the two is fixed.
    odds = 400 / 2.302585 * (1 / 1000 + 1 / 100) ** 0.5 / 2
    assert ten_to_one[0].rating.error == pytest.approx(odds, rel=0.01)


def test_ratings_of_three_follow_from_all_games() -> None:
    pairs = {
        ("a", "b"): Counter({1: 60, -1: 40}),
        ("b", "c"): Counter({1: 60, -1: 40}),
        ("a", "c"): Counter({1: 70, -1: 30}),
    }
    found = {one.bot: one.rating.mean for one in ratings(pairs)}
    assert found["a"] > found["b"] > found["c"]
    assert sum(found.values()) == pytest.approx(0)


def test_who_wins_everything_has_a_rating_too() -> None:
    assert all(abs(one.rating.mean) < 2000 for one in ratings({("a", "b"): Counter({1: 50})}))


def test_any_game_of_a_season_can_be_had_again(rules: Ruleset) -> None:
    season = Plan(settings(rules, 2), 9, ("random", "greedy"), 1, season=True)
    tally = simulate(rules, season, games=range(5, 6))
    replay = recorded(rules, season.game(rules, 5))
    assert replay.verify()
    (one,) = tally.settings.values()
    assert one.length.total == len(replay)


# --- commands --------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    out = capsys.readouterr()
    return status, out.out, out.err


def test_parts_are_put_together_by_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = []
    for part in ("1/2", "2/2"):
        files.append(str(tmp_path / f"{part[0]}.json"))
        assert run(capsys, "simulate", "--games", "10", "--part", part, "--json", "-o", files[-1])[0] == 0
    whole = run(capsys, "simulate", "--games", "10", "--json")[1]
    assert run(capsys, "report", *files, "--json")[1] == whole
    status, out, err = run(capsys, "report", files[0])
    assert (status, err.strip()) == (0, "5 of the 10 games of the plan; the others are in none of the files")
    assert "5 of 10 games" in out
    status, _, err = run(capsys, "report", files[0], files[0])
    assert status == 1
    assert f"{files[0]}: games 0 to 4 are in both" in err


def test_results_of_other_cards_are_not_shown_with_these(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "one.json")
    pack = "examples/packs/five-turns"
    assert run(capsys, "simulate", "--games", "4", "--pack", pack, "--json", "-o", file)[0] == 0
    status, _, err = run(capsys, "report", file)
    assert status == 2
    assert "five-turns" in err
    assert run(capsys, "report", file, "--pack", pack)[0] == 0


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_a_report_is_a_page_that_stands_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path, locale: str) -> None:
    pytest.importorskip("matplotlib")
    file = str(tmp_path / "one.json")
    run(capsys, "simulate", "--games", "12", "--bot", "greedy", "--json", "-o", file)
    status, out, err = run(capsys, "report", file, "--html", "--locale", locale)
    assert (status, err) == (0, "")
    assert f'<html lang="{locale}">' in out
    assert out.count("<figure>") == 7
    assert "<script" not in out
    assert not re.search(r'(?:src|href)="(?!#)', out)
    assert not re.search(r"#0[1-9a][0-9a-f]{4}\b", out), "a colour that the page's style should have replaced"
    assert run(capsys, "report", file, "--html", "--locale", locale)[1] == out


def test_compare_says_what_changed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("compare", "reference", "examples/packs/five-turns", "--games", "20")
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert re.search(r"decisions a game +-\d", out)
    assert re.search(r"VP by turn +first ", out)
    assert re.search(r"games won by family +Orsatti ", out)
    data = json.loads(run(capsys, *words, "--json")[1])
    assert data["before"]["games"] == data["after"]["games"] == 20
    change = next(one for one in data["changes"] if one["of"] == "decisions")
    assert change["low"] < change["change"] < change["high"] < 0
    assert change["sure"] == "surely"


def test_a_tournament_rates_bots_and_has_any_game_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("tournament", "random", "greedy", "--games", "12")
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert out.index("greedy") < out.index("random")
    file = tmp_path / "game.jsonl"
    assert run(capsys, *words, "--game", "3", "-o", str(file))[0] == 0
    assert run(capsys, "replay", str(file), "-q")[0] == 0
    for wrong in (("random", "random"), ("random",), ("random", "greedy", "--players", "3")):
        assert run(capsys, "tournament", *wrong)[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")
def test_a_season_that_was_killed_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "random", "greedy", "--games", "400", "--checkpoint", str(tmp_path / "season"), "--json")
    command = [sys.executable, "-m", "serviam_rules", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    status, out, _ = run(capsys, *words, "--resume")
    assert status == 0
    assert json.loads(out)["results"]["games"] == 400
