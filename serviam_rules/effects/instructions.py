"""The instruction set: ten instructions, and what each becomes in Python.

A program is a flat list of them; where it waits in a saved game is a position in that list. `effects.writing` writes
it, or what is left of it from a position on, as one function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import attrs

from serviam_rules.effects.op import Op
from serviam_rules.effects.running import branches, one_hand, option, show_all
from serviam_rules.effects.selectors import First, One
from serviam_rules.effects.source import Amount, Condition, Finds, Source, Things, joined
from serviam_rules.events import ChoiceImpossible, ChoiceMade
from serviam_rules.state import BranchOption, BranchRef, Decision, Draft, Frame, GiftRef, Option, PowerholderOption, Ref
from serviam_rules.values import BAZZI_BETTI, Seat, Side, value


class Writes(Protocol):
    """The function being written, as far as instructions that hold others need it."""

    to: Source
    answers: str

    def block(self, at: int, stop: int) -> bool: ...


class Instruction:
    """Base of all instructions."""

    __slots__ = ()

    def write(self, made: Any, at: int) -> int | None:
        """Write what it does at position `at`. The position that comes next; None if none can come next."""
        raise NotImplementedError

    def end(self, at: int) -> int:
        """The position after it and all instructions that it holds."""
        return at + 1

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        """The blocks that it holds, each from a position to the one after its last."""
        return ()


class Starts(Protocol):
    """A step that starts another effect."""

    def started(self, to: Source) -> str: ...


def paused(made: Any, question: Ask | Branch, at: int, found: str) -> None:
    """Leave a choice to a player."""
    to = made.to
    waits = f"Frame({to.program!r}, {at}, {made.answers}, side, target, place)"
    to(f"return pause(draft, log, {to.given(question)}, {found}, {waits}{made.private})")


@value
class Needs:
    """What a step needs besides the answer to a question in it: the question is asked only if all of it is there.

    All that the step names has to be found, no number be 0, and the step itself be able to do something.
    """

    found: tuple[Finds, ...] = ()
    numbers: tuple[Amount, ...] = ()
    op: Op | None = None

    def holds(self, to: Source) -> str:
        tests = [one.find(to).exist for one in self.found] + [f"{one.number(to)} != 0" for one in self.numbers]
        tests += [] if self.op is None else [self.op.able(to)]
        return joined(" and ", [test for test in dict.fromkeys(tests) if test != "True"])


@value
class Asks:
    """Which step of which program asks, and for a move by how much (`Decision`)."""

    prompt: str
    source: str
    step: int | None
    amount: int | None

    def decision(self, seat: Seat, kind: str, options: tuple[Option, ...]) -> Decision:
        """The decision between these options."""
        return Decision(seat, kind, self.prompt, self.source, options, self.step, self.amount)


@value
class Ask(Instruction):
    """answers[answer] := one of what `selector` finds, chosen by a player; settled here if at most one (T-16)."""

    answer: int
    kind: str
    selector: One
    asks: Asks
    needs: Needs = Needs()

    def things(self, to: Source) -> Things:
        """What can be chosen."""
        found = self.selector.find(to)
        return attrs.evolve(found, item=f"PlayerRef({found.item})") if self.kind == "player" else found

    def refs(self, to: Source) -> str:
        listed = self.things(to).listed
        return f"{to.given(one_hand)}({listed})" if self.kind == "gift" else listed

    def holds(self, to: Source) -> str:
        """Whether there is something to choose."""
        return joined(" and ", [self.needs.holds(to), self.selector.find(to).exist])

    def decision(self, draft: Draft, side: Side, refs: Sequence[Ref]) -> Decision:
        """The decision between these. Whoever's hand it is chooses from it; all else, whoever resolves the effect."""
        first = refs[0]
        seat = first.seat if isinstance(first, GiftRef) else decider(side)
        return self.asks.decision(seat, self.kind, tuple([option(draft, ref) for ref in refs]))

    def write(self, made: Any, at: int) -> int | None:
        to, held, needs = made.to, f"a{self.answer}", self.needs.holds(made.to)
        things = self.things(to)
        if things.known is not None and len(things.known) > 1 and self.kind == "powerholder":
            if needs == "True":
                self._pause_between(made, at, things.known)
                return None
            with to.block(f"if {needs}:"):
                self._pause_between(made, at, things.known)
            to(f"{held} = None")
            return at + 1
        to(f"found = {self.refs(to)}")
        with to.block("if not found:"):
            to(f"{held} = None")
            to.tell(ChoiceImpossible, made.seat, repr(self.asks.prompt), repr(self.kind), repr(self.asks.source))
        if needs != "True":
            with to.block(f"elif not {needs}:"):
                to(f"{held} = None")
        with to.block("elif len(found) > 1:"):
            paused(made, self, at, "found")
        with to.block("else:"):
            to(f"{held} = found[0]")
            seat = f"{held}.seat if {held}.__class__ is GiftRef else {made.seat}" if self.kind == "gift" else made.seat
            to(f"chosen = option(draft, {held})")
            to.tell(ChoiceMade, seat, repr(self.asks.prompt), "chosen", "True", str(self.kind == "gift"))
            if self.kind == "gift":
                to("private += (chosen,)")
        return at + 1

    def _pause_between(self, made: Any, at: int, known: Sequence[str]) -> None:
        """Leave a choice to a player that is the same in every state: it is made here, once."""
        to = made.to
        made.show_chosen()
        options = tuple(PowerholderOption(who) for who in known)
        decisions = tuple(self.asks.decision(seat, self.kind, options) for seat in range(made.seats))
        to(f"draft.decision = {to.given_as('DECISIONS', decisions)}[{made.seat}]")
        to(f"draft.frames = ({to.given(Frame)}({to.program!r}, {at}, {made.answers}, side, target, place),)")
        to("return False")


