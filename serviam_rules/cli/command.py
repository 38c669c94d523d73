"""How a command is declared, and the parser made from the declarations.

A command is a file of the package `commands` with one function under `@command(...)`, which says everything about it:
its name, its row in tables, its help, its arguments. `--help`, the README's table and shell completion follow from
that. These files import the engine only inside the function, so that help is there at once.
"""

from __future__ import annotations

import argparse
import os
import sys
import unicodedata
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeAlias

import attrs

from serviam_rules.cli.cells import wrap
from serviam_rules.cli.terminal import detail, tell, width
from serviam_rules.errors import UsageError, nearest, unknown
from serviam_rules.values import ARRANGEMENTS
from serviam_rules.version import VERSION

if TYPE_CHECKING:
    from serviam_rules.model import Ruleset

PROGRAM: Final = "serviam-rules"

FINE: Final = 0
#: Something is wrong with what was looked at: an invalid pack, a damaged file, a replay that does not verify.
FINDINGS: Final = 1
#: The command itself makes no sense: an unknown option, card or file.
USAGE: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

#: What commands are for; `--help` lists them in this order.
Group = Literal["games", "cards", "packs", "programs"]
Run: TypeAlias = Callable[[argparse.Namespace], int]


class Argument:
    """An argument of a command, as `add_argument` of argparse takes it.

    One that has an `unless` is needed unless that option is given.
    """

    def __init__(self, *flags: str, unless: str = "", **options: Any) -> None:
        self.unless = unless
        self.flags = flags
        self.options = options

    def add(self, parser: Any) -> None:
        """Declare it to a parser or a group of one."""
        parser.add_argument(*self.flags, **self.options)


class OneOf:
    """Arguments of which one at most can be given."""

    def __init__(self, *arguments: Argument) -> None:
        self.arguments = arguments

    def add(self, parser: argparse.ArgumentParser) -> None:
        """Declare them to a parser."""
        group = parser.add_mutually_exclusive_group()
        for argument in self.arguments:
            argument.add(group)


