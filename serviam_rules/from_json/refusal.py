"""What is wrong with a piece of data, in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NoReturn, TypeAlias

from serviam_rules.errors import FormatError, nearest
from serviam_rules.from_json.text import MOST_DIGITS, Odd, Repeated
from serviam_rules.plain import Plain

#: The keys and list positions on the way to a piece of data.
Path: TypeAlias = tuple[str | int, ...]

_SHOWN: Final = 48


class Refusal(Exception):
    """What is wrong with a piece of data; `path` leads on from the piece to what is wrong."""

    def __init__(self, message: str, path: Path = ()) -> None:
        self.message = message
        self.path = path
        super().__init__(message)

    def within(self, path: Path) -> Refusal:
        """The same, seen from further out."""
        return Refusal(self.message, (*path, *self.path))

    def error(self, path: Path) -> FormatError:
        """The error for a piece of data that stands at `path`."""
        return FormatError(self.message, written_path((*path, *self.path)))


def written_path(path: Iterable[str | int]) -> str:
    """A path as people write it: `players[0].row[2].gifts`."""
    written = ""
    for part in path:
        if isinstance(part, str) and _PLAIN_KEY.fullmatch(part):
            written += f".{part}" if written else part
        else:
            written += f"[{shown(part) if isinstance(part, str) else part}]"
    return written


_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,47}", re.ASCII)


def shown(text: str) -> str:
    """A text for a message: in quotes, cut when it is long, always one line of printable characters."""
    quoted = ascii(text[:_SHOWN])
    return quoted if len(text) <= _SHOWN else f"{quoted[:-1]}...{quoted[-1]}"


def hint(word: str, known: Iterable[str]) -> str:
    """What may have been meant by a word that is not known."""
    return nearest(word[:_SHOWN], known)


def refuse(data: Plain, wanted: str, more: str = "") -> NoReturn:
    """Refuse data that stands where something else belongs."""
    if isinstance(data, Repeated):
        raise Refusal(f"the key {shown(data.key)} stands here twice", (data.key,))
    if isinstance(data, Odd) and data.text.lstrip("-").isdigit():
        raise Refusal(f"{_seen(data)} has more than {MOST_DIGITS} digits")
    raise Refusal(f"{_seen(data)} stands where {wanted} belongs{more}")


def _seen(data: Plain) -> str:
    """What stands in the data, in words."""
    if isinstance(data, Odd):
        cut = data.text if len(data.text) <= 24 else f"{data.text[:12]}... ({len(data.text)} characters)"
        return f"the number {cut}"
    if isinstance(data, str):
        return f"the text {shown(data)}"
    if isinstance(data, list | dict):
        return "a list" if isinstance(data, list) else "an object"
    words = {None: "null", True: "true", False: "false"}
    return f"the number {data}" if type(data) is int else words.get(data, f"a {type(data).__name__}")


def expect(data: Plain, kind: type[object], wanted: str) -> Plain:
    """The data, if it is of exactly this type."""
    if type(data) is not kind:
        refuse(data, wanted)
    return data


def as_object(data: Plain) -> dict[str, Plain]:
    """The data, if it is an object."""
    found: dict[str, Plain] = expect(data, dict, "an object")
    return found


def check_keys(data: Plain, known: Sequence[str], optional: Collection[str] = ()) -> dict[str, Plain]:
    """The data, if it is an object that has these keys and no others."""
    found = as_object(data)
    for key in found:
        if key not in known:
            fields = f" (fields: {', '.join(known)})"
            raise Refusal(f"there is no field {shown(key)} here{hint(key, known)}{fields}", (key,))
    for key in known:
        if key not in found and key not in optional:
            raise Refusal("this field is missing", (key,))
    return found
