"""A JSON text -> its data."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final

from serviam_rules.errors import FormatError, UsageError
from serviam_rules.plain import Plain
from serviam_rules.values import value

#: Lists and objects inside each other, the outermost being the first. A state needs six.
MOST_DEPTH: Final = 16
#: Digits of a whole number; what has no more is exact in every language.
MOST_DIGITS: Final = 15


@value
class Odd:
    """A number that stands in the text and that nothing here takes: not whole, too long, or no number at all."""

    text: str


@value
class Repeated:
    """An object in the text that has this key twice."""

    key: str


def parse(text: str | bytes, most: int) -> Plain:
    """The data of a JSON text of at most `most` bytes.

    Odd numbers and objects with repeated keys are in it as `Odd` and `Repeated`, so that `structure` can tell where
    they stand. FormatError for what is no JSON, too large or nested too deeply.
    """
    raw = _encoded(text, most)
    try:
        written = raw.decode()
    except UnicodeDecodeError as error:
        raise _not_utf_8(error.start) from None
    if written.startswith("\ufeff"):
        raise FormatError("this begins with a byte order mark, which JSON does not have")
    # The parser itself gives up on some depth, which depends on the machine.
    if _depth(raw.translate(None, _NO_BRACKETS)) > MOST_DEPTH and _depth(_OUTSIDE.sub(b"", raw)) > MOST_DEPTH:
        raise FormatError(f"this is nested too deeply: more than {MOST_DEPTH} lists and objects inside each other")
    try:
        return _DECODER.decode(written)
    except JSONDecodeError as error:
        raise FormatError(f"this is no JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None


def _encoded(text: object, most: int) -> bytes:
    """The text in UTF-8, and not too much of it."""
    if not isinstance(text, str | bytes | bytearray):
        raise UsageError(f"JSON is read from str or bytes, not from {type(text).__name__}")
    if len(text) <= most:
        try:
            raw = text.encode() if isinstance(text, str) else bytes(text)
        except UnicodeEncodeError as error:
            raise _not_utf_8(error.start) from None
        if len(raw) <= most:
            return raw
    raise FormatError(f"this is larger than {most} bytes")


def _not_utf_8(position: int) -> FormatError:
    return FormatError(f"this is not UTF-8, from position {position} on")


def _depth(brackets: bytes) -> int:
    """How deep brackets are nested, as far as that is allowed."""
    depth = deepest = 0
    for bracket in brackets:
        if bracket in _OPENING:
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > MOST_DEPTH:
                    break
        else:
            depth -= 1
    return deepest


_OPENING: Final = b"[{"
#: Every byte that is no bracket.
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
#: Everything but the brackets that are not inside texts.
_OUTSIDE: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[^"\[\]{}]+', re.DOTALL)


def _whole(digits: str) -> int | Odd:
    return int(digits) if len(digits) <= MOST_DIGITS else Odd(digits)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Repeated:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    keys = [key for key, _ in pairs]
    return Repeated(next(key for at, key in enumerate(keys) if key in keys[:at]))


_DECODER: Final = JSONDecoder(object_pairs_hook=_pairs, parse_int=_whole, parse_float=Odd, parse_constant=Odd)
