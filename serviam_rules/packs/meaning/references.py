"""Ids outside of effects name something that is there. Layer 6."""

from __future__ import annotations

from collections.abc import Iterator

from serviam_rules.errors import Problem
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import SET


def check(whole: Whole) -> Iterator[Problem]:
    """Categories, organisations, whom a rival names, and what the set names."""
    for key, gift in whole.cards("gift"):
        if gift["category"] is not None:
            yield from whole.dangling(key, ("category",), "organisation", gift["category"])
    for key, powerholder in whole.cards("powerholder"):
        yield from whole.dangling(key, ("organisation",), "organisation", powerholder["organisation"])
    for key, rival in whole.cards("rival"):
        for at, named in enumerate(rival["names"]):
            yield from whole.dangling(key, ("names", at), "powerholder", named)
    yield from _set(whole)


def _set(whole: Whole) -> Iterator[Problem]:
    game = whole.game
    for at, gift in enumerate(game.get("hand", {}).get("given", ())):
        yield from whole.dangling(SET, ("hand", "given", at), "gift", gift)
    for powerholder in game.get("tracks", ()):
        yield from whole.dangling(SET, ("tracks", powerholder), "powerholder", powerholder, at_key=True)
    if game.get("solo"):
        yield from whole.dangling(SET, ("solo", "family"), "family", game["solo"]["family"])
