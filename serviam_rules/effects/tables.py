"""What is looked up while a game is played: programs, tracks, ready-made actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from serviam_rules.actions import Choose, Offer
from serviam_rules.effects.force import Rules
from serviam_rules.effects.functions import Functions
from serviam_rules.model import Ruleset
from serviam_rules.program import Program
from serviam_rules.state import PlaceRef, PlayerRef
from serviam_rules.values import GiftId, PowerholderId, Side, value

if TYPE_CHECKING:  # a game whose programs lie ready is played without the words
    from serviam_rules.effects.node import Node

#: The most options a decision can have: more things than any set can lay on the table.
MOST_OPTIONS: Final = 256

#: What the comparison of the tied is called as a program.
TIE: Final = "set/tie-break"

_CHOICES: Final = tuple(Choose(option) for option in range(MOST_OPTIONS))
#: `Choose(0) ... Choose(n - 1)`, ready to be handed out, by n.
CHOICES: Final = tuple(_CHOICES[:count] for count in range(MOST_OPTIONS + 1))


@value
class Trees:
    """What is made of the ruleset's effects before they are functions. Where those lie ready, nobody may ask for it."""

    programs: dict[str, Program]
    #: The condition under which a rival acts, by program.
    when: dict[str, Node]
    tie_break: Node

    @property
    def looks(self) -> dict[str, tuple[Node, str]]:
        """The expressions that are worked out on their own, each with its meaning."""
        return {**{program: (part, "holds") for program, part in self.when.items()}, TIE: (self.tie_break, "number")}


@value
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
    #: Programs as functions.
    functions: Functions
    #: The gift deck in order, before it is shuffled, and how many of its cards are no threat letters (C-4, S-8).
    gift_deck: tuple[GiftId, ...]
    dealable: int
    #: What is made of the effects before they are functions.
    trees: Callable[[], Trees]
    #: The lasting rules; None if these cards have none.
    lasting: Rules | None

    @property
    def programs(self) -> dict[str, Program]:
        """The programs, by id."""
        return self.trees().programs

    @property
    def tie_break(self) -> Node:
        """What the tied compare, as a tree."""
        return self.trees().tie_break


def tables_of(rules: Ruleset) -> Tables:
    """The tables of a ruleset, which `effects.link` has put there."""
    made: Tables = rules.tables
    return made
