"""Words for what holds or does not (`condition`)."""

from __future__ import annotations

from typing import ClassVar

from serviam_rules.effects.known import Known, every, opposite
from serviam_rules.effects.node import AMOUNT, COLLECTION, CONDITION, PLAYERS, Node, pair, part, same, sames, word
from serviam_rules.effects.running import turn_of
from serviam_rules.effects.source import Amount, Condition, Finds, Source, bracketed, joined, negated


def compared(to: Source, amounts: tuple[Amount, Amount], how: str) -> str:
    """Two numbers compared."""
    return f" {how} ".join(bracketed(amount.number(to)) for amount in amounts)


@word("solo", CONDITION)
class InSolo(Node):
    doc = "This is the solo game."

    examples: ClassVar[dict[str, str]] = {"solo": "in the solo game"}

    def truth(self, known: Known) -> bool | None:
        return known.solo

    def solo_if(self, known: Known, *, holds: bool) -> bool | None:
        return holds

    def holds(self, to: Source) -> str:
        return "draft.bazzi_betti is not None"


@word("exists", CONDITION)
class Exists(Node):
    doc = "There is at least one of these."

    of: Finds = part(COLLECTION, "what to look for")

    examples: ClassVar[dict[str, str]] = {
        "{exists: {powerholders: {influence: 5}}}": "any powerholder's influence is 5"
    }

    def truth(self, known: Known) -> bool | None:
        found = known.found(self.of)
        return True if found.least > 0 else None if found.most > 0 else False

    def holds(self, to: Source) -> str:
        return self.of.find(to).exist


@word("at_least", CONDITION)
class AtLeast(Node):
    doc = "The first number is at least as great as the second."

    amounts: tuple[Amount, Amount] = pair(AMOUNT, "two numbers")

    examples: ClassVar[dict[str, str]] = {
        "{at_least: [{influence: {each: named}}, 3]}": "the named powerholders' influences add up to 3 or more"
    }

    def truth(self, known: Known) -> bool | None:
        (a, b), (c, d) = (known.amount(amount) for amount in self.amounts)
        return True if a >= d else False if b < c else None

    def holds(self, to: Source) -> str:
        return compared(to, self.amounts, ">=")


@word("more_than", CONDITION)
class MoreThan(Node):
    doc = "The first number is greater than the second."

    amounts: tuple[Amount, Amount] = pair(AMOUNT, "two numbers")

    examples: ClassVar[dict[str, str]] = {
        "{more_than: [{vp: opponents}, {vp: you}]}": "your opponents have more VP than you"
    }

    def truth(self, known: Known) -> bool | None:
        (a, b), (c, d) = (known.amount(amount) for amount in self.amounts)
        return True if a > d else False if b <= c else None

    def holds(self, to: Source) -> str:
        return compared(to, self.amounts, ">")


@word("equal", CONDITION)
class Equal(Node):
    doc = "Both numbers are the same."

    amounts: tuple[Amount, Amount] = pair(AMOUNT, "two numbers")

    examples: ClassVar[dict[str, str]] = {"{equal: [{count: connections}, 5]}": "you have exactly 5 connections"}

    def truth(self, known: Known) -> bool | None:
        (a, b), (c, d) = (known.amount(amount) for amount in self.amounts)
        return True if a == b == c == d else False if b < c or d < a else None

    def holds(self, to: Source) -> str:
        return compared(to, self.amounts, "==")


@word("same", CONDITION)
class SamePlayers(Node):
    doc = "Both are the same players: `{same: [you, first_player]}`."

    players: tuple[Finds, ...] = pair(PLAYERS, "two groups of players")

    examples: ClassVar[dict[str, str]] = {"{same: [you, first_player]}": "you were the first player"}

    def truth(self, known: Known) -> bool | None:
        one, other = (known.found(players).owner for players in self.players)
        return True if one == other == "you" else None

    def holds(self, to: Source) -> str:
        return " == ".join(f"{{*{players.find(to).listed}}}" for players in self.players)


@word("last_turn", CONDITION)
class LastTurn(Node):
    doc = "Whoever resolves the effect has no other turn after this one (T-10); of a round, in solo (O-9)."

    examples: ClassVar[dict[str, str]] = {"last_turn": "this is your last turn"}

    def truth(self, known: Known) -> bool | None:
        return None

    def holds(self, to: Source) -> str:
        return f"{to.given(turn_of)}(draft, {to.you}) >= {to.rules.numbers.turn.turns}"


@word("not", CONDITION)
class NotCondition(Node):
    doc = "It does not hold."

    condition: Condition = same("what must not hold")

    examples: ClassVar[dict[str, str]] = {"{not: solo}": "not in the solo game"}

    def truth(self, known: Known) -> bool | None:
        return opposite(self.condition.truth(known))

    def solo_if(self, known: Known, *, holds: bool) -> bool | None:
        return self.condition.solo_if(known, holds=not holds)

    def holds(self, to: Source) -> str:
        return negated(self.condition.holds(to))


@word("all", CONDITION)
class AllConditions(Node):
    doc = "All of these hold."

    conditions: tuple[Condition, ...] = sames("what must hold")

    examples: ClassVar[dict[str, str]] = {
        "{all: [solo, {exists: face_down}]}": "in the solo game, and a card of your row lies face down"
    }

    goes_on_if: ClassVar[bool | None] = True

    def truth(self, known: Known) -> bool | None:
        return every([condition.truth(known) for condition in self.conditions])

    def solo_if(self, known: Known, *, holds: bool) -> bool | None:
        told = [condition.solo_if(known, holds=True) for condition in self.conditions] if holds else []
        return next((one for one in told if one is not None), known.solo)

    def holds(self, to: Source) -> str:
        return joined("and", [condition.holds(to) for condition in self.conditions])


@word("any", CONDITION)
class AnyCondition(Node):
    doc = "At least one of these holds."

    conditions: tuple[Condition, ...] = sames("what may hold")

    examples: ClassVar[dict[str, str]] = {
        "{any: [solo, {exists: face_down}]}": "in the solo game, or a card of your row lies face down"
    }

    goes_on_if: ClassVar[bool | None] = False

    def truth(self, known: Known) -> bool | None:
        return opposite(every([opposite(condition.truth(known)) for condition in self.conditions]))

    def solo_if(self, known: Known, *, holds: bool) -> bool | None:
        told = [] if holds else [condition.solo_if(known, holds=False) for condition in self.conditions]
        return next((one for one in told if one is not None), known.solo)

    def holds(self, to: Source) -> str:
        return joined("or", [condition.holds(to) for condition in self.conditions])
