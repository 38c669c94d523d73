"""JSON: states, views, actions, events and decisions as text, and back where somebody may send or keep them.

Everything can be written; states, actions and events can be read. Reading is strict: it ends in a FormatError
that says where and what is wrong, or in a RulesetMismatch, or in a value that the game can go on with - never in a
state that breaks an invariant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from serviam_rules import from_json, invariants, plain
from serviam_rules.actions import Action
from serviam_rules.errors import FormatError, RulesetMismatch, UsageError, shortened
from serviam_rules.events import GameEvent
from serviam_rules.model import Ruleset
from serviam_rules.plain import FORMAT, PackStamp, RulesetStamp
from serviam_rules.state import GameState
from serviam_rules.values import evolve, has_fields

#: Bytes of a state; one of the reference set needs four thousand.
MOST_STATE: Final = 1024 * 1024
#: Bytes of an action.
MOST_ACTION: Final = 4 * 1024
#: Bytes of an event; the longest tell of a whole discard pile.
MOST_EVENT: Final = 64 * 1024
#: Bytes of a list of events; a whole game has some fifty thousand.
MOST_EVENTS: Final = 16 * 1024 * 1024

#: The most that JSON is indented by.
MOST_INDENT: Final = 16
#: How deep lists of values may be nested.
MOST_DEPTH: Final = 4


def to_json(thing: object, *, indent: int | None = None) -> str:
    """A state, view, action, event, decision, option, outcome, or a list or tuple of them, as JSON.

    ASCII only, keys in a fixed order, on one line unless `indent` says how far to indent. UsageError for anything else.
    """
    if indent is not None and (type(indent) is not int or not 0 <= indent <= MOST_INDENT):
        raise UsageError(f"indent is a whole number from 0 to {MOST_INDENT}, or None, not {shortened(indent)}")
    wrong = _without_form(thing)
    if wrong is not None:
        raise UsageError(f"{wrong.__name__} is no state, view, action, event, decision, option or outcome")
    try:
        return plain.text(thing, indent)
    except (ValueError, TypeError, RecursionError, AttributeError, KeyError) as error:
        raise UsageError(f"this has no form in JSON: {shortened(error, 200)}") from None


def _without_form(thing: object, depth: int = 0) -> type | None:
    """The type of the first thing that is no value of a game, and no list of such or of ids; None if all are."""
    kind = type(thing)
    if kind in (tuple, list) and depth < MOST_DEPTH:
        wrong = (_without_form(one, depth + 1) for one in cast("tuple[object, ...]", thing))
        return next((one for one in wrong if one is not None), None)
    fine = thing is None or has_fields(kind) or hasattr(kind, "_asdict") or (depth > 0 and kind in (str, int, bool))
    return None if fine and not isinstance(thing, Ruleset) else kind


def action_from_json(text: str | bytes) -> Action:
    """The action that a JSON text of at most 4 KiB holds. Whether it is legal is for `apply` to say.

    Raises FormatError for a text that is no action to the letter.
    """
    found: Action = from_json.structure(from_json.parse(text, MOST_ACTION), Action)
    return found


def event_from_json(text: str | bytes) -> GameEvent:
    """The event that a JSON text of at most 64 KiB holds, redacted or not. FormatError for anything else."""
    found: GameEvent = from_json.structure(from_json.parse(text, MOST_EVENT), GameEvent)
    return found


def events_from_json(text: str | bytes) -> tuple[GameEvent, ...]:
    """The events of a JSON list of at most 16 MiB. FormatError for anything else."""
    found: tuple[GameEvent, ...] = from_json.structure(from_json.parse(text, MOST_EVENTS), tuple[GameEvent, ...])
    return found


def state_from_json(text: str | bytes, rules: Ruleset) -> GameState:
    """The state that a JSON text of at most 1 MiB holds, its decision worked out anew; equal to the one written.

    Raises FormatError for a text that is damaged, forged or of an unknown format, and RulesetMismatch, naming the packs
    that differ, for a state of cards that do something else than those of `rules`.
    """
    _check_rules(rules)
    fields = read_fields(from_json.parse(text, MOST_STATE))
    check_stamp(fields.pop("ruleset"), rules)
    spaces = _spaces(fields.pop("markers"), rules)
    state = GameState(ruleset=rules, spaces=spaces, **fields)
    for where, what in invariants.findings(state):
        raise FormatError(what, where)
    due = invariants.due(state)
    return state if due is None else evolve(state, decision=due)


def _check_rules(rules: object) -> None:
    if not isinstance(rules, Ruleset):
        raise UsageError(f"rules must be what load_ruleset() returns, not {type(rules).__name__}")


def check_stamp(found: RulesetStamp, rules: Ruleset) -> None:
    """Refuse data of other rules: RulesetMismatch with what differs between its packs and those of `rules`."""
    if found.fingerprint != rules.fingerprint:
        raise RulesetMismatch(found.fingerprint[:64], rules.fingerprint, _differences(found, plain.stamp(rules)))


def check_document(data: Any, kind: str) -> dict[str, Any]:
    """Refuse data that is no document of this kind and of a known format; the object without these two marks."""
    found = from_json.mapping(data)
    if "format" not in found:
        raise FormatError(f"this field is missing; this library reads format {FORMAT}", "format")
    number: int = from_json.structure(found["format"], int, ("format",))
    if number != FORMAT:
        raise FormatError(f"format {number} is not known here; this library reads format {FORMAT}", "format")
    if found.get("type") != kind:
        raise FormatError(f'a {kind} is wanted, which says "type": "{kind}" here', "type")
    return {key: item for key, item in found.items() if key not in ("format", "type")}


def read_fields(data: Any) -> dict[str, Any]:
    """The fields of a state as its JSON has them: well formed, but what they mean is not checked."""
    document, shape = check_document(data, "state"), from_json.shape_of(GameState)
    return from_json.structure_keys(document, shape, optional=from_json.optional_in(GameState))


def _spaces(markers: Mapping[str, int], rules: Ruleset) -> tuple[int, ...]:
    """The spaces of markers in the ruleset's order."""
    found = from_json.with_keys(dict(markers), rules.powerholders, ("markers",))
    return tuple(found[who] for who in rules.powerholders)


def _differences(saved: RulesetStamp, here: RulesetStamp) -> list[str]:
    """What differs between packs, in words."""
    then, now = {pack.id: pack for pack in saved.packs}, {pack.id: pack for pack in here.packs}
    told = [f"pack {_pack(then[name])} is not loaded" for name in then if name not in now]
    told += [f"pack {_pack(now[name])} was not there" for name in now if name not in then]
    both = [(pack, now[name]) for name, pack in then.items() if name in now]
    told += [f"pack {_pack(pack)} is now {_pack(other)}" for pack, other in both if pack != other]
    if not told and list(then) != list(now):
        told.append(f"the packs were loaded in the order {', '.join(name[:48] for name in then)}")
    return told


def _pack(pack: PackStamp) -> str:
    return f"{pack.id[:48]} {pack.version[:24]} ({pack.fingerprint[:8]})"
