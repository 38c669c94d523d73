"""Lasting rules at work: which of them come in when something happens.

A rule of a card holds while that lies in a row, face up; one that was laid down, until it ends (`GameState.lasting`).
Owners go clockwise from whoever's turn it is, and of one owner's the cards from the left, the lower gifts first; then
come those that were laid down, in that order. Nothing here is called in a game whose cards have no such rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from serviam_rules.effects.running import Emit, show
from serviam_rules.effects.ways import Way
from serviam_rules.events import RuleApplied, RuleEnded, RuleLaid
from serviam_rules.state import Draft, GiftRef, Lasting, PlaceRef
from serviam_rules.values import BAZZI_BETTI, GiftId, PowerholderId, Seat, Side, value

#: The most rules that can be laid down and hold at a time.
MOST_LAID: Final = 40


@value
class Known:
    """A rule, as the tables of a ruleset know it: where it stands, what it does to which moment, and when it ends.

    `until` is "" for the rule of a card; `answers` is how many answers its program keeps.
    """

    program: str
    position: int
    way: str
    moment: str
    until: str
    answers: int


class Rules(NamedTuple):
    """All lasting rules of a ruleset: those of cards by what they do to which moment, and those that are laid down."""

    gifts: Mapping[Way, Mapping[GiftId, Sequence[Known]]]
    powerholders: Mapping[Way, Mapping[PowerholderId, Sequence[Known]]]
    laid: Mapping[tuple[str, int], Known]
    #: What is done to which moments, by any of them.
    about: frozenset[Way]


class InForce(NamedTuple):
    """A rule that holds now: what the table knows of it, whose it is, and where its card lies, or what laid it down.

    `side` has it. `place` says where its card lies, and `topmost` whether it is a gift with none on it; `laid` is the
    entry of the state.
    """

    rule: Known
    side: Side
    place: PlaceRef | None
    topmost: bool
    laid: Lasting | None

    @property
    def as_laid(self) -> Lasting:
        """What is known of it, as for a rule that was laid down."""
        if self.laid is not None:
            return self.laid
        none = (None,) * self.rule.answers
        return Lasting(self.rule.program, self.rule.position, none, self.side, None, self.place)


def in_force(table: Any, ways: Iterable[Way] | None = None) -> list[InForce]:
    """The rules that hold in a state, draft or view: all, or those that do something to these moments."""
    rules: Rules | None = table.ruleset.tables.lasting
    found: list[InForce] = []
    if rules is None:
        return found
    for way in sorted(rules.about) if ways is None else ways:
        if way not in rules.about:
            continue
        gifts, powerholders = rules.gifts.get(way, _NONE), rules.powerholders.get(way, _NONE)
        if gifts or powerholders:
            for side, row in _rows(table):
                for slot, lying in enumerate(row):
                    if not lying.face_up:
                        continue
                    if lying.powerholder in powerholders:
                        place = PlaceRef(side, slot)
                        found += [InForce(rule, side, place, False, None) for rule in powerholders[lying.powerholder]]
                    last = len(lying.gifts) - 1
                    for depth, gift in enumerate(lying.gifts):
                        if gift in gifts:
                            place = PlaceRef(side, slot)
                            found += [InForce(rule, side, place, depth == last, None) for rule in gifts[gift]]
        for laid in table.lasting:
            rule = rules.laid[laid.program, laid.position]
            if (rule.way, rule.moment) == way:
                found.append(InForce(rule, laid.side, laid.place, False, laid))
    return found


_NONE: Final[Mapping[Any, Any]] = {}


def _rows(table: Any) -> list[tuple[Side, Any]]:
    """All rows, clockwise from whoever's turn it is; Bazzi-Betti's last."""
    players, active = table.players, table.active
    found: list[tuple[Side, Any]] = []
    for at in range(len(players)):
        seat = (active + at) % len(players)
        found.append((seat, players[seat].row))
    if table.bazzi_betti is not None:
        found.append((BAZZI_BETTI, table.bazzi_betti.row))
    return found


def comes_in(
    table: Any,
    ways: Sequence[Way],
    who: PowerholderId | None = None,
    side: Side | None = None,
    gift: GiftId | None = None,
    place: PlaceRef | None = None,
) -> list[tuple[InForce, int]]:
    """The rules that come in when this happens, each with how much it adds; 1 where that is no matter of numbers."""
    found: list[tuple[InForce, int]] = []
    for one in in_force(table, ways):
        rule, laid = one.rule, one.as_laid
        test: Callable[..., Any] = table.ruleset.tables.functions.rule[rule.program, rule.position]
        by = test(table, one.side, laid.target, laid.place, laid.answers, one.topmost, who, side, gift, place)
        if by:
            found.append((one, int(by)))
    return found


def lay(draft: Draft, log: Emit, rule: Lasting) -> None:
    """Lay a rule down, unless there are too many. Gifts of hands of which it speaks are shown: it is no secret."""
    if len(draft.lasting) >= MOST_LAID:
        return
    for answer in rule.answers:
        if isinstance(answer, GiftRef) and answer.gift in draft.players[answer.seat].hand:
            show(draft, log, answer.seat, answer.gift)
    RuleLaid.tell(draft, log, rule)


def apply(draft: Draft, log: Emit, one: InForce) -> None:
    """A rule comes in. One that was laid down for once ends with that."""
    RuleApplied.tell(draft, log, one.side, one.rule.program, one.rule.position)
    used(draft, log, one)


def used(draft: Draft, log: Emit, one: InForce) -> None:
    """A rule that was laid down for once, and has come in, ends."""
    if one.laid is not None and one.rule.until == "once":
        RuleEnded.tell(draft, log, one.laid)


def end(draft: Draft, log: Emit, until: str, side: Side | None = None) -> None:
    """The rules that hold until now end, those of all or of one."""
    rules: Rules = draft.ruleset.tables.lasting
    for laid in draft.lasting:
        if rules.laid[laid.program, laid.position].until == until and side in (None, laid.side):
            RuleEnded.tell(draft, log, laid)


# ---- what happens otherwise


def _of_moves(way: str) -> dict[bool, tuple[Way, ...]]:
    """What is done to a move, by whether it goes to the right."""
    return {right: ((way, "moves"), (way, "moves_right" if right else "moves_left")) for right in (True, False)}


FORBID_MOVES: Final = _of_moves("prevent")
ADD_TO_MOVES: Final = _of_moves("add")


def prevented(
    draft: Draft,
    log: Emit,
    ways: tuple[Way, ...],
    who: PowerholderId | None = None,
    side: Side | None = None,
    place: PlaceRef | None = None,
) -> bool:
    """Whether a rule forbids this, which is told."""
    for one, _ in comes_in(draft, ways, who, side, None, place):
        apply(draft, log, one)
        return True
    return False


def added(
    draft: Draft, log: Emit, ways: tuple[Way, ...], who: PowerholderId | None = None, side: Side | None = None
) -> int:
    """How much is added to this, which is told."""
    total = 0
    for one, by in comes_in(draft, ways, who, side):
        apply(draft, log, one)
        total += by
    return total


#: What rules can do to an offer and to a card that is to be replaced.
REPEATS: Final = (("repeat", "offers"),)
FORBIDS: Final = (("prevent", "offers"),)
KEEPS: Final = (("prevent", "replaces"),)


def repeats(draft: Draft, log: Emit, seat: Seat, gift: GiftId, slot: int, recipient: PowerholderId) -> int:
    """How often the icons of an offered gift are carried out once more."""
    found = comes_in(draft, REPEATS, recipient, seat, gift, PlaceRef(seat, slot))
    for one, _ in found:
        apply(draft, log, one)
    return len(found)


def may_offer(table: Any, seat: Seat, gift: GiftId | None, slot: int) -> bool:
    """Whether no rule of a state or view forbids an offer."""
    lying = table.players[seat].row[slot]
    return not comes_in(table, FORBIDS, lying.powerholder, seat, gift, PlaceRef(seat, slot))


def may_replace(table: Any, place: PlaceRef) -> bool:
    """Whether no rule forbids that the card at a place is replaced."""
    lying = table.side(place.side).row[place.slot]
    return not comes_in(table, KEEPS, lying.powerholder, place.side, None, place)
