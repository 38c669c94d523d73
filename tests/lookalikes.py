"""Games that look alike to somebody: what a viewer has not seen is dealt otherwise.

None of this asks the library what a viewer may know. `Watch` follows every card of the table with a finger on it, and
`twin` begins the same game with other cards wherever the viewer never looks; `scrambled` exchanges cards of a single
state. So both can find out views, and what `determinize` deals, to be wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import attrs

from serviam_rules.actions import Action, Choose, Offer, Pass
from serviam_rules.effects import vm
from serviam_rules.events import Event
from serviam_rules.game import Step, apply, explain_illegal, legal_actions, new_game
from serviam_rules.model import Ruleset
from serviam_rules.rng import Rng
from serviam_rules.rules import arrange, legal
from serviam_rules.state import BazziBetti, Decision, Draft, GameState, GiftOption, Place, Player, PowerholderOption
from serviam_rules.values import ROWS_KNOWN, evolve
from serviam_rules.views import events_for, explain, view
from serviam_rules.wire import to_json
from tests.games import GAMES

Viewer = int | None


class PartedWays(Exception):
    """Two games do not go on alike, and everybody sees why: what is possible for somebody hangs on a hidden card."""


def everybody(state: GameState) -> tuple[Viewer, ...]:
    """All who can look at a game: spectators and every seat."""
    return (None, *range(len(state.players)))


def played(state: GameState, seed: int) -> Iterator[tuple[GameState, Action, Step]]:
    """A game played on at random: each state, the action, and what came of it."""
    dice = random.Random(seed)
    while not state.is_over:
        action = dice.choice(legal_actions(state))
        step = apply(state, action)
        yield state, action, step
        state = step.state


# --- following cards -------------------------------------------------------------------------------------------------


class Watch:
    """Every gift of a game as a card of its own, followed through the events; `seen` are those the viewer has seen."""

    def __init__(self, state: GameState, viewer: Viewer) -> None:
        self.viewer = viewer
        self.names: list[str] = []
        self.deck = self._cards(state.gift_deck)
        self.hands = [self._cards(player.hand) for player in state.players]
        self.discards = self._cards(state.gift_discard)
        self.piles: dict[tuple[Any, int], list[int]] = {}
        self.rng = state.rng
        self.seen: set[int] = set(self.discards)
        #: Cards that everybody saw were no letters.
        self.opening: set[int] = set()
        for player, hand in zip(state.players, self.hands, strict=True):
            known = Counter(player.known_hand)
            for card in hand:
                if player.seat == viewer or known[self.names[card]] > 0:
                    self.seen.add(card)
                    known[self.names[card]] -= 1
                else:
                    self.opening.add(card)

    def _cards(self, names: Iterable[str]) -> list[int]:
        first = len(self.names)
        self.names += names
        return list(range(first, len(self.names)))

    def follow(self, events: Iterable[Event]) -> None:
        for told in events:
            getattr(self, "on_" + told.type.replace("-", "_"), self._nothing)(told)

    def check(self, state: GameState) -> None:
        """That the finger is on the right cards."""
        assert [self.names[card] for card in self.deck] == list(state.gift_deck)
        for player, hand in zip(state.players, self.hands, strict=True):
            assert [self.names[card] for card in hand] == list(player.hand)

    def _nothing(self, told: Any) -> None:
        pass

    def _shuffled(self, cards: list[int]) -> list[int]:
        order = list(self.rng.shuffled(cards))
        self.rng = self.rng.next()
        return order

    def on_powerholder_deck_shuffled(self, told: Any) -> None:
        self.rng = self.rng.next()

    on_rival_deck_shuffled = on_powerholder_deck_shuffled

    def on_first_player_set(self, told: Any) -> None:
        self.rng = self.rng.next() if told.by_chance else self.rng

    def on_gift_deck_shuffled(self, told: Any) -> None:
        self.deck = self._shuffled(self.deck)

    def on_discards_shuffled_in(self, told: Any) -> None:
        self.deck, self.discards = self._shuffled(self.discards), []

    def on_gift_drawn(self, told: Any) -> None:
        card = self.deck.pop(0)
        self.hands[told.seat].append(card)
        if told.seat == self.viewer:
            self.seen.add(card)

    def on_gift_dealt(self, told: Any) -> None:
        self.opening.add(self.deck[0])
        self.on_gift_drawn(told)

    def on_letter_set_aside(self, told: Any) -> None:
        self.seen.add(self.deck[0])
        self.discards.append(self.deck.pop(0))

    def on_letters_returned(self, told: Any) -> None:
        self.deck, self.discards = self.deck + self.discards, []

    def _out_of_hand(self, seat: int, gift: str) -> int:
        hand = self.hands[seat]
        card = next(card for card in hand if self.names[card] == gift)
        hand.remove(card)
        self.seen.add(card)
        return card

    def on_gift_offered(self, told: Any) -> None:
        self.piles.setdefault((told.seat, told.slot), []).append(self._out_of_hand(told.seat, told.gift))

    on_gift_laid = on_gift_offered

    def on_gift_shown(self, told: Any) -> None:
        self.seen |= {card for card in self.hands[told.seat] if self.names[card] == told.gift}

    def on_gift_discarded(self, told: Any) -> None:
        pile = self.piles.get((told.side, told.slot), [])
        self.discards.append(self._out_of_hand(told.side, told.gift) if told.slot is None else pile.pop())

    def on_gift_taken_up(self, told: Any) -> None:
        self.hands[told.seat].append(self.piles[told.seat, told.slot].pop())


# --- the same game with other cards ----------------------------------------------------------------------------------


@attrs.frozen
class Twin:
    """How another game begins that the viewer cannot tell from this one up to a moment, and who is who in it."""

    beginning: GameState
    people: dict[Any, dict[str, str]]

    def action(self, state: GameState, action: Action, other: GameState) -> Action:
        """The action of the other game that looks like this one's. PartedWays if it has none."""
        if isinstance(action, Choose):
            here, there = state.decision, other.decision
            if here is None or there is None or there.seat != here.seat:
                raise PartedWays
            wanted = self._ref(here, action.option)
            found = [n for n, option in enumerate(there.options) if option.ref == wanted]
            if not found:
                raise PartedWays
            return Choose(found[0])
        if explain_illegal(other, action) is not None:
            raise PartedWays
        return action

    def _ref(self, asked: Decision, option: int) -> Any:
        chosen = asked.options[option]
        if asked.prompt == arrange.PROMPT and isinstance(chosen, PowerholderOption):
            return self.people[asked.seat].get(chosen.powerholder, chosen.powerholder)
        return chosen.ref


