"""A field of a card, or a number of the set, is declared once; and what nobody declares is refused.

The second half adds fields for real, to a copy of the library: one line in a class, one line in a YAML file.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import attrs
import pytest

from serviam_rules import ServiamError, load_ruleset
from serviam_rules.cards import card_prints, plain_source
from serviam_rules.errors import Problem
from serviam_rules.fields import Record, fields, read
from serviam_rules.kinds import CARDS
from serviam_rules.loading import check_packs
from serviam_rules.model import CLASSES, Ruleset
from serviam_rules.values import thaw

PROJECT = Path(__file__).resolve().parents[1]


def nested(kind: type) -> set[type]:
    """A class and the classes of the records within it."""
    shapes = [field.shape for field in fields(kind).values()]
    inner = [getattr(shape, "item", shape) for shape in shapes]
    return {kind}.union(*(nested(shape.kind) for shape in inner if isinstance(shape, Record)))


EVERY = sorted(set().union(*map(nested, CLASSES.values())), key=lambda kind: kind.__name__)


# ---- declared, and so read


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_every_field_says_what_it_is(kind: type) -> None:
    assert [field.name for field in attrs.fields(kind)] == list(fields(kind))
    assert all(field.doc or field.is_key for field in fields(kind).values())
    assert set(get_type_hints(kind)) >= set(fields(kind))


def test_the_set_is_read_as_it_is_written(rules: Ruleset) -> None:
    """The classes are nested as the keys of `set.yaml` are: nothing is renamed, flattened or left away."""
    assert as_written(rules.numbers, thaw(rules.source["set"])) == thaw(rules.source["set"])


def as_written(thing: Any, data: Any) -> Any:
    """What was read, as data with the keys of `data`."""
    if isinstance(data, dict):
        get = thing.get if hasattr(thing, "get") else lambda key: getattr(thing, key)
        return {key: as_written(get(key), item) for key, item in data.items()}
    return [as_written(*pair) for pair in zip(thing, data, strict=True)] if isinstance(data, list) else thing


@pytest.mark.parametrize("kind", CARDS)
def test_cards_are_read_as_they_are_written(kind: str, rules: Ruleset) -> None:
    for card_id, data in thaw(rules.source[CARDS[kind]]).items():
        assert as_written(getattr(rules, CARDS[kind])[card_id], data) == data


# ---- not declared, and so refused


def pack(folder: Path, name: str, text: str) -> Path:
    manifest = 'id: extra\nversion: "1"\ntitle: Extra\nformat: 1\n'
    for path, content in ((folder / "pack.yaml", manifest), (folder / name, text)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


GIFT = (PROJECT / "cards" / "gifts" / "warhorse.yaml").read_text(encoding="utf-8").partition("\n")[2]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("set.yaml", "patches: true\nprovenance: {default: stand-in}\nreserve: 3\n"),
        ("set.yaml", "patches: true\nprovenance: {default: stand-in}\nhand: {reserve: 3}\n"),
        ("set.yaml", (PROJECT / "cards" / "set.yaml").read_text(encoding="utf-8") + "replaces: true\nreserve: 3\n"),
        ("gifts/warhorse.yaml", GIFT + "replaces: true\nreserve: 3\n"),
        ("gifts/warhorse.yaml", "id: warhorse\npatches: true\nprovenance: {default: stand-in}\nreserve: 3\n"),
    ],
)
def test_a_key_that_nothing_reads_is_refused(name: str, text: str, tmp_path: Path) -> None:
    problems: tuple[Problem, ...] = check_packs(pack(tmp_path / "extra", name, text)).errors
    assert [(one.code, "'reserve'" in one.message) for one in problems] == [("unknown-key", True)], problems


@pytest.mark.parametrize("kind", [*CARDS, "set"])
def test_data_that_was_not_checked_is_refused_too(kind: str, rules: Ruleset) -> None:
    """Data that comes past the validator, from a pickle or a test, is not read in part."""
    source = plain_source(rules)
    data = source["set"] if kind == "set" else next(iter(source[CARDS[kind]].values()))
    read(CLASSES[kind], data)
    with pytest.raises(ServiamError, match="reserve"):
        read(CLASSES[kind], {**data, "reserve": 3})


def test_what_is_cosmetic_is_no_part_of_the_fingerprint(rules: Ruleset) -> None:
    source = plain_source(rules)
    for kind, plural in CARDS.items():
        for card in source[plural].values():
            for field in fields(CLASSES[kind]).values():
                if field.cosmetic and field.name in card:
                    del card[field.name]
    assert card_prints(source) == dict(rules.card_prints)
    source["gifts"]["warhorse"]["copies"] += 1
    assert {kind for kind, print_ in card_prints(source).items() if print_ != rules.card_prints[kind]} == {
        "gifts/warhorse"
    }


def test_a_thing_called_like_a_cosmetic_field_counts(rules: Ruleset) -> None:
    """What is cosmetic depends on where it stands: a difficulty that is called `name` is no name."""
    source = plain_source(rules)
    before = card_prints(source)["set"]
    source["set"]["solo"]["difficulties"]["name"] = 7
    assert card_prints(source)["set"] != before


# ---- a new field, for real


SCRIPT = """
import json, sys
from serviam_rules import load_ruleset
from serviam_rules.cli.authors.form import transcription
from serviam_rules.cli import main
from serviam_rules.faces.provenance import stand_in
from serviam_rules.host.cards import card_data
from serviam_rules.schema.files import file_schema
from pathlib import Path
from tools.site.reference.numbers import leaves

