"""One worked example for every op: its own example, carried out on a prepared table, and what then happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serviam_rules import apply
from serviam_rules.actions import Choose, Offer
from serviam_rules.effects.node import STEP
from serviam_rules.effects.vocabulary import OPS
from serviam_rules.events import (
    CardResolved,
    ChoiceDue,
    ChoiceMade,
    Event,
    GiftOffered,
    PhaseBegan,
    TurnBegan,
    TurnEnded,
)
from serviam_rules.state import GameState
from serviam_rules.testing import situation
from serviam_rules.testing.variant import marked_gift, patched, with_effect
from tools.site.language import Language
from tools.site.markdown import escape, fence, paragraphs
from tools.site.reference.words import in_words, yaml
from tools.site.ruleset import RULES
from tools.site.yaml_text import block

#: The table: a row with something to choose from, and a hand that is not empty.
TABLE: dict[str, Any] = {
    "seats": [
        {
            "vp": 10,
            "row": [
                {"up": "kurt"},
                {"up": "eleonora", "gifts": ["alms", "portrait"]},
                "down",
                {"up": "leandro", "gifts": ["incense"]},
                "down",
            ],
            "hand": ["demon", "bribe", "warhorse"],
        },
        {"vp": 20},
    ],
    "influence": {"kurt": 2, "leandro": 5},
}
NOT_TOLD = (CardResolved, ChoiceDue, ChoiceMade, GiftOffered, PhaseBegan, TurnBegan, TurnEnded)
#: What says nothing of its own: nothing is set up to tell of it here.
SOLO = ("{replace: rival, from: rival_deck}",)


def examples(language: Language) -> str:
    """A part for each op, in the order of their names."""
    return paragraphs(*[part for tag in OPS for part in _op(tag, language)])


def _op(tag: str, language: Language) -> Iterator[str]:
    example = next(one for one in OPS[tag].examples if one not in SOLO)
    step = yaml(example)
    yield f"### `{tag}` {{#op-{tag.replace('_', '-')}}}"
    yield fence(block([step]), "yaml")
    yield f"> {escape(in_words(STEP, step, language))}"
    yield "\n".join(_told(step, language))


def _told(step: Any, language: Language) -> Iterator[str]:
    for kind, words in _play(step, language):
        yield f"- {language.say(f'ops.{kind}')} {words}"


def _play(step: Any, language: Language) -> Iterator[tuple[str, str]]:
    """What is chosen and what happens."""
    state = situation(RULES, TABLE)
    rules = patched(RULES, with_effect(state, [step], 0, by_rival=False))
    state = situation(rules, TABLE)
    state, events = apply(state, Offer(marked_gift(rules), 0))
    yield from _events(events, state, language)
    while state.decision is not None:
        asked = state.decision
        taken = _best(asked.options, marked_gift(rules))
        option = asked.options[taken]
        yield (
            "asked",
            f"{escape(rules.describe(asked, language.code))} → **{escape(rules.describe(option, language.code))}**",
        )
        state, events = apply(state, Choose(taken))
        yield from _events(events, state, language)


def _best(options: tuple[Any, ...], marked: str) -> int:
    """The first option that has a gift other than the one that set the effect off, else the first."""
    return next((at for at, one in enumerate(options) if getattr(one, "gift", None) not in (None, marked)), 0)


def _events(events: tuple[Event, ...], state: GameState, language: Language) -> Iterator[tuple[str, str]]:
    for told in events:
        if isinstance(told, TurnBegan):
            return
        if not isinstance(told, NOT_TOLD):
            yield "happens", escape(state.ruleset.describe(told, language.code))
