"""Phrases that cannot be used, as problems of the packs that say them.

They are warnings: a pack can be used in spite of them, and what it cannot say is told in the next language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from serviam_rules.errors import Problem
from serviam_rules.model import Ruleset
from serviam_rules.packs.report import Report, in_order
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.strict_yaml.source import Source
from serviam_rules.text.faults import Fault, faults, own_icon_faults
from serviam_rules.values import is_list, is_map

CODE: Final = "bad-phrase"


def with_phrases(
    report: Report, made: Callable[[dict[str, Any]], Ruleset], original: Mapping[str, Any] | None = None
) -> Report:
    """A report with what is wrong with phrases; `made` makes the ruleset, which is needed only if there are any.

    `original` are the messages that the library was written with, in whose holes it puts something.
    """
    if report.source is None or not (report.languages or _icons_with_words(report)):
        return report
    rules = made(report.source)
    found = [*report.problems, *_of_languages(report, rules, original), *_of_icons(report, rules)]
    return attrs.evolve(report, problems=tuple(in_order(found, report.order)))


def _of_languages(report: Report, rules: Ruleset, original: Mapping[str, Any] | None) -> Iterator[Problem]:
    for tag, files in report.languages.items():
        for fault in faults(rules, tag, original=original):
            if (place := _place(files, fault)) is not None:
                file, path = place
                yield _problem(file, path, fault, f"locale {tag}")


def _of_icons(report: Report, rules: Ruleset) -> Iterator[Problem]:
    for icon in _icons_with_words(report):
        for fault in own_icon_faults(rules, icon):
            file = report.origins["icon", icon].source(fault.path)
            if file.path in report.order:
                yield _problem(file, fault.path, fault, f"icon {icon}")


def _icons_with_words(report: Report) -> list[str]:
    icons: Mapping[str, Any] = report.source["icons"] if report.source else {}
    return [icon for icon, card in icons.items() if "words" in card]


def _problem(file: Source, path: DataPath, fault: Fault, where: str) -> Problem:
    return file.problem(path, CODE, fault.message, at_key=True, where=where, severity="warning")


def _place(files: Sequence[Source], fault: Fault) -> tuple[Source, DataPath] | None:
    """The last file that says what is wrong, and where in it; None if it is said in none of these."""
    for file in reversed(files):
        path = resolved(file.data, fault.path)
        if path is not None:
            return file, path
    return None


def resolved(data: Any, path: Sequence[str | int]) -> DataPath | None:
    """The path in plain data, as far as a text, numbers being positions of lists; None if nothing stands there."""
    found: list[str | int] = []
    for key in path:
        if is_map(data) and isinstance(key, str) and key in data:
            data = data[key]
            found.append(key)
        elif is_list(data) and str(key).isdecimal() and int(key) < len(data):
            data = data[int(key)]
            found.append(int(key))
        elif is_map(data) or is_list(data):
            return None
        else:
            break
    return tuple(found)
