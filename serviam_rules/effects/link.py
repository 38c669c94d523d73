"""A ruleset's effects, read, compiled and put into its tables."""

from __future__ import annotations

from functools import cache
from typing import Any

from serviam_rules.actions import Offer
from serviam_rules.effects.bounds import MOST_STEPS
from serviam_rules.effects.compile import compile_effect
from serviam_rules.effects.functions import Functions, module, module_name
from serviam_rules.effects.icons import icon_paths, steps_of
from serviam_rules.effects.node import AMOUNT, CONDITION, GrammarError, parse, parse_steps, walk
from serviam_rules.effects.op import Op
from serviam_rules.effects.running import places
from serviam_rules.effects.tables import Tables, Trees
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.effects.writing import text
from serviam_rules.errors import UsageError, unknown
from serviam_rules.model import Ruleset
from serviam_rules.program import Program
from serviam_rules.state import PlayerRef
from serviam_rules.values import BAZZI_BETTI, GiftId


def tables(rules: Ruleset) -> Tables:
    """The tables of a ruleset, made on first use and kept with it."""
    if rules.tables is None:
        rules.keep("tables", _make(rules))
    made: Tables = rules.tables  # pyright: ignore[reportAssignmentType] - it has just been made
    return made


def _make(rules: Ruleset) -> Tables:
    numbers = rules.numbers
    gifts = rules.gifts.values()
    deck = tuple(card.id for card in gifts if card.id not in numbers.hand.given for _ in range(card.copies))
    trees = cache(lambda: trees_of(rules))
    functions = Functions(rules, lambda: trees().programs, lambda: trees().looks)
    if not functions.ready:
        trees()  # effects that cannot be carried out are refused now
    return Tables(
        order=tuple(rules.powerholders),
        index=dict(rules.index),
        values=tuple(numbers.tracks[who].spaces for who in rules.powerholders),
        last=tuple(len(numbers.tracks[who].spaces) - 1 for who in rules.powerholders),
        places=places(numbers.players.most, numbers.row.places, numbers.solo.row if numbers.solo else 0),
        players={side: (PlayerRef(side),) for side in (*range(numbers.players.most), BAZZI_BETTI)},
        letters=frozenset(card.id for card in gifts if card.threat_letter),
        conspiracies=frozenset(card.id for card in gifts if card.conspiracy),
        offers={card.id: _offers(card.id, numbers.row.places) for card in gifts},
        functions=functions,
        gift_deck=deck,
        dealable=sum(not rules.gifts[gift].threat_letter for gift in deck),
        trees=trees,
    )


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
    plain.update({f"rival/{card.id}": card.ability.do for card in rules.rivals.values()})
    plain.update({"set/expansion": numbers.turn.expansion, "set/reward": numbers.turn.reward})
    plain.update({f"scoring/{score.id}": score.do for score in numbers.scoring})
    if numbers.solo is not None:
        plain.update({"solo/turn": numbers.solo.turn, "solo/income": numbers.solo.income})
    found.update({program_id: parse_steps(steps) for program_id, steps in plain.items()})
    return found


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
        if program.bound > MOST_STEPS:
            message = f"{program.id} could take {program.bound} steps; {MOST_STEPS} is the limit"
            raise GrammarError((), "too-many-steps", message)
    return made


def paths_of(program_id: str, steps: int) -> list[str]:
    """Where the steps of an effect stand in the data of its card or of the set."""
    kind, _, name = program_id.partition("/")
    key = {"powerholder": "effetto_ordine", "rival": "do", "scoring": "do"}.get(kind, name)
    return [f"{key}.{at}" for at in range(steps)]


def refuse_recursion(program_id: str, trees: dict[str, tuple[Op, ...]]) -> None:
    """A gift whose icons resolve icons could resolve itself for ever."""
    if any(part.starts_a_gift for step in trees[program_id] for part in walk(step)):
        chain = f"{program_id} -> resolve -> {program_id}"
        raise GrammarError((), "endless", f"an icon must not resolve icons, or the effect need not end: {chain}")


def _offers(gift: GiftId, places: int) -> tuple[tuple[Offer, ...], ...]:
    """For each set of places, as a bit mask, the offers of this gift to them, from the left."""
    each = [Offer(gift, slot) for slot in range(places)]
    return tuple(tuple(each[slot] for slot in range(places) if mask >> slot & 1) for mask in range(1 << places))


def source_of(rules: Ruleset, program: str) -> str:
    """A program as Python, as it is run: `gift/alms`, `powerholder/kurt`, `rival/irma`, `set/reward`.

    UsageError for a program that the ruleset does not have.
    """
    functions = [*tables(rules).functions.written(program)]
    if not functions:
        raise UsageError(unknown("program", program, tables(rules).programs))
    return text(functions)


def module_of(rules: Ruleset) -> tuple[str, str]:
    """The file of a Python module with all programs of a ruleset, for `serviam_rules._data`: its name and its text."""
    return f"{module_name(rules)}.py", module(rules, tables(rules).functions.written())
