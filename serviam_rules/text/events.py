"""Events in words. What stands in the holes of an event's message derives from its fields, by their names and types.

The message of an event is called as its `type`, `events.gift-drawn`; where something is hidden from its viewer (None)
it is another one, `events.gift-drawn-hidden`, for that is never named. A few have further messages (`_VARIANTS`), or
holes that are worked out of several fields (`_MORE`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from serviam_rules.events import Event
from serviam_rules.state import BranchOption, Decision, Outcome
from serviam_rules.text import prompts, things
from serviam_rules.text.language import Language
from serviam_rules.text.spoken import Text

#: What stands in the holes of a message.
Values: TypeAlias = dict[str, str | int]
#: What one field of an event says in a hole.
InWords: TypeAlias = Callable[[Language, Any], str | int]


def event(spoken: Language, told: Event) -> Text:
    """An event in words, as far as it is known to its viewer."""
    kind: Any = type(told)
    values: Values = {}
    for name, hole, in_words in _holes(kind):
        value = getattr(told, name)
        if value is not None:
            values[hole] = in_words(spoken, value)
    if told.type in _MORE:
        values |= _MORE[told.type](spoken, told)
    return spoken.say(f"events.{told.type}{_variant(told)}", **values)


def messages(kind: type[Event]) -> tuple[str, ...]:
    """The messages that every language has for events of a class, less those of `_VARIANTS`."""
    return (kind.type, *([f"{kind.type}-hidden"] if kind.secret else []))


def outcome(spoken: Language, thing: Outcome) -> Text:
    """Who won, and with how many VP."""
    winners = [things.player(spoken, side) for side in thing.winners]
    return spoken.say("outcome", winners=spoken.joined(winners), count=len(winners), vp=max(thing.vp, default=0))


def difficulty(spoken: Language, key: str) -> str:
    """A difficulty in words; one that a pack has made up by its id."""
    path = f"difficulties.{key}"
    return spoken.say(path) if spoken.has(path) else key


# --- holes -----------------------------------------------------------------------------------------------------------

#: By the name of a field: its hole, if that is called otherwise.
_CALLED: Final[Mapping[str, str]] = {
    "seat": "player", "side": "player", "slot": "place", "recipient": "powerholder", "turns_taken": "turns",
    "decision": "prompt", "start": "before", "end": "after",
}  # fmt: skip


def _family(spoken: Language, key: str) -> str:
    return spoken.name("families", key)


def _phase(spoken: Language, key: str) -> str:
    return spoken.say(f"phases.{key}", family=things.family(spoken))


def _kind(spoken: Language, key: str) -> str:
    return spoken.say(f"kinds.{key}")


def _prompt(spoken: Language, decision: Decision) -> str:
    return prompts.decision(spoken, decision) if decision.options else ""


def _as_it_is(_: Language, value: Any) -> Any:
    return value


def _number_of(_: Language, items: tuple[Any, ...]) -> int:
    return len(items)


#: How fields of a type are said.
_TYPES: Final[Mapping[str, InWords]] = {
    "Seat": things.player, "Side": things.player, "GiftId": things.gift, "PowerholderId": things.powerholder,
    "RivalId": things.rival, "FamilyId": _family, "Option": things.option, "Decision": _prompt,
    "Outcome": outcome, "tuple": _number_of,
}  # fmt: skip
#: How fields of a name are said whose type does not tell.
_NAMES: Final[Mapping[str, InWords]] = {
    "slot": lambda _, slot: things.place(slot), "source": things.source, "phase": _phase, "kind": _kind,
    "difficulty": difficulty,
}  # fmt: skip


@cache
def _holes(kind: Any) -> tuple[tuple[str, str, InWords], ...]:
    """Of each field of a class of events: its name, its hole, and how it is said."""
    found: list[tuple[str, str, InWords]] = []
    names: tuple[str, ...] = kind.__match_args__
    for name in names:
        annotated = str(kind.__annotations__[name]).removesuffix(" | None").partition("[")[0]
        found.append((name, _CALLED.get(name, name), _NAMES.get(name) or _TYPES.get(annotated, _as_it_is)))
    return tuple(found)


def _moved(spoken: Language, told: Any) -> Values:
    spaces = spoken.rules.numbers.tracks[told.powerholder].spaces
    return {"by": told.asked, "before": spaces[told.start], "after": spaces[told.end]}


_MORE: Final[Mapping[str, Callable[[Language, Any], Values]]] = {
    "choice-due": lambda spoken, told: {"player": things.player(spoken, told.seat)},
    "letters-returned": lambda _, told: {"letters": len(told.gifts)},
    "marker-moved": _moved,
    "vp-changed": lambda _, told: {"vp": told.asked},
}

# --- messages --------------------------------------------------------------------------------------------------------


def _short(told: Any) -> bool:
    """Whether less happened than was to happen."""
    return bool(told.end - told.start != told.asked)


def _choice(told: Any) -> str:
    branch = isinstance(told.option, BranchOption)
    if branch and told.prompt == prompts.MAY and told.option.branch:
        return "-leave"
    return "-by-engine" if told.by_engine else "-branch" if branch else ""


_VARIANTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "game-began": lambda told: "-solo" if told.mode == "solo" else "",
    "first-player-set": lambda told: "-by-chance" if told.by_chance else "",
    "choice-due": lambda told: "" if told.decision.options else "-hidden",
    "choice-made": lambda told: "-hidden" if told.option is None else _choice(told),
    "marker-moved": lambda told: "-stopped" if _short(told) else "",
    "vp-changed": lambda told: "-limited" if _short(told) else "",
    "gift-discarded": lambda told: "" if told.slot is None else "-from-row",
}


def _variant(told: Event) -> str:
    """What is added to the name of an event's message."""
    if told.type in _VARIANTS:
        return _VARIANTS[told.type](told)
    return "-hidden" if any(getattr(told, name) is None for name in told.secret) else ""
