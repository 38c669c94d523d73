"""What is looked up while a game is played: programs, tracks, ready-made actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from serviam_rules.actions import Choose, Offer
from serviam_rules.model import Ruleset
from serviam_rules.program import Program
from serviam_rules.state import PlaceRef, PlayerRef
from serviam_rules.values import GiftId, PowerholderId, RivalId, Side

#: The most options a decision can have: more things than any set can lay on the table.
MOST_OPTIONS: Final = 256

_CHOICES: Final = tuple(Choose(option) for option in range(MOST_OPTIONS))
#: `Choose(0) ... Choose(n - 1)`, ready to be handed out, by n.
CHOICES: Final = tuple(_CHOICES[:count] for count in range(MOST_OPTIONS + 1))


class Made(dict[Any, Any]):
    """What is made when it is first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self._make(key)
        return made


@attrs.frozen(eq=False)
class Tables:
    """Made once for each ruleset (`effects.link`), shared by all its games; plain dicts for speed, never changed.

    `offers` holds for each gift, by the set of places as a bit mask, the offers of it from the left.
    """

    order: tuple[PowerholderId, ...]
    index: dict[PowerholderId, int]
    values: tuple[tuple[int, ...], ...]
    #: The last space of each track.
    last: tuple[int, ...]
    places: dict[Side, tuple[PlaceRef, ...]]
    players: dict[Side, tuple[PlayerRef]]
    letters: frozenset[GiftId]
    conspiracies: frozenset[GiftId]
    offers: dict[GiftId, tuple[tuple[Offer, ...], ...]]
    programs: dict[str, Program]
    #: Programs as functions (`effects.writing`): from the beginning; what is left from a position on; and what a
    #: question finds.
    scope: dict[str, Any]
    begin: Made
    left: Made
    asks: Made
    #: The condition under which each rival acts, and what the tied compare: as trees, and as functions.
    rival_when: dict[RivalId, Any]
    tie_break: Any
    when: Made
    tie: Callable[..., int]
    #: The gift deck in order, before it is shuffled, and how many of its cards are no threat letters (C-4, S-8).
    gift_deck: tuple[GiftId, ...]
    dealable: int


def tables_of(rules: Ruleset) -> Tables:
    """The tables of a ruleset, which `effects.link` has put there."""
    made: Tables = rules.tables
    return made
