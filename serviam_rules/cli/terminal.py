"""What is written to a terminal, and how: results, messages, looks, tables, progress.

Results go to standard output and messages to standard error, whatever the encoding of the console.
"""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final, TextIO

import attrs

from serviam_rules.cli.cells import Side, cells, cells_of, pad, wrap

_HANDLER: Final = "serviam-rules"
#: What stands for characters that a console's encoding lacks.
_ALIKE: Final = {
    "−": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "×": "x", "·": ".", "•": "*",
    "★": "*", "☆": "*", "●": "*", "○": "o", "✓": "+", "✗": "x", "→": "->", "▸": ">", "◂": "<", "▲": "^", "▼": "v",
    "─": "-", "━": "=", "═": "=", "│": "|", "┃": "|", "║": "|", "█": "#", "▒": "#", "░": ".", "■": "#", "□": ".",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╞╡╪┏┓┗┛", "+"),
    "é": "e", "è": "e", "ò": "o", "à": "a", "ù": "u", "ì": "i",
}  # fmt: skip


def _alike(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded by something alike, or by a question mark for each cell."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_ALIKE.get(one, "?" * cells_of(one)) for one in lost), error.end


def prepare() -> None:
    """Make both streams take every character: what their encoding lacks is replaced."""
    codecs.register_error(_HANDLER, _alike)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=_HANDLER)


def silence() -> None:
    """Nobody reads any more: let what is left to write go nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (OSError, ValueError):
            continue


def say(text: str = "") -> None:
    """Print a result."""
    print(text)


def say_json(data: Any) -> None:
    """Print a result as JSON, plain ASCII, indented."""
    print(json.dumps(data, indent=2, allow_nan=False))


def tell(text: str) -> None:
    """Print a message."""
    print(text, file=sys.stderr)


def width(most: int = 120) -> int:
    """How many cells a line of results may have."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, most))


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody looks at a stream in a terminal that can do more than lines of text."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


# ---- looks

#: The escape codes of looks, and of the colours that sets name.
_CODES: Final = {
    "bold": "1", "dim": "2", "reverse": "7",
    "blue": "94", "green": "92", "red": "91", "gold": "93", "teal": "96", "crimson": "91", "purple": "95",
    "yellow": "93", "orange": "93", "black": "90", "white": "97", "pink": "95", "brown": "33", "grey": "90",
}  # fmt: skip
#: As many lines as no terminal is high.
_LINES: Final = 100


class Style:
    """How text looks. `on` is false where nobody could see it; then text stays as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    @staticmethod
    def of_terminal() -> Style:
        """Looks, if standard output is a terminal and nobody asked for none (NO_COLOR)."""
        return Style(is_terminal(sys.stdout) and not os.environ.get("NO_COLOR"))

    def __call__(self, text: str, *looks: str) -> str:
        """The text with these looks; those that are not known are left out."""
        codes = [_CODES[look] for look in looks if look in _CODES]
        return f"\033[{';'.join(codes)}m{text}\033[0m" if self.on and codes else text

    def clear(self, *, hiding: bool = False) -> str:
        """What empties the screen, and if something is to be hidden, what can be scrolled back to as well."""
        if not self.on:
            return "\n" * _LINES if hiding else ""
        return "\033[2J\033[3J\033[H" if hiding else "\033[2J\033[H"


# ---- tables


@attrs.frozen
class Table:
    """A title, the columns' names, the rows. The first `left` columns stand to the left, the others to the right."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    left: int = 1
    note: str = ""

    def side(self, column: int) -> Side:
        return "left" if column < self.left else "right"


def print_table(table: Table) -> None:
    """Print a table, an empty line before it."""
    say()
    if is_terminal(sys.stdout) and find_spec("rich"):
        _print_rich(table)
    else:
        for line in plain_lines(table):
            say(line)


def plain_lines(table: Table) -> list[str]:
    """A table as lines of text."""
    rows = [table.columns, *table.rows]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(table.columns))]
    lines = [table.title, *(wrap(table.note, width()) if table.note else [])]
    lines.append(_line(table, table.columns, widths))
    lines.append("  ".join("-" * wide for wide in widths))
    return lines + [_line(table, row, widths) for row in table.rows]


def _line(table: Table, row: Sequence[str], widths: Sequence[int]) -> str:
    each = (pad(text, wide, table.side(column)) for column, (text, wide) in enumerate(zip(row, widths, strict=True)))
    return "  ".join(each).rstrip()


def _print_rich(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(
        title=Text(table.title, style="bold"),
        title_justify="left",
        caption=Text(table.note, style="dim") if table.note else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
    for at, name in enumerate(table.columns):
        drawn.add_column(name, justify=table.side(at), no_wrap=True)  # type: ignore[arg-type]
    for row in table.rows:
        drawn.add_row(*map(Text, row))
    Console(width=width(), highlight=False).print(drawn)


# ---- progress

Advance = Callable[[int], None]
_CELLS = 30


@contextmanager
def progress(label: str, total: int) -> Generator[Advance]:
    """Show how much of `total` is done; what it gives is called with how much more."""
    if not is_terminal(sys.stderr):
        yield lambda _: None
    elif find_spec("rich"):
        yield from _rich(label, total)
    else:
        yield from _plain(label, total)


def _rich(label: str, total: int) -> Generator[Advance]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda more: bar.advance(task, more)


def _plain(label: str, total: int) -> Generator[Advance]:
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        filled = _CELLS * done // max(1, total)
        bar = "#" * filled + "." * (_CELLS - filled)
        print(f"\r{label} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)

    yield advance
    print("\r" + " " * (len(label) + _CELLS + 24) + "\r", end="", file=sys.stderr, flush=True)
