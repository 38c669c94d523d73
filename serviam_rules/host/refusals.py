"""The one error object: what went wrong, as data and in words."""

from __future__ import annotations

import re
from typing import Any, Final

from serviam_rules.errors import (
    CannotStart,
    FormatError,
    IllegalAction,
    RulesetMismatch,
    ServiamError,
    UsageError,
)
from serviam_rules.replay import ReplayParted


class Refused(ServiamError):
    """A request that the host itself refuses; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)

    def __reduce__(self) -> tuple[type[Refused], tuple[Any, ...]]:
        return Refused, (self.code, str(self))


#: The codes of our errors, the most special first.
_BY_KIND: Final[tuple[tuple[type[ServiamError], str], ...]] = (
    (IllegalAction, "illegal-action"),
    (RulesetMismatch, "ruleset-mismatch"),
    (ReplayParted, "replay-parted"),
    (FormatError, "bad-format"),
    (CannotStart, "cannot-start"),
    (UsageError, "bad-request"),
)
#: Every code that an error object can have.
CODES: Final = (
    "bad-json", "too-large", "unknown-game", "too-many-games", "not-your-turn", "no-undo", "no-replay",
    *(code for _, code in _BY_KIND),
)  # fmt: skip
#: Those that have words in each language, `messages.errors`: what is no request has no language.
WORDED: Final = tuple(code for code in CODES if code not in ("bad-json", "too-large", "illegal-action"))


def error_object(error: ServiamError) -> dict[str, Any]:
    """An error as plain data: `code`, `message`, and what else is known of it."""
    told: dict[str, Any] = {"code": code_of(error), "message": in_json(str(error))}
    if isinstance(error, IllegalAction):
        told = {**told, "message": in_json(error.message), "reason": error.code, "rule": error.rule}
    elif isinstance(error, FormatError):
        told = {**told, "message": in_json(error.message), "field": error.field}
    elif isinstance(error, RulesetMismatch):
        told["differences"] = list(error.differences)
    return told


def code_of(error: ServiamError) -> str:
    """The code under which an error is told."""
    if isinstance(error, Refused):
        return error.code
    return next((code for kind, code in _BY_KIND if isinstance(error, kind)), "bad-request")


#: How Python says it in our messages, and how those say it who send and read JSON.
_SAID: Final = (
    (re.compile(r"Choose\((\w+)\)"), r'{"type": "choose", "option": \1}'),
    (re.compile(r"Pass\(\)"), '{"type": "pass"}'),
    (re.compile(r"\bNone\b"), "null"),
    (re.compile(r"\bTrue\b"), "true"),
    (re.compile(r"\bFalse\b"), "false"),
    (re.compile(r"\bnew_game\b"), "new"),
)


def in_json(message: str) -> str:
    """A message for those who write no Python: what it says to send is said as it is sent."""
    for python, said in _SAID:
        message = python.sub(said, message)
    return message
