"""Python, being written: what the words of the language become.

A word does not run; it says, once, what it means as Python. An amount is an expression (`number`), a condition too
(`holds`), a filter a set of cards and a test (`Group`), whatever selects or collects a little comprehension
(`Things`), and a step one or more statements (`Op.write`). In what is written, these names always mean the same:

- `draft`, `log`: the state being changed, and where events are told (`Event.tell`);
- `side`: who resolves the effect; `target`, `place`: its recipient and where that lies, or None;
- `a0`, `a1`, ...: what has been chosen or found so far;
- `it_who`, `it_side`, `it_gift`, `it_place`, in a lasting rule: what happens (`effects.moments`).

What a pack's author may write freely never gets here: only numbers and ids do, and `literal` sees to it.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final, Literal, Protocol, cast

import attrs

from serviam_rules.effects.known import Word
from serviam_rules.effects.ways import about
from serviam_rules.events import Event
from serviam_rules.model import Ruleset
from serviam_rules.program import named


@attrs.frozen
class Things:
    """What an expression finds: all of `known`; or the `item` of a comprehension; or the `item`, if the guard holds."""

    item: str = ""
    loop: str = ""
    guard: str = ""
    known: tuple[Any, ...] | None = None
    #: Whether equal things count as one.
    distinct: bool = False

    def where(self, test: str) -> Things:
        """Those for which a test of the item holds."""
        if test == "True":
            return self
        if self.loop:
            return attrs.evolve(self, loop=f"{self.loop} if {test}")
        return attrs.evolve(self, guard=f"{self.guard} and {test}" if self.guard else test)

    @property
    def first(self) -> str:
        """The first, or None."""
        if self.known is not None:
            return literal(self.known[0]) if self.known else "None"
        if self.loop:
            return f"next(iter({self.listed}), None)"
        settled = self.guard in ("", f"{self.item} is not None")
        return self.item if settled else f"{self.item} if {self.guard} else None"

    @property
    def listed(self) -> str:
        """All, in order."""
        if self.known is not None:
            return literal(self.known)
        if self.loop:
            made = f"[{self.item} {self.loop}]"
            return f"[*dict.fromkeys({made})]" if self.distinct else made
        return f"([{self.item}] if {self.guard} else [])" if self.guard else f"[{self.item}]"

    @property
    def count(self) -> str:
        """How many there are; copies count one by one."""
        if self.known is not None:
            return str(len(self.known))
        if self.loop:
            return f"len([{self.item} {self.loop}])"
        return f"1 if {self.guard} else 0" if self.guard else "1"

    @property
    def exist(self) -> str:
        """Whether there is one."""
        if self.known is not None:
            return str(bool(self.known))
        return f"bool([{self.item} {self.loop}])" if self.loop else self.guard or "True"

    def total(self, number: Callable[[str], str]) -> str:
        """A number of each, added up."""
        if self.known is not None:
            return " + ".join(number(literal(one)) for one in self.known) or "0"
        if self.loop:
            return f"sum([{number(self.item)} {self.loop}])"
        return f"{number(self.item)} if {self.guard} else 0" if self.guard else number(self.item)

    def spread(self, to: Source) -> Things:
        """The same with a loop, for one comprehension within another."""
        if self.loop:
            return self
        name = to.name("one")
        if self.known is not None:
            return Things(name, f"for {name} in {literal(self.known)}")
        alone = f"(({self.item},) if {self.guard} else ())" if self.guard else f"({self.item},)"
        return Things(name, f"for {name} in {alone}")

    def looped(self, to: Source) -> Things:
        """The same, as a loop or as one thing that is certainly there."""
        return self.spread(to) if self.guard or self.known is not None else self

    def less(self, out: Things, to: Source) -> Things:
        """All but those that are also among others."""
        if self.known is not None and out.known is not None:
            return Things(known=tuple(one for one in self.known if one not in out.known))
        if out.known == ():
            return self
        left = self.spread(to)
        if out.loop:
            name = to.name("out")
            return attrs.evolve(left, loop=f"for {name} in ({out.listed},) {left.loop} if {left.item} not in {name}")
        return left.where(f"not {out.holds(left.item)}")

    def holds(self, item: str) -> str:
        """Whether something is among them."""
        if self.known is not None:
            return f"{item} in {literal(self.known)}" if self.known else "False"
        if self.loop:
            return f"{item} in {self.listed}"
        return f"({self.guard} and {item} == {self.item})" if self.guard else f"{item} == {self.item}"


@attrs.frozen
class Group:
    """A filter of cards: of these ids, those for which `test` holds, given Python for an id and for its holder."""

    ids: tuple[str, ...]
    #: All that there are.
    every: tuple[str, ...]
    test: Callable[[str, str], str] | None = None

    def fits(self, card: str, holder: str = "None") -> str:
        """Whether a card is in the group."""
        among = "True" if self.ids == self.every else f"{card} in {literal(self.ids)}" if self.ids else "False"
        return among if self.test is None else joined("and", [among, self.test(card, holder)])

    def inverted(self) -> Group:
        """All others."""
        if self.test is None:
            return Group(tuple(card for card in self.every if card not in self.ids), self.every)
        return Group(self.every, self.every, lambda card, holder: negated(self.fits(card, holder)))

    @staticmethod
    def all(groups: Sequence[Group], every: tuple[str, ...]) -> Group:
        """The cards that all groups have in common."""
        ids = tuple(card for card in every if builtins.all(card in group.ids for group in groups))
        tests = [group.test for group in groups if group.test is not None]
        if not tests:
            return Group(ids, every)
        return Group(ids, every, lambda card, holder: joined("and", [test(card, holder) for test in tests]))

    @staticmethod
    def any(groups: Sequence[Group], every: tuple[str, ...]) -> Group:
        """The cards that are in at least one of the groups."""
        if builtins.all(group.test is None for group in groups):
            return Group(tuple(card for card in every if builtins.any(card in group.ids for group in groups)), every)
        return Group(every, every, lambda card, holder: joined("or", [group.fits(card, holder) for group in groups]))


#: What an id, or a word of our own, may be made of: nothing else ever stands in what is written.
_PLAIN: Final = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+(/[0-9]+)?)?")
#: Names that always mean the same in what is written, and those of short use.
_OWN: Final = ("draft", "log", "side", "target", "place", "answers", "chosen", "found", "private", "branch")
RESERVED: Final = frozenset((*_OWN, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)))
#: Names of answers, of programs and of constants, which nothing else may have.
_TAKEN: Final = re.compile(r"a\d+|(begin|(ask|answer|resume|rule)_\d+|holds|number|find)_\w+|[A-Z][A-Z_0-9]*")


def literal(item: object) -> str:
    """A number, an id, or a tuple of them as Python. Whatever a pack's author may write freely is refused."""
    if isinstance(item, tuple):
        items = cast("tuple[object, ...]", item)
        return f"({', '.join(map(literal, items))}{',' if len(items) == 1 else ''})"
    if item is None or isinstance(item, int):
        return repr(item)
    if not isinstance(item, str) or not _PLAIN.fullmatch(item):
        raise ValueError(f"{item!r} is no id")
    return repr(item)


