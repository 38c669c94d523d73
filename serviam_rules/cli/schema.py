"""`serviam-rules schema`: the JSON Schemas of card files and of JSON. Layer 10."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from serviam_rules.cli import arguments as options
from serviam_rules.cli.output import say
from serviam_rules.errors import UsageError, unknown
from serviam_rules.files import write_whole
from serviam_rules.schema import build, wire_schemas
from serviam_rules.schema.kinds import KINDS
from serviam_rules.schema.known import known_in
from serviam_rules.values import thaw

#: What goes over the wire, and the declarations of all of it.
DOCUMENTS: Final = tuple(wire_schemas.DOCUMENTS)
TYPESCRIPT: Final = "typescript"
NAMES: Final = (*KINDS, *DOCUMENTS, TYPESCRIPT)

DESCRIPTION: Final = f"""\
Prints a JSON Schema: of a kind of card file ({", ".join(KINDS)}), with the ids of the reference set and of the packs of
--pack, so that an editor can complete and check; or of what goes over the wire ({", ".join(DOCUMENTS)}). `{TYPESCRIPT}`
prints TypeScript declarations of the latter. Without NAME, lists the names."""

EXAMPLES: Final = """\
examples:
  serviam-rules schema
  serviam-rules schema gift > gift.schema.json
  serviam-rules schema typescript > serviam.d.ts
  serviam-rules schema --write schemas --pack my-pack   all, into a folder
  serviam-rules schema --check     whether those of a checkout are up to date"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="which one")
    parser.add_argument("--write", metavar="DIR", help="write it, or all, into this folder")
    parser.add_argument("--check", action="store_true", help="check the committed schemas of a checkout")
    options.add_packs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print, write or check."""
    if arguments.check:
        return max(build.main(["--check"]), wire_schemas.main(["--check"]))
    name: str | None = arguments.name
    if name is not None and name not in NAMES:
        raise UsageError(unknown("schema", name, NAMES))
    if arguments.write is not None:
        _write(Path(arguments.write), [name] if name else list(NAMES), arguments)
    elif name is not None:
        say(_text(name, arguments).rstrip())
    else:
        for known in NAMES:
            say(known)
    return 0


def _text(name: str, arguments: argparse.Namespace) -> str:
    if name == TYPESCRIPT:
        return wire_schemas.typescript()
    if name in DOCUMENTS:
        return json.dumps(wire_schemas.schema(name), indent=1) + "\n"
    return build.as_text(build.schema(name, known_in(thaw(options.rules_of(arguments).source))))


def _write(folder: Path, names: list[str], arguments: argparse.Namespace) -> None:
    texts = {_file(name): _text(name, arguments) for name in names}
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write_whole(folder / file, text)
        say(str(folder / file))


def _file(name: str) -> str:
    return wire_schemas.DECLARATIONS.name if name == TYPESCRIPT else f"{name}.schema.json"
