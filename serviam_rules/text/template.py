"""Texts with holes: `gain {vp} VP`, `{who} moves {by:+}`, `one of these: {branches/or}`.

A hole is `{name}`, with the form of what stands in it after `:` and, for a list, how it is joined after `/`. There
is nothing else to it: no attribute, index, call or conversion can be reached from a text that somebody contributed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from serviam_rules.errors import ServiamError
from serviam_rules.text.localised import number, signed
from serviam_rules.values import value

#: The form of an expression where a hole asks for none.
PLAIN: Final = "text"
#: The form of a number that is a step: `+1`, `0`, `−1`.
SIGNED: Final = "+"

_HOLE: Final = re.compile(r"\{([a-z][a-z_]*)(?::([a-z][a-z_]*|\+))?(?:/([a-z][a-z_]*))?\}")
_BRACE: Final = re.compile(r"[{}]")


@value
class Slot:
    """A hole of a template."""

    name: str
    form: str = PLAIN
    join: str = ""

    def __str__(self) -> str:
        form = f":{self.form}" if self.form != PLAIN else ""
        return f"{{{self.name}{form}{'/' if self.join else ''}{self.join}}}"


Template: TypeAlias = tuple[str | Slot, ...]
Values: TypeAlias = Mapping[str, str | int]


class PhraseError(ServiamError, ValueError):
    """A phrase that cannot be used. `path` leads to it within the phrases of its language."""

    def __init__(self, path: tuple[str | int, ...], message: str) -> None:
        self.path = path
        self.message = message
        super().__init__(f"{'.'.join(map(str, path)) or 'phrase'}: {message}")


@lru_cache(maxsize=4096)
def template(text: str) -> Template:
    """The parts of a text with holes. PhraseError for a brace that belongs to no hole."""
    parts: list[str | Slot] = []
    end = 0
    for hole in _HOLE.finditer(text):
        _add_literal(parts, text[end : hole.start()])
        parts.append(Slot(hole[1], hole[2] or PLAIN, hole[3] or ""))
        end = hole.end()
    _add_literal(parts, text[end:])
    return tuple(parts)


def _add_literal(parts: list[str | Slot], text: str) -> None:
    if _BRACE.search(text):
        raise PhraseError((), f"a hole is written {{name}}, {{name:form}} or {{name/list}}; this is none: {text!r}")
    if text:
        parts.append(text)


def slots(parts: Template) -> tuple[Slot, ...]:
    """The holes of a template, in order."""
    return tuple(part for part in parts if isinstance(part, Slot))


def holes(text: str) -> frozenset[str]:
    """The names of the holes of a text."""
    return frozenset(slot.name for slot in slots(template(text)))


def substitute(text: str, values: Values) -> str:
    """The text with every hole filled; `{n:+}` is a number with its sign. PhraseError for a hole without a value."""
    return "".join(part if isinstance(part, str) else _filled(part, values) for part in template(text))


def _filled(slot: Slot, values: Values) -> str:
    if slot.name not in values:
        raise PhraseError((), f"nothing is known of {slot} (known: {', '.join(sorted(values)) or 'nothing'})")
    item = values[slot.name]
    if isinstance(item, str):
        return item
    return signed(item) if slot.form == SIGNED else number(item)
