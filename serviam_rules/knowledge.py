"""What everybody at the table knows of hidden gifts, because everybody has seen it happen.

A person with perfect memory knows more of a hand than how many cards it has, and all of it is kept in the
state, because no state remembers its past:

- `known_hand`: gifts that must be in it - Demon and Bribe (S-5), gifts taken up (D-3), gifts an effect has shown. The
  *others* are those that nobody else can name.
- `not_letters`: at least so many of the others are no threat letters; they were dealt at the start (S-4).
- `stale`: so many of the others were in the hand when the discards became the gift deck (T-11). The deck of that moment
  was known to the card, and so was what all hands held together: `GameState.stale_gifts`, of which `stale` count the
  shares. Everything else that nobody can name was in that deck, and is there still or has been drawn from it.

What follows from how an effect went on - that a hand had just one possibility, that the condition of a rival held - is
not kept. Here all this is kept up to date, for a state and for what somebody sees of it alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from serviam_rules.model import Ruleset
from serviam_rules.values import FrozenMap, GiftId

#: A card: its id, or None where it cannot be named.
C = TypeVar("C", bound="str | None")


class Pile(Protocol):
    """A place of a row, as far as gifts go."""

    @property
    def gifts(self) -> tuple[GiftId, ...]: ...


class Holder(Protocol):
    """A player, as far as everybody knows the gifts of the hand and sees those of the row."""

    @property
    def row(self) -> Sequence[Pile]: ...
    @property
    def known_hand(self) -> tuple[GiftId, ...]: ...
    @property
    def not_letters(self) -> int: ...
    @property
    def stale(self) -> int: ...


class Open(Protocol):
    """A game, as far as everybody sees its gifts."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def players(self) -> Sequence[Holder]: ...
    @property
    def gift_discard(self) -> tuple[GiftId, ...]: ...


class Table(Open, Protocol):
    """A game whose knowledge can be kept up to date. `edit` gives a player that can be written to."""

    stale_gifts: tuple[GiftId, ...]

    def edit(self, side: int, /) -> Any: ...


@lru_cache(maxsize=64)
def gifts_of(rules: Ruleset, players: int) -> FrozenMap[GiftId, int]:
    """How many copies of each gift a game of so many players has: in the gift deck, or to start with (C-4, S-5)."""
    given = rules.numbers.hand.given
    times = {gift: given.count(gift) * players for gift in given}
    return FrozenMap({card.id: card.copies * times.get(card.id, 1) for card in rules.gifts.values()})


def unseen(table: Open) -> dict[GiftId, int]:
    """How many copies of each gift, in the ruleset's order, lie where nobody else can name them: in the gift deck or a
    hand."""
    left = dict(gifts_of(table.ruleset, len(table.players)).items())
    for gift in table.gift_discard:
        left[gift] -= 1
    for player in table.players:
        for gift in player.known_hand:
            left[gift] -= 1
        for place in player.row:
            for gift in place.gifts:
                left[gift] -= 1
    return left


def copies(counts: Mapping[GiftId, int]) -> tuple[GiftId, ...]:
    """So many copies of each gift, in this order."""
    found: list[GiftId] = []
    for gift, count in counts.items():
        if count > 0:
            found += [gift] * count
    return tuple(found)


def came_to_light(table: Table, seat: int, gift: GiftId, others: int) -> None:
    """One of the others in a hand has been seen; `others` of them are left. To be told before it lies anywhere else.

    If it is no letter it may have been one of the opening gifts, so one fewer of the rest is certain (S-4).
    """
    player = table.players[seat]
    if player.not_letters and not table.ruleset.gifts[gift].threat_letter:
        table.edit(seat).not_letters -= 1
    if table.stale_gifts and player.stale:
        _settle_age(table, seat, gift, fresh=others + 1 - player.stale)


def _settle_age(table: Table, seat: int, gift: GiftId, fresh: int) -> None:
    """Work out whether a gift that was seen was there when the discards became the deck.

    Where it can be either, nobody can tell any more which cards are which, and the distinction is dropped.
    """
    stale_copies = table.stale_gifts.count(gift)
    fresh_copies = unseen(table)[gift] - stale_copies
    if not fresh or not fresh_copies:
        table.edit(seat).stale -= 1
        table.stale_gifts = without(table.stale_gifts, gift)
    elif stale_copies:
        table.stale_gifts = ()
        for other, player in enumerate(table.players):
            if player.stale:
                table.edit(other).stale = 0


def deck_renewed(table: Table, others: Sequence[int]) -> None:
    """The gift deck is empty and the discards become it (T-11); each hand has so many others. To be told before."""
    table.stale_gifts = copies(unseen(table))
    for seat, count in enumerate(others):
        if table.players[seat].stale != count:
            table.edit(seat).stale = count


def position(cards: Sequence[str | None], card: str | None) -> int:
    """Where a card lies among these: the first that equals it, or else the first that cannot be named (None).

    ValueError if it is not there for certain.
    """
    return cards.index(card if card in cards else None)


def without(cards: tuple[C, ...], card: str) -> tuple[C, ...]:
    """The cards less this one, or, where it is not among those that can be named, less one that cannot."""
    at = cards.index(card if card in cards else None)  # `position`, in line: every gift that leaves a hand comes by
    return cards[:at] + cards[at + 1 :]
