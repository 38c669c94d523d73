"""The schemas: what they say for editors, what they refuse, and what a file that breaks them is told."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from serviam_rules.effects.node import AMOUNT, SORTS, STEP, GrammarError, Node, Sort, parse, unparse
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.errors import UsageError
from serviam_rules.kinds import FILES, kind_of_file
from serviam_rules.model import Ruleset
from serviam_rules.schema import build
from serviam_rules.schema.files import file_schema
from serviam_rules.schema.known import known_in
from serviam_rules.schema.language import LABELS, Language
from serviam_rules.schema.validate import faults
from serviam_rules.strict_yaml.source import read, read_text
from tests.strategies import effects

PROJECT = Path(__file__).resolve().parents[1]
CARDS = PROJECT / "cards"
CARD_FILES = sorted(CARDS.rglob("*.yaml"))


def kind_of(path: Path) -> str:
    kind = kind_of_file(str(path.relative_to(CARDS)))
    assert kind is not None
    return kind


def data_of(path: Path) -> Any:
    source, problems = read(path, str(path))
    assert source is not None, problems
    return source.data


def schemas_in(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all schemas within it."""
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from schemas_in(inner)


def gift(**changes: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "id": "lamp", "name": "Lamp", "copies": 1, "category": None, "conspiracy": False,
        "icons": [{"target": True, "move": 1}], "provenance": {"default": "stand-in"},
    }  # fmt: skip
    return whole | changes


def powerholder(*steps: Any) -> dict[str, Any]:
    return {
        "id": "ada", "name": "Ada", "organisation": "army", "rank": 1, "effetto_ordine": list(steps),
        "provenance": {"default": "stand-in"},
    }  # fmt: skip


# ---- the committed schemas


def test_the_committed_schemas_are_up_to_date() -> None:
    for path, text in build.files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: python -m serviam_rules.schema.build"


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("offering", [False, True])
def test_schemas_are_schemas(kind: str, offering: bool, rules: Ruleset) -> None:
    known = known_in(rules.source) if offering else None
    made = file_schema(kind, known)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$id"] == f"urn:serviam-rules:{kind}:1"


@pytest.mark.parametrize("kind", FILES)
def test_nothing_is_fetched_and_nothing_is_tried_branch_by_branch(kind: str) -> None:
    for schema in schemas_in(file_schema(kind)):
        assert schema.get("$ref", "#").startswith("#")
        assert "oneOf" not in schema
        assert all(set(branch) == {"required"} for branch in schema.get("anyOf", ()))


@pytest.mark.parametrize("kind", FILES)
def test_every_key_is_described(kind: str, rules: Ruleset) -> None:
    made = file_schema(kind, known_in(rules.source))
    for schema in schemas_in(made):
        for key, inner in schema.get("properties", {}).items():
            if isinstance(inner, dict) and inner != {}:
                assert inner.get("description") is not None, key


def test_mappings_are_closed() -> None:
    """Unknown keys are refused everywhere but where every key is welcome."""
    for kind in FILES:
        for schema in schemas_in(file_schema(kind)):
            if schema.get("type") == "object" and "properties" in schema and "if" not in schema:
                assert "additionalProperties" in schema or "dependentSchemas" in schema, schema.get("title")


def test_every_word_is_offered_with_an_example(rules: Ruleset) -> None:
    definitions = file_schema("set", known_in(rules.source))["$defs"]
    for sort in SORTS:
        made = definitions[sort.name]
        offered = {snippet["label"] for snippet in made["defaultSnippets"]}
        assert all(snippet["description"] for snippet in made["defaultSnippets"])
        for tag, cls in sort.words.items():
            if tag != "number":
                assert tag in offered or next(iter(cls.examples)) in offered, (sort.name, tag)
        tagged = {tag for tag, cls in sort.words.items() if tag != "number" and needs_argument(cls)}
        assert set(made.get("properties", {})) >= tagged
    assert set(definitions["step"]["properties"]) == set(OPS)
    assert set(LABELS) == {sort.name for sort in SORTS}


def needs_argument(cls: type[Node]) -> bool:
    return any(argument.required for argument in cls.arguments)


def test_the_ids_of_the_reference_set_are_offered_and_others_are_as_good(rules: Ruleset) -> None:
    made = file_schema("gift", known_in(rules.source))
    category = made["$defs"]["whole"]["properties"]["category"]
    assert category["examples"] == list(rules.organisations)
    validator: Any = Draft202012Validator(made)
    assert validator.is_valid(gift(category="guild", icons=[{"double": "ugo", "move": 1}]))


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'gift'"):
        file_schema("gfit")


# ---- what is valid


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: path.stem)
def test_the_reference_cards_fit(path: Path, rules: Ruleset) -> None:
    kind, data = kind_of(path), data_of(path)
    assert faults(kind, data) == []
    for offering in (False, True):
        validator: Any = Draft202012Validator(file_schema(kind, known_in(rules.source) if offering else None))
        assert list(validator.iter_errors(data)) == []


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: path.stem)
def test_the_modeline_comes_first_and_leads_to_the_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    target = (path.parent / first.partition("=")[2]).resolve()
    assert target == build.HERE / f"{kind_of(path)}.schema.json"


