"""A progress bar on standard error: rich's if it is installed, else a plain one; none where nobody looks. Layer 10."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.util import find_spec

from serviam_rules.cli.output import is_terminal

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
