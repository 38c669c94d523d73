"""Hidden information: what a seat may know of a game, and what can be worked out from that.

A view is built from what is allowed (`look`), moves on by the events its owner may see (`advance`), and is all that
the rest needs: `determinize` deals a whole state that the view allows, `chance` tells what an action could bring to
light, `preview` what it does for certain. None of them looks at what is hidden, for they are never given it. Only the
chance for whoever knows all hands (`knowing="all"`, `deal`) takes a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from serviam_rules.state import BazziBettiView, PlaceView, PlayerView, View
from serviam_rules.views.look import advance, events_for, explain, view
from serviam_rules.views.worlds import determinize

if TYPE_CHECKING:
    from serviam_rules.views.nodes import ChanceNode, OpenChances, Reveal, deal
    from serviam_rules.views.outcomes import ChanceOutcome, Chances, Preview, chance, preview

__all__ = [
    "BazziBettiView",
    "ChanceNode",
    "ChanceOutcome",
    "Chances",
    "OpenChances",
    "PlaceView",
    "PlayerView",
    "Preview",
    "Reveal",
    "View",
    "advance",
    "chance",
    "deal",
    "determinize",
    "events_for",
    "explain",
    "preview",
    "view",
]

#: What most games never ask for, and what takes fractions to work out: in which module.
_LATER = {
    **dict.fromkeys(("ChanceNode", "OpenChances", "Reveal", "deal"), "nodes"),
    **dict.fromkeys(("ChanceOutcome", "Chances", "Preview", "chance", "preview"), "outcomes"),
}


def __getattr__(name: str) -> Any:
    """Load a name of those when it is first asked for (PEP 562)."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from serviam_rules.views import nodes, outcomes

    return getattr(nodes if _LATER[name] == "nodes" else outcomes, name)
