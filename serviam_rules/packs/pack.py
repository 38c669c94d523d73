"""A pack as its files say it: read and checked one by one, nothing merged yet."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import attrs

from serviam_rules.cards import fingerprint
from serviam_rules.errors import Problem
from serviam_rules.fields import mechanics
from serviam_rules.kinds import CARDS
from serviam_rules.model import CLASSES
from serviam_rules.packs.folder import File, bad_id, listing
from serviam_rules.schema.validate import shape_problems
from serviam_rules.strict_yaml.limits import MAX_BYTES
from serviam_rules.strict_yaml.source import Source, read_some

#: The format of pack files that this library reads.
FORMAT: Final = 1

#: Kind and name of a file: `("gift", "alms")`, `("set", "set")`, `("locale", "ja")`.
Key = tuple[str, str]
MANIFEST: Final[Key] = ("pack", "pack")
SET: Final[Key] = ("set", "set")


@attrs.frozen
class Pack:
    """A pack: its files that are in order by themselves, what is wrong with the others, and what was not read.

    `broken` are the files with problems: their ids are known, so that nobody is told they do not exist.
    """

    shown: str
    files: Mapping[Key, Source]
    broken: frozenset[Key]
    problems: tuple[Problem, ...]
    skipped: tuple[tuple[str, str], ...]
    order: tuple[str, ...]

    @property
    def manifest(self) -> dict[str, Any]:
        """What `pack.yaml` says; {} if it is broken."""
        return self.files[MANIFEST].data if MANIFEST in self.files else {}

    @property
    def id(self) -> str:
        """The id, or the folder's name if `pack.yaml` is broken."""
        return str(self.manifest.get("id", self.shown))

    @property
    def language(self) -> str:
        """The language of the names in its cards."""
        return str(self.manifest.get("language", "en"))

    @property
    def fingerprint(self) -> str:
        """What the pack does to the rules: names and translations do not count."""
        does = {
            f"{kind}/{name}": mechanics(CLASSES[kind], file.data)
            for (kind, name), file in self.files.items()
            if kind in (*CARDS, "set")
        }
        return fingerprint({"remove": sorted(self.manifest.get("remove", ())), **does})


def read_pack(folder: Path, shown: str) -> Pack:
    """Read every file of a pack. Nothing is raised: the problems are told by the pack."""
    found = listing(folder, shown)
    problems = list(found.problems)
    files: dict[Key, Source] = {}
    for file in found.files:
        source, wrong = _read_file(file)
        problems += wrong
        if source is not None and not wrong:
            files[file.kind, file.name] = source
    known = {(file.kind, file.name) for file in found.files}
    if MANIFEST not in known:
        message = "there is no pack.yaml; a pack needs one that gives its id, version, title and format"
        problems.append(Problem(shown, 0, 0, "no-pack-file", message))
    order = (shown, *(file.shown for file in found.files))
    return Pack(shown, files, frozenset(known - set(files)), tuple(problems), found.skipped, order)


def content(folder: Path) -> str:
    """A digest of the files of a pack as they are now, whether or not anything is wrong with them."""
    found = listing(folder, "")
    digest = sha256(repr((found.skipped, found.problems)).encode())
    for file in found.files:
        try:
            with file.path.open("rb") as opened:
                read_now = opened.read(MAX_BYTES + 1)
        except OSError as error:
            read_now = repr(error).encode()
        digest.update(f"{file.shown}:{len(read_now)}:".encode() + read_now)
    return digest.hexdigest()


def _read_file(file: File) -> tuple[Source | None, list[Problem]]:
    """A file and what is wrong with it by itself."""
    source, problems = read_some(file.path, file.shown)
    if source is None:
        return None, problems
    if problems:
        problems += shape_problems(file.kind, source.data, source, source.unread)
        return None, sorted(problems, key=lambda problem: (problem.line, problem.column))
    return source, file_problems(file.kind, file.name, source)


def file_problems(kind: str, name: str, source: Source) -> list[Problem]:
    """What is wrong with a file of a pack by itself: its shape, and that it is called otherwise than it should be."""
    if kind == "pack" and type(found := source.data.get("format")) is int and found != FORMAT:
        message = f"the files are written in format {found}; this library reads format {FORMAT}"
        return [source.problem(("format",), "unknown-format", message)]
    return shape_problems(kind, source.data, source) or _name_problems(kind, name, source)


def _name_problems(kind: str, name: str, source: Source) -> list[Problem]:
    """The id that a file gives and the name of the file must be the same."""
    key = {"locale": "language", "set": "", "pack": ""}.get(kind, "id")
    if kind == "pack" and (wrong := bad_id(source.data["id"])):
        return [source.problem(("id",), "bad-id", wrong)]
    if not key or source.data[key] == name:
        return []
    message = f"{source.data[key]!r} stands in a file called {name}.yaml; both must be the same"
    return [source.problem((key,), "other-name", message, where=f"{kind} {name}")]
