"""Where effects stand in a ruleset, and what they may count on there. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from serviam_rules.effects.node import AMOUNT, CONDITION, STEP, Sort
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import SET, Key
from serviam_rules.schema.paths import DataPath


@attrs.frozen
class Scene:
    """What an effect may count on.

    `title` names it in messages. `target`: a gift has been offered this turn (T-1). `own`: it is this powerholder's.
    `solo`: whether the game is the solo game; None if it can be either. `bazzi_betti`: they resolve it. `asks`: players
    can be asked. `compiled`: it is a program, and not only looked at.
    """

    title: str
    target: bool = True
    own: str | None = None
    solo: bool | None = None
    bazzi_betti: bool = False
    asks: bool = True
    compiled: bool = True


@attrs.frozen
class Effect:
    """An expression, or a list of steps, where it stands in a card or the set. `program` is the id it will have."""

    program: str
    key: Key
    path: DataPath
    sort: Sort
    data: Any
    scene: Scene


ICON = Scene("an icon")
_TURN = Scene("a turn")
_SCORING = Scene("the scoring", target=False, asks=False)
_TIE = Scene("the comparison of a tie", target=False, asks=False, compiled=False)
_ABILITY = Scene("a rival's ability", solo=True, bazzi_betti=True)
_WHEN = Scene("the condition of a rival's ability", solo=True, bazzi_betti=True, asks=False, compiled=False)
_SOLO = Scene("the Bazzi-Betti turn", target=False, solo=True, bazzi_betti=True)


def effects(whole: Whole) -> Iterator[Effect]:
    """Every effect of the cards and the set but those of icons."""
    for key, card in whole.cards("powerholder"):
        scene = Scene("an EFFETTO ORDINE", own=key[1])
        yield Effect(f"powerholder/{key[1]}", key, ("effetto_ordine",), STEP, card["effetto_ordine"], scene)
    for key, card in whole.cards("rival"):
        ability = card["ability"]
        yield Effect(f"rival/{key[1]}", key, ("ability", "do"), STEP, ability["do"], _ABILITY)
        if "when" in ability:
            yield Effect("", key, ("ability", "when"), CONDITION, ability["when"], _WHEN)
    yield from _of_the_set(whole.game)


def _of_the_set(game: dict[str, Any]) -> Iterator[Effect]:
    if not game:
        return
    for part in ("expansion", "reward"):
        yield Effect(f"set/{part}", SET, ("turn", part), STEP, game["turn"][part], _TURN)
    for at, item in enumerate(game["scoring"]):
        yield Effect(f"scoring/{item['id']}", SET, ("scoring", at, "do"), STEP, item["do"], _SCORING)
    yield Effect("", SET, ("tie_break",), AMOUNT, game["tie_break"], _TIE)
    for part in ("turn", "income") if game.get("solo") else ():
        yield Effect(f"solo/{part}", SET, ("solo", part), STEP, game["solo"][part], _SOLO)