rules = load_ruleset()
files = transcription(Path("copy"), rules, "en")
print(json.dumps({
    "number": rules.numbers.hand.reserve,
    "field": rules.gifts["warhorse"].weight,
    "absent": rules.gifts["bribe"].weight,
    "set_schema": file_schema("set")["$defs"]["whole"]["properties"]["hand"]["properties"]["reserve"],
    "gift_schema": file_schema("gift")["$defs"]["whole"]["properties"]["weight"],
    "set_form": files["set.yaml"],
    "gift_form": files["gifts/warhorse.yaml"],
    "docs": dict(leaves(rules)),
    "json": card_data(rules, "warhorse", "en", faces=False),
    "fingerprint": rules.fingerprint,
    "validate": main(["validate", "cards"]),
}), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a copy of the library says after a number and a field of a gift have been added to it, a line in each."""
    copy = tmp_path_factory.mktemp("library")
    for name in ("serviam_rules", "cards", "tools", "docs"):
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", copy)
    number = '    reserve: int = integer("How many gifts lie aside.", 0, 9, ask="How many gifts lie aside?")\n'
    field = '    weight: int = integer("How heavy it is.", 0, 9, default=0, ask="Its weight in pounds.")\n'
    add(copy / "serviam_rules" / "model.py", "    drawn: int = integer(", number)
    add(copy / "serviam_rules" / "model.py", "    threat_letter: bool = boolean(", field)
    add(copy / "cards" / "set.yaml", "  drawn: 1", "  reserve: 3\n")
    add(copy / "cards" / "set.yaml", "  default: book", "  hand.reserve: stand-in\n")
    add(copy / "cards" / "gifts" / "warhorse.yaml", "copies:", "weight: 5\n")
    told = subprocess.run([sys.executable, "-c", SCRIPT], cwd=copy, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return json.loads(told.stderr.splitlines()[-1])


def add(path: Path, before: str, line: str) -> None:
    """Put a line before the line that begins so."""
    text = path.read_text(encoding="utf-8")
    assert text.count(f"\n{before}") == 1, (path, before)
    path.write_text(text.replace(f"\n{before}", f"\n{line}{before}"), encoding="utf-8")


def test_a_new_number_is_read_and_can_be_written(grown: Any) -> None:
    assert grown["number"] == 3
    schema = {"title": "a whole number", "description": "How many gifts lie aside.", "type": "integer"}
    assert grown["set_schema"] == schema | {"minimum": 0, "maximum": 9}
    assert grown["validate"] == 0


def test_a_new_number_is_asked_for_and_shown(grown: Any) -> None:
    assert "# How many gifts lie aside?\n#hand: {reserve: 3}\n" in grown["set_form"]
    assert grown["docs"]["hand.reserve"] == 3


def test_a_new_field_of_a_gift_is_read_and_can_be_written(grown: Any) -> None:
    assert (grown["field"], grown["absent"]) == (5, 0)
    assert grown["gift_schema"]["description"] == "How heavy it is."


def test_a_new_field_of_a_gift_is_asked_for_and_shown(grown: Any) -> None:
    assert "# Its weight in pounds.\n#weight: 5\n" in grown["gift_form"]
    assert grown["json"]["weight"] == 5


def test_a_new_field_counts(grown: Any) -> None:
    assert grown["fingerprint"] != load_ruleset().fingerprint
