"""Words for gifts: selectors (`gift`), hands (`hand`), gifts in rows, and filters (`cards`). Layer 4."""

from __future__ import annotations

from typing import Protocol, cast

from serviam_rules.effects.env import Env
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
from serviam_rules.effects.selectors import Finds
from serviam_rules.state import GiftRef, PlaceRef
from serviam_rules.values import GiftId, PowerholderId


class CardFilter(Protocol):
    """A filter of gifts; `holder` is the powerholder a gift lies on, if it lies on one."""

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool: ...


@word("anything", CARDS)
class Anything(Node):
    """Every gift."""

    examples = {"anything": "any gift"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return True


@word("conspiracy", CARDS)
class Conspiracy(Node):
    """Gifts with the conspiracy mark (C-5)."""

    examples = {"conspiracy": "gifts with the conspiracy mark"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return env.draft.ruleset.gifts[gift].conspiracy


@word("threat_letter", CARDS)
class ThreatLetter(Node):
    """Threat letters (T-2)."""

    examples = {"threat_letter": "threat letters"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return env.draft.ruleset.gifts[gift].threat_letter


@word("in_demand", CARDS)
class InDemand(Node):
    """Gifts whose category is the organisation of the powerholder they lie on (F-1)."""

    examples = {"in_demand": "gifts whose category matches their powerholder's organisation"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        rules = env.draft.ruleset
        return holder is not None and rules.gifts[gift].category == rules.powerholders[holder].organisation


@word("category", CARDS)
class OfCategory(Node):
    """Gifts of this category (C-5)."""

    organisation: str = card_id("organisation", "the id of an organisation")

    examples = {"{category: cult}": "gifts of the Midra Cult's category"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return env.draft.ruleset.gifts[gift].category == self.organisation


@word("card", CARDS)
class TheCard(Node):
    """Copies of this gift."""

    gift: str = card_id("gift", "the id of a gift")

    examples = {"{card: bribe}": "a Bribe"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return gift == self.gift


@word("not", CARDS)
class NotCards(Node):
    """Gifts that do not fit."""

    cards: CardFilter = same("which gifts are left out")

    examples = {"{not: threat_letter}": "gifts that are no threat letters"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return not self.cards.fits(env, gift, holder)


@word("all", CARDS)
class AllCards(Node):
    """Gifts that fit all of these."""

    cards: tuple[CardFilter, ...] = sames("what they have to fit")

    examples = {"{all: [conspiracy, {not: threat_letter}]}": "conspiracy-marked gifts that are no threat letters"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return all(cards.fits(env, gift, holder) for cards in self.cards)


@word("any", CARDS)
class AnyCards(Node):
    """Gifts that fit at least one of these."""

    cards: tuple[CardFilter, ...] = sames("what they may fit")

    examples = {"{any: [{category: army}, {category: cult}]}": "gifts of the army's or the cult's category"}

    def fits(self, env: Env, gift: GiftId, holder: PowerholderId | None) -> bool:
        return any(cards.fits(env, gift, holder) for cards in self.cards)


@word("topmost", GIFT)
class Topmost(Node):
    """The topmost gift at this place (D-4). Found as the place, if a gift lies there."""

    place: Finds = part(PLACE, "a place")

    examples = {"{topmost: {one: connections}}": "the topmost gift of one of your connections"}

    def find(self, env: Env) -> tuple[PlaceRef, ...]:
        return tuple(ref for ref in self.place.find(env) if env.topmost(ref) is not None)


@word("hand", HAND, COLLECTION)
class Hand(Node):
    """Gifts in the hands of these players. As a choice, equal copies count as one; counted, each counts."""

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples = {"hand": "gifts of your hand", "{hand: conspiracy}": "conspiracy-marked gifts of your hand"}

    def find(self, env: Env) -> tuple[GiftRef, ...]:
        return tuple(dict.fromkeys(self._cards(env)))

    def count(self, env: Env) -> int:
        return len(self._cards(env))

    def _cards(self, env: Env) -> list[GiftRef]:
        return [
            GiftRef(cast(int, owner.side), gift)
            for owner in self.of.find(env)
            for gift in env.hand(owner.side)
            if self.cards.fits(env, gift, None)
        ]


@word("gifts", COLLECTION)
class GiftsInRow(Node):
    """All gifts lying in the rows of these players, topmost or not."""

    cards: CardFilter = part(CARDS, "which gifts", default=Anything())
    of: Finds = part(PLAYERS, "whose", default=You())

    examples = {"{gifts: conspiracy}": "conspiracy-marked gifts in your row"}

    def count(self, env: Env) -> int:
        return len(self.find(env))

    def find(self, env: Env) -> tuple[GiftId, ...]:
        return tuple(
            gift
            for owner in self.of.find(env)
            for lying in env.draft.side(owner.side).row
            for gift in lying.gifts
            if self.cards.fits(env, gift, lying.powerholder)
        )
