"""A program -> Python functions.

The function of a program does all that it says in one go. It returns True when the effect has ended, and False when a
player has to choose first; then the effect waits as a frame of the state. With the answer it goes on as another
function, written of what is left of the program from there. So a program becomes

- `begin_gift_alms(draft, log, side, target, place)`: the effect from its beginning;
- `ask_3_gift_alms(draft, side, target, place, answers)`: the decision that is due at position 3;
- `answer_3_gift_alms(draft, log, side, target, place, answers, chosen)`: what is left when that has been answered;
- `resume_4_gift_alms(draft, log, side, target, place, answers)`: what is left when an effect that position 3
  has started is over, or what the lasting rule at position 3 answers with;
- `rule_3_gift_alms(draft, side, target, place, answers, it_top, it_who, it_side, it_gift, it_place)`: whether the rule
  at position 3 comes in when something happens, or how much it adds.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import attrs

from serviam_rules.effects.instructions import QUESTIONS, Ask, Call, Lay, Lot, Question, write_decision
from serviam_rules.effects.running import show_chosen
from serviam_rules.effects.source import Source, literal
from serviam_rules.model import Ruleset
from serviam_rules.program import Program, named

_SIDES: Final = "side, target, place"
_IT: Final = "it_top, it_who, it_side, it_gift, it_place"


@attrs.frozen
class Function:
    """A function as Python, and what has to stand before it."""

    name: str
    imports: tuple[tuple[str, str], ...]
    constants: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, to be run as it stands."""
        return text([self])


