"""What there is to say of each card and of each program of the set: the effect, and the facts around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from serviam_rules.effects.icons import steps_of
from serviam_rules.effects.lasting import UntilEndOfGame
from serviam_rules.effects.node import CONDITION, RULE, STEP, Node, parse, parse_steps
from serviam_rules.effects.ops.if_ import If
from serviam_rules.effects.ops.rule import Rule
from serviam_rules.errors import UsageError, unknown
from serviam_rules.kinds import PLAYED
from serviam_rules.model import Gift, Icon, Powerholder, Rival, Ruleset
from serviam_rules.text.patterns import patterns
from serviam_rules.text.template import PLAIN
from serviam_rules.values import value

#: A fact of a card beside its effect: the message that tells it, and what stands in its holes.
Fact: TypeAlias = tuple[str, dict[str, Any]]

ICON: Final = "icon"
EFFECT: Final = "effect"


@value
class Meaning:
    """What a text is about.

    `kind` and `id` name it (`gifts`, `alms`; for programs of the set `set`, `reward`); `form` is the form its steps are
    told in, `automatic` whether the automatic family resolves it. `facts` come in the order in which they are told, the
    effect among them under the name `effect`, or in a line of its own words (`effetto_ordine`, `ability`).
    """

    kind: str
    id: str
    steps: tuple[Node, ...]
    form: str
    automatic: bool
    facts: tuple[Fact, ...]
    #: Whether the first step is the condition under which a rival acts, which is no step of the program.
    conditional: bool = False


#: How the programs of lasting rules begin: `lasting-gift/alms/0`.
LASTING: Final = "lasting-"
#: Where programs of the set are found, by the first part of their name.
SETS: Final = ("set", "scoring", "solo")


def meaning(rules: Ruleset, target: str) -> Meaning:
    """What a card (`alms`, or `gift/alms`) or a program of the set (`set/reward`) means. UsageError for all else."""
    kind, _, key = target.rpartition("/")
    if kind in SETS:
        return _program(rules, kind, key)
    if kind.startswith(LASTING):
        return _of_rule(rules, target)
    if kind in ("", "gift") and key in rules.gifts:
        return _gift(rules, rules.gifts[key])
    if kind in ("", "powerholder") and key in rules.powerholders:
        return _powerholder(rules.powerholders[key])
    if kind in ("", "rival") and key in rules.rivals:
        return _rival(rules, rules.rivals[key])
    raise UsageError(unknown("card", target, targets(rules)))


def targets(rules: Ruleset) -> tuple[str, ...]:
    """Everything that has a meaning: the ids of cards, and the programs of the set."""
    return (*rules.gifts, *rules.powerholders, *rules.rivals, *programs(rules))


def programs(rules: Ruleset) -> tuple[str, ...]:
    """The programs of the set: phases of the turn, items of the scoring, what the automatic family does."""
    solo = ("solo/turn", "solo/income") if rules.numbers.solo else ()
    return ("set/expansion", "set/reward", *(f"scoring/{score.id}" for score in rules.numbers.scoring), *solo)


def _of_rule(rules: Ruleset, target: str) -> Meaning:
    """One lasting rule of a card, as the step that lays it down."""
    kind, card, number = target.removeprefix(LASTING).split("/")
    things: Any = {"gift": rules.gifts, "powerholder": rules.powerholders}.get(kind, {})
    if card not in things or not number.isdecimal() or int(number) >= len(things[card].lasting):
        raise UsageError(unknown("program", target, targets(rules)))
    rule = Rule(parse(RULE, things[card].lasting[int(number)]), UntilEndOfGame())
    return Meaning(PLAYED[kind], card, (rule,), PLAIN, False, (("lasting", {"rules": (rule.rule,)}),))


def _gift(rules: Ruleset, gift: Gift) -> Meaning:
    facts: list[Fact] = []
    if gift.category is not None:
        facts.append(("category", {"organisation": gift.category}))
    facts.append((EFFECT, {}))
    facts.extend(_lasting(gift))
    if gift.conspiracy:
        facts.append(("conspiracy", {}))
    if gift.threat_letter:
        facts.append(("threat_letter", {}))
    return Meaning("gifts", gift.id, steps_of(gift.icons, rules.icons), ICON, False, tuple(facts))


def _lasting(card: Gift | Powerholder) -> Iterator[Fact]:
    """The lasting rules of a card, if it has any."""
    if card.lasting:
        yield "lasting", {"rules": tuple(parse(RULE, data) for data in card.lasting)}


def _powerholder(card: Powerholder) -> Meaning:
    facts: tuple[Fact, ...] = (
        ("powerholder", {"organisation": card.organisation, "stars": card.rank}),
        ("effetto_ordine", {}),
        *_lasting(card),
    )
    return Meaning("powerholders", card.id, parse_steps(card.effetto_ordine), PLAIN, False, facts)


def _rival(rules: Ruleset, card: Rival) -> Meaning:
    steps = parse_steps(card.ability.do)
    if card.ability.when is not None:
        steps = (If(parse(CONDITION, card.ability.when), steps),)
    rounds = rules.numbers.solo.ability_rounds if rules.numbers.solo else ()
    facts: tuple[Fact, ...] = (("names", {"powerholders": card.names}), ("ability", {"rounds": rounds}))
    return Meaning("rivals", card.id, steps, PLAIN, True, facts, card.ability.when is not None)


def _program(rules: Ruleset, kind: str, key: str) -> Meaning:
    if f"{kind}/{key}" not in programs(rules):
        raise UsageError(unknown("program", f"{kind}/{key}", programs(rules)))
    numbers = rules.numbers
    found: dict[str, Any] = {"set/expansion": numbers.turn.expansion, "set/reward": numbers.turn.reward}
    found.update({f"scoring/{score.id}": score.do for score in numbers.scoring})
    if numbers.solo is not None:
        found.update({"solo/turn": numbers.solo.turn, "solo/income": numbers.solo.income})
    return Meaning(kind, key, parse_steps(found[f"{kind}/{key}"]), PLAIN, kind == "solo", ((EFFECT, {}),))


def icon_steps(icon: Icon) -> tuple[Node, ...]:
    """An icon's effect with holes for its parameters."""
    return patterns(STEP, icon.effect)
