"""What packs mean together: everything that no file shows by itself. Layer 6.

Each check looks at the merged whole and yields problems at their places; none stops at the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from serviam_rules.errors import Problem
from serviam_rules.packs.meaning import effects, grid, icons, names, numbers, provenance, references, size
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.merge import Merge

CHECKS = (
    references.check,
    grid.check,
    numbers.check,
    icons.check,
    effects.check,
    size.endless,
    provenance.check,
    names.check,
)


def meaning_problems(merge: Merge) -> Iterator[Problem]:
    """Everything that is wrong, or odd, about the merged packs."""
    whole = Whole(merge)
    found = [problem for check in CHECKS for problem in check(whole)]
    yield from found
    if (
        whole.game
        and not merge.broken
        and not any(problem.severity == "error" for problem in (*merge.problems, *found))
    ):
        yield from size.check(whole)
