"""Rule text is read back as the effect it was rendered from, and as no other, in every language and from both sides."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serviam_rules import load_ruleset
from serviam_rules.effects.compile import compile_effect
from serviam_rules.effects.node import parse_steps, unparse
from serviam_rules.model import Ruleset
from serviam_rules.text import card, parse, render
from serviam_rules.text.grammar import Grammar
from serviam_rules.text.language import language_of
from serviam_rules.text.meaning import meaning, targets
from serviam_rules.text.patterns import height
from serviam_rules.text.scope import normal
from tests.strategies import effects

GERMAN = Path(__file__).parent / "data" / "packs" / "de"
LANGUAGES = ("en", "zh-Hans", "ja", "de")
SIDES = ("player", "bazzi-betti")


@cache
def grammar(locale: str, side: str) -> Grammar:
    language = language_of(load_ruleset(GERMAN), locale)
    return language.grammar(locale, side != "player")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("locale", LANGUAGES)
@settings(max_examples=60)
@given(steps=effects())
def test_reading_undoes_rendering(locale: str, side: str, steps: tuple[Any, ...]) -> None:
    words = render.effect(grammar(locale, side), steps)
    shown = [unparse(step) for step in steps]
    assert parse.effects(grammar(locale, side), words) == (normal(steps),), f"{words}\n{shown}"


@pytest.mark.parametrize("locale", LANGUAGES)
@settings(max_examples=30)
@given(steps=effects(most_steps=2, depth=2))
def test_small_effects_need_no_brackets_or_letters_mostly(locale: str, steps: tuple[Any, ...]) -> None:
    """Brackets are for what would be unclear: a step whose parts hold nothing themselves never needs any."""
    flat = all(height(step) <= 1 for step in steps)
    words = render.effect(grammar(locale, "player"), steps)
    assert not flat or not set("（(").intersection(words) or "（最大" in words


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_words_of_every_card_are_clear(locale: str) -> None:
    rules = load_ruleset(GERMAN)
    language = language_of(rules, locale)
    for target in targets(rules):
        meant = meaning(rules, target)
        words = card.effect(language, meant)
        assert card.readings(language, meant, words) == (normal(meant.steps),), (target, words)
        assert "(A)" not in words.replace("（", "(").replace("）", ")") or target == "solo/turn", words


@given(st.data())
def test_what_people_write_differently_reads_the_same(data: st.DataObject) -> None:
    """Width, case, dashes and apostrophes are the writer's affair."""
    said = data.draw(st.sampled_from(WRITTEN))
    rules = load_ruleset()
    target, locale, written = said
    language, meant = language_of(rules, locale), meaning(rules, target)
    assert normal(meant.steps) in card.readings(language, meant, written)


WRITTEN = (
    ("victoria", "en", "EVERY OTHER THREE-STAR POWERHOLDER MOVES -1."),
    ("victoria", "en", "Every other three‑star powerholder moves –1."),
    ("eleonora", "en", "Choose a powerholder:  +1. Choose a different one: -1."),
    ("celeste", "en", "If any powerholder's influence is 5, Bazzi-Betti gains 3 VP."),
    ("eleonora", "ja", "権力者１人を選び＋１し、別の１人を選び－１する。"),
    ("siege-map", "zh-Hans", "赠礼目标＋１;莱安德罗-1。"),
    ("ceremonial-sabre", "zh-Hans", "库鲁特+1；赠礼目标+1。"),
)


def test_names_given_to_what_is_chosen_do_not_count(rules: Ruleset) -> None:
    """Two effects are the same if they differ only in names, or in names that nobody reads."""
    one = parse_steps([{"move": {"one": "anyone", "as": "x"}, "by": 1}, {"move": {"chosen": "x"}, "by": 1}])
    two = parse_steps(
        [{"move": {"one": "anyone", "as": "favoured"}, "by": 1}, {"move": {"chosen": "favoured"}, "by": 1}]
    )
    unread = parse_steps([{"move": {"one": "anyone", "as": "x"}, "by": 1}])
    assert normal(one) == normal(two)
    assert normal(unread) == normal(parse_steps([{"move": {"one": "anyone"}, "by": 1}]))


@settings(max_examples=200)
@given(steps=effects())
def test_effects_as_drawn_are_well_formed(steps: tuple[Any, ...]) -> None:
    """They can be written down, read again and compiled, and so can their normal form."""
    rules = load_ruleset()
    assert parse_steps([unparse(step) for step in steps]) == steps
    compile_effect(rules, "trial", steps)
    plain: tuple[Any, ...] = normal(steps)
    compile_effect(rules, "trial", plain)
    assert normal(plain) == plain


def test_what_cannot_be_read_has_no_reading() -> None:
    found = grammar("en", "player")
    assert parse.effects(found, "Every powerholder moves sideways.") == ()
    assert parse.effects(found, "") == ()
    assert parse.effects(found, "(((") == ()
    assert parse.effects(found, "Powerholder A moves +1.") == (), "nothing is called A"


def test_hostile_text_is_refused_quickly() -> None:
    found = grammar("en", "player")
    assert parse.effects(found, "(" * 1500 + "draw 1 gift" + ")" * 1500) == ()
    assert parse.effects(found, "Draw 1 gift. Then " * 1000) == ()
    assert len(parse.effects(found, "Gain VP equal to " + "1 times " * 40 + "2.")) == parse.MOST
    assert len(parse.effects(found, "Move any powerholder " + "or powerholder " * 40 + "+1.")) == parse.MOST
