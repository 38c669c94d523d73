"""The chance of a game whose hands all lie open: node by node, one reveal at a time.

Whoever knows all hands knows which cards the gift deck holds, only not in what order; of each family what everybody
knows, and the rows that their owners know. `chance(..., knowing="all")` plays an action until a card or a lot comes to
light; that is a node, and each thing it can be leads on, to the next node or to the end of the action. What lies where
nobody looks is dealt at random in the states at the end, and nothing that follows hangs on it: whatever comes to light
later is a node again.

It is found by playing anew from the beginning: what has been chosen so far is laid where it will be looked for, just
before it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, Literal, TypeAlias

from serviam_rules.actions import Action
from serviam_rules.effects.link import tables
from serviam_rules.errors import IllegalAction, UsageError, shortened
from serviam_rules.events import (
    DeckTopTurnedUp,
    Event,
    FirstPlayerSet,
    GiftDealt,
    GiftDrawn,
    LetterSetAside,
    LotDrawn,
    PlaceTurnedUp,
    PowerholderReplaced,
    RivalDeckTopTurnedUp,
    RivalReplaced,
    RivalRevealed,
    RowLaid,
)
from serviam_rules.game import Step
from serviam_rules.model import Ruleset
from serviam_rules.rng import Rng, from_seed
from serviam_rules.rules import legal, phases, setup
from serviam_rules.rules.options import GameOptions
from serviam_rules.state import Draft, GameState, PlaceView
from serviam_rules.values import ROWS_KNOWN, Side, evolve, value
from serviam_rules.views.hidden import OwnerView
from serviam_rules.views.look import look
from serviam_rules.views.odds import odds_of_place, odds_of_top
from serviam_rules.views.worlds import Source, lay

Kind: TypeAlias = Literal["gift", "powerholder", "rival", "seat", "lot"]
#: Plays from a beginning: to the end, telling every event to the log.
Play: TypeAlias = Callable[[Draft, Any], None]


@value
class Reveal:
    """One thing that can come to light at a node.

    `what` says of which kind it is; `card` is the id of the card, the number of the seat that is to begin, or the
    number of the option that a lot falls on, among those of its event. A powerholder lies on a `side`, at the place
    `slot` of its row or, if that is None, on top of its deck; `left` is whom a card of the deck replaces, if that comes
    to light by it too (D-5).
    """

    probability: Fraction
    what: Kind
    card: str | int
    side: Side | None = None
    slot: int | None = None
    left: str | None = None


class ChanceNode:
    """A moment at which something comes to light: `reveals` are all it can be, their probabilities add up to 1.

    `events` are those before it, as whoever knows all hands sees them; `type` is that of the event that reveals it.
    """

    __slots__ = ("_chances", "_script", "events", "reveals", "type")

    def __init__(
        self,
        chances: OpenChances,
        script: tuple[tuple[int, Reveal], ...],
        type_: str,
        events: tuple[Event, ...],
        reveals: tuple[Reveal, ...],
    ) -> None:
        self._chances = chances
        self._script = script
        self.type: str = type_
        self.events: tuple[Event, ...] = events
        self.reveals: tuple[Reveal, ...] = reveals

    def take(self, reveal: int) -> ChanceNode | Step:
        """What follows if number `reveal` of `reveals` comes to light. UsageError if there is no such number."""
        if type(reveal) is not int or not 0 <= reveal < len(self.reveals):
            raise UsageError(f"{shortened(reveal)} is no reveal of 0 to {len(self.reveals) - 1}")
        return self._chances.after((*self._script, (len(self.events), self.reveals[reveal])))

    def __repr__(self) -> str:
        return f"<ChanceNode {self.type}: {len(self.reveals)} reveals after {len(self.events)} events>"


class OpenChances:
    """The chance of an action, or of the deal, for whoever knows all hands.

    `first` is a ChanceNode, or the Step itself where nothing comes to light. All of it is exact, however much there is;
    nodes are made when they are asked for.
    """

    __slots__ = ("_begin", "_play")

    def __init__(self, begin: GameState, play: Play) -> None:
        self._begin = begin
        self._play = play

    @property
    def first(self) -> ChanceNode | Step:
        """Where chance begins."""
        return self.after(())

    def after(self, script: tuple[tuple[int, Reveal], ...]) -> ChanceNode | Step:
        """What follows after these reveals, each with the number of events before it."""
        draft = Draft.of(self._begin)
        director = _Director(self._begin, script)
        director.bring(draft)
        try:
            self._play(draft, director)
        except _Node as node:
            return ChanceNode(self, script, node.event.type, tuple(director.events), node.reveals)
        return Step(draft.commit(), tuple(director.events))

    def outcomes(self) -> Iterator[tuple[Fraction, Step]]:
        """Every way it can go, with its probability, in order; of a deal there are too many to wait for."""
        waiting: list[tuple[Fraction, ChanceNode | Step]] = [(Fraction(1), self.first)]
        while waiting:
            probability, found = waiting.pop()
            if isinstance(found, Step):
                yield probability, found
            else:
                for at in reversed(range(len(found.reveals))):
                    waiting.append((probability * found.reveals[at].probability, found.take(at)))

    def sample(self, seed: int | str) -> Step:
        """One way it can go, as likely as it is; the same for the same seed."""
        key, used = from_seed(seed).key, 0
        found = self.first
        while isinstance(found, ChanceNode):
            whole = lcm(*(reveal.probability.denominator for reveal in found.reveals))
            drawn = Fraction(Rng(key, used).below(whole), whole)
            at = 0
            while drawn >= found.reveals[at].probability:
                drawn -= found.reveals[at].probability
                at += 1
            found, used = found.take(at), used + 1
        return found

    def __repr__(self) -> str:
        return f"<OpenChances: {self.first!r}>"


def open_chances(state: GameState, action: Action) -> OpenChances:
    """The chance of an action in a state, for whoever knows all hands. IllegalAction if it is not legal."""
    against = legal.explain(state, action)
    if against is not None:
        raise IllegalAction(against.code, against.message, against.rule)
    return OpenChances(state, lambda draft, log: phases.play(draft, action, log))


def deal(rules: Ruleset, options: GameOptions) -> OpenChances:
    """The chance of the deal (S-2 to S-6, O-3, O-4), for whoever knows all hands: what `start` does, node by node.

    `options` are those of `start`; their seed decides only what stays hidden. Raises what `start` raises.
    """
    tables(rules)
    chosen = evolve(options, seed=0 if options.seed is None else options.seed).checked(rules)
    setup.check_gifts(rules, chosen.players)

    def play(draft: Draft, log: Any) -> None:
        setup.begin(draft, chosen, log)
        phases.begin(draft, log)

    return OpenChances(setup.empty(rules, chosen), play)


# --- playing by a script ---------------------------------------------------------------------------------------------


class _Node(Exception):
    """Something comes to light of which the script does not tell."""

    def __init__(self, event: Event, reveals: tuple[Reveal, ...]) -> None:
        self.event = event
        self.reveals = reveals
        super().__init__(event.type)


class _Director:
    """Carries out events so that what comes to light is what the script says; stops at the first it says nothing of."""

    def __init__(self, begin: GameState, script: tuple[tuple[int, Reveal], ...]) -> None:
        self.script = script
        self.events: list[Any] = []
        #: What the script says of the next event: it lies where that will look for it, so it is not asked again.
        self.laid: tuple[Reveal, ...] = ()
        #: For what stays hidden: another for every state, so that over all states every order of it is as likely.
        self.source = Source(f"open chance {begin.rng.key} {begin.rng.used} {script}")

    def tell(self, draft: Draft, event: Event) -> Event:
        """What happens, unless it is for chance to say."""
        reveals = _reveals(draft, event, self.laid)
        if len(reveals) > 1:
            raise _Node(event, reveals)
        if isinstance(event, FirstPlayerSet) and self.laid:
            event = evolve(event, seat=self.laid[0].card)
        elif isinstance(event, LotDrawn) and self.laid and event.options is not None:
            event = evolve(event, option=event.options[int(self.laid[0].card)])
        self.events.append(event)
        event.happen(draft)
        self.bring(draft)
        return event

    def bring(self, draft: Draft) -> None:
        """Lay what the script says of the next event where that will look for it."""
        self.laid = tuple(reveal for at, reveal in self.script if at == len(self.events))
        for reveal in self.laid:
            if reveal.what == "gift":
                draft.gift_deck = self._moved(draft.gift_deck, reveal.card)
            elif reveal.what == "rival":
                draft.rival_deck = self._moved(draft.rival_deck, reveal.card)
            elif reveal.what == "powerholder" and reveal.side is not None:
                self._lay(draft, reveal.side, reveal)

    def _moved(self, deck: tuple[Any, ...], card: str | int, to: int = 0) -> tuple[Any, ...]:
        """The deck with a card of it moved up to a position, by default to the top.

        Any copy of it alike: were it always the first, the others would tend to lie deeper than chance has them.
        """
        copies = [at for at in range(to, len(deck)) if deck[at] == card]
        at = copies[self.source.below(len(copies))]
        return (*deck[:to], card, *deck[to:at], *deck[at + 1 :])

    def _lay(self, draft: Draft, side: Side, reveal: Reveal) -> None:
        """Lay the cards of a side so that this comes to light next."""
        owner, card = draft.edit(side), str(reveal.card)
        if not owner.row:  # which is laid next, from the top of the deck
            owner.deck = self._moved(owner.deck, card, reveal.slot or 0)
            return
        who, top = card, None
        if reveal.slot is None or reveal.left is not None:
            who, top = reveal.left or "", card
        place = None if reveal.slot is None else (reveal.slot, who)
        owner.row, owner.deck = lay(_owner(draft, side), self.source, place, top)


def _reveals(draft: Draft, event: Event, laid: tuple[Reveal, ...]) -> tuple[Reveal, ...]:
    """What else this event could bring to light, itself among it; () where it brings nothing (more) to light.

    `laid` is what of it has been settled: so many places of a row that its owner looks at (S-7), or who leaves a place.
    """
    if isinstance(event, RowLaid):
        return _row(draft, event, len(laid))
    if isinstance(event, PowerholderReplaced):
        return _replacement(_owner(draft, event.side), event, laid)
    if laid:
        return ()
    match event:
        case GiftDrawn() | GiftDealt() | LetterSetAside():
            return _of_deck("gift", draft.gift_deck)
        case PlaceTurnedUp(side, slot):
            owner = _owner(draft, side)
            known = owner.row[slot].powerholder
            odds = odds_of_place(owner) if known is None else {known: Fraction(1)}
            return tuple(Reveal(chance, "powerholder", who, side, slot) for who, chance in odds.items())
        case DeckTopTurnedUp(side):
            odds = odds_of_top(_owner(draft, side))
            return tuple(Reveal(chance, "powerholder", who, side) for who, chance in odds.items())
        case RivalRevealed() | RivalReplaced() | RivalDeckTopTurnedUp():
            return () if draft.rival_deck_open else _of_deck("rival", draft.rival_deck)
        case FirstPlayerSet(by_chance=True):
            seats = len(draft.players)
            return tuple(Reveal(Fraction(1, seats), "seat", seat) for seat in range(seats))
        case LotDrawn(options=tuple(options)):
            share = Fraction(1, len(options))
            return tuple(
                Reveal(options.count(option) * share, "lot", at)
                for at, option in enumerate(options)
                if options.index(option) == at
            )
        case _:
            return ()


def _row(draft: Draft, event: RowLaid, laid: int) -> tuple[Reveal, ...]:
    """Who can lie at the next place of a row that its owner looks at."""
    if draft.arrangement not in ROWS_KNOWN or not isinstance(event.side, int) or laid == event.places:
        return ()
    left = sorted(draft.players[event.side].deck[laid:])
    return tuple(Reveal(Fraction(1, len(left)), "powerholder", who, event.side, laid) for who in left)


def _of_deck(what: Kind, deck: tuple[str, ...]) -> tuple[Reveal, ...]:
    """What can be on top of a deck whose cards are known, but not their order."""
    return tuple(Reveal(Fraction(count, len(deck)), what, card) for card, count in sorted(Counter(deck).items()))


def _replacement(owner: OwnerView, event: PowerholderReplaced, laid: tuple[Reveal, ...]) -> tuple[Reveal, ...]:
    """Who leaves the place, if the card there lay face down; then who comes from the deck."""
    side, slot, place = event.side, event.slot, owner.row[event.slot]
    known = place.powerholder
    lefts = {known: Fraction(1)} if known is not None else odds_of_place(owner)
    if not laid and len(lefts) > 1:
        return tuple(Reveal(chance, "powerholder", who, side, slot) for who, chance in lefts.items())
    if len(laid) == (1 if len(lefts) == 1 else 2):
        return ()
    left = str(laid[0].card) if laid else next(iter(lefts))
    row = (*owner.row[:slot], PlaceView(left, place.face_up, place.gifts), *owner.row[slot + 1 :])
    news = odds_of_top(evolve(owner, row=row))
    if known is not None:
        return tuple(Reveal(chance, "powerholder", who, side) for who, chance in news.items())
    return tuple(Reveal(chance, "powerholder", who, side, slot, left) for who, chance in news.items())


def _owner(draft: Draft, side: Side) -> OwnerView:
    """A side as whoever knows all hands sees it: also the row that its owner knows (S-7)."""
    table: Any = draft
    if isinstance(side, int):
        return look(table, side).players[side]
    owner = look(table, None).bazzi_betti
    assert owner is not None
    return owner
