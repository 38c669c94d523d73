"""The schemas of everything that goes over the wire, and the TypeScript declarations of the same.

`python -m serviam_rules.wire_schemas` writes the committed files, with `--check` it only looks whether
they are right.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import Any, Final, Literal

from serviam_rules.actions import Action
from serviam_rules.errors import UsageError, unknown
from serviam_rules.events import GameEvent
from serviam_rules.fields import ID_LENGTH, ID_PATTERN
from serviam_rules.files import write_whole
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

HERE: Final = Path(__file__).parent / "schema" / "wire"
DECLARATIONS: Final = HERE / "serviam.d.ts"

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


def files() -> dict[Path, str]:
    """The committed files and what they should hold."""
    made = {HERE / f"{name}.schema.json": json.dumps(schema(name), indent=1) + "\n" for name in DOCUMENTS}
    return made | {DECLARATIONS: typescript()}


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with `--check` say which are out of date (exit status 1)."""
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text}
    if "--check" in arguments:
        for path in stale:
            sys.stderr.write(f"wire/{path.name} is out of date: python -m serviam_rules.wire_schemas\n")
        return 1 if stale else 0
    HERE.mkdir(exist_ok=True)
    for path, text in stale.items():
        write_whole(path, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
