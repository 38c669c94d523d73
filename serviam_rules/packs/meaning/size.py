"""No effect is endless, and none takes too long. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from serviam_rules.cards import ruleset_from
from serviam_rules.effects.bounds import MOST_STEPS, bound
from serviam_rules.effects.link import effects
from serviam_rules.effects.node import walk
from serviam_rules.errors import Problem
from serviam_rules.model import RulesetData
from serviam_rules.packs.meaning.scenes import effects as placed
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import Key
from serviam_rules.schema.paths import DataPath, parts


def endless(whole: Whole) -> Iterator[Problem]:
    """An icon that resolves icons could resolve itself for ever."""
    for key, card in whole.cards("icon"):
        for path in _resolves(card["effect"], ("effect",)):
            user = next(
                (gift[1] for gift, data in whole.cards("gift") if any(key[1] in use for use in data["icons"])), None
            )
            through = f" -> gift {user!r}" if user else ""
            chain = f"icon {key[1]!r}{through} -> resolve{through} -> icon {key[1]!r}"
            message = f"an icon must not resolve icons, or an effect need not end: {chain}"
            yield whole.problem(key, path, "endless", message, at_key=True)


def _resolves(data: Any, path: DataPath) -> Iterator[DataPath]:
    for key, item in parts(data):
        if key == "resolve":
            yield (*path, key)
        yield from _resolves(item, (*path, key))


def check(whole: Whole) -> Iterator[Problem]:
    """Effects that could take too many steps. Asked only of a set that is otherwise in order."""
    rules: Any = ruleset_from(RulesetData, whole.source, known=({"none": ""}, "none"))
    trees = effects(rules)
    gifts = {program: bound(rules, steps, 0) for program, steps in trees.items() if program.startswith("gift/")}
    longest = max(gifts, key=lambda program: gifts[program], default="")
    places: dict[str, tuple[Key, DataPath]] = {effect.program: (effect.key, effect.path) for effect in placed(whole)}
    places |= {program: (("gift", program.partition("/")[2]), ("icons",)) for program in gifts}
    for program, steps in trees.items():
        size = gifts.get(program) or bound(rules, steps, gifts.get(longest, 0) + 1)
        if size > MOST_STEPS:
            chain = f"{program} -> resolve -> {longest}" if _resolving(steps) else program
            key, path = places[program]
            message = f"{chain}: this could take {size} steps; at most {MOST_STEPS} will do"
            yield whole.problem(key, path, "too-many-steps", message)


def _resolving(steps: Sequence[Any]) -> bool:
    return any(part.tag == "resolve" for step in steps for part in walk(step))