@value
class Branch(Instruction):
    """answers[answer] := one of several things to do, chosen by a player (T-18); settled here if at most one (T-16)."""

    answer: int
    branches: tuple[tuple[Condition | None, Ask | None], ...]
    options: tuple[BranchOption, ...]
    asks: Asks
    kind = "branch"

    def refs(self, to: Source) -> str:
        """Of the branches whose condition holds those whose first choice has a possibility; all, if none has."""
        opened = ["True" if when is None else when.holds(to) for when, _ in self.branches]
        able = ["True" if first is None else first.holds(to) for _, first in self.branches]
        refs = to.given_as("BRANCHES", tuple(map(BranchRef, range(len(able)))))
        return f"{to.given(branches)}({refs}, [{', '.join(opened)}], [{', '.join(able)}])"

    def decision(self, draft: Draft, side: Side, refs: Sequence[Ref]) -> Decision:
        """The decision between these."""
        options = tuple([self.options[ref.branch] for ref in refs if isinstance(ref, BranchRef)])
        return self.asks.decision(decider(side), self.kind, options)

    def write(self, made: Any, at: int) -> int | None:
        to, held = made.to, f"a{self.answer}"
        to(f"found = {self.refs(to)}")
        with to.block("if len(found) > 1:"):
            paused(made, self, at, "found")
        with to.block("if found:"):
            to(f"{held} = found[0]")
            chosen = f"{to.given_as('OPTIONS', self.options)}[{held}.branch]"
            to.tell(ChoiceMade, made.seat, repr(self.asks.prompt), chosen, "True", "False")
        with to.block("else:"):
            to(f"{held} = None")
            to.tell(ChoiceImpossible, made.seat, repr(self.asks.prompt), repr(self.kind), repr(self.asks.source))
        return at + 1


Question: TypeAlias = Ask | Branch


def decider(side: Side) -> Seat:
    """The seat that makes the choices of an effect: Bazzi-Betti's are made by the human (O)."""
    return 0 if side == BAZZI_BETTI else side


@value
class Switch(Instruction):
    """Go to the branch that was chosen, or to `otherwise` if none was."""

    answer: int
    targets: tuple[int, ...]
    otherwise: int

    def end(self, at: int) -> int:
        return self.otherwise

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return tuple(zip(self.targets, (*self.targets[1:], self.otherwise), strict=True))

    def write(self, made: Any, at: int) -> int | None:
        to = made.to
        to(f"branch = -1 if a{self.answer} is None else a{self.answer}.branch")
        for number, (start, stop) in enumerate(self.inner(at)):
            with to.block(f"{'el' if number else ''}if branch == {number}:"):
                made.block(start, stop)
        return self.otherwise


@value
class Find(Instruction):
    """answers[answer] := the first of what `selector` finds, or nothing; nobody is asked."""

    answer: int
    selector: First

    def write(self, made: Any, at: int) -> int | None:
        made.to(f"a{self.answer} = {self.selector.find(made.to).first}")
        return at + 1


@value
class Run(Instruction):
    """Carry out the step."""

    op: Op

    def write(self, made: Any, at: int) -> int | None:
        self.op.write(made.to)
        return at + 1


@value
class Call(Instruction):
    """Carry out a step that starts another effect, and go on when that has ended."""

    op: Starts

    def write(self, made: Any, at: int) -> int | None:
        to = made.to
        with to.block(f"if not {self.op.started(to)}:"):
            made.show_chosen()
            to(f"waits = {to.given(Frame)}({to.program!r}, {at + 1}, {made.answers}, side, target, place)")
            to("draft.frames = (waits, *draft.frames)")
            to("return False")
        return at + 1


@value
class Jump(Instruction):
    """Go on at `to`: the end of a block."""

    to: int

    def write(self, made: Any, at: int) -> int | None:
        return at + 1


@value
class Unless(Instruction):
    """Go on at `to` unless the condition holds. `otherwise`: where the steps for that case end."""

    condition: Condition
    to: int
    otherwise: int

    def end(self, at: int) -> int:
        return self.otherwise

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.to), (self.to, self.otherwise))

    def write(self, made: Any, at: int) -> int | None:
        with made.to.block(f"if {self.condition.holds(made.to)}:"):
            made.block(at + 1, self.to)
        if self.to < self.otherwise:
            with made.to.block("else:"):
                made.block(self.to, self.otherwise)
        return self.otherwise


@value
class Collect(Instruction):
    """answers[answer] := everything the collection holds now, in order. Gifts of hands are shown, every copy."""

    answer: int
    collection: Finds
    kind: str

    def write(self, made: Any, at: int) -> int | None:
        to, found = made.to, attrs.evolve(self.collection.find(made.to), distinct=False)
        if self.kind == "player":
            found = attrs.evolve(found, item=f"PlayerRef({found.item})")
        to(f"a{self.answer} = tuple({found.listed})")
        if self.kind == "gift":
            to.call(show_all, f"a{self.answer}")
        return at + 1


@value
class Next(Instruction):
    """Take the next of the things collected into answers[item]; when there is none, go on at `after`."""

    items: int
    item: int
    after: int

    def end(self, at: int) -> int:
        return self.after

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.after),)

    def write(self, made: Any, at: int) -> int | None:
        items = f"a{self.items}"
        with made.to.block(f"while {items}:"):
            made.to(f"a{self.item}, *{items} = {items}", f"{items} = tuple({items})")
            made.block(at + 1, self.after)
        return self.after
