"""Effects that differ only in the names they give to what is chosen are the same effect: one spelling for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from serviam_rules.effects.node import STEP, Node
from serviam_rules.errors import ServiamError
from serviam_rules.values import evolve, is_list


class UnboundName(ServiamError, ValueError):
    """A name is read that nothing before has given."""


def normal(steps: Sequence[Node]) -> tuple[Node, ...]:
    """The same effect with its names numbered in the order they are given, and names that nobody needs left out."""
    naming = _Naming()
    known: dict[str, str] = {}
    fresh = [naming.node(step, known) for step in steps]
    kept = [name for name, required in naming.given.items() if required or naming.read[name]]
    numbered = {name: f"n{at}" for at, name in enumerate(kept)}
    return tuple(_renamed(step, numbered) for step in fresh)


class _Naming:
    """First pass: every name that is given becomes another one, and every reading of it follows."""

    def __init__(self) -> None:
        #: Each name in the order they are given, and whether its word cannot do without one.
        self.given: dict[str, bool] = {}
        self.read: Counter[str] = Counter()

    def node(self, node: Any, known: dict[str, str]) -> Any:
        if not isinstance(node, Node):
            return node
        changes: dict[str, Any] = {}
        for argument in node.arguments:
            item = getattr(node, argument.name)
            if argument.facts.kind == "reads":
                changes[argument.name] = self._read(item, known)
            elif argument.facts.kind == "binds" and item is not None:
                changes[argument.name] = self._give(item, known, argument.required)
            elif isinstance(item, Node):
                changes[argument.name] = self.node(item, known)
            elif is_list(item):
                # Names given in a list of steps are known only there (compile.steps); other lists share theirs.
                inside = dict(known) if argument.facts.sort is STEP else known
                changes[argument.name] = tuple(self.node(each, inside) for each in item)
        return evolve(node, **changes) if changes else node

    def _give(self, name: str, known: dict[str, str], required: bool) -> str:
        known[name] = fresh = f"{name}/{len(self.given)}"
        self.given[fresh] = required
        return fresh

    def _read(self, name: str, known: dict[str, str]) -> str:
        if name not in known:
            raise UnboundName(f"nothing is called {name!r} here")
        self.read[known[name]] += 1
        return known[name]


def _renamed(node: Any, numbered: dict[str, str]) -> Any:
    """Second pass: names that are read get their number, others go."""
    if not isinstance(node, Node):
        return node
    changes: dict[str, Any] = {}
    for argument in node.arguments:
        item = getattr(node, argument.name)
        if argument.facts.kind == "reads":
            changes[argument.name] = numbered[item]
        elif argument.facts.kind == "binds" and item is not None:
            changes[argument.name] = numbered.get(item)
        elif isinstance(item, Node):
            changes[argument.name] = _renamed(item, numbered)
        elif is_list(item):
            changes[argument.name] = tuple(_renamed(each, numbered) for each in item)
    return evolve(node, **changes) if changes else node
