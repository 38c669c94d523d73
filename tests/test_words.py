"""Every word says of itself what is known before the game; one that does not is safe, and is asked for by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from serviam_rules.effects.bounds import bound
from serviam_rules.effects.known import Known, Scene
from serviam_rules.effects.node import (
    AMOUNT,
    CARDS,
    COLLECTION,
    CONDITION,
    PEOPLE,
    PLACE,
    SORTS,
    SPOT,
    STEP,
    WHO,
    GrammarError,
    Node,
    Sort,
    parse_steps,
    part,
    word,
)
from serviam_rules.effects.op import Op
from serviam_rules.effects.trees import refuse_recursion
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.loading import load_ruleset
from serviam_rules.packs.meaning.effects import Walk
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.values import thaw


def untold(sort: Sort, cls: type[Node]) -> list[str]:
    """What a word of a sort has to say of itself and does not: methods of its class, or of one that it builds on.

    An op that holds other steps says how it is looked through (`look`), and need not say when it is idle.
    """
    classes = [each for each in cls.__mro__ if each not in (Node, Op, object)]
    said = {name for each in classes for name in vars(each)}
    said |= {"idle"} if "look" in said else set()
    said |= {"finds"} if sort is PEOPLE and "fits" in said else set()
    return [name for name in sort.tells if name not in said]


@pytest.mark.parametrize(("sort", "tag"), [(sort, tag) for sort in SORTS for tag in sort.words])
def test_every_word_says_what_is_known_of_it(sort: Sort, tag: str) -> None:
    cls = sort.words[tag]
    assert untold(sort, cls) == [], f"{cls.__module__}.{cls.__name__} has to define these (see effects/node.py)"


@contextmanager
def made_up(*sorts: Sort) -> Iterator[None]:
    """A word that says nothing of itself in each of these sorts."""
    base = Op if STEP in sorts else Node

    class MadeUp(base):  # type: ignore[misc, valid-type]
        doc = "A word that nothing is known of."

    try:
        word("made_up", *sorts)(MadeUp)
        yield
    finally:
        for sort in sorts:
            del sort.words["made_up"]


MADE_UP: list[tuple[Sort, list[str], Any]] = [
    (PEOPLE, ["fits"], {"move": {"each": "made_up"}, "by": 1}),
    (CARDS, ["fits"], {"discard": {"one": {"hand": {"not": "made_up"}}}}),
    (SPOT, ["fits_place"], {"turn_up": {"one": {"face_down": {"all": ["made_up", {"next_to": "target"}]}}}}),
    (WHO, ["finds"], {"move": "made_up", "by": {"influence": "made_up"}}),
    (PLACE, ["finds"], {"move": {"at": "made_up"}, "by": 1}),
    (COLLECTION, ["finds", "things", "size"], {"gain": {"count": "made_up"}}),
    (AMOUNT, ["span"], {"gain": {"times": [1, "made_up"]}}),
    (CONDITION, ["truth"], {"if": {"any": [{"not": "made_up"}, "solo"]}, "then": [{"gain": 1}]}),
    (STEP, ["idle"], "made_up"),
]


@pytest.mark.parametrize(("sort", "names", "step"), MADE_UP, ids=[sort.name for sort, _, _ in MADE_UP])
def test_a_word_that_says_nothing_is_safe_and_asked_for_by_name(sort: Sort, names: list[str], step: Any) -> None:
    assert OPS
    with made_up(sort):
        assert untold(sort, sort.words["made_up"]) == names
        assert problems(step) == []


def problems(step: Any) -> list[str]:
    """The codes of what is found in an effect of one step."""
    found: list[str] = []

    def report(path: DataPath, code: str, message: str, **more: Any) -> None:
        found.append(code)

    known = Known(thaw(load_ruleset().source), Scene("a turn", own="kurt"))
    Walk(known, report, lambda path, kind, named: False).effect(STEP, parse_steps([step]), ())
    return found


def test_only_collections_that_say_so_are_gone_through() -> None:
    with made_up(COLLECTION):
        step = {"for_each": "made_up", "as": "it", "do": [{"gain": 1}]}
        assert "not-one-by-one" in problems(step)


def test_one_thing_is_asked_for_where_a_step_is_about_one() -> None:
    with made_up(WHO):
        assert problems({"resolve": {"topmost": "target"}, "target": "made_up"}) == ["one-at-a-time"]


def test_sorts_ask_for_what_words_can_say() -> None:
    for sort in SORTS:
        for name in sort.tells:
            assert hasattr(Op, name), (sort.name, name)


def test_an_argument_takes_several_unless_it_says_otherwise() -> None:
    with made_up(WHO):
        single = {
            (tag, argument.name) for tag, cls in OPS.items() for argument in cls.arguments if argument.facts.single
        }
    assert single == {
        ("resolve", "gift"),
        ("resolve", "target"),
        ("exchange", "gift"),
        ("exchange", "with_"),
        ("replace", "what"),
    }
    assert not part(WHO, "").metadata["argument"].single


def test_what_a_word_costs_and_starts_is_its_own_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that asks, or starts a gift's effect, counts whatever it is called."""
    rules = load_ruleset()
    one, gain = parse_steps([{"move": {"one": "anyone"}, "by": 1}, {"gain": 1}])
    assert bound(rules, (one,), 0) == bound(rules, (gain,), 0) + 1
    refuse_recursion("gift/alms", {"gift/alms": (gain,)})
    monkeypatch.setattr(type(gain), "starts_a_gift", True)
    with pytest.raises(GrammarError, match="must not resolve icons"):
        refuse_recursion("gift/alms", {"gift/alms": (gain,)})
