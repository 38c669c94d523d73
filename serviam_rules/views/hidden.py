"""What a view leaves open: which cards can lie where, and in how many ways.

A *world* of a view puts every card its owner cannot see into a place: a hand, a deck, face down into a row. Copies of
a gift are different cards here, so a world counts once for each way to lay them; and all worlds count alike. Two things
are known of gifts in other hands besides (see `knowledge`): how many others are stale, which divides gifts into two
pools, and how many cannot be letters. The second couples the hands, so `ways` counts where the letters can lie.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

import attrs

from serviam_rules.effects.link import tables
from serviam_rules.errors import UsageError
from serviam_rules.knowledge import copies, unseen
from serviam_rules.state import BazziBettiView, PlayerView, View
from serviam_rules.values import GiftId, PowerholderId, Seat

OwnerView: TypeAlias = PlayerView | BazziBettiView
#: Of a hand: how many stale and how many fresh cards nobody can name, and how many of them can be letters at most.
Room: TypeAlias = tuple[int, int, int]


@attrs.frozen
class OpenGifts:
    """The gifts a view leaves open, in the ruleset's order, and where they can lie.

    `stale` ones lie in the other hands (`rooms`, by seat), as many as these have room for; `fresh` ones fill the rest
    of that room and the deck.
    """

    stale: tuple[GiftId, ...]
    fresh: tuple[GiftId, ...]
    seats: tuple[Seat, ...]
    rooms: tuple[Room, ...]
    deck: int
    letters: frozenset[GiftId]

    @property
    def bound(self) -> bool:
        """Whether letters cannot lie just anywhere."""
        return any(most < stale + fresh for stale, fresh, most in self.rooms)

    def letters_in(self, gifts: tuple[GiftId, ...]) -> int:
        """How many of these gifts are letters."""
        return sum(gift in self.letters for gift in gifts)


def open_gifts(view: View) -> OpenGifts:
    """What a view leaves open of gifts. UsageError for a view that contradicts itself."""
    fresh = unseen(view)
    stale = dict.fromkeys(view.ruleset.gifts, 0)
    for gift in view.stale_gifts:
        stale[gift] += 1
        fresh[gift] -= 1
    rooms: dict[Seat, Room] = {}
    for player in view.players:
        if player.seat == view.seat:
            _leave_out(player, view.own_hand, stale, fresh)
        else:
            others = len(player.hand) - len(player.known_hand)
            rooms[player.seat] = (player.stale, others - player.stale, others - player.not_letters)
    found = OpenGifts(
        copies(stale),
        copies(fresh),
        tuple(rooms),
        tuple(rooms.values()),
        len(view.gift_deck),
        tables(view.ruleset).letters,
    )
    room_for_fresh = found.deck + sum(room[1] for room in found.rooms)
    if len(found.stale) != sum(room[0] for room in found.rooms) or len(found.fresh) != room_for_fresh:
        raise contradiction("there are not as many hidden gifts as places for them")
    return found


def _leave_out(
    player: PlayerView, hand: tuple[GiftId, ...], stale: dict[GiftId, int], fresh: dict[GiftId, int]
) -> None:
    """Take the own hand out of the two pools. Whoever holds it knows which of its cards are older: they came first."""
    others = list(hand)
    for gift in reversed(player.known_hand):
        del others[len(others) - 1 - others[::-1].index(gift)]
    certain = [gift for gift in others if not fresh[gift]]
    possible = [gift for gift in others if fresh[gift] and stale[gift]]
    for gift in (certain + possible)[: player.stale]:
        others.remove(gift)
        stale[gift] -= 1
    for gift in others:
        fresh[gift] -= 1


@lru_cache(maxsize=4096)
def ways(rooms: tuple[Room, ...], deck: int, stale: int, fresh: int) -> int:
    """In how many ways so many stale and fresh letters can lie in hands with this room and in a deck of this size."""
    if not rooms:
        return 0 if stale else comb(deck, fresh)
    return sum(way for _, _, way in shares(rooms, deck, stale, fresh))


def shares(rooms: tuple[Room, ...], deck: int, stale: int, fresh: int) -> list[tuple[int, int, int]]:
    """How many stale and fresh letters the first hand can hold, each with the number of ways that has."""
    (room_stale, room_fresh, most), rest = rooms[0], rooms[1:]
    found: list[tuple[int, int, int]] = []
    for old in range(min(room_stale, stale, most) + 1):
        for new in range(min(room_fresh, fresh, most - old) + 1):
            way = comb(room_stale, old) * comb(room_fresh, new) * ways(rest, deck, stale - old, fresh - new)
            if way:
                found.append((old, new, way))
    return found


def free_cards(owner: OwnerView) -> tuple[PowerholderId, ...]:
    """Powerholders that may lie face down in the row or in the deck, for all the viewer knows."""
    certain = {*owner.known_deck, *[place.powerholder for place in owner.row]}
    return tuple(who for who in owner.hidden if who not in certain)


def unknown_slots(owner: OwnerView) -> list[int]:
    """The places of the row where the viewer does not know who lies there."""
    return [slot for slot, place in enumerate(owner.row) if place.powerholder is None]


def contradiction(what: str) -> UsageError:
    """The error for a view that no game can have."""
    return UsageError(f"this view contradicts itself: {what}")
