"""Imports point downwards: a module uses its own layer or a lower one (and never in a ring).

Imports inside functions, under `TYPE_CHECKING` and by `import_module("...")` count like any other. The
package's own `__init__` is the door for users: it may reach everything, but only when asked (PEP 562).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "serviam_rules"

#: Layer -> what it is for, and its modules. A name stands for the module and for everything below it.
LAYERS: dict[int, tuple[str, tuple[str, ...]]] = {
    0: ("words that everything else is made of", ("errors", "values", "program", "rng", "files", "version")),
    1: ("cards and rulesets", ("model", "cards", "plain", "reading")),
    2: ("a game's situation, and what may be done", ("state", "actions", "knowledge")),
    3: ("what happens, and the only code that changes a state", ("events",)),
    4: ("the effect language, its compiler and its machine", ("effects",)),
    5: ("files: schemas, YAML, problems", ("schema",)),
    6: ("packs, merged, checked and compiled", ("packs", "bundle")),
    7: ("the rulebook, and words for everything", ("rules", "invariants", "text", "faces")),
    8: ("the pure API", ("game", "views", "wire", "loading")),
    9: ("whole games", ("history", "replay", "schema.wire_schemas", "testing", "bots", "simulation", "host")),
    10: ("doors to the outside", ("cli", "adapters", "__main__", "__init__")),
}

ROOT = Path(__file__).resolve().parents[1] / PACKAGE


class Import(NamedTuple):
    """That `user` imports `used` (both relative to the package), in which line, and whether on loading."""

    user: str
    used: str
    line: int
    eager: bool


def layer(module: str) -> int | None:
    """The layer of a module, by the longest name in the table that is the module or a package around it."""
    best: tuple[int, int] | None = None
    for number, (_, names) in LAYERS.items():
        for name in names:
            if module == name or module.startswith(f"{name}."):
                best = max(best or (0, 0), (len(name), number))
    return best[1] if best else None


@cache
def modules() -> dict[str, Path]:
    """Every module: its name relative to the package (`effects.vm`, `__init__`) -> its file."""
    found: dict[str, Path] = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] == "__init__" and len(parts) > 1:
            parts = parts[:-1]
        found[".".join(parts)] = path
    return found


def resolve(target: str, name: str | None = None) -> str | None:
    """Which of our modules `import target` or `from target import name` uses; None if it is not ours."""
    if target != PACKAGE and not target.startswith(f"{PACKAGE}."):
        return None
    inside = target[len(PACKAGE) + 1 :]
    if name is not None:
        below = f"{inside}.{name}" if inside else name
        if below in modules():
            return below
    return inside or "__init__"


def absolute(node: ast.ImportFrom, user: str, is_package: bool) -> str:
    """What a possibly relative `from ... import` names, as an absolute module."""
    if node.level == 0:
        return node.module or ""
    around = [PACKAGE] if user == "__init__" else [PACKAGE, *user.split(".")]
    drop = node.level - 1 if is_package else node.level
    base = around[: len(around) - drop]
    return ".".join([*base, *([node.module] if node.module else [])])


def named_by_text(node: ast.Call) -> str | None:
    """The module of `import_module("serviam_rules.x")`, when it is written out."""
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if called not in {"import_module", "__import__"} or not node.args:
        return None
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def runs_later(node: ast.AST) -> bool:
    """Whether what stands in this node does not run when the module loads."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def imports_in(tree: ast.AST, user: str, is_package: bool, eager: bool = True) -> Iterator[Import]:
    """All imports of our own modules below a node."""
    for node in ast.iter_child_nodes(tree):
        used: set[str | None] = set()
        match node:
            case ast.Import():
                used = {resolve(alias.name) for alias in node.names}
            case ast.ImportFrom():
                target = absolute(node, user, is_package)
                used = {resolve(target, alias.name) for alias in node.names}
            case ast.Call():
                used = {resolve(named_by_text(node) or "")}
            case _:
                pass
        line = getattr(node, "lineno", 0)
        yield from (Import(user, name, line, eager) for name in sorted(filter(None, used)) if name != user)
        yield from imports_in(node, user, is_package, eager and not runs_later(node))


