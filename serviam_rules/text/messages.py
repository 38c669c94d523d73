"""Actions, options, decisions, events, errors and outcomes in words.

The messages themselves are in the language's file, under `messages`.
"""

from __future__ import annotations

from typing import Final

from serviam_rules.actions import Choose, Offer, Pass
from serviam_rules.errors import IllegalAction, Problem, UsageError
from serviam_rules.events import Event
from serviam_rules.model import Ruleset
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import (
    BranchOption,
    Decision,
    GiftOption,
    Outcome,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
)
from serviam_rules.text import events, language, prompts, things
from serviam_rules.text.language import Language
from serviam_rules.text.spoken import Text

OPTIONS: Final = (PowerholderOption, PlaceOption, GiftOption, PlayerOption, BranchOption)
#: Numbers beyond this stand in no game, only in forged actions.
_LARGEST: Final = 10**9


def describe(rules: Ruleset, thing: object, locale: object) -> Text:
    """An action, option, decision, event, outcome or refusal in words. UsageError for anything else."""
    spoken = language.of(rules, locale)
    try:
        return _told(spoken, thing)
    except KeyError as error:
        raise UsageError(f"this {type(thing).__name__} names {error}, which the ruleset does not have") from None


def _told(spoken: Language, thing: object) -> Text:
    if isinstance(thing, Event):
        return events.event(spoken, thing)
    if isinstance(thing, Decision):
        return prompts.decision(spoken, thing)
    if isinstance(thing, OPTIONS):
        return things.option(spoken, thing)
    if isinstance(thing, Offer | Choose | Pass):
        return action(spoken, thing)
    if isinstance(thing, Outcome):
        return events.outcome(spoken, thing)
    if isinstance(thing, Illegality | IllegalAction):
        return refusal(spoken, thing.code, thing.message)
    if isinstance(thing, Problem):
        return Text(str(thing), "en", spoken.tag != "en")
    raise UsageError(f"a {type(thing).__name__} cannot be told in words")


def action(spoken: Language, thing: Offer | Choose | Pass) -> Text:
    """An action in words; whose it is, it does not say itself. UsageError for one whose fields are no such things."""
    if isinstance(thing, Offer):
        _check(thing, thing.slot, type(thing.gift) is str)
        return spoken.say("actions.offer", gift=_gift_or_id(spoken, thing.gift), place=things.place(thing.slot))
    if isinstance(thing, Choose):
        _check(thing, thing.option)
        return spoken.say("actions.choose", number=thing.option + 1)
    return spoken.say("actions.pass")


def _check(thing: Offer | Choose, number: object, rest: bool = True) -> None:
    if type(number) is not int or not -_LARGEST < number < _LARGEST or not rest:
        raise UsageError(f"this {type(thing).__name__} cannot be told: its fields are not what they should be")


def _gift_or_id(spoken: Language, key: str) -> str:
    return things.gift(spoken, key) if key in spoken.rules.gifts else key


def refusal(spoken: Language, code: str, message: str) -> Text:
    """Why something is not legal; in English, with all particulars, where the language has no words for it."""
    path = f"errors.{code}"
    return spoken.say(path) if spoken.has(path) else Text(message, "en", spoken.tag != "en")
