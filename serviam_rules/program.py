"""A compiled effect: a flat list of instructions, and the protocol of one instruction.

Layer 0. What the instructions mean stands in `effects/instructions.py`; the virtual machine that steps
through them in `effects/vm.py`.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from serviam_rules.values import value


class Instruction(Protocol):
    """One step of a program."""

    def do(self, env: Any, position: int) -> int:
        """Carry it out at `position` and return the position that comes next, or PAUSE, or SUSPENDED."""
        ...


#: What an instruction returns when a player has to choose before it can be carried out.
PAUSE: Final = -1
#: What an instruction returns when an effect it has started waits for a player.
SUSPENDED: Final = -2


@value
class Program:
    """The instructions of an effect, how many answers it keeps, and a bound on the steps it can take.

    `id` names where it comes from: `gift/alms`, `powerholder/kurt`, `rival/irma`, `set/reward`.
    """

    id: str
    code: tuple[Instruction, ...]
    answers: int
    bound: int
    #: What each answer holds, for the checks on saved games: powerholder, place, gift, player, branch, or `items`.
    sorts: tuple[str, ...]