def text(functions: Sequence[Function]) -> str:
    """Functions as one text: imports, constants, and the functions."""
    names: dict[str, set[str]] = {}
    for module, name in (pair for one in functions for pair in one.imports):
        names.setdefault(module, set()).add(name)
    imports = [f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names)]
    constants = dict.fromkeys(line for one in functions for line in one.constants)
    parts = [[*imports], [*constants], *([*one.lines] for one in functions)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


class Writing:
    """A function of one program, being written."""

    def __init__(self, rules: Ruleset, program: Program, scope: dict[str, Any]) -> None:
        self.to: Source = Source(rules, program.id, scope)
        self.program = program
        self.names: list[str] = [f"a{number}" for number in range(program.answers)]
        self.answers: str = f"({', '.join(self.names)}{',' if len(self.names) == 1 else ''})"
        self.hides: bool = any(isinstance(one, Ask | Lot) and one.kind == "gift" for one in program.code)
        self._origin = ""

    def show_chosen(self) -> None:
        """Before the effect waits, show the gifts that were chosen from hands."""
        if self.hides:
            with self.to.block("if private:"):
                self.to.call(show_chosen, "private")

    def block(self, at: int, stop: int) -> bool:
        """Write the instructions from one position to another. False if the end cannot be reached."""
        while at < stop:
            following = self._instruction(at)
            if following is None:
                return False
            at = following
        return True

    def _instruction(self, at: int) -> int | None:
        if self._origin != self.program.steps[at]:
            self._origin = self.program.steps[at]
            self.to(f"# {self._origin}")
        return self.program.code[at].write(self, at)

    def rest(self, at: int, stop: int, start: int) -> bool:
        """Write what is left of a block from a position in it on."""
        while at < start:
            one = self.program.code[at]
            end = one.end(at)
            if start < end:
                first, last = next(inner for inner in one.inner(at) if inner[0] <= start < inner[1])
                with one.within(self.to):
                    reached = self.rest(first, last, start)
                if not reached:
                    return False
                if one.loops:
                    break
            at = end
        return self.block(at, stop)

    def begin(self) -> Function:
        """The effect from its beginning."""
        if self.names:
            self.to(f"{' = '.join(self.names)} = None")
        if self.hides:
            self.to("private = ()")
        if self.block(0, len(self.program.code)):
            self.to("return True")
        return finished(self.to, "begin", f"draft, log, {_SIDES}")

    def answer(self, at: int) -> Function:
        """What is left when the question at a position has been answered."""
        question: Question = self.program.code[at]  # type: ignore[assignment]
        self._unpack()
        self.to(f"a{question.answer} = chosen.ref")
        if self.hides:
            own = isinstance(question, Ask) and question.kind == "gift"
            self.to("private = (chosen,)" if own else "private = ()")
        if self.rest(0, len(self.program.code), at + 1):
            self.to("return True")
        return finished(self.to, f"answer_{at}", f"draft, log, {_SIDES}, answers, chosen")

    def resume(self, at: int) -> Function:
        """What is left from a position on, when an effect that this one has started is over."""
        self._unpack()
        if self.hides:
            self.to("private = ()")
        if self.rest(0, len(self.program.code), at):
            self.to("return True")
        return finished(self.to, f"resume_{at}", f"draft, log, {_SIDES}, answers")

    def ask(self, at: int) -> Function:
        """The decision that is due at a position."""
        question: Question = self.program.code[at]  # type: ignore[assignment]
        self._unpack()
        with self._around(at):
            write_decision(self.to, question)
        return finished(self.to, f"ask_{at}", f"draft, {_SIDES}, answers")

    def rule(self, at: int) -> Function:
        """Whether the lasting rule that a position lays down comes in, or how much it adds."""
        laid: Lay = self.program.code[at]  # type: ignore[assignment]
        self._unpack()
        self.to(f"return {laid.rule.value(self.to)}")
        return finished(self.to, f"rule_{at}", f"draft, {_SIDES}, answers, {_IT}")

    @contextmanager
    def _around(self, at: int) -> Generator[None]:
        """What holds at a position, by the instructions that hold it."""
        with ExitStack() as stack:
            for start, one in enumerate(self.program.code[:at]):
                if at < one.end(start):
                    stack.enter_context(one.within(self.to))
            yield

    def _unpack(self) -> None:
        if self.names:
            self.to(f"{self.answers if len(self.names) == 1 else ', '.join(self.names)} = answers")


def functions(rules: Ruleset, program: Program, scope: dict[str, Any]) -> Iterator[Function]:
    """Every function of a program."""
    yield Writing(rules, program, scope).begin()
    for at, instruction in enumerate(program.code):
        if isinstance(instruction, QUESTIONS):
            yield Writing(rules, program, scope).ask(at)
            yield Writing(rules, program, scope).answer(at)
        elif isinstance(instruction, Call):
            yield Writing(rules, program, scope).resume(at + 1)
        elif isinstance(instruction, Lay):
            yield Writing(rules, program, scope).rule(at)
            if instruction.after > at + 1:
                yield Writing(rules, program, scope).resume(at + 1)


def expression(rules: Ruleset, program: str, scope: dict[str, Any], part: Any, meaning: str) -> Function:
    """`holds_rival_irma(draft, side, target, place)`: a condition, a number or a list, worked out."""
    to = Source(rules, program, scope)
    found = getattr(part, meaning)(to)
    to(f"return {found.listed if meaning == 'find' else found}")
    return finished(to, meaning, f"draft, {_SIDES}")


def finished(to: Source, way: str, parameters: str) -> Function:
    """What has been written as a function."""
    name = f"{way}_{named(to.program)}"
    constants = tuple(f"{constant} = {value}" for constant, value in to.constants.items())
    return Function(name, tuple(to.imports), constants, (f"def {name}({parameters}):", *to.lines))


def globals_of(rules: Ruleset) -> str:
    """What every function can name, as Python: tracks, what cards are, and places."""
    numbers = rules.numbers
    tables: dict[str, dict[str, Any]] = {
        "VALUES": {who: numbers.tracks[who].spaces for who in rules.powerholders},
        "INDEX": dict(rules.index),
        "CATEGORY": {card.id: card.category for card in rules.gifts.values()},
        "ORGANISATION": {card.id: card.organisation for card in rules.powerholders.values()},
    }
    lines = [
        f"{name} = {{{', '.join(f'{literal(key)}: {literal(item)}' for key, item in table.items())}}}"
        for name, table in tables.items()
    ]
    solo = numbers.solo.row if numbers.solo else 0
    made = f"PLACES = places({numbers.players.most}, {numbers.row.places}, {solo})"
    return "\n".join(["from serviam_rules.effects.running import places", *lines, made, ""])
