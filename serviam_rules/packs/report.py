"""Packs -> merged plain data, or every problem they have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from serviam_rules.errors import PackError, Problem
from serviam_rules.packs.meaning import meaning_problems
from serviam_rules.packs.merge import Change, Merge
from serviam_rules.packs.origin import Origin
from serviam_rules.packs.pack import MANIFEST, SET, Pack, read_pack
from serviam_rules.strict_yaml.source import Source


@attrs.frozen
class Report:
    """What came of reading packs.

    `source` is the merged data, as `cards.ruleset_from` wants it, or None if there is an error. `problems` are errors
    and warnings in the order of packs, files and lines; `changes` what packs did to those before them; `skipped` the
    files that were not read, and why; `origins` says of each card (`("gift", "alms")`) where its parts come from;
    `languages` gives the files that these packs have for each language, and `order` all files as they were read.
    """

    source: dict[str, Any] | None
    problems: tuple[Problem, ...]
    changes: tuple[Change, ...]
    skipped: tuple[tuple[str, str], ...]
    origins: Mapping[tuple[str, str], Origin]
    languages: Mapping[str, tuple[Source, ...]]
    order: tuple[str, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems with which the packs cannot be used."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that only look like mistakes."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")


def check_packs(base: Mapping[str, Any] | None, folders: Iterable[tuple[Path, str]]) -> Report:
    """Read packs onto `base` - merged data, or None - in order, and say everything that is wrong.

    Each folder comes with the name by which it is shown. A first pack with the id of the base takes its place.
    """
    return check_read(base, [read_pack(folder, shown) for folder, shown in folders])


def check_read(base: Mapping[str, Any] | None, packs: Sequence[Pack]) -> Report:
    """`check_packs` for packs that have been read."""
    in_place_of = packs[0].id if base is not None and packs else None
    if base is not None and in_place_of in [pack["id"] for pack in base["packs"]]:
        base = None
    merge = Merge() if base is None else Merge.onto(base)
    for pack in packs:
        merge.add(pack)
    order = tuple(path for pack in packs for path in pack.order)
    found = [*merge.problems, *_no_set(merge, packs, in_place_of), *meaning_problems(merge)]
    problems = in_order(found, order)
    failed = any(problem.severity == "error" for problem in problems)
    return Report(
        source=None if failed else merge.source(),
        problems=tuple(problems),
        changes=tuple(merge.changes),
        skipped=tuple(skipped for pack in packs for skipped in pack.skipped),
        origins={key: entry.origin for key, entry in merge.entries.items()},
        languages=merge.locales.by_language(),
        order=order,
    )


def _no_set(merge: Merge, packs: Sequence[Pack], in_place_of: str | None) -> Iterator[Problem]:
    """Packs that come to cards without a set. A pack that has the id of the base, by mistake, is told so."""
    if not packs or MANIFEST not in packs[0].files or SET in merge.entries or SET in merge.broken:
        return
    message = "no set.yaml says which game this is; a pack that stands alone needs one"
    if in_place_of is not None:
        message = (
            f"{in_place_of!r} is the id of the cards that other packs are put onto; a pack with that id takes their "
            "place, and this one has no set.yaml: take another id"
        )
    yield packs[0].files[MANIFEST].problem(("id",), "no-set", message)


def read_packs(base: Mapping[str, Any] | None, folders: Iterable[tuple[Path, str]]) -> tuple[dict[str, Any], Report]:
    """Read packs onto `base`, in order: the merged data and the report. PackError with all problems, warnings too."""
    report = check_packs(base, folders)
    if report.source is None:
        raise PackError(report.problems)
    return report.source, report


def in_order(problems: Iterable[Problem], files: Sequence[str]) -> list[Problem]:
    """Problems in the order of packs, of files as they are read, and of lines; each once."""
    order = {path: at for at, path in enumerate(files)}
    return sorted(dict.fromkeys(problems), key=lambda one: (order.get(one.path, -1), one.line, one.column))
