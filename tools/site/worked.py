"""Worked examples for the rulebook: prepared tables, played by the engine, told in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from serviam_rules import apply
from serviam_rules.actions import Choose, Offer
from serviam_rules.events import ChoiceDue, ChoiceMade, Event, GiftDrawn, GiftOffered, PhaseBegan, TurnBegan, TurnEnded
from serviam_rules.state import GameState
from serviam_rules.testing import situation
from tools.site.book import Book
from tools.site.language import Language
from tools.site.markdown import escape, paragraphs, slug
from tools.site.ruleset import RULES


@attrs.frozen
class Example:
    """A table, what is done on it - an offer, then the ids or numbers of what is chosen - and the rules it shows."""

    key: str
    rules: tuple[str, ...]
    given: Mapping[str, Any]
    offer: tuple[str, int]
    choices: tuple[Any, ...] = ()
    #: Whether what follows in the next turn is told too.
    goes_on: bool = False


#: What the lines in bold say already, and what is of no matter here.
NOT_TOLD = (ChoiceDue, GiftDrawn, GiftOffered, PhaseBegan, TurnEnded)

EXAMPLES = (
    Example(
        "turn",
        ("T-1", "T-3", "T-8", "T-9"),
        {
            "seats": [{"row": ["victoria", "down", "down", "down", "kurt"], "hand": ["ceremonial-sabre"]}],
            "markers": {"victoria": 4},
        },
        ("ceremonial-sabre", 0),
    ),
    Example(
        "choice",
        ("T-4", "T-6"),
        {
            "seats": [{"row": ["leandro", "down", "down", "down", "up"], "hand": ["demon"]}],
            "influence": {"kurt": -3, "leandro": 5},
        },
        ("demon", 0),
        ("kurt",),
    ),
    Example(
        "conspiracy",
        ("T-7", "F-2"),
        {"seats": [{"row": ["victoria", "down", "down", "down", "up"], "hand": ["siege-map"]}]},
        ("siege-map", 0),
    ),
    Example(
        "kurt",
        ("D-1", "D-2", "D-6"),
        {
            "seats": [
                {
                    "row": ["kurt", "down", "down", "down", {"up": "leandro", "gifts": ["vintage-wine"]}],
                    "hand": ["siege-map", "letter-debt"],
                }
            ]
        },
        ("siege-map", 0),
        ("leandro",),
    ),
    Example(
        "solo",
        ("O-7", "O-8", "O-11"),
        {
            "mode": "solo",
            "rival": "irma",
            "bazzi_betti": {"row": ["ottavia", {"down": "eleonora"}, "down", "down", "down", "down", "down"]},
            "seats": [{"row": ["serafina", "down", "down", "down", "fabrizio"], "hand": ["bribe"]}],
            "influence": {"kurt": 2, "victoria": 5},
        },
        ("bribe", 0),
        goes_on=True,
    ),
    Example(
        "scoring",
        ("F-1", "F-2", "F-3"),
        {
            "round": 7,
            "active": 1,
            "seats": [
                {"vp": 12, "row": ["victoria", "up", "up", "up", "up"]},
                {
                    "vp": 5,
                    "row": [
                        {"up": "kurt", "gifts": ["siege-map", "warhorse"]},
                        {"up": "eleonora", "gifts": ["doubtful-relic"]},
                        {"up": "leandro", "gifts": ["forged-deed"]},
                        {"up": "serafina", "gifts": ["forged-deed"]},
                        "dario",
                    ],
                    "hand": ["demon"],
                },
            ],
        },
        ("demon", 4),
        ("fabrizio",),
    ),
)


def write(book: Book) -> None:
    """Write `rules/examples.md`."""
    language = book.language
    parts = [part for example in EXAMPLES for part in _example(example, language)]
    text = paragraphs(f"# {language.say('worked.title')}", language.say("worked.lead"), *parts)
    book.write("rules/examples.md", text)


def _example(example: Example, language: Language) -> list[str]:
    links = language.comma.join(f"[{rule}](rulebook.md#{slug(rule)})" for rule in example.rules)
    return [
        f"## {language.say(f'worked.{example.key}')} {{#{example.key}}}",
        f"{language.say(f'worked.{example.key}_text')} ({links})",
        _story(example, language),
    ]


def _story(example: Example, language: Language) -> str:
    state = situation(RULES, example.given)
    action: Any = Offer(*example.offer)
    lines = [f"1. **{_told(action, state, language)}**"]
    state, events = apply(state, action)
    lines += _events(events, language, example.goes_on)
    wanted = list(example.choices)
    while state.decision is not None:
        action = Choose(_option(state, wanted.pop(0)))
        lines.append(f"1. **{_told(state.decision.options[action.option], state, language)}**")
        state, events = apply(state, action)
        lines += _events(events, language, example.goes_on)
    assert not wanted, f"{example.key}: nothing asks for {wanted}"
    return "\n".join(lines)


def _told(thing: Any, state: GameState, language: Language) -> str:
    return escape(RULES.describe(thing, language.code))


def _option(state: GameState, wanted: Any) -> int:
    """The number of the option that stands for this id, or for a number itself."""
    assert state.decision is not None
    if isinstance(wanted, int):
        return wanted
    for at, option in enumerate(state.decision.options):
        if wanted in (getattr(option, "powerholder", None), getattr(option, "gift", None)):
            return at
    raise LookupError(f"{wanted} is not among {state.decision.options}")


def _events(events: Sequence[Event], language: Language, goes_on: bool) -> list[str]:
    """What happened, up to the next turn if it does not go on."""
    lines: list[str] = []
    for told in events:
        if isinstance(told, TurnBegan) and not goes_on:
            break
        if not isinstance(told, NOT_TOLD) and not (isinstance(told, ChoiceMade) and not told.by_engine):
            lines.append(f"    - {escape(RULES.describe(told, language.code))}")
    return lines
