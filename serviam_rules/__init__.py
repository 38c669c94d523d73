"""A rules engine for Serviam, the card game of gifts, favours and conspiracies.

    >>> from serviam_rules import apply, legal_actions, load_ruleset, new_game
    >>> rules = load_ruleset()
    >>> state = new_game(rules, players=3, seed=7)
    >>> state, events = apply(state, legal_actions(state)[0])

Every public name is here; each is loaded when it is asked for, so that `import serviam_rules` costs next to nothing.
"""

from __future__ import annotations

from serviam_rules.version import VERSION as __version__

# Type checkers know the name; importing it from `typing` would cost more than all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from serviam_rules.actions import Action, Choose, Offer, Pass
    from serviam_rules.errors import (
        CannotStart,
        FormatError,
        IllegalAction,
        PackError,
        Problem,
        RulesetMismatch,
        ServiamError,
        UsageError,
    )
    from serviam_rules.game import Step, apply, explain_illegal, legal_actions, new_game, start
    from serviam_rules.history import History
    from serviam_rules.loading import check_packs, load_ruleset
    from serviam_rules.model import Gift, Icon, Powerholder, Rival, Ruleset
    from serviam_rules.replay import Replay
    from serviam_rules.rules.legal import Illegality
    from serviam_rules.state import Decision, GameState, Outcome
    from serviam_rules.views import View, advance, chance, determinize, events_for, preview, view
    from serviam_rules.wire import action_from_json, state_from_json, to_json

__all__ = [
    "Action",
    "CannotStart",
    "Choose",
    "Decision",
    "FormatError",
    "GameState",
    "Gift",
    "History",
    "Icon",
    "IllegalAction",
    "Illegality",
    "Offer",
    "Outcome",
    "PackError",
    "Pass",
    "Powerholder",
    "Problem",
    "Replay",
    "Rival",
    "Ruleset",
    "RulesetMismatch",
    "ServiamError",
    "Step",
    "UsageError",
    "View",
    "__version__",
    "action_from_json",
    "advance",
    "apply",
    "chance",
    "check_packs",
    "determinize",
    "events_for",
    "explain_illegal",
    "legal_actions",
    "load_ruleset",
    "new_game",
    "preview",
    "start",
    "state_from_json",
    "to_json",
    "view",
]

#: Module -> the public names in it.
_MODULES = {
    "actions": ("Action", "Choose", "Offer", "Pass"),
    "errors": (
        "CannotStart",
        "FormatError",
        "IllegalAction",
        "PackError",
        "Problem",
        "RulesetMismatch",
        "ServiamError",
        "UsageError",
    ),
    "game": ("Step", "apply", "explain_illegal", "legal_actions", "new_game", "start"),
    "history": ("History",),
    "loading": ("check_packs", "load_ruleset"),
    "model": ("Gift", "Icon", "Powerholder", "Rival", "Ruleset"),
    "replay": ("Replay",),
    "rules.legal": ("Illegality",),
    "state": ("Decision", "GameState", "Outcome"),
    "views": ("View", "advance", "chance", "determinize", "events_for", "preview", "view"),
    "wire": ("action_from_json", "state_from_json", "to_json"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
