"""What lasting rules answer, and when: as soon as the effect under way is over, before anything else happens.

What has been told since the last time is gone through event by event. Of the answers to one moment those of whoever's
turn it is come first, then clockwise; of one player's, that player chooses the order. An answer can be answered by
another rule, but never by its own, and what answers an answer is answered by none: so it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from serviam_rules.effects import vm
from serviam_rules.effects.by_rules import REWARD
from serviam_rules.effects.force import InForce, Rules, comes_in, end, used
from serviam_rules.effects.running import Emit
from serviam_rules.effects.ways import Way
from serviam_rules.events import (
    CardResolved,
    ChoiceMade,
    FirstPlayerSet,
    GiftDiscarded,
    GiftDrawn,
    GiftOffered,
    MarkerMoved,
    PlaceTurnedUp,
    PowerholderReplaced,
    TurnBegan,
    TurnEnded,
    VpChanged,
)
from serviam_rules.state import Draft, PlaceRef, Waiting
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, Seat, Side, evolve

#: How many rules can follow from one another, and how much can wait to be carried out; what is more is left.
LONGEST_CHAIN: Final = 2
MOST_WAITING: Final = 200

#: The moments that an event is, whom it is about, whose it is, which gift, and where.
Happening: TypeAlias = tuple[tuple[str, ...], PowerholderId | None, Side | None, GiftId | None, PlaceRef | None]


class Answering:
    """What is answered while one action is carried out. `log` takes down the events."""

    def __init__(self, draft: Draft, log: Emit) -> None:
        rules: Rules = draft.ruleset.tables.lasting
        self.draft: Draft = draft
        self.log: Any = log
        self.told: int = 0
        self.about: frozenset[Way] = rules.about
        self.answered_by: frozenset[Any] = _answered(rules.about)
        self.watched: frozenset[Any] = self.answered_by | _ENDING

    def settle(self, ended: bool) -> bool:
        """Carry out what waits, if the effect under way has ended. False if a player has to act first."""
        draft, told, watched = self.draft, self.log if self.log.__class__ is list else self.log.events, self.watched
        while True:
            while self.told < len(told):
                record = told[self.told]
                self.told += 1
                if (record[0] if record.__class__ is tuple else record.__class__) in watched:
                    self._happened(record)
            if draft.outcome is not None:
                draft.waiting = ()
            if not ended or not draft.waiting:
                return ended
            if draft.waiting[0].begun:
                draft.waiting = draft.waiting[1:]
                continue
            due = vm.pending(draft)
            if due is not None:
                draft.decision = due
                return False
            ended = self._begin()

    def answered(self, option: int) -> bool:
        """Carry out the answer that was chosen to be the next."""
        draft = self.draft
        asked = draft.decision
        assert asked is not None
        draft.decision = None
        chosen: Any = asked.options[option]
        ChoiceMade.tell(draft, self.log, asked.seat, asked.prompt, chosen, False, False)
        first = vm.first_to_answer(draft)[option]
        left = [*draft.waiting]
        left.remove(first)
        draft.waiting = (first, *left)
        return self._begin()

    def _begin(self) -> bool:
        """Carry out the first that waits. True if that has ended."""
        draft, log = self.draft, self.log
        first = evolve(draft.waiting[0], begun=True)
        draft.waiting = (first, *draft.waiting[1:])
        CardResolved.tell(draft, log, first.program, first.side, first.target)
        if first.position is None:
            return vm.start(draft, first.program, first.side, log, first.target, first.place)
        go_on: Callable[..., bool] = draft.ruleset.tables.functions.resume[first.program, first.position + 1]
        return go_on(draft, log, first.side, first.target, first.place, first.answers)

    def again(self, seat: Seat, gift: GiftId, slot: int, recipient: PowerholderId, times: int) -> None:
        """Carry out the icons of an offered gift so many times more."""
        place = PlaceRef(seat, slot)
        more = Waiting(f"gift/{gift}", None, (), seat, recipient, place, self._next_moment, (), False)
        self.draft.waiting += (more,) * times

    @property
    def _next_moment(self) -> int:
        waiting = self.draft.waiting
        return waiting[-1].moment + 1 if waiting else 0

    # ---- what has been told since

    def _happened(self, record: Any) -> None:
        """Let rules end that hold until now, and the others answer what has happened."""
        draft, log = self.draft, self.log
        kind: Any = record.__class__
        if kind is tuple:
            kind, fields = record[0], record[1:]
        else:
            fields = [getattr(record, name) for name in kind.__match_args__]
        if kind is FirstPlayerSet:
            draft.waiting = ()  # what happens in the setup is answered by nothing
        elif kind is TurnBegan and draft.lasting:
            end(draft, log, "next_turn", fields[0])
            if draft.bazzi_betti is not None:
                end(draft, log, "next_turn", BAZZI_BETTI)
        if kind in self.answered_by:
            self._answer(_happening(draft, kind, fields))
        if kind is TurnEnded and draft.lasting:
            end(draft, log, "end_of_turn")

    def _answer(self, happening: Happening) -> None:
        draft = self.draft
        moments, who, side, gift, place = happening
        ways = [("answer", moment) for moment in moments if ("answer", moment) in self.about]
        running = draft.waiting[0] if draft.waiting and draft.waiting[0].begun else None
        chain = () if running is None else running.chain
        if len(chain) >= LONGEST_CHAIN:
            return
        found: list[Waiting] = []
        number = self._next_moment
        target = draft.offering.recipient if draft.offering else None
        for one, _ in comes_in(draft, ways, who, side, gift, place):
            rule, laid = one.rule, one.as_laid
            if rule.program in chain or (moments == ("offers",) and _is_offered(one, gift, place)):
                continue
            own = (*chain, rule.program)
            found.append(
                Waiting(rule.program, rule.position, laid.answers, one.side, target, laid.place, number, own, False)
            )
            used(draft, self.log, one)
        if not found:
            return
        order = {side: at for at, side in enumerate(_clockwise(draft))}
        found.sort(key=lambda waiting: order[waiting.side])
        draft.waiting += tuple(found[: MOST_WAITING - len(draft.waiting)])


def _is_offered(one: InForce, gift: GiftId | None, place: PlaceRef | None) -> bool:
    """Whether it is a rule of the very gift that is offered: that begins to hold with it, and answers later ones."""
    return one.topmost and one.place == place and one.rule.program.startswith(f"lasting-gift/{gift}/")


def _clockwise(draft: Draft) -> Iterator[Side]:
    count = len(draft.players)
    yield from ((draft.active + at) % count for at in range(count))
    yield BAZZI_BETTI


# ---- which events are which moments


def _happening(draft: Draft, kind: Any, of: Sequence[Any]) -> Happening:
    """What an event with these fields is to rules."""
    if kind is MarkerMoved:
        who, _, start, end = of
        moments = ("moves", "moves_right" if end > start else "moves_left") if end != start else ()
        return moments, who, None, None, None
    if kind is VpChanged:
        side, _, start, end, source = of
        changed = ("gains",) if end > start else ("loses",) if end < start else ()
        if source != REWARD:
            return changed, None, side, None, None
        return (*changed, "rewards"), draft.offering.recipient if draft.offering else None, side, None, None
    if kind is GiftOffered:
        seat, gift, slot, who = of
        return ("offers",), who, seat, gift, PlaceRef(seat, slot)
    if kind is GiftDiscarded:
        side, gift, _ = of
        return ("discards",), None, side, gift, None
    if kind is PowerholderReplaced:
        return ("replaces",), None, of[0], None, PlaceRef(of[0], of[1])
    if kind is PlaceTurnedUp:
        return ("turns_up",), of[2], of[0], None, PlaceRef(of[0], of[1])
    return _MOMENTS[kind], None, of[0], None, None


#: The moments that an event of a class can be.
_MOMENTS: Final[dict[Any, tuple[str, ...]]] = {
    GiftOffered: ("offers",),
    MarkerMoved: ("moves", "moves_left", "moves_right"),
    VpChanged: ("gains", "loses", "rewards"),
    GiftDrawn: ("draws",),
    GiftDiscarded: ("discards",),
    PowerholderReplaced: ("replaces",),
    PlaceTurnedUp: ("turns_up",),
    TurnBegan: ("turn_begins",),
    TurnEnded: ("turn_ends",),
}


#: The events with which rules end, and that by which the setup does.
_ENDING: Final = frozenset({FirstPlayerSet, TurnBegan, TurnEnded})


@lru_cache(maxsize=64)
def _answered(about: frozenset[Way]) -> frozenset[Any]:
    """The classes of events that rules about these moments answer."""
    answered = {moment for way, moment in about if way == "answer"}
    return frozenset([kind for kind, moments in _MOMENTS.items() if answered.intersection(moments)])
