"""Which files a pack has.

A pack is a folder with `pack.yaml`, perhaps `set.yaml`, and one file for each card in `icons/`, `gifts/`,
`powerholders/`, `rivals/`, and for each language in `locales/`. Files are read in that order, and within a folder by
name, character by character; so the order does not depend on the system. Everything in the folder is read, skipped and
said to be skipped, or a problem. Links are never followed, and nothing outside the folder is ever looked at.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from serviam_rules.errors import Problem, nearest, one_line
from serviam_rules.fields import ID_LENGTH, ID_PATTERN
from serviam_rules.kinds import FILES, FOLDERS, TOP

#: How many files and folders a pack may have in all.
MOST_FILES: Final = 2000

_KIND_OF_FOLDER: Final = {folder: kind for kind, folder in FOLDERS.items()}
_KIND_OF_TOP: Final = {file: kind for kind, file in TOP.items()}

_SKIPPED: Final = (
    (re.compile(r"\..*"), "hidden"),
    (
        re.compile(r".*~|#.*#|.*\.(bak|orig|swp|tmp)|Thumbs\.db|desktop\.ini", re.IGNORECASE),
        "left by an editor or system",
    ),
    (
        re.compile(r"(README|LICEN[CS]E|COPYING|CHANGELOG|NOTICE|AUTHORS)(\..*)?|.*\.(md|txt)", re.IGNORECASE),
        "for people",
    ),
    (re.compile(r"cases"), "tests of the pack"),
    (re.compile(r"__init__\.py|__pycache__|py\.typed"), "for Python, which finds the pack by it"),
)
_ID: Final = re.compile(ID_PATTERN[:-1] + r"\Z")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
#: Names that Windows keeps for devices; a file cannot have them there.
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\Z")
_REPARSE_POINT: Final = 0x400


@attrs.frozen
class File:
    """A file of a pack: its kind, its name without ending, where it is, and how it is shown."""

    kind: str
    name: str
    path: Path
    shown: str


@attrs.frozen
class Listing:
    """What a folder holds: files to read, in order; what is skipped, and why; what should not be there."""

    files: tuple[File, ...]
    skipped: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]


def listing(folder: Path, shown: str) -> Listing:
    """The files of the pack in this folder. `shown` is the folder's name in problems."""
    lister = _Lister(shown)
    lister.top(folder)
    files = sorted(lister.files, key=lambda file: (FILES.index(file.kind), file.name))
    return Listing(tuple(files), tuple(sorted(lister.skipped)), tuple(lister.problems))


@attrs.define
class _Lister:
    shown: str
    files: list[File] = attrs.field(factory=list[File])
    skipped: list[tuple[str, str]] = attrs.field(factory=list[tuple[str, str]])
    problems: list[Problem] = attrs.field(factory=list[Problem])
    seen: int = 0

    def top(self, folder: Path) -> None:
        for entry in self.entries(folder, self.shown):
            shown = f"{self.shown}/{one_line(entry.name)}"
            if entry.is_dir(follow_symlinks=False):
                self.folder(entry, shown)
            elif kind := _KIND_OF_TOP.get(entry.name):
                self.file(entry, shown, kind, kind)
            else:
                expected = [*_KIND_OF_TOP, *(f"{name}/" for name in _KIND_OF_FOLDER)]
                self.refuse(shown, f"no pack has a file {one_line(entry.name)!r} here{nearest(entry.name, expected)}")

    def folder(self, entry: os.DirEntry[str], shown: str) -> None:
        kind = _KIND_OF_FOLDER.get(entry.name)
        if kind is None:
            known = ", ".join(_KIND_OF_FOLDER)
            hint = nearest(entry.name, _KIND_OF_FOLDER)
            self.refuse(shown, f"no pack has a folder {one_line(entry.name)!r}{hint} (known: {known})")
            return
        for inner in self.entries(Path(entry.path), shown):
            place = f"{shown}/{one_line(inner.name)}"
            if inner.is_dir(follow_symlinks=False):
                self.refuse(place, f"a folder stands among the {entry.name}; files stand in {entry.name}/ itself")
            elif problem := _bad_name(inner.name, kind):
                self.refuse(place, problem)
            else:
                self.file(inner, place, kind, inner.name.removesuffix(".yaml"))

    def file(self, entry: os.DirEntry[str], shown: str, kind: str, name: str) -> None:
        if entry.is_file(follow_symlinks=False):
            self.files.append(File(kind, name, Path(entry.path), shown))
        else:
            self.refuse(shown, "this is no file", "unreadable-file")

    def entries(self, folder: Path, shown: str) -> Iterator[os.DirEntry[str]]:
        """What a folder holds, by name, without what is skipped and what is refused at sight."""
        for entry in sorted(self.few(folder, shown), key=lambda entry: entry.name):
            place = f"{shown}/{one_line(entry.name)}"
            reason = next((why for pattern, why in _SKIPPED if pattern.fullmatch(entry.name)), None)
            if _is_link(entry):
                self.refuse(place, "a link stands here; a pack holds the files themselves", "link")
            elif reason is not None:
                self.skipped.append((place, reason))
            else:
                yield entry

    def few(self, folder: Path, shown: str) -> list[os.DirEntry[str]]:
        """What a folder holds, unless it is too much."""
        found: list[os.DirEntry[str]] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self.seen += 1
                    if self.seen > MOST_FILES:
                        self.refuse(shown, f"the pack holds more than {MOST_FILES} files", "too-many-files")
                        return []
                    found.append(entry)
        except OSError as error:
            self.refuse(shown, f"the folder cannot be read: {error.strerror}", "unreadable-file")
        return found

    def refuse(self, shown: str, message: str, code: str = "unknown-file") -> None:
        self.problems.append(Problem(shown, 0, 0, code, message))


def _bad_name(name: str, kind: str) -> str:
    """What is wrong with the name of a file, if anything is."""
    stem, dot, ending = name.partition(".")
    if not dot or ending != "yaml":
        wanted = "language" if kind == "locale" else "id"
        return f"{one_line(name)!r} is not read; the name of a file here is <{wanted}>.yaml"
    if kind == "locale":
        return "" if _LANGUAGE.match(stem) else f"{stem!r} is no language code like zh-Hans"
    return bad_id(stem)


def bad_id(name: str) -> str:
    """What is wrong with an id, if anything is: it is also the name of a file, on every system."""
    if len(name) > ID_LENGTH or not _ID.match(name):
        allowed = "lower-case letters a to z, digits, and single hyphens between them; a letter comes first"
        return f"{one_line(name)[:60]!r} cannot be an id: {allowed}; at most {ID_LENGTH} characters"
    return f"{name!r} cannot be an id: no file can have that name on Windows" if _DEVICES.match(name) else ""


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a symbolic link, a junction or the like."""
    if entry.is_symlink():
        return True
    attributes: int = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", _REPARSE_POINT))
