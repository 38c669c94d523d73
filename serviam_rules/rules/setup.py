"""Setup: S-1 to S-8, and O-1 to O-5 for the solo game.

It comes in two parts, because under S-7 players lay out their rows in between: `begin` seats everyone and deals the
rows; `deal_hands` turns up the ends, deals the opening hands, the rivals, and names the first player.
"""

from __future__ import annotations

from typing import Any

from serviam_rules.effects.link import tables
from serviam_rules.effects.running import Emit
from serviam_rules.errors import CannotStart
from serviam_rules.events import (
    BazziBettiSeated,
    FirstPlayerSet,
    GameBegan,
    GiftDealt,
    GiftDeckShuffled,
    LetterSetAside,
    LettersReturned,
    PlaceTurnedUp,
    PlayerSeated,
    PowerholderDeckShuffled,
    RivalDeckShuffled,
    RivalRevealed,
    RowLaid,
)
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Draft, GameState
from serviam_rules.values import BAZZI_BETTI, GiftId, Seat


def check_gifts(rules: Ruleset, seats: int) -> None:
    """A gift deck must hold enough cards that are no threat letters for the opening hands (S-8)."""
    known = tables(rules)
    needed = rules.numbers.hand.dealt * seats
    if known.dealable < needed:
        packs = ", ".join(pack.id for pack in rules.packs)
        raise CannotStart(
            f"{packs}: {seats} players need {needed} gifts that are no threat letters for their opening hands, and the "
            f"gift deck has {known.dealable} among its {len(known.gift_deck)} cards [S-8]"
        )


def gift_deck(rules: Ruleset) -> tuple[GiftId, ...]:
    """The gift deck in order: every copy of every gift but those that players start with (C-4)."""
    return tables(rules).gift_deck


def given_gifts(rules: Ruleset) -> tuple[GiftId, ...]:
    """What each player starts with besides the dealt gifts (S-5)."""
    return tuple(gift for gift in rules.numbers.hand.given for _ in range(rules.gifts[gift].copies))


def empty(rules: Ruleset, chosen: GameOptions) -> GameState:
    """A table before anything has been dealt: markers on their starting spaces (S-1, O-2), full decks."""
    solo = chosen.solo
    tracks = rules.numbers.tracks.values()
    blank: dict[str, Any] = {
        "bazzi_betti": None, "rival": None, "rival_deck_open": False, "laid": 0, "passed": False, "offering": None,
        "frames": (), "outcome": None, "turn": 0, "step": 0, "active": 0, "players": (), "gift_discard": (),
    }  # fmt: skip
    return GameState(
        ruleset=rules,
        mode=chosen.mode,
        difficulty=chosen.difficulty if solo else None,
        arrangement=chosen.arrangement,
        spaces=tuple(track.solo_start if solo else track.start for track in tracks),
        gift_deck=gift_deck(rules),
        rival_deck=tuple(rules.rivals) if solo else (),
        rng=from_seed(chosen.seed),
        phase="setup",
        first=0 if solo else chosen.first,
        **blank,
    )


def begin(draft: Draft, chosen: GameOptions, emit: Emit) -> None:
    """Seat everyone and lay the rows, face down (S-2, S-3, O-3)."""
    rules = draft.ruleset
    numbers = rules.numbers
    GameBegan.tell(draft, emit, draft.mode, chosen.players, draft.difficulty, draft.arrangement)
    for seat, family in enumerate(chosen.seated(rules)):
        PlayerSeated.tell(draft, emit, seat, family, numbers.vp.start, given_gifts(rules))
        PowerholderDeckShuffled.tell(draft, emit, seat)
        RowLaid.tell(draft, emit, seat, numbers.row.places)
    if chosen.solo:
        assert numbers.solo is not None
        BazziBettiSeated.tell(draft, emit, numbers.solo.family, numbers.solo.difficulties[chosen.difficulty])
        PowerholderDeckShuffled.tell(draft, emit, BAZZI_BETTI)
        RowLaid.tell(draft, emit, BAZZI_BETTI, numbers.solo.row)


def deal_hands(draft: Draft, emit: Emit) -> None:
    """Turn up the ends (S-3), deal the hands (S-4), turn up a rival (O-4), and name the first player (S-6)."""
    for player in draft.players:
        for slot in draft.ruleset.numbers.row.face_up:
            PlaceTurnedUp.tell(draft, emit, player.seat, slot, player.row[slot].powerholder)
    GiftDeckShuffled.tell(draft, emit)
    for seat in range(len(draft.players)):
        _deal_hand(draft, seat, emit)
    if draft.gift_discard:
        LettersReturned.tell(draft, emit, draft.gift_discard)
    GiftDeckShuffled.tell(draft, emit)
    if draft.mode == "solo":
        RivalDeckShuffled.tell(draft, emit)
        RivalRevealed.tell(draft, emit, draft.rival_deck[0])
    by_chance = draft.first is None
    seat = draft.first if draft.first is not None else draft.rng.below(len(draft.players))
    FirstPlayerSet.tell(draft, emit, seat, by_chance)


def _deal_hand(draft: Draft, seat: Seat, emit: Emit) -> None:
    """Cards from the gift deck until enough of them are no threat letters; those are set aside (S-4)."""
    dealt = 0
    while dealt < draft.ruleset.numbers.hand.dealt:
        gift = draft.gift_deck[0]
        if draft.ruleset.gifts[gift].threat_letter:
            LetterSetAside.tell(draft, emit, seat, gift)
        else:
            GiftDealt.tell(draft, emit, seat, gift)
            dealt += 1
