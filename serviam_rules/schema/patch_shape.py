"""The shape of a file that patches: any part of the whole, which is checked again when it has been merged. Layer 5."""

from __future__ import annotations

from typing import Any

from .forms import flag
from .language import Schema


def patch_shape(whole: Schema) -> Schema:
    """The shape of a file that patches: the same fields, all of them optional but the id."""
    patch = _partial(whole)
    own = [key for key in ("id",) if key in patch["properties"]]
    for key in own:
        patch["properties"][key] = whole["properties"][key]
    del patch["properties"]["replaces"]
    patch["properties"]["patches"] = flag("This file changes what a pack before says.")
    return patch | {"required": [*own, "patches"]}


def _partial(schema: Schema) -> Schema:
    """A mapping of which any part may be said."""
    left = {key: item for key, item in schema.items() if key not in ("required", "minProperties")}
    if "properties" in left:
        left["properties"] = {key: _optional(item) for key, item in left["properties"].items()}
    if isinstance(left.get("additionalProperties"), dict):
        left["additionalProperties"] = _optional(left["additionalProperties"])
    return left


def _optional(schema: Schema) -> Schema:
    """A value of a patch: null takes the field away; an expression is looked at when it has been merged."""
    described: Any = schema.get("description", "")
    if "$ref" in schema:
        return {"description": described}
    inner = _partial(schema) if "object" in schema.get("type", ()) else schema
    return {"description": described, "if": {"not": {"type": "null"}}, "then": inner}
