"""What an op is: one step of an effect, in a file of its own under `ops/`. Layer 4.

An op is a word of the sort STEP. Its fields are its arguments and its schema, its docstring its documentation,
its `examples` are run as tests. Most ops `write` what they mean as Python, which reports
events and never changes anything itself. A few that hold other steps say how they `compile` instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from serviam_rules.effects.node import STEP, Node, Sort, walk
from serviam_rules.effects.source import Source


class CompilesTo(Protocol):
    """What ops need of the compiler."""

    def run(self, op: Op) -> None: ...
    def call(self, op: Any) -> None: ...
    def prepare(self, node: Any, sort: Sort) -> Any: ...
    def branches(self, branches: Sequence[tuple[Any, Sequence[Op]]]) -> None: ...
    def conditional(self, condition: Any, then: Sequence[Op], otherwise: Sequence[Op]) -> None: ...
    def loop(self, collection: Any, name: str, steps: Sequence[Op]) -> None: ...


class CostsOf(Protocol):
    """What ops need to tell how many instructions they can take."""

    @property
    def resolving(self) -> int: ...
    def size(self, collection: Any) -> int: ...
    def of(self, steps: Sequence[Op]) -> int: ...


class Op(Node):
    """Base of all ops."""

    __slots__ = ()

    def write(self, to: Source) -> None:
        """Write the step as Python: report events with `to.tell`. Choices have been made before."""
        raise NotImplementedError

    def compile(self, compiler: CompilesTo) -> None:
        """Turn the step into instructions: its questions first, then itself."""
        compiler.run(compiler.prepare(self, STEP))

    def cost(self, costs: CostsOf) -> int:
        """The most instructions the step can take: one for itself, one for each choice in it."""
        return sum(part.tag in ("one", "first") for part in walk(self)) + 1