def twin(beginning: GameState, events: Sequence[Event], viewer: Viewer, dice: random.Random) -> Twin:
    """Another beginning, after which the viewer sees the same as in these events, if the same is done."""
    watch = Watch(beginning, viewer)
    watch.follow(events)
    names = _renamed(watch, Watch(beginning, viewer), beginning.ruleset, dice)
    fresh = Watch(beginning, viewer)
    people: dict[Any, dict[str, str]] = {}
    players = []
    for player, hand in zip(beginning.players, fresh.hands, strict=True):
        own = player.seat == viewer and beginning.arrangement in ROWS_KNOWN
        people[player.seat] = _permuted(_never_shown(player, player.seat, events, own), dice)
        row, deck = _exchanged(player, people[player.seat])
        players.append(evolve(player, hand=tuple(names[card] for card in hand), row=row, deck=deck))
    family = beginning.bazzi_betti
    if family is not None:
        row, deck = _exchanged(family, _permuted(_never_shown(family, "bazzi-betti", events, False), dice))
        family = evolve(family, row=row, deck=deck)
    shown = {getattr(told, field, None) for told in events for field in ("rival", "old", "new")}
    rivals = _permuted([rival for rival in beginning.rival_deck if rival not in shown], dice)
    other = evolve(
        beginning,
        players=tuple(players),
        gift_deck=tuple(names[card] for card in fresh.deck),
        bazzi_betti=family,
        rival_deck=tuple(rivals.get(rival, rival) for rival in beginning.rival_deck),
    )
    return Twin(evolve(other, decision=_due(other)), people)


def _renamed(watch: Watch, first: Watch, rules: Ruleset, dice: random.Random) -> list[str]:
    """The names of all cards, exchanged among those never seen; what was dealt openly as no letter stays none."""
    free = [card for card in range(len(first.names)) if card not in watch.seen]
    opening = [card for card in free if card in watch.opening]
    others = [card for card in free if card not in watch.opening]
    harmless = [card for card in free if not rules.gifts[first.names[card]].threat_letter]
    dealt = dice.sample(harmless, len(opening))
    rest = [card for card in free if card not in dealt]
    dice.shuffle(rest)
    names = list(first.names)
    for card, other in zip(opening + others, dealt + rest, strict=True):
        names[card] = first.names[other]
    return names


