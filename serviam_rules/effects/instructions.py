"""The instruction set: twelve instructions, and what each becomes in Python.

A program is a flat list of them; where it waits in a saved game is a position in that list. `effects.writing` writes
it, or what is left of it from a position on, as one function.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Protocol, TypeAlias

import attrs

from serviam_rules.effects.force import lay, may_replace
from serviam_rules.effects.lasting import RuleWord
from serviam_rules.effects.node import Node
from serviam_rules.effects.op import Op
from serviam_rules.effects.running import (
    Asks,
    branches,
    clockwise,
    decision,
    decisions,
    draw_lots,
    goes_on,
    one_hand,
    pause,
    pickable,
    picked,
    secret,
    settle,
    show_all,
    show_picked,
)
from serviam_rules.effects.selectors import CardsOfSet, First, One, Random, SomeOf
from serviam_rules.effects.source import (
    Amount,
    Condition,
    Finds,
    Source,
    Things,
    bracketed,
    joined,
    literal,
    negated,
)
from serviam_rules.state import Frame, Lasting, PlayerRef
from serviam_rules.values import value


class Writes(Protocol):
    """The function being written."""

    to: Source
    #: The answers, each and all together, as Python.
    names: list[str]
    answers: str
    #: Whether gifts of hands can be chosen in the program, which `private` then holds.
    hides: bool

    def block(self, at: int, stop: int) -> bool: ...
    def show_chosen(self) -> None: ...


class Instruction:
    """Base of all instructions."""

    __slots__ = ()

    def write(self, made: Writes, at: int) -> int | None:
        """Write what it does at position `at`. The position that comes next; None if none can come next."""
        raise NotImplementedError

    def end(self, at: int) -> int:
        """The position after it and all instructions that it holds."""
        return at + 1

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        """The blocks that it holds, each from a position to the one after its last."""
        return ()

    #: Whether what it holds is done again and again.
    loops: ClassVar[bool] = False

    def within(self, to: Source) -> AbstractContextManager[None]:
        """What holds while what it holds is written."""
        return nullcontext()


class Starts(Protocol):
    """A step that starts another effect."""

    def started(self, to: Source) -> str: ...


class Lays(Protocol):
    """A step that lays a lasting rule down."""

    rule: RuleWord
    until: Node


def frame(made: Writes, position: int) -> str:
    """The effect, waiting at a position, as Python."""
    to = made.to
    return f"{to.given(Frame)}({literal(to.program)}, {position}, {made.answers}, side, target, place)"


def asks(to: Source, step: Asks) -> str:
    """The step that asks, as Python."""
    return to.constant(
        "asks", f"{to.given(Asks)}({', '.join(map(literal, (step.prompt, step.source, step.step, step.amount)))})"
    )


def write_pause(made: Writes, question: Question, at: int) -> None:
    """Leave the choice between what is `found` to a player."""
    to = made.to
    private = ", private" if made.hides else ""
    acting = "" if to.you == "side" else f"{private or ', ()'}, {to.you}"
    named = f"{literal(question.kind)}, {asks(to, question.asks)}"
    to(f"return {to.given(pause)}(draft, log, {named}, found, {frame(made, at)}{acting or private})")


def write_question(made: Writes, question: Ask | Branch, at: int, found: str, needs: str) -> None:
    """Find what can be chosen; a player chooses, but where there is one possibility or none it is settled."""
    to, held = made.to, f"a{question.answer}"
    named = f"{literal(question.kind)}, {asks(to, question.asks)}"
    to(f"found = {found}")
    if needs != "True":
        with to.block(f"if found and {negated(needs)}:"):
            to(f"{held} = None")
    with to.block(f"{'if' if needs == 'True' else 'elif'} len(found) > 1:"):
        write_pause(made, question, at)
    with nullcontext() if needs == "True" else to.block("else:"):
        to(f"{held} = {to.given(settle)}(draft, log, {named}, {to.you}, found)")
    if question.kind == "gift":
        to(f"private += {to.given(secret)}(draft, {held})")


@value
class Needs:
    """What a step needs besides the answer to a question in it: the question is asked only if all of it is there.

    All that the step names has to be found, no number be 0, and the step itself be able to do something.
    """

    found: tuple[Finds, ...] = ()
    numbers: tuple[Amount, ...] = ()
    op: Op | None = None

    def holds(self, to: Source) -> str:
        tests = [one.find(to).exist for one in self.found] + [
            f"{bracketed(one.number(to))} != 0" for one in self.numbers
        ]
        tests += [] if self.op is None else [self.op.able(to)]
        return joined("and", list(dict.fromkeys(tests)))


@value
class Ask(Instruction):
    """answers[answer] := one of what `selector` finds, chosen by a player; settled here if at most one (T-16)."""

    answer: int
    kind: str
    selector: One | CardsOfSet
    asks: Asks
    needs: Needs = Needs()

    def found(self, to: Source) -> tuple[str | None, str]:
        """The decisions, by side, if the same things can be chosen at all times; and what can be chosen, as a list."""
        things = as_refs(self._candidates(to), self.kind, to)
        always = self._always(things, to)
        listed = things.listed
        return always, f"{to.given(one_hand)}({listed})" if self.kind == "gift" and not always else listed

    def _always(self, things: Things, to: Source) -> str | None:
        if self.kind != "powerholder" or things.known is None or len(things.known) < 2:
            return None
        seats = to.rules.numbers.players.most
        made = f"{to.given(decisions)}({asks(to, self.asks)}, {literal(things.known)}, {seats})"
        return to.constant("choices", made)

    def holds(self, to: Source) -> str:
        """Whether there is something to choose."""
        return joined("and", [self.needs.holds(to), self._candidates(to).exist])

    def _candidates(self, to: Source) -> Things:
        """What the selector finds, less what lasting rules forbid to choose."""
        found = self.selector.find(to)
        if self.kind == "place" and self.asks.prompt == "replace" and to.ruled("replaces"):
            return found.where(f"{to.given(may_replace)}(draft, {found.item})")
        return found

    def write(self, made: Writes, at: int) -> int | None:
        to, needs = made.to, self.needs.holds(made.to)
        always, found = self.found(to)
        if always is None:
            write_question(made, self, at, found, needs)
            return at + 1
        with nullcontext() if needs == "True" else to.block(f"if {needs}:"):
            made.show_chosen()
            to(f"draft.decision = {always}[{to.you}]", f"draft.frames = ({frame(made, at)},)", "return False")
        if needs == "True":
            return None
        to(f"a{self.answer} = None")
        return at + 1


@value
class Branch(Instruction):
    """answers[answer] := one of several things to do, chosen by a player (T-18); settled here if at most one (T-16)."""

    answer: int
    branches: tuple[tuple[Condition | None, Ask | Pick | None], ...]
    asks: Asks
    #: Earlier answers, whose branches are not chosen again.
    done: tuple[int, ...] = ()
    kind = "branch"

    def found(self, to: Source) -> tuple[None, str]:
        """Of the branches whose condition holds those whose first choice has a possibility; all, if none has."""
        opened = [
            joined("and", ["True" if when is None else when.holds(to), *(left(answer, at) for answer in self.done)])
            for at, (when, _) in enumerate(self.branches)
        ]
        able = ["True" if first is None else first.holds(to) for _, first in self.branches]
        return None, f"{to.given(branches)}([{', '.join(opened)}], [{', '.join(able)}])"

    def write(self, made: Writes, at: int) -> int | None:
        write_question(made, self, at, self.found(made.to)[1], "True")
        return at + 1


def left(answer: int, branch: int) -> str:
    """Whether a branch was not chosen before, as Python."""
    return f"(a{answer} is None or a{answer}.branch != {branch})"


@value
class LotBranch(Instruction):
    """answers[answer] := one of several things to do, each equally likely."""

    answer: int
    whens: tuple[Condition | None, ...]
    asks: Asks
    kind = "branch"

    def write(self, made: Writes, at: int) -> int | None:
        to = made.to
        opened = ", ".join("True" if when is None else when.holds(to) for when in self.whens)
        write_lots(made, self, f"{to.given(branches)}([{opened}], [True] * {len(self.whens)})")
        return at + 1


@value
class Lot(Instruction):
    """answers[answer] := one of what `selector` finds, by chance; every copy of a gift counts."""

    answer: int
    kind: str
    selector: Random
    asks: Asks

    def write(self, made: Writes, at: int) -> int | None:
        things = attrs.evolve(self.selector.find(made.to), distinct=False)
        write_lots(made, self, as_refs(things, self.kind, made.to).listed)
        if self.kind == "gift" and made.hides:
            made.to(f"private += {made.to.given(secret)}(draft, a{self.answer})")
        return at + 1


def write_lots(made: Writes, one: Lot | LotBranch, found: str) -> None:
    """Draw one of what is found."""
    to = made.to
    named = f"{literal(one.kind)}, {asks(to, one.asks)}"
    to(f"a{one.answer} = {to.given(draw_lots)}(draft, log, {named}, {to.you}, {found})")


@value
class Pick(Instruction):
    """answers[answer] := one more of what `selector` finds, or that no more is wanted; `several` are those before."""

    answer: int
    kind: str
    selector: SomeOf
    asks: Asks
    several: int
    needs: Needs = Needs()

    def found(self, to: Source) -> tuple[None, str]:
        """What can be picked now, as a list."""
        things = attrs.evolve(self.selector.find(to), distinct=False)
        listed = as_refs(things, self.kind, to).listed
        return None, f"{to.given(pickable)}({listed}, a{self.several}, {self.selector.at_least})"

    def holds(self, to: Source) -> str:
        """Whether there is something to choose."""
        return joined("and", [self.needs.holds(to), self.selector.find(to).exist])

    def write(self, made: Writes, at: int) -> int | None:
        to, needs, held = made.to, self.needs.holds(made.to), f"a{self.answer}"
        named = f"{literal(self.kind)}, {asks(to, self.asks)}"
        to(f"found = {self.found(to)[1]}" + ("" if needs == "True" else f" if {needs} else ()"))
        with to.block("if len(found) > 1:"):
            write_pause(made, self, at)
        told = f"found or not a{self.several}" if needs == "True" else f"found or (not a{self.several} and {needs})"
        to(f"{held} = {to.given(settle)}(draft, log, {named}, {to.you}, found) if {told} else None")
        return at + 1


@value
class Picked(Instruction):
    """The answer is put to those picked before; where there was none, no more is wanted. Gifts of hands are shown."""

    several: int
    answer: int
    kind: str

    def write(self, made: Writes, at: int) -> int | None:
        to, several, held = made.to, f"a{self.several}", f"a{self.answer}"
        to(f"{several}, {held} = {to.given(picked)}({several}, {held})")
        if self.kind == "gift":
            to.call(show_picked, several)
        return at + 1


@value
class Begin(Instruction):
    """Nothing has been picked yet."""

    several: int
    item: int

    def write(self, made: Writes, at: int) -> int | None:
        made.to(f"a{self.several}, a{self.item} = (), None")
        return at + 1


@value
class Gather(Instruction):
    """One after another is picked, `most` at most, until no more is wanted."""

    several: int
    item: int
    most: int | None
    after: int
    loops: ClassVar[bool] = True

    def end(self, at: int) -> int:
        return self.after

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.after),)

    def write(self, made: Writes, at: int) -> int | None:
        to = made.to
        with to.block(f"while {to.given(goes_on)}(a{self.several}, a{self.item}, {self.most}):"):
            made.block(at + 1, self.after)
        return self.after


@value
class Acting(Instruction):
    """The player in answers[who] is `you` in the steps up to `after`."""

    who: int
    after: int

    def end(self, at: int) -> int:
        return self.after

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.after),)

    def within(self, to: Source) -> AbstractContextManager[None]:
        return to.acting(f"a{self.who}.side")

    def write(self, made: Writes, at: int) -> int | None:
        with self.within(made.to):
            made.block(at + 1, self.after)
        return self.after


Question: TypeAlias = Ask | Branch | Pick
#: The instructions that a program can wait at for a player.
QUESTIONS = (Ask, Branch, Pick)


def write_decision(to: Source, question: Question) -> None:
    """Write what a question lets choose from."""
    always, found = question.found(to)
    if always is not None:
        to(f"return {always}[{to.you}]")
        return
    named = f"{literal(question.kind)}, {asks(to, question.asks)}"
    to(f"return {to.given(decision)}(draft, {named}, {to.you}, {found})")


def as_refs(things: Things, kind: str, to: Source) -> Things:
    """Things as they stand in answers: players are found as sides, and kept as refs."""
    return attrs.evolve(things, item=f"{to.given(PlayerRef)}({things.item})") if kind == "player" else things


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

    def write(self, made: Writes, at: int) -> int | None:
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

    def write(self, made: Writes, at: int) -> int | None:
        made.to(f"a{self.answer} = {self.selector.find(made.to).first}")
        return at + 1


@value
class Run(Instruction):
    """Carry out the step; answers[done] := how much of it was done, if that is asked for."""

    op: Op
    done: int | None = None

    def write(self, made: Writes, at: int) -> int | None:
        if self.done is None:
            self.op.write(made.to)
        else:
            made.to(f"a{self.done} = 0")
            with made.to.counting(f"a{self.done} {self.op.counted}"):
                self.op.write(made.to)
        return at + 1


@value
class Call(Instruction):
    """Carry out a step that starts another effect, and go on when that has ended."""

    op: Starts

    def write(self, made: Writes, at: int) -> int | None:
        to = made.to
        with to.block(f"if not {self.op.started(to)}:"):
            made.show_chosen()
            to(f"draft.frames = ({frame(made, at + 1)}, *draft.frames)", "return False")
        return at + 1


@value
class Lay(Instruction):
    """Lay down a lasting rule. What it answers with stands up to `after`, and is carried out when it answers.

    `op` is the step as it is written, `rule` what it says with all questions settled; it `reads` these answers.
    """

    op: Lays
    rule: RuleWord
    reads: tuple[int, ...]
    after: int

    def end(self, at: int) -> int:
        return self.after

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.after),)

    def write(self, made: Writes, at: int) -> int | None:
        to = made.to
        read = [name if n in self.reads else "None" for n, name in enumerate(made.names)]
        answers = f"({', '.join(read)}{',' if len(read) == 1 else ''})"
        to.call(lay, f"{to.given(Lasting)}({literal(to.program)}, {at}, {answers}, {to.you}, target, place)")
        return self.after


@value
class Over(Instruction):
    """What a lasting rule answers with ends here."""

    def write(self, made: Writes, at: int) -> int | None:
        made.to("return True")
        return None


@value
class Jump(Instruction):
    """Go on at `to`: the end of a block."""

    to: int

    def write(self, made: Writes, at: int) -> int | None:
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

    def write(self, made: Writes, at: int) -> int | None:
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
    #: Whether players come clockwise, whoever resolves the effect first, and not in the order of seats.
    in_turn: bool = False

    def write(self, made: Writes, at: int) -> int | None:
        to, held = made.to, f"a{self.answer}"
        things = attrs.evolve(self.collection.find(to), distinct=False)
        if self.in_turn:
            ref, side = to.given(PlayerRef), to.name("one")
            ordered = f"{to.given(clockwise)}(draft, {to.you}, {things.listed})"
            to(f"{held} = tuple([{ref}({side}) for {side} in {ordered}])")
        else:
            to(f"{held} = tuple({as_refs(things, self.kind, to).listed})")
        if self.kind == "gift":
            to.call(show_all, held)
        return at + 1


@value
class Next(Instruction):
    """Take the next of the things collected into answers[item]; when there is none, go on at `after`."""

    items: int
    item: int
    after: int
    loops: ClassVar[bool] = True

    def end(self, at: int) -> int:
        return self.after

    def inner(self, at: int) -> Sequence[tuple[int, int]]:
        return ((at + 1, self.after),)

    def write(self, made: Writes, at: int) -> int | None:
        items = f"a{self.items}"
        with made.to.block(f"while {items}:"):
            made.to(f"a{self.item}, *{items} = {items}", f"{items} = tuple({items})")
            made.block(at + 1, self.after)
        return self.after
