"""Decisions in words: what is to be chosen, and what for.

A decision says of which program and which step it is. Where a step asks several questions that it could be, the prompt
says only what kind of thing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.effects.amounts import Number
from serviam_rules.effects.node import STEP, WHO, Node, Sort, children, walk
from serviam_rules.effects.op import Op
from serviam_rules.effects.ops.choose import ChooseOne
from serviam_rules.effects.ops.may import May
from serviam_rules.effects.ops.move import Move
from serviam_rules.effects.powerholders import AllPeople, Anyone, AnyPeople, NotPeople, OfOrganisation, Rank
from serviam_rules.effects.selectors import Chosen, One
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.state import BranchOption, Decision, PowerholderOption
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
    meant, step = asking(spoken.rules, asked.source, asked.step)
    if meant is None:
        return spoken.say(f"decisions.{asked.kind}")
    steps = meant.steps if step is None else (step,)
    found = [question for each in steps for question in _questions(each) if _can_be(spoken.rules, asked, question)]
    prompts = {_prompt(spoken, question, meant) for question in found}
    return prompts.pop() if len(prompts) == 1 else spoken.say(f"decisions.{asked.kind}")


def branch(spoken: Language, option: BranchOption) -> Text:
    """What would be done if this is chosen; its number where the step that asks is not known."""
    meant, step = asking(spoken.rules, option.source, option.step)
    if meant is None or not isinstance(step, ChooseOne | May):
        return spoken.say("options.branch", number=option.branch + 1)
    if isinstance(step, May):
        if option.branch:
            return spoken.say("options.leave")
        steps = step.steps
    else:
        steps = step.branches[option.branch].steps
    try:
        return spoken.effect(steps, meant.form, automatic=meant.automatic)
    except UnboundName:  # they speak of what was chosen before
        return spoken.piece(steps, meant.form, automatic=meant.automatic)


def asking(rules: Ruleset, source: str | None, number: int | None) -> tuple[Meaning | None, Op | None]:
    """The effect that asks, and the step of it with this number (`Decision.step`); None where they are not known."""
    try:
        meant = meaning(rules, source or "")
    except UsageError:
        return None, None
    steps = [node for step in meant.steps for node in walk(step) if isinstance(node, Op)]
    if meant.conditional:
        steps = steps[1:]
    return meant, steps[number] if number is not None and 0 <= number < len(steps) else None


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
