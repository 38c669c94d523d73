"""What to say when a keyword of a schema does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from serviam_rules.errors import nearest
from serviam_rules.schema.complaints import Complaint
from serviam_rules.schema.wording import no_tag, sort_called, words_of, wrong_word
from serviam_rules.strict_yaml.paths import DataPath
from serviam_rules.strict_yaml.scalars import show
from serviam_rules.values import is_list, is_map


@attrs.frozen
class Fault:
    """Something that is wrong with a value, or with the key it stands under."""

    path: DataPath
    code: str
    message: str
    at_key: bool = False


def shown(data: Any) -> str:
    """A value for a message."""
    if is_map(data):
        return f"a mapping ({', '.join(map(show, list(data)[:3]))})" if data else "an empty mapping"
    if is_list(data):
        return "a list" if data else "an empty list"
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    return show(data) if isinstance(data, str) else str(data)


def wrong_type(told: Complaint) -> Fault:
    """A value of another type than the schema has."""
    sort = sort_called(told.title)
    if sort and isinstance(told.found, str) and told.found in sort.words:
        return Fault(told.path, *wrong_word(sort, told.found))
    known = f" ({words_of(sort)})" if sort else ""
    return Fault(told.path, "wrong-type", f"{shown(told.found)} stands where {told.title} belongs{known}")


def no_word(told: Complaint) -> Fault:
    """A mapping that should be an expression and has none of its tags."""
    sort = sort_called(told.title)
    assert sort is not None
    key, code, message = no_tag(sort, told.found, shown(told.found))
    return Fault((*told.path, key) if key else told.path, code, message, at_key=bool(key))


def _wrong_word(told: Complaint) -> Fault:
    sort = sort_called(told.title)
    if sort is not None:
        return Fault(told.path, *wrong_word(sort, told.found))
    hint = nearest(told.found, told.wanted) if isinstance(told.found, str) else ""
    message = f"{shown(told.found)} stands where {told.title} belongs{hint} (known: {', '.join(told.wanted)})"
    return Fault(told.path, "unknown-word", message)


def _wrong_form(told: Complaint) -> Fault:
    if told.title.startswith("an id"):
        allowed = "lower-case letters a to z, digits, and single hyphens between them; a letter comes first"
        return Fault(told.path, "bad-id", f"{show(told.found)} cannot be an id: {allowed}")
    return Fault(told.path, "wrong-form", f"{show(told.found)} stands where {told.title} belongs")


def wrong_value(told: Complaint) -> Fault:
    """A value of which a keyword without words of its own does not hold."""
    return Fault(told.path, "wrong-value", f"{shown(told.found)} stands where {told.title} belongs")


def _wrong_constant(told: Complaint) -> Fault:
    return Fault(told.path, "wrong-value", f"{shown(told.found)} stands where {shown(told.wanted)} belongs")


def _out_of_range(told: Complaint) -> Fault:
    least, most = told.schema["minimum"], told.schema["maximum"]
    return Fault(told.path, "out-of-range", f"{told.found} is out of range: it must be {least} to {most}")


def _empty_text(told: Complaint) -> Fault:
    return Fault(told.path, "empty-text", "an empty text stands here; write something, or leave the key away")


def _too_long(told: Complaint) -> Fault:
    message = f"a text of {len(told.found)} characters stands here; at most {told.wanted} will do"
    return Fault(told.path, "too-long", message)


def _too_few(told: Complaint) -> Fault:
    if sort_called(told.title):
        return no_word(told)
    return Fault(told.path, "too-few", f"{_entries(told)} here; at least {told.wanted} must stand here")


def _too_many(told: Complaint) -> Fault:
    return Fault(told.path, "too-many", f"{_entries(told)} here; at most {told.wanted} may stand here")


def _entries(told: Complaint) -> str:
    found = len(told.found)
    return f"{found or 'no'} {'entry stands' if found == 1 else 'entries stand'}"


def _twice(told: Complaint) -> Fault:
    items = told.found
    second = next(at for at, item in enumerate(items) if item in items[:at])
    return Fault((*told.path, second), "twice", f"{shown(items[second])} stands in this list twice")


#: What to say when a keyword does not hold; of several that do not, the first one.
FAULTS: Final[dict[str, Callable[[Complaint], Fault]]] = {
    "const": _wrong_constant,
    "enum": _wrong_word,
    "minLength": _empty_text,
    "maxLength": _too_long,
    "pattern": _wrong_form,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _too_few,
    "minProperties": _too_few,
    "maxItems": _too_many,
    "maxProperties": _too_many,
    "uniqueItems": _twice,
}