class Finds(Word, Protocol):
    """An expression that stands for things, in a fixed order."""

    def find(self, to: Source) -> Things: ...


class Amount(Word, Protocol):
    """An expression that stands for a whole number."""

    def number(self, to: Source) -> str: ...


class Condition(Word, Protocol):
    """An expression that holds or does not."""

    def holds(self, to: Source) -> str: ...


class Source:
    """A function being written: its lines, and what stands before it, imports and constants."""

    def __init__(self, rules: Ruleset, program: str, scope: dict[str, Any]) -> None:
        self.rules = rules
        self.program = program
        #: The global names of what is written for these rules.
        self.scope = scope
        self.imports: dict[tuple[str, str], None] = {}
        self.constants: dict[str, str] = {}
        self.lines: list[str] = []
        #: What `it` is, innermost last.
        self.its: list[str] = []
        #: Who carries out the steps, as `you`; and the answer that how much a step does is added to.
        self.you: str = "side"
        self._counted: str = ""
        self._depth: int = 1
        self._names: set[str] = set()

    def __call__(self, *lines: str) -> None:
        """Write lines, as deep as we are."""
        self.lines += ["    " * self._depth + line for line in lines]

    @contextmanager
    def block(self, header: str) -> Generator[None]:
        """Write a header, and what follows below it."""
        self(header)
        self._depth += 1
        before = len(self.lines)
        yield
        if all(line.lstrip().startswith("#") for line in self.lines[before:]):
            self("pass")
        self._depth -= 1

    def name(self, stem: str) -> str:
        """A local name that nothing else has: the stem, or the stem and a number."""
        taken = {*self._names, *self.scope, *RESERVED}
        name = next(name for name in _numbered(stem) if name not in taken)
        self._names.add(name)
        return name

    def given(self, thing: Callable[..., Any]) -> str:
        """A global name for a function or class: it is imported from where it stands, if it stands there."""
        stem, module = thing.__name__, thing.__module__
        name = self._global(stem, thing)
        if getattr(sys.modules.get(module), stem, None) is thing:
            self.imports[module, stem if name == stem else f"{stem} as {name}"] = None
        return name

    def given_as(self, stem: str, thing: object) -> str:
        """A global name for an object of this process. What names one cannot be kept in a file."""
        return self._global(stem, thing)

    def constant(self, stem: str, value: str) -> str:
        """A global name of this program for a value that is worked out once."""
        stem = f"{stem}_{named(self.program)}".upper()
        known: dict[str, str] = self.scope.setdefault("__constants__", {})
        name = next(
            name
            for name in (stem, *(f"{stem}_{at}" for at in range(2, len(known) + 3)))
            if known.get(name, value) == value
        )
        known[name] = self.constants[name] = value
        return name

    def _global(self, stem: str, thing: object) -> str:
        taken = {*self._names, *RESERVED}
        free = (name for name in _numbered(stem) if name not in taken)
        name = next(name for name in free if self.scope.get(name, thing) is thing)
        self.scope[name] = thing
        return name

    def once(self, stem: str, number: str) -> str:
        """A number that is worked out here and used below: as it stands if it is written plainly."""
        if is_number(number):
            return number
        name = self.name(stem)
        self(f"{name} = {number}")
        return name

    def ruled(self, *moments: str) -> bool:
        """Whether a lasting rule of these cards forbids or changes such a moment: then it is not as plain as it is."""
        return any((way, moment) in about(self.rules) for way in ("prevent", "add") for moment in moments)

    def call(self, function: Callable[..., Any], *arguments: str) -> None:
        """Call a function with the draft, the log and these. Where it is counted, it tells how much it does."""
        added = f"{self._counted} " if self._counted else ""
        self(f"{added}{self.given(function)}({', '.join(('draft', 'log', *arguments))})")

    def tell(self, event: type[Event], *fields: str) -> None:
        """Such an event happens."""
        self(f"{self.given(event)}.tell({', '.join(('draft', 'log', *fields))})")

    @contextmanager
    def acting(self, you: str) -> Generator[None]:
        """Where somebody else is `you`."""
        before, self.you = self.you, you
        yield
        self.you = before

    @contextmanager
    def counting(self, how: str) -> Generator[None]:
        """Where what is called is added up."""
        before, self._counted = self._counted, how
        yield
        self._counted = before

    @contextmanager
    def considering(self, item: str) -> Generator[None]:
        """Where `it` is this item."""
        self.its.append(item)
        yield
        self.its.pop()

    @contextmanager
    def each(self, expression: Finds) -> Generator[str]:
        """Write what is done with each thing that an expression finds; gives its name."""
        things = expression.find(self)
        if things.known is not None and len(things.known) == 1:
            yield literal(things.known[0])
        elif things.known is not None or things.loop:
            name = self.name("each")
            with self.block(f"for {name} in {things.listed}:"):
                yield name
        elif things.guard:
            with self.block(f"if {things.guard}:"):
                yield things.item
        else:
            yield things.item

    def influence(self, who: str) -> str:
        """The influence of a powerholder (C-2)."""
        at = self.rules.index.get(who.strip("'")) if who.startswith("'") else None
        return f"VALUES[{who}][draft.spaces[{f'INDEX[{who}]' if at is None else at}]]"