@attrs.frozen
class Command:
    """A command. Tables show `usage` and `does`; its help shows `about`, the arguments and `examples`."""

    name: str
    group: Group
    usage: str
    does: str
    about: str
    examples: str
    arguments: tuple[Argument | OneOf, ...]
    run: Run

    def fill(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of this command to its parser."""
        for argument in (*self.arguments, *COMMON):
            argument.add(parser)
        parser.set_defaults(command=self, parser=parser)


#: Every command that has been declared, by name.
declared: dict[str, Command] = {}


def command(
    name: str, group: Group, *, does: str, about: str, examples: str, usage: str = "", arguments: Sequence[Any] = ()
) -> Callable[[Run], Run]:
    """Declare that a function carries out a command; it gets the arguments and returns the exit status."""

    def declare(run: Run) -> Run:
        declared[name] = Command(name, group, f"{name} {usage}".rstrip(), does, about, examples, tuple(arguments), run)
        return run

    return declare


# ---- the parser


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
        raise _WrongUsage(self, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message and file is not None:
            file.write(message)


class _WrongUsage(Exception):
    """What is wrong with a command line, and the parser that knows."""

    def __init__(self, parser: Parser, message: str) -> None:
        self.parser = parser
        self.message = message
        super().__init__(message)


_ABOUT: Final = "An unofficial rules engine for the card game Serviam. Most of its cards are stand-ins."
_AFTER: Final = """\
commands:
{commands}

Begin with:
  {program} simulate --games 300   games between bots, and a report
  {program} show kurt              a card
  {program} COMMAND --help         more about a command

Exit status: 0 fine, 1 findings (an invalid pack, a failed check), 2 wrong usage."""


def parse(argv: Sequence[str], commands: Mapping[str, Command]) -> argparse.Namespace:
    """The arguments of a command line; `command` in them is what to run.

    Raises SystemExit like argparse: 0 after help, 2 for wrong usage.
    """
    try:
        return _parsed(argv, commands)
    except _WrongUsage as wrong:
        again = _cards_first(argv) if "required" in wrong.message else None
        with suppress(_WrongUsage):
            if again is not None:
                return _parsed(again, commands)
        tell(f"{wrong.parser.prog}: {wrong.message}; `{wrong.parser.prog} --help` says more")
        raise SystemExit(USAGE) from None


def _parsed(argv: Sequence[str], commands: Mapping[str, Command]) -> argparse.Namespace:
    name = next((word for word in argv if not word.startswith("-")), None)
    parser = make_parser(commands, name)
    if name is None and not {"-h", "--help", "-V", "--version"}.intersection(argv):
        tell(parser.format_help().rstrip())
        raise SystemExit(USAGE)
    if name is not None and name not in commands:
        parser.error(unknown("command", name, commands))
    found, left = parser.parse_known_args(list(argv))
    if left:
        flags = [flag for flag in found.parser._option_string_actions if flag.startswith("--")]
        near = nearest(left[0].partition("=")[0], flags) if left[0].startswith("-") else ""
        found.parser.error(f"unrecognized arguments: {' '.join(left)}{near}")
    for one in found.command.arguments:
        if (
            isinstance(one, Argument)
            and one.unless
            and not getattr(found, one.flags[0])
            and not getattr(found, one.unless)
        ):
            found.parser.error(f"the following arguments are required: {one.options['metavar']}, or --{one.unless}")
    return found


def _cards_first(argv: Sequence[str]) -> list[str] | None:
    """The same words, so that `--pack` takes the first one behind it alone: `show --pack mine kurt` names a card.

    `--pack one two` is two packs where nothing else is missing. None if there is no second word behind it.
    """
    if "--pack" not in argv:
        return None
    at = len(argv) - list(reversed(argv)).index("--pack") + 1
    end = next((end for end in range(at, len(argv)) if argv[end].startswith("-")), len(argv))
    return [argv[0], *argv[at:end], *argv[1:at], *argv[end:]] if end > at else None


def make_parser(commands: Mapping[str, Command], *wanted: str | None, listed: str = argparse.SUPPRESS) -> Parser:
    """The parser of the whole command line; only the commands that are `wanted` know their arguments.

    `listed` is the title of the list of commands that argparse itself would make.
    """
    rows = "\n".join(f"  {one.name:<11} {one.does}" for one in commands.values())
    after = _AFTER.format(program=PROGRAM, commands=rows)
    parser = Parser(prog=PROGRAM, usage=f"{PROGRAM} COMMAND [options]", description=_ABOUT, epilog=after)
    parser.add_argument("-V", "--version", action="version", version=f"{PROGRAM} {VERSION}")
    table = parser.add_subparsers(prog=PROGRAM, metavar="COMMAND", help=listed, parser_class=Parser)
    for one in commands.values():
        made = table.add_parser(one.name, description=one.about, epilog=one.examples, help=one.does)
        if one.name in wanted:
            one.fill(made)
    return parser


# ---- arguments that several commands have


def count(least: int, most: int = 10**9) -> Callable[[str], int]:
    """An argument that is a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number{_odd(text)}")
        number = int(text.lstrip("0")[:20] or "0")
        if not least <= number <= most:
            bound = f"from {least} to {most:,}" if most < 10**9 or number > most else f"from {least} on"
            raise argparse.ArgumentTypeError(f"{text[:40]} is not {bound}")
        return number

    return read


def jobs(text: str) -> int:
    """A number of processes; `auto` is as many as there are processors for this one."""
    if text == "auto":
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable else os.cpu_count() or 1
    return count(1, 1000)(text)


def part(text: str) -> tuple[int, int]:
    """A part of so many, as `2/3`."""
    number, _, of = text.partition("/")
    found = (count(1, 10**6)(number), count(1, 10**6)(of))
    if found[0] > found[1]:
        raise argparse.ArgumentTypeError(f"there is no part {number} of {of}")
    return found


def seed(text: str) -> int | str:
    """A seed: a whole number as it is usually written is that number, and what is like no number is text.

    Whatever could be taken for another number than it is (007, +7, 1e3, 7.0, １２) is refused.
    """
    if text.isascii() and text.isdigit() and (text == "0" or text[0] != "0"):
        return int(text) if len(text) < 40 else 10**40
    if not any(character.isdigit() for character in text):
        return text
    plain = unicodedata.normalize("NFKC", text).replace("\N{MINUS SIGN}", "-").replace("_", "").strip()
    try:
        float(plain)
    except ValueError:
        return text
    raise argparse.ArgumentTypeError(
        f"{text[:40]!r} is like a number, but not written as one{_odd(text)}: write 7, or a text with a letter in it"
    )


def _odd(text: str) -> str:
    """The characters of a text that are none of ASCII, by number and name, for a message."""
    odd = [
        f"U+{ord(one):04X} {unicodedata.name(one, '')}".rstrip()
        for one in dict.fromkeys(text[:40])
        if not one.isascii()
    ]
    return f" ({', '.join(odd)})" if odd else ""


def bots_argument(whom: str, default: str) -> Argument:
    """`--bot NAME ...`"""
    who = f"who plays {whom}, in turn: easy, medium, strong, random, greedy, search:N, or module:Name ({default})"
    return Argument("--bot", nargs="+", action="extend", metavar="NAME", default=[], help=who)


#: What every command has.
COMMON: Final = (
    OneOf(
        Argument("-q", "--quiet", action="store_true", help="say only what was asked for, and what is wrong"),
        Argument("-v", "--verbose", action="store_true", help="say also what is read and done"),
    ),
)
OUTPUT: Final = Argument("-o", "--output", metavar="FILE", help="write the result to a file (-: standard output)")
PACKS: Final = Argument(
    "--pack",
    metavar="P",
    nargs="+",
    action="extend",
    default=[],
    help="a pack on top of the reference set: its folder, or the name of an installed one; again for more, in order",
)
LOCALE: Final = Argument("--locale", metavar="L", default="en", help="the language: en, zh-Hans, ja, ... (en)")
JSON: Final = Argument("--json", action="store_true", help="print JSON for programs instead of text for people")
HTML: Final = Argument("--html", action="store_true", help="print a page with plots that stands alone")
ARRANGEMENT: Final = Argument(
    "--arrangement",
    metavar="A",
    choices=ARRANGEMENTS,
    help=f"how rows are laid out (S-7): {', '.join(ARRANGEMENTS)} (deal)",
)


DASK: Final = Argument("--dask", metavar="ADDRESS", help="play on the workers of this dask.distributed scheduler")


@contextmanager
def cluster(address: str | None) -> Generator[Any]:
    """A client of the scheduler at an address, or None. UsageError if nobody answers there, or dask is missing."""
    if address is None:
        yield None
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("--dask needs dask.distributed: pip install 'serviam-rules[dask]'") from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"--dask {address}: nobody can be reached there ({error})") from None
    try:
        yield client
    finally:
        client.close()


def rules_of(arguments: argparse.Namespace) -> Ruleset:
    """The ruleset of `--pack`. PackError if a pack is faulty."""
    from serviam_rules.loading import load_ruleset

    rules = load_ruleset(*arguments.pack)
    for pack, place in zip(rules.packs, ("", *arguments.pack), strict=False):
        detail(f"pack {pack.id} {pack.version}" + f" ({place})" * bool(place))
    detail(f"fingerprint {rules.fingerprint}")
    return rules


def locale_of(arguments: argparse.Namespace, rules: Ruleset) -> str:
    """The language of `--locale`. UsageError if the ruleset does not speak it."""
    from serviam_rules.text.locales import resolve

    return resolve(arguments.locale, tuple(dict.fromkeys(rules.locales)))


def bots_of(arguments: argparse.Namespace, default: str) -> list[str]:
    """The bots of `--bot`. UsageError for one that is not known. A module is looked for in the current folder too."""
    from serviam_rules.bots import bot_maker

    names: list[str] = arguments.bot or [default]
    if any(":" in name for name in names) and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    for name in names:
        bot_maker(name)
    return names
