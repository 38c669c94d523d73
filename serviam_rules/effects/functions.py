"""The programs of a ruleset as functions that can be called.

Those of the reference set are written when the library is built: they lie in the wheel as a module that is named after
the fingerprint of its rules. Any other is written when it is first needed (`effects.writer`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from serviam_rules.model import Ruleset
from serviam_rules.program import named

#: The package that holds what is made when the library is built.
READY: Final = "serviam_rules._data"


class Made(dict[Any, Any]):
    """What is made when it is first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self._make(key)
        return made


class Writes(Protocol):
    """What writes the functions that do not lie ready."""

    def function(self, name: str, program: str, *at: int) -> Any: ...
    def look(self, program: str) -> Any: ...
    def written(self, program: str | None = None, /) -> Iterator[Any]: ...


class Functions:
    """The functions of a ruleset's programs, by program, and by position if they have one (`effects.writing`).

    `writer` makes what writes them; it is asked for only if one does not lie ready.
    """

    def __init__(self, rules: Ruleset, writer: Callable[[], Writes]) -> None:
        self.ready: dict[str, Any] = ready(rules)
        self._writer: Callable[[], Writes] = cache(writer)
        self.begin: Made = Made(lambda program: self._function(f"begin_{named(program)}", program))
        self.ask: Made = Made(lambda key: self._function(f"ask_{key[1]}_{named(key[0])}", *key))
        self.answer: Made = Made(lambda key: self._function(f"answer_{key[1]}_{named(key[0])}", *key))
        self.resume: Made = Made(lambda key: self._function(f"resume_{key[1]}_{named(key[0])}", *key))
        self.rule: Made = Made(lambda key: self._function(f"rule_{key[1]}_{named(key[0])}", *key))
        self.look: Made = Made(self._look)

    def _function(self, name: str, program: str, *at: int) -> Any:
        return self.ready[name] if name in self.ready else self._writer().function(name, program, *at)

    def _look(self, program: str) -> Any:
        for meaning in ("holds", "number"):
            if (name := f"{meaning}_{named(program)}") in self.ready:
                return self.ready[name]
        return self._writer().look(program)

    def written(self, program: str | None = None) -> Iterator[Any]:
        """Every function of a program, or of all, as text (`writing.Function`)."""
        return self._writer().written(program)

    def clear(self) -> None:
        """Write every function anew when it is next needed."""
        for made in (self.begin, self.ask, self.answer, self.resume, self.rule, self.look):
            made.clear()


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
