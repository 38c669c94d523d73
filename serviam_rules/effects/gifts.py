"""Words for gifts: selectors (`gift`), hands (`hand`), gifts in rows, and filters (`cards`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from serviam_rules.effects.known import NONE, Fits, Found, Known, SizesOf, Word, exactly
from serviam_rules.effects.node import (
    CARDS,
    COLLECTION,
    GIFT,
    HAND,
    PLACE,
    PLAYERS,
    Node,
    card_id,
    part,
    same,
    sames,
    word,
)
from serviam_rules.effects.players import You
from serviam_rules.effects.running import hand, topmost
from serviam_rules.effects.source import Finds, Group, Source, Things
from serviam_rules.model import Gift
from serviam_rules.state import GiftRef


class CardFilter(Word, Protocol):
    """A filter of gifts; a test of it is given the powerholder a gift lies on, or None."""

    def group(self, to: Source) -> Group: ...


def those(to: Source, fit: Callable[[Gift], bool]) -> Group:
    """The gifts whose card fits."""
    return Group(tuple(card.id for card in to.rules.gifts.values() if fit(card)), tuple(to.rules.gifts))


@word("anything", CARDS)
class Anything(Node):
    doc = "Every gift."

    examples: ClassVar[dict[str, str]] = {"anything": "any gift"}

    def fits(self, known: Known) -> Fits:
        return exactly(known.gifts)

    def group(self, to: Source) -> Group:
        return those(to, lambda card: True)


@word("conspiracy", CARDS)
class Conspiracy(Node):
    doc = "Gifts with the conspiracy mark (C-5)."

    examples: ClassVar[dict[str, str]] = {"conspiracy": "gifts with the conspiracy mark"}

    def fits(self, known: Known) -> Fits:
        return exactly(gift for gift, card in known.gifts.items() if card["conspiracy"])

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.conspiracy)


@word("threat_letter", CARDS)
class ThreatLetter(Node):
    doc = "Threat letters (T-2)."

    examples: ClassVar[dict[str, str]] = {"threat_letter": "threat letters"}

    def fits(self, known: Known) -> Fits:
        return exactly(gift for gift, card in known.gifts.items() if card.get("threat_letter", False))

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.threat_letter)


@word("in_demand", CARDS)
class InDemand(Node):
    doc = "Gifts whose category is the organisation of the powerholder they lie on (F-1)."

    examples: ClassVar[dict[str, str]] = {"in_demand": "gifts whose category matches their powerholder's organisation"}

    def fits(self, known: Known) -> Fits:
        return Fits(frozenset(gift for gift, card in known.gifts.items() if known.lying and card["category"]), NONE)

    def group(self, to: Source) -> Group:
        every = tuple(to.rules.gifts)
        return Group(
            every,
            every,
            lambda gift, holder: "False" if holder == "None" else f"CATEGORY[{gift}] == ORGANISATION[{holder}]",
        )


@word("category", CARDS)
class OfCategory(Node):
    doc = "Gifts of this category (C-5)."

    organisation: str = card_id("organisation", "the id of an organisation")

    examples: ClassVar[dict[str, str]] = {"{category: cult}": "gifts of the Midra Cult's category"}

    def fits(self, known: Known) -> Fits:
        return exactly(gift for gift, card in known.gifts.items() if card["category"] == self.organisation)

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.category == self.organisation)


@word("card", CARDS)
class TheCard(Node):
    doc = "Copies of this gift."

    gift: str = card_id("gift", "the id of a gift")

    examples: ClassVar[dict[str, str]] = {"{card: bribe}": "a Bribe"}

    def fits(self, known: Known) -> Fits:
        return exactly([self.gift])

    def group(self, to: Source) -> Group:
        return those(to, lambda card: card.id == self.gift)


@word("not", CARDS)
class NotCards(Node):
    doc = "Gifts that do not fit."

    cards: CardFilter = same("which gifts are left out")

    examples: ClassVar[dict[str, str]] = {"{not: threat_letter}": "gifts that are no threat letters"}

    def fits(self, known: Known) -> Fits:
        return known.cards(self.cards).inverted(known.every_gift)

    def group(self, to: Source) -> Group:
        return self.cards.group(to).inverted()


@word("all", CARDS)
class AllCards(Node):
    doc = "Gifts that fit all of these."

    cards: tuple[CardFilter, ...] = sames("what they have to fit")

    examples: ClassVar[dict[str, str]] = {
        "{all: [conspiracy, {not: threat_letter}]}": "conspiracy-marked gifts that are no threat letters"
    }

    def fits(self, known: Known) -> Fits:
        return Fits.all([known.cards(cards) for cards in self.cards], known.every_gift)

    def group(self, to: Source) -> Group:
        return Group.all([cards.group(to) for cards in self.cards], tuple(to.rules.gifts))


@word("any", CARDS)
class AnyCards(Node):
    doc = "Gifts that fit at least one of these."

    cards: tuple[CardFilter, ...] = sames("what they may fit")

    examples: ClassVar[dict[str, str]] = {
        "{any: [{category: army}, {category: cult}]}": "gifts of the army's or the cult's category"
    }

    def fits(self, known: Known) -> Fits:
        return Fits.any([known.cards(cards) for cards in self.cards])

    def group(self, to: Source) -> Group:
        return Group.any([cards.group(to) for cards in self.cards], tuple(to.rules.gifts))


@word("topmost", GIFT)
class Topmost(Node):
    doc = "The topmost gift at this place (D-4). Found as the place, if a gift lies there."

    place: Finds = part(PLACE, "a place")

    examples: ClassVar[dict[str, str]] = {
        "{topmost: {one: connections}}": "the topmost gift of one of your connections"
    }

    asked_for_whole = True

    def finds(self, known: Known) -> Found:
        found = known.found(self.place)
        return Found(0, found.most, distinct=True, owner=found.owner, lies="pile")

    def find(self, to: Source) -> Things:
        places = self.place.find(to)
        return places.where(f"{to.given(topmost)}(draft, {places.item}) is not None")


@word("pile", GIFT)
class WholePile(Node):
    doc = "Every gift at this place, from the topmost down. Found as the place, as often as gifts lie there."

    place: Finds = part(PLACE, "a place")

    examples: ClassVar[dict[str, str]] = {"{pile: {one: connections}}": "all gifts of one of your connections"}

    def finds(self, known: Known) -> Found:
        found = known.found(self.place)
        most = known.copies(known.every_gift) if found.most else 0
        return Found(0, most, owner=found.owner, lies="pile")

    def find(self, to: Source) -> Things:
        places, gift = self.place.find(to).spread(to), to.name("gift")
        at = places.item
        return Things(at, f"{places.loop} for {gift} in draft.side({at}.side).row[{at}.slot].gifts")


@word("hand", HAND, COLLECTION)
class Hand(Node):
    doc = "Gifts in the hands of these players. To choose from, equal copies are one; else each counts."

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples: ClassVar[dict[str, str]] = {
        "hand": "gifts of your hand",
        "{hand: conspiracy}": "conspiracy-marked gifts of your hand",
    }

    things = "gift"

    def size(self, costs: SizesOf) -> int:
        return costs.gifts

    def finds(self, known: Known) -> Found:
        owner = known.found(self.of).owner
        if owner == "you" and known.scene.bazzi_betti:  # they have no hand (O-13)
            return Found(0, 0, owner=owner, lies="hand")
        return Found(0, known.copies(known.cards(self.cards, lying=False).may), owner=owner, lies="hand")

    def looks_into_hands(self, known: Known) -> bool:
        return known.found(self.of).owner in ("opponent", "opponents", "everyone") and not known.scene.bazzi_betti

    def find(self, to: Source) -> Things:
        owners, gift = self.of.find(to).looped(to), to.name("gift")
        loop = f"{owners.loop} for {gift} in {to.given(hand)}(draft, {owners.item})".lstrip()
        found = Things(f"{to.given(GiftRef)}({owners.item}, {gift})", loop, distinct=True)
        return found.where(self.cards.group(to).fits(gift))


@word("gifts", COLLECTION)
class GiftsInRow(Node):
    doc = "All gifts lying in the rows of these players, topmost or not."

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples: ClassVar[dict[str, str]] = {"{gifts: conspiracy}": "conspiracy-marked gifts in your row"}

    things = ""  # a gift within a pile has no place of its own

    def size(self, costs: SizesOf) -> int:
        return costs.gifts

    def finds(self, known: Known) -> Found:
        owner = known.found(self.of).owner
        if owner == "you" and known.scene.bazzi_betti:  # gifts are never laid in their row (O-13)
            return Found(0, 0, owner=owner)
        return Found(0, known.copies(known.cards(self.cards, lying=True).may), owner=owner)

    def find(self, to: Source) -> Things:
        owners, lying, gift = self.of.find(to).looped(to), to.name("lying"), to.name("gift")
        loop = f"{owners.loop} for {lying} in draft.side({owners.item}).row for {gift} in {lying}.gifts".lstrip()
        return Things(gift, loop).where(self.cards.group(to).fits(gift, f"{lying}.powerholder"))


@word("pile", COLLECTION)
class Pile(Node):
    doc = "All gifts lying at this place, topmost or not."

    place: Finds = part(PLACE, "where")
    cards: CardFilter = part(CARDS, "which gifts", default=Anything())

    examples: ClassVar[dict[str, str]] = {
        "{pile: target}": "gifts on the recipient",
        "{pile: target, cards: conspiracy}": "conspiracy-marked gifts on the recipient",
    }

    things = ""  # a gift within a pile has no place of its own

    def size(self, costs: SizesOf) -> int:
        return costs.gifts

    def finds(self, known: Known) -> Found:
        found = known.found(self.place)
        may = known.cards(self.cards, lying=True).may
        return Found(0, known.copies(may) if found.most else 0, owner=found.owner)

    def find(self, to: Source) -> Things:
        places = self.place.find(to).spread(to)
        lying, gift = to.name("lying"), to.name("gift")
        at = places.item
        loop = f"{places.loop} for {lying} in (draft.side({at}.side).row[{at}.slot],) for {gift} in {lying}.gifts"
        return Things(gift, loop).where(self.cards.group(to).fits(gift, f"{lying}.powerholder"))
