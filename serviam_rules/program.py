"""A compiled effect: a flat list of instructions, and the protocol of one instruction.

What the instructions are stands in `effects/instructions.py`; `effects/writing.py` writes them as Python.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

from serviam_rules.values import value


class Instruction(Protocol):
    """One step of a program."""

    def write(self, made: Any, at: int) -> int | None:
        """Write what it does at position `at` as Python. The position that comes next; None if none can."""
        ...

    def end(self, at: int) -> int:
        """The position after it and all instructions that it holds."""
        ...

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        """The blocks that it holds, each from a position to the one after its last."""
        ...

    #: Whether what it holds is done again and again.
    loops: ClassVar[bool]

    def within(self, to: Any) -> AbstractContextManager[None]:
        """What holds while what it holds is written."""
        ...


@value
class Program:
    """The instructions of an effect, how many answers it keeps, and a bound on the steps it can take.

    `id` names where it comes from: `gift/alms`, `powerholder/kurt`, `rival/irma`, `set/reward`.
    """

    id: str
    code: tuple[Instruction, ...]
    answers: int
    bound: int
    #: What each answer holds, for the checks on saved games: powerholder, place, gift, player, branch,
    #: card, number, or `items`.
    sorts: tuple[str, ...]
    #: The step that each instruction comes from: where it stands in the data, and its word.
    steps: tuple[str, ...]


def named(program: str) -> str:
    """The part that a program has in the names of its functions: `gift_alms`."""
    return re.sub(r"\W", "_", program)
