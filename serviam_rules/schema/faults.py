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


def wrong_type(complaint: Complaint) -> Fault:
    """A value of another type than the schema has."""
    sort = sort_called(complaint.title)
    if sort and isinstance(complaint.found, str) and complaint.found in sort.words:
        return Fault(complaint.path, *wrong_word(sort, complaint.found))
    known = f" ({words_of(sort)})" if sort else ""
    return Fault(
        complaint.path, "wrong-type", f"{shown(complaint.found)} stands where {complaint.title} belongs{known}"
    )


def no_word(complaint: Complaint) -> Fault:
    """A mapping that should be an expression and has none of its tags."""
    sort = sort_called(complaint.title)
    assert sort is not None
    key, code, message = no_tag(sort, complaint.found, shown(complaint.found))
    return Fault((*complaint.path, key) if key else complaint.path, code, message, at_key=bool(key))


def _wrong_word(complaint: Complaint) -> Fault:
    sort = sort_called(complaint.title)
    if sort is not None:
        return Fault(complaint.path, *wrong_word(sort, complaint.found))
    hint = nearest(complaint.found, complaint.wanted) if isinstance(complaint.found, str) else ""
    message = (
        f"{shown(complaint.found)} stands where {complaint.title} belongs{hint} (known: {', '.join(complaint.wanted)})"
    )
    return Fault(complaint.path, "unknown-word", message)


def _wrong_form(complaint: Complaint) -> Fault:
    if complaint.title.startswith("an id"):
        allowed = "lower-case letters a to z, digits, and single hyphens between them; a letter comes first"
        return Fault(complaint.path, "bad-id", f"{show(complaint.found)} cannot be an id: {allowed}")
    return Fault(complaint.path, "wrong-form", f"{show(complaint.found)} stands where {complaint.title} belongs")


def wrong_value(complaint: Complaint) -> Fault:
    """A value of which a keyword without words of its own does not hold."""
    return Fault(complaint.path, "wrong-value", f"{shown(complaint.found)} stands where {complaint.title} belongs")


def _wrong_constant(complaint: Complaint) -> Fault:
    return Fault(
        complaint.path, "wrong-value", f"{shown(complaint.found)} stands where {shown(complaint.wanted)} belongs"
    )


def _out_of_range(complaint: Complaint) -> Fault:
    least, most = complaint.schema["minimum"], complaint.schema["maximum"]
    return Fault(complaint.path, "out-of-range", f"{complaint.found} is out of range: it must be {least} to {most}")


def _empty_text(complaint: Complaint) -> Fault:
    return Fault(complaint.path, "empty-text", "an empty text stands here; write something, or leave the key away")


def _too_long(complaint: Complaint) -> Fault:
    message = f"a text of {len(complaint.found)} characters stands here; at most {complaint.wanted} will do"
    return Fault(complaint.path, "too-long", message)


def _too_few(complaint: Complaint) -> Fault:
    if sort_called(complaint.title):
        return no_word(complaint)
    return Fault(complaint.path, "too-few", f"{_entries(complaint)} here; at least {complaint.wanted} must stand here")


def _too_many(complaint: Complaint) -> Fault:
    return Fault(complaint.path, "too-many", f"{_entries(complaint)} here; at most {complaint.wanted} may stand here")


def _entries(complaint: Complaint) -> str:
    found = len(complaint.found)
    return f"{found or 'no'} {'entry stands' if found == 1 else 'entries stand'}"


def _twice(complaint: Complaint) -> Fault:
    items = complaint.found
    second = next(at for at, item in enumerate(items) if item in items[:at])
    return Fault((*complaint.path, second), "twice", f"{shown(items[second])} stands in this list twice")


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
