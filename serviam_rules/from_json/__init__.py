"""JSON -> plain data -> values, strictly: the inverse of `plain`, for text that anybody may have written.

Nothing is converted, dropped or filled in: a number is a whole number and no text or truth value, an object
has exactly the keys of its class, once each. All else is one FormatError that says where and what. Values are built by
cattrs, which is loaded when the first is; what they mean to a game is checked elsewhere (`invariants`).
"""

from __future__ import annotations

from serviam_rules.from_json.data import mapping, optional_in, shape_of, structure, structure_keys, with_keys
from serviam_rules.from_json.refusal import written_path
from serviam_rules.from_json.text import MOST_DEPTH, MOST_DIGITS, parse

__all__ = [
    "MOST_DEPTH",
    "MOST_DIGITS",
    "mapping",
    "optional_in",
    "parse",
    "shape_of",
    "structure",
    "structure_keys",
    "with_keys",
    "written_path",
]
