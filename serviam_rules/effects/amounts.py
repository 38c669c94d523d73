"""Words for numbers: how many, how much (`amount`), and two more collections to count. Layer 4."""

from __future__ import annotations

from math import prod
from typing import Protocol

from serviam_rules.effects.env import Env
from serviam_rules.effects.node import (
    AMOUNT,
    COLLECTION,
    PEOPLE,
    PLAYERS,
    WHO,
    Node,
    integer,
    pair,
    part,
    parts,
    word,
)
from serviam_rules.effects.powerholders import Anyone
from serviam_rules.effects.selectors import Finds
from serviam_rules.state import PlayerRef
from serviam_rules.values import PowerholderId


class Amount(Protocol):
    """An expression that stands for a whole number."""

    def number(self, env: Env) -> int: ...


@word("number", AMOUNT)
class Number(Node):
    """A whole number, written plainly: `2`, `+1`, `-1`."""

    n: int = integer("the number", least=-999, most=999)

    examples = {"2": "2"}

    def number(self, env: Env) -> int:
        return self.n


@word("count", AMOUNT)
class Count(Node):
    """How many there are of these, `at_most` so many."""

    of: Finds = part(COLLECTION, "what to count")
    at_most: int | None = integer("the limit", least=0, most=999, default=None)

    examples = {"{count: {gifts: conspiracy}, at_most: 4}": "the conspiracy-marked gifts in your row, at most 4"}

    def number(self, env: Env) -> int:
        counted = count(self.of, env)
        return counted if self.at_most is None else min(counted, self.at_most)


@word("influence", AMOUNT)
class InfluenceOf(Node):
    """The influence of this powerholder, or of all of them added up (C-2)."""

    who: Finds = part(WHO, "whose influence")

    examples = {"{influence: target}": "the recipient's influence"}

    def number(self, env: Env) -> int:
        return sum(env.influence(who) for who in self.who.find(env))


@word("vp", AMOUNT)
class VpOf(Node):
    """The VP of these players, added up."""

    players: Finds = part(PLAYERS, "whose VP")

    examples = {"{vp: you}": "your VP"}

    def number(self, env: Env) -> int:
        return sum(env.draft.side(ref.side).vp for ref in self.players.find(env))


@word("sum", AMOUNT)
class Sum(Node):
    """These numbers added up."""

    amounts: tuple[Amount, ...] = parts(AMOUNT, "what to add up")

    examples = {"{sum: [1, {influence: target}]}": "1 more than the recipient's influence"}

    def number(self, env: Env) -> int:
        return sum(amount.number(env) for amount in self.amounts)


@word("times", AMOUNT)
class Times(Node):
    """The first number times the second."""

    amounts: tuple[Amount, ...] = pair(AMOUNT, "two numbers")

    examples = {"{times: [2, {count: {gifts: in_demand}}]}": "2 for each gift in demand"}

    def number(self, env: Env) -> int:
        return prod(amount.number(env) for amount in self.amounts)


@word("powerholders", COLLECTION)
class Powerholders(Node):
    """Powerholders, whether or not anyone has them in a row."""

    people: Finds = part(PEOPLE, "which of the nine", default=Anyone())

    examples = {"{powerholders: {influence: 5}}": "powerholders whose influence is 5"}

    def find(self, env: Env) -> tuple[PowerholderId, ...]:
        return self.people.find(env)


@word("players", COLLECTION)
class PlayersOf(Node):
    """Players, one by one."""

    players: Finds = part(PLAYERS, "which")

    examples = {"{players: opponents}": "your opponents"}

    def find(self, env: Env) -> tuple[PlayerRef, ...]:
        return self.players.find(env)


def count(collection: Finds, env: Env) -> int:
    """How many things a collection holds; copies of a gift count one by one."""
    counter = getattr(collection, "count", None)
    return counter(env) if counter is not None else len(collection.find(env))
