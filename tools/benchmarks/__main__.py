"""Measure this library side by side with others, in rounds, and store what was found: `docs/data/benchmarks.json`.

Every measure runs in a process and an environment of its own, in a new random order in each round; times are CPU time.
What is reported are medians over the rounds, and medians of the ratios within a round: what another program on the
machine does meets all alike. The page `reference/benchmarks` of the documentation is made from what is stored.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import subprocess
import sys
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any, Final

from tools.benchmarks.environments import BOARDGAME_IO, OURS, ROOT, command, interpreter, made
from tools.benchmarks.peers import PEERS

STORED: Final = ROOT / "docs" / "data" / "benchmarks.json"
COMMAND: Final = "python -m tools.benchmarks"
#: What is told of a peer beside its name.
LABELS: Final = {
    **{name: label for name, (label, _) in PEERS.items()},
    BOARDGAME_IO: "boardgame.io, a game of our shape",
}
OWN: Final = tuple(f"{OURS}-{what}" for what in ("play", "calls", "kept", "larger"))
#: What a fresh interpreter does, each from its environment: its CPU time less that of doing nothing.
COLD: Final = {
    "nothing": (OURS, "pass"),
    "import attrs": (OURS, "import attrs"),
    "to the first applied action": (
        OURS,
        "import serviam_rules as s; state = s.new_game(s.load_ruleset(), players=4, seed=1); "
        "s.apply(state, s.legal_actions(state)[0])",
    ),
    "import chess": ("chess", "import chess"),
    "import catanatron": ("catanatron", "import catanatron"),
    "import rlcard": ("rlcard", "import rlcard"),
    "import pyspiel": ("openspiel", "import pyspiel"),
}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures everything once (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each measure in a round (default 1)")
    parser.add_argument("--only", default="", help="only what has this in its name; nothing is stored")
    parser.add_argument("--environments", type=Path, default=ROOT / "build" / "benchmarks", help="where peers are kept")
    wanted = parser.parse_args()
    folder: Path = wanted.environments
    missing = made(folder)
    names = [name for name in (*OWN, *LABELS) if name.partition("-")[0] not in missing and wanted.only in name]
    rounds = [_round(folder, {*names, OWN[0]}, wanted.seconds) for _ in range(wanted.rounds)]
    report = summed(rounds, missing)
    if wanted.only:
        print(json.dumps(report, indent=1))
        return
    STORED.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    for name, peer in report["peers"].items():
        print(
            f"{name:24}{peer['decisions_per_second']:12,.0f}{peer['play']['median']:8.2f}{peer['read']['median']:8.2f}"
        )
    print(f"stored in {STORED.relative_to(ROOT)}")


def _round(folder: Path, names: set[str], seconds: float) -> dict[str, Any]:
    """Everything once, in a new order."""
    found: dict[str, Any] = {"cold": {}}
    jobs = [*names, *(f"cold {what}" for what in COLD)]
    random.shuffle(jobs)
    for job in jobs:
        if job.startswith("cold "):
            what = job.removeprefix("cold ")
            found["cold"][what] = _cold(folder, *COLD[what])
            continue
        run, variables = command(folder, job, seconds)
        done = subprocess.run(run, env=variables, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{job} failed:\n{done.stderr}")
        found[job] = json.loads(done.stdout.splitlines()[-1])
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def _cold(folder: Path, where: str, code: str) -> float | None:
    """The CPU seconds of a fresh interpreter, the least of three; None where the peer is not there."""
    run = [interpreter(folder, where), "-P", "-c", code]
    if not Path(run[0]).exists():
        return None
    spent: list[float] = []
    for _ in range(4):  # the first only warms the files
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(run, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent[1:])


def summed(rounds: list[dict[str, Any]], missing: list[str]) -> dict[str, Any]:
    """What all rounds say together."""
    own = [one[OWN[0]] for one in rounds]
    report: dict[str, Any] = {
        "command": COMMAND,
        "date": date.today().isoformat(),
        "machine": _machine(),
        "rounds": len(rounds),
        "left_out": missing,
        "version": own[0]["version"],
        "fingerprint": own[0]["fingerprint"],
        "ours": {key: median(one[key] for one in own) for key in own[0] if key not in ("version", "fingerprint")},
        "peers": {},
    }
    for name, label in LABELS.items():
        theirs = [one[name] for one in rounds if name in one]
        if theirs:
            report["peers"][name] = {"label": label, **_peer(own, theirs)}
    for name in OWN[1:]:
        report[name.partition("-")[2]] = _medians([one[name] for one in rounds if name in one])
    cold = {what: [one["cold"][what] for one in rounds] for what in COLD}
    bare = cold.pop("nothing")
    report["cold_ms"] = {
        what: 1e3 * median(took - start for took, start in zip(times, bare, strict=True))
        for what, times in cold.items()
        if None not in times
    }
    return report


def _peer(own: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> dict[str, Any]:
    """A peer: its own figures, and ours over them, round by round."""
    pairs = [*zip(own, theirs, strict=True)]
    found: dict[str, Any] = {"version": theirs[0]["version"]}
    found |= {key: median(one[key] for one in theirs) for key in theirs[0] if key != "version"}
    rate = "decisions_per_second"
    found["play"] = _spread([mine[rate] / other[rate] for mine, other in pairs])
    found["read"] = _spread([mine["read"] / other[rate] for mine, other in pairs])
    if "keep_us" in theirs[0]:
        found["keep"] = _spread([other["keep_us"] / mine["keep_us"] for mine, other in pairs])
        found["keep_read"] = _spread([other["keep_us"] / mine["keep_read_us"] for mine, other in pairs])
    return found


def _spread(ratios: list[float]) -> dict[str, float]:
    return {"median": median(ratios), "least": min(ratios), "greatest": max(ratios)}


def _medians(found: list[Any]) -> Any:
    """The median of each number in things of one shape."""
    first = found[0] if found else None
    if isinstance(first, dict):
        return {key: _medians([one[key] for one in found]) for key in first if key not in ("version", "fingerprint")}
    if isinstance(first, list):
        return [_medians([one[at] for one in found]) for at in range(len(first))]
    return median(found) if found else None


def _machine() -> dict[str, str]:
    cpu = platform.processor() or platform.machine()
    told = Path("/proc/cpuinfo")
    if told.exists():
        lines = told.read_text(encoding="utf-8").splitlines()
        cpu = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), cpu)
    return {
        "cpu": cpu,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


if __name__ == "__main__":
    main()
