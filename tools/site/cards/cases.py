"""Which conformance cases run a card: every case is played, and what resolves is noted."""

from __future__ import annotations

from serviam_rules.events import CardResolved
from serviam_rules.kinds import NAMED
from serviam_rules.testing import Case, CaseFailed, read_cases, run_case
from tools.site.paths import CASES
from tools.site.ruleset import RULES

#: For each program (`gift/alms`) the cases in which it resolves: their files, and what they say.
Cases = dict[str, list[tuple[str, str]]]


def cases_by_program() -> Cases:
    """The cases of every program, in the order of their files. Plays all of them: some seconds."""
    found: Cases = {}
    for case in read_cases(CASES):
        try:
            played = run_case(case, RULES)
        except CaseFailed:
            continue  # the tests tell of it
        programs = dict.fromkeys(told.source for told in played.events if isinstance(told, CardResolved))
        for program in programs:
            if not _is_patched(case, program):
                found.setdefault(program, []).append((case.file, case.it))
    return found


def _is_patched(case: Case, program: str) -> bool:
    """Whether the case gives that card another effect, so that it says nothing of the printed one."""
    kind, _, card_id = program.partition("/")
    return "effect" in case.data or card_id in case.data.get("cards", {}).get(NAMED.get(kind, kind), {})
