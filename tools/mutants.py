"""Mutation testing of the engine: small faults are planted one at a time, and the tests have to notice.

    python -m tools.mutants [--sample N] [--seed S] [--jobs N] [--least SHARE] [--only PATH ...] [--output FILE]

Cosmic Ray plants the faults, in copies of the checkout. Each mutant first meets the tests that say what is *right*
(cases, properties, the second model, views, invariants), and only if it passes them those that say that something
*changed* (golden games, recorded JSON). Survivors are printed as diffs; those that change nothing anybody could see
are listed with the reason in `tools/mutants.yaml`. Exit status 1 if fewer than
the least share of the others are noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
#: What is mutated: the code that decides what happens in a game, and what is known of it.
ENGINE = (
    "rules", "effects", "events.py", "knowledge.py", "views", "history.py", "state.py", "invariants.py", "rng.py",
)  # fmt: skip
RIGHT = (
    "test_cases.py", "test_second_model.py", "test_invariants.py", "test_views.py", "test_worlds.py", "test_chance.py",
    "test_rng.py", "test_history.py", "test_properties.py", "test_meaning.py", "test_grammar.py", "test_knowledge.py",
    "test_plural.py",
)  # fmt: skip
CHANGED = (
    "test_golden_games.py",
    "test_wire.py",
    "test_replay.py",
    "test_format_1.py",
    "test_serve.py",
    "test_packs.py",
)
#: Operators that only touch type annotations here (`int | None`), say nothing of the tests, or need arguments.
LEFT_OUT = ("BitOr", "ZeroIterationForLoop", "Decorator", "Variable")
PATIENCE = 300
#: What stands between the old line and the new one of a diff.
MARK = "\n  + "


class Spot(NamedTuple):
    """One fault that can be planted: where, by which operator, and which occurrence of it in that file."""

    path: str
    operator: str
    occurrence: int
    line: int


class Result(NamedTuple):
    """What became of a mutant: `right` or `changed`, by which kind of test it was killed, or `survived`."""

    spot: Spot
    outcome: str
    diff: str


def spots(path: Path) -> Iterator[Spot]:
    """Every fault that can be planted in a file."""
    tree = get_ast(path.read_text(encoding="utf-8"))
    for name in operator_names():
        if any(word in name for word in LEFT_OUT):
            continue
        operator, occurrence = get_operator(name)(), 0
        for node in ast_nodes(tree):
            for (line, _), _ in operator.mutation_positions(node):
                yield Spot(path.relative_to(ROOT).as_posix(), name, occurrence, line)
                occurrence += 1


def sample(paths: Sequence[str], size: int, seed: int) -> list[Spot]:
    """So many spots: lines are drawn first, so that no line counts more because more operators fit it."""
    files = [file for name in paths for file in _files(ROOT / "serviam_rules" / name)]
    by_line: dict[tuple[str, int], list[Spot]] = {}
    for file in files:
        for spot in spots(file):
            by_line.setdefault((spot.path, spot.line), []).append(spot)
    dice = random.Random(seed)
    lines = dice.sample(sorted(by_line), min(size, len(by_line)))
    return [dice.choice(by_line[line]) for line in lines]


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def judge(spot: Spot, copy: Path) -> Result:
    """Plant the fault in a copy of the checkout, and run the tests there."""
    file = copy / spot.path
    before = file.read_text(encoding="utf-8")
    after = mutate_code(before, get_operator(spot.operator)(), spot.occurrence)
    diff = _diff(before, str(after), spot.path)
    file.write_text(str(after), encoding="utf-8")
    try:
        for outcome, tests in (("right", RIGHT), ("changed", CHANGED)):
            if not _pass(copy, tests):
                return Result(spot, outcome, diff)
        return Result(spot, "survived", diff)
    finally:
        file.write_text(before, encoding="utf-8")


def _pass(copy: Path, tests: Sequence[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header"]
    command += [f"tests/{test}" for test in tests]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _diff(before: str, after: str, path: str) -> str:
    lines = zip(before.splitlines(), after.splitlines(), strict=False)
    return next(
        (f"{path}:{at}\n  - {old.strip()}{MARK}{new.strip()}" for at, (old, new) in enumerate(lines, 1) if old != new),
        f"{path}: nothing changed",
    )


def known_equivalents() -> dict[str, str]:
    """Mutants that change nothing anybody could see: the changed line -> the reason."""
    listed: list[dict[str, Any]] = YAML(typ="safe").load(ROOT / "tools" / "mutants.yaml") or []
    return {f"{one['file']}: {one['becomes']}": one["because"] for one in listed}


def _explained(result: Result, known: dict[str, str]) -> bool:
    return f"{result.spot.path}: {result.diff.partition(MARK)[2]}" in known


def run(chosen: Sequence[Spot], jobs: int) -> list[Result]:
    """Judge all spots, each job in a copy of its own; progress on standard error."""
    with tempfile.TemporaryDirectory() as place:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(jobs):
            copy = Path(place) / str(job)
            left_out = shutil.ignore_patterns(".git", ".venv", "site", ".*_cache", "__pycache__", ".hypothesis")
            shutil.copytree(ROOT, copy, ignore=left_out)
            copies.put(copy)

        def one(spot: Spot) -> Result:
            copy = copies.get()
            try:
                result = judge(spot, copy)
            finally:
                copies.put(copy)
            print(f"{result.outcome:9} {result.diff}", file=sys.stderr, flush=True)
            return result

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, chosen))


def main() -> int:
    """Plant a sample of faults and report what the tests found."""
    parser = argparse.ArgumentParser(description="Plant small faults in the engine; the tests have to notice.")
    parser.add_argument("--sample", type=int, default=124, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--only", nargs="*", default=ENGINE, help="files or folders of the package")
    parser.add_argument("--least", type=float, default=0.98, help="the share that has to be noticed, 0 to 1")
    parser.add_argument("--output", type=Path, help="write the results as JSON")
    given = parser.parse_args()
    results = run(sample(given.only, given.sample, given.seed), given.jobs)
    known = known_equivalents()
    count = Counter("explained" if _explained(one, known) else one.outcome for one in results)
    if given.output:
        given.output.write_text(json.dumps([one._asdict() for one in results], indent=1), encoding="utf-8")
    judged = len(results) - count["explained"]
    print(
        f"{len(results)} mutants: {count['right']} killed by what is right, {count['changed']} only by what changed, "
        f"{count['survived']} survived, {count['explained']} explained as equivalent; "
        f"killed {(count['right'] + count['changed']) / max(1, judged):.0%}, "
        f"by what is right alone {count['right'] / max(1, judged):.0%}"
    )
    for one in results:
        if one.outcome == "survived" and not _explained(one, known):
            print(one.diff)
    return 1 if judged and 1 - count["survived"] / judged < given.least else 0


if __name__ == "__main__":
    sys.exit(main())
