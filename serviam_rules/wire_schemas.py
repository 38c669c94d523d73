"""The schemas of everything that goes over the wire, and the TypeScript declarations of the same.

They are made of the classes whenever somebody asks for them (`serviam-rules schema`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from types import GenericAlias
from typing import Any, Final, Literal

from serviam_rules.actions import Action
from serviam_rules.errors import UsageError, unknown
from serviam_rules.events import GameEvent
from serviam_rules.fields import ID_LENGTH, ID_PATTERN
from serviam_rules.host import calls
from serviam_rules.host.refusals import CODES
from serviam_rules.plain import FORMAT
from serviam_rules.replay import lines, told
from serviam_rules.rules import phases
from serviam_rules.schema.classes import Definitions, Named, Schema, closure, referred
from serviam_rules.schema.files import DIALECT
from serviam_rules.schema.typescript import declarations
from serviam_rules.state import Decision, GameState, Option, Ref
from serviam_rules.values import Arrangement, Mode, Side
from serviam_rules.views import View

#: What the TypeScript declarations are called among the schemas.
TYPESCRIPT: Final = "typescript"

_ID: Final = {"pattern": ID_PATTERN, "maxLength": ID_LENGTH}
_ANY_PHASE: Final[Any] = Literal[phases.names()]
_EVENT: Final = Named("GameEvent", GameEvent, "Something that happened.")
_LINE: Final = Named(
    "ReplayLine",
    lines.Line | told.ToldHeader | told.ToldBeginning | told.ToldStep | told.ToldEnd,
    "A line of a replay file: of a whole game, or of one as a seat saw it (`Told...`).",
)
_PHASE: Final = Named(
    "Phase",
    _ANY_PHASE,
    "A phase of a turn, or what comes before the first one and after the last.",
)
_KIND: Final = Named(
    "Kind", Literal["powerholder", "place", "gift", "player", "branch"], "What the options of a decision are."
)


def _named(*kinds: Named) -> dict[str, Named]:
    return {kind.name: kind for kind in kinds}


#: Types that are called by these names in annotations, and get a definition of their own.
NAMED: Final = _named(
    Named("GiftId", str, "The id of a gift.", _ID),
    Named("PowerholderId", str, "The id of a powerholder.", _ID),
    Named("RivalId", str, "The id of a rival.", _ID),
    Named("FamilyId", str, "The id of a family.", _ID),
    Named("Seat", int, "A seat, counted from 0.", {"minimum": 0}),
    Named("Side", Side, "Who owns a row: a seat, or the automatic family of the solo game."),
    Named("Mode", Mode, "The kind of game."),
    Named("Arrangement", Arrangement, "How rows are laid out (S-3, S-7)."),
    Named("Option", Option, "One of the things to choose from."),
    Named("Ref", Ref, "What was chosen: a powerholder's id, or what says which kind of thing it is."),
    Named("Action", Action, "What a player does."),
    _EVENT,
    Named("Viewer", calls.Viewer, "A seat, or everybody.", {}),
    Named("Id", calls.Id, "Chosen by whoever asks; the answer repeats it."),
)
#: Fields whose annotation says less than is known of them.
FIELDS: Final[Mapping[str, Any]] = {
    "phase": _PHASE,
    "kind": _KIND,
    "mode": NAMED["Mode"],
    "arrangement": NAMED["Arrangement"],
    "ToldBeginning.view": View,
    "ToldStep.events": GenericAlias(tuple, (_EVENT, ...)),
    "CardShown.kind": Literal["gift", "powerholder", "rival"],
    "HostError.code": Literal[CODES],
    "New.mode": NAMED["Mode"] | None,
    "New.arrangement": NAMED["Arrangement"] | None,
}
TITLES: Final[Mapping[type, str]] = {
    lines.Header: "ReplayHeader",
    lines.Acted: "ReplayAction",
    lines.Checkpoint: "ReplayCheckpoint",
    lines.End: "ReplayEnd",
    **{request: f"{name.capitalize()}Request" for name, request in calls.CALLS.items()},
}
_REQUEST: Final = Named("HostRequest", calls.ANY_REQUEST, "What a host is asked.")
_ANSWER: Final = Named("HostAnswer", calls.ANY_ANSWER, "What a host answers.")
#: The documents: for each schema what it is of, its title and what it says of itself.
DOCUMENTS: Final[dict[str, tuple[Any, str, str]]] = {
    "state": (
        GameState,
        "A saved game",
        "Everything about a game at one moment, hidden cards and the random source too.",
    ),
    "view": (View, "A game as one seat sees it", "What a seat, or a spectator, may know of a game at one moment."),
    "action": (
        NAMED["Action"],
        "An action",
        "What a player does. With `step`, it is refused in any other step of the game.",
    ),
    "decision": (Decision, "A decision", "A choice that is due, with its options; answered by the index of one."),
    "event": (
        _EVENT,
        "An event",
        "Something that happened, whole or as one seat saw it.",
    ),
    "replay": (
        _LINE,
        "A line of a replay",
        "A replay file holds one of these in each line: a header first, an end last.",
    ),
    "host": (
        Named("HostLine", _REQUEST | _ANSWER, "What is said to a host, or by it."),
        "A line of the host protocol",
        "What is written to `serviam-rules serve --stdio`, or read from it: a request, an answer or an error a line.",
    ),
}


@cache
def _definitions() -> tuple[Definitions, dict[str, Schema]]:
    """All definitions, and the reference that each document begins with."""
    definitions = Definitions(NAMED, FIELDS, TITLES)
    return definitions, {name: definitions.of(kind) for name, (kind, _, _) in DOCUMENTS.items()}


def schema(name: str) -> Schema:
    """The JSON Schema of what goes over the wire: state, view, action, decision, event or replay (one line of it).

    UsageError for an unknown name.
    """
    if name not in DOCUMENTS:
        raise UsageError(unknown("schema", name, DOCUMENTS))
    definitions, references = _definitions()
    _, title, description = DOCUMENTS[name]
    made: Schema = {"$schema": DIALECT, "$id": f"urn:serviam-rules:wire:{name}:{FORMAT}", "title": title}
    made |= {"description": description, **references[name]}
    return made | {"$defs": closure(referred(references[name]), definitions.made)}


def typescript() -> str:
    """TypeScript declarations of everything that goes over the wire."""
    definitions, references = _definitions()
    every = closure([name for reference in references.values() for name in referred(reference)], definitions.made)
    opening = (
        "// Everything that serviam-rules writes as JSON and reads again, format "
        f"{FORMAT}. Made from its classes: do not edit.\n// Ids such as T-4 are those of the rulebook.\n\n"
    )
    return opening + declarations(every)


def as_text(name: str) -> str:
    """A schema of `DOCUMENTS`, or "typescript", as the text of a file. UsageError for an unknown name."""
    return typescript() if name == TYPESCRIPT else json.dumps(schema(name), indent=1) + "\n"
