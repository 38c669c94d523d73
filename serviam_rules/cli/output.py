"""Where words go: results to standard output, messages to standard error, whatever the console's encoding. Layer 10."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
from typing import Any, Final, TextIO

from serviam_rules.cli.cells import cells_of

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
