"""The scenario cases in a pack's own folder `cases/`, run with the pack. Layer 10."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from serviam_rules.errors import PackError, Problem
from serviam_rules.loading import load_ruleset
from serviam_rules.testing import CaseFailed, read_cases, run_case

FOLDER: Final = "cases"


def run_pack_cases(pack: str, below: Sequence[str]) -> tuple[int, tuple[Problem, ...]]:
    """How many cases a pack has, and a problem for each that fails. The pack itself must be in order."""
    folder = Path(pack, FOLDER)
    if not folder.is_dir():
        return 0, ()
    try:
        cases = read_cases(folder)
    except PackError as error:
        return 0, error.problems
    rules = load_ruleset(*below, pack)
    problems: list[Problem] = []
    for case in cases:
        try:
            run_case(case, rules)
        except CaseFailed as failed:
            problems.append(_problem(failed))
    return len(cases), tuple(problems)


def _problem(failed: CaseFailed) -> Problem:
    case = failed.case
    message = "\n".join([f"it {case.it}:", *(f"    {reason}" for reason in failed.reasons)])
    return Problem(case.file, case.line, 1, "case-failed", message, rule=", ".join(case.rules))
