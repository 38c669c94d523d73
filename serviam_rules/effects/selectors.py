"""Words that select: `one` asks a player, `each` takes all, `first` takes the leftmost, `chosen` reads a name.

Layer 4. They work alike for powerholders, places, gifts and players; what they select from is the pool
of the sort they stand in. `one` and `first` never run: the compiler puts an instruction before the step and leaves
`held` in their place.
"""

from __future__ import annotations

from typing import Any, Protocol

from serviam_rules.effects.env import Env
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
from serviam_rules.state import Ref
from serviam_rules.values import value


class Finds(Protocol):
    """An expression that stands for things, in a fixed order."""

    def find(self, env: Env) -> tuple[Any, ...]: ...


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

    def find(self, env: Env) -> tuple[Ref, ...]:
        return pool_of(self, env)


@word("each", WHO, PLACE, GIFT, PLAYER)
class Each(Node):
    """All of these, one after another in a fixed order."""

    of: Finds = pool("what to take")
    except_: Finds | None = same("what is left out", default=None)

    examples = {"{each: {rank: 3}, except: self}": "every other three-star powerholder"}

    def find(self, env: Env) -> tuple[Ref, ...]:
        return pool_of(self, env)


@word("first", PLACE, TURNABLE)
class First(Node):
    """The leftmost of these; nobody is asked (O-7)."""

    of: Finds = pool("what to take the leftmost of")
    as_: str | None = binds("a name for what is found", default=None)

    examples = {"{first: face_down}": "the leftmost face-down card of the row"}

    def find(self, env: Env) -> tuple[Ref, ...]:
        return self.of.find(env)[:1]


@word("chosen", WHO, PLACE, GIFT, PLAYER, PLAYERS, TURNABLE, REPLACEABLE)
class Chosen(Node):
    """What was given this name by `as` earlier in the effect."""

    name: str = reads("the name")

    examples = {"{chosen: there}": "what was called `there`"}

    def find(self, env: Env) -> tuple[Ref, ...]:
        raise AssertionError("names are resolved by the compiler")


@value
class Held(Node):
    """The answer with this number; what `one`, `first` and `chosen` become in a program."""

    answer: int

    def find(self, env: Env) -> tuple[Any, ...]:
        found = env.answers[self.answer]
        return () if found is None else (found,)


@value
class Fixed(Node):
    """Things that are always the same, found when the ruleset is compiled."""

    refs: tuple[Any, ...]

    def find(self, env: Env) -> tuple[Any, ...]:
        return self.refs


def pool_of(selector: One | Each, env: Env) -> tuple[Any, ...]:
    """What a selector selects from, less its exception."""
    found = selector.of.find(env)
    if selector.except_ is None:
        return found
    left_out = selector.except_.find(env)
    return tuple([ref for ref in found if ref not in left_out])
