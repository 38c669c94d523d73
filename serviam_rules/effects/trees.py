"""A ruleset's effects, read and compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serviam_rules.effects.bounds import MOST_STEPS, bound
from serviam_rules.effects.compile import compile_effect
from serviam_rules.effects.force import Known, Rules
from serviam_rules.effects.icons import icon_paths, steps_of
from serviam_rules.effects.instructions import Lay
from serviam_rules.effects.lasting import Answer, UntilEndOfGame
from serviam_rules.effects.node import AMOUNT, CONDITION, RULE, GrammarError, parse, parse_steps, walk
from serviam_rules.effects.op import Op
from serviam_rules.effects.ops.rule import Rule
from serviam_rules.effects.tables import Trees
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.effects.ways import Way
from serviam_rules.model import Ruleset
from serviam_rules.program import Program


def trees_of(rules: Ruleset) -> Trees:
    """Programs and expressions of a ruleset. GrammarError for one that cannot end or takes too long."""
    when = {
        f"rival/{card.id}": parse(CONDITION, card.ability.when) for card in rules.rivals.values() if card.ability.when
    }
    return Trees(programs(rules), when, parse(AMOUNT, rules.numbers.tie_break))


def effects(rules: Ruleset) -> dict[str, tuple[Op, ...]]:
    """Every effect of a ruleset as a tree, by program id."""
    assert OPS, "the words of the language are loaded"
    numbers = rules.numbers
    found: dict[str, tuple[Any, ...]] = {f"gift/{g.id}": steps_of(g.icons, rules.icons) for g in rules.gifts.values()}
    plain: dict[str, Any] = {f"powerholder/{card.id}": card.effetto_ordine for card in rules.powerholders.values()}
    found.update(lasting(rules))
    plain.update({f"rival/{card.id}": card.ability.do for card in rules.rivals.values()})
    plain.update({"set/expansion": numbers.turn.expansion, "set/reward": numbers.turn.reward})
    plain.update({f"scoring/{score.id}": score.do for score in numbers.scoring})
    if numbers.solo is not None:
        plain.update({"solo/turn": numbers.solo.turn, "solo/income": numbers.solo.income})
    found.update({program_id: parse_steps(steps) for program_id, steps in plain.items()})
    return found


def lasting(rules: Ruleset) -> dict[str, tuple[Any, ...]]:
    """The lasting rules of cards, each as a step that lays it down: `lasting-gift/alms/0`."""
    kinds: dict[str, Mapping[str, Any]] = {"gift": rules.gifts, "powerholder": rules.powerholders}
    return {
        f"lasting-{kind}/{card.id}/{at}": (Rule(parse(RULE, data), UntilEndOfGame()),)
        for kind, cards in kinds.items()
        for card in cards.values()
        for at, data in enumerate(card.lasting)
    }


def rules_in(programs: Mapping[str, Program]) -> Rules:
    """The table of all lasting rules that programs lay down, or are."""
    cards: dict[str, dict[Way, dict[str, list[Known]]]] = {"gift": {}, "powerholder": {}}
    laid: dict[tuple[str, int], Known] = {}
    for program in programs.values():
        for at, one in enumerate(program.code):
            if not isinstance(one, Lay):
                continue
            core, of_card = one.op.rule.core, program.id.startswith("lasting-") and not at
            until = "" if of_card else one.op.until.tag
            known = Known(program.id, at, core.tag, core.moment.tag, until, program.answers)
            if of_card:
                kind, card, _ = program.id.removeprefix("lasting-").split("/")
                cards[kind].setdefault((known.way, known.moment), {}).setdefault(card, []).append(known)
            else:
                laid[program.id, at] = known
    about = {(known.way, known.moment) for known in laid.values()} | {way for kind in cards.values() for way in kind}
    return Rules(cards["gift"], cards["powerholder"], laid, frozenset(about))


def answers_in(steps: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """What lasting rules in an effect answer with: effects of their own, each of them bounded."""
    yield from (part.do for step in steps for part in walk(step) if isinstance(part, Answer))


def programs(rules: Ruleset) -> dict[str, Program]:
    """Every effect of a ruleset compiled. GrammarError for one that cannot end or takes too long."""
    trees = effects(rules)
    made: dict[str, Program] = {}
    gifts = [program_id for program_id in trees if program_id.startswith("gift/")]
    for program_id in gifts:
        refuse_recursion(program_id, trees)
        roots = icon_paths(rules.gifts[program_id.partition("/")[2]].icons, rules.icons)
        made[program_id] = compile_effect(rules, program_id, trees[program_id], paths=roots)
    resolving = max((made[program_id].bound for program_id in gifts), default=0) + 1
    for program_id, steps in trees.items():
        if program_id not in made:
            made[program_id] = compile_effect(rules, program_id, steps, resolving, paths_of(program_id, len(steps)))
    for program in made.values():
        longest = max([program.bound, *(bound(rules, do, resolving) for do in answers_in(trees[program.id]))])
        if longest > MOST_STEPS:
            message = f"{program.id} could take {longest} steps; {MOST_STEPS} is the limit"
            raise GrammarError((), "too-many-steps", message)
    return made


def paths_of(program_id: str, steps: int) -> list[str]:
    """Where the steps of an effect stand in the data of its card or of the set."""
    kind, _, name = program_id.partition("/")
    if kind.startswith("lasting-"):
        return [f"lasting.{name.partition('/')[2]}"]
    key = {"powerholder": "effetto_ordine", "rival": "do", "scoring": "do"}.get(kind, name)
    return [f"{key}.{at}" for at in range(steps)]


def refuse_recursion(program_id: str, trees: dict[str, tuple[Op, ...]]) -> None:
    """A gift whose icons resolve icons could resolve itself for ever."""
    if any(part.starts_a_gift for step in trees[program_id] for part in walk(step)):
        chain = f"{program_id} -> resolve -> {program_id}"
        raise GrammarError((), "endless", f"an icon must not resolve icons, or the effect need not end: {chain}")
