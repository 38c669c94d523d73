"""What an op is: one step of an effect, in a file of its own under `ops/`.

An op is a word of the sort STEP. Its fields are its arguments and its schema, its `doc` its documentation,
its `examples` are run as tests. Most ops `write` what they mean as Python, which reports
events and never changes anything itself. A few that hold other steps say how they `compile` instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Literal, Protocol

from serviam_rules.effects.known import Idle, Known, SizesOf
from serviam_rules.effects.node import STEP, Node, Path, Sort, walk
from serviam_rules.effects.source import Source


class CompilesTo(Protocol):
    """What ops need of the compiler."""

    def run(self, op: Op) -> None: ...
    def call(self, op: Any) -> None: ...
    def prepare(self, node: Any, sort: Sort) -> Any: ...
    def branches(self, branches: Sequence[tuple[Any, Sequence[Op]]], times: int = 1) -> None: ...
    def lots(self, branches: Sequence[tuple[Any, Sequence[Op]]]) -> None: ...
    def up_to(self, times: int, steps: Sequence[Op]) -> None: ...
    def let(self, who: Any, steps: Sequence[Op]) -> None: ...
    def name_card(self, cards: Any, name: str) -> None: ...
    def conditional(self, condition: Any, then: Sequence[Op], otherwise: Sequence[Op]) -> None: ...
    def loop(self, collection: Any, name: str, steps: Sequence[Op]) -> None: ...
    def lay(self, op: Any) -> None: ...


class CostsOf(SizesOf, Protocol):
    """What ops need to tell how many instructions they can take."""

    @property
    def resolving(self) -> int: ...
    def of(self, steps: Sequence[Op]) -> int: ...


class Looks(Protocol):
    """What ops that hold steps need of whoever looks through an effect before the game (`packs.meaning`)."""

    def report(self, path: Path, code: str, message: str) -> None: ...
    def expression(self, sort: Sort, node: Any, path: Path) -> None: ...
    def condition(self, condition: Any, path: Path) -> bool | None: ...
    def steps(self, steps: Sequence[Op], path: Path) -> None: ...
    def step(self, op: Op, path: Path) -> None: ...
    def lasting(self, op: Any, path: Path) -> None: ...
    def ask(self, path: Path, tag: str) -> None: ...
    def holding(self, condition: Any, *, holds: bool) -> AbstractContextManager[None]: ...
    def acting(self, who: Any) -> AbstractContextManager[None]: ...
    def call(self, name: str, kind: str, path: Path) -> None: ...
    def naming(self, name: str, kind: str, collection: Any, path: Path) -> AbstractContextManager[None]: ...


class Op(Node):
    """Base of all ops."""

    __slots__ = ()

    #: Whether what it does counts upwards, or downwards as VP that are lost.
    counted: ClassVar[Literal["+=", "-="]] = "+="

    def write(self, to: Source) -> None:
        """Write the step as Python: report events with `to.tell`. Choices have been made before."""
        raise NotImplementedError

    def able(self, to: Source) -> str:
        """As Python, whether the step can do anything, whatever is chosen in it."""
        return "True"

    def compile(self, compiler: CompilesTo) -> None:
        """Turn the step into instructions: its questions first, then itself."""
        compiler.run(compiler.prepare(self, STEP))

    def look(self, at: Looks, path: Path) -> None:
        """Look through the step before the game, in the order in which it is compiled."""
        at.step(self, path)

    def idle(self, known: Known) -> Iterator[Idle]:
        """Why the step can never do anything; nothing if it can."""
        return iter(())

    @property
    def possibilities(self) -> tuple[tuple[Op, ...], ...]:
        """The steps of each thing that the player can choose to do instead of another, in the order of the options."""
        return ()

    def reach(self, known: Known) -> int:
        """How much it can do at most, if that can have a name: what `did` can come to."""
        return 0

    def amount(self) -> int | None:
        """By how much it goes, if that is settled before it happens: what a question of it says beside its options."""
        return None

    def cost(self, costs: CostsOf) -> int:
        """The most instructions the step can take: one for itself, one for each choice in it."""
        return sum(part.answers for part in walk(self)) + 1
