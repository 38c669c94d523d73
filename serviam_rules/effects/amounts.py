"""Words for numbers: how many, how much (`amount`), and two more collections to count."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from serviam_rules.effects.known import MOST_AMOUNT, Found, Known, SizesOf, Span, times
from serviam_rules.effects.node import (
    AMOUNT,
    COLLECTION,
    CONDITION,
    PEOPLE,
    PLAYERS,
    WHO,
    Node,
    integer,
    pair,
    part,
    parts,
    reads,
    word,
)
from serviam_rules.effects.powerholders import Anyone
from serviam_rules.effects.running import turn_of
from serviam_rules.effects.source import Amount, Finds, Source, Things, bracketed, is_number
from serviam_rules.values import value


@word("number", AMOUNT)
class Number(Node):
    doc = "A whole number, written plainly: `2`, `+1`, `-1`."

    n: int = integer("the number", least=-999, most=999)

    examples: ClassVar[dict[str, str]] = {"2": "2"}

    def span(self, known: Known) -> Span:
        return self.n, self.n

    def number(self, to: Source) -> str:
        return str(self.n)


@word("count", AMOUNT)
class Count(Node):
    doc = "How many there are of these, `at_most` so many."

    of: Finds = part(COLLECTION, "what to count")
    at_most: int | None = integer("the limit", least=0, most=999, default=None)

    examples: ClassVar[dict[str, str]] = {
        "{count: {gifts: conspiracy}, at_most: 4}": "the conspiracy-marked gifts in your row, at most 4"
    }

    def span(self, known: Known) -> Span:
        found = known.found(self.of)
        limit = found.most if self.at_most is None else self.at_most
        return min(found.least, limit), min(found.most, limit)

    def number(self, to: Source) -> str:
        count = self.of.find(to).count
        return count if self.at_most is None else f"min({count}, {self.at_most})"


@word("influence", AMOUNT)
class InfluenceOf(Node):
    doc = "The influence of this powerholder, or of all of them added up (C-2)."

    who: Finds = part(WHO, "whose influence")

    examples: ClassVar[dict[str, str]] = {"{influence: target}": "the recipient's influence"}

    def span(self, known: Known) -> Span:
        found, who = known.found(self.who), known.who(self.who)
        values = [known.influences[one] for one in who.may if one in known.influences]
        least, most = [min(0, *each) for each in values], [max(0, *each) for each in values]
        if found.distinct:
            return sum(sorted(least)[: found.most]), sum(sorted(most, reverse=True)[: found.most])
        return min(least, default=0) * found.most, max(most, default=0) * found.most

    def number(self, to: Source) -> str:
        return self.who.find(to).total(to.influence)


@word("vp", AMOUNT)
class VpOf(Node):
    doc = "The VP of these players, added up."

    players: Finds = part(PLAYERS, "whose VP")

    examples: ClassVar[dict[str, str]] = {"{vp: you}": "your VP"}

    def span(self, known: Known) -> Span:
        found = known.found(self.players)
        return times((found.least, found.most), known.vp)

    def number(self, to: Source) -> str:
        return self.players.find(to).total(lambda side: f"draft.side({side}).vp")


@word("sum", AMOUNT)
class Sum(Node):
    doc = "These numbers added up."

    amounts: tuple[Amount, ...] = parts(AMOUNT, "what to add up")

    examples: ClassVar[dict[str, str]] = {"{sum: [1, {influence: target}]}": "1 more than the recipient's influence"}

    def span(self, known: Known) -> Span:
        spans = [known.amount(amount) for amount in self.amounts]
        return sum(least for least, _ in spans), sum(most for _, most in spans)

    def number(self, to: Source) -> str:
        numbers = [amount.number(to) for amount in self.amounts]
        return str(sum(map(int, numbers))) if all(map(is_number, numbers)) else " + ".join(map(bracketed, numbers))


@word("times", AMOUNT)
class Times(Node):
    doc = "The first number times the second."

    amounts: tuple[Amount, ...] = pair(AMOUNT, "two numbers")

    examples: ClassVar[dict[str, str]] = {"{times: [2, {count: {gifts: in_demand}}]}": "2 for each gift in demand"}

    def span(self, known: Known) -> Span:
        one, other = (known.amount(amount) for amount in self.amounts)
        return times(one, other)

    def number(self, to: Source) -> str:
        numbers = [amount.number(to) for amount in self.amounts]
        return str(prod(map(int, numbers))) if all(map(is_number, numbers)) else " * ".join(map(bracketed, numbers))


@word("did", AMOUNT, CONDITION)
class Did(Node):
    doc = (
        "How much an earlier step with this name under `done` really did: VP gained or lost, spaces moved, gifts drawn "
        "or discarded. As a condition: that it did something."
    )

    name: str = reads("the name of what was done")

    examples: ClassVar[dict[str, str]] = {"{did: paid}": "as many as were paid"}

    def span(self, known: Known) -> Span:
        return (-most, most) if (most := self._most(known)) is not None else (-MOST_AMOUNT, MOST_AMOUNT)

    def truth(self, known: Known) -> bool | None:
        return None

    def _most(self, known: Known) -> int | None:
        return known.names[self.name].found.most if self.name in known.names else None

    def number(self, to: Source) -> str:
        raise AssertionError("names are resolved by the compiler")

    def holds(self, to: Source) -> str:
        raise AssertionError("names are resolved by the compiler")


@value
class HeldNumber:
    """What `did` becomes in a program."""

    answer: int

    def number(self, to: Source) -> str:
        return f"a{self.answer}"

    def holds(self, to: Source) -> str:
        return f"a{self.answer} != 0"


@word("turn", AMOUNT)
class TurnNumber(Node):
    doc = "Which of the turns of whoever resolves the effect this is, from 1; in solo, which round."

    examples: ClassVar[dict[str, str]] = {"turn": "the number of your turn"}

    def span(self, known: Known) -> Span:
        return 1, known.turns

    def number(self, to: Source) -> str:
        return f"{to.given(turn_of)}(draft, {to.you})"


@word("half", AMOUNT)
class Half(Node):
    doc = "Half of a number, rounded up: half of 3 is 2, half of -3 is -1."

    of: Amount = part(AMOUNT, "half of what")

    examples: ClassVar[dict[str, str]] = {"{half: {influence: target}}": "half the recipient's influence, rounded up"}

    def span(self, known: Known) -> Span:
        least, most = known.amount(self.of)
        return -(-least // 2), -(-most // 2)

    def number(self, to: Source) -> str:
        number = self.of.number(to)
        return str(-(-int(number) // 2)) if is_number(number) else f"({bracketed(number)} + 1) // 2"


@word("half_down", AMOUNT)
class HalfDown(Node):
    doc = "Half of a number, rounded down: half of 3 is 1, half of -3 is -2."

    of: Amount = part(AMOUNT, "half of what")

    examples: ClassVar[dict[str, str]] = {"{half_down: {vp: you}}": "half your VP, rounded down"}

    def span(self, known: Known) -> Span:
        least, most = known.amount(self.of)
        return least // 2, most // 2

    def number(self, to: Source) -> str:
        number = self.of.number(to)
        return str(int(number) // 2) if is_number(number) else f"{bracketed(number)} // 2"


@word("difference", AMOUNT)
class Difference(Node):
    doc = "How much two numbers differ, whichever is greater; never below 0."

    amounts: tuple[Amount, ...] = pair(AMOUNT, "two numbers")

    examples: ClassVar[dict[str, str]] = {
        "{difference: [{influence: target}, {influence: {holder: kurt}}]}":
            "how much the recipient's influence and Kurt's differ"
    }  # fmt: skip

    def span(self, known: Known) -> Span:
        (a, b), (c, d) = (known.amount(amount) for amount in self.amounts)
        return max(a - d, c - b, 0), max(b - c, d - a)

    def number(self, to: Source) -> str:
        return f"abs({' - '.join(bracketed(amount.number(to)) for amount in self.amounts)})"


@word("powerholders", COLLECTION)
class Powerholders(Node):
    doc = "Powerholders, whether or not anyone has them in a row."

    people: Finds = part(PEOPLE, "which of the nine", default=Anyone())

    examples: ClassVar[dict[str, str]] = {"{powerholders: {influence: 5}}": "powerholders whose influence is 5"}

    things = "powerholder"

    def size(self, costs: SizesOf) -> int:
        return costs.powerholders

    def finds(self, known: Known) -> Found:
        return known.found(self.people)

    def find(self, to: Source) -> Things:
        return self.people.find(to)


@word("players", COLLECTION)
class PlayersOf(Node):
    doc = "Players, one by one."

    players: Finds = part(PLAYERS, "which")

    examples: ClassVar[dict[str, str]] = {"{players: opponents}": "your opponents"}

    things = "player"

    def size(self, costs: SizesOf) -> int:
        return costs.players

    def finds(self, known: Known) -> Found:
        return known.found(self.players)

    def find(self, to: Source) -> Things:
        return self.players.find(to)
