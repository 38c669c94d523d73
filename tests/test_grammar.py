"""Reading effects: what is wrong is told with the path that leads to it, and with what belongs there."""

from __future__ import annotations

from typing import Any

import pytest

from serviam_rules.effects import vocabulary
from serviam_rules.effects.node import AMOUNT, CONDITION, SORTS, STEP, GrammarError, Sort, parse, parse_steps, unparse
from serviam_rules.errors import ServiamError

#: What is read as what -> the path of the first mistake, its code, and words of the message.
WRONG: list[tuple[Sort, Any, tuple[str | int, ...], str, str]] = [
    (STEP, 3, (), "wrong-type", "3"),
    (STEP, {"gian": 1}, ("gian",), "unknown-word", "gain"),
    (STEP, {"gain": {"times": [2, {"count": 5}]}}, ("gain", "times", 1, "count"), "wrong-type", "5"),
    (STEP, {"gain": {"times": [2]}}, ("gain", "times"), "wrong-type", "a list of two"),
    (STEP, {"gain": {"times": [2, 3, 4]}}, ("gain", "times"), "wrong-type", "a list of two"),
    (STEP, {"gain": {"times": 2}}, ("gain", "times"), "wrong-type", "a list of two"),
    (STEP, {"gain": {"times": {"0": 2, "1": 3}}}, ("gain", "times"), "wrong-type", "a list of two"),
    (STEP, {"gain": {"sum": 2}}, ("gain", "sum"), "wrong-type", "a list"),
    (STEP, {"gain": 1, "whom": "you"}, ("whom",), "unknown-key", "whom"),
    (STEP, {"move": "target"}, (), "missing-key", "by"),
    (STEP, {"if": "solo", "then": 1}, ("then",), "wrong-type", "a list"),
    (STEP, {"if": "solo", "then": [{"gain": 1}, {"gain": "x"}]}, ("then", 1, "gain"), "unknown-word", "x"),
    (STEP, {"gain": 1, "move": "target"}, (), "two-tags", "gain"),
    (CONDITION, "exists", (), "missing-argument", "exists"),
    (CONDITION, {"any": "solo"}, ("any",), "wrong-type", "a list"),
    (CONDITION, {"any": ["solo", {"not": 4}]}, ("any", 1, "not"), "wrong-type", "4"),
    (AMOUNT, {"influence": "nobody"}, ("influence",), "unknown-word", "nobody"),
    (AMOUNT, 1.0, (), "wrong-type", "1.0"),
    (AMOUNT, 0.0, (), "wrong-type", "0.0"),
    (AMOUNT, True, (), "wrong-type", "true"),
    (AMOUNT, None, (), "wrong-type", "nothing (null)"),
]


@pytest.mark.parametrize(("sort", "data", "path", "code", "says"), WRONG)
def test_a_mistake_is_told_where_it_is(
    sort: Sort, data: Any, path: tuple[str | int, ...], code: str, says: str
) -> None:
    for before in ((), ("icons", 2)):
        with pytest.raises(GrammarError) as caught:
            parse(sort, data, before)
        assert (caught.value.path, caught.value.code) == ((*before, *path), code)
        assert says.lower() in caught.value.message.lower()
        assert isinstance(caught.value, ServiamError)


@pytest.mark.parametrize("data", [{}, {"gain": 1}, "pass", 3, None, ({"gain": 1} for _ in "a")])
def test_steps_are_a_list(data: Any) -> None:
    with pytest.raises(GrammarError, match="where a list of steps belongs") as caught:
        parse_steps(data, ("do",))
    assert (caught.value.path, caught.value.code) == (("do",), "wrong-type")


def test_the_first_step_that_is_wrong_is_named_by_its_number() -> None:
    with pytest.raises(GrammarError) as caught:
        parse_steps([{"gain": 1}, {"gain": 2}, {"gain": "x"}], ("do",))
    assert caught.value.path == ("do", 2, "gain")
    assert str(caught.value).startswith("do.2.gain: ")


def test_what_is_at_the_edge_of_a_range_is_within_it() -> None:
    """Every argument that is a number with bounds takes both of them and nothing beyond."""
    met = 0
    for sort in SORTS:
        for tag, cls in sort.words.items():
            first = cls.arguments[0] if len(cls.arguments) == 1 else None
            if first is None or first.facts.kind != "integer":
                continue
            least, most = first.facts.least, first.facts.most
            span = f"at least {least}" if most is None else f"{least} to {most}"
            for bound, beyond in ((least, -1), (most, 1)):
                if bound is None:
                    continue
                met += 1
                assert unparse(parse(sort, {tag: bound})) in ({tag: bound}, bound)
                with pytest.raises(GrammarError, match=f"out of range: {span}$") as caught:
                    parse(sort, {tag: bound + beyond})
                assert (caught.value.path, caught.value.code) == ((tag,), "out-of-range")
    assert met


def test_the_words_of_a_sort_stand_in_the_order_of_their_tags() -> None:
    """Whatever was imported first: schemas, pages and hints are written in this order."""
    for sort in SORTS:
        assert list(sort.words) == sorted(sort.words), sort.name
    assert list(vocabulary.OPS) == sorted(vocabulary.OPS)
    assert vocabulary.OPS is STEP.words
