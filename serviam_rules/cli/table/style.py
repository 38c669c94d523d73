"""Colours and weights, where a terminal shows them. Layer 10."""

from __future__ import annotations

import os
import sys
from typing import Final

from serviam_rules.cli.output import is_terminal

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
