"""Setup: S-1 to S-8, and O-1 to O-5 for the solo game. Layer 7.

It comes in two parts, because under S-7 players lay out their rows in between: `begin` seats everyone and deals the
rows; `deal_hands` turns up the ends, deals the opening hands, the rivals, and names the first player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serviam_rules.effects.env import Emit
from serviam_rules.effects.link import tables
from serviam_rules.errors import CannotStart, UsageError, unknown
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
from serviam_rules.rng import Rng, from_seed
from serviam_rules.state import Draft, GameState
from serviam_rules.values import ARRANGEMENTS, BAZZI_BETTI, Arrangement, FamilyId, GiftId, Mode, Seat, value


@value
class Options:
    """The options of a game, checked."""

    mode: Mode
    families: tuple[FamilyId, ...]
    difficulty: str | None
    arrangement: Arrangement
    first: Seat | None
    rng: Rng


def options(
    rules: Ruleset,
    players: object,
    *,
    mode: object,
    seed: object,
    first: object,
    families: Sequence[str] | None,
    arrangement: object,
    difficulty: object,
) -> Options:
    """Check the options of a new game; UsageError says which is wrong and what it may be."""
    numbers = rules.numbers
    if mode not in ("standard", "solo"):
        raise UsageError(f"mode must be 'standard' or 'solo', not {mode!r}")
    if mode == "solo" and numbers.solo is None:
        raise UsageError("this ruleset has no solo game")
    if arrangement not in ARRANGEMENTS:
        raise UsageError(f"arrangement must be one of {', '.join(ARRANGEMENTS)}, not {arrangement!r} [S-7]")
    seats = 1 if mode == "solo" else players
    least, most = numbers.least_players, numbers.most_players
    if type(seats) is not int or (mode == "standard" and not least <= seats <= most):
        raise UsageError(f"players must be a whole number from {least} to {most}, not {players!r}")
    if first is not None and (type(first) is not int or not 0 <= first < seats):
        raise UsageError(f"first must be a seat from 0 to {seats - 1} or None, not {first!r} [S-6]")
    return Options(
        mode=mode,
        families=_families(rules, mode == "solo", seats, families),
        difficulty=_difficulty(rules, difficulty) if mode == "solo" else None,
        arrangement=arrangement,
        first=0 if mode == "solo" else first,
        rng=from_seed(seed),
    )


def _difficulty(rules: Ruleset, difficulty: object) -> str:
    assert rules.numbers.solo is not None
    known = rules.numbers.solo.difficulties
    if not isinstance(difficulty, str) or difficulty not in known:
        raise UsageError(f"{unknown('difficulty', difficulty, known)} [O-5]")
    return difficulty


def _families(rules: Ruleset, solo: bool, seats: int, families: Sequence[str] | None) -> tuple[FamilyId, ...]:
    """The families in seat order: as asked for, or the first of the set's (S-2). The solo family is not the human's."""
    reserved = rules.numbers.solo.family if solo and rules.numbers.solo else None
    free = [family for family in rules.families if family != reserved]
    if families is None:
        if len(free) < seats:
            raise UsageError(f"there are {len(free)} families for {seats} players [S-2]")
        return tuple(free[:seats])
    if isinstance(families, str) or not isinstance(families, Sequence):
        raise UsageError(f"families must be a list of {seats} family ids, not {families!r} [S-2]")
    for family in families:
        if family not in free:
            raise UsageError(f"{unknown('free family', family, free)} [S-2]")
    if len(families) != seats or len(set(families)) != seats:
        raise UsageError(f"families must be {seats} different ones, not {list(families)!r} [S-2]")
    return tuple(families)


def check_gifts(rules: Ruleset, seats: int) -> None:
    """A gift deck must hold enough cards that are no threat letters for the opening hands (S-8)."""
    known = tables(rules)
    needed = rules.numbers.dealt * seats
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
    return tuple(gift for gift in rules.numbers.given for _ in range(rules.gifts[gift].copies))


def empty(rules: Ruleset, chosen: Options) -> GameState:
    """A table before anything has been dealt: markers on their starting spaces (S-1, O-2), full decks."""
    solo = chosen.mode == "solo"
    tracks = rules.numbers.tracks.values()
    blank: dict[str, Any] = {
        "bazzi_betti": None, "rival": None, "rival_deck_open": False, "laid": 0, "passed": False, "offering": None,
        "frames": (), "outcome": None, "turn": 0, "step": 0, "active": 0, "players": (), "gift_discard": (),
    }  # fmt: skip
    return GameState(
        ruleset=rules,
        mode=chosen.mode,
        difficulty=chosen.difficulty,
        arrangement=chosen.arrangement,
        spaces=tuple(track.solo_start if solo else track.start for track in tracks),
        gift_deck=gift_deck(rules),
        rival_deck=tuple(rules.rivals) if solo else (),
        rng=chosen.rng,
        phase="setup",
        first=chosen.first,
        **blank,
    )


def begin(draft: Draft, chosen: Options, emit: Emit) -> None:
    """Seat everyone and lay the rows, face down (S-2, S-3, O-3)."""
    rules = draft.ruleset
    numbers = rules.numbers
    emit(GameBegan(chosen.mode, len(chosen.families), chosen.difficulty, chosen.arrangement))
    for seat, family in enumerate(chosen.families):
        emit(PlayerSeated(seat, family, numbers.start_vp, given_gifts(rules)))
        emit(PowerholderDeckShuffled(seat))
        emit(RowLaid(seat, numbers.places))
    if chosen.mode == "solo":
        assert numbers.solo is not None
        assert chosen.difficulty is not None
        emit(BazziBettiSeated(numbers.solo.family, numbers.solo.difficulties[chosen.difficulty]))
        emit(PowerholderDeckShuffled(BAZZI_BETTI))
        emit(RowLaid(BAZZI_BETTI, numbers.solo.row))


def deal_hands(draft: Draft, emit: Emit) -> None:
    """Turn up the ends (S-3), deal the hands (S-4), turn up a rival (O-4), and name the first player (S-6)."""
    for player in draft.players:
        for slot in draft.ruleset.numbers.face_up:
            emit(PlaceTurnedUp(player.seat, slot, player.row[slot].powerholder))
    emit(GiftDeckShuffled())
    for seat in range(len(draft.players)):
        _deal_hand(draft, seat, emit)
    if draft.gift_discard:
        emit(LettersReturned(draft.gift_discard))
    emit(GiftDeckShuffled())
    if draft.mode == "solo":
        emit(RivalDeckShuffled())
        emit(RivalRevealed(draft.rival_deck[0]))
    by_chance = draft.first is None
    seat = draft.first if draft.first is not None else draft.rng.below(len(draft.players))
    emit(FirstPlayerSet(seat, by_chance))


def _deal_hand(draft: Draft, seat: Seat, emit: Emit) -> None:
    """Cards from the gift deck until enough of them are no threat letters; those are set aside (S-4)."""
    dealt = 0
    while dealt < draft.ruleset.numbers.dealt:
        gift = draft.gift_deck[0]
        if draft.ruleset.gifts[gift].threat_letter:
            emit(LetterSetAside(seat, gift))
        else:
            emit(GiftDealt(seat, gift))
            dealt += 1
