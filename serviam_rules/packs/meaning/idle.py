"""Steps that can never do anything. Layer 6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from serviam_rules.effects import decks, gifts, places, players, selectors
from serviam_rules.effects.ops.discard import Discard
from serviam_rules.effects.ops.draw import Draw
from serviam_rules.effects.ops.exchange import Exchange
from serviam_rules.effects.ops.gain import Gain
from serviam_rules.effects.ops.lose import Lose
from serviam_rules.effects.ops.move import Move
from serviam_rules.effects.ops.replace import Replace
from serviam_rules.effects.ops.resolve import Resolve
from serviam_rules.effects.ops.take_up import TakeUp
from serviam_rules.effects.ops.turn_up import TopOf, TurnUp
from serviam_rules.packs.meaning.static import Static

#: The key that is to blame, why nothing happens, and the rule.
Reason: TypeAlias = tuple[str, str, str]


def reasons(step: Any, static: Static) -> Iterator[Reason]:
    """Why a step never does anything; nothing if it can."""
    found = _REASONS.get(step.__class__)
    if found is not None:
        yield from found(step, static)


def _move(step: Move, static: Static) -> Iterator[Reason]:
    if static.amount(step.by) == (0, 0):
        yield "by", "it moves markers by 0", "C-2"


def _vp(step: Gain | Lose, static: Static) -> Iterator[Reason]:
    if static.amount(step.vp) == (0, 0):
        yield step.tag, "it is about 0 VP", "C-7"


def _draw(step: Draw, static: Static) -> Iterator[Reason]:
    if static.amount(step.gifts)[1] <= 0:
        yield "draw", "less than one gift is drawn", "T-11"
    elif static.scene.bazzi_betti and isinstance(step.who, players.You):
        yield "draw", "Bazzi-Betti have no gifts, and `you` is Bazzi-Betti here", "O-13"


def _take_up(step: TakeUp, static: Static) -> Iterator[Reason]:
    if _of_hand(step.gifts):
        yield "take_up", "a gift of a hand cannot be taken up", "D-3"


def _exchange(step: Exchange, static: Static) -> Iterator[Reason]:
    if _of_hand(step.gift):
        yield "exchange", "a gift that lies in a row comes first: {topmost: ...}", "D-1"
    if isinstance(step.with_, gifts.Topmost):
        yield "with", "a gift of the hand is exchanged for it: {one: hand}", "D-1"


def _of_hand(gift: Any) -> bool:
    return isinstance(gift, selectors.One | selectors.Each) and isinstance(gift.of, gifts.Hand)


def _turn_up(step: TurnUp, static: Static) -> Iterator[Reason]:
    what: Any = step.what
    if isinstance(what, TopOf) and isinstance(what.deck, decks.GiftDeck):
        yield "turn_up", "the top of the gift deck is not turned up", "C-4"
    elif isinstance(what, places.TargetPlace) or isinstance(getattr(what, "of", None), places.Connections):
        yield "turn_up", "what lies there is face up already", "T-8"


def _replace(step: Replace, static: Static) -> Iterator[Reason]:
    what: Any = step.what
    if isinstance(what, decks.FaceUpRival):
        if not isinstance(step.from_, decks.RivalDeck):
            yield "from", "a rival is replaced from the rival_deck", "O-10"
    elif not isinstance(step.from_, decks.PowerholderDeck):
        yield "from", "a card of a row is replaced from the powerholder_deck", "D-5"
    elif isinstance(getattr(getattr(what, "of", None), "of", None), players.Opponents):
        yield "replace", "only cards of one's own row can be replaced", "D-5"


def _discard(step: Discard, static: Static) -> Iterator[Reason]:
    if not static.gift(step.gifts):
        yield "discard", "there can never be such a gift", "D-4"


def _resolve(step: Resolve, static: Static) -> Iterator[Reason]:
    if not static.gift(step.gift):
        yield "resolve", "there can never be such a gift", "D-4"


_REASONS: Final[dict[type, Callable[[Any, Static], Iterator[Reason]]]] = {
    Move: _move,
    Gain: _vp,
    Lose: _vp,
    Draw: _draw,
    TakeUp: _take_up,
    Exchange: _exchange,
    TurnUp: _turn_up,
    Replace: _replace,
    Discard: _discard,
    Resolve: _resolve,
}
