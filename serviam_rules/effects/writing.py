"""A program -> a Python function.

The function does all that the program says in one go. It returns True when the effect has ended, and False when a
player has to choose first; then the effect waits as a frame of the state. With the answer it goes on as another
function, written of what is left of the program from there. Functions are written when they are first needed, and
`linecache` knows their text, so that tracebacks show it.
"""

from __future__ import annotations

import linecache
from typing import Any

from serviam_rules.effects.instructions import Ask, Next, Question
from serviam_rules.effects.running import show_chosen
from serviam_rules.effects.source import Source
from serviam_rules.model import Ruleset
from serviam_rules.program import Program


class Writing:
    """The function of one program, from the beginning or from a position on."""

    def __init__(self, to: Source, program: Program) -> None:
        self.to = to
        to.program = program.id
        rules = to.rules
        self.code: Any = program.code
        self.seats: int = rules.numbers.players.most
        names = [f"a{number}" for number in range(program.answers)]
        self.answers: str = f"({', '.join(names)}{',' if len(names) == 1 else ''})"
        self.names = names
        self.hides: bool = any(isinstance(one, Ask) and one.kind == "gift" for one in self.code)
        self.private = ", private" if self.hides else ""
        self.seat = "(side if side.__class__ is int else 0)"

    def whole(self) -> bool:
        """Write the whole program. False if its end cannot be reached."""
        if self.names:
            self.to(f"{' = '.join(self.names)} = None")
        if self.hides:
            self.to("private = ()")
        return self.block(0, len(self.code))

    def show_chosen(self) -> None:
        """Before the effect waits, show the gifts that were chosen from hands."""
        if self.hides:
            with self.to.block("if private:"):
                self.to.call(show_chosen, "private")

    def block(self, at: int, stop: int) -> bool:
        """Write the instructions from one position to another. False if the end cannot be reached."""
        while at < stop:
            following = self.code[at].write(self, at)
            if following is None:
                return False
            at = following
        return True

    def rest(self, at: int, stop: int, start: int) -> bool:
        """Write what is left of a block from a position in it on."""
        while at < start:
            one = self.code[at]
            end = one.end(at)
            if start < end:
                first, last = next(inner for inner in one.inner(at) if inner[0] <= start < inner[1])
                if not self.rest(first, last, start):
                    return False
                if isinstance(one, Next):
                    break
            at = end
        return self.block(at, stop)


def beginning(rules: Ruleset, program: Program, scope: dict[str, Any]) -> Any:
    """`run(draft, log, side, target, place)`: the effect from its beginning."""
    made = Writing(Source(rules, program.id, scope), program)
    if made.whole():
        made.to("return True")
    return function(made.to, named(program.id), "draft, log, side, target, place")


def continuation(rules: Ruleset, program: Program, scope: dict[str, Any], position: int) -> Any:
    """`run(draft, log, side, target, place, answers, private)`: what is left of the effect from a position on."""
    made = Writing(Source(rules, program.id, scope), program)
    if made.names:
        made.to(f"{', '.join(made.names)}{',' if len(made.names) == 1 else ''} = answers")
    if made.rest(0, len(program.code), position):
        made.to("return True")
    return function(
        made.to, f"{named(program.id)}_from_{position}", "draft, log, side, target, place, answers, private"
    )


def question(rules: Ruleset, program: Program, scope: dict[str, Any], position: int) -> Any:
    """`run(draft, side, target, place, answers)`: the things that the question at a position lets choose from."""
    made = Writing(Source(rules, program.id, scope), program)
    asked: Question = program.code[position]  # type: ignore[assignment]
    if made.names:
        made.to(f"{', '.join(made.names)}{',' if len(made.names) == 1 else ''} = answers")
    made.to(f"return {asked.refs(made.to)}")
    return function(made.to, f"{named(program.id)}_at_{position}", "draft, side, target, place, answers")


def looked_at(rules: Ruleset, program: str, scope: dict[str, Any], expression: Any, meaning: str) -> Any:
    """`run(draft, side, target, place)`: a number, a condition or a list, worked out without anything happening."""
    to = Source(rules, program, scope)
    found = getattr(expression, meaning)(to)
    to(f"return {found.listed if meaning == 'find' else found}")
    return function(to, f"{meaning}_of_{named(program)}", "draft, side, target, place")


def named(program: str) -> str:
    """A name for functions of a program."""
    return program.replace("/", "_").replace("-", "_")


def function(to: Source, name: str, parameters: str) -> Any:
    """The function, with its text where tracebacks look for it."""
    text = "\n".join([f"def {name}({parameters}):", *to.lines, ""])
    file = f"<serviam {to.rules.fingerprint[:8]} {to.program} {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), to.scope)
    return to.scope.pop(name)
