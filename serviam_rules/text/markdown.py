"""Passages of Markdown that say what a card does:

    <!-- serviam: kurt en -->
    EFFETTO ORDINE: ...
    <!-- /serviam -->

They are compared with the card, and can be written anew. Fenced code is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from serviam_rules.errors import ServiamError
from serviam_rules.model import Ruleset
from serviam_rules.text import card
from serviam_rules.text.check import Finding, check_text
from serviam_rules.values import value

_OPEN: Final = re.compile(r"\s*<!--\s*serviam:\s*(?P<target>\S+)\s+(?P<locale>\S+)\s*-->\s*")
_CLOSE: Final = re.compile(r"\s*<!--\s*/serviam\s*-->\s*")
_LIKE: Final = re.compile(r"<!--\s*/?\s*serviam\b")
_FENCE: Final = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_BULLET: Final = re.compile(r"\s*(?:>|[-*+]\s)")


@value
class Passage:
    """A marked passage: its card and language, and its text, from line `first` to line `last`, counted from 1."""

    target: str
    locale: str
    first: int
    last: int
    text: str


@value
class Place:
    """A finding in a document, with its line."""

    line: int
    finding: Finding

    def __str__(self) -> str:
        return f"{self.line}: {self.finding}"


def passages(document: str) -> tuple[tuple[Passage, ...], tuple[Place, ...]]:
    """The marked passages of a document, and what is wrong with its marks."""
    found: list[Passage] = []
    wrong: list[Place] = []
    opened: tuple[str, str, int] | None = None
    lines = document.splitlines()
    for number, line in _unfenced(lines):
        begins = _OPEN.fullmatch(line)
        if begins and opened is None:
            opened = (begins["target"], begins["locale"], number)
        elif _CLOSE.fullmatch(line) and opened is not None:
            target, locale, start = opened
            found.append(Passage(target, locale, start + 1, number - 1, "\n".join(lines[start : number - 1])))
            opened = None
        elif _LIKE.search(line):
            wrong.append(_mark(number, line.strip(), "<!-- serviam: CARD LANGUAGE --> or <!-- /serviam -->"))
    if opened is not None:
        wrong.append(_mark(opened[2], f"<!-- serviam: {opened[0]} {opened[1]} -->", "<!-- /serviam --> after it"))
    return tuple(found), tuple(wrong)


def _mark(line: int, found: str, expected: str) -> Place:
    return Place(line, Finding("", "", "mark", expected, found))


def _unfenced(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not in fenced code, with their numbers."""
    fence = ""
    for number, line in enumerate(lines, start=1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence:
            yield number, line


def check(rules: Ruleset, document: str) -> tuple[Place, ...]:
    """What the marked passages of a document say otherwise than the cards, in order of lines."""
    found, wrong = passages(document)
    places = [*wrong, *(place for passage in found for place in _of_passage(rules, passage))]
    return tuple(sorted(places, key=lambda place: place.line))


def _of_passage(rules: Ruleset, passage: Passage) -> list[Place]:
    try:
        findings = check_text(rules, passage.target, passage.locale, passage.text)
    except ServiamError as error:
        findings = (Finding(passage.target, passage.locale, "mark", str(error), ""),)
    return [Place(_line_of(passage, finding), finding) for finding in findings]


def _line_of(passage: Passage, finding: Finding) -> int:
    """The line where the found words stand, else where the passage is marked."""
    for at, line in enumerate(passage.text.splitlines()):
        if finding.found and finding.found in line:
            return passage.first + at
    return passage.first - 1


def refresh(rules: Ruleset, document: str) -> str:
    """The document with every passage written anew that says something else than its card. Others keep their words.

    Passages of unknown cards or languages stay as they are.
    """
    found, _ = passages(document)
    lines = document.splitlines()
    for passage in reversed(found):
        try:
            findings = check_text(rules, passage.target, passage.locale, passage.text)
            words = card.text(rules, passage.target, passage.locale)
        except ServiamError:
            continue
        if findings:
            lines[passage.first - 1 : passage.last] = _written(passage, words)
    ending = "\n" if document.endswith("\n") else ""
    return "\n".join(lines) + ending


def _written(passage: Passage, words: str) -> list[str]:
    """A card's text as Markdown: each line with the bullet that the passage has had, or as a list if it has several."""
    before = [line for line in passage.text.splitlines() if line.strip()]
    bullets = {mark.group() for line in before if (mark := _BULLET.match(line))}
    lines = words.splitlines()
    bullet = bullets.pop() if len(bullets) == 1 else "- " if len(lines) > 1 else ""
    if bullet and not bullet.endswith(" "):
        bullet += " "
    return ["", *(bullet + line for line in lines), ""]
