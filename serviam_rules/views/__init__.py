"""Hidden information: what a seat may know of a game, and what can be worked out from that.

A view is built from what is allowed (`look`), moves on by the events its owner may see (`advance`), and is all that
the rest needs: `determinize` deals a whole state that the view allows, `chance` tells what an action could bring to
light, `preview` what it does for certain. None of them looks at what is hidden, for they are never given it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from serviam_rules.state import BazziBettiView, PlaceView, PlayerView, View
from serviam_rules.views.look import advance, events_for, explain, view
from serviam_rules.views.worlds import determinize

if TYPE_CHECKING:
    from serviam_rules.views.outcomes import ChanceOutcome, Chances, Preview, chance, preview

__all__ = [
    "BazziBettiView",
    "ChanceOutcome",
    "Chances",
    "PlaceView",
    "PlayerView",
    "Preview",
    "View",
    "advance",
    "chance",
    "determinize",
    "events_for",
    "explain",
    "preview",
    "view",
]

#: What most games never ask for, and what takes fractions to work out.
_OUTCOMES = ("ChanceOutcome", "Chances", "Preview", "chance", "preview")


def __getattr__(name: str) -> Any:
    """Load what stands in `outcomes` when it is first asked for (PEP 562)."""
    if name not in _OUTCOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from serviam_rules.views import outcomes

    return getattr(outcomes, name)
