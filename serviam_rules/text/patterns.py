"""Trees of the card language with holes: what a phrase is about.

`{move: {one: $people}, by: $by}` fits every move of one powerholder that a player chooses. A pattern is a tree whose
holes are `Hole`s: `match` finds what stands in them, `build` puts something in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, TypeAlias

from serviam_rules.effects.node import Argument, GrammarError, Node, Path, Sort, children, parse
from serviam_rules.values import evolve, is_list, is_map, value

#: An expression, several of them, an id, a number or a name.
Item: TypeAlias = Any
Found: TypeAlias = dict[str, Item]

NODE: Final = "node"
NODES: Final = "nodes"
INTEGER: Final = "integer"
ID: Final = "id"
NAME: Final = "name"
_KINDS: Final = {
    "node": NODE,
    "nodes": NODES,
    "pair": NODES,
    "integer": INTEGER,
    "id": ID,
    "binds": NAME,
    "reads": NAME,
}


@value
class Hole(Node):
    """A place in a pattern where anything of its kind may stand; `sort` for expressions, `of` for ids."""

    tag: ClassVar[str] = "hole"
    arguments: ClassVar[tuple[Argument, ...]] = ()
    name: str
    kind: str
    sort: Sort | None = None
    of: str = ""
    least: int | None = None
    most: int | None = None


def hole_for(name: str, argument: Argument, context: Sort) -> Hole:
    """A hole that takes what an argument of a word takes, where the word stands as a `context`."""
    facts = argument.facts
    kind = _KINDS[facts.kind]
    sort = argument.sort_in(context) if kind in (NODE, NODES) else None
    return Hole(name, kind, sort, facts.of, facts.least, facts.most)


def pattern(sort: Sort, data: Item, path: Path = ()) -> Node:
    """Read plain data with `$name` where a hole is. GrammarError for what the language does not know."""
    if _is_hole(data):
        return Hole(data[1:], NODE, sort)
    tags = [key for key in data if key in sort.words] if is_map(data) else []
    if len(tags) != 1:
        made: Node = parse(sort, data, path)
        return made
    cls = sort.words[tags[0]]
    keys = {cls.tag if at == 0 else argument.key: argument for at, argument in enumerate(cls.arguments)}
    values: dict[str, Item] = {}
    for key, item in data.items():
        if key not in keys:
            raise GrammarError((*path, key), "unknown-key", f"{cls.tag!r} has no argument {key!r}")
        values[keys[key].name] = _argument(keys[key], sort, item, (*path, key))
    missing = next((each for each in cls.arguments if each.required and each.name not in values), None)
    if missing is not None:
        raise GrammarError(path, "missing-key", f"{cls.tag!r} needs {missing.key!r}")
    return cls(**values)


def _is_hole(data: object) -> bool:
    return isinstance(data, str) and data.startswith("$")


def _argument(argument: Argument, context: Sort, data: Item, path: Path) -> Item:
    if _is_hole(data):
        return hole_for(data[1:], argument, context)
    kind = _KINDS[argument.facts.kind]
    if kind == NODE:
        return pattern(argument.sort_in(context), data, path)
    if kind == NODES and is_list(data):
        inner = argument.sort_in(context)
        return tuple(pattern(inner, item, (*path, at)) for at, item in enumerate(data))
    wanted = {INTEGER: int, ID: str, NAME: str}.get(kind)
    if wanted is None or type(data) is not wanted:
        raise GrammarError(path, "wrong-type", f"{data!r} stands where {argument.facts.doc} belongs")
    return data


def patterns(sort: Sort, data: Item, path: Path = ()) -> tuple[Node, ...]:
    """Read a list of expressions with holes."""
    if not is_list(data):
        raise GrammarError(path, "wrong-type", "a list of steps belongs here")
    return tuple(pattern(sort, item, (*path, at)) for at, item in enumerate(data))


def holes_in(item: Item) -> Iterator[Hole]:
    """Every hole of a pattern, as often as it stands there."""
    if isinstance(item, Hole):
        yield item
    elif is_list(item):
        for each in item:
            yield from holes_in(each)
    elif isinstance(item, Node):
        for argument in item.arguments:
            yield from holes_in(getattr(item, argument.name))


def bound_in(item: Item) -> Iterator[Hole]:
    """Every hole of a pattern where a name is given."""
    if is_list(item):
        for each in item:
            yield from bound_in(each)
    elif isinstance(item, Node):
        for argument in item.arguments:
            within = getattr(item, argument.name)
            if argument.facts.kind == "binds" and isinstance(within, Hole):
                yield within
            yield from bound_in(within)


def match(wanted: Item, item: Item, found: Found) -> bool:
    """Whether `item` fits a pattern; what stands in its holes is put into `found`. A hole never takes nothing."""
    if isinstance(wanted, Hole):
        if item is None or (wanted.name in found and found[wanted.name] != item):
            return False
        found[wanted.name] = item
        return True
    if is_list(wanted):
        return (
            is_list(item)
            and len(wanted) == len(item)
            and all(match(each, other, found) for each, other in zip(wanted, item, strict=True))
        )
    if isinstance(wanted, Node):
        return type(wanted) is type(item) and all(
            match(getattr(wanted, argument.name), getattr(item, argument.name), found) for argument in wanted.arguments
        )
    return bool(wanted == item)


def build(wanted: Item, found: Mapping[str, Item]) -> Item:
    """The pattern with its holes filled."""
    if isinstance(wanted, Hole):
        return found[wanted.name]
    if is_list(wanted):
        return tuple(build(each, found) for each in wanted)
    if isinstance(wanted, Node) and any(True for _ in holes_in(wanted)):
        filled = {argument.name: build(getattr(wanted, argument.name), found) for argument in wanted.arguments}
        return evolve(wanted, **filled)
    return wanted


def reads_in(item: Item) -> Iterator[str]:
    """Every name that is read in a tree (by `chosen`), as often as it is."""
    if is_list(item):
        for each in item:
            yield from reads_in(each)
    elif isinstance(item, Node):
        for argument in item.arguments:
            if argument.facts.kind == "reads":
                name = getattr(item, argument.name)
                yield name.name if isinstance(name, Hole) else name
        for _, child in children(item):
            yield from reads_in(child)


def binder(node: Node) -> Argument | None:
    """The argument by which a word gives a name to what it selects."""
    return next((argument for argument in node.arguments if argument.facts.kind == "binds"), None)


def height(node: Node) -> int:
    """How deeply expressions stand within this one: 0 for a plain word."""
    return max((1 + height(child) for _, child in children(node)), default=0)