def _never_shown(owner: Any, side: Any, events: Sequence[Event], own_row: bool) -> list[str]:
    """The powerholders of a side that the viewer never sees: not face up, nor in a row laid out by the viewer."""
    shown = {place.powerholder for place in owner.row if place.face_up or own_row}
    for told in events:
        if getattr(told, "side", getattr(told, "seat", None)) != side:
            continue
        if told.type in ("place-turned-up", "deck-top-turned-up") or (told.type == "card-arranged" and own_row):
            shown.add(told.powerholder)  # type: ignore[attr-defined]
        elif told.type == "powerholder-replaced":
            shown |= {told.old, told.new}  # type: ignore[attr-defined]
    return [who for who in (*(place.powerholder for place in owner.row), *owner.deck) if who not in shown]


def _permuted(cards: Sequence[str], dice: random.Random) -> dict[str, str]:
    return dict(zip(cards, dice.sample(cards, len(cards)), strict=True))


def _exchanged(owner: Player | BazziBetti, people: dict[str, str]) -> tuple[tuple[Place, ...], tuple[str, ...]]:
    row = tuple(
        Place(people.get(lying.powerholder, lying.powerholder), lying.face_up, lying.gifts) for lying in owner.row
    )
    return row, tuple(people.get(who, who) for who in owner.deck)


# --- the same state with other cards ---------------------------------------------------------------------------------


def scrambled(state: GameState, viewer: Viewer, dice: random.Random) -> GameState | None:
    """A state with other hidden cards that goes with all that is known in this one; None if none is found soon."""
    for _ in range(60):
        other = _exchange_gifts(_exchange_powerholders(state, viewer, dice), viewer, dice)
        if other is not None:
            asked = _due(other)
            if _fits(state.decision, asked, viewer):
                return evolve(other, rng=Rng(f"{dice.getrandbits(256):064x}"), decision=asked)
    return None


def _due(state: GameState) -> Decision | None:
    return arrange.pending(state) if state.phase == arrange.ARRANGEMENT else vm.pending(Draft.of(state))


def _fits(told: Decision | None, asked: Decision | None, viewer: Viewer) -> bool:
    if told is None or asked is None:
        return told is asked
    if told.seat == viewer:
        return told == asked
    return told.seat == asked.seat and len(asked.options) > 1


def _exchange_gifts(state: GameState, viewer: Viewer, dice: random.Random) -> GameState | None:
    letters = {gift for gift, card in state.ruleset.gifts.items() if card.threat_letter}
    others = {} if state.stale_gifts else {p.seat: p for p in state.players if p.seat != viewer}
    unknown = {seat: list((Counter(p.hand) - Counter(p.known_hand)).elements()) for seat, p in others.items()}
    pool = [*state.gift_deck, *(gift for cards in unknown.values() for gift in cards)]
    dice.shuffle(pool)
    players = list(state.players)
    for seat, player in others.items():
        dealt, pool = pool[: len(unknown[seat])], pool[len(unknown[seat]) :]
        if sum(gift not in letters for gift in dealt) < player.not_letters:
            return None
        players[seat] = evolve(player, hand=(*player.known_hand, *dealt))
    return evolve(state, players=tuple(players), gift_deck=tuple(pool))


def _exchange_powerholders(state: GameState, viewer: Viewer, dice: random.Random) -> GameState:
    own = state.arrangement in ROWS_KNOWN
    players = tuple(_resorted(player, own and player.seat == viewer, dice) for player in state.players)
    family = None if state.bazzi_betti is None else _resorted(state.bazzi_betti, False, dice)
    rivals = list(state.rival_deck)
    open_rivals, rest = (rivals[:1], rivals[1:]) if state.rival_deck_open else ([], rivals)
    dice.shuffle(rest)
    return evolve(state, players=players, bazzi_betti=family, rival_deck=(*open_rivals, *rest))


def _resorted(owner: Any, knows_row: bool, dice: random.Random) -> Any:
    fixed = [place.face_up or knows_row for place in owner.row]
    cards = [place.powerholder for place, stays in zip(owner.row, fixed, strict=True) if not stays]
    top, deck = (owner.deck[:1], owner.deck[1:]) if owner.deck_open else ((), owner.deck)
    while True:
        pool = [*cards, *deck]
        dice.shuffle(pool)
        laid, left = pool[: len(cards)], pool[len(cards) :]
        if not set(owner.known_deck) & set(laid):
            break
    follow = iter(laid)
    row = [
        place if stays else evolve(place, powerholder=next(follow))
        for place, stays in zip(owner.row, fixed, strict=True)
    ]
    return evolve(owner, row=tuple(row), deck=(*top, *left))


# --- two games side by side ------------------------------------------------------------------------------------------


