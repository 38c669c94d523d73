"""Which conformance cases run a card: every case is played, and what resolves is noted."""

from __future__ import annotations

from functools import cache

from serviam_rules.events import CardResolved
from serviam_rules.testing import Case, CaseFailed, read_cases, run_case
from tools.site.paths import CASES
from tools.site.ruleset import RULES


@cache
def cases_by_program() -> dict[str, list[Case]]:
    """The cases in which each program (`gift/alms`) resolves, in the order of their files."""
    found: dict[str, list[Case]] = {}
    for case in read_cases(CASES):
        try:
            played = run_case(case, RULES)
        except CaseFailed:
            continue  # the tests tell of it
        programs = dict.fromkeys(told.source for told in played.events if isinstance(told, CardResolved))
        for program in programs:
            if not _is_patched(case, program):
                found.setdefault(program, []).append(case)
    return found


def _is_patched(case: Case, program: str) -> bool:
    """Whether the case gives that card another effect, so that it says nothing of the printed one."""
    kind, _, card_id = program.partition("/")
    return "effect" in case.data or card_id in case.data.get("cards", {}).get(f"{kind}s", {})
