"""What packs mean together: everything that no file shows by itself.

Each check looks at the merged whole and yields problems at their places; none stops at the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from serviam_rules.errors import Problem
from serviam_rules.packs.meaning import cards, effects, icons, numbers
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.merge import Merge

CHECKS = (
    cards.check_references,
    cards.check_grid,
    numbers.check,
    icons.check,
    effects.check,
    effects.endless,
    cards.check_provenance,
    cards.check_names,
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
        yield from effects.too_long(whole)
