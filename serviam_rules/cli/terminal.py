"""What is written to a terminal, and how: results, messages, looks, tables, progress.

Results go to standard output and messages to standard error, whatever the encoding of the console.
"""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TextIO

import attrs

from serviam_rules.cli.cells import Side, cells, cells_of, pad, wrap
from serviam_rules.files import check_writable, write_whole

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


#: How much is told besides results: -1 only what is wrong, 0 as usual, 1 what was read and done as well.
_loudness = 0


def prepare() -> None:
    """Make the standard streams fit to be used, whatever they are.

    One that is not there leads nowhere, one that would not wait waits, and one whose encoding lacks a character takes
    something alike.
    """
    codecs.register_error(_HANDLER, _alike)
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _replace_missing()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _HANDLER), (sys.stderr, _HANDLER)):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)
        with suppress(OSError, ValueError, AttributeError):
            if not os.get_blocking(stream.fileno()):
                os.set_blocking(stream.fileno(), True)


def _replace_missing() -> None:
    """Put streams that lead nowhere in place of those that the process was started without."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass  # or else the next file that is opened would be taken for a standard stream
    os.close(handle)
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we are


def flush() -> None:
    """Have everything written that was printed. OSError if that fails."""
    sys.stdout.flush()
    sys.stderr.flush()


def silence() -> None:
    """Nobody reads any more: let what is left to write go nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (OSError, ValueError):
            continue


class Ended(BaseException):
    """The process is asked to end (SIGTERM), or its terminal has gone (SIGHUP)."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


@contextmanager
def ended_in_order() -> Generator[None]:
    """Raise Ended where the process would be ended, so that games are saved and other processes end with this one.

    Afterwards it ends by that same signal, as those who sent it expect.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    usual = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]  # not so under nohup

    def end(number: int, _: object) -> None:
        for one in usual:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    for number in usual:
        signal.signal(number, end)
    try:
        yield
    except Ended as ended:
        silence()
        signal.signal(ended.number, signal.SIG_DFL)
        signal.raise_signal(ended.number)
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def printing_to(file: str | None) -> Generator[None]:
    """Write the results that are printed meanwhile to a file; None and `-` are standard output.

    OSError, before anything is done, if the file could not be written.
    """
    if file in (None, "-"):
        yield
        return
    check_writable(file)
    before, sys.stdout = sys.stdout, io.StringIO()
    try:
        yield
        write_whole(file, sys.stdout.getvalue())
    finally:
        sys.stdout = before


def set_loudness(arguments: argparse.Namespace) -> None:
    """How much is told besides results, by `-q` and `-v`."""
    global _loudness  # noqa: PLW0603 - one for the process, as its streams are
    _loudness = getattr(arguments, "verbose", False) - getattr(arguments, "quiet", False)


def say(text: str = "") -> None:
    """Print a result."""
    print(text)


def read_input(name: str) -> bytes:
    """What a file holds, or what comes in by standard input if its name is `-`."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def say_json(data: Any) -> None:
    """Print a result as JSON, plain ASCII, indented."""
    print(json.dumps(data, indent=2, allow_nan=False))


def tell(text: str) -> None:
    """Print a message about what is wrong."""
    print(text, file=sys.stderr)


def note(text: str) -> None:
    """Print a message that `-q` leaves out."""
    if _loudness >= 0:
        tell(text)


def detail(text: str) -> None:
    """Print a message for those who ask for more with `-v`."""
    if _loudness > 0:
        tell(text)


def complain(error: OSError) -> None:
    """Tell what went wrong with which file, in one line; if even that cannot be written, nothing."""
    where = f"{error.filename}: " if error.filename is not None else ""
    with suppress(OSError):
        tell(f"serviam-rules: {where}{error.strerror or error}")
        sys.stderr.flush()


def width(most: int = 120) -> int:
    """How many cells a line of results may have."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, most))


def height() -> int:
    """How many lines the terminal shows at once; 0 if results go elsewhere."""
    return shutil.get_terminal_size((80, 24)).lines if is_terminal(sys.stdout) else 0


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
    if _loudness < 0 or not is_terminal(sys.stderr):
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

    try:
        yield advance
    finally:
        print("\r" + " " * (len(label) + _CELLS + 24) + "\r", end="", file=sys.stderr, flush=True)
