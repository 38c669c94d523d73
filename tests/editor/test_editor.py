"""Editors that speak YAML schemas help with card files: diagnostics, completion, hover text."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from serviam_rules.cli import main
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.model import Ruleset
from tests.editor.client import Finding, Server

PROJECT = Path(__file__).resolve().parents[2]
GOOD = sorted(path for folder in ("cards", "examples", "tests/cases") for path in (PROJECT / folder).rglob("*.yaml"))
#: Where documents are said to lie that exist in the editor only; each has a name of its own.
UNSAVED = PROJECT / "cards"
NUMBERS = count(1)


def opened(editor: Server, kind: str, text: str) -> tuple[Path, list[Finding]]:
    """A new card file with this text after its first line: where it lies, and what is wrong with it."""
    path = UNSAVED / f"{kind}s" / f"unsaved-{next(NUMBERS)}.yaml"
    head = f"# yaml-language-server: $schema=../../serviam_rules/schema/{kind}.schema.json\n"
    return path, editor.open(path, head + text)


POWERHOLDER = """\
id: unsaved
name: Unsaved
organisation: {organisation}
rank: 2
effetto_ordine:
  - {step}
provenance: {{default: {origin}}}
"""


def powerholder(organisation: str = "army", step: str = "draw: 1", origin: str = "book") -> str:
    return POWERHOLDER.format(organisation=organisation, step=step, origin=origin)


# ---- diagnostics


@pytest.mark.parametrize("path", GOOD, ids=lambda path: str(path.relative_to(PROJECT)))
def test_a_good_file_is_silent(editor: Server, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=")
    assert editor.open(path, text) == []


def test_a_bad_gift_is_told_line_by_line(editor: Server) -> None:
    text = """\
id: unsaved
name: Unsaved
copies: two
categroy: army
conspiracy: false
icons: {target: true}
provenance: {default: boook}
"""
    _, found = opened(editor, "gift", text)
    assert found == [
        Finding(2, 1, 'Missing property "category".'),
        Finding(4, 9, 'Incorrect type. Expected "integer".'),
        Finding(5, 1, "Property categroy is not allowed."),
        Finding(7, 8, 'Incorrect type. Expected "array".'),
        next(one for one in found if one.line == 8 and one.column == 23 and '"stand-in"' in one.message),
    ]


@pytest.mark.parametrize(
    ("step", "column", "says"),
    [
        ("moev: target", 5, "Property moev is not allowed."),
        ("move: {one: {rakn: 3}, by: +1}", 18, "Property rakn is not allowed."),
        ("discard: hnad", 14, "Incorrect type"),
        ("gain: two", 11, "Value is not accepted."),
        ("choose: [{do: [{draw: 1}]}]", 13, "too few items"),
        ("gain: {count: conections}", 19, "Value is not accepted."),
    ],
)
def test_a_bad_step_is_told_where_it_is_wrong(editor: Server, step: str, column: int, says: str) -> None:
    _, found = opened(editor, "powerholder", powerholder(step=step))
    assert [one for one in found if one.line == 7 and one.column == column and says in one.message], found


# ---- completion


def test_every_op_is_offered(editor: Server) -> None:
    path, _ = opened(editor, "powerholder", powerholder(step=""))
    assert set(OPS) <= set(editor.complete(path, 7, 5))


def test_the_ids_of_the_reference_set_are_offered(editor: Server, rules: Ruleset) -> None:
    path, _ = opened(editor, "powerholder", powerholder(organisation=""))
    assert list(editor.complete(path, 4, 15)) == list(rules.organisations)
    path, _ = opened(editor, "powerholder", powerholder(step="move: {holder: }"))
    assert set(editor.complete(path, 7, 20)) >= set(rules.powerholders)
    path, _ = opened(editor, "gift", "id: unsaved\nicons:\n  - {holder: }\n  - \n")
    assert set(editor.complete(path, 4, 14)) >= set(rules.powerholders)
    assert set(editor.complete(path, 5, 5)) >= set(rules.icons)


def test_the_words_for_an_origin_are_offered(editor: Server) -> None:
    path, _ = opened(editor, "powerholder", powerholder(origin=""))
    assert {"book", "review", "inferred", "stand-in"} <= set(editor.complete(path, 8, 23))


# ---- hover


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        (4, 3, "The organisation they belong to (C-1)"),
        (5, 3, "How many stars they have (C-1)"),
        (7, 6, "Put these gifts, of a hand or from the top of a pile, on the discard pile"),
        (8, 4, "Where each field comes from"),
    ],
)
def test_hovering_explains(editor: Server, line: int, column: int, says: str) -> None:
    path, _ = opened(editor, "powerholder", powerholder(step="discard: {one: hand}"))
    assert says in editor.hover(path, line, column)


# ---- the ids of a pack


def test_schemas_written_for_a_pack_know_its_own_ids(editor: Server, tmp_path: Path) -> None:
    pack = PROJECT / "examples" / "packs" / "five-turns"
    assert main(["schema", "--pack", str(pack), "--write", str(tmp_path / ".schema")]) == 0
    path = tmp_path / "gifts" / "unsaved.yaml"
    text = "# yaml-language-server: $schema=../.schema/gift.schema.json\nid: unsaved\nicons:\n  - \n"
    editor.open(path, text)
    assert "house" in editor.complete(path, 4, 5)
