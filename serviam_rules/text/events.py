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
from serviam_rules.text.localised import Text

#: What stands in the holes of a message.
Values: TypeAlias = dict[str, str | int]
#: What one field of an event says in a hole.
InWords: TypeAlias = Callable[[Language, Any], str | int]


def event(language: Language, thing: Event) -> Text:
    """An event in words, as far as it is known to its viewer."""
    kind: Any = type(thing)
    values: Values = {}
    for name, hole, in_words in _holes(kind):
        value = getattr(thing, name)
        if value is not None:
            values[hole] = in_words(language, value)
    if thing.type in _MORE:
        values |= _MORE[thing.type](language, thing)
    return language.say(f"events.{thing.type}{_variant(thing)}", **values)


def messages(kind: type[Event]) -> tuple[str, ...]:
    """The messages that every language has for events of a class, less those of `_VARIANTS`."""
    return (kind.type, *([f"{kind.type}-hidden"] if kind.secret else []))


def outcome(language: Language, thing: Outcome) -> Text:
    """Who won, and with how many VP."""
    winners = [things.player(language, side) for side in thing.winners]
    return language.say("outcome", winners=language.joined(winners), count=len(winners), vp=max(thing.vp, default=0))


def difficulty(language: Language, key: str) -> str:
    """A difficulty in words; one that a pack has made up by its id."""
    path = f"difficulties.{key}"
    return language.say(path) if language.has(path) else key


# --- holes -----------------------------------------------------------------------------------------------------------

#: By the name of a field: its hole, if that is called otherwise.
_CALLED: Final[Mapping[str, str]] = {
    "seat": "player", "side": "player", "slot": "place", "recipient": "powerholder", "turns_taken": "turns",
    "decision": "prompt", "start": "before", "end": "after",
}  # fmt: skip


def _family(language: Language, key: str) -> str:
    return language.name("families", key)


def _phase(language: Language, key: str) -> str:
    return language.say(f"phases.{key}", family=things.family(language))


def _kind(language: Language, key: str) -> str:
    return language.say(f"kinds.{key}")


def _prompt(language: Language, decision: Decision) -> str:
    return prompts.decision(language, decision) if decision.options else ""


def _as_it_is(_: Language, value: Any) -> Any:
    return value


def _number_of(_: Language, items: tuple[Any, ...]) -> int:
    return len(items)


#: How fields of a type are said.
_TYPES: Final[Mapping[str, InWords]] = {
    "Seat": things.player, "Side": things.player, "GiftId": things.gift, "PowerholderId": things.powerholder,
    "RivalId": things.rival, "FamilyId": _family, "Option": things.option, "Decision": _prompt,
    "Outcome": outcome, "Lasting": things.laid, "tuple": _number_of,
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


def _moved(language: Language, thing: Any) -> Values:
    spaces = language.rules.numbers.tracks[thing.powerholder].spaces
    return {"by": thing.asked, "before": spaces[thing.start], "after": spaces[thing.end]}


_MORE: Final[Mapping[str, Callable[[Language, Any], Values]]] = {
    "choice-due": lambda language, thing: {"player": things.player(language, thing.seat)},
    "rule-laid": lambda language, thing: {"player": things.player(language, thing.rule.side)},
    "rule-ended": lambda language, thing: {"player": things.player(language, thing.rule.side)},
    "rule-applied": lambda language, thing: {"rule": prompts.rule(language, thing.source, thing.position)},
    "letters-returned": lambda _, thing: {"letters": len(thing.gifts)},
    "marker-moved": _moved,
    "vp-changed": lambda _, thing: {"vp": thing.asked},
}

# --- messages --------------------------------------------------------------------------------------------------------


def _short(thing: Any) -> bool:
    """Whether less happened than was to happen."""
    return bool(thing.end - thing.start != thing.asked)


def _branch(thing: Any) -> bool:
    return isinstance(thing.option, BranchOption)


def _choice(thing: Any) -> str:
    branch = _branch(thing)
    if branch and thing.prompt in prompts.OPTIONAL and thing.option.branch:
        return "-leave"
    return "-by-engine" if thing.by_engine else "-branch" if branch else ""


_VARIANTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "game-began": lambda thing: "-solo" if thing.mode == "solo" else "",
    "first-player-set": lambda thing: "-by-chance" if thing.by_chance else "",
    "choice-due": lambda thing: "" if thing.decision.options else "-hidden",
    "lot-drawn": lambda thing: "-hidden" if thing.option is None else "-branch" if _branch(thing) else "",
    "choice-made": lambda thing: "-hidden" if thing.option is None else _choice(thing),
    "marker-moved": lambda thing: "-stopped" if _short(thing) else "",
    "vp-changed": lambda thing: "-limited" if _short(thing) else "",
    "gift-discarded": lambda thing: "" if thing.slot is None else "-from-row",
}


def _variant(thing: Event) -> str:
    """What is added to the name of an event's message."""
    if thing.type in _VARIANTS:
        return _VARIANTS[thing.type](thing)
    return "-hidden" if any(getattr(thing, name) is None for name in thing.secret) else ""
