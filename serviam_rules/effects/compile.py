"""Effect tree -> program.

The compiler walks the steps in order. Before a step it puts the questions the step contains, inner ones first, each
with a number under which its answer is kept; in the step a `held` stands in the question's place. So no op ever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from serviam_rules.effects.amounts import Did, HeldNumber, Number
from serviam_rules.effects.bounds import bound
from serviam_rules.effects.instructions import (
    Acting,
    Ask,
    Begin,
    Branch,
    Call,
    Collect,
    Find,
    Gather,
    Jump,
    Lay,
    Lot,
    LotBranch,
    Needs,
    Next,
    Over,
    Pick,
    Picked,
    Run,
    Switch,
    Unless,
)
from serviam_rules.effects.node import (
    AMOUNT,
    CARDS,
    COLLECTION,
    CONDITION,
    DECK,
    PLAYER,
    RULE,
    STEP,
    UNTIL,
    GrammarError,
    Node,
    Sort,
    walk,
)
from serviam_rules.effects.op import Op
from serviam_rules.effects.running import Asks
from serviam_rules.effects.selectors import CardsOfSet, Chosen, First, Held, HeldAll, One, Random, SomeOf
from serviam_rules.errors import nearest
from serviam_rules.model import Ruleset
from serviam_rules.program import Instruction, Program
from serviam_rules.values import evolve, is_list


class Compiler:
    """Gathers the instructions of one program; ops call it from `Op.compile`."""

    def __init__(self, program_id: str, paths: Mapping[int, str]) -> None:
        self.program = program_id
        self.code: list[Any] = []
        #: The step that each instruction comes from, and the one at hand.
        self.origins: list[str] = []
        self.origin: str = ""
        self.paths = paths
        self.sorts: list[str] = []
        self.names: dict[str, int] = {}
        #: Of answers that are several things, which kind of thing.
        self.several: dict[int, str] = {}
        self.asks: Asks = Asks("", program_id, None, None)
        self.read: int = 0
        self.needs: Needs = Needs()
        #: The answers that have been read, or found, so far.
        self.used: set[int] = set()

    def steps(self, steps: Sequence[Op]) -> None:
        """Compile steps one after another. Names they bind are known only to the steps after them."""
        outer, origin = dict(self.names), self.origin
        for step in steps:
            self.asks = Asks(step.tag, self.program, self.read, step.amount())
            self.read += 1
            self.needs = Needs()
            self.origin = f"{self.paths[id(step)]}: {step.tag}"
            step.compile(self)
        self.names, self.origin = outer, origin

    def add(self, instruction: Any) -> None:
        """The next instruction."""
        self.code.append(instruction)
        self.origins.append(self.origin)

    def run(self, op: Op) -> None:
        """Carry out a step; how much it does has a name, if one is given."""
        name = next((getattr(op, each.name) for each in op.arguments if each.facts.kind == "binds"), None)
        done = None if name is None else self.answer("number")
        self.add(Run(op, done))
        if done is not None:
            self.bind(name, done)

    def call(self, op: Any) -> None:
        self.add(Call(op))

    def answer(self, sort: str) -> int:
        """A number for a new answer of this sort."""
        self.sorts.append(sort)
        return len(self.sorts) - 1

    def bind(self, name: str | None, answer: int) -> None:
        """Let `chosen` find the answer by a name."""
        if name is None:
            return
        if name in self.names:
            raise GrammarError((), "name-twice", f"the name {name!r} is given twice; take another")
        self.names[name] = answer

    def prepare(self, node: Any, sort: Sort) -> Any:
        """The expression with every question in it asked before, in the order they stand in."""
        if isinstance(node, Chosen):
            return self._held(node.name)
        if isinstance(node, Did):
            return HeldNumber(self._held(node.name).answer)
        changed: dict[str, Any] = {}
        for argument in node.arguments:
            item = getattr(node, argument.name)
            if argument.facts.sort is STEP:
                continue  # what is carried out later is compiled on its own
            if argument.facts.considers and any(part.answers for part in walk(item)):
                message = f"nothing is chosen or found first where {node.tag!r} compares; choose it before this step"
                raise GrammarError((), "must-not-ask", message)
            if isinstance(node, Op):
                self.needs = self._needs(node, argument.name, changed)
            if isinstance(item, Node):
                changed[argument.name] = self.prepare(item, argument.sort_in(sort))
            elif is_list(item):
                changed[argument.name] = tuple(self.prepare(each, argument.sort_in(sort)) for each in item)
        ready = evolve(node, **changed) if changed else node
        if isinstance(ready, One):
            return self._ask(ready, sort)
        if isinstance(ready, First):
            return self._find(ready)
        if isinstance(ready, Random):
            return self._draw(ready, sort)
        if isinstance(ready, SomeOf):
            return self._gather(ready, sort)
        return ready

    def _needs(self, op: Op, asking: str, ready: Mapping[str, Any]) -> Needs:
        """What a step needs besides one of its arguments: those before it, as they are, and those after it."""
        found: list[Any] = []
        numbers: list[Any] = []
        for argument in op.arguments:
            if argument.facts.sort is None:
                continue
            name, sort = argument.name, argument.facts.sort
            item = ready[name] if name in ready else self._foreseen(getattr(op, name))
            if name == asking or item is None or sort in (DECK, RULE, UNTIL) or isinstance(item, Number):
                continue
            if sort is not AMOUNT:
                found.append(item)
            elif name in ready or not any(part.answers for part in walk(getattr(op, name))):
                numbers.append(item)
        return Needs(tuple(found), tuple(numbers), op)

    def _foreseen(self, node: Any) -> Any:
        """An expression before its questions are asked, each standing for all there is to choose; None if it reads an
        answer to one of them."""
        read = [part.name for part in walk(node) if isinstance(part, Chosen | Did)]
        return self._known(node) if all(name in self.names for name in read) else None

    def _known(self, node: Any) -> Any:
        if isinstance(node, Chosen):
            return self._held(node.name)
        if isinstance(node, Did):
            return HeldNumber(self._held(node.name).answer)
        if is_list(node):
            return tuple(map(self._known, node))
        if not isinstance(node, Node):
            return node
        return evolve(node, **{one.name: self._known(getattr(node, one.name)) for one in node.arguments})

    def _held(self, name: str) -> Any:
        if name not in self.names:
            hint = nearest(name, self.names)
            known = ", ".join(self.names) or "none"
            raise GrammarError((), "unknown-name", f"nothing is called {name!r} here{hint} (names so far: {known})")
        answer = self.names[name]
        self.used.add(answer)
        kind = self.sorts[answer]
        return HeldAll(answer, self.several[answer]) if answer in self.several else Held(answer, kind)

    def _ask(self, selector: One, sort: Sort) -> Held:
        kind = sort.kind
        answer = self.answer(kind)
        self.add(Ask(answer, kind, selector, self.asks, self.needs))
        self.bind(selector.as_, answer)
        self.used.add(answer)
        return Held(answer, self.sorts[answer])

    def _find(self, selector: First) -> Held:
        answer = self.answer("place")
        self.add(Find(answer, selector))
        self.used.add(answer)
        self.bind(selector.as_, answer)
        return Held(answer, self.sorts[answer])

    def _draw(self, selector: Random, sort: Sort) -> Held:
        answer = self.answer(sort.kind)
        self.add(Lot(answer, sort.kind, selector, self.asks))
        self.bind(selector.as_, answer)
        return Held(answer, sort.kind)

    def _gather(self, selector: SomeOf, sort: Sort) -> HeldAll:
        several, item = self.answer("items"), self.answer(sort.kind)
        self.several[several] = sort.kind
        self.add(Begin(several, item))
        top = self._reserve()
        self.add(Pick(item, sort.kind, selector, self.asks, several, self.needs))
        self.add(Picked(several, item, sort.kind))
        self.add(Jump(top))
        self.code[top] = Gather(several, item, selector.at_most, len(self.code))
        self.bind(selector.as_, several)
        return HeldAll(several, sort.kind)

    def name_card(self, cards: Any, name: str) -> None:
        """A player names one of these gifts of the set."""
        answer = self.answer("card")
        self.add(Ask(answer, "card", CardsOfSet(self.prepare(cards, CARDS)), self.asks, self.needs))
        self.bind(name, answer)

    def let(self, who: Any, steps: Sequence[Op]) -> None:
        """Steps that each of these players carries out as `you`."""
        ready = self.prepare(who, PLAYER)
        items, item = self.answer("items"), self.answer(PLAYER.kind)
        self.add(Collect(items, ready, PLAYER.kind, in_turn=True))
        top, acting = self._reserve(), self._reserve()
        self.steps(steps)
        self.code[acting] = Acting(item, len(self.code))
        self.add(Jump(top))
        self.code[top] = Next(items, item, len(self.code))

    def up_to(self, times: int, steps: Sequence[Op]) -> None:
        """The same steps again and again, if a player likes."""
        asks, read, names = self.asks, self.read, dict(self.names)
        switches: list[tuple[int, int, int]] = []
        for _ in range(times):
            self.read, self.names = read, dict(names)
            answer = self.answer("branch")
            asked, switch = self._reserve(), self._reserve()
            self.steps(steps)
            switches.append((answer, asked, switch))
        for answer, asked, switch in reversed(switches):
            self.add(Jump(len(self.code) + 1))
            first = _first_question(self.code[switch + 1 : len(self.code)])
            self.code[asked] = Branch(answer, ((None, first), (None, None)), asks)
            self.code[switch] = Switch(answer, (switch + 1, len(self.code)), len(self.code))
        self.names = names

    def lots(self, branches: Sequence[tuple[Any, Sequence[Op]]]) -> None:
        """One of several lists of steps, as chance decides."""
        whens = tuple(None if when is None else self.prepare(when, CONDITION) for when, _ in branches)
        answer = self.answer("branch")
        self.add(LotBranch(answer, whens, self.asks))
        self._switch(answer, [steps for _, steps in branches])

    def _switch(self, answer: int, branches: Sequence[Sequence[Op]]) -> list[Ask | Pick | None]:
        """The steps of the branch that was chosen; the first question of each."""
        switch = self._reserve()
        starts: list[int] = []
        leaves: list[int] = []
        firsts: list[Ask | Pick | None] = []
        for steps in branches:
            starts.append(len(self.code))
            self.steps(steps)
            firsts.append(_first_question(self.code[starts[-1] :]))
            leaves.append(self._reserve())
        end = len(self.code)
        self.code[switch] = Switch(answer, tuple(starts), end)
        for at in leaves:
            self.code[at] = Jump(end)
        return firsts

    def branches(self, branches: Sequence[tuple[Any, Sequence[Op]]], times: int = 1) -> None:
        """So many different ones of several lists of steps, as a player chooses; a list may be empty."""
        asks, read = self.asks, self.read
        done: tuple[int, ...] = ()
        for _ in range(min(times, len(branches))):
            self.read = read
            whens = [None if when is None else self.prepare(when, CONDITION) for when, _ in branches]
            answer, asked = self.answer("branch"), self._reserve()
            firsts = self._switch(answer, [steps for _, steps in branches])
            self.code[asked] = Branch(answer, tuple(zip(whens, firsts, strict=True)), asks, done)
            done = (*done, answer)

    def conditional(self, condition: Any, then: Sequence[Op], otherwise: Sequence[Op]) -> None:
        """Steps that happen if a condition holds, and others if not."""
        ready = self.prepare(condition, CONDITION)
        unless = self._reserve()
        self.steps(then)
        if not otherwise:
            self.code[unless] = Unless(ready, len(self.code), len(self.code))
            return
        leave = self._reserve()
        start = len(self.code)
        self.steps(otherwise)
        self.code[unless] = Unless(ready, start, len(self.code))
        self.code[leave] = Jump(len(self.code))

    def loop(self, collection: Any, name: str, steps: Sequence[Op]) -> None:
        """Steps once for each thing of a collection, as it is when the loop begins."""
        ready = self.prepare(collection, COLLECTION)
        kind = collection.things
        if not kind:
            raise GrammarError((), "not-one-by-one", f"{collection.tag!r} cannot be gone through one by one")
        items, item = self.answer("items"), self.answer(kind)
        self.add(Collect(items, ready, kind))
        top = self._reserve()
        outer = dict(self.names)
        self.bind(name, item)
        self.steps(steps)
        self.names = outer
        self.add(Jump(top))
        self.code[top] = Next(items, item, len(self.code))

    def lay(self, op: Any) -> None:
        """A lasting rule, and behind it what it answers with."""
        outer, self.used = self.used, set()
        ready = self.prepare(op, STEP)
        at = self._reserve()
        settled = len(self.sorts)
        core = op.rule.core
        if core.tag == "answer":
            self.steps(core.do)
            self.add(Over())
        reads = tuple(sorted(answer for answer in self.used if answer < settled))
        self.code[at] = Lay(op, ready.rule, reads, len(self.code))
        self.used |= outer

    def _reserve(self) -> int:
        self.add(None)
        return len(self.code) - 1


def _first_question(code: Sequence[Instruction]) -> Ask | Pick | None:
    """The first choice of a branch (T-18), if it has one."""
    return next((instruction for instruction in code if isinstance(instruction, Ask | Pick)), None)


def step_paths(parts: Iterable[tuple[str, Node]]) -> Iterator[tuple[int, str]]:
    """Where each step stands in the data, from where these parts do."""
    for path, part in parts:
        yield id(part), path
        for argument in part.arguments:
            item, key = getattr(part, argument.name), argument.key if argument is not part.arguments[0] else part.tag
            if isinstance(item, Node):
                yield from step_paths([(f"{path}.{key}", item)])
            elif is_list(item):
                yield from step_paths((f"{path}.{key}.{at}", each) for at, each in enumerate(item))


def compile_effect(
    rules: Ruleset, program_id: str, steps: Sequence[Op], resolving: int = 0, paths: Sequence[str] | None = None
) -> Program:
    """The program of an effect. `resolving` bounds what one `resolve` in it may take; `paths` lead to its steps."""
    roots = paths or [str(at) for at in range(len(steps))]
    compiler = Compiler(program_id, dict(step_paths(zip(roots, steps, strict=True))))
    compiler.steps(steps)
    code = tuple(compiler.code)
    sorts = tuple(compiler.sorts)
    return Program(program_id, code, len(sorts), bound(rules, steps, resolving), sorts, tuple(compiler.origins))
