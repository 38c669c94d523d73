"""Which rule is carried out where, and which cases and tests show it. Usage: python -m tools.rule_table [--check]

Prints a table for every id of `docs/rules/rulebook.md` of the files that cite it; the site shows it. With `--check`
only gaps are printed: a rule that nothing carries out or that fewer than two cases show, and ids that the rulebook
does not have.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from serviam_rules.testing import read_cases

PROJECT: Final = Path(__file__).resolve().parents[1]
RULEBOOK: Final = PROJECT / "docs" / "rules" / "rulebook.md"
CASES: Final = PROJECT / "tests" / "cases"
#: Where the game is carried out: not what checks packs and states, or tells people about them.
ENGINE: Final = (
    *(f"serviam_rules/{name}.py" for name in ("actions", "cards", "events", "game", "model", "rng", "state")),
    "serviam_rules/effects/**/*.py",
    "serviam_rules/rules/**/*.py",
    "cards/**/*.yaml",
)
#: A rule without so many cases is a gap: the ordinary one and the edge.
LEAST_CASES: Final = 2

_RULE: Final = re.compile(r"- ([A-Z]-\d+) \(([^)]*)\)")
_CHAPTER: Final = re.compile(r"## (?:[A-Z] - )?(.+)")
_CITED: Final = re.compile(r"\b[CSTFOD]-[1-9][0-9]*\b")


class Rule(NamedTuple):
    """A rule of the rulebook: its id, its chapter, where the statement comes from."""

    id: str
    chapter: str
    source: str


class Coverage(NamedTuple):
    """What cites a rule, by path relative to the project: code and card data, cases with their number, tests."""

    places: tuple[str, ...]
    cases: Counter[str]
    tests: tuple[str, ...]


def rules() -> list[Rule]:
    """Every rule, in the rulebook's order."""
    found: list[Rule] = []
    chapter = ""
    for line in RULEBOOK.read_text(encoding="utf-8").splitlines():
        if heading := _CHAPTER.match(line):
            chapter = heading[1]
        elif rule := _RULE.match(line):
            found.append(Rule(rule[1], chapter, rule[2].partition(";")[0].partition(":")[0].partition(",")[0]))
    return found


def citing(*patterns: str) -> Iterator[tuple[str, set[str]]]:
    """Files of the project with the ids they cite."""
    for pattern in patterns:
        for path in sorted(PROJECT.glob(pattern)):
            yield path.relative_to(PROJECT).as_posix(), set(_CITED.findall(path.read_text(encoding="utf-8")))


def coverage() -> dict[str, Coverage]:
    """What cites each id, known or not."""
    implementing, testing = dict(citing(*ENGINE)), dict(citing("tests/*.py"))
    everywhere = dict(citing("serviam_rules/**/*.py"))
    cases: dict[str, Counter[str]] = {}
    for case in read_cases(CASES):
        for rule in case.rules:
            cases.setdefault(rule, Counter())[Path(case.file).relative_to(CASES.as_posix()).as_posix()] += 1
    ids = set(cases).union(*implementing.values(), *everywhere.values())
    return {
        rule: Coverage(
            tuple(path for path, cited in implementing.items() if rule in cited),
            cases.get(rule, Counter()),
            tuple(path for path, cited in testing.items() if rule in cited),
        )
        for rule in ids
    }


def gaps(known: list[Rule], covered: dict[str, Coverage]) -> list[str]:
    """What is missing, one sentence each."""
    ids = {rule.id for rule in known}
    found = []
    for rule in known:
        places, cases, _ = covered.get(rule.id, Coverage((), Counter(), ()))
        if not places:
            found.append(f"{rule.id}: nothing in the engine or cards/ says that it carries this rule out")
        if cases.total() < LEAST_CASES:
            found.append(f"{rule.id}: {cases.total()} cases in tests/cases show it; {LEAST_CASES} are needed")
    for rule_id in sorted(set(covered) - ids):
        cited = [path for path, ids_ in citing("serviam_rules/**/*.py", "cards/**/*.yaml") if rule_id in ids_]
        found.append(f"{rule_id}: no rule of the rulebook; cited in {', '.join([*cited, *covered[rule_id].cases])}")
    return found


def table(known: list[Rule], covered: dict[str, Coverage]) -> str:
    """The table of each chapter, in Markdown."""
    lines: list[str] = []
    chapter = ""
    for rule in known:
        if rule.chapter != chapter:
            chapter = rule.chapter
            lines += [
                "",
                f"## {chapter}",
                "",
                "| rule | from | carried out in | cases | tests |",
                "|---|---|---|---|---|",
            ]
        places, cases, tests = covered.get(rule.id, Coverage((), Counter(), ()))
        shown = ", ".join(f"`{path}` {count}" for path, count in sorted(cases.items()))
        lines.append(f"| {rule.id} | {rule.source} | {_code(places)} | {shown} | {_code(tests)} |")
    return "\n".join(lines[1:])


def _code(paths: tuple[str, ...]) -> str:
    return ", ".join(f"`{path.removeprefix('serviam_rules/').removeprefix('tests/')}`" for path in paths)


def main(arguments: list[str]) -> int:
    """Print the table, or what is missing."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    known, covered = rules(), coverage()
    found = gaps(known, covered)
    if not arguments:
        print(table(known, covered))
    print("\n".join(found) or f"{len(known)} rules, each carried out somewhere and shown by cases")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
