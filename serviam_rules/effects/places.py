"""Words for places of rows: selectors (`place`), collections (`places`) and filters (`spot`). Layer 4."""

from __future__ import annotations

from typing import ClassVar, Protocol

from serviam_rules.effects.env import Env
from serviam_rules.effects.gifts import CardFilter
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
from serviam_rules.effects.powerholders import Filter
from serviam_rules.effects.selectors import Finds
from serviam_rules.state import Place, PlaceRef


class SpotFilter(Protocol):
    """A filter of places."""

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool: ...


@word("target", PLACE, TURNABLE, REPLACEABLE)
class TargetPlace(Node):
    """Where the gift offered this turn lies (T-17)."""

    examples = {"target": "where the offered gift lies"}

    def find(self, env: Env) -> tuple[PlaceRef, ...]:
        return () if env.place is None else (env.place,)


@word("anywhere", SPOT)
class Anywhere(Node):
    """Every place."""

    examples = {"anywhere": "any place"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return True


@word("powerholder", SPOT)
class LiesThere(Node):
    """Places where such a powerholder lies face up; who lies face down is nobody's to see."""

    people: Filter = part(PEOPLE, "which powerholders")

    examples = {"{powerholder: {rank: 1}}": "places of one-star powerholders"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return lying.face_up and self.people.fits(env, lying.powerholder)


@word("holds", SPOT)
class Holds(Node):
    """Places whose pile has such a gift in it."""

    cards: CardFilter = part(CARDS, "which gifts")

    examples = {"{holds: conspiracy}": "places with a conspiracy-marked gift"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return any(self.cards.fits(env, gift, lying.powerholder) for gift in lying.gifts)


@word("next_to", SPOT)
class NextTo(Node):
    """The neighbours of this place in the same row (T-8)."""

    place: Finds = part(PLACE, "the place in the middle")

    examples = {"{next_to: target}": "places next to the offered gift"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        for ref in self.place.find(env):  # noqa: SIM110 - asked for every place of a row, every turn
            if abs(at.slot - ref.slot) == 1 and at.side == ref.side:
                return True
        return False


@word("not", SPOT)
class NotSpot(Node):
    """Places that do not fit."""

    spot: SpotFilter = same("which places are left out")

    examples = {"{not: {holds: anything}}": "places without gifts"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return not self.spot.fits(env, at, lying)


@word("all", SPOT)
class AllSpots(Node):
    """Places that fit all of these."""

    spots: tuple[SpotFilter, ...] = sames("what they have to fit")

    examples = {"{all: [{powerholder: named}, {holds: anything}]}": "places of named powerholders with a gift"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return all(spot.fits(env, at, lying) for spot in self.spots)


@word("any", SPOT)
class AnySpot(Node):
    """Places that fit at least one of these."""

    spots: tuple[SpotFilter, ...] = sames("what they may fit")

    examples = {"{any: [{holds: conspiracy}, {next_to: target}]}": "places with a conspiracy mark, or next to the gift"}

    def fits(self, env: Env, at: PlaceRef, lying: Place) -> bool:
        return any(spot.fits(env, at, lying) for spot in self.spots)


class Row(Node):
    """A collection of places, in order of sides and from the left, with cards lying one of the ways `sides_up`."""

    __slots__ = ()
    sides_up: ClassVar[tuple[bool, ...]]
    spot: SpotFilter
    of: Finds

    def find(self, env: Env) -> tuple[PlaceRef, ...]:
        fits, places = self.spot.fits, env.tables.places
        found: list[PlaceRef] = []
        for owner in self.of.find(env):
            for at, lying in zip(places[owner.side], env.draft.side(owner.side).row, strict=False):
                if lying.face_up in self.sides_up and fits(env, at, lying):
                    found.append(at)
        return tuple(found)


@word("connections", PLACES, COLLECTION)
class Connections(Row):
    """Face-up places: the connections of these players."""

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples = {
        "connections": "your connections",
        "{connections: {holds: anything}}": "your connections with a gift",
    }
    sides_up = (True,)


@word("face_down", PLACES, COLLECTION)
class FaceDown(Row):
    """Face-down places."""

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples = {"face_down": "face-down cards of your row"}
    sides_up = (False,)


@word("row", PLACES, COLLECTION)
class WholeRow(Row):
    """All places of these rows, whichever side is up."""

    spot: SpotFilter = part(SPOT, "which of them", default=Anywhere())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples = {"{row: {not: {holds: conspiracy}}}": "places of your row without a conspiracy mark"}
    sides_up = (True, False)
