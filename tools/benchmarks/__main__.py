"""Measure random play and single calls, side by side with peers, in rounds; print medians and ratios."""

from __future__ import annotations

import argparse
import cProfile
import platform
import pstats
from statistics import median

from serviam_rules import load_ruleset
from tools.benchmarks import ours, peers


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures everything once (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of play in a round (default 1)")
    parser.add_argument("--profile", action="store_true", help="show where the time of play goes instead")
    wanted = parser.parse_args()
    rules = load_ruleset()
    ours.play(rules, 0)  # everything imported and compiled
    if wanted.profile:
        _profile(wanted.seconds)
        return
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}")
    _play(wanted.rounds, wanted.seconds)
    _calls(wanted.rounds)


def _play(rounds: int, seconds: float) -> None:
    """Random play, everyone in turn in each round, so that a change of the machine's speed meets all alike."""
    rules = load_ruleset()
    found = peers.installed()
    rows: dict[str, list[float]] = {"serviam-rules, 4 players": [], **{name: [] for name in found}}
    first = next(iter(rows))
    for _ in range(rounds):
        rows[first].append(ours.decisions_per_second(rules, seconds))
        for name, game in found.items():
            rows[name].append(peers.decisions_per_second(game, seconds))
    print(f"\nrandom play, {rounds} rounds of {seconds:g} s: decisions a second (median), and ours over theirs")
    for name, speeds in rows.items():
        ratio = median(mine / other for mine, other in zip(rows[first], speeds, strict=True))
        print(f"  {name:36}{median(speeds):12,.0f}{ratio:8.2f}")


def _calls(rounds: int) -> None:
    rules = load_ruleset()
    states = ours.positions(rules)
    early = [state for state in states if state.turn <= 4]
    late = [state for state in states if state.turn > 24]
    print(f"\nsingle calls over {len(states)} states: microseconds (median), and late in a game over early")
    for name, timed in ours.calls(rules).items():
        whole = median(timed.microseconds(states) for _ in range(rounds))
        ratio = median(timed.microseconds(late) / timed.microseconds(early) for _ in range(rounds))
        print(f"  {name:20}{whole:10.2f}{ratio:8.2f}")


def _profile(seconds: float) -> None:
    rules = load_ruleset()
    profiler = cProfile.Profile()
    profiler.enable()
    ours.decisions_per_second(rules, seconds)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main()
