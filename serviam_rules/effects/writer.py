"""Writes the functions of a ruleset's programs, and runs what it has written (`effects.writing` says what).

`linecache` knows the text of each function, so that tracebacks show it.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Iterator
from typing import Any

from serviam_rules.effects.tables import Trees
from serviam_rules.effects.writing import Function, Writing, expression, functions, globals_of, text
from serviam_rules.model import Ruleset


class Writer:
    """The functions of a ruleset, each written when it is asked for."""

    def __init__(self, rules: Ruleset, trees: Trees) -> None:
        self._rules, self._trees = rules, trees
        self._scope = scope_of(rules)
        self._files: list[str] = []
        weakref.finalize(self, _forget, self._files)

    def function(self, name: str, program: str, *at: int) -> Any:
        """A function of a program, at a position if it has one. Its name begins with what it is: `begin`, `ask`, ..."""
        way = name.partition("_")[0]
        return self._run(getattr(Writing(self._rules, self._trees.programs[program], self._scope), way)(*at))

    def look(self, program: str) -> Any:
        """An expression that is worked out on its own."""
        part, meaning = self._trees.looks[program]
        return self._run(expression(self._rules, program, self._scope, part, meaning))

    def written(self, program: str | None = None, /) -> Iterator[Function]:
        """Every function of a program, or of all, as text."""
        scope = scope_of(self._rules)
        for one in self._trees.programs.values():
            if program in (None, one.id):
                yield from functions(self._rules, one, scope)
        for key, (part, meaning) in self._trees.looks.items():
            if program in (None, key):
                yield expression(self._rules, key, scope, part, meaning)

    def _run(self, written: Function) -> Any:
        file = f"<serviam-rules {self._rules.fingerprint[:8]} {written.name}>"
        self._files.append(file)
        return run(written, file, self._scope)


def run(written: Function, file: str, scope: dict[str, Any]) -> Any:
    """The function, with its text where tracebacks look for it."""
    linecache.cache[file] = (len(written.text), None, written.text.splitlines(keepends=True), file)
    exec(compile(written.text, file, "exec"), scope)
    return scope.pop(written.name)


def scope_of(rules: Ruleset) -> dict[str, Any]:
    """The global names of functions that are written now."""
    scope: dict[str, Any] = {"__name__": "serviam_rules.programs"}
    exec(compile(globals_of(rules), "<serviam-rules globals>", "exec"), scope)
    return scope


def module(rules: Ruleset, all_functions: Iterator[Function]) -> str:
    """All functions of a ruleset as the text of one module."""
    head = f'"""The programs of {rules!r} as Python, written when the library was built."""\n'
    return "\n".join([head, globals_of(rules), text([*all_functions])])


def _forget(files: list[str]) -> None:
    for file in files:
        linecache.cache.pop(file, None)
