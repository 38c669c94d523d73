"""Words for places of rows: selectors (`place`), collections (`places`) and filters (`spot`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal, Protocol

import attrs

from serviam_rules.effects.gifts import CardFilter
from serviam_rules.effects.known import Fault, Found, Known, SizesOf, Word
from serviam_rules.effects.node import (
    CARDS,
    COLLECTION,
    PEOPLE,
    PLACE,
    PLACES,
    PLAYERS,
    REPLACEABLE,
    SPOT,
    TURNABLE,
    Node,
    part,
    same,
    sames,
    word,
)
from serviam_rules.effects.players import You
from serviam_rules.effects.powerholders import People, no_target
from serviam_rules.effects.running import neighbours
from serviam_rules.effects.source import Finds, Source, Things, joined, literal, negated


@attrs.frozen
class Where:
    """A filter of places: a test of side, slot and what lies there. Where few can pass, `among` finds them in a row."""

    test: Callable[[str, str, str], str]
    among: Callable[[str], str] | None = None


def _joined(between: Literal["and", "or"], wheres: Sequence[Where], side: str, slot: str, lying: str) -> str:
    return joined(between, [where.test(side, slot, lying) for where in wheres])


class SpotFilter(Word, Protocol):
    """A filter of places."""

    def where(self, to: Source) -> Where: ...


@word("target", PLACE, TURNABLE, REPLACEABLE)
class TargetPlace(Node):
    doc = "Where the gift offered this turn lies (T-17)."

    examples: ClassVar[dict[str, str]] = {"target": "where the offered gift lies"}

    def against(self, known: Known) -> Iterator[Fault]:
        return no_target(known)

    def finds(self, known: Known) -> Found:
        return Found(0, 1 if known.scene.target else 0, distinct=True, lies="up")

    def find(self, to: Source) -> Things:
        return Things("place", guard="place is not None")


@word("anywhere", SPOT)
class Anywhere(Node):
    doc = "Every place."

    examples: ClassVar[dict[str, str]] = {"anywhere": "any place"}

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        return True, True

    def where(self, to: Source) -> Where:
        return Where(lambda side, slot, lying: "True")


@word("powerholder", SPOT)
class LiesThere(Node):
    doc = "Places where such a powerholder lies face up; who lies face down is nobody's to see."

    people: People = part(PEOPLE, "which powerholders")

    examples: ClassVar[dict[str, str]] = {"{powerholder: {rank: 1}}": "places of one-star powerholders"}

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        fits = known.people(self.people)
        return bool(fits.may) and row.side_up != "down", fits.must == known.everyone and row.side_up == "up"

    def where(self, to: Source) -> Where:
        people = self.people.group(to)
        return Where(lambda side, slot, lying: joined("and", [f"{lying}.face_up", people.fits(f"{lying}.powerholder")]))


@word("holds", SPOT)
class Holds(Node):
    doc = "Places whose pile has such a gift in it."

    cards: CardFilter = part(CARDS, "which gifts")

    examples: ClassVar[dict[str, str]] = {"{holds: conspiracy}": "places with a conspiracy-marked gift"}

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        bazzi_betti = known.scene.bazzi_betti and known.found(row.of).owner == "you"
        lie = row.side_up != "down" and not bazzi_betti  # gifts lie face up, and never with Bazzi-Betti (F-4, O-13)
        return lie and bool(known.cards(self.cards, lying=True).may), False

    def where(self, to: Source) -> Where:
        cards, gift = self.cards.group(to), to.name("gift")
        if cards.ids == tuple(to.rules.gifts) and cards.test is None:
            return Where(lambda side, slot, lying: f"{lying}.gifts")
        if cards.test is None:
            gifts = to.constant("gifts", f"frozenset({literal(cards.ids)})")
            return Where(lambda side, slot, lying: f"not {gifts}.isdisjoint({lying}.gifts)")
        return Where(
            lambda side, slot, lying: f"any([{cards.fits(gift, f'{lying}.powerholder')} for {gift} in {lying}.gifts])"
        )


@word("next_to", SPOT)
class NextTo(Node):
    doc = "The neighbours of this place in the same row (T-8)."

    place: Finds = part(PLACE, "the place in the middle")

    examples: ClassVar[dict[str, str]] = {"{next_to: target}": "places next to the offered gift"}

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        return known.found(self.place).most > 0, False

    def where(self, to: Source) -> Where:
        places = self.place.find(to)
        if places.loop:
            near = "abs({slot} - {at}.slot) == 1 and {side} == {at}.side"
            tests = f"[{near} {places.loop}]"
            return Where(lambda side, slot, lying: f"any({tests.format(side=side, slot=slot, at=places.item)})")
        at, near = places.item, to.given(neighbours)
        return Where(
            lambda side, slot, lying: f"{places.guard} and {at}.side == {side} and abs({slot} - {at}.slot) == 1",
            among=lambda side: f"{near}(draft, {places.first}, {side})",
        )


@word("not", SPOT)
class NotSpot(Node):
    doc = "Places that do not fit."

    spot: SpotFilter = same("which places are left out")

    examples: ClassVar[dict[str, str]] = {"{not: {holds: anything}}": "places without gifts"}

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        may, must = known.place(self.spot, row)
        return not must, not may

    def where(self, to: Source) -> Where:
        where = self.spot.where(to)
        return Where(lambda side, slot, lying: negated(where.test(side, slot, lying)))


@word("all", SPOT)
class AllSpots(Node):
    doc = "Places that fit all of these."

    spots: tuple[SpotFilter, ...] = sames("what they have to fit")

    examples: ClassVar[dict[str, str]] = {
        "{all: [{powerholder: named}, {holds: anything}]}": "places of named powerholders with a gift"
    }

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        found = [known.place(spot, row) for spot in self.spots]
        return all(may for may, _ in found), all(must for _, must in found)

    def where(self, to: Source) -> Where:
        wheres = [spot.where(to) for spot in self.spots]
        return Where(lambda side, slot, lying: _joined("and", wheres, side, slot, lying))


@word("any", SPOT)
class AnySpot(Node):
    doc = "Places that fit at least one of these."

    spots: tuple[SpotFilter, ...] = sames("what they may fit")

    examples: ClassVar[dict[str, str]] = {
        "{any: [{holds: conspiracy}, {next_to: target}]}": "places with a conspiracy mark, or next to the gift"
    }

    def fits_place(self, known: Known, row: Row) -> tuple[bool, bool]:
        found = [known.place(spot, row) for spot in self.spots]
        return any(may for may, _ in found), any(must for _, must in found)

    def where(self, to: Source) -> Where:
        wheres = [spot.where(to) for spot in self.spots]
        return Where(lambda side, slot, lying: _joined("or", wheres, side, slot, lying))


class Row(Node):
    """A collection of places, in order of sides and from the left, with cards lying one of the ways `lies`."""

    __slots__ = ()
    #: Which side is up, as a test.
    lies: ClassVar[str]
    #: The same as a fact; "" for either.
    side_up: ClassVar[Literal["up", "down", ""]]
    things = "place"
    spot: SpotFilter
    of: Finds

    def size(self, costs: SizesOf) -> int:
        return costs.places

    def finds(self, known: Known) -> Found:
        owners = known.found(self.of)
        may, _ = known.place(self.spot, self)
        return Found(0, owners.most * known.places if may else 0, distinct=True, owner=owners.owner, lies=self.side_up)

    def find(self, to: Source) -> Things:
        where, owners = self.spot.where(to), self.of.find(to).looped(to)
        side, slot, lying = owners.item, to.name("slot"), to.name("lying")
        fits = "True" if where.among else where.test(side, slot, lying)
        row = where.among(side) if where.among else f"enumerate(draft.side({side}).row)"
        loop = f"{owners.loop} for {slot}, {lying} in {row}".lstrip()
        return Things(f"PLACES[{side}][{slot}]", loop).where(joined("and", [self.lies.format(lying), fits]))


@word("connections", PLACES, COLLECTION)
class Connections(Row):
    doc = "Face-up places: the connections of these players."

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples: ClassVar[dict[str, str]] = {
        "connections": "your connections",
        "{connections: {holds: anything}}": "your connections with a gift",
    }
    lies = "{}.face_up"
    side_up: ClassVar[Literal["up", "down", ""]] = "up"


@word("face_down", PLACES, COLLECTION)
class FaceDown(Row):
    doc = "Face-down places."

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples: ClassVar[dict[str, str]] = {"face_down": "face-down cards of your row"}
    lies = "not {}.face_up"
    side_up: ClassVar[Literal["up", "down", ""]] = "down"


@word("row", PLACES, COLLECTION)
class WholeRow(Row):
    doc = "All places of these rows, whichever side is up."

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples: ClassVar[dict[str, str]] = {
        "{row: {not: {holds: conspiracy}}}": "places of your row without a conspiracy mark"
    }
    lies = "True"
    side_up: ClassVar[Literal["up", "down", ""]] = ""
