"""Two effects side by side: every number, sign, name, rank, target and condition in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from serviam_rules.effects.amounts import Number
from serviam_rules.effects.node import STEP, Argument, Node, Sort
from serviam_rules.values import is_list, value

Code: TypeAlias = Literal["number", "sign", "name", "rank", "target", "condition", "what", "missing", "extra"]

#: What a difference between two expressions of a sort is called, by what the words of the sort have to say.
CODES: Final[dict[str, Code]] = {
    "finds": "target", "fits": "target", "fits_place": "target", "truth": "condition", "span": "number",
}  # fmt: skip


@value
class Difference:
    """A place where two effects differ. `expected` and `found` are expressions of `sort`, numbers, ids or None.

    `of` says what ids are ids of; `step` that numbers are steps of a marker, said with their sign.
    """

    code: Code
    sort: Sort | None
    expected: Any
    found: Any
    of: str = ""
    step: bool = False


def differences(expected: Sequence[Node], found: Sequence[Node]) -> tuple[Difference, ...]:
    """Every difference between two lists of steps, in order."""
    return tuple(_lists(STEP, expected, found))


def _lists(sort: Sort, expected: Sequence[Any], found: Sequence[Any]) -> Iterator[Difference]:
    """Items that are alike stand against each other; what is left over is missing or extra."""
    for left, right in _pairs(expected, found):
        if left is None:
            yield Difference("extra", sort, None, right)
        elif right is None:
            yield Difference("missing", sort, left, None)
        else:
            yield from _nodes(sort, left, right)


def _pairs(expected: Sequence[Any], found: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The alignment that differs least (both lists are short)."""
    best: dict[tuple[int, int], tuple[int, list[tuple[Any, Any]]]] = {}
    nothing: tuple[int, list[tuple[Any, Any]]] = (0, [])
    for i in range(len(expected), -1, -1):
        for j in range(len(found), -1, -1):
            ways: list[tuple[int, list[tuple[Any, Any]]]] = []
            if i < len(expected) and j < len(found):
                cost, rest = best[i + 1, j + 1]
                ways.append((cost + _distance(expected[i], found[j]), [(expected[i], found[j]), *rest]))
            if i < len(expected):
                cost, rest = best[i + 1, j]
                ways.append((cost + _ALONE, [(expected[i], None), *rest]))
            if j < len(found):
                cost, rest = best[i, j + 1]
                ways.append((cost + _ALONE, [(None, found[j]), *rest]))
            best[i, j] = min(ways, key=lambda way: way[0], default=nothing)
    return best[0, 0][1]


#: What it costs to leave a step without a counterpart; less than three differences within two steps do.
_ALONE: Final = 3
#: What it costs to hold two words of different kinds against each other.
_UNLIKE: Final = 5


def _distance(left: Any, right: Any) -> int:
    if left == right:
        return 0
    if not isinstance(left, Node) or type(left) is not type(right):
        return _UNLIKE
    return max(1, sum(1 for _ in _nodes(STEP, left, right)))


def _nodes(sort: Sort, expected: Any, found: Any) -> Iterator[Difference]:
    if expected == found:
        return
    if type(expected) is not type(found):
        yield Difference(CODES.get(sort.tells[0] if sort.tells else "", "what"), sort, expected, found)
        return
    for argument in expected.arguments:
        left, right = getattr(expected, argument.name), getattr(found, argument.name)
        if left != right:
            yield from _arguments(sort, expected, argument, left, right)


def _arguments(sort: Sort, node: Node, argument: Argument, left: Any, right: Any) -> Iterator[Difference]:
    kind = argument.facts.kind
    if is_list(left) and is_list(right):
        yield from _lists(argument.sort_in(sort), left, right)
    elif kind == "integer" or isinstance(left, int) or isinstance(right, int):
        yield Difference(_of_numbers(left, right, argument.facts.called), None, left, right)
    elif kind == "id":
        yield Difference("name", None, left, right, argument.facts.of)
    elif kind in ("binds", "reads"):
        yield Difference("target", sort, node, None)
    elif argument.facts.signed and isinstance(left, Number) and isinstance(right, Number):
        yield Difference(_of_numbers(left.n, right.n), None, left.n, right.n, step=True)
    elif left is None:
        yield Difference("extra", argument.sort_in(sort), None, right)
    elif right is None:
        yield Difference("missing", argument.sort_in(sort), left, None)
    else:
        yield from _nodes(argument.sort_in(sort), left, right)


def _of_numbers(left: Any, right: Any, called: Code = "number") -> Code:
    if left is None:
        return "extra"
    if right is None:
        return "missing"
    return "sign" if left == -right else called
