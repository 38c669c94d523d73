"""How likely a card is to come to light, among the worlds of a view (see `hidden`)."""

from __future__ import annotations

from fractions import Fraction

from serviam_rules.state import View
from serviam_rules.values import GiftId, PowerholderId, RivalId
from serviam_rules.views.hidden import OwnerView, free_cards, open_gifts, ways


def odds_of_gift(view: View) -> dict[GiftId, Fraction]:
    """How likely each gift is to be on top of the gift deck, in the ruleset's order."""
    found = open_gifts(view)
    if not found.deck:
        return {}
    letters = found.letters_in(found.fresh)
    plain = len(found.fresh) - letters
    stale = found.letters_in(found.stale)
    all_ways = ways(found.rooms, found.deck, stale, letters)
    # Of all ways to lay the cards, those with a letter, or another card, on top; cards of a kind are equally likely.
    on_top = ways(found.rooms, found.deck - 1, stale, letters - 1) if letters else 0
    letter = Fraction(on_top, all_ways * max(letters, 1))
    other = Fraction(all_ways - on_top, all_ways * max(plain, 1))
    odds: dict[GiftId, Fraction] = {}
    for gift in found.fresh:
        odds[gift] = odds.get(gift, Fraction()) + (letter if gift in found.letters else other)
    return {gift: chance for gift, chance in odds.items() if chance}


def odds_of_place(owner: OwnerView) -> dict[PowerholderId, Fraction]:
    """How likely each powerholder is to lie at one place of the row that the viewer does not know."""
    free = free_cards(owner)
    return {who: Fraction(1, len(free)) for who in free}


def odds_of_top(owner: OwnerView) -> dict[PowerholderId, Fraction]:
    """How likely each powerholder is to be on top of the deck."""
    if owner.deck and owner.deck[0] is not None:
        return {owner.deck[0]: Fraction(1)}
    free = free_cards(owner)
    spare = Fraction(len(owner.deck) - len(owner.known_deck), max(len(free), 1))
    in_deck = {who: Fraction(1) if who in owner.known_deck else spare for who in owner.hidden}
    able = (*free, *owner.known_deck)
    return {who: chance / len(owner.deck) for who, chance in in_deck.items() if chance and who in able}


def odds_of_rival(view: View) -> dict[RivalId, Fraction]:
    """How likely each rival is to be on top of the rival deck."""
    if view.rival_deck and view.rival_deck[0] is not None:
        return {view.rival_deck[0]: Fraction(1)}
    return {rival: Fraction(1, len(view.hidden_rivals)) for rival in view.hidden_rivals}
