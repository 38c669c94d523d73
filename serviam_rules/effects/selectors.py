"""Words that select: `one` asks a player, `each` takes all, `first` takes the leftmost, `chosen` reads a name.

Layer 4. They work alike for powerholders, places, gifts and players; what they select from is the pool
of the sort they stand in. `one` and `first` never stand in a step that is written: the compiler puts a question before
it and leaves `held` in their place.
"""

from __future__ import annotations

from serviam_rules.effects.node import (
    GIFT,
    PLACE,
    PLAYER,
    PLAYERS,
    REPLACEABLE,
    TURNABLE,
    WHO,
    Node,
    binds,
    pool,
    reads,
    same,
    word,
)
from serviam_rules.effects.source import Finds, Source, Things
from serviam_rules.values import value


@word("one", WHO, PLACE, GIFT, PLAYER, TURNABLE, REPLACEABLE)
class One(Node):
    """One of these, chosen by the player; without possibility nobody (T-16)."""

    of: Finds = pool("what to choose from")
    except_: Finds | None = same("what is left out", default=None)
    as_: str | None = binds("a name for what is chosen", default=None)

    examples = {
        "{one: {rank: 3}}": "one three-star powerholder of the player's choice",
        "{one: anyone, except: self}": "one other powerholder of the player's choice",
    }

    def find(self, to: Source) -> Things:
        found = self.of.find(to)
        return found if self.except_ is None else found.less(self.except_.find(to), to)


@word("each", WHO, PLACE, GIFT, PLAYER)
class Each(Node):
    """All of these, one after another in a fixed order."""

    of: Finds = pool("what to take")
    except_: Finds | None = same("what is left out", default=None)

    examples = {"{each: {rank: 3}, except: self}": "every other three-star powerholder"}

    def find(self, to: Source) -> Things:
        found = self.of.find(to)
        return found if self.except_ is None else found.less(self.except_.find(to), to)


@word("first", PLACE, TURNABLE)
class First(Node):
    """The leftmost of these; nobody is asked (O-7)."""

    of: Finds = pool("what to take the leftmost of")
    as_: str | None = binds("a name for what is found", default=None)

    examples = {"{first: face_down}": "the leftmost face-down card of the row"}

    def find(self, to: Source) -> Things:
        return self.of.find(to)


@word("chosen", WHO, PLACE, GIFT, PLAYER, PLAYERS, TURNABLE, REPLACEABLE)
class Chosen(Node):
    """What was given this name by `as` earlier in the effect."""

    name: str = reads("the name")

    examples = {"{chosen: there}": "what was called `there`"}

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