@cache
def imports() -> tuple[Import, ...]:
    """Every import of one of our modules by another."""
    found: list[Import] = []
    for name, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        found.extend(imports_in(tree, name, path.name == "__init__.py"))
    return tuple(found)


def rings(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components with more than one module (Tarjan), each and all sorted."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for following in sorted(edges.get(node, ())):
            if following not in number:
                visit(following)
                low[node] = min(low[node], low[following])
            elif following in stack:
                low[node] = min(low[node], number[following])
        if low[node] == number[node]:
            at = stack.index(node)
            ring, stack[at:] = stack[at:], []
            if len(ring) > 1:
                found.append(sorted(ring))

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return sorted(found)


def outside(module: str, depth: int) -> str:
    """The package, so many levels deep, that a module is in; the module itself where it is not so deep."""
    return ".".join(module.split(".")[:depth])


@pytest.mark.parametrize("module", modules())
def test_every_module_has_a_layer(module: str) -> None:
    assert layer(module) is not None, f"say in LAYERS ({Path(__file__).name}) where {module} belongs"


def test_imports_point_downwards() -> None:
    wrong = [
        f"{modules()[user]}:{line}: {user} (layer {layer(user)}) imports {used} (layer {layer(used)})"
        for user, used, line, _ in imports()
        if (layer(used) or 0) > (layer(user) or 0)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_modules_import_each_other() -> None:
    edges: dict[str, set[str]] = {}
    for user, used, _, _ in imports():
        edges.setdefault(user, set()).add(used)
    assert rings(edges) == []


@pytest.mark.parametrize("depth", [1, 2])
def test_no_packages_use_each_other(depth: int) -> None:
    """`text` may use `packs` or `packs` may use `text`, but not both: whoever reads one need not read the other."""
    edges: dict[str, set[str]] = {}
    for one in imports():
        user, used = outside(one.user, depth), outside(one.used, depth)
        # A package's own `__init__` gathers what is in it, and so uses it.
        if user != used and not used.startswith(f"{user}.") and not user.startswith(f"{used}."):
            edges.setdefault(user, set()).add(used)
    assert rings(edges) == []


def test_the_door_opens_lazily() -> None:
    early = [
        f"{one.used} (line {one.line})"
        for one in imports()
        if one.user == "__init__" and one.eager and one.used != "version"
    ]
    assert early == [], "`import serviam_rules` must not load its modules before a name is asked for"


# ---- the checker itself ----


def seen(source: str, user: str, is_package: bool = False) -> list[tuple[str, bool]]:
    """What the checker sees in a piece of source: (used, eager)."""
    return [(one.used, one.eager) for one in imports_in(ast.parse(source), user, is_package)]


def test_the_checker_sees_every_way_to_import() -> None:
    assert seen("import serviam_rules.errors", "model") == [("errors", True)]
    assert seen("from serviam_rules import errors", "model") == [("errors", True)]
    assert seen("from serviam_rules.errors import unknown", "model") == [("errors", True)]
    assert seen("from .errors import unknown", "model") == [("errors", True)]
    assert seen("from ..errors import unknown", "effects.vm") == [("errors", True)]
    assert seen("from ..errors import unknown", "effects", is_package=True) == [("errors", True)]
    assert seen("def f():\n    from serviam_rules import errors", "model") == [("errors", False)]
    assert seen("if TYPE_CHECKING:\n    from serviam_rules import errors", "model") == [("errors", False)]
    assert seen("x = import_module('serviam_rules.errors')", "model") == [("errors", True)]
    assert seen("import attrs, json", "model") == []
    assert seen("from serviam_rules import nothing_of_that_name", "model") == [("__init__", True)]


def test_the_checker_sees_rings() -> None:
    assert rings({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert rings({"a": {"b", "c"}, "b": {"c"}}) == []
