"""A prepared table: a full and legal state from a description that says only what matters.

Every table is one at which the active player is about to offer. What a description leaves out is filled by one rule,
always with the same result and so that no card is missing or there twice:

- Powerholders of a family that are not named fill the open places of its row from the left and then its
  deck, in the ruleset's order.
- A seat without `hand` holds the gifts that players start with (S-5), less those that lie in its row or, in
  the order of seats, are not left.
- All other gifts follow where `rest` says - under the named cards of the gift deck, on the discard pile, or in
  somebody's hand -, ordered by id, those that players start with after the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from serviam_rules.errors import UsageError, unknown
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.rules import setup
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import BazziBetti, GameState, Place, Player
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, RivalId, Seat

Given = Mapping[str, Any]


def situation(rules: Ruleset, given: Given | None = None) -> GameState:
    """The table that a description gives, as `given` in a case (the format: `case.schema.json`).

    The active player is about to offer. Raises UsageError for a description that contradicts itself or the rules.
    """
    return _Table(rules, given or {}).state()


class _Table:
    """A description on its way to a state."""

    def __init__(self, rules: Ruleset, given: Given) -> None:
        self.rules = rules
        self.given = given
        self.solo = given.get("mode") == "solo"
        self.seats: list[Given] = list(given.get("seats", ()))
        self.players = 1 if self.solo else max(given.get("players", rules.numbers.players.least), len(self.seats))
        self.round: int = given.get("round", 1)
        if self.solo and rules.numbers.solo is None:
            raise UsageError("this ruleset has no solo game")
        if len(self.seats) > self.players:
            raise UsageError(f"{len(self.seats)} seats are described for {self.players} players")
        self.seats += [{}] * (self.players - len(self.seats))
        self.active = self._seat("active")
        self.first = self._seat("first")
        self.gifts = _Gifts(rules, given, self.seats)

    def state(self) -> GameState:
        """The whole state."""
        given, rules = self.given, self.rules
        families: Any = given.get("families")
        options = GameOptions(
            mode="solo" if self.solo else "standard",
            players=self.players,
            first=self.first,
            families=families,
            difficulty=given.get("difficulty", "normal"),
            seed=given.get("seed", "case"),
        ).checked(rules)
        rival, rival_deck = self._rivals() if self.solo else (None, ())
        before = self._before()
        turn = (self.round - 1) * self.players + len(before) + 1
        return GameState(
            ruleset=rules,
            mode=options.mode,
            difficulty=options.difficulty if self.solo else None,
            arrangement=options.arrangement,
            players=tuple(self._player(seat, family, before) for seat, family in enumerate(options.seated(rules))),
            spaces=self._spaces(),
            gift_deck=self.gifts.deck,
            gift_discard=self.gifts.discard,
            bazzi_betti=self._bazzi_betti() if self.solo else None,
            rival=rival,
            rival_deck=rival_deck,
            rival_deck_open=False,
            rng=from_seed(options.seed),
            phase="offering",
            turn=turn,
            step=given.get("step", turn - 1),
            first=0 if self.solo else options.first,
            active=self.active,
            laid=0,
            passed=False,
            offering=None,
            frames=(),
            outcome=None,
        )

    def _seat(self, key: str) -> Seat:
        seat: Seat = self.given.get(key, 0)
        if seat >= self.players:
            raise UsageError(f"{key} is seat {seat}, but there are {self.players}: 0 to {self.players - 1}")
        return seat

    def _before(self) -> frozenset[Seat]:
        """The seats that have had their turn in this round."""
        turns = (self.active - self.first) % self.players
        return frozenset((self.first + turn) % self.players for turn in range(turns))

    def _player(self, seat: Seat, family: str, before: frozenset[Seat]) -> Player:
        told = self.seats[seat]
        numbers = self.rules.numbers
        standard = ["up" if slot in numbers.row.face_up else "down" for slot in range(numbers.row.places)]
        row, deck = self._row(f"seat {seat}", told, standard)
        hand = self.gifts.hands[seat]
        public = Counter(setup.given_gifts(self.rules)) & Counter(hand)
        return Player(
            seat=seat,
            family=family,
            vp=told.get("vp", numbers.vp.start),
            hand=hand,
            row=row,
            deck=deck,
            turns_taken=self.round - 1 + (seat in before),
            known_hand=tuple(gift for gift in setup.given_gifts(self.rules) if public[gift]),
        )

    def _bazzi_betti(self) -> BazziBetti:
        solo = self.rules.numbers.solo
        assert solo is not None
        told: Given = self.given.get("bazzi_betti", {})
        standard = ["up" if slot < self.round else "down" for slot in range(solo.row)]
        row, deck = self._row(BAZZI_BETTI, told, standard)
        vp = solo.difficulties[self.given.get("difficulty", "normal")]
        return BazziBetti(solo.family, told.get("vp", vp), row, deck)

    def _row(
        self, whose: str, told: Given, standard: Sequence[str]
    ) -> tuple[tuple[Place, ...], tuple[PowerholderId, ...]]:
        """A row and the deck that goes with it."""
        written: Sequence[Any] = told.get("row", standard)
        if len(written) != len(standard):
            raise UsageError(f"the row of {whose} has {len(standard)} places, but {len(written)} are described")
        places = [place_of(item) for item in written]
        named = [place["powerholder"] for place in places if "powerholder" in place]
        top = list(told.get("deck", ()))
        left = _others(self.rules.powerholders, [*named, *top], "powerholder", whose)
        row = tuple(
            Place(place.get("powerholder") or left.pop(0), place["face_up"], tuple(place.get("gifts", ())))
            for place in places
        )
        return row, tuple(top + left)

    def _spaces(self) -> tuple[int, ...]:
        markers: Mapping[str, int] = self.given.get("markers", {})
        influence: Mapping[str, int] = self.given.get("influence", {})
        for who in (*markers, *influence):
            if who not in self.rules.powerholders:
                raise UsageError(unknown("powerholder", who, self.rules.powerholders))
        return tuple(self._space(who, markers.get(who), influence.get(who)) for who in self.rules.powerholders)

    def _space(self, who: PowerholderId, space: int | None, value: int | None) -> int:
        track = self.rules.numbers.tracks[who]
        if space is not None:
            if not 0 <= space < len(track.spaces):
                raise UsageError(f"the marker of {who} stands on space {space} of 0 to {len(track.spaces) - 1} [C-2]")
            return space
        if value is not None:
            if value not in track.spaces:
                raise UsageError(f"the track of {who} has no space worth {value} [C-2]")
            return track.spaces.index(value)
        return track.solo_start if self.solo else track.start

    def _rivals(self) -> tuple[RivalId, tuple[RivalId, ...]]:
        """The face-up rival and the deck; those not named follow in the order of their ids."""
        named = [*([self.given["rival"]] if "rival" in self.given else []), *self.given.get("rival_deck", ())]
        left = _others(sorted(self.rules.rivals), named, "rival", "the rival deck")
        if "rival" not in self.given:
            named.insert(0, left.pop(0))
        return named[0], tuple(named[1:] + left)


class _Gifts:
    """Where every gift lies."""

    def __init__(self, rules: Ruleset, given: Given, seats: Sequence[Given]) -> None:
        self.rules = rules
        starting = setup.given_gifts(rules)
        self.left = Counter(setup.gift_deck(rules)) + Counter(starting * len(seats))
        for where, gifts in _named_gifts(given, seats):
            self._take(gifts, where)
        hands = [list(seat["hand"]) if "hand" in seat else self._start_hand(seat, starting) for seat in seats]
        deck, discard = list(given.get("gift_deck", ())), list(given.get("discard", ()))
        rest = given.get("rest", "gift_deck")
        pile = deck if rest == "gift_deck" else discard if rest == "discard" else _hand(hands, rest["hand"])
        for gift in sorted(self.left, key=lambda card: (card in starting, card)):
            pile.extend([gift] * self.left[gift])
        self.hands = [tuple(hand) for hand in hands]
        self.deck: tuple[GiftId, ...] = tuple(deck)
        self.discard: tuple[GiftId, ...] = tuple(discard)

    def _take(self, gifts: Iterable[GiftId], where: str) -> None:
        for gift in gifts:
            if gift not in self.rules.gifts:
                raise UsageError(f"{where}: {unknown('gift', gift, self.rules.gifts)}")
            if not self.left[gift]:
                raise UsageError(f"{where}: more copies of {gift!r} are described than there are [C-4]")
            self.left[gift] -= 1

    def _start_hand(self, seat: Given, starting: Sequence[GiftId]) -> list[GiftId]:
        offered = Counter(gift for written in seat.get("row", ()) for gift in place_of(written).get("gifts", ()))
        hand = [gift for gift in (Counter(starting) - offered).elements() if self.left[gift]]
        self._take(hand, "a hand")
        return hand


def place_of(written: Any) -> dict[str, Any]:
    """A place as it is written in a case, as a mapping of what was said about it.

    `up`, `down`; `kurt` (face up); `{up: kurt, gifts: [alms]}`, `{down: kurt}`, `{gifts: [alms]}` (face up, anybody).
    """
    if isinstance(written, str):
        return {"face_up": written != "down"} | ({} if written in ("up", "down") else {"powerholder": written})
    place: dict[str, Any] = {"face_up": "down" not in written}
    for key in ("up", "down"):
        if key in written:
            place["powerholder"] = written[key]
    if "gifts" in written:
        if not place["face_up"]:
            raise UsageError("a card that lies face down cannot hold gifts [F-4]")
        place["gifts"] = written["gifts"]
    return place


def _named_gifts(given: Given, seats: Sequence[Given]) -> Iterable[tuple[str, Sequence[GiftId]]]:
    """The gifts that a description names, with the words for where they lie."""
    for seat, told in enumerate(seats):
        yield f"the hand of seat {seat}", told.get("hand", ())
        for slot, written in enumerate(told.get("row", ())):
            yield f"place {slot} of seat {seat}", place_of(written).get("gifts", ())
    yield "the gift deck", given.get("gift_deck", ())
    yield "the discard pile", given.get("discard", ())


def _hand(hands: list[list[GiftId]], seat: Seat) -> list[GiftId]:
    if seat >= len(hands):
        raise UsageError(f"the rest goes to the hand of seat {seat}, but there are {len(hands)} seats")
    return hands[seat]


def _others(everyone: Iterable[str], named: Sequence[str], kind: str, where: str) -> list[str]:
    """Those not named, in their order; every named one must be known and named once."""
    known = list(everyone)
    for card in named:
        if card not in known:
            raise UsageError(f"{where}: {unknown(kind, card, known)}")
        if named.count(card) > 1:
            raise UsageError(f"{where}: {card!r} is there twice [C-3]")
    return [card for card in known if card not in named]
