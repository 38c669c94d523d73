"""Hypothesis strategies that many tests share. `effects()` makes effects out of every word of the card language.

A new word joins by itself: expressions are drawn from the sorts that words belong to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from serviam_rules.effects import vocabulary
from serviam_rules.effects.node import STEP, Argument, Node, Sort

assert vocabulary.OPS

#: Ids of the reference set, a few of each kind.
IDS = {
    "powerholder": ("victoria", "kurt", "leandro"),
    "organisation": ("army", "cult", "assembly"),
    "gift": ("bribe", "siege-map", "letter-debt"),
}
#: Smaller than any depth of a finite expression: words that can only hold themselves would have it.
_FAR = 99

Draw = Callable[[st.SearchStrategy[Any]], Any]


def effects(most_steps: int = 3, depth: int = 4) -> st.SearchStrategy[tuple[Any, ...]]:
    """Lists of steps, well-formed: names are given before they are read, once each, and of the right kind."""
    return _effects(most_steps, depth)


def expressions(sort: Sort, depth: int = 4) -> st.SearchStrategy[Any]:
    """Expressions of one sort, without names that something before them would have to give."""
    return _expressions(sort, depth)


@st.composite
def _effects(draw: Draw, most_steps: int, depth: int) -> tuple[Any, ...]:
    return _Maker(draw).nodes(STEP, depth, {}, most_steps)


@st.composite
def _expressions(draw: Draw, sort: Sort, depth: int) -> Any:
    return _Maker(draw).node(sort, depth, {})


class _Maker:
    """Draws one effect. A scope holds the names given so far by what they name."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.given = 0
        #: What kind of thing `it` is, innermost last.
        self.its: list[str] = []

    def nodes(self, sort: Sort, depth: int, scope: dict[str, list[str]], most: int, least: int = 1) -> tuple[Any, ...]:
        size = self.draw(st.integers(least, most))
        inside = _copy(scope) if sort is STEP else scope
        return tuple(self.node(sort, depth, inside) for _ in range(size))

    def node(self, sort: Sort, depth: int, scope: dict[str, list[str]]) -> Any:
        possible = {tag: _least_depth(sort.name, tag) for tag in sort.words if self.can_be(sort, tag, scope)}
        bound = max(depth, min(possible.values()))
        tag = self.draw(st.sampled_from([tag for tag, least in possible.items() if least <= bound]))
        cls = sort.words[tag]
        if tag == "for_each":
            return self.loop(cls, depth, scope)
        values: dict[str, Any] = {}
        compared = [argument for argument in cls.arguments if argument.facts.considers]
        for argument in sorted(cls.arguments, key=compared.__contains__):  # `among` before what is said of each of it
            if argument in compared:
                self.its.append(values["among"].things or sort.kind or cls.things)
                values[argument.name] = self.argument(argument, sort, depth - 1, scope)
                self.its.pop()
            elif argument.facts.kind == "binds" and argument.required:
                values[argument.name] = self.fresh()
                scope.setdefault("card", []).append(values[argument.name])
            elif argument.facts.kind == "binds":
                values[argument.name] = self.name(sort.kind, scope)
            elif argument.required or (depth > 0 and self.draw(st.booleans())):
                values[argument.name] = self.argument(argument, sort, depth - 1, scope)
        return cls(**values)

    def can_be(self, sort: Sort, tag: str, scope: dict[str, list[str]]) -> bool:
        if tag == "it":
            return bool(self.its) and self.its[-1] == sort.kind
        if self.its and sort.words[tag].answers:  # nobody is asked while things are compared
            return False
        return tag not in ("chosen", "did") or bool(scope.get(_kind_read(sort)))

    def argument(self, argument: Argument, sort: Sort, depth: int, scope: dict[str, list[str]]) -> Any:
        facts = argument.facts
        if facts.kind == "node":
            return self.node(argument.sort_in(sort), max(depth, 0), scope)
        if facts.kind == "pair":
            return self.nodes(argument.sort_in(sort), max(depth, 0), scope, 2, 2)
        if facts.kind == "nodes":
            return self.nodes(argument.sort_in(sort), max(depth, 0), scope, 3)
        if facts.kind == "integer":
            least, most = facts.least or 0, facts.most or 0
            return self.draw(st.integers(max(least, -12), min(most, 12)))
        if facts.kind == "id":
            return self.draw(st.sampled_from(IDS[facts.of]))
        return self.draw(st.sampled_from(scope[_kind_read(sort)]))

    def loop(self, cls: type[Node], depth: int, scope: dict[str, list[str]]) -> Node:
        collection = self.node(_collections(), depth - 1, scope)
        inside = _copy(scope)
        name = self.fresh()
        inside.setdefault(collection.things, []).append(name)
        return cls(of=collection, as_=name, do=self.nodes(STEP, depth - 1, inside, 2))  # type: ignore[call-arg]

    def name(self, kind: str, scope: dict[str, list[str]]) -> str | None:
        if not self.draw(st.booleans()):
            return None
        name = self.fresh()
        scope.setdefault(kind, []).append(name)
        return name

    def fresh(self) -> str:
        self.given += 1
        return f"name-{self.given}"


def _copy(scope: dict[str, list[str]]) -> dict[str, list[str]]:
    return {kind: list(names) for kind, names in scope.items()}


def _kind_read(sort: Sort) -> str:
    return sort.kind


@cache
def _collections() -> Sort:
    """The collections that can be gone through one by one."""
    from serviam_rules.effects.node import COLLECTION

    words = {tag: cls for tag, cls in COLLECTION.words.items() if cls.things}
    return Sort(COLLECTION.name, COLLECTION.doc, words=words)


@cache
def _depths() -> dict[tuple[str, str], int]:
    """How deep the smallest expression with each word is."""
    from serviam_rules.effects.node import SORTS

    depths = {(sort.name, tag): _FAR for sort in SORTS for tag in sort.words}
    while True:
        better = {(sort.name, tag): _depth_of(sort, cls, depths) for sort in SORTS for tag, cls in sort.words.items()}
        if better == depths:
            return depths
        depths = better


def _depth_of(sort: Sort, cls: type[Node], depths: dict[tuple[str, str], int]) -> int:
    inner = [
        min(depths[each.name, tag] for tag in each.words if tag not in ("chosen", "it", "did"))
        for argument in cls.arguments
        if argument.required and argument.facts.kind in ("node", "nodes", "pair")
        for each in (argument.sort_in(sort),)
    ]
    return min(_FAR, 1 + max(inner)) if inner else 0


def _least_depth(sort: str, tag: str) -> int:
    return _depths()[sort, tag]
