"""Writes the committed schemas: `python -m serviam_rules.schema.build`. Layer 5.

With `--check` it only looks whether they are right. The committed schemas are for editors: they offer the ids of the
reference set and refuse no others. Files are checked with schemas of the same shape, made when the first file is read,
so the two cannot drift apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from serviam_rules.errors import PackError
from serviam_rules.files import write_whole
from serviam_rules.kinds import CARDS, FILES

from .files import file_schema
from .known import known_in
from .source import read

HERE: Final = Path(__file__).parent
_REFERENCE: Final = HERE.parents[1] / "cards"


def as_text(made: dict[str, Any]) -> str:
    """A schema as it is written to a file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def files(cards: Path = _REFERENCE) -> dict[Path, str]:
    """The committed files and what they should hold. PackError if the cards cannot be read."""
    known = known_in(_cards(cards))
    return {HERE / f"{kind}.schema.json": as_text(file_schema(kind, known)) for kind in FILES}


def _cards(folder: Path) -> dict[str, Any]:
    """As much of the reference set as its ids need; it is not checked here."""
    source: dict[str, Any] = {"set": _data(folder / "set.yaml")}
    for name in CARDS.values():
        source[name] = {path.stem: _data(path) for path in sorted((folder / name).glob("*.yaml"))}
    return source


def _data(path: Path) -> Any:
    source, problems = read(path, str(path))
    if source is None:
        raise PackError(problems)
    return source.data


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with `--check` say which are out of date (exit status 1)."""
    stale = [path for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            sys.stderr.write(f"{path.name} is out of date: python -m serviam_rules.schema.build\n")
        return 1 if stale else 0
    for path in stale:
        write_whole(path, files()[path])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