def same_to(viewer: Viewer, state: GameState, other: GameState) -> None:
    """That nothing a viewer can ask of two states differs, to the byte."""
    here, there = view(state, viewer), view(other, viewer)
    assert to_json(here) == to_json(there)
    assert here == there
    assert hash(here) == hash(there)
    if state.to_act == viewer:
        assert legal_actions(state) == legal_actions(other) == here.legal_actions
        assert state.decision == other.decision == here.decision
    for attempt in attempts(state):
        assert explain(here, attempt) == explain(there, attempt)
        if not tells_by_right(state, other, attempt):
            assert explain_illegal(state, attempt) == explain_illegal(other, attempt), attempt


def compare(rules: Ruleset, kind: str, seed: int) -> tuple[int, int]:
    """Play a game, and beside it one that looks like it to somebody up to a moment.

    AssertionError if they do not look alike. Returns how many steps they went together, of how many to that moment:
    they can part before it, if what is possible for somebody hangs on a hidden card.
    """
    dice = random.Random(seed)
    beginning = new_game(rules, seed=seed, **GAMES[kind])
    game = list(played(beginning, seed))
    viewer = dice.choice(everybody(beginning))
    cut = dice.randrange(len(game) // 2, len(game) + 1)
    found = twin(beginning, [event for _, _, step in game[:cut] for event in step.events], viewer, dice)
    same_to(viewer, beginning, found.beginning)
    other, gone = found.beginning, 0
    for state, action, step in game[:cut]:
        try:
            after = apply(other, found.action(state, action, other))
            same_events(viewer, step.events, after.events)
        except PartedWays:
            assert state.to_act != viewer or of_others(step)
            return gone, cut
        same_to(viewer, step.state, after.state)
        other, gone = after.state, gone + 1
    return gone, cut


def same_events(viewer: Viewer, events: Sequence[Event], others: Sequence[Event]) -> None:
    """That a viewer is told the same. PartedWays where everybody sees what is possible with a hand."""
    here, there = events_for(events, viewer), events_for(others, viewer)
    differs = next((pair for pair in zip_longest(here, there) if pair[0] != pair[1]), None)
    if differs is not None and {getattr(event, "type", None) for event in differs} in BY_HANDS:
        assert all(getattr(event, "seat", None) != viewer or viewer is None for event in differs)
        raise PartedWays
    assert to_json(here) == to_json(there)
    assert here == there


#: Two kinds of event that can stand in the same place by right: of a question, by how many possibilities a hand has for
#: it (T-16); of a rival's ability, by whether the human's hand fulfils its condition (O-9).
BY_HANDS = (
    {"choice-due", "choice-made"},
    {"choice-due", "choice-impossible"},
    {"choice-made", "choice-impossible"},
    {"card-resolved", "phase-began"},
)


def of_others(step: Step) -> bool:
    """Whether an action led to a choice of somebody else's."""
    return bool({event.type for event in step.events} & {"choice-due", "choice-made", "choice-impossible"})


# --- what somebody may try -------------------------------------------------------------------------------------------


def attempts(state: GameState) -> list[Any]:
    """Things that somebody may send, most of which are not legal."""
    odd: Any = "0"
    number: Any = 7
    return [
        *(Offer(gift, slot) for gift in (*state.ruleset.gifts, "bride", "x" * 99) for slot in (0, 2, 9)),
        *(Offer("bribe", -1), Offer("bribe", odd), Offer(number, 0), Offer("bribe", 0, state.step + 1)),
        *(Choose(0), Choose(99), Choose(-1), Choose(odd), Choose(True), Pass(), Pass(state.step), "pass", None),
    ]


def tells_by_right(state: GameState, other: GameState, attempt: Any) -> bool:
    """Whether it is for a good reason that an attempt ends differently: only with that card in hand it would be legal.

    Nothing but refusing to look can hide this, which is why hosts ask `views.explain`.
    """
    if isinstance(attempt, Offer) and state.decision is None:
        hands = [game.players[game.active].hand for game in (state, other)]
        return (attempt.gift in hands[0]) != (attempt.gift in hands[1])
    if isinstance(attempt, Choose) and state.decision is not None and other.decision is not None:
        return len(state.decision.options) != len(other.decision.options)
    return state.decision is None and bool(legal.offers(state)) != bool(legal.offers(other))


def of_hand(asked: Decision | None) -> bool:
    """Whether it is a choice among gifts of a hand."""
    return asked is not None and any(isinstance(option, GiftOption) for option in asked.options)


def until(steps: Iterable[tuple[GameState, Action, Step]], stop: Callable[[GameState], bool]) -> GameState | None:
    """The first state of a game at which this holds."""
    return next((state for state, _, _ in steps if stop(state)), None)
