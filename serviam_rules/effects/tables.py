"""What is looked up while a game is played: programs, tracks, ready-made actions. Layer 4."""

from __future__ import annotations

from typing import Any, Final, Protocol

import attrs

from serviam_rules.actions import Choose, Offer
from serviam_rules.program import Program
from serviam_rules.state import PlaceRef, PlayerRef
from serviam_rules.values import GiftId, PowerholderId, RivalId, Side

#: The most options a decision can have: more things than any set can lay on the table.
MOST_OPTIONS: Final = 256

_CHOICES: Final = tuple(Choose(option) for option in range(MOST_OPTIONS))
#: `Choose(0) ... Choose(n - 1)`, ready to be handed out, by n.
CHOICES: Final = tuple(_CHOICES[:count] for count in range(MOST_OPTIONS + 1))


class Holds(Protocol):
    """A condition, ready to be looked at."""

    def holds(self, env: Any) -> bool: ...


class Counts(Protocol):
    """An amount, ready to be worked out."""

    def number(self, env: Any) -> int: ...


@attrs.frozen(eq=False)
class Tables:
    """Made once for each ruleset (`effects.link`), shared by all its games; plain dicts for speed, never changed.

    `offers` holds for each gift, by the set of places as a bit mask, the offers of it from the left.
    """

    order: tuple[PowerholderId, ...]
    index: dict[PowerholderId, int]
    values: tuple[tuple[int, ...], ...]
    places: dict[Side, tuple[PlaceRef, ...]]
    players: dict[Side, tuple[PlayerRef]]
    letters: frozenset[GiftId]
    conspiracies: frozenset[GiftId]
    offers: dict[GiftId, tuple[tuple[Offer, ...], ...]]
    programs: dict[str, Program]
    rival_when: dict[RivalId, Holds | None]
    tie_break: Counts
    #: The gift deck in order, before it is shuffled, and how many of its cards are no threat letters (C-4, S-8).
    gift_deck: tuple[GiftId, ...]
    dealable: int
