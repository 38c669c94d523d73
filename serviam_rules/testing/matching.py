"""Comparing what a case expects with what came.

Only what is written is compared: a mapping expects these keys and may meet more; a list expects exactly
these items in this order. Values are of the same type: `true` is not 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from serviam_rules.testing.situation import place_of
from serviam_rules.values import is_list, is_map


def differences(expected: Any, came: Any, at: str) -> list[str]:
    """What does not fit, one sentence each; `at` names the place."""
    if is_map(expected):
        if not is_map(came):
            return [f"{at}: expected {show(expected)}, came {show(came)}"]
        found: list[str] = []
        for key, item in expected.items():
            inner = f"{at}.{key}"
            if key in came:
                found += differences(item, came[key], inner)
            else:
                found.append(f"{inner}: there is no such thing (there is: {', '.join(map(str, came))})")
        return found
    if is_list(expected):
        if not is_list(came) or len(came) != len(expected):
            return [f"{at}: expected {show(expected)}, came {show(came)}"]
        pairs = enumerate(zip(expected, came, strict=True))
        return [line for n, (item, other) in pairs for line in differences(item, other, f"{at}[{n}]")]
    same = type(expected) is type(came) and expected == came
    return [] if same else [f"{at}: expected {show(expected)}, came {show(came)}"]


def fits(expected: Any, came: Any) -> bool:
    """Whether it is what was expected."""
    return not differences(expected, came, "")


def missing_in_order(expected: Sequence[Any], came: Sequence[Any]) -> int | None:
    """The first of `expected` that does not come after the ones before it; None if all come, in this order."""
    at = 0
    for number, item in enumerate(expected):
        while at < len(came) and not fits(item, came[at]):
            at += 1
        if at == len(came):
            return number
        at += 1
    return None


def as_state(expected: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """A `state` expectation as what it is compared with: hands without order, places and all seats written out."""
    ready = dict(expected)
    if "seats" in ready:
        written = [_as_side(seat) for seat in ready["seats"]]
        ready["seats"] = written + [{}] * (seats - len(written))
    if is_map(ready.get("bazzi_betti")):
        ready["bazzi_betti"] = _as_side(ready["bazzi_betti"])
    return ready


def _as_side(expected: Mapping[str, Any]) -> dict[str, Any]:
    ready = dict(expected)
    if "hand" in ready:
        ready["hand"] = sorted(ready["hand"])
    if "row" in ready:
        ready["row"] = [place_of(place) if place else {} for place in ready["row"]]
    return ready


def show(data: Any) -> str:
    """Plain data in one line, as YAML would have it."""
    if is_map(data):
        return "{" + ", ".join(f"{key}: {show(item)}" for key, item in data.items()) + "}"
    if is_list(data):
        return "[" + ", ".join(map(show, data)) + "]"
    if isinstance(data, bool):
        return "true" if data else "false"
    return "null" if data is None else str(data)
