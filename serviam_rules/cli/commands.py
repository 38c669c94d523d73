"""The table of commands, and the parser made from it. Layer 10.

A command is a module of this package with the name of the command (`new-pack`: `new_pack`) that has:

- `DESCRIPTION` and `EXAMPLES`: what `--help` says above and below the options;
- `arguments(parser)`: declares its options;
- `run(arguments) -> int`: does it, and returns the exit status.

Only the module of the command that is asked for is imported.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.output import tell, width
from serviam_rules.errors import unknown
from serviam_rules.version import VERSION

#: Every command, in the order of `--help`, with what it does.
COMMANDS: Final = {
    "simulate": "play games between bots, with a report of results and balance",
    "play": "play in the terminal, with people and bots",
    "show": "show cards: face, words, effect, where each part comes from",
    "validate": "check packs; every problem with file, line and column",
    "provenance": "where each part of each card comes from: counts and lists",
    "replay": "play a recorded game back and verify it",
    "new-pack": "make a pack to fill in: cards, a variant, a translation, a transcription",
    "check": "printed rule text, and passages of documents, against what the cards do",
    "try": "play one card on a prepared table and say what happens",
    "serve": "host games for programs in any language",
    "schema": "print the JSON Schemas of card files and of JSON",
}

PROGRAM: Final = "serviam-rules"
_ABOUT: Final = "An unofficial rules engine for the card game Serviam. Most of its cards are stand-ins."
_LIST: Final = "\n".join(f"  {name:<11} {does}" for name, does in COMMANDS.items())
_AFTER: Final = f"""\
commands:
{_LIST}

Begin with:
  {PROGRAM} simulate --games 300   games between bots, and a report
  {PROGRAM} show kurt              a card
  {PROGRAM} COMMAND --help         more about a command

Exit status: 0 fine, 1 findings (an invalid pack, a failed check), 2 wrong usage."""


class Help(argparse.HelpFormatter):
    """Help whose paragraphs fill the line, and whose indented lines (examples, lists) stay as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(100, width()))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks: list[str] = []
        for line in text.splitlines():
            flows = bool(line) and not line.startswith(" ")
            if flows and blocks and blocks[-1] and not blocks[-1].startswith(" ") and not blocks[-1].endswith(":"):
                blocks[-1] += f" {line}"
            else:
                blocks.append(line)
        return "\n".join(
            part for block in blocks for part in ([block] if block.startswith(" ") else wrap(block, width))
        )


class Parser(argparse.ArgumentParser):
    """An argument parser that takes no abbreviations and says in one line what is wrong."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=Help, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        tell(f"{self.prog}: {message}; `{self.prog} --help` says more")
        self.exit(2)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command line; `run` in them is the function to call.

    Raises SystemExit like argparse: 0 after help, 2 for wrong usage.
    """
    name = next((word for word in argv if not word.startswith("-")), None)
    parser = _parser(name)
    if name is None and not {"-h", "--help", "--version"}.intersection(argv):
        tell(parser.format_help().rstrip())
        raise SystemExit(2)
    if name is not None and name not in COMMANDS:
        parser.error(unknown("command", name, COMMANDS))
    return parser.parse_args(list(argv))


def _parser(wanted: str | None) -> Parser:

    parser = Parser(prog=PROGRAM, usage=f"{PROGRAM} COMMAND [options]", description=_ABOUT, epilog=_AFTER)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    table = parser.add_subparsers(prog=PROGRAM, metavar="COMMAND", help=argparse.SUPPRESS, parser_class=Parser)
    for name in COMMANDS:
        if name == wanted:
            _fill(table, name)
        else:
            table.add_parser(name)
    return parser


def _fill(table: Any, name: str) -> None:
    """Add the parser of the command that is asked for."""
    module = import_module(f"serviam_rules.cli.{name.replace('-', '_')}")
    parser = table.add_parser(name, description=module.DESCRIPTION, epilog=module.EXAMPLES)
    module.arguments(parser)
    parser.set_defaults(run=module.run)
