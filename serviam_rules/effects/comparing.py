"""Words that compare: the most, the least, those for which something holds, and `it`, each of them in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from serviam_rules.effects.known import NONE, Fault, Fits, Found, Known, SizesOf, Span
from serviam_rules.effects.node import (
    AMOUNT,
    COLLECTION,
    CONDITION,
    PEOPLE,
    PLACE,
    PLACES,
    PLAYERS,
    WHO,
    Node,
    part,
    same,
    word,
)
from serviam_rules.effects.powerholders import People, of_all
from serviam_rules.effects.running import greatest, least
from serviam_rules.effects.source import Amount, Condition, Finds, Group, Source, Things


@word("it", WHO, PLACE, PLAYERS)
class It(Node):
    doc = "Each of those that are compared, in its turn: within `most`, `least`, `where`, `highest` and `lowest`."

    examples: ClassVar[dict[str, str]] = {"it": "each of those that are compared"}

    def against(self, known: Known) -> Iterator[Fault]:
        if not known.its:
            message = "nothing is compared here, so there is no 'it'; it stands within most, least, where"
            yield Fault("", "unknown-name", message)
        elif (kind := known.its[-1][0]) != known.kind:
            message = f"'it' is a {kind or 'gift within a pile'} here, but a {known.kind} is meant"
            yield Fault("", "wrong-kind", message)

    def finds(self, known: Known) -> Found | None:
        return known.its[-1][1] if known.its else None

    def find(self, to: Source) -> Things:
        return Things(to.its[-1])


class Compared(People):
    """Some of those that something else finds: powerholders, places or players, as the sort it stands in says."""

    __slots__ = ()
    among: Finds

    def fits(self, known: Known) -> Fits:
        found = known.found(self).who
        return Fits(known.everyone, NONE) if found is None else found

    def group(self, to: Source) -> Group:
        return of_all(to, lambda who: self.find(to).holds(who))


class Superlative(Compared):
    """Those of which a number is the greatest, or the least: several, where they are tied."""

    __slots__ = ()
    #: Whether it is the greatest.
    greatest: ClassVar[bool] = True
    amount: Amount

    def finds(self, known: Known) -> Found:
        found = known.found(self.among)
        alone = found.who is not None and len(found.who.may) == 1
        who = found.who and Fits(found.who.may, found.who.must if alone else NONE)
        return attrs.evolve(found, least=min(found.least, 1), who=who)

    def find(self, to: Source) -> Things:
        things = self.among.find(to).spread(to)
        with to.considering(things.item):
            pairs = f"[({self.amount.number(to)}, {things.item}) {things.loop}]"
        found = to.name("found_one")
        return Things(found, f"for {found} in {to.given(greatest if self.greatest else least)}({pairs})")


@word("most", PEOPLE, PLACES, PLAYERS)
class Most(Superlative):
    doc = "Those with the most of something, all who are tied: `one` of them is chosen, `each` takes all."

    amount: Amount = part(AMOUNT, "what they have most of, each of them as `it`", considers=True)
    among: Finds = same("those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{most: {influence: it}, among: anyone}": "the powerholder with the most influence",
        "{most: {vp: it}, among: everyone}": "the player with the most VP",
        "{most: {count: {pile: it}}, among: connections}": "your connection with the most gifts",
    }


@word("least", PEOPLE, PLACES, PLAYERS)
class Least(Superlative):
    doc = "Those with the least of something, all who are tied: `one` of them is chosen, `each` takes all."
    greatest = False

    amount: Amount = part(AMOUNT, "what they have least of, each of them as `it`", considers=True)
    among: Finds = same("those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{least: {influence: it}, among: {rank: 2}}": "the two-star powerholder with the least influence",
        "{least: {vp: it}, among: opponents}": "the opponent with the fewest VP",
        "{least: {count: {pile: it}}, among: connections}": "your connection with the fewest gifts",
    }


class Filtered(Compared):
    """Those for which something holds."""

    __slots__ = ()
    condition: Condition

    def finds(self, known: Known) -> Found:
        found = known.found(self.among)
        return attrs.evolve(found, least=0, who=found.who and Fits(found.who.may, NONE))

    def find(self, to: Source) -> Things:
        things = self.among.find(to).spread(to)
        with to.considering(things.item):
            return things.where(self.condition.holds(to))


@word("where", PEOPLE, PLACES, PLAYERS)
class Where(Filtered):
    doc = "Those for which something holds, each of them as `it`."

    condition: Condition = part(CONDITION, "what has to hold, of each of them as `it`", considers=True)
    among: Finds = same("those that are looked at")

    examples: ClassVar[dict[str, str]] = {
        "{where: {more_than: [{influence: it}, {influence: target}]}, among: anyone}":
            "powerholders with more influence than the recipient",
        "{where: {more_than: [{vp: you}, {vp: it}]}, among: opponents}": "opponents who have fewer VP than you",
        "{where: {more_than: [{count: {pile: it}}, 1]}, among: connections}": "your connections with two gifts or more",
    }  # fmt: skip


class OfPlaces(Node):
    """The same, of places, as a collection."""

    __slots__ = ()
    things = "place"

    def size(self, costs: SizesOf) -> int:
        return costs.places


@word("most", COLLECTION)
class MostPlaces(OfPlaces, Superlative):
    doc = "The places with the most of something, all that are tied."

    amount: Amount = part(AMOUNT, "what they have most of, each of them as `it`", considers=True)
    among: Finds = part(PLACES, "those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{most: {count: {pile: it}}, among: connections}": "your connections with the most gifts"
    }


@word("least", COLLECTION)
class LeastPlaces(OfPlaces, Superlative):
    doc = "The places with the least of something, all that are tied."
    greatest = False

    amount: Amount = part(AMOUNT, "what they have least of, each of them as `it`", considers=True)
    among: Finds = part(PLACES, "those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{least: {count: {pile: it}}, among: connections}": "your connections with the fewest gifts"
    }


@word("where", COLLECTION)
class WherePlaces(OfPlaces, Filtered):
    doc = "The places for which something holds, each of them as `it`."

    condition: Condition = part(CONDITION, "what has to hold, of each of them as `it`", considers=True)
    among: Finds = part(PLACES, "those that are looked at")

    examples: ClassVar[dict[str, str]] = {
        "{where: {more_than: [{count: {pile: it}}, 1]}, among: connections}": "your connections with two gifts or more"
    }


class Extreme(Node):
    """The greatest or the least of several numbers; 0 of none."""

    __slots__ = ()
    choice: ClassVar[str]
    amount: Amount
    among: Finds

    def span(self, known: Known) -> Span:
        found = known.found(self.among)
        with known.considering(self.among.things, self.among):
            least, most = known.amount(self.amount)
        return (least, most) if found.least else (min(least, 0), max(most, 0))

    def number(self, to: Source) -> str:
        things = self.among.find(to).spread(to)
        with to.considering(things.item):
            return f"{self.choice}([{self.amount.number(to)} {things.loop}], default=0)"


@word("highest", AMOUNT)
class Highest(Extreme):
    doc = "The highest of these numbers, one of each thing, which is `it`; 0 if there is nothing."

    amount: Amount = part(AMOUNT, "which number, of each of them as `it`", considers=True)
    among: Finds = part(COLLECTION, "those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{highest: {vp: it}, among: {players: opponents}}": "the most VP that an opponent has",
        "{highest: {influence: it}, among: powerholders}": "the highest influence of all",
    }
    choice = "max"


@word("lowest", AMOUNT)
class Lowest(Extreme):
    doc = "The lowest of these numbers, one of each thing, which is `it`; 0 if there is nothing."

    amount: Amount = part(AMOUNT, "which number, of each of them as `it`", considers=True)
    among: Finds = part(COLLECTION, "those that are compared")

    examples: ClassVar[dict[str, str]] = {
        "{lowest: {vp: it}, among: {players: opponents}}": "the fewest VP that an opponent has"
    }
    choice = "min"