def fits_in(sort: Sort, text: str) -> bool:
    """Whether an example is written for this sort: words like `one` and `not` belong to several."""
    source, _ = read_text(f"example: {text}\n", text)
    assert source is not None
    try:
        parse(sort, source.data["example"])
    except GrammarError:
        return False
    return True


def every_example() -> Iterator[tuple[Sort, str]]:
    for sort in SORTS:
        for tag, cls in sort.words.items():
            if tag != "number":
                yield from ((sort, text) for text in cls.examples if fits_in(sort, text))


@pytest.mark.parametrize(("sort", "text"), list(every_example()), ids=lambda item: getattr(item, "name", item))
def test_every_example_of_a_word_fits(sort: Sort, text: str) -> None:
    source, problems = read_text(f"example: {text}\n", text)
    assert source is not None, problems
    assert valid_as(sort, source.data["example"])


def valid_as(sort: Sort, data: Any, *, parameters: bool = False) -> bool:
    language = Language(parameters=parameters)
    schema = language.expression(sort, "")
    validator: Any = Draft202012Validator(schema | {"$defs": language.definitions})
    return bool(validator.is_valid(data))


@given(effects())
def test_every_effect_of_the_language_fits(steps: tuple[Node, ...]) -> None:
    plain = [unparse(step) for step in steps]
    wrong = [fault for fault in faults("powerholder", powerholder(*plain)) if fault.code not in ("too-few", "too-many")]
    assert wrong == []


def test_parameters_stand_in_icons_only() -> None:
    step = {"move": {"holder": "$who"}, "by": "$many"}
    assert valid_as(STEP, step, parameters=True)
    assert not valid_as(STEP, step)
    assert not valid_as(STEP, {"move": "$who", "by": 1}, parameters=True)
    assert not valid_as(AMOUNT, "$", parameters=True)


# ---- what is not


@pytest.mark.parametrize(
    "odd",
    [True, False, None, 1, "1", [], {}, ["target"], {"one": None}, {"one": "anyone", "each": "anyone"}, "number"],
    ids=repr,
)
def test_an_expression_is_nothing_else(odd: Any) -> None:
    assert faults("powerholder", powerholder({"move": odd, "by": 1}))


@pytest.mark.parametrize("odd", [True, "1", None, [1], {"number": 1}, "number"], ids=repr)
def test_a_number_is_nothing_else(odd: Any) -> None:
    assert faults("powerholder", powerholder({"move": "target", "by": odd}))


def test_an_end_of_line_is_no_part_of_an_id() -> None:
    assert [fault.code for fault in faults("gift", gift(id="lamp\n"))] == ["bad-id"]
    assert [fault.code for fault in faults("gift", gift(category="army\n"))] == ["bad-id"]
    assert [fault.code for fault in faults("gift", gift(name="Lamp\n"))] == ["wrong-form"]


def test_one_mistake_deep_inside_is_one_message() -> None:
    step: Any = {"move": {"one": {"rank": "two"}}, "by": 1}
    for _ in range(3):
        step = {"choose": [{"do": [{"may": [step]}]}, {"do": [{"draw": 1}]}]}
    (fault,) = faults("powerholder", powerholder(step))
    assert (fault.code, fault.message) == ("wrong-type", "'two' stands where a whole number belongs")
    assert fault.path[-3:] == ("move", "one", "rank")


def test_deep_effects_take_no_time() -> None:
    """With a choice among 40 branches at each level, three levels took eight seconds."""
    step: Any = {"draw": 1}
    for _ in range(8):
        step = {"choose": [{"do": [step]}, {"do": [step]}]} if str(step).count("choose") < 60 else {"may": [step]}
    began = time.perf_counter()
    assert faults("powerholder", powerholder(step)) == []
    assert time.perf_counter() - began < 2


def test_each_value_has_one_fault_at_most() -> None:
    odd = gift(
        id=5, name="", copies="x", category=[], icons=[5, {}], aliases=["a", "a"], more=1, provenance={"default": "x"}
    )
    found = faults("gift", odd)
    assert len(found) == 9
    assert len({(fault.path, fault.at_key) for fault in found}) == len(found)


@pytest.mark.parametrize(
    "command",
    [["schema", "rival"], ["schema", "state"], ["schema", "host"], ["schema", "typescript"], ["show", "kurt"]],
)
def test_what_is_said_does_not_hang_on_docstrings(command: list[str]) -> None:
    """`python -OO` drops docstrings, and says the same."""
    plain, bare = (
        subprocess.run(
            [sys.executable, *flags, "-m", "serviam_rules", *command], capture_output=True, check=True
        ).stdout
        for flags in ([], ["-OO"])
    )
    assert plain == bare != b""


def test_schemas_for_editors_define_the_card_language_once() -> None:
    made = {path.name: json.loads(text) for path, text in build.files().items()}
    words = set(made[build.LANGUAGE]["$defs"])
    assert words == {sort.name for sort in SORTS}
    for name, schema in made.items():
        assert name in (build.LANGUAGE, "icon.schema.json") or not words & set(schema.get("$defs", ())), name
        for inner in schemas_in(schema):
            file, _, target = inner.get("$ref", "").partition("#/$defs/")
            assert not target or target in made[file or name]["$defs"], (name, inner)
