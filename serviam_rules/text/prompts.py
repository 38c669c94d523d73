"""Decisions in words: what is to be chosen, and what for.

A decision says of which program and which step it is. Where a step asks several questions that it could be, the prompt
says only what kind of thing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.effects.instructions import Lay
from serviam_rules.effects.known import Known, Scene, Some
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import BRANCH, RULE, STEP, WHO, Node, Sort, children, walk
from serviam_rules.effects.op import Op
from serviam_rules.effects.ops.may import May
from serviam_rules.effects.ops.up_to import UpTo
from serviam_rules.effects.powerholders import Holder, Target
from serviam_rules.effects.selectors import Chosen, Held, One, SomeOf
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.state import BranchOption, Decision, Lasting, PowerholderOption
from serviam_rules.text.language import Language
from serviam_rules.text.localised import Text, signed
from serviam_rules.text.meaning import LASTING, Meaning, meaning
from serviam_rules.text.scope import UnboundName
from serviam_rules.values import evolve, is_list, value

ARRANGE: Final = "arrange"
#: The steps that ask whether they are done.
OPTIONAL: Final = (May.tag, UpTo.tag)
_ANY_SCENE: Final = Scene("a decision")


@value
class Question:
    """A question that a step asks: the step, the selector that asks, what `kind` of thing it asks for.

    `about` is the expression that says what it is about, as an expression of `sort`: the selector, or what lies on top.
    """

    step: Op
    selector: One | SomeOf
    kind: str
    about: Node
    sort: Sort


def decision(language: Language, pending: Decision) -> Text:
    """What is to be chosen: `Choose any three-star powerholder (−1)`."""
    if pending.prompt == ARRANGE:
        return language.say("decisions.arrange")
    if pending.kind == "card":
        return language.say("decisions.card")
    if pending.kind == "branch":
        return language.say("decisions.may" if pending.prompt in OPTIONAL else "decisions.branch")
    meant, step = program_and_step(language.rules, pending.source, pending.step)
    if meant is None:
        return language.say(f"decisions.{pending.kind}")
    steps = meant.steps if step is None else (step,)
    found = [question for each in steps for question in _questions(each) if _can_be(language.rules, pending, question)]
    prompts = {_prompt(language, question, meant) for question in found}
    return prompts.pop() if len(prompts) == 1 else language.say(f"decisions.{pending.kind}")


def branch(language: Language, option: BranchOption) -> Text:
    """What would be done if this is chosen; its number where the step that asks is not known."""
    meant, step = program_and_step(language.rules, option.source, option.step)
    if meant is None or step is None or option.branch >= len(step.possibilities):
        return language.say("options.branch", number=option.branch + 1)
    steps = step.possibilities[option.branch]
    if not steps:
        return language.say("options.leave")
    try:
        return language.effect(steps, meant.form, automatic=meant.automatic)
    except UnboundName:  # they speak of what was chosen before
        return language.piece(steps, meant.form, automatic=meant.automatic)


def rule(language: Language, program: str, position: int, laid: Lasting | None = None) -> Text:
    """A lasting rule by the step that lays it down; if it has been, with the powerholders it means, by their names."""
    code = _laid(language.rules, program, position)
    if code is None:
        return language.say("kinds.rule")
    if program.startswith(LASTING):
        return language.expression(RULE, code.op.rule)
    step: Any = code.op
    if laid is not None:
        step = evolve(code.op, rule=_named(code.rule, laid))
        if any(isinstance(part, Held) for part in _parts(step)):
            step = code.op
    return language.piece((step,))


def _laid(rules: Ruleset, program: str, position: int) -> Lay | None:
    """The instruction of a program that lays a rule down; None if there is none at this position."""
    found = tables(rules).programs.get(program)
    code = found.code[position] if found and 0 <= position < len(found.code) else None
    return code if isinstance(code, Lay) else None


def _named(item: Any, laid: Lasting) -> Any:
    """A rule with the powerholders that it means by their names."""
    if isinstance(item, Target) and laid.target is not None:
        return Holder(laid.target)
    if isinstance(item, Held) and isinstance(chosen := laid.answers[item.answer], str):
        return Holder(chosen)
    if is_list(item):
        return tuple(_named(each, laid) for each in item)
    if not isinstance(item, Node):
        return item
    changed = {one.name: _named(getattr(item, one.name), laid) for one in item.arguments if one.facts.sort is not STEP}
    return evolve(item, **changed)


def _parts(item: Any) -> Iterator[Any]:
    """An expression and everything in it, whatever it is."""
    yield item
    for one in item if is_list(item) else [getattr(item, each.name) for each in getattr(item, "arguments", ())]:
        yield from _parts(one)


def program_and_step(rules: Ruleset, source: str | None, number: int | None) -> tuple[Meaning | None, Op | None]:
    """The effect that asks, and the step of it with this number (`Decision.step`); None where they are not known."""
    try:
        meant = meaning(rules, source or "")
    except UsageError:
        return None, None
    steps = [node for step in meant.steps for node in walk(step) if isinstance(node, Op)]
    if meant.conditional:
        steps = steps[1:]
    return meant, steps[number] if number is not None and 0 <= number < len(steps) else None


def _questions(step: Any) -> Iterator[Question]:
    """The questions that a step asks itself, and those of the steps within it."""
    for argument, child in children(step):
        if argument.facts.sort in (STEP, BRANCH):
            yield from _questions(child)
        else:
            yield from _questions_in(step, child, child, argument.sort_in(STEP), argument.sort_in(STEP))


def _questions_in(step: Op, about: Node, node: Node, about_sort: Sort, sort: Sort) -> Iterator[Question]:
    if isinstance(node, One | SomeOf) and sort.kind:
        whole = _leads_to(about, node)
        yield Question(step, node, sort.kind, about if whole else node, about_sort if whole else sort)
    for argument, child in children(node):
        if argument.facts.sort is STEP:
            continue  # a step of its own, which asks for itself
        yield from _questions_in(step, about, child, about_sort, argument.sort_in(sort))


def _leads_to(about: Node, node: Node) -> bool:
    """Whether `about` is the selector itself, or what lies on top there."""
    return about is node or (about.asked_for_whole and any(child is node for _, child in children(about)))


def _can_be(rules: Ruleset, pending: Decision, question: Question) -> bool:
    if question.step.tag != pending.prompt or question.kind != pending.kind:
        return False
    offered = {each.powerholder for each in pending.options if isinstance(each, PowerholderOption)}
    pool = _pool(rules, question.selector.of)
    if pool is None or not offered:
        return True
    if isinstance(question.selector, SomeOf):
        return offered <= pool
    return offered == pool if question.selector.except_ is None else offered < pool


def _pool(rules: Ruleset, people: Any) -> Some | None:
    """The powerholders that a filter finds whatever the situation; None if that depends on it."""
    fits = Known(rules.source, _ANY_SCENE).people(people)
    return fits.may if fits.may == fits.must else None


def _prompt(language: Language, question: Question, meant: Meaning) -> Text:
    about = question.about
    if about is question.selector:
        about = _alone(question.selector)
    else:
        below = {argument.name: _alone(question.selector) for argument, _ in children(about)}
        about = evolve(about, **below)
    what = language.expression(question.sort, about, automatic=meant.automatic)
    purpose, by = f"decisions.{question.step.tag}", question.step.amount()
    if any(argument.facts.signed for argument in question.step.arguments):
        if by is not None and question.sort is WHO:
            return language.say(purpose, what=what, by=signed(by))
    elif language.has(purpose):
        return language.say(purpose, what=what)
    return language.say("decisions.other", what=what)


def _alone(selector: One | SomeOf) -> One | SomeOf:
    """A selector without the name it gives and without an exception that only what came before explains."""
    if isinstance(selector, SomeOf):
        return evolve(selector, as_=None)
    left_out: Any = selector.except_
    borrowed = left_out is not None and any(isinstance(node, Chosen) for node in walk(left_out))
    return evolve(selector, as_=None, except_=None if borrowed else left_out)
