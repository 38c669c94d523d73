"""What a seat may know of a game, as values. Layer 8.

No class here has a place for what its owner does not know: no order of a deck, no random source, no hand but the own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

import attrs

from serviam_rules.actions import Action
from serviam_rules.knowledge import copies, unseen
from serviam_rules.model import Ruleset
from serviam_rules.plain import FORMAT, seen_as
from serviam_rules.state import Decision, Frame, Offering, Outcome
from serviam_rules.values import (
    Arrangement,
    FamilyId,
    FrozenMap,
    GiftId,
    Mode,
    PowerholderId,
    RivalId,
    Seat,
    value,
)


@value
class PlaceView:
    """One card of a row. `powerholder` is None where the viewer does not know who lies there."""

    powerholder: PowerholderId | None
    face_up: bool
    gifts: tuple[GiftId, ...]


@value
class PlayerView:
    """One player.

    - `hand`: the gifts of the own hand, None of any other; `hand_size` counts them.
    - `known_hand`, `not_letters`, `stale`: what everybody knows of the hand (see `knowledge`).
    - `row`: from the left; who lies face down is known only to a player who has laid out the row (S-7).
    - `deck_size`, `deck_top`: of the powerholder deck, how many, and the card on top if it lies open.
    - `known_deck`: powerholders that everybody knows to be in the deck, in the ruleset's order, whatever its order is.
    - `hidden`: all that do not lie face up in the row, in the ruleset's order: the deck and the face-down cards.
    """

    seat: Seat
    family: FamilyId
    vp: int
    hand: tuple[GiftId, ...] | None
    hand_size: int
    known_hand: tuple[GiftId, ...]
    not_letters: int
    stale: int
    row: tuple[PlaceView, ...]
    deck_size: int
    deck_top: PowerholderId | None
    known_deck: tuple[PowerholderId, ...]
    hidden: tuple[PowerholderId, ...]
    turns_taken: int


@value
class BazziBettiView:
    """The automatic family of the solo game; its fields mean what they mean for a player."""

    family: FamilyId
    vp: int
    row: tuple[PlaceView, ...]
    deck_size: int
    deck_top: PowerholderId | None
    known_deck: tuple[PowerholderId, ...]
    hidden: tuple[PowerholderId, ...]


@value
class View:
    """A game as `seat` may know it (None: a spectator): frozen, hashable, compared by value.

    Fields named as those of `GameState` hold the same. Of what is hidden there is this:

    - `gift_deck_size`, `rival_deck_size`: how many cards; `hidden_rivals`: which ones, in the ruleset's order;
      `rival_deck_top`: the one on top if it lies open.
    - `stale_gifts`: what hands held together when the discards became the gift deck, less what was seen since.
    - `decision`: the pending choice; its `options` are empty unless it is this seat's.
    - `legal_actions`: this seat's, () unless it is to act.
    """

    format: ClassVar[int] = FORMAT
    type: ClassVar[str] = "view"
    ruleset: Ruleset
    seat: Seat | None
    mode: Mode
    difficulty: str | None
    arrangement: Arrangement
    players: tuple[PlayerView, ...]
    spaces: tuple[int, ...] = attrs.field(metadata=seen_as("markers"))
    gift_deck_size: int
    gift_discard: tuple[GiftId, ...]
    stale_gifts: tuple[GiftId, ...]
    bazzi_betti: BazziBettiView | None
    rival: RivalId | None
    rival_deck_size: int
    rival_deck_top: RivalId | None
    hidden_rivals: tuple[RivalId, ...]
    phase: str
    turn: int
    step: int
    first: Seat | None
    active: Seat
    laid: int
    passed: bool
    offering: Offering | None
    frames: tuple[Frame, ...]
    outcome: Outcome | None
    to_act: Seat | None
    decision: Decision | None
    legal_actions: tuple[Action, ...]

    @property
    def markers(self) -> Mapping[PowerholderId, int]:
        """The space of each powerholder's marker, 0 at the left end."""
        return FrozenMap(zip(self.ruleset.powerholders, self.spaces, strict=True))

    def influence(self, powerholder: PowerholderId) -> int:
        """The value of the space the powerholder's marker stands on (C-2). KeyError for an unknown id."""
        return self.ruleset.numbers.tracks[powerholder].spaces[self.markers[powerholder]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def unseen(self) -> tuple[GiftId, ...]:
        """Every gift that this seat cannot place, in the ruleset's order: it is in the deck or in another hand."""
        left = unseen(self)
        for player in self.players:
            for gift in player.hand or ():
                left[gift] -= 1
            for gift in player.known_hand if player.hand else ():
                left[gift] += 1
        return copies(left)


def hidden_of(order: Iterable[str], shown: Collection[str | None]) -> tuple[str, ...]:
    """Cards that are not shown, in order."""
    return tuple([card for card in order if card not in shown])


def in_the_order(order: Iterable[str], cards: Collection[str]) -> tuple[str, ...]:
    """These cards in the ruleset's order."""
    return tuple(cards) if len(cards) < 2 else tuple([card for card in order if card in cards])