def _numbered(stem: str) -> Iterator[str]:
    """The stem, and the stem with numbers."""
    stem = f"the_{stem}".lower() if _TAKEN.fullmatch(stem) else stem
    yield stem
    yield from (f"{stem}_{number}" for number in count(2))


def is_number(number: str) -> bool:
    """Whether what is written is a number as it stands."""
    return number.removeprefix("-").isdigit()


def bracketed(expression: str) -> str:
    """An expression as a part of another one: in brackets unless they would say nothing."""
    shape = ast.parse(expression, mode="eval").body
    plain = is_number(expression) or isinstance(shape, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return expression if plain else f"({expression})"


def negated(test: str) -> str:
    """A test that holds when another does not."""
    return {"True": "False", "False": "True"}.get(test, f"not {bracketed(test)}")


def joined(between: Literal["and", "or"], tests: Sequence[str]) -> str:
    """A test that holds when all of these do, or any of them."""
    settles = str(between == "or")
    left = [test for test in tests if test != str(between == "and")]
    if settles in left or not left:
        return settles if left else str(between == "and")
    loose = ast.BoolOp | ast.IfExp
    parts = [f"({test})" if isinstance(ast.parse(test, mode="eval").body, loose) else test for test in left]
    return left[0] if len(left) == 1 else f" {between} ".join(parts)
