"""Words for rules that hold for a while (`rule`), for when they end (`until`), and for where their card lies (`here`).

A rule stands among the `lasting` of a card, and then holds while that card lies in a row; or the op `rule` lays it down
until something. What it is about is a `moment`. As Python it is one function, which says of what happens whether the
rule comes in, or of a rule that adds, how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal, TypeAlias

from serviam_rules.effects.known import Fault, Found, Known
from serviam_rules.effects.moments import FinalScoring, Moment
from serviam_rules.effects.node import (
    CONDITION,
    MOMENT,
    PLACE,
    REPLACEABLE,
    RULE,
    STEP,
    UNTIL,
    Node,
    integer,
    part,
    parts,
    walk,
    word,
)
from serviam_rules.effects.source import Condition, Source, Things

#: What a rule does: forbid, change by a number, repeat, or answer.
Way: TypeAlias = Literal["prevent", "add", "repeat", "answer"]
#: Whether the gift whose rule it is lies topmost, as Python.
TOPMOST: Final = "it_top"


class RuleWord(Node):
    """Base of all rules."""

    __slots__ = ()

    @property
    def core(self) -> Any:
        """The rule within what says when it holds."""
        return self

    def value(self, to: Source) -> str:
        """As Python, whether the rule comes in, or how much it adds."""
        raise NotImplementedError


class About(RuleWord):
    """A rule about a moment."""

    __slots__ = ()
    moment: Moment

    @property
    def way(self) -> Way:
        """What it does."""
        return self.tag  # type: ignore[return-value]

    def against(self, known: Known) -> Iterator[Fault]:
        if self.way != "answer" and self.way not in self.moment.ways:
            able = ", ".join(tag for tag, cls in sorted(MOMENT.words.items()) if self.way in getattr(cls, "ways", ()))
            message = f"{self.moment.tag!r} cannot be the moment of {self.way!r}; these can: {able}"
            yield Fault("", "wrong-moment", message)

    def value(self, to: Source) -> str:
        return self.moment.test(to)


@word("prevent", RULE)
class Prevent(About):
    doc = "This does not happen; of what a player may choose it is no part."

    moment: Moment = part(MOMENT, "what does not happen")

    examples: ClassVar[dict[str, str]] = {
        "{prevent: {replaces: here}}": "the connection on which this lies cannot be replaced",
        "{prevent: {offers: {category: army}, of: opponents}}": "your opponents must not offer gifts of the army's",
    }


@word("add", RULE)
class Add(About):
    doc = "So much is added to how far a marker moves, how many VP are gained or lost, or how many gifts are drawn."

    more: int = integer("how much; with a minus less, never below 0", least=-99, most=99)
    to: Moment = part(MOMENT, "to what")

    examples: ClassVar[dict[str, str]] = {
        "{add: 1, to: draws}": "each time you draw, draw one gift more",
        "{add: 1, to: {rewards: everyone, for: {at: here}}}": "the reward for whom this lies on is 1 VP more",
    }

    @property
    def moment(self) -> Moment:  # type: ignore[override]
        """To what it is added."""
        return self.to

    def value(self, to: Source) -> str:
        test = self.moment.test(to)
        return str(self.more) if test == "True" else f"{self.more} if {test} else 0"


@word("repeat", RULE)
class Repeat(About):
    doc = "The icons of the gift that is offered are carried out once more, before anything is answered."

    moment: Moment = part(MOMENT, "the offer")

    examples: ClassVar[dict[str, str]] = {"{repeat: offers}": "the icons of each gift you offer are carried out twice"}


@word("answer", RULE)
class Answer(About):
    doc = (
        "Each time this happens, these steps are carried out as soon as the effect under way is over. In them `you` is "
        "whoever has the rule, and `target` the recipient of the turn in which it happens."
    )

    moment: Moment = part(MOMENT, "what is answered")
    do: tuple[Any, ...] = parts(STEP, "what happens then")

    examples: ClassVar[dict[str, str]] = {
        "{answer: {offers: conspiracy, of: opponents}, do: [{gain: 1}]}":
            "each time an opponent offers a conspiracy-marked gift, gain 1 VP",
        "{answer: scoring, do: [{gain: {count: {gifts: {category: army}}}}]}":
            "at the final scoring, gain 1 VP for each gift of the army's in your row",
    }  # fmt: skip

    @property
    def asks_nobody(self) -> bool:
        """Whether nobody can be asked in what it does."""
        return isinstance(self.moment, FinalScoring)


@word("while", RULE)
class While(RuleWord):
    doc = "The rule holds only while this is so."

    condition: Condition = part(CONDITION, "the condition")
    rule: RuleWord = part(RULE, "the rule")

    examples: ClassVar[dict[str, str]] = {
        "{while: {more_than: [{vp: opponents}, {vp: you}]}, rule: {add: 1, to: gains}}":
            "while your opponents have more VP than you, you gain 1 VP more each time"
    }  # fmt: skip

    @property
    def core(self) -> Any:
        return self.rule.core

    def against(self, known: Known) -> Iterator[Fault]:
        if any(one.tag == "hand" for one in walk(self.condition)):  # type: ignore[arg-type]
            yield Fault("while", "sees-hands", "whether a rule holds must not hang on hands, which not everybody sees")

    def value(self, to: Source) -> str:
        return _if(self.condition.holds(to), self.rule.value(to))


@word("while_topmost", RULE)
class WhileTopmost(RuleWord):
    doc = "The rule holds only while the gift it stands on lies topmost in its pile (D-4)."

    rule: RuleWord = part(RULE, "the rule")

    examples: ClassVar[dict[str, str]] = {
        "{while_topmost: {add: 1, to: {rewards: everyone, for: {at: here}}}}":
            "while this gift is topmost, the reward for whom it lies on is 1 VP more"
    }  # fmt: skip

    @property
    def core(self) -> Any:
        return self.rule.core

    def against(self, known: Known) -> Iterator[Fault]:
        if known.scene.lies != "gift":
            message = f"only a rule of a gift holds while that is topmost; this is {known.scene.title}"
            yield Fault("", "not-on-a-gift", message)

    def value(self, to: Source) -> str:
        return _if(TOPMOST, self.rule.value(to))


def _if(test: str, value: str) -> str:
    return value if test == "True" else f"({value}) if {test} else 0"


# ---- where its card lies


@word("here", PLACE, REPLACEABLE)
class Here(Node):
    doc = "Where the card lies whose lasting rule it is."

    examples: ClassVar[dict[str, str]] = {"here": "where this card lies"}

    def against(self, known: Known) -> Iterator[Fault]:
        if not known.scene.lies:
            message = f"'here' is where the card of a lasting rule lies, and this is {known.scene.title}"
            yield Fault("", "no-place", message)

    def finds(self, known: Known) -> Found:
        return Found(0, 1, distinct=True, owner="you", lies="up")

    def find(self, to: Source) -> Things:
        return Things("place", guard="place is not None")


# ---- when it ends


@word("next_turn", UNTIL)
class UntilNextTurn(Node):
    doc = "Until the next turn of whoever laid it down begins; in solo, the next round."

    examples: ClassVar[dict[str, str]] = {"next_turn": "until your next turn begins"}


@word("end_of_turn", UNTIL)
class UntilEndOfTurn(Node):
    doc = "Until this turn ends."

    examples: ClassVar[dict[str, str]] = {"end_of_turn": "until the end of this turn"}


@word("end_of_game", UNTIL)
class UntilEndOfGame(Node):
    doc = "For the rest of the game; the final scoring comes before its end."

    examples: ClassVar[dict[str, str]] = {"end_of_game": "for the rest of the game"}


@word("once", UNTIL)
class UntilOnce(Node):
    doc = "Until it has come in once."

    examples: ClassVar[dict[str, str]] = {"once": "the next time"}
