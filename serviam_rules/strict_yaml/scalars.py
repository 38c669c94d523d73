"""What may stand in a file as text, and what a plain (unquoted) value means.

Plain values are text, except `true`, `false`, `null` and whole numbers in plain decimal digits. What
another reader of YAML could take for a number, a date, a yes or a null is refused, never guessed, and so is
what only looks like such a value to a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, TypeAlias

from serviam_rules.strict_yaml.limits import MAX_DIGITS

Scalar: TypeAlias = str | int | bool | None

_SHOWN = 40
_CONSTANTS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
_INTEGER: Final = re.compile(r"[-+]?[1-9][0-9]*|\+?0")

_AS_NUMBER = "write a whole number in plain digits, like 12 or -1, or "

#: What a plain value could be taken for: in words, how it looks, what to write instead.
_LOOKS_LIKE: Final = tuple(
    (what, re.compile(pattern, re.ASCII | re.IGNORECASE), instead)
    for what, pattern, instead in (
        ("a yes or no", r"y|yes|n|no|on|off|true|false", "write true or false, or "),
        ("a null", r"~|null", "write null, or "),
        ("infinity or not-a-number", r"[-+]?\.?(inf|infinity|nan)", ""),
        ("a date", r"\d{1,4}[-/]\d{1,2}[-/]\d{1,4}([t\s].*)?|\d{4}-\d\d", ""),
        ("a time of day", r"[-+]?\d[\d_]*(:\d+)+(\.[\d_]*)?", ""),
        ("a number in hexadecimal, octal or binary", r"[-+]?0[xob][0-9a-f_]+", _AS_NUMBER),
        (
            "a number in another notation",
            r"[-+]?(?=[._]*\d)([\d_][\d_,' ]*)?([./][\d_]*)?(e[-+]?\d+)?%?",
            _AS_NUMBER,
        ),
    )
)

#: Characters that may stand nowhere: the code of the problem, the pattern, the sentence.
_ODD: Final = tuple(
    (code, re.compile(pattern), sentence)
    for code, pattern, sentence in (
        (
            "tab",
            "\t",
            "a tab stands here; indent and separate with spaces (inside double quotes, \\t writes a tab)",
        ),
        (
            "byte-order-mark",
            "\ufeff",
            "a byte order mark ({0}) stands here; only the very start of a file may have one, so delete it",
        ),
        (
            "lone-surrogate",
            "[\ud800-\udfff]",
            "{0} is half of a surrogate pair and no character; write the character itself",
        ),
        (
            "control-character",
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]",
            "the control character {0} stands here; delete it, or start a new line if one is meant",
        ),
    )
)


class Refusal(ValueError):
    """Something that may not stand in a file: `code` is the stable word of the problem."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def show(text: str) -> str:
    """`text` for a message: in quotes, invisible characters escaped, cut when it is long, always one line."""
    quoted = repr(text[: _SHOWN + 1])
    return quoted if len(quoted) <= _SHOWN else f"{quoted[:_SHOWN]}...{quoted[-1]}"


def name(character: str) -> str:
    """A character by number and name: `U+2212 MINUS SIGN`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def odd_characters(text: str) -> Iterator[tuple[int, Refusal]]:
    """The first of each kind of character that may not stand in a file, each with its index in `text`."""
    for code, pattern, sentence in _ODD:
        if found := pattern.search(text):
            yield found.start(), Refusal(code, sentence.format(name(found.group())))
    if not unicodedata.is_normalized("NFC", text):
        composed = unicodedata.normalize("NFC", text)
        index = next(at for at, (old, new) in enumerate(zip(text, composed, strict=False)) if old != new)
        yield index, _not_nfc(text[index], composed[index])


def _not_nfc(found: str, wanted: str) -> Refusal:
    advice = f"write the one character {name(wanted)}"
    return Refusal("not-nfc", f"the text from {name(found)} on is not in Unicode's form NFC; {advice}")


def resolve(text: str) -> Scalar:
    """What a plain value means: `true`, `false`, `null`, a whole number of at most 12 digits, else its text.

    Raises `Refusal` for a value that is empty or could be taken for something else than text.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text)
    _refuse_empty(text)
    _refuse_ambiguous(text)
    if not text.isascii():
        _refuse_disguised(text)
    return text


def resolve_key(text: str, *, plain: bool) -> str:
    """The text of a key, written plainly or in quotes. Raises `Refusal` for all that is no ASCII text."""
    if plain and text == "<<":
        raise Refusal("merge-key", "the merge key << stands here; write the merged entries out")
    if not text.isascii():
        raise Refusal(
            "key-not-ascii",
            f"the key {show(text)} holds {name(_beyond_ascii(text))}; keys are written in plain ASCII",
        )
    if plain and not _is_text(text):
        raise key_not_text(f"an unquoted {show(text)}" if text else "nothing")
    return text


def key_not_text(found: str) -> Refusal:
    """The refusal of a key that is `found`: a number, a list, nothing."""
    return Refusal("key-not-text", f"{found} stands here as a key; a key is a text like 'rank'")


def _integer(text: str) -> int:
    digits = len(text.lstrip("+-"))
    if digits > MAX_DIGITS:
        raise Refusal("number-too-long", f"a number of {digits} digits stands here; at most {MAX_DIGITS} are read")
    return int(text)


def _refuse_empty(text: str) -> None:
    if not text:
        raise Refusal(
            "empty-value",
            'a value is missing; write it after ": " or "- " (null for none, "" for an empty text)',
        )


def _refuse_ambiguous(text: str) -> None:
    for what, pattern, instead in _LOOKS_LIKE:
        if pattern.fullmatch(text):
            raise Refusal(
                "ambiguous",
                f"{show(text)} looks like {what}; {instead}use quotes if text is meant",
            )


def _refuse_disguised(text: str) -> None:
    """Refuse what a person would read as another value than the computer does: `−1`, `１`, `1` and a NBSP."""
    for edge in (text[0], text[-1]):
        if _is_invisible(edge):
            raise Refusal(
                "invisible-character",
                f"{show(text)} begins or ends with {name(edge)}; delete it, or use quotes if it is meant",
            )
    seen = "".join(map(_as_seen, unicodedata.normalize("NFKC", text)))
    if seen.isascii() and not _is_text(seen):
        raise Refusal(
            "look-alike",
            f"{show(text)} looks like {show(seen)} but holds {name(_beyond_ascii(text))};"
            " write it in plain ASCII, or use quotes if text is meant",
        )


def _is_text(text: str) -> bool:
    try:
        return isinstance(resolve(text), str)
    except Refusal:
        return False


def _as_seen(character: str) -> str:
    """The ASCII digit, sign or space that a character looks like, "" for nothing at all, else itself."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if unicodedata.category(character) == "Pd" or character in "\u2212\u2796":
        return "-"
    if character == "\u2795":
        return "+"
    if _is_invisible(character):
        return " " if unicodedata.category(character) == "Zs" else ""
    return character


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in {"Zs", "Zl", "Zp", "Cf"}


def _beyond_ascii(text: str) -> str:
    return next(character for character in text if not character.isascii())
