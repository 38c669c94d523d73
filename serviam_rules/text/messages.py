"""Actions, options, decisions, events, errors and outcomes in words.

The messages themselves are in the language's file, under `messages`.
"""

from __future__ import annotations

from typing import Any, Final

from serviam_rules.actions import Choose, Offer, Pass
from serviam_rules.effects.node import unparse
from serviam_rules.errors import IllegalAction, Problem, UsageError, unknown
from serviam_rules.events import Event
from serviam_rules.kinds import NAMED
from serviam_rules.model import Ruleset
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import (
    BranchOption,
    CardOption,
    Decision,
    GiftOption,
    Outcome,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
    RuleOption,
    StopOption,
)
from serviam_rules.text import events, parse, prompts, things
from serviam_rules.text.expected import stop
from serviam_rules.text.language import Language, language_of, messages_of
from serviam_rules.text.localised import Text
from serviam_rules.text.meaning import ICON
from serviam_rules.text.names import MESSAGES
from serviam_rules.text.template import PLAIN

OPTIONS: Final = (
    PowerholderOption,
    PlaceOption,
    GiftOption,
    PlayerOption,
    BranchOption,
    RuleOption,
    CardOption,
    StopOption,
)
#: How much of what could stand somewhere is shown.
_SHOWN: Final = 8
#: Numbers beyond this stand in no game, only in forged actions.
_LARGEST: Final = 10**9


def describe(rules: Ruleset, thing: object, locale: object, state: object = None) -> Text:
    """An action, option, decision, event, outcome or refusal in words. UsageError for anything else.

    `state`: the state or view in which the thing is; a `Choose` is told as the option it takes of the pending decision.
    """
    language = language_of(rules, locale)
    pending = getattr(state, "decision", state)
    if pending is not None and not isinstance(pending, Decision):
        raise UsageError(f"what is described is described in a state or a view, not in {type(state).__name__}")
    try:
        if isinstance(thing, Choose) and pending is not None:
            return chosen(language, thing, pending)
        return _in_words(language, thing)
    except KeyError as error:
        raise UsageError(f"this {type(thing).__name__} names {error}, which the ruleset does not have") from None


def name(rules: Ruleset, kind: object, key: object, locale: object) -> Text:
    """The name of a thing in a language (`Ruleset.name`)."""
    language = language_of(rules, locale)
    if not isinstance(kind, str) or kind not in (*NAMED, *MESSAGES):
        raise UsageError(unknown("kind of thing with a name", kind, (*NAMED, *MESSAGES)))
    if kind in NAMED:
        known = language.names.things(NAMED[kind])
        if not isinstance(key, str) or key not in known:
            raise UsageError(unknown(kind, key, known))
        return language.name(NAMED[kind], key)
    path = f"{MESSAGES[kind]}.{key}"
    if language.has(path):
        return language.say(path, family=things.family(language))
    solo = rules.numbers.solo
    if kind == "difficulty" and solo and isinstance(key, str) and key in solo.difficulties:
        return Text(key, rules.source["language"], True)  # a pack's own, which nobody has named
    raise UsageError(unknown(kind, key, messages_of(rules, MESSAGES[kind])))


def parsed(rules: Ruleset, written: object, locale: object) -> Any:
    """Rule text as the data of the effect it means (`Ruleset.parse`)."""
    language = language_of(rules, locale)
    if not isinstance(written, str):
        raise UsageError(f"rule text is a text, not {type(written).__name__}")
    for automatic, form in ((False, PLAIN), (False, ICON), (True, PLAIN)):
        found = parse.effects(language.grammar(language.tag, automatic), written, form)
        if len(found) == 1:
            return [unparse(step) for step in found[0]]
        if found:
            ways = " or ".join(str([unparse(step) for step in steps]) for steps in found)
            raise UsageError(f"this can be read in {len(found)} ways: {ways}")
    if len(written) > parse.LONGEST:
        raise UsageError(f"rule text has at most {parse.LONGEST} signs, this has {len(written)}")
    stops = [stop(language.grammar(language.tag, False), written, form) for form in (PLAIN, ICON)]
    best = max(stops, key=lambda each: each.at)
    where = f"at {best.word!r}" if best.word else "at its end"
    after = f" after {best.before!r}" if best.before else ""
    wanted = " or ".join(best.wanted[:_SHOWN]) + (" or ..." if len(best.wanted) > _SHOWN else "")
    raise UsageError(
        f"this is no rule text in {language.tag}: it stops {where}{after}; there could stand {wanted or 'nothing'}"
    )


def _in_words(language: Language, thing: object) -> Text:
    if isinstance(thing, Event):
        return events.event(language, thing)
    if isinstance(thing, Decision):
        return prompts.decision(language, thing)
    if isinstance(thing, OPTIONS):
        return things.option(language, thing)
    if isinstance(thing, Offer | Choose | Pass):
        return action(language, thing)
    if isinstance(thing, Outcome):
        return events.outcome(language, thing)
    if isinstance(thing, Illegality | IllegalAction):
        return refusal(language, thing.code, thing.message)
    if isinstance(thing, Problem):
        return Text(str(thing), "en", language.tag != "en")
    raise UsageError(f"a {type(thing).__name__} cannot be told in words")


def action(language: Language, thing: Offer | Choose | Pass) -> Text:
    """An action in words; whose it is, it does not say itself. UsageError for one whose fields are no such things."""
    if isinstance(thing, Offer):
        _check(thing, thing.slot, type(thing.gift) is str)
        return language.say("actions.offer", gift=_gift_or_id(language, thing.gift), place=things.place(thing.slot))
    if isinstance(thing, Choose):
        _check(thing, thing.option)
        return language.say("actions.choose", number=thing.option + 1)
    return language.say("actions.pass")


def chosen(language: Language, thing: Choose, pending: Decision) -> Text:
    """A choice as the option it takes; by its number where there is none, or none to be seen."""
    _check(thing, thing.option)
    known = 0 <= thing.option < len(pending.options)
    return things.option(language, pending.options[thing.option]) if known else action(language, thing)


def _check(thing: Offer | Choose, number: object, rest: bool = True) -> None:
    if type(number) is not int or not -_LARGEST < number < _LARGEST or not rest:
        raise UsageError(f"this {type(thing).__name__} cannot be told: its fields are not what they should be")


def _gift_or_id(language: Language, key: str) -> str:
    return things.gift(language, key) if key in language.rules.gifts else key


def refusal(language: Language, code: str, message: str) -> Text:
    """Why something is not legal; in English, with all particulars, where the language has no words for it."""
    path = f"errors.{code}"
    return language.say(path) if language.has(path) else Text(message, "en", language.tag != "en")
