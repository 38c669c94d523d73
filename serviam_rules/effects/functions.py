"""The programs of a ruleset as functions that can be called, and their text.

A function is written when it is first needed (`effects.writing`), and `linecache` knows its text, so that tracebacks
show it. Those of the reference set are written when the library is built: they lie in the wheel as a module that is
named after the fingerprint of its rules.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, TypeAlias

from serviam_rules.effects.source import named
from serviam_rules.effects.writing import Function, Writing, expression, functions, globals_of, text
from serviam_rules.model import Ruleset
from serviam_rules.program import Program

#: The package that holds what is made when the library is built.
READY: Final = "serviam_rules._data"


class Made(dict[Any, Any]):
    """What is made when it is first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self._make(key)
        return made


#: Expressions that are worked out on their own, by program, each with its meaning.
Looks: TypeAlias = Mapping[str, tuple[Any, str]]


class Functions:
    """The functions of a ruleset's programs, by program, and by position if they have one (`effects.writing`).

    `programs` gives the programs, and `looks` the expressions that are worked out on their own, each with its meaning:
    the condition of each rival that has one, and what the tied compare.
    """

    def __init__(
        self,
        rules: Ruleset,
        programs: Callable[[], dict[str, Program]],
        looks: Callable[[], dict[str, tuple[Any, str]]],
    ) -> None:
        self._rules, self._programs, self._looks = rules, programs, looks
        self.ready: dict[str, Any] = ready(rules)
        self._scope = {} if self.ready else scope_of(rules)
        self._files: list[str] = []
        weakref.finalize(self, _forget, self._files)
        self.begin: Made = Made(lambda program: self._function(f"begin_{named(program)}", program))
        self.ask: Made = Made(lambda key: self._function(f"ask_{key[1]}_{named(key[0])}", *key))
        self.answer: Made = Made(lambda key: self._function(f"answer_{key[1]}_{named(key[0])}", *key))
        self.resume: Made = Made(lambda key: self._function(f"resume_{key[1]}_{named(key[0])}", *key))
        self.look: Made = Made(self._look)

    def _function(self, name: str, program: str, *at: int) -> Any:
        if name in self.ready:
            return self.ready[name]
        way = name.partition("_")[0]
        return self._run(getattr(Writing(self._rules, self._programs()[program], self._scope), way)(*at))

    def _look(self, program: str) -> Any:
        part, meaning = self._looks()[program]
        name = f"{meaning}_{named(program)}"
        if name in self.ready:
            return self.ready[name]
        return self._run(expression(self._rules, program, self._scope, part, meaning))

    def _run(self, written: Function) -> Any:
        file = f"<serviam-rules {self._rules.fingerprint[:8]} {written.name}>"
        self._files.append(file)
        return run(written, file, self._scope)

    def written(self, program: str | None = None) -> Iterator[Function]:
        """Every function of a program, or of all, as text."""
        scope = scope_of(self._rules)
        for one in self._programs().values():
            if program in (None, one.id):
                yield from functions(self._rules, one, scope)
        for key, (part, meaning) in self._looks().items():
            if program in (None, key):
                yield expression(self._rules, key, scope, part, meaning)

    def clear(self) -> None:
        """Write every function anew when it is next needed."""
        for made in (self.begin, self.ask, self.answer, self.resume, self.look):
            made.clear()


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


def ready(rules: Ruleset) -> dict[str, Any]:
    """The functions that were written for these rules when the library was built, by name; none for other rules."""
    name = module_name(rules)
    try:
        return vars(import_module(f"{READY}.{name}"))
    except ModuleNotFoundError as error:
        if error.name not in (READY, f"{READY}.{name}"):
            raise
        return {}


def module_name(rules: Ruleset) -> str:
    """The name of the module that holds the functions for these rules."""
    return f"programs_{rules.fingerprint[:16]}"


def module(rules: Ruleset, all_functions: Iterator[Function]) -> str:
    """All functions of a ruleset as the text of one module."""
    head = f'"""The programs of {rules!r} as Python, written when the library was built."""\n'
    return "\n".join([head, globals_of(rules), text([*all_functions])])


def _forget(files: list[str]) -> None:
    for file in files:
        linecache.cache.pop(file, None)
