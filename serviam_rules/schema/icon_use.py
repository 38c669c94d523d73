"""The shape of an icon as a gift uses it. Layer 5.

Icons are data, and a pack can bring or change them. So only a schema that is `exact` insists on them; for all others
the check of meaning does, when all packs are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .kinds import PARAMETER_KINDS
from .known import Known
from .language import Schema


def icon_use(known: Known | None) -> Schema:
    """An icon among those of a gift."""
    schema: Schema = {
        "title": "an icon",
        "description": "An icon's id with its value (true if it has none), and the icon's other parameters.",
        "type": "object",
        "minProperties": 1,
        "additionalProperties": _USE,
    }
    if known is None:
        return schema
    kinds = {
        name: kind for icon, parameters in known.icons.items() for name, kind in ({icon: ""} | dict(parameters)).items()
    }
    schema["properties"] = {name: _USE | _offered(kind, known) for name, kind in kinds.items()}
    if known.exact:
        schema["additionalProperties"] = False
        schema["dependentSchemas"] = {
            icon: _exact_use(icon, parameters, known) for icon, parameters in known.icons.items()
        }
    return schema


_USE: Final = {"title": "a value", "type": ["string", "integer", "boolean"]}


def _offered(kind: str, known: Known) -> Schema:
    if kind in known.ids:
        return {"description": PARAMETER_KINDS[kind], "examples": list(known.ids[kind])}
    examples = {"rank": list(range(1, known.ranks + 1)), "steps": [1, -1, 2, -2], "number": [1, 2]}
    return {"description": PARAMETER_KINDS.get(kind, "an icon without a value"), "examples": examples.get(kind, [True])}


def _exact_use(icon: str, parameters: Mapping[str, str], known: Known) -> Schema:
    kinds: dict[str, str] = {icon: "", **parameters}
    return {
        "properties": {name: _of_kind(kind, known) for name, kind in kinds.items()},
        "required": list(parameters),
        "additionalProperties": False,
    }


def _of_kind(kind: str, known: Known) -> Schema:
    if kind in known.ids:
        return {"enum": list(known.ids[kind])}
    ranges: dict[str, Schema] = {
        "rank": {"minimum": 1, "maximum": known.ranks},
        "number": {"minimum": 0},
        "steps": {"not": {"const": 0}},
    }
    return {"type": "integer", **ranges[kind]} if kind else {"const": True}
