"""What an action could bring to light, and what it does before that.

Chance, here, is whatever the acting seat cannot know beforehand and will see: cards drawn or turned up, whoever is
drawn to begin. How likely each is follows from that seat's view alone: as likely as among the worlds the view allows
(`determinize`). So what this module says is the same for all states the seat cannot tell apart, and it looks at none.

It is found by playing. The action is played in a world of the view; a director stands where events are recorded and
stops at the first by which something comes to light. Then it is played anew for every card that could lie there, with
that card put there - and so on to the end, or until there are too many ways.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, cast, overload

from serviam_rules.actions import Action
from serviam_rules.effects.gifts import Hand
from serviam_rules.effects.link import tables
from serviam_rules.effects.node import Node, walk
from serviam_rules.effects.ops.let import Let
from serviam_rules.effects.players import You
from serviam_rules.effects.trees import answers_in, effects
from serviam_rules.errors import IllegalAction, UsageError, shortened
from serviam_rules.events import (
    DeckTopTurnedUp,
    Event,
    FirstPlayerSet,
    GameEvent,
    GiftDealt,
    GiftDrawn,
    LetterSetAside,
    LotDrawn,
    PlaceTurnedUp,
    PowerholderReplaced,
    RivalDeckTopTurnedUp,
    RivalReplaced,
    redacted,
)
from serviam_rules.game import Step, apply
from serviam_rules.model import Ruleset
from serviam_rules.rules import phases
from serviam_rules.state import Draft, GameState, Option, PlaceView, View, ViewDraft
from serviam_rules.values import Side, evolve, value
from serviam_rules.views.hidden import OwnerView, open_gifts
from serviam_rules.views.look import begin_advance, events_for, explain, look, view
from serviam_rules.views.nodes import OpenChances, open_chances
from serviam_rules.views.odds import odds_of_gift, odds_of_place, odds_of_rival, odds_of_top
from serviam_rules.views.worlds import Source, deal, determinize, lay, rivals

#: The most outcomes that are listed.
MOST_OUTCOMES: Final = 128
#: Why a preview stops where an effect looks into the hand of somebody else.
OTHER_HANDS: Final = "other-hands"

Way: TypeAlias = tuple[Event, Fraction]


@value
class ChanceOutcome:
    """One thing that can come of an action, and how likely it is.

    `step.events` are as the acting seat sees them. `step.state` is one of the worlds that are left then: what that seat
    still cannot see in it is dealt at random.
    """

    probability: Fraction
    step: Step

    def __repr__(self) -> str:
        return f"<ChanceOutcome {self.probability}: {len(self.step.events)} events>"


@value
class Chances:
    """What can come of an action, as far as its seat can know.

    If `exact`, `outcomes` are all there are, no two of which look alike to the acting seat; their probabilities add up
    to exactly 1. If not, there are more than 128, or an effect looks into other hands: `outcomes` is empty, and there
    is only `sample`.
    """

    view: View
    action: Action
    exact: bool
    outcomes: tuple[ChanceOutcome, ...]

    def __repr__(self) -> str:
        found = f"{len(self.outcomes)} outcomes" if self.exact else "a sampler"
        return f"<Chances of {shortened(self.action)} at step {self.view.step}: {found}>"

    def sample(self, seed: int | str) -> Step:
        """One outcome at random, as likely as it is; the same for the same seed."""
        step = apply(determinize(self.view, seed), self.action)
        return Step(step.state, events_for(step.events, self.view.seat))


@value
class Preview:
    """What an action does, up to the first event by which something would come to light.

    `events` are as the acting seat sees them; `stops` is the type of the event that is not shown any more
    (`gift-drawn`), or `other-hands` where what happens hangs on the hands of others, or None if all is shown.
    """

    events: tuple[GameEvent, ...]
    stops: str | None


@overload
def chance(game: GameState | View, action: Action, *, knowing: Literal["own"] = "own") -> Chances: ...
@overload
def chance(game: GameState, action: Action, *, knowing: Literal["all"]) -> OpenChances: ...
def chance(game: GameState | View, action: Action, *, knowing: Literal["own", "all"] = "own") -> Chances | OpenChances:
    """What the action of the seat to act can bring, as far as somebody can know.

    - `knowing="own"`: as far as that seat can know; from a state or from its view.
    - `knowing="all"`: for whoever knows all hands, from a state: explicit nodes, one reveal at a time, always exact.

    Raises IllegalAction for an action that is not legal.
    """
    if knowing == "all":
        if type(game) is not GameState:
            wrong = type(game).__name__
            raise UsageError(f"the chance for whoever knows all hands is that of a GameState, not of {wrong}")
        return open_chances(game, action)
    if knowing != "own":
        raise UsageError(f'knowing is "own" or "all", not {shortened(knowing)}')
    seen = _acting(game, action)
    found = _outcomes(seen, action)
    return Chances(seen, action, found is not None, found or ())


def preview(game: GameState | View, action: Action) -> Preview:
    """What the action of the seat to act does for certain, up to the first thing that would come to light.

    From a state or from that seat's view. Raises IllegalAction for an action that is not legal.
    """
    acting_view = _acting(game, action)
    if looks_into_hands(acting_view.ruleset, acting_view.mode):
        return Preview((), OTHER_HANDS)
    director = Director(acting_view, ())
    try:
        director.play(determinize(acting_view, 0), action)
    except Fork as fork:
        # Whether a letter is drawn in the deal (S-4) is itself chance.
        stops = GiftDealt.type if isinstance(fork.event, LetterSetAside) else fork.event.type
        return Preview(events_for(director.events, acting_view.seat), stops)
    return Preview(events_for(director.events, acting_view.seat), None)


def _acting(game: GameState | View, action: Action) -> View:
    """The view of the seat whose action this is, if it is legal."""
    if type(game) not in (View, GameState):
        raise UsageError(f"chance is that of a View or a GameState, not of {type(game).__name__}")
    acting_view = game if isinstance(game, View) else view(game, game.to_act)
    against = explain(acting_view, action)
    if against is not None:
        raise IllegalAction(against.code, against.message, against.rule)
    return acting_view


def _outcomes(acting_view: View, action: Action) -> tuple[ChanceOutcome, ...] | None:
    """Every outcome, or None if they cannot be listed."""
    if looks_into_hands(acting_view.ruleset, acting_view.mode):
        return None
    world = determinize(acting_view, 0)
    waiting: deque[tuple[tuple[int, ...], tuple[Event, ...], Fraction]] = deque([((), (), Fraction(1))])
    found: list[tuple[tuple[int, ...], ChanceOutcome]] = []
    while waiting:
        if len(found) + len(waiting) > MOST_OUTCOMES:
            return None
        path, script, probability = waiting.popleft()
        try:
            state = (director := Director(acting_view, script)).play(world, action)
        except Fork as fork:
            if not fork.ways:
                return None
            waiting += [((*path, n), (*script, event), probability * odds) for n, (event, odds) in enumerate(fork.ways)]
        else:
            found.append((path, ChanceOutcome(probability, Step(state, events_for(director.events, acting_view.seat)))))
    return tuple(outcome for _, outcome in sorted(found, key=lambda one: one[0]))


# --- the director ----------------------------------------------------------------------------------------------------


class Fork(Exception):
    """Something comes to light of which the script does not tell: `ways` it can be, () if they cannot be listed."""

    def __init__(self, event: Event, ways: tuple[Way, ...]) -> None:
        self.event = event
        self.ways = ways
        super().__init__(event.type)


class Director:
    """Plays an action so that what comes to light is what the script says, event by event; Fork at its end."""

    def __init__(self, acting_view: View, script: tuple[Event, ...]) -> None:
        self.seat: int | None = acting_view.seat
        self.script = script
        self.seeing: ViewDraft = begin_advance(acting_view)
        self.events: list[Any] = []
        self.used: int = 0

    def play(self, world: GameState, action: Action) -> GameState:
        """The state after the action."""
        draft = Draft.of(world)
        phases.play(draft, action, self)
        return draft.commit()

    def tell(self, draft: Draft, event: Event) -> Event:
        """What happens, as the script has it."""
        directed = self._direct(draft, event)
        self.events.append(directed)
        redacted(directed, self.seat).happen(self.seeing)
        directed.happen(draft)
        return directed

    def _direct(self, draft: Draft, event: Event) -> Event:
        ways = self._ways(event)
        if ways is None or len(ways) == 1:
            return event
        if self.used == len(self.script):
            raise Fork(event, ways)
        directed = self.script[self.used]
        self.used += 1
        self._bring(draft, directed)
        return directed

    def _owner(self, side: Side) -> OwnerView:
        acting_view = look(self.seeing, self.seat)
        return acting_view.players[side] if isinstance(side, int) else cast(OwnerView, acting_view.bazzi_betti)

    def _ways(self, event: Event) -> tuple[Way, ...] | None:
        """What this event can be instead, each with its probability; None if nothing comes to light by it."""
        match event:
            case GiftDrawn(seat) if seat == self.seat:
                return _each(event, "gift", odds_of_gift(look(self.seeing, self.seat)))
            case PlaceTurnedUp(side, slot):
                owner = self._owner(side)
                known = owner.row[slot].powerholder is not None
                return None if known else _each(event, "powerholder", odds_of_place(owner))
            case DeckTopTurnedUp(side):
                return _each(event, "powerholder", odds_of_top(self._owner(side)))
            case RivalDeckTopTurnedUp():
                return _each(event, "rival", odds_of_rival(look(self.seeing, self.seat)))
            case RivalReplaced():
                return _each(event, "new", odds_of_rival(look(self.seeing, self.seat)))
            case PowerholderReplaced():
                return _replacements(event, self._owner(event.side))
            case FirstPlayerSet(by_chance=True):
                seats = len(self.seeing.players)
                return tuple((evolve(event, seat=seat), Fraction(1, seats)) for seat in range(seats))
            case LotDrawn(options=options):
                seen = not event.private or event.seat == self.seat
                return _lots(event, options or ()) if seen else None
            case GiftDrawn():
                return None
            case _:
                return () if event.reveals(self.seat) else None

    def _bring(self, draft: Draft, event: Event) -> None:
        """Deal the hidden cards of the draft anew, so that this event is what happens."""
        acting_view = look(self.seeing, self.seat)
        source = Source(f"chance {self.script[: self.used]}")
        match event:
            case GiftDrawn(gift=str(gift)):
                hands, draft.gift_deck = deal(open_gifts(acting_view), source, top=gift)
                for seat, dealt in hands.items():
                    draft.edit(seat).hand = acting_view.players[seat].known_hand + dealt
            case PlaceTurnedUp(side, slot, who):
                self._lay(draft, side, source, place=(slot, who))
            case DeckTopTurnedUp(side, who):
                self._lay(draft, side, source, top=who)
            case PowerholderReplaced(side, slot, old, new):
                place = (slot, old) if self._owner(side).row[slot].powerholder is None else None
                self._lay(draft, side, source, place=place, top=new)
            case RivalDeckTopTurnedUp(rival) | RivalReplaced(new=rival):
                draft.rival_deck = rivals(acting_view, source, rival)
            case _:
                pass

    def _lay(
        self, draft: Draft, side: Side, source: Source, place: tuple[int, str] | None = None, top: str | None = None
    ) -> None:
        owner = draft.edit(side)
        owner.row, owner.deck = lay(self._owner(side), source, place, top)


def _each(event: Event, field: str, odds: Mapping[str, Fraction]) -> tuple[Way, ...]:
    return tuple((evolve(event, **{field: card}), chance) for card, chance in odds.items())


def _lots(event: LotDrawn, options: tuple[Option, ...]) -> tuple[Way, ...]:
    """Each lot is equally likely; equal ones look alike."""
    share = Fraction(1, len(options))
    odds = {option: options.count(option) * share for option in options}
    return tuple((evolve(event, option=option), chance) for option, chance in odds.items())


def _replacements(event: PowerholderReplaced, owner: OwnerView) -> tuple[Way, ...]:
    """Both the card that leaves, if it lay face down, and the one that comes can be hidden."""
    place = owner.row[event.slot]
    olds = odds_of_place(owner) if place.powerholder is None else {event.old: Fraction(1)}
    ways: list[Way] = []
    for old, chance in olds.items():
        row = (*owner.row[: event.slot], PlaceView(old, place.face_up, place.gifts), *owner.row[event.slot + 1 :])
        for new, of_these in odds_of_top(evolve(owner, row=row)).items():
            ways.append((evolve(event, old=old, new=new), chance * of_these))
    return tuple(ways)


# --- effects that look into hands ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def looks_into_hands(rules: Ruleset, mode: str) -> bool:
    """Whether some effect of this mode hangs on what is in another hand than that of whoever acts: none of the
    reference set does. In solo there is only one hand."""
    if mode == "solo":
        return False
    for program, steps in effects(rules).items():
        if program.startswith(("rival/", "solo/")):
            continue
        # What lasting rules answer with is seldom carried out for whoever acts; nor what others are let do.
        own = not program.startswith(("scoring/", "lasting-"))
        others = [
            *[step for do in answers_in(steps) for step in do],
            *[let for step in steps for let in walk(step) if isinstance(let, Let)],
        ]
        if any(_looks(part, own) for step in steps for part in walk(step)) or any(
            _looks(part, False) for step in others for part in walk(step)
        ):
            return True
    return any(_looks(part, False) for part in walk(tables(rules).tie_break))


def _looks(part: Node, own: bool) -> bool:
    """Whether a part of an effect finds gifts of hands. If `own`, those of whoever resolves it do not matter."""
    return isinstance(part, Hand) and not (own and isinstance(part.of, You))
