"""Spoils text: bytes, words, lines, and the values of JSON."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

#: What programs stumble over, as it stands in a file.
ODD_BYTES = (
    b"", b"0", b"-1", b"1", b"7", b"8", b"99", b"9999", b"10000", b"4294967296", b"9" * 25, b"9" * 5000, b"1.0",
    b"1e999",
    b"-0", b"NaN", b"Infinity", b".nan", b"null", b"~", b"true", b"no", b"[]", b"{}", b"[[[[", b"}}", b'""',
    b"''", b'"',
    b"\\", b"\\ud800", b"\x00", b"\x1b[31m", b"\r\n", b"\n", b"\t", b"\xff", b"\xef\xbb\xbf",
    b"\xe2\x80\xae", b"\xf0\x9f\x91\xa9",
    b": ", b"- ", b"&a ", b"*a", b"<<: ", b"!!python/object:os ", b"---\n", b"%YAML 1.1\n", b"|\n", b"#",
    b"$x", b"{x}", b"{", b"}",
    b"__class__", b"kurt", b"bribe", b"target", b"each", b"one", b"chosen", b"for_each", b"do", b"as", b"in",
    b"<!-- serviam: kurt en -->",
)  # fmt: skip
#: The same as values.
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 8, 60, 61, 10**6, 2**63, 10**30, 1.0, 1.5, "", "0", "kurt", "bribe", "demon",
    "\ud800", "\x00",
    "x" * 3000, [], [[]], {}, {"type": "offer"}, [0, 0], [-1], ["kurt"], "target", "2", "en", "zh-Hans", "ja", "xx",
)  # fmt: skip
WORD = re.compile(rb"[\w.+-]+")
Spoil = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def spoilt(dice: random.Random, text: bytes, corpus: Sequence[bytes], *, most: int = 3) -> bytes:
    """The text with one to `most` things wrong; `corpus` is where pieces of others come from."""
    for _ in range(dice.randint(1, most)):
        ways = (*WAYS, _value, _value, _value, _value) if text[:1] in b"{[" else WAYS
        text = dice.choice(ways)(dice, text, corpus)
    return text


def _byte(dice: random.Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(text) + 1)
    return text[:at] + bytes([dice.randrange(256)]) + text[at + dice.randrange(2) :]


def _insert(dice: random.Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(ODD_BYTES) + text[at:]


def _cut(dice: random.Random, text: bytes, _: Sequence[bytes]) -> bytes:
    start = dice.randrange(len(text) + 1)
    return text[:start] + text[start + dice.choice((1, 2, 8, 60, 10**6)) :]


def _word(dice: random.Random, text: bytes, corpus: Sequence[bytes]) -> bytes:
    """One word becomes another: an odd one, one of the same text, or one of another text."""
    here = list(WORD.finditer(text))
    if not here:
        return text
    old = dice.choice(here)
    others = WORD.findall(dice.choice((text, dice.choice(corpus))))
    new = dice.choice(others) if others and dice.random() < 0.7 else dice.choice(ODD_BYTES)
    return text[: old.start()] + new + text[old.end() :]


def _lines(dice: random.Random, text: bytes, corpus: Sequence[bytes]) -> bytes:
    """A line goes, comes twice, changes places, is indented anew, or comes from elsewhere."""
    lines = text.split(b"\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = b" " * dice.randrange(9) + lines[at].lstrip()
        case _:
            lines.insert(at, dice.choice(dice.choice(corpus).split(b"\n")))
    return b"\n".join(lines)


def _nested(dice: random.Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """A piece wrapped in itself many times over."""
    start, deep = dice.randrange(len(text) + 1), dice.choice((3, 40, 400, 4000))
    piece = text[start : start + dice.choice((1, 5, 20))]
    return text[:start] + piece * deep + text[start:]


WAYS: tuple[Spoil, ...] = (_byte, _insert, _cut, _word, _word, _word, _lines, _lines, _nested)


def _value(dice: random.Random, text: bytes, corpus: Sequence[bytes]) -> bytes:
    """One value within JSON, or within one line of JSON lines, becomes another, goes, or comes twice."""
    lines = text.split(b"\n")
    at = dice.randrange(len(lines))
    try:
        data = json.loads(lines[at])
        others = list(_places(json.loads(dice.choice(dice.choice(corpus).split(b"\n")))))
    except (ValueError, RecursionError):
        return text
    places = list(_places(data))
    if not places:
        return text
    holder, key = dice.choice(places)
    match dice.randrange(4):
        case 0:
            del holder[key]
        case 1 if others:
            whose, which = dice.choice(others)
            holder[key] = whose[which]
        case 2 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += dice.choice((-1, 1, 2, 10))
        case _:
            holder[key] = dice.choice(ODD_VALUES)
    lines[at] = json.dumps(data).encode()
    return b"\n".join(lines)


def _places(data: Any) -> Any:
    """Every place within: the list or object, and the index or key."""
    if isinstance(data, dict | list):
        for key, inner in list(data.items() if isinstance(data, dict) else enumerate(data)):
            yield data, key
            yield from _places(inner)
