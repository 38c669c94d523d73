"""Every word of the card language, gathered: importing this module makes the sorts complete."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from serviam_rules.effects import (
    amounts,
    comparing,
    conditions,
    decks,
    gifts,
    lasting,
    moments,
    ops,
    places,
    players,
    powerholders,
    selectors,
)
from serviam_rules.effects.node import SORTS, STEP, Node

#: The modules with words other than ops.
WORDS: Final = (
    selectors,
    powerholders,
    places,
    gifts,
    players,
    amounts,
    comparing,
    conditions,
    decks,
    moments,
    lasting,
)

for _found in sorted(module.name for module in iter_modules(ops.__path__)):
    import_module(f"{ops.__name__}.{_found}")

# Whatever was imported first, the words of a sort come in the order of their tags.
for _sort in SORTS:
    _sort.words.update({tag: _sort.words.pop(tag) for tag in sorted(_sort.words)})

#: The ops by tag, in the order of their tags.
OPS: Final[dict[str, type[Node]]] = STEP.words
