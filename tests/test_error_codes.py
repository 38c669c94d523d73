"""The page of error codes: every code is there, and its examples have it and have it not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import error_codes as CODES

PROJECT = Path(__file__).resolve().parents[1]
#: Where problems of packs come from.
SOURCES = ("schema", "packs", "text/problems.py", "testing/cases.py", "cli/commands/validate.py")
#: Constants there that look like codes and are none.
NO_CODES = {"stand-in", "utf-8"}
EVERY = CODES.codes()


def in_source() -> Iterator[str]:
    """Every code that the library's source can give to a problem: the text that stands before a sentence."""
    for name in SOURCES:
        root = PROJECT / "serviam_rules" / name
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                value = node.value if isinstance(node, ast.Constant) else None
                if isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", value):
                    yield value


def test_every_code_of_the_source_has_an_entry() -> None:
    known = {code.code for code in EVERY}
    assert sorted(set(in_source()) - known - NO_CODES) == []


def test_no_code_has_two_entries() -> None:
    names = [code.code for code in EVERY]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("code", EVERY, ids=lambda code: code.code)
def test_the_bad_example_has_the_problem_and_no_other(code) -> None:
    problems = CODES.run(code, "bad")
    assert {one.code for one in problems} == {code.code, *code.data.get("also", [])}, problems
    severities = {one.severity for one in problems if one.code == code.code}
    assert severities == {"warning" if code.warns else "error"}


@pytest.mark.parametrize("code", EVERY, ids=lambda code: code.code)
def test_the_good_example_does_not_have_it(code) -> None:
    if code.code == "untranslated":
        pytest.skip("a language with every name would be a long example; `examples/packs/fr` is one")
    problems = CODES.run(code, "good")
    assert [one for one in problems if one.severity == "error" or one.code == code.code] == []


def test_the_page_is_up_to_date() -> None:
    assert CODES.main(["--check"]) == 0
