"""Whatever a step says of several things happens to all of them: how many, whom, and how much."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from serviam_rules import Offer, apply, events
from serviam_rules.effects import writing
from serviam_rules.effects.amounts import Count
from serviam_rules.effects.compile import compile_effect
from serviam_rules.effects.known import Scene
from serviam_rules.effects.node import GIFT, HAND, STEP, WHO, walk
from serviam_rules.effects.selectors import Each
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.effects.writer import run, scope_of
from serviam_rules.loading import load_ruleset
from serviam_rules.state import Draft, GameState, GiftRef, PlaceRef
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched
from tests.strategies import expressions
from tests.test_meaning import Look, asks_nobody, codes_of, some_moments

#: The ops that do one thing to each of what they name, and those that are about one thing.
PLURAL = ("move", "gain", "lose", "draw", "take_up", "discard", "turn_up")
SINGLE = ("resolve", "exchange")


@st.composite
def steps(draw: Any, tags: tuple[str, ...]) -> Any:
    """A step of one of these ops that asks nobody."""
    cls: Any = OPS[draw(st.sampled_from(tags))]
    parts = [
        one for one in cls.arguments if one.facts.kind in ("node", "nodes", "pair")
    ]  # all but names for later steps
    step = cls(**{one.name: draw(expressions(one.sort_in(STEP), 3)) for one in parts})
    assume(asks_nobody(step) and not any(part.tag == "top_of" for part in walk(step)))
    return step


class Table:
    """A moment of a game, in which a step of Victoria's is done by the first player."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.seen = 0, state.players[0].row[0].powerholder, PlaceRef(0, 0)

    def look(self, expression: Any, meaning: str) -> Any:
        return Look(Draft.of(self.state), "powerholder/victoria", *self.seen)(expression, meaning)

    def do(self, step: Any) -> list[Any]:
        """The events, as records: the class of the event, and its fields."""
        rules, draft, log = self.state.ruleset, Draft.of(self.state), list[Any]()
        scope = scope_of(rules)
        program = compile_effect(rules, "powerholder/victoria", (step,))
        run(writing.Writing(rules, program, scope).begin(), "<test>", scope)(draft, log, *self.seen)
        return log


def meant(step: Any, table: Table) -> list[tuple[Any, ...]]:
    """What has to happen: what each expression of the step stands for, one thing after another."""
    found, state = table.look(getattr(step, named(step)), "find"), table.state
    if step.tag in ("move", "gain", "lose"):
        by = table.look(step.by if step.tag == "move" else step.vp, "number")
        return [(one, -by if step.tag == "lose" else by) for one in found] if by or step.tag == "move" else []
    if step.tag == "draw":
        sides = [side for side in found if isinstance(side, int)]
        wanted = [side for side in sides for _ in range(table.look(step.gifts, "number"))]
        return [(side,) for side in wanted[: len(state.gift_deck) + len(state.gift_discard)]]
    if step.tag == "turn_up":
        return [(at.side, at.slot) for at in found if not lying(state, at).face_up]
    places = [at for at in found if isinstance(at, PlaceRef)]
    # A place that is found again stands for the gift below: a whole pile, from the topmost down.
    tops = [(at.side, lying(state, at).gifts[-1 - places[:n].count(at)]) for n, at in enumerate(places)]
    hands = [(at.seat, at.gift) for at in found if isinstance(at, GiftRef)]
    return tops + (hands if step.tag == "discard" else [])


def named(step: Any) -> str:
    """The argument that says to whom or to what it happens."""
    return {"move": "who", "gain": "who", "lose": "who", "draw": "who", "turn_up": "what"}.get(step.tag, "gifts")


def lying(state: GameState, at: PlaceRef) -> Any:
    side = state.bazzi_betti if at.side == "bazzi-betti" else state.players[at.side]
    assert side is not None
    return side.row[at.slot]


#: Of each event that tells of one thing done, the fields that say to whom and how much.
TOLD: dict[Any, Any] = {
    events.MarkerMoved: lambda who, asked, *_: (who, asked),
    events.VpChanged: lambda side, asked, *_: (side, asked),
    events.GiftDrawn: lambda seat, *_: (seat,),
    events.GiftTakenUp: lambda seat, gift, *_: (seat, gift),
    events.GiftDiscarded: lambda side, gift, *_: (side, gift),
    events.PlaceTurnedUp: lambda side, slot, *_: (side, slot),
}


@settings(suppress_health_check=[HealthCheck.filter_too_much], max_examples=300)
@given(steps(PLURAL), st.integers(0, 39))
def test_a_step_happens_to_all_that_it_names(step: Any, at: int) -> None:
    table = Table(some_moments()[at])
    happened = [TOLD[kind](*fields) for kind, *fields in table.do(step) if kind in TOLD]
    assert happened == meant(step, table)


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(expressions(HAND), st.integers(0, 39))
def test_each_takes_as_many_as_are_counted(hand: Any, at: int) -> None:
    assume(asks_nobody(hand))
    table = Table(some_moments()[at])
    assert len(table.look(Each(hand), "find")) == table.look(Count(hand), "number")


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(steps(SINGLE), st.integers(0, 39))
def test_what_is_about_one_thing_names_one_or_is_refused(step: Any, at: int) -> None:
    if set(codes_of((step,), Scene("", own="victoria"))) - {"always"}:
        return
    table = Table(some_moments()[at])
    for argument in step.arguments:
        assert len(table.look(getattr(step, argument.name), "find")) <= 1


def test_both_kinds_of_ops_are_all_that_name_things() -> None:
    """Of ops that find things; `replace` is about one, and words that select several are none of its."""
    naming = {tag for tag, cls in OPS.items() if any(one.facts.sort in (WHO, GIFT) for one in cls.arguments)}
    assert naming <= {*PLURAL, *SINGLE}
    assert "each" not in {tag for one in OPS["replace"].arguments[:1] for tag in one.sort_in(WHO).words}


@pytest.mark.parametrize("places", [5, 9])
def test_balthasar_asks_for_a_place_only_if_there_is_a_card_to_replace_it_with(places: int) -> None:
    """With nine places in a row, everybody lies there and the deck is empty (D-5)."""
    rules = patched(load_ruleset(), {"set": {"row": {"places": places, "face_up": [0, places - 1]}}})
    row = ["balthasar", *["up"] * (places - 1)]
    state = situation(rules, {"seats": [{"row": row, "hand": ["siege-map"]}]})
    assert bool(state.players[0].deck) == (places == 5)
    after = apply(state, Offer("siege-map", 0)).state
    asked = after.decision is not None and after.decision.kind == "place"
    assert asked == (places == 5)
