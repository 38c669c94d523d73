"""View -> a whole state that its owner cannot tell from the true one.

What is dealt here is dealt uniformly over the worlds of the view (see `hidden`). Nothing here is ever given the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from typing import Final, TypeAlias, TypeVar

import attrs

from serviam_rules.effects import vm
from serviam_rules.errors import UsageError
from serviam_rules.rng import Rng, from_seed
from serviam_rules.rules import arrange
from serviam_rules.state import (
    BazziBetti,
    BazziBettiView,
    Decision,
    Draft,
    GameState,
    Place,
    Player,
    PlayerView,
    View,
)
from serviam_rules.values import GiftId, PowerholderId, RivalId, Seat, maker
from serviam_rules.views.hidden import (
    OpenGifts,
    OwnerView,
    contradiction,
    free_cards,
    open_gifts,
    shares,
    unknown_slots,
)

T = TypeVar("T")
#: A row and a deck of powerholders.
Laid: TypeAlias = tuple[tuple[Place, ...], tuple[PowerholderId, ...]]
#: What nobody can name of each other hand, and the gift deck.
Dealt: TypeAlias = tuple[dict[Seat, tuple[GiftId, ...]], tuple[GiftId, ...]]

#: How often gifts are dealt anew until somebody else's pending choice among them can be what it is.
MOST_TRIES: Final = 100_000

_new_player = maker(Player)
_new_place = maker(Place)


def determinize(view: View, seed: int | str) -> GameState:
    """A state that the view allows, each such world equally likely, with a random source of its own from `seed`.

    The same view and seed give the same state. What its owner sees of that state is exactly `view`, always.
    Raises UsageError for what is no view, no seed (see `new_game`), or a view that no game can have.
    """
    if type(view) is not View:
        wrong = type(view).__name__
        raise UsageError(f"determinize takes a View, not {wrong}, so that it cannot look at what is hidden")
    source = Source(f"determinize {from_seed(seed).key}")
    # Before the rows are laid out, nothing but powerholders has been shuffled.
    shuffled = view.phase != arrange.ARRANGEMENT
    laid = [lay(player, source) for player in view.players]
    family = view.bazzi_betti
    family_row = None if family is None else lay(family, source)
    gifts = open_gifts(view)
    # What nothing is dealt of; the rest is written into drafts of it.
    table = GameState(
        view.ruleset,
        view.mode,
        view.difficulty,
        view.arrangement,
        (),
        view.spaces,
        (),
        view.gift_discard,
        None if family is None or family_row is None else _bazzi_betti(family, family_row),
        view.rival,
        stack(view.hidden_rivals, source, _top(view.rival_deck)) if shuffled else view.hidden_rivals,
        view.rival_deck_open,
        source.spring(),
        view.phase,
        view.turn,
        view.step,
        view.first,
        view.active,
        view.laid,
        view.passed,
        view.offering,
        view.frames,
        view.outcome,
        *(view.stale_gifts, view.lasting, view.waiting),
    )
    own_hand = view.own_hand
    for _ in range(MOST_TRIES):
        hands, deck = deal(gifts, source)
        draft = Draft.of(table)
        draft.gift_deck = deck if shuffled else gifts.fresh
        draft.players = tuple(
            [
                _player(player, own_hand if player.seat == view.seat else player.known_hand + hands[player.seat], own)
                for player, own in zip(view.players, laid, strict=True)
            ]
        )
        if view.decision is None:
            return draft.commit()
        draft.decision = _due(draft)
        if _as_seen(draft.decision, view):
            return draft.commit()
    raise contradiction("no hands can be found for which this choice would be due")


def _due(draft: Draft) -> Decision | None:
    """The choice that is pending, worked out from the rest of the state."""
    return arrange.pending(draft) if draft.phase == arrange.ARRANGEMENT else vm.pending(draft)


def _as_seen(decision: Decision | None, view: View) -> bool:
    """Whether this can be the decision of which the view tells: the very same if it is the own one."""
    shown = view.decision
    if decision is None or shown is None or decision.seat != shown.seat or len(decision.options) < 2:
        return False
    return decision == shown or shown.seat != view.seat


def _player(player: PlayerView, hand: tuple[GiftId, ...], laid: Laid) -> Player:
    row, deck = laid
    return _new_player(
        player.seat,
        player.family,
        player.vp,
        hand,
        row,
        deck,
        player.turns_taken,
        player.known_hand,
        player.not_letters,
        player.stale,
        player.known_deck,
        player.deck_open,
    )


def _bazzi_betti(family: BazziBettiView, laid: Laid) -> BazziBetti:
    row, deck = laid
    return BazziBetti(family.family, family.vp, row, deck, family.known_deck, family.deck_open)


# --- dealing ---------------------------------------------------------------------------------------------------------


class Source:
    """A random source that moves on by itself: the same from the same name, on every platform.

    It need not be that of a game (`rng`), and is faster: every operation divides up one large number, so large that no
    result is likelier than another by more than one part in 2**64.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._used = 0
        self._drawn = b""

    def _number(self, bits: int) -> int:
        size = bits // 8 + 9
        if len(self._drawn) < size:
            self._used += 1
            self._drawn = shake_256(f"{self._name} {self._used}".encode()).digest(size + 512)
        drawn, self._drawn = self._drawn[:size], self._drawn[size:]
        return int.from_bytes(drawn, "big")

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """`items` in a random order."""
        order = list(items)
        count = len(order)
        if count > 1:
            number = self._number(count * count.bit_length())
            for last in range(count - 1, 0, -1):
                number, other = divmod(number, last + 1)
                order[last], order[other] = order[other], order[last]
        return tuple(order)

    def below(self, bound: int) -> int:
        """A number 0 <= n < `bound`, however large that is."""
        return self._number(bound.bit_length()) % bound

    def spring(self) -> Rng:
        """A random source for a game."""
        return Rng(f"{self._number(256) % 2**256:064x}")


