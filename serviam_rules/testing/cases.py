"""Reading case files: YAML, checked by `case.schema.json`, every problem with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from serviam_rules.errors import PackError, Problem, nearest
from serviam_rules.strict_yaml.source import Source, read
from serviam_rules.values import value


@value
class Case:
    """One case: where it stands, what it shows, the rules and the card it is about, and the rest as plain data."""

    file: str
    line: int
    it: str
    rules: tuple[str, ...]
    card: str | None
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.it}"


def read_cases(folder: Path | str) -> tuple[Case, ...]:
    """All cases of a folder, or of one file, in the order of files and lines.

    Raises PackError with everything that is wrong with the files. A folder that is not there holds no cases.
    """
    root = Path(folder)
    files = [root] if root.is_file() else sorted(root.rglob("*.yaml"), key=lambda path: path.as_posix())
    problems: list[Problem] = []
    cases: list[Case] = []
    for path in files:
        found, wrong = _read_file(path)
        cases += found
        problems += wrong
    if problems:
        raise PackError(problems)
    return tuple(cases)


def _read_file(path: Path) -> tuple[list[Case], list[Problem]]:
    source, problems = read(path, path.as_posix())
    if source is None:
        return [], problems
    problems = _shape_problems(source)
    if problems:
        return [], problems
    return [_case(source, at, data) for at, data in enumerate(source.data["cases"])], []


def _case(source: Source, at: int, data: Mapping[str, Any]) -> Case:
    line, _ = source.line(("cases", at))
    return Case(source.path, line, data["it"], tuple(data.get("rules", ())), data.get("card"), data)


@cache
def schema() -> Any:
    """The JSON Schema of case files."""
    return json.loads(resources.files("serviam_rules.testing").joinpath("case.schema.json").read_text(encoding="utf-8"))


def _shape_problems(source: Source) -> list[Problem]:
    from jsonschema import Draft202012Validator

    validator: Any = Draft202012Validator(schema())
    found = [problem for error in validator.iter_errors(source.data) for problem in _problems(source, error)]
    return sorted(found, key=lambda problem: (problem.line, problem.column, problem.message))


def _problems(source: Source, error: Any) -> Iterator[Problem]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        for key in error.instance:
            if key not in known:
                message = f"{key!r} has no meaning here{nearest(str(key), known)} (known: {', '.join(known)})"
                yield source.problem((*path, key), "unknown-key", message, at_key=True)
    elif error.validator == "required":
        absent = [key for key in error.validator_value if key not in error.instance]
        yield source.problem(path, "missing-key", f"{', '.join(absent)} must stand here")
    elif error.validator == "not":
        yield source.problem(path, "wrong-keys", error.validator_value["description"])
    elif error.validator in ("oneOf", "anyOf"):
        yield source.problem(path, "wrong-keys", f"what stands here must be: {error.schema['description']}")
    else:
        yield source.problem(path, "wrong-value", error.message[:200])
