"""Writes the committed schemas: `python -m serviam_rules.schema.build`.

With `--check` it only looks whether they are right. The committed schemas are for editors: they offer the ids of the
reference set and refuse no others. Files are checked with schemas of the same shape, made when the first file is read,
so the two cannot drift apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from serviam_rules.effects.node import SORTS as _SORTS
from serviam_rules.errors import PackError
from serviam_rules.files import write_whole
from serviam_rules.kinds import CARDS, FILES
from serviam_rules.schema.files import DIALECT, file_schema
from serviam_rules.schema.known import Known, known_in
from serviam_rules.schema.language import Schema
from serviam_rules.strict_yaml.source import read
from serviam_rules.values import is_list, is_map

HERE: Final = Path(__file__).parent
#: The file in which the card language is defined for the schemas beside it.
SORTS: Final = tuple(sorted(sort.name for sort in _SORTS))
LANGUAGE: Final = "language.schema.json"
_REFERENCE: Final = HERE.parents[1] / "cards"


def as_text(made: dict[str, Any]) -> str:
    """A schema as it is written to a file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def for_editors(kinds: Iterable[str], known: Known) -> dict[str, str]:
    """Schemas of these kinds of files as they stand in a folder for editors, by the name of each.

    The card language is defined once, in `language.schema.json`, to which the others refer.
    """
    made: dict[str, Schema] = {}
    for kind in kinds:
        schema = file_schema(kind, known)
        own = schema.get("$defs", {})
        # Icons stand alone: in their effects `$name` can stand for what gifts say.
        language = {} if kind == "icon" else {name: own.pop(name) for name in SORTS if name in own}
        if language:
            made.setdefault(LANGUAGE, {"$schema": DIALECT, "title": "The card language", "$defs": {}})
            made[LANGUAGE]["$defs"] |= language
        # A `urn:` has no neighbours: without it, references are looked for beside the file.
        del schema["$id"]
        made[_name(kind)] = _elsewhere(schema, language)
    return {name: as_text(schema) for name, schema in made.items()}


def _elsewhere(schema: Any, names: Container[str]) -> Any:
    """A schema with references into the file of the language in place of those to definitions of these names."""
    if is_list(schema):
        return [_elsewhere(one, names) for one in schema]
    if not is_map(schema):
        return schema
    made = {key: _elsewhere(item, names) for key, item in schema.items()}
    target = made.get("$ref", "").removeprefix("#/$defs/") if isinstance(made.get("$ref"), str) else ""
    return made | {"$ref": f"{LANGUAGE}#/$defs/{target}"} if target in names else made


def _name(kind: str) -> str:
    return f"{kind}.schema.json"


def files(cards: Path = _REFERENCE) -> dict[Path, str]:
    """The committed files and what they should hold. PackError if the cards cannot be read."""
    return {HERE / name: text for name, text in for_editors(FILES, known_in(_cards(cards))).items()}


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
