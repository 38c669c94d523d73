"""The page of error codes: every code is there, and its examples have it and have it not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from serviam_rules import codes
from tools import error_codes as CODES

PROJECT = Path(__file__).resolve().parents[1]
#: Where problems of packs come from, and where refusals of actions do.
OF_PACKS = (
    "strict_yaml",
    "schema",
    "packs",
    "text/problems.py",
    "testing/cases.py",
    "cli/authors",
    "cli/commands/validate.py",
)
OF_ACTIONS = ("rules/legal.py", "game.py", "views")
#: Words that stand before a sentence there and are no codes.
NO_CODES = ("title",)
EXAMPLES = CODES.examples()
EVERY = list(EXAMPLES.values())


def in_source(names: tuple[str, ...]) -> Iterator[str]:
    """Every code that the source of these modules gives to a problem: the word that stands before its sentence."""
    for name in names:
        root = PROJECT / "serviam_rules" / name
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from before_sentences(node.args)
                    yield from (word_of(each.value) for each in node.keywords if each.arg == "code")
                elif isinstance(node, ast.Tuple):
                    yield from before_sentences(node.elts)
                elif isinstance(node, ast.FunctionDef):
                    given = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                    pairs = zip(given, node.args.defaults, strict=True)
                    yield from (word_of(default) for argument, default in pairs if argument.arg == "code")


def before_sentences(nodes: list[ast.expr]) -> Iterator[str]:
    for node, following in pairwise(nodes):
        text = following.value if isinstance(following, ast.Constant) else None
        named = isinstance(following, ast.Name) and following.id in {"message", "wrong", "words"}
        if isinstance(following, ast.JoinedStr) or named or (isinstance(text, str) and " " in text):
            yield word_of(node)


def word_of(node: ast.expr) -> str:
    """The text that an expression is, if it looks like a code."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", value) else ""


@pytest.mark.parametrize(("names", "declared"), [(OF_PACKS, codes.OF_PACKS), (OF_ACTIONS, codes.OF_ACTIONS)])
def test_every_code_of_the_source_is_declared(names: tuple[str, ...], declared: dict[str, codes.Code]) -> None:
    found = set(in_source(names)) - {"", *NO_CODES}
    assert sorted(found - set(declared)) == [], "declare them in serviam_rules/codes.py"


def test_a_code_need_not_have_a_hyphen() -> None:
    assert {"twice", "alias", "too-long"} <= set(in_source(OF_PACKS))
    assert {"stale", "game-over"} <= set(in_source(OF_ACTIONS))


def test_every_declared_code_is_told_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PROJECT / "serviam_rules").rglob("*.py"))
    assert [code for code in (*codes.OF_PACKS, *codes.OF_ACTIONS) if source.count(f'"{code}"') < 2] == []


def test_every_declared_code_has_examples() -> None:
    assert set(EXAMPLES) == set(codes.OF_PACKS), "tools/error_codes.yaml"
    assert len(codes.OF_PACKS) == sum(len(section.codes) for section in codes.PACKS)


@pytest.mark.parametrize("code", EVERY, ids=lambda code: code.code)
def test_the_bad_example_has_the_problem_and_no_other(code) -> None:
    problems = CODES.run(code, "bad")
    assert {one.code for one in problems} == {code.code, *code.data.get("also", [])}, problems
    severities = {one.severity for one in problems if one.code == code.code}
    assert severities == {"warning" if code.declared.warns else "error"}


@pytest.mark.parametrize("code", EVERY, ids=lambda code: code.code)
def test_the_good_example_does_not_have_it(code) -> None:
    if code.code == "untranslated":
        pytest.skip("a language with every name would be a long example; `examples/packs/fr` is one")
    problems = CODES.run(code, "good")
    assert [one for one in problems if one.severity == "error" or one.code == code.code] == []


def test_the_page_is_up_to_date() -> None:
    assert CODES.main(["--check"]) == 0
