"""What is said about effects without running them holds when they run."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from serviam_rules.effects import writing
from serviam_rules.effects.compile import compile_effect
from serviam_rules.effects.known import Known, Scene
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import AMOUNT, COLLECTION, CONDITION, PEOPLE, STEP, GrammarError, Node, parse, walk
from serviam_rules.effects.writer import run, scope_of
from serviam_rules.errors import Severity
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.packs.meaning.effects import Walk
from serviam_rules.state import Draft, GameState, PlaceRef
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.values import thaw
from tests.games import GAMES, moments
from tests.strategies import effects, expressions

#: What the compiler refuses, too.
NAMES = {"unknown-name", "name-twice", "not-one-by-one"}
ORDINE = Scene("an EFFETTO ORDINE", own="kurt")


@cache
def source() -> dict[str, Any]:
    plain: dict[str, Any] = thaw(load_ruleset().source)
    return plain


def codes_of(steps: tuple[Any, ...], scene: Scene = ORDINE) -> list[str]:
    """The codes of all that a walk through the steps reports."""
    found: list[str] = []

    def report(path: DataPath, code: str, message: str, *, rule: str = "", severity: Severity = "error") -> None:
        assert message
        found.append(code)

    def check_id(path: DataPath, kind: str, named: str) -> bool:
        return False

    Walk(Known(source(), scene), report, check_id).effect(STEP, steps, ())
    return found


@given(effects())
def test_what_is_well_formed_is_not_refused(steps: tuple[Node, ...]) -> None:
    assert not (NAMES | {"wrong-kind"}) & set(codes_of(steps))


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(effects(), st.data())
def test_the_walk_knows_names_where_the_compiler_knows_them(steps: tuple[Any, ...], data: st.DataObject) -> None:
    """With one name changed, both refuse the effect or neither does."""
    chosen = [part for step in steps for part in walk(step) if part.tag == "chosen"]
    assume(chosen)
    swapped = data.draw(st.sampled_from(chosen))
    renamed = replaced(steps, swapped, type(swapped)(data.draw(st.sampled_from(["a", "b", "c", "nobody"]))))  # type: ignore[call-arg]
    try:
        compile_effect(load_ruleset(), "powerholder/kurt", renamed, 1)
    except GrammarError:
        assert NAMES & set(codes_of(renamed))
    else:
        assert not NAMES & set(codes_of(renamed))


def replaced(item: Any, old: Node, new: Node) -> Any:
    """An expression with a part of it changed for another."""
    if item is old:
        return new
    if isinstance(item, tuple):
        return tuple(replaced(each, old, new) for each in item)
    if isinstance(item, Node):
        fields = {one.name: replaced(getattr(item, one.name), old, new) for one in item.arguments}
        return type(item)(**fields)
    return item


# ---- what is said about filters, numbers and conditions


@cache
def some_moments() -> list[GameState]:
    """A few moments of a game of every kind."""
    rules, dice = load_ruleset(), random.Random(3)
    states = [state for game in GAMES for state, _ in moments(rules, game, seed=3) if state.phase != "arrangement"]
    return dice.sample(states, 40)


class Look:
    """An expression, as an effect looks at it."""

    def __init__(self, draft: Draft, program: str, side: Any, target: str | None, place: PlaceRef | None) -> None:
        self.seen = draft, side, target, place
        self.program = program

    def __call__(self, expression: Any, meaning: str) -> Any:
        rules = self.seen[0].ruleset
        scope = scope_of(rules)
        written = writing.expression(rules, self.program, scope, expression, meaning)
        return run(written, "<test>", scope)(*self.seen)


def scenes(rules: Ruleset, state: GameState) -> list[tuple[Scene, Look]]:
    """The state as an effect of each kind sees it."""
    tables(rules)
    draft = Draft.of(state)
    place = PlaceRef(0, 0)
    target = state.players[0].row[0].powerholder
    solo = state.bazzi_betti is not None
    found = [(Scene("", own="kurt"), Look(draft, "powerholder/kurt", 0, target, place))]
    found.append((Scene("", target=False), Look(draft, "scoring/demand", 0, None, None)))
    if solo:
        ability = Look(draft, "rival/irma", "bazzi-betti", target, place)
        found.append((Scene("", solo=True, bazzi_betti=True), ability))
    return found


def asks_nobody(expression: Any) -> bool:
    """Whether an expression can be looked at as it stands."""
    return not any(part.answers or part.tag in ("chosen", "self", "did") for part in walk(expression))


@given(expressions(CONDITION), st.integers(0, 39))
def test_what_never_holds_never_holds(condition: Any, at: int) -> None:
    assume(asks_nobody(condition))
    state = some_moments()[at]
    for scene, look in scenes(state.ruleset, state):
        truth = condition.truth(Known(source(), scene))
        assert truth in (None, bool(look(condition, "holds")))


@given(expressions(AMOUNT), st.integers(0, 39))
def test_numbers_stay_within_their_span(amount: Any, at: int) -> None:
    assume(asks_nobody(amount))
    state = some_moments()[at]
    for scene, look in scenes(state.ruleset, state):
        least, most = Known(source(), scene).amount(amount)
        assert least <= look(amount, "number") <= most


@given(expressions(PEOPLE), st.integers(0, 39))
def test_filters_find_what_may_fit_and_all_that_must(people: Any, at: int) -> None:
    assume(asks_nobody(people))
    state = some_moments()[at]
    for scene, look in scenes(state.ruleset, state):
        fits = Known(source(), scene).people(people)
        assert fits.must <= set(look(people, "find")) <= fits.may


@given(expressions(COLLECTION), st.integers(0, 39))
def test_collections_hold_as_much_as_they_can(collection: Any, at: int) -> None:
    assume(asks_nobody(collection))
    state = some_moments()[at]
    for scene, look in scenes(state.ruleset, state):
        found = Known(source(), scene).found(collection)
        assert found.least <= len(look(collection, "find")) <= found.most


def test_what_a_list_of_conditions_says_of_the_mode() -> None:
    """Where `all` holds, each does; where `any` does not, none does; the other two say nothing."""
    solo, other = "solo", {"exists": "face_down"}
    for conditions in ([solo, other], [other, solo]):
        every_one: Any = parse(CONDITION, {"all": conditions})
        at_least_one: Any = parse(CONDITION, {"any": conditions})
        known = Known(source(), ORDINE)
        assert known.solo is None
        assert every_one.solo_if(known, holds=True) is True
        assert every_one.solo_if(known, holds=False) is None
        assert at_least_one.solo_if(known, holds=False) is False
        assert at_least_one.solo_if(known, holds=True) is None


def test_a_deck_may_have_no_top_card() -> None:
    step: Any = parse(STEP, {"turn_up": {"top_of": "powerholder_deck"}})
    found = Known(source(), ORDINE).found(step.what)
    assert (found.least, found.most) == (0, 1)
