"""Python, being written: what the words of the language become.

A word does not run; it says, once, what it means as Python. An amount is an expression (`number`), a condition too
(`holds`), a filter a set of cards and a test (`Group`), whatever selects or collects a little comprehension
(`Things`), and a step one or more statements (`Op.write`). In what is written, these names always mean the same:

- `draft`, `log`: the state being changed, and where events are told (`Event.tell`);
- `side`: who resolves the effect; `target`, `place`: its recipient and where that lies, or None;
- `a0`, `a1`, ...: what has been chosen or found so far.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import attrs

from serviam_rules.effects.known import Word
from serviam_rules.model import Ruleset


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
        if self.loop:
            return attrs.evolve(self, loop=f"{self.loop} if {test}")
        return attrs.evolve(self, guard=f"{self.guard} and {test}" if self.guard else test)

    @property
    def first(self) -> str:
        """The first, or None."""
        if self.known is not None:
            return repr(self.known[0]) if self.known else "None"
        if self.loop:
            return f"next(iter({self.listed}), None)"
        return f"({self.item} if {self.guard} else None)" if self.guard else self.item

    @property
    def listed(self) -> str:
        """All, in order."""
        if self.known is not None:
            return repr(self.known)
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
        return f"(1 if {self.guard} else 0)" if self.guard else "1"

    @property
    def exist(self) -> str:
        """Whether there is one."""
        if self.known is not None:
            return str(bool(self.known))
        return f"bool([{self.item} {self.loop}])" if self.loop else self.guard or "True"

    def total(self, number: Callable[[str], str]) -> str:
        """A number of each, added up."""
        if self.known is not None:
            return " + ".join(number(repr(one)) for one in self.known) or "0"
        if self.loop:
            return f"sum([{number(self.item)} {self.loop}])"
        return f"({number(self.item)} if {self.guard} else 0)" if self.guard else number(self.item)

    def spread(self, to: Source) -> Things:
        """The same with a loop, for one comprehension within another."""
        if self.loop:
            return self
        name = to.name("one")
        if self.known is not None:
            return Things(name, f"for {name} in {self.known!r}")
        alone = f"(({self.item},) if {self.guard} else ())" if self.guard else f"({self.item},)"
        return Things(name, f"for {name} in {alone}")

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
            return f"{item} in {self.known!r}" if self.known else "False"
        if self.loop:
            return f"{item} in {self.listed}"
        return f"({self.guard} and {item} == {self.item})" if self.guard else f"{item} == {self.item}"


@attrs.frozen
class Group:
    """A filter of cards: of these ids, those for which `test` holds, given Python for an id and for its holder."""

    ids: tuple[str, ...]
    test: Callable[[str, str], str] | None = None

    def fits(self, card: str, holder: str = "None") -> str:
        """Whether a card is in the group."""
        among = f"{card} in {{{', '.join(map(repr, self.ids))}}}" if self.ids else "False"
        return among if self.test is None else f"({among} and {self.test(card, holder)})"

    def inverted(self, every: tuple[str, ...]) -> Group:
        """All others."""
        if self.test is None:
            return Group(tuple(card for card in every if card not in self.ids))
        return Group(every, lambda card, holder: f"not {self.fits(card, holder)}")

    @staticmethod
    def all(groups: Sequence[Group], every: tuple[str, ...]) -> Group:
        """The cards that all groups have in common."""
        ids = tuple(card for card in every if builtins.all(card in group.ids for group in groups))
        tests = [group.test for group in groups if group.test is not None]
        return Group(
            ids, (lambda card, holder: joined(" and ", [test(card, holder) for test in tests])) if tests else None
        )

    @staticmethod
    def any(groups: Sequence[Group], every: tuple[str, ...]) -> Group:
        """The cards that are in at least one of the groups."""
        if builtins.all(group.test is None for group in groups):
            return Group(tuple(card for card in every if builtins.any(card in group.ids for group in groups)))
        return Group(every, lambda card, holder: joined(" or ", [group.fits(card, holder) for group in groups]))


#: Names that always mean the same in what is written, and those of short use.
RESERVED = frozenset(
    "draft log side target place own answers private found chosen waits offered branch slot option pause".split()
)


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
    """A function being written: its lines, the objects that its names mean, and for which program it is."""

    def __init__(self, rules: Ruleset, program: str, scope: dict[str, Any]) -> None:
        self.rules = rules
        self.program = program
        #: The global names of what is written.
        self.scope = scope
        self.lines: list[str] = []
        self.depth: int = 1
        self._names: set[str] = set()

    def __call__(self, *lines: str) -> None:
        """Write lines, as deep as we are."""
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def block(self, header: str) -> Generator[None]:
        """Write a header, and what follows below it."""
        self(header)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self("pass")
        self.depth -= 1

    def name(self, stem: str) -> str:
        """A local name that nothing else has: the stem, or the stem and a number."""
        name, at = stem, 1
        while name in self._names or name in self.scope or name in RESERVED:
            name, at = f"{stem}{at + 1}", at + 1
        self._names.add(name)
        return name

    def given(self, thing: Any) -> str:
        """A global name for an object."""
        stem = thing.__name__.rpartition(".")[2] if hasattr(thing, "__name__") else type(thing).__name__.upper()
        return self._global(stem, thing, lambda one: one is thing)

    def given_as(self, stem: str, thing: Any) -> str:
        """A global name for a thing that is compared by value."""
        return self._global(stem, thing, lambda one: one == thing)

    def _global(self, stem: str, thing: Any, same: Callable[[Any], bool]) -> str:
        name, at = stem, 1
        while name in self._names or name in RESERVED or (name in self.scope and not same(self.scope[name])):
            name, at = f"{stem}{at}", at + 1
        self.scope[name] = thing
        return name

    def once(self, stem: str, number: str) -> str:
        """A number that is worked out here and used below: as it stands if it is written plainly."""
        if number.removeprefix("-").isdigit():
            return number
        name = self.name(stem)
        self(f"{name} = {number}")
        return name

    def call(self, function: Callable[..., Any], *arguments: str) -> None:
        """Call a function with the draft, the log and these."""
        self(f"{self.given(function)}({', '.join(('draft', 'log', *arguments))})")

    def tell(self, event: Any, *fields: str) -> None:
        """Such an event happens."""
        self(f"{self.given(event)}.tell({', '.join(('draft', 'log', *fields))})")

    @contextmanager
    def each(self, expression: Finds) -> Generator[str]:
        """Write what is done with each thing that an expression finds; gives its name."""
        things = expression.find(self)
        if things.known is not None and len(things.known) == 1:
            yield repr(things.known[0])
        elif things.known is not None or things.loop:
            name = self.name("each")
            with self.block(f"for {name} in {things.listed}:"):
                yield name
        elif things.guard:
            with self.block(f"if {things.guard}:"):
                yield things.item
        else:
            yield things.item

    def owner(self, side: str) -> str:
        """The player or Bazzi-Betti of a side, to read."""
        return f"(draft.players[{side}] if {side}.__class__ is int else draft.bazzi_betti)"

    def influence(self, who: str) -> str:
        """The influence of a powerholder (C-2)."""
        return f"VALUES[{who}][draft.spaces[INDEX[{who}]]]"


def joined(between: str, tests: Sequence[str]) -> str:
    """Tests, of which all or any have to hold."""
    return f"({between.join(tests)})" if tests else str(between == " and ")
