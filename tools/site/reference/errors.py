"""Every error code, found in the code where it is raised, with the sentence that goes with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tools.site.book import Book
from tools.site.markdown import code, link_rules, paragraphs, table
from tools.site.paths import DOCS, ROOT

PACKAGE = ROOT / "serviam_rules"
CODE = re.compile(r"[a-z]+(-[a-z]+)+|stale|endless")
#: The classes whose codes are about actions; all others are about packs.
ACTIONS = ("Illegality", "IllegalAction")
Sentences = dict[str, str | None]


class Raised(NamedTuple):
    """A code and its sentence, where it stands."""

    code: str
    message: str
    rule: str
    actions: bool


def raised() -> list[Raised]:
    """Every code of the package, in order of code and message, each once."""
    found: set[Raised] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        found.update(_in_scope(ast.parse(path.read_text(encoding="utf-8")), {}))
    return sorted(found)


def _in_scope(scope: ast.AST, around: Sentences) -> Iterator[Raised]:
    """What a module or function raises; sentences that it names first are known by their names."""
    named = dict(around)
    for node in _within(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id] = _sentence(node.value, named)
    for node in _within(scope):
        if isinstance(node, ast.Call):
            yield from _in_call(node, named)
        elif isinstance(node, ast.FunctionDef):
            yield from _in_scope(node, named)


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, but not those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef):
            yield from _within(node)


def _in_call(call: ast.Call, named: Sentences) -> Iterator[Raised]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    arguments = [
        *call.args,
        *(keyword.value for keyword in call.keywords if keyword.arg in ("code", "message", "rule")),
    ]
    for at, argument in enumerate(arguments[:-1]):
        code_ = _constant(argument)
        message = _sentence(arguments[at + 1], named)
        if CODE.fullmatch(code_) and message is not None and " " in message:
            rule = _constant(arguments[at + 2]) if len(arguments) > at + 2 else ""
            yield Raised(code_, message, rule, name in ACTIONS)


def _sentence(node: ast.expr, named: Sentences) -> str | None:
    """A message as a pattern: `{…}` where something is put in; None for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(part) for part in node.values)
    return named.get(node.id) if isinstance(node, ast.Name) else None


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    return "{…}"


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def write(book: Book) -> None:
    """Write `reference/errors.md`."""
    language = book.language
    every = raised()
    head = (language.say("errors.code"), language.say("errors.message"))
    parts: list[str] = []
    for key, actions in (("actions", True), ("packs", False)):
        parts += [f"## {language.say(f'errors.{key}')} {{#{key}}}", language.say(f"errors.{key}_lead")]
        parts.append(table(head, _rows([one for one in every if one.actions is actions])))
    text = paragraphs(f"# {language.say('errors.title')}", language.say("errors.lead"), *parts)
    book.write("reference/errors.md", text)


def _rows(every: list[Raised]) -> Iterator[tuple[str, str]]:
    for name in dict.fromkeys(one.code for one in every):
        of_code = [one for one in every if one.code == name]
        rules = list(dict.fromkeys(one.rule for one in of_code if re.fullmatch(r"[CSTFOD]-\d+", one.rule)))
        cited = f" ({link_rules(', '.join(rules), '../rules/rulebook.md')})" if rules else ""
        messages = "<br>".join(code(one.message) for one in of_code)
        told = f"[{code(name)}](pack-errors.md#{name})" if name in _explained() else code(name)
        yield f'<span id="{name}">{told}</span>{cited}', f'<span lang="en">{messages}</span>'


@cache
def _explained() -> frozenset[str]:
    """The codes with examples of their own on the page about problems in packs."""
    page = DOCS / "reference" / "pack-errors.md"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return frozenset(re.findall(r"^### `([a-z-]+)`", text, flags=re.MULTILINE))
