"""What the lasting rules of a ruleset are about, read off its data before any of them is compiled.

Functions are written by it: where no rule is about moves, a move is the plain move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from serviam_rules.model import RulesetData
from serviam_rules.values import is_list, is_map

#: What a rule does, and to which moment.
Way: TypeAlias = tuple[str, str]

_WAYS: Final = {"prevent": "prevent", "add": "to", "repeat": "repeat", "answer": "answer"}


@lru_cache(maxsize=64)
def about(rules: RulesetData) -> frozenset[Way]:
    """What some rule of a ruleset does to which moment: all of it, and at most a little more."""
    numbers = rules.numbers
    effects: list[Any] = [icon.effect for icon in rules.icons.values()]
    effects += [(card.effetto_ordine, card.lasting) for card in rules.powerholders.values()]
    effects += [card.lasting for card in rules.gifts.values() if card.lasting]
    effects += [card.ability.do for card in rules.rivals.values()]
    effects += [numbers.turn.expansion, numbers.turn.reward]
    effects += [(numbers.solo.turn, numbers.solo.income)] if numbers.solo else []
    return frozenset(found for effect in effects for found in _ways(effect))


def _ways(data: Any) -> Iterator[Way]:
    if is_list(data):
        for item in data:
            yield from _ways(item)
    elif is_map(data):
        for key, item in data.items():
            if key in _WAYS:
                moment = data.get(_WAYS[key])
                yield from ((key, tag) for tag in ([moment] if isinstance(moment, str) else moment or ()))
            yield from _ways(item)
