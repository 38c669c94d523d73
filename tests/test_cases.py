"""The one runner of the conformance cases in `tests/cases`, and what makes them complete."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from serviam_rules import wire
from serviam_rules.effects import instructions
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import RULE, SORTS, STEP, Node, parse, parse_steps
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.game import legal_actions
from serviam_rules.model import Ruleset
from serviam_rules.state import GameState
from serviam_rules.testing import Case, read_cases, run_case

FOLDER = Path(__file__).parent / "cases"
CASES = read_cases(FOLDER)


def name(case: Case) -> str:
    return f"{Path(case.file).relative_to(FOLDER.as_posix()).with_suffix('')}:{case.line}"


def holds_of_every_state(state: GameState) -> None:
    """What else must hold wherever a case comes by: it can be saved and loaded, and played on unless it is over."""
    loaded = wire.state_from_json(wire.to_json(state), state.ruleset)
    assert loaded == state
    assert loaded.decision == state.decision
    assert loaded.digest() == state.digest()
    assert bool(legal_actions(state)) != state.is_over


@pytest.mark.parametrize("case", CASES, ids=map(name, CASES))
def test_case(case: Case, rules: Ruleset) -> None:
    run_case(case, rules, watch=holds_of_every_state)


# --- completeness ----------------------------------------------------------------------------------------------------


def test_no_two_cases_of_a_file_show_the_same() -> None:
    seen: set[tuple[str, str | None, str]] = set()
    for case in CASES:
        key = (case.file, case.card, case.it)
        assert key not in seen, f"{case} is there twice"
        seen.add(key)


@pytest.mark.parametrize("op", sorted(OPS))
def test_every_op_has_a_file_of_cases(op: str) -> None:
    assert (FOLDER / "ops" / f"{op}.yaml").is_file()


def words_of(node: Node, sort: object) -> set[tuple[str, str]]:
    """The words of an expression, each with the sort it stands in."""
    assert hasattr(sort, "name")
    found = {(sort.name, node.tag)}
    for argument in node.arguments:
        held = getattr(node, argument.name)
        for child in held if isinstance(held, tuple) else (held,):
            if isinstance(child, Node):
                found |= words_of(child, argument.sort_in(sort))  # type: ignore[arg-type]
    return found


def test_every_word_of_the_language_has_a_case() -> None:
    used: set[tuple[str, str]] = set()
    for case in CASES:
        for step in parse_steps(case.data.get("effect", [])):
            used |= words_of(step, STEP)
        for kind in ("gifts", "powerholders"):
            for card in case.data.get("cards", {}).get(kind, {}).values():
                for rule in card.get("lasting", ()):
                    used |= words_of(parse(RULE, rule), RULE)
    missing = [f"{sort.name}: {tag}" for sort in SORTS for tag in sort.words if (sort.name, tag) not in used]
    assert not missing, f"no case under `effect` uses {missing}"


def test_every_card_has_a_case_that_runs_each_of_its_steps(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the steps that the cases of each card (`card: ...`) carry out."""
    done: dict[str, set[int]] = defaultdict(set)
    known = tables(rules)
    for instruction in (instructions.Run, instructions.Call):
        monkeypatch.setattr(instruction, "write", spy(instruction.write, done))
    known.functions.clear()
    missing: list[str] = []
    for program_id, program in tables(rules).programs.items():
        kind, _, card = program_id.partition("/")
        if kind not in ("gift", "powerholder", "rival"):
            continue
        done.clear()
        for case in CASES:
            if case.card == card:
                run_case(case, rules)
        steps = {at for at, step in enumerate(program.code) if isinstance(step, instructions.Run | instructions.Call)}
        if not steps <= done[program_id]:
            missing.append(program_id)
    known.functions.clear()
    assert not missing, f"no case with `card` runs each step of {missing}"


def spy(write, done: dict[str, set[int]]):
    def spied(self, made, at: int) -> int | None:
        made.to(f"{made.to.given_as('DONE', done)}[{made.to.program!r}].add({at})")
        return write(self, made, at)

    return spied


@pytest.mark.parametrize("kind", ["gifts", "powerholders", "rivals", "icons"])
def test_every_card_has_a_case(rules: Ruleset, kind: str) -> None:
    about = {case.card for case in CASES}
    assert [card for card in getattr(rules, kind) if card not in about] == []


# --- the format ------------------------------------------------------------------------------------------------------


def test_the_schema_beside_the_cases_is_the_one_in_the_package() -> None:
    import serviam_rules.testing as package

    shipped = Path(package.__file__).with_name("case.schema.json")
    assert (FOLDER / "case.schema.json").read_bytes() == shipped.read_bytes(), f"copy {shipped.name} to {FOLDER.name}/"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_every_file_names_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../case.schema.json"


def test_effects_of_cases_are_written_in_the_language() -> None:
    for case in CASES:
        for step in case.data.get("effect", []):
            assert isinstance(parse(STEP, step), Node)
