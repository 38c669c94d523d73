"""What a player can do: three frozen values, data and no rules.

Each may carry `step`, the `GameState.step` it was meant for; a state of another step refuses it
as `stale`, which catches double clicks and lost messages.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from serviam_rules.plain import OPTIONAL
from serviam_rules.values import GiftId, field, value


@value
class Offer:
    """Offer `gift`, an id of the hand, to the connection at place `slot` (0 is the leftmost) of one's row (T-1)."""

    type: ClassVar[str] = "offer"
    gift: GiftId
    slot: int
    step: int | None = field(default=None, metadata=OPTIONAL)


@value
class Choose:
    """Answer the pending decision with option number `option`, an index into `state.decision.options`."""

    type: ClassVar[str] = "choose"
    option: int
    step: int | None = field(default=None, metadata=OPTIONAL)


@value
class Pass:
    """Give up the turn; legal only when nothing can be offered (T-12)."""

    type: ClassVar[str] = "pass"
    step: int | None = field(default=None, metadata=OPTIONAL)


Action: TypeAlias = Offer | Choose | Pass
ACTIONS: Final = (Offer, Choose, Pass)
