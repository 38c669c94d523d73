"""Decisions in words: what is to be chosen, and what for.

A decision says of which program and which step it is; the step itself is found again in the program's effect. Where
several steps could be meant that would be told differently, the prompt says only what kind of thing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.effects.amounts import Number
from serviam_rules.effects.node import STEP, WHO, Node, Sort, children, walk
from serviam_rules.effects.ops.choose import ChooseOne
from serviam_rules.effects.ops.may import May
from serviam_rules.effects.ops.move import Move
from serviam_rules.effects.powerholders import AllPeople, Anyone, AnyPeople, NotPeople, OfOrganisation, Rank
from serviam_rules.effects.selectors import Chosen, One
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.state import BranchOption, Decision, PowerholderOption
from serviam_rules.text import things
from serviam_rules.text.language import Language
from serviam_rules.text.meaning import Meaning, meaning
from serviam_rules.text.scope import UnboundName
from serviam_rules.text.spoken import Text, signed
from serviam_rules.values import evolve, value

ARRANGE: Final = "arrange"
MAY: Final = "may"


@value
class Question:
    """A question that a step asks: the step, the selector that asks, what `kind` of thing it asks for.

    `told` is the expression that says what it is about, as an expression of `sort`: the selector, or what lies on top.
    """

    step: Node
    selector: One
    kind: str
    told: Node
    sort: Sort


def decision(spoken: Language, asked: Decision) -> Text:
    """What is to be chosen: `Choose any three-star powerholder (−1)`."""
    if asked.prompt == ARRANGE:
        return spoken.say("decisions.arrange")
    if asked.kind == "branch":
        return spoken.say("decisions.may" if asked.prompt == MAY else "decisions.branch")
    meant = _meaning(spoken.rules, asked)
    found = questions(spoken.rules, asked, meant) if meant else []
    told = {_prompt(spoken, question, meant) for question in found if meant}
    return told.pop() if len(told) == 1 else spoken.say(f"decisions.{asked.kind}")


def options(spoken: Language, asked: Decision) -> tuple[Text, ...]:
    """The options of a decision in words; those of `choose` and `may` say what would be done."""
    return tuple(option(spoken, asked, at) for at in range(len(asked.options)))


def option(spoken: Language, asked: Decision, at: int) -> Text:
    """One option of a decision in words."""
    chosen = asked.options[at]
    if not isinstance(chosen, BranchOption):
        return things.option(spoken, chosen)
    meant = _meaning(spoken.rules, asked)
    asking = _branching(asked, meant) if meant else []
    if asked.prompt == MAY and chosen.branch == 1:
        return spoken.say("options.leave")
    if meant is None or len(asking) != 1:
        return spoken.say("options.do") if asked.prompt == MAY else things.option(spoken, chosen)
    step = asking[0]
    steps = step.steps if isinstance(step, May) else step.branches[chosen.branch].steps
    try:
        return spoken.effect(steps, meant.form, automatic=meant.automatic)
    except UnboundName:  # they speak of what was chosen before
        return things.option(spoken, chosen)


def _branching(asked: Decision, meant: Meaning) -> list[ChooseOne | May]:
    """The steps that could be asking which branch to take."""
    asking = [node for step in meant.steps for node in walk(step) if isinstance(node, ChooseOne | May)]
    most = max((each.branch for each in asked.options if isinstance(each, BranchOption)), default=0)
    return [
        node for node in asking if node.tag == asked.prompt and (isinstance(node, May) or len(node.branches) > most)
    ]


def _meaning(rules: Ruleset, asked: Decision) -> Meaning | None:
    try:
        return meaning(rules, asked.source)
    except UsageError:
        return None


def questions(rules: Ruleset, asked: Decision, meant: Meaning) -> list[Question]:
    """The questions of an effect that a decision can be."""
    found = [question for step in meant.steps for question in _questions(step)]
    return [question for question in found if _can_be(rules, asked, question)]


def _questions(step: Node) -> Iterator[Question]:
    """The questions that a step asks itself, and those of the steps within it."""
    for argument, child in children(step):
        if argument.facts.sort is STEP or child.tag == "do":
            yield from _questions(child)
        else:
            yield from _asked(step, child, child, argument.sort_in(STEP), argument.sort_in(STEP))


def _asked(step: Node, told: Node, node: Node, told_as: Sort, sort: Sort) -> Iterator[Question]:
    if isinstance(node, One) and sort.kind:
        whole = _leads_to(told, node)
        yield Question(step, node, sort.kind, told if whole else node, told_as if whole else sort)
    for argument, child in children(node):
        yield from _asked(step, told, child, told_as, argument.sort_in(sort))


def _leads_to(told: Node, node: Node) -> bool:
    """Whether `told` is the selector itself, or what lies on top there."""
    return told is node or (told.tag == "topmost" and any(child is node for _, child in children(told)))


def _can_be(rules: Ruleset, asked: Decision, question: Question) -> bool:
    if question.step.tag != asked.prompt or question.kind != asked.kind:
        return False
    offered = {each.powerholder for each in asked.options if isinstance(each, PowerholderOption)}
    pool = _pool(rules, question.selector.of)  # type: ignore[arg-type]
    if pool is None or not offered:
        return True
    return offered == pool if question.selector.except_ is None else offered < pool


def _pool(rules: Ruleset, people: Node) -> set[str] | None:
    """The powerholders that a filter finds whatever the situation; None if that depends on it."""
    known = rules.powerholders
    match people:
        case Anyone():
            return set(known)
        case Rank():
            return {key for key, card in known.items() if card.rank == people.stars}
        case OfOrganisation():
            return {key for key, card in known.items() if card.organisation == people.organisation}
        case NotPeople() | AllPeople() | AnyPeople():
            pools = [_pool(rules, child) for _, child in children(people)]
            sets = [pool for pool in pools if pool is not None]
            if len(sets) < len(pools):
                return None
            if isinstance(people, NotPeople):
                return set(known) - sets[0]
            return set(known).intersection(*sets) if isinstance(people, AllPeople) else set[str]().union(*sets)
        case _:
            return None


def _prompt(spoken: Language, question: Question, meant: Meaning) -> Text:
    told = question.told
    if told is question.selector:
        told = _alone(question.selector)
    else:
        below = {argument.name: _alone(question.selector) for argument, _ in children(told)}
        told = evolve(told, **below)
    what = spoken.expression(question.sort, told, automatic=meant.automatic)
    if isinstance(question.step, Move):
        by = question.step.by
        if question.sort is WHO and isinstance(by, Number):
            return spoken.say("decisions.move", what=what, by=signed(by.n))
        return _other(spoken, what)
    purpose = f"decisions.{question.step.tag}"
    return spoken.say(purpose, what=what) if spoken.has(purpose) else _other(spoken, what)


def _other(spoken: Language, what: Text) -> Text:
    return spoken.say("decisions.other", what=what)


def _alone(selector: One) -> One:
    """A selector without the name it gives and without an exception that only what came before explains."""
    left_out: Any = selector.except_
    borrowed = left_out is not None and any(isinstance(node, Chosen) for node in walk(left_out))
    return evolve(selector, as_=None, except_=None if borrowed else left_out)
