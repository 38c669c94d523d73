"""What filters and selectors can find, whatever the state of the game. Layer 6.

What filters find comes as a pair: what may fit, and what always fits. The first is never too small, and the second
never too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from serviam_rules.effects import gifts, places, players, powerholders, selectors
from serviam_rules.packs.meaning.scenes import Scene

Some: TypeAlias = frozenset[str]
#: What may fit, and what always fits.
Fits: TypeAlias = tuple[Some, Some]

NONE: Final[Some] = frozenset()


class Filters:
    """The merged data of a set, for questions about expressions in one scene."""

    def __init__(self, source: dict[str, Any], scene: Scene) -> None:
        self.scene = scene
        self.game = source["set"]
        self.cards: dict[str, dict[str, Any]] = {kind: source[kind] for kind in ("gifts", "powerholders", "rivals")}
        self.everyone = frozenset(self.cards["powerholders"])
        self.every_gift = frozenset(self.cards["gifts"])
        common = self.game["track"]["spaces"]
        self.values = {who: self.game.get("tracks", {}).get(who, {}).get("spaces", common) for who in self.everyone}

    def collection(self, node: Any) -> tuple[int, int]:
        """How many things a collection can hold, at least and at most."""
        raise NotImplementedError

    # ---- powerholders

    def people(self, node: Any) -> Fits:
        """Which powerholders a filter may find, and which it always finds."""
        match node:
            case powerholders.Anyone():
                return self.everyone, self.everyone
            case powerholders.Named():
                named = frozenset(who for card in self.cards["rivals"].values() for who in card["names"])
                return named or self.everyone, NONE  # that there are no rivals is told elsewhere
            case powerholders.Rank(stars=stars):
                return _exactly(who for who, card in self.cards["powerholders"].items() if card["rank"] == stars)
            case powerholders.OfOrganisation(organisation=name):
                return _exactly(who for who, card in self.cards["powerholders"].items() if card["organisation"] == name)
            case powerholders.IsPerson(who=who):
                found = self.who(who)
                return found, found if isinstance(who, powerholders.Holder | powerholders.Self) else NONE
            case powerholders.NotPeople(people=inner):
                may, must = self.people(inner)
                return self.everyone - must, self.everyone - may
            case powerholders.AllPeople(people=several):
                return _both([self.people(each) for each in several], self.everyone)
            case powerholders.AnyPeople(people=several):
                return _either([self.people(each) for each in several])
            case _:
                return self._by_influence(node)

    def _by_influence(self, node: Any) -> Fits:
        fits = _INFLUENCE[type(node)]
        may = frozenset(
            who for who, values in self.values.items() if any(fits(value, node.influence) for value in values)
        )
        return may, frozenset(who for who in may if all(fits(value, node.influence) for value in self.values[who]))

    def who(self, node: Any) -> Some:
        """Whom a selector may find."""
        match node:
            case powerholders.Target():
                return self.everyone if self.scene.target else NONE
            case powerholders.Self():
                return frozenset(filter(None, [self.scene.own]))
            case powerholders.Holder(powerholder=who):
                return frozenset([who])
            case powerholders.At(place=place):
                return self.everyone if self.place(place) else NONE
            case selectors.One() | selectors.Each():
                may, _ = self.people(node.of)
                return may - self._always(node.except_)
            case _:
                return self.everyone

    def _always(self, node: Any) -> Some:
        """Whom a selector finds in every case."""
        if isinstance(node, selectors.Each):
            return self.people(node.of)[1] if node.except_ is None else NONE
        return self.who(node) if isinstance(node, powerholders.Holder | powerholders.Self) else NONE

    # ---- gifts

    def gifts(self, node: Any, *, lying: bool) -> Fits:
        """Which gifts a filter may find, and which it always finds. `lying`: in a row, not in a hand."""
        cards = self.cards["gifts"]
        match node:
            case gifts.Anything():
                return self.every_gift, self.every_gift
            case gifts.Conspiracy():
                return _exactly(gift for gift, card in cards.items() if card["conspiracy"])
            case gifts.ThreatLetter():
                return _exactly(gift for gift, card in cards.items() if card.get("threat_letter", False))
            case gifts.InDemand():
                return frozenset(gift for gift, card in cards.items() if lying and card["category"] is not None), NONE
            case gifts.OfCategory(organisation=name):
                return _exactly(gift for gift, card in cards.items() if card["category"] == name)
            case gifts.TheCard(gift=gift):
                return _exactly([gift])
            case gifts.NotCards(cards=inner):
                may, must = self.gifts(inner, lying=lying)
                return self.every_gift - must, self.every_gift - may
            case gifts.AllCards(cards=several):
                return _both([self.gifts(each, lying=lying) for each in several], self.every_gift)
            case _:
                return _either([self.gifts(each, lying=lying) for each in node.cards])

    def gift(self, node: Any) -> bool:
        """Whether a selector of gifts may find one."""
        match node:
            case gifts.Topmost(place=place):
                return self.place(place)
            case selectors.One() | selectors.Each():
                return self.collection(node.of)[1] > 0
            case _:
                return True

    # ---- places

    def place(self, node: Any) -> bool:
        """Whether a selector of places may find one."""
        match node:
            case places.TargetPlace():
                return self.scene.target
            case selectors.One() | selectors.Each() | selectors.First():
                return self.collection(node.of)[1] > 0
            case _:
                return True

    def spot(self, node: Any, row: places.Row) -> tuple[bool, bool]:
        """Whether a place of such a row may fit, and whether every place does."""
        match node:
            case places.Anywhere():
                return True, True
            case places.LiesThere(people=people):
                may, must = self.people(people)
                return bool(may) and not isinstance(row, places.FaceDown), must == self.everyone and self._open(row)
            case places.Holds(cards=cards):
                return self._gifts_lie(row) and bool(self.gifts(cards, lying=True)[0]), False
            case places.NextTo(place=place):
                return self.place(place), False
            case places.NotSpot(spot=inner):
                may_fit, must_fit = self.spot(inner, row)
                return not must_fit, not may_fit
            case places.AllSpots(spots=several):
                found = [self.spot(each, row) for each in several]
                return all(may for may, _ in found), all(must for _, must in found)
            case _:
                found = [self.spot(each, row) for each in node.spots]
                return any(may for may, _ in found), any(must for _, must in found)

    def _open(self, row: places.Row) -> bool:
        """Whether every place of such a row is face up."""
        return isinstance(row, places.Connections)

    def _gifts_lie(self, row: places.Row) -> bool:
        """Whether gifts can lie in such a row: not on face-down cards (F-4), nor with Bazzi-Betti (O-13)."""
        return not isinstance(row, places.FaceDown) and not self._is_bazzi_betti(row.of)

    def _is_bazzi_betti(self, group: Any) -> bool:
        return self.scene.bazzi_betti and isinstance(group, players.You)


def _exactly(found: Iterable[str]) -> Fits:
    some = frozenset(found)
    return some, some


def _both(fits: list[Fits], everything: Some) -> Fits:
    return everything.intersection(*(may for may, _ in fits)), everything.intersection(*(must for _, must in fits))


def _either(fits: list[Fits]) -> Fits:
    return NONE.union(*(may for may, _ in fits)), NONE.union(*(must for _, must in fits))


_INFLUENCE: Final[dict[type, Callable[[int, int], bool]]] = {
    powerholders.InfluenceIs: lambda found, wanted: found == wanted,
    powerholders.InfluenceAtLeast: lambda found, wanted: found >= wanted,
    powerholders.InfluenceAtMost: lambda found, wanted: found <= wanted,
}