def deal(gifts: OpenGifts, source: Source, top: GiftId | None = None) -> Dealt:
    """The hands and the gift deck, with `top` on it if that is given."""
    if top is not None:
        at = gifts.fresh.index(top)
        rest = attrs.evolve(gifts, fresh=gifts.fresh[:at] + gifts.fresh[at + 1 :], deck=gifts.deck - 1)
        dealt, deck = deal(rest, source)
        return dealt, (top, *deck)
    return _deal_bound(gifts, source) if gifts.bound else _deal_freely(gifts, source)


def _deal_freely(gifts: OpenGifts, source: Source) -> Dealt:
    stale, fresh = source.shuffled(gifts.stale), source.shuffled(gifts.fresh)
    hands: dict[Seat, tuple[GiftId, ...]] = {}
    for seat, (old, new, _) in zip(gifts.seats, gifts.rooms, strict=True):
        hands[seat] = stale[:old] + fresh[:new]
        stale, fresh = stale[old:], fresh[new:]
    return hands, fresh


def _deal_bound(gifts: OpenGifts, source: Source) -> Dealt:
    """Where letters cannot lie just anywhere: first how many lie in each hand, as likely as it has ways; then which."""
    old_letters, old_plain = (source.shuffled(part) for part in _parted(gifts, gifts.stale))
    new_letters, new_plain = (source.shuffled(part) for part in _parted(gifts, gifts.fresh))
    hands: dict[Seat, tuple[GiftId, ...]] = {}
    rooms = gifts.rooms
    for seat, (old, new, _) in zip(gifts.seats, gifts.rooms, strict=True):
        open_ways = shares(rooms, gifts.deck, len(old_letters), len(new_letters))
        if not open_ways:
            raise contradiction("there are more threat letters than places for them")
        old_l, new_l = _weighted(open_ways, source)
        hands[seat] = old_letters[:old_l] + old_plain[: old - old_l] + new_letters[:new_l] + new_plain[: new - new_l]
        old_letters, old_plain = old_letters[old_l:], old_plain[old - old_l :]
        new_letters, new_plain = new_letters[new_l:], new_plain[new - new_l :]
        rooms = rooms[1:]
    return hands, source.shuffled(new_letters + new_plain)


def _parted(gifts: OpenGifts, cards: tuple[GiftId, ...]) -> tuple[list[GiftId], list[GiftId]]:
    """Letters and all else."""
    letters = gifts.letters
    return [gift for gift in cards if gift in letters], [gift for gift in cards if gift not in letters]


def _weighted(open_ways: list[tuple[int, int, int]], source: Source) -> tuple[int, int]:
    """One of these pairs of numbers, each as likely as it has ways."""
    at = source.below(sum(way for _, _, way in open_ways))
    for old, new, way in open_ways:
        if at < way:
            return old, new
        at -= way
    raise AssertionError("one of them was meant")


def lay(
    owner: OwnerView, source: Source, place: tuple[int, PowerholderId] | None = None, top: PowerholderId | None = None
) -> Laid:
    """The row and the deck of a side; who lies at one place, or on top of the deck, can be given."""
    slots, free = unknown_slots(owner), list(free_cards(owner))
    known = {slot: each.powerholder for slot, each in enumerate(owner.row) if each.powerholder is not None}
    top = _top(owner.deck) if top is None else top
    if place is not None:
        known[place[0]] = place[1]
        slots.remove(place[0])
        free.remove(place[1])
    in_deck = list(owner.known_deck)
    if top is not None and top not in in_deck:
        free.remove(top)
        in_deck.append(top)
    if len(in_deck) + len(free) != len(owner.deck) + len(slots):
        raise contradiction("there are not as many hidden powerholders as places for them")
    shuffled = source.shuffled(free)
    known.update(zip(slots, shuffled, strict=False))
    in_deck += shuffled[len(slots) :]
    row = tuple([_new_place(known[slot], each.face_up, each.gifts) for slot, each in enumerate(owner.row)])
    return row, stack(in_deck, source, top)


def _top(deck: tuple[T | None, ...]) -> T | None:
    """The top card of a deck, if it can be named."""
    return deck[0] if deck else None


def stack(cards: Sequence[T], source: Source, top: T | None) -> tuple[T, ...]:
    """Cards as a shuffled deck, with one of them on top if that is known."""
    if top is None:
        return source.shuffled(cards)
    return (top, *source.shuffled([card for card in cards if card != top]))


def rivals(view: View, source: Source, top: RivalId) -> tuple[RivalId, ...]:
    """The rival deck with this card on top."""
    return stack(view.hidden_rivals, source, top)
