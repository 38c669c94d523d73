"""What is handed to people: a text that knows its language, and numbers as every language here writes them."""

from __future__ import annotations

from typing import Final

PLUS: Final = "+"
#: The true minus sign, U+2212: as wide as the plus, and never taken for a hyphen.
MINUS: Final = "\N{MINUS SIGN}"


class Text(str):
    """Words in a language. `fallback`: some of them are not in the language that was asked for.

    It is a `str` like any other; who shows it can mark it, and set the `lang` attribute of a page by it.
    """

    __slots__ = ("fallback", "lang")
    lang: str
    fallback: bool

    def __new__(cls, words: str, lang: str, fallback: bool = False) -> Text:
        text = super().__new__(cls, words)
        text.lang = lang
        text.fallback = fallback
        return text

    def __getnewargs__(self) -> tuple[str, str, bool]:  # type: ignore[override]
        return str(self), self.lang, self.fallback


def number(n: int) -> str:
    """A number: `3`, `0`, `−1`."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


def signed(n: int) -> str:
    """A step of a marker or a change of VP: `+1`, `0`, `−1`."""
    return f"{PLUS}{n}" if n > 0 else number(n)
