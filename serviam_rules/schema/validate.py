"""The shape of a file: what its schema says against it, as problems with their places.

A mistake is reported once. What follows from it - the missing key beside its misspelling, the missing arguments of a
word whose tag is wrong - is not reported as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, Protocol

import attrs

from serviam_rules.errors import Problem, nearest
from serviam_rules.schema.complaints import Complaint, complaints
from serviam_rules.schema.faults import FAULTS, Fault, no_word, wrong_type, wrong_value
from serviam_rules.schema.wording import meant_by, sort_called
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.strict_yaml.scalars import show
from serviam_rules.values import is_map


class Located(Protocol):
    """Something that knows the place of each part of its data: a `Source`, or a merged card."""

    def problem(self, path: DataPath, code: str, message: str, *, at_key: bool = ..., where: str = ...) -> Problem: ...


def shape_problems(kind: str, data: Any, located: Located, unread: frozenset[DataPath] = frozenset()) -> list[Problem]:
    """Everything that is wrong with the shape of a file of this kind, but for values that could not be read."""
    return [
        located.problem(
            fault.path, fault.code, fault.message, at_key=fault.at_key, where=place_in_words(kind, data, fault.path)
        )
        for fault in faults(kind, data)
        if fault.at_key or fault.path not in unread
    ]


def faults(kind: str, data: Any) -> list[Fault]:
    """Everything that is wrong with the shape, each mistake once."""
    by_place: dict[tuple[DataPath, bool], list[Complaint]] = {}
    for complaint in complaints(kind, data):
        by_place.setdefault((complaint.path, complaint.of_key), []).append(complaint)
    return [fault for several in by_place.values() for fault in _each_once(several)]


def place_in_words(kind: str, data: Any, path: DataPath) -> str:
    """Where in a file something stands, in words: `gift siege-map, icon 2`."""
    name = data.get("id", data.get("language", "")) if is_map(data) else ""
    words = [f"{kind} {name}" if isinstance(name, str) and name else kind]
    for key, position in pairwise(path):
        if isinstance(key, str) and isinstance(position, int):
            words.append(f"{_SINGULAR.get(key, key)} {position + 1}")
    return ", ".join(words)


_SINGULAR: Final = {"icons": "icon", "names": "name", "spaces": "space", "aliases": "alias", "scoring": "item"}


# ---- one message a mistake


def _each_once(several: list[Complaint]) -> Iterator[Fault]:
    """The faults of one value, without those that only follow from another."""
    by_keyword = {complaint.keyword: complaint for complaint in reversed(several)}
    if "type" in by_keyword:
        yield wrong_type(by_keyword["type"])
        return
    yield from _key_faults(several)
    others = [keyword for keyword in by_keyword if keyword not in ("additionalProperties", "required")]
    if others:
        keyword = next((one for one in FAULTS if one in others), others[0])
        fault = FAULTS.get(keyword, wrong_value)(by_keyword[keyword])
        yield attrs.evolve(fault, at_key=True) if by_keyword[keyword].of_key else fault


def _key_faults(several: list[Complaint]) -> Iterator[Fault]:
    """Keys that may not stand in a mapping, and keys that are missing in it."""
    extra = [complaint for complaint in several if complaint.keyword == "additionalProperties"]
    missing = [complaint for complaint in several if complaint.keyword == "required"]
    tags = [complaint.tag for complaint in extra if complaint.tag]
    untagged = next((complaint for complaint in extra if not complaint.tag and sort_called(complaint.title)), None)
    if untagged is not None:
        yield no_word(untagged)
    elif len(tags) > 1:
        yield _two_tags(extra[0].path, [key for key in extra[0].found if key in tags])
    else:
        unknown = [
            key for complaint in extra for key in complaint.found if key not in complaint.schema.get("properties", {})
        ]
        absent = {key: complaint for complaint in missing for key in complaint.wanted if key not in complaint.found}
        yield from (_unknown_key(key, extra[0], list(absent)) for key in unknown)
        yield from _missing_keys(absent, unknown)


def _unknown_key(key: str, complaint: Complaint, absent: list[str]) -> Fault:
    known = complaint.schema.get("properties", {})
    hint = nearest(key, absent) or nearest(key, known) or meant_by(key, absent)
    message = f"{show(key)} is no key of {_owner(complaint)}{hint} (known: {', '.join(known)})"
    return Fault((*complaint.path, key), "unknown-key", message, at_key=True)


def _missing_keys(absent: dict[str, Complaint], unknown: list[str]) -> Iterator[Fault]:
    """The keys that are missing, but for those that stand there misspelt.

    Their path is the one they would have: in a merged card it leads to the patch that has taken the key away.
    """
    for key, complaint in absent.items():
        if not any(nearest(found, [key]) or meant_by(found, [key]) for found in unknown):
            meaning = complaint.schema.get("properties", {}).get(key, {}).get("description", "")
            message = f"{_owner(complaint)} needs {key!r}" + (f": {meaning}" if meaning else "")
            yield Fault((*complaint.path, key), "missing-key", message, at_key=True)


def _two_tags(path: DataPath, tags: list[str]) -> Fault:
    message = f"{tags[0]!r} and {tags[1]!r} are two words and cannot stand in one mapping; give each one of its own"
    return Fault((*path, tags[1]), "two-tags", message, at_key=True)


def _owner(complaint: Complaint) -> str:
    """What has the keys that a complaint is about."""
    return f"{complaint.tag!r}" if complaint.tag else complaint.title
