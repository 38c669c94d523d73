"""Words that select: `one` asks a player, `each` takes all, `first` takes the leftmost, `chosen` reads a name.

They work alike for powerholders, places, gifts and players; what they select from is the pool
of the sort they stand in. `one` and `first` never stand in a step that is written: the compiler puts a question before
it and leaves `held` in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from serviam_rules.effects.known import NONE, Fault, Fits, Found, Known
from serviam_rules.effects.node import (
    CARDS,
    GIFT,
    PLACE,
    PLAYER,
    PLAYERS,
    REPLACEABLE,
    TURNABLE,
    WHO,
    Node,
    binds,
    integer,
    pool,
    reads,
    same,
    word,
)
from serviam_rules.effects.source import Finds, Group, Source, Things, literal
from serviam_rules.state import CardRef
from serviam_rules.values import value


def first_of(found: Found) -> Found:
    """At most one of what is found."""
    who = found.who and attrs.evolve(found.who, must=found.who.must if len(found.who.may) == 1 else NONE)
    return attrs.evolve(found, least=min(found.least, 1), most=min(found.most, 1), who=who, distinct=True)


def without(found: Found, out: Finds | None, known: Known) -> Found:
    """What is found, but for what an exception finds."""
    if out is None:
        return found
    left, who = known.found(out), found.who
    if who is None or left.who is None:
        return attrs.evolve(found, least=max(found.least - left.most, 0), who=who and Fits(who.may, NONE))
    who = Fits(who.may - left.who.must, who.must - left.who.may)
    return attrs.evolve(found, least=len(who.must), most=min(found.most, len(who.may)), who=who)


@word("one", WHO, PLACE, GIFT, PLAYER, TURNABLE, REPLACEABLE)
class One(Node):
    doc = "One of these, chosen by the player; without possibility nobody (T-16)."

    of: Finds = pool("what to choose from")
    except_: Finds | None = same("what is left out", default=None)
    as_: str | None = binds("a name for what is chosen", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{one: {rank: 3}}": "one three-star powerholder of the player's choice",
        "{one: anyone, except: self}": "one other powerholder of the player's choice",
    }

    asks = True
    answers = True

    def against(self, known: Known) -> Iterator[Fault]:
        if self.of.looks_into_hands(known):
            message = (
                "whoever chooses here would see other players' hands; choose a player first, who then chooses: "
                "{for_each: {players: opponents}, as: other, do: [...]} and {hand: ..., of: {chosen: other}}"
            )
            yield Fault("one", "sees-hands", message)

    def finds(self, known: Known) -> Found:
        return first_of(without(known.found(self.of), self.except_, known))

    def find(self, to: Source) -> Things:
        found = self.of.find(to)
        return found if self.except_ is None else found.less(self.except_.find(to), to)


@word("each", WHO, PLACE, GIFT, PLAYER)
class Each(Node):
    doc = "All of these, one after another in a fixed order; of equal gifts of a hand every copy."

    of: Finds = pool("what to take")
    except_: Finds | None = same("what is left out", default=None)

    examples: ClassVar[dict[str, str]] = {"{each: {rank: 3}, except: self}": "every other three-star powerholder"}

    def finds(self, known: Known) -> Found:
        return without(known.found(self.of), self.except_, known)

    def find(self, to: Source) -> Things:
        found = attrs.evolve(self.of.find(to), distinct=False)
        return found if self.except_ is None else found.less(self.except_.find(to), to)


@word("first", PLACE, TURNABLE)
class First(Node):
    doc = "The leftmost of these; nobody is asked (O-7)."

    of: Finds = pool("what to take the leftmost of")
    as_: str | None = binds("a name for what is found", default=None)

    examples: ClassVar[dict[str, str]] = {"{first: face_down}": "the leftmost face-down card of the row"}

    answers = True

    def finds(self, known: Known) -> Found:
        return first_of(known.found(self.of))

    def find(self, to: Source) -> Things:
        return self.of.find(to)


@word("random", WHO, PLACE, GIFT, PLAYER, TURNABLE, REPLACEABLE)
class Random(Node):
    doc = "One of these by chance, each equally likely; of equal gifts of a hand every copy counts."

    of: Finds = pool("what to draw from")
    except_: Finds | None = same("what is left out", default=None)
    as_: str | None = binds("a name for what is drawn", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{random: {rank: 3}}": "a three-star powerholder at random",
        "{random: hand}": "a gift of your hand at random",
    }

    answers = True

    def finds(self, known: Known) -> Found:
        return first_of(without(known.found(self.of), self.except_, known))

    def find(self, to: Source) -> Things:
        found = self.of.find(to)
        return found if self.except_ is None else found.less(self.except_.find(to), to)


@word("some", WHO, PLACE, GIFT, PLAYER)
class SomeOf(Node):
    doc = (
        "Several different ones of these, picked one at a time by the player: `at_least` so many, if there are, and "
        "`at_most` so many; as many as the player likes, if neither is said. Gifts of a hand are shown as they are "
        "picked."
    )

    of: Finds = pool("what to pick from")
    at_least: int = integer("how many have to be picked, if there are so many", least=0, most=99, default=0)
    at_most: int | None = integer("how many can be picked", least=1, most=99, default=None)
    as_: str | None = binds("a name for what is picked", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{some: anyone, at_most: 2}": "up to two powerholders",
        "{some: anyone, at_least: 2, at_most: 2}": "two different powerholders",
    }

    asks = True
    answers = True

    def against(self, known: Known) -> Iterator[Fault]:
        if self.at_most is not None and self.at_least > self.at_most:
            yield Fault(
                "at_least", "out-of-range", f"at least {self.at_least} and at most {self.at_most} cannot both be"
            )
        if self.of.looks_into_hands(known):
            message = (
                "whoever chooses here would see other players' hands; let the others choose: "
                "{let: {each: opponents}, do: [...]} and {some: hand}"
            )
            yield Fault("some", "sees-hands", message)

    def finds(self, known: Known) -> Found:
        found = known.found(self.of)
        most = found.most if self.at_most is None else min(found.most, self.at_most)
        who = found.who and Fits(found.who.may, NONE)
        return attrs.evolve(found, least=min(found.least, self.at_least), most=most, who=who)

    def find(self, to: Source) -> Things:
        return self.of.find(to)


@word("chosen", WHO, PLACE, GIFT, PLAYER, PLAYERS, TURNABLE, REPLACEABLE, CARDS)
class Chosen(Node):
    doc = "What was given this name by `as` earlier in the effect."

    name: str = reads("the name")

    examples: ClassVar[dict[str, str]] = {"{chosen: there}": "what was called `there`"}

    def finds(self, known: Known) -> Found | None:
        return known.names[self.name].found if self.name in known.names else None

    def fits(self, known: Known) -> Fits | None:
        return Fits(known.every_gift, NONE)

    def find(self, to: Source) -> Things:
        raise AssertionError("names are resolved by the compiler")


@value
class Held:
    """The answer with this number; what `one`, `first` and `chosen` become in a program."""

    answer: int
    kind: str

    def find(self, to: Source) -> Things:
        held = f"a{self.answer}"
        return Things(f"{held}.side" if self.kind == "player" else held, guard=f"{held} is not None")

    def group(self, to: Source) -> Group:
        """Copies of the gift that was named."""
        held, every = f"a{self.answer}", tuple(to.rules.gifts)
        return Group(every, every, lambda gift, _: f"({held} is not None and {gift} == {held}.gift)")


@value
class CardsOfSet:
    """The gifts of the set that pass a filter, to be named."""

    cards: Any

    def find(self, to: Source) -> Things:
        group, card = self.cards.group(to), to.name("card")
        loop = f"for {card} in {literal(group.ids)}"
        test = "True" if group.test is None else group.test(card, "None")
        return Things(f"{to.given(CardRef)}({card})", loop).where(test)


@value
class HeldAll:
    """What `some` becomes in a program: all that were picked."""

    answer: int
    kind: str

    def find(self, to: Source) -> Things:
        item = to.name("one")
        return Things(f"{item}.side" if self.kind == "player" else item, f"for {item} in a{self.answer}")
