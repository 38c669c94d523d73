"""Values: what the house decorator makes of a class, and that attrs, pickle and copy take it for what they know."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from typing import Any, ClassVar, cast

import attrs
import pytest

from serviam_rules.values import Open, copier, evolve, field, maker, record_reader, value


@value
class Stone:
    """A value with all there is."""

    type: ClassVar[str] = "stone"
    name: str
    weight: int = 3
    note: str | None = field(default=None, metadata={"json": "optional"}, compare=False)

    def __len__(self) -> int:
        return len(self.name)


@value
class Nothing:
    """A value without fields."""


class OpenStone(Open, Stone):
    """A stone being changed."""

    __slots__ = ()


def test_a_value_is_compared_and_hashed_by_its_fields() -> None:
    assert Stone("flint") == Stone(name="flint", weight=3) == Stone("flint", note="sharp")
    assert Stone("flint") != Stone("chalk")
    assert hash(Stone("flint")) == hash(Stone("flint", 3, "sharp"))
    assert Nothing() == Nothing()
    other: object = Stone("flint")
    assert Nothing() != other
    assert len({Nothing(), Nothing(), Stone("flint"), Stone("flint")}) == 2
    assert repr(Stone("flint")) == "Stone(name='flint', weight=3, note=None)"
    assert len(Stone("flint")) == 5


@pytest.mark.parametrize("wrong", [(), ("flint", 3, None, 4)])
def test_a_value_is_made_of_its_fields_alone(wrong: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="argument"):
        Stone(*wrong)  # type: ignore[arg-type]


def test_a_value_cannot_be_changed_nor_subclassed() -> None:
    stone = Stone("flint")
    with pytest.raises(attrs.exceptions.FrozenInstanceError, match="Stone is a value"):
        stone.name = "chalk"  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del stone.name
    with pytest.raises(AttributeError):
        stone.colour = "grey"  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="cannot be subclassed"):
        type("Pebble", (Stone,), {})


def test_attrs_knows_a_value() -> None:
    kind = cast(Any, Stone)
    has: Any = attrs.has
    assert has(kind)
    evolved: Any = attrs.evolve
    name, weight, note = attrs.fields(kind)
    assert (name.name, name.type, name.default) == ("name", "str", attrs.NOTHING)
    assert (weight.default, dict(note.metadata), note.eq) == (3, {"json": "optional"}, False)
    assert evolved(kind("flint"), weight=5) == Stone("flint", 5)
    assert attrs.asdict(kind("flint")) == {"name": "flint", "weight": 3, "note": None}


def test_a_value_is_pickled_copied_matched_and_evolved() -> None:
    stone = Stone("flint", 4, "sharp")
    for again in (pickle.loads(pickle.dumps(stone)), copy.copy(stone), copy.deepcopy(stone)):
        assert (again, again.note) == (stone, "sharp")
    match stone:
        case Stone(name, weight=weight):
            assert (name, weight) == ("flint", 4)
    assert evolve(stone, name="chalk").note == "sharp"
    with pytest.raises(TypeError):
        evolve(stone, colour="grey")


def test_the_ways_to_make_one_agree() -> None:
    make, read = maker(Stone), record_reader(Stone)
    assert make("flint") == make(name="flint", weight=3) == Stone("flint") == read((None, "flint", 3, None))
    assert type(make("flint")) is Stone
    draft = copier(Stone, OpenStone)(make("flint"))
    draft.weight = 9
    draft.__class__ = Stone
    assert draft == Stone("flint", 9)


def test_a_value_says_how_it_is_made() -> None:
    assert str(inspect.signature(Stone)) == "(name, weight=3, note=None)"


def test_playing_writes_no_constructor_that_nobody_needs() -> None:
    """Classes cost little at import: what makes their values is written for the first value."""
    found = subprocess.run(
        [sys.executable, "-c", "import serviam_rules.events, serviam_rules.values as v\n"
         "print(sum(cls.__module__ != 'serviam_rules.fields' for cls in v._WRITTEN))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert int(found.stdout) < 3
