"""`serviam-rules schema`: the JSON Schemas of card files and of JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from serviam_rules.cli.command import OUTPUT, PACKS, Argument, command, rules_of
from serviam_rules.cli.terminal import say
from serviam_rules.errors import UsageError, unknown


@command(
    "schema",
    "programs",
    usage="",
    does="prints the JSON Schemas of card files and of JSON, and TypeScript",
    about="""\
Prints a JSON Schema: of a kind of card file, with the ids of the reference set and of the packs of --pack, so that an
editor can complete and check; or of what goes over the wire. `typescript` prints TypeScript declarations of the latter.
Without NAME, lists the names.""",
    examples="""\
examples:
  serviam-rules schema
  serviam-rules schema gift > gift.schema.json
  serviam-rules schema typescript > serviam.d.ts
  serviam-rules schema --write schemas --pack my-pack   all, into a folder
  serviam-rules schema --check     whether those of a checkout are up to date""",
    arguments=(
        Argument("name", metavar="NAME", nargs="?", help="which one"),
        Argument("--write", metavar="DIR", help="write it, or all, into this folder"),
        Argument("--check", action="store_true", help="check the committed schemas of a checkout"),
        PACKS,
        OUTPUT,
    ),
)
def schema(arguments: argparse.Namespace) -> int:
    """Print, write or check."""
    from serviam_rules.schema import build

    if arguments.check:
        return build.main(["--check"])
    name: str | None = arguments.name
    if name is not None and name not in names():
        raise UsageError(unknown("schema", name, names()))
    if arguments.write is not None:
        _write(Path(arguments.write), [name] if name else list(names()), arguments)
    elif name is not None:
        say(_text(name, arguments).rstrip())
    else:
        for known in names():
            say(known)
    return 0


def names() -> tuple[str, ...]:
    """What can be printed: kinds of card files, what goes over the wire, and the declarations of all of it."""
    from serviam_rules import wire_schemas
    from serviam_rules.kinds import FILES

    return (*FILES, *wire_schemas.DOCUMENTS, wire_schemas.TYPESCRIPT)


def _text(name: str, arguments: argparse.Namespace) -> str:
    from serviam_rules import wire_schemas
    from serviam_rules.schema import build
    from serviam_rules.schema.files import file_schema
    from serviam_rules.schema.known import known_in
    from serviam_rules.values import thaw

    if name == wire_schemas.TYPESCRIPT or name in wire_schemas.DOCUMENTS:
        return wire_schemas.as_text(name)
    return build.as_text(file_schema(name, known_in(thaw(rules_of(arguments).source))))


def _write(folder: Path, names: list[str], arguments: argparse.Namespace) -> None:
    from serviam_rules.files import write_whole
    from serviam_rules.kinds import FILES
    from serviam_rules.schema.build import for_editors
    from serviam_rules.schema.known import known_in
    from serviam_rules.values import thaw

    texts = {_file(name): _text(name, arguments) for name in names if len(names) == 1 or name not in FILES}
    if len(names) > 1:
        texts = for_editors(FILES, known_in(thaw(rules_of(arguments).source))) | texts
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write_whole(folder / file, text)
        say(str(folder / file))


def _file(name: str) -> str:
    from serviam_rules import wire_schemas

    return "serviam.d.ts" if name == wire_schemas.TYPESCRIPT else f"{name}.schema.json"
