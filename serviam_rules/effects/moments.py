"""Words for moments: what lasting rules change, forbid, repeat or answer (`moment`).

In the Python of a moment these names stand for what happens, or are None: `it_who` for the powerholder it is about,
`it_side` for whoever does it, `it_gift` for the gift, `it_place` for the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from serviam_rules.effects.gifts import Anything, CardFilter
from serviam_rules.effects.known import Fault, Known
from serviam_rules.effects.node import CARDS, MOMENT, PLACE, PLAYERS, WHO, Node, part, walk, word
from serviam_rules.effects.players import Everyone, You
from serviam_rules.effects.powerholders import Anyone
from serviam_rules.effects.selectors import Each
from serviam_rules.effects.source import Finds, Source, joined

#: What a moment is about, as Python.
WHO_IT_IS: Final = "it_who"
WHOSE_IT_IS: Final = "it_side"
GIFT_IT_IS: Final = "it_gift"
PLACE_IT_IS: Final = "it_place"


class Moment(Node):
    """Base of all moments. `ways` are the kinds of rules that can be about it; an answer can be about any."""

    __slots__ = ()
    ways: ClassVar[tuple[str, ...]] = ()

    def test(self, to: Source) -> str:
        """As Python, whether what happens is such a moment."""
        raise NotImplementedError

    def against(self, known: Known) -> Iterator[Fault]:
        if any(part.looks_into_hands(known) or part.tag == "hand" for part in walk(self)):
            yield Fault("", "sees-hands", "whether a rule holds must not hang on hands, which not everybody sees")


def someone(to: Source, who: Finds) -> str:
    """Whether the powerholder that a moment is about is among these."""
    if isinstance(who, Each) and isinstance(who.of, Anyone) and who.except_ is None:
        return "True"
    return who.find(to).holds(WHO_IT_IS)


def somebody(to: Source, players: Finds) -> str:
    """Whether whoever does it is among these players."""
    return "True" if isinstance(players, Everyone) else players.find(to).holds(WHOSE_IT_IS)


class OfMarkers(Moment):
    """A moment about a marker."""

    __slots__ = ()
    ways: ClassVar[tuple[str, ...]] = ("prevent", "add")
    who: Finds

    def test(self, to: Source) -> str:
        return someone(to, self.who)


@word("moves", MOMENT)
class Moves(OfMarkers):
    doc = "The marker of one of these moves, or is to move. What is added makes it go further, or less far (T-6)."

    who: Finds = part(WHO, "whose marker", default=Each(Anyone()))

    examples: ClassVar[dict[str, str]] = {"{moves: target}": "the recipient's marker moves"}


@word("moves_left", MOMENT)
class MovesLeft(OfMarkers):
    doc = "The marker of one of these moves to the left, or is to."

    who: Finds = part(WHO, "whose marker", default=Each(Anyone()))

    examples: ClassVar[dict[str, str]] = {"{moves_left: target}": "the recipient's marker moves to the left"}


@word("moves_right", MOMENT)
class MovesRight(OfMarkers):
    doc = "The marker of one of these moves to the right, or is to."

    who: Finds = part(WHO, "whose marker", default=Each(Anyone()))

    examples: ClassVar[dict[str, str]] = {"{moves_right: target}": "the recipient's marker moves to the right"}


class OfPlayers(Moment):
    """A moment about a player."""

    __slots__ = ()
    players: Finds

    def test(self, to: Source) -> str:
        return somebody(to, self.players)


@word("gains", MOMENT)
class Gains(OfPlayers):
    doc = "One of these players gains VP, or is to."

    players: Finds = part(PLAYERS, "who gains them", default=You())

    examples: ClassVar[dict[str, str]] = {"{gains: opponents}": "an opponent gains VP"}

    ways: ClassVar[tuple[str, ...]] = ("prevent", "add")


@word("loses", MOMENT)
class Loses(OfPlayers):
    doc = "One of these players loses VP, or is to."

    players: Finds = part(PLAYERS, "who loses them", default=You())

    examples: ClassVar[dict[str, str]] = {"loses": "you lose VP"}

    ways: ClassVar[tuple[str, ...]] = ("prevent", "add")


@word("draws", MOMENT)
class Draws(OfPlayers):
    doc = "One of these players draws gifts, or is to (T-10). A rule that adds does so once for each time they draw."

    players: Finds = part(PLAYERS, "who draws", default=You())

    examples: ClassVar[dict[str, str]] = {"{draws: everyone}": "any player draws gifts"}

    ways: ClassVar[tuple[str, ...]] = ("prevent", "add")


@word("discards", MOMENT)
class Discards(Moment):
    doc = "One of these players discards such a gift, from the hand or from the row."

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "who discards", default=You())

    examples: ClassVar[dict[str, str]] = {"{discards: conspiracy, of: opponents}": "an opponent discards a conspiracy"}

    def test(self, to: Source) -> str:
        return joined("and", [somebody(to, self.of), self.cards.group(to).fits(GIFT_IT_IS)])


@word("offers", MOMENT)
class Offers(Moment):
    doc = "One of these players offers such a gift, or is to (T-1); with `to`, to one of these powerholders."

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "who offers it", default=You())
    to: Finds | None = part(WHO, "to whom; to anybody, if absent", default=None)

    examples: ClassVar[dict[str, str]] = {
        "offers": "you offer a gift",
        "{offers: conspiracy, of: opponents}": "an opponent offers a conspiracy-marked gift",
    }

    ways: ClassVar[tuple[str, ...]] = ("prevent", "repeat")

    def test(self, to: Source) -> str:
        tests = [somebody(to, self.of), self.cards.group(to).fits(GIFT_IT_IS, WHO_IT_IS)]
        return joined("and", [*tests, "True" if self.to is None else someone(to, self.to)])


@word("replaces", MOMENT)
class Replaces(Moment):
    doc = "The card at one of these places is replaced, or is to be (D-5)."

    place: Finds = part(PLACE, "which places")

    examples: ClassVar[dict[str, str]] = {"{replaces: here}": "the connection on which this lies is replaced"}

    ways: ClassVar[tuple[str, ...]] = ("prevent",)

    def test(self, to: Source) -> str:
        return self.place.find(to).holds(PLACE_IT_IS)


@word("rewards", MOMENT)
class Rewards(Moment):
    doc = "One of these players takes the reward (T-9), or is to; with `for`, that for one of these powerholders."

    players: Finds = part(PLAYERS, "who takes it", default=You())
    for_: Finds | None = part(WHO, "for whom; for anybody, if absent", default=None)

    examples: ClassVar[dict[str, str]] = {
        "{rewards: everyone, for: {at: here}}": "any player takes the reward for the powerholder on which this lies"
    }

    ways: ClassVar[tuple[str, ...]] = ("prevent", "add")

    def test(self, to: Source) -> str:
        return joined("and", [somebody(to, self.players), "True" if self.for_ is None else someone(to, self.for_)])


@word("turns_up", MOMENT)
class TurnsUp(OfPlayers):
    doc = "A card in the row of one of these players is turned face up (T-8)."

    players: Finds = part(PLAYERS, "in whose row", default=You())

    examples: ClassVar[dict[str, str]] = {"{turns_up: you}": "a card of your row is turned face up"}


@word("turn_begins", MOMENT)
class TurnBegins(OfPlayers):
    doc = "The turn of one of these players begins."

    players: Finds = part(PLAYERS, "whose turn", default=You())

    examples: ClassVar[dict[str, str]] = {"turn_begins": "your turn begins"}


@word("turn_ends", MOMENT)
class TurnEnds(OfPlayers):
    doc = "The turn of one of these players ends; gifts are drawn after it (T-10)."

    players: Finds = part(PLAYERS, "whose turn", default=You())

    examples: ClassVar[dict[str, str]] = {"turn_ends": "your turn ends"}


@word("scoring", MOMENT)
class FinalScoring(Moment):
    doc = "The final scoring: it is answered after all items of the set (F-4), and nobody can be asked then."

    examples: ClassVar[dict[str, str]] = {"scoring": "the final scoring"}

    def test(self, to: Source) -> str:
        return "True"
