"""Tables: drawn by rich where somebody looks and rich is installed, as plain text everywhere else. Layer 10."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

import attrs

from serviam_rules.cli.cells import Side, cells, pad, wrap
from serviam_rules.cli.output import is_terminal, say, width


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
