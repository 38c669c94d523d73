"""The example packs are in order, can be played to the end, and do what they say they show."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from serviam_rules import (
    apply,
    determinize,
    legal_actions,
    load_ruleset,
    new_game,
    state_from_json,
    to_json,
    view,
)
from serviam_rules.loading import check_packs
from serviam_rules.model import Ruleset
from serviam_rules.testing import Case, read_cases, run_case
from serviam_rules.text import card as card_text
from serviam_rules.text.check import check_locale
from serviam_rules.text.faults import faults
from serviam_rules.text.language import language_of
from serviam_rules.text.localised import Text
from serviam_rules.text.meaning import meaning
from serviam_rules.text.scope import normal
from serviam_rules.text.status import status, summary

PACKS = Path(__file__).resolve().parents[1] / "examples" / "packs"
NAMES = ("five-turns", "fr", "my-copy", "what-cards-can-say")
#: Other games, for other numbers of players: each has a file of tests of its own.
GAMES = ("lantern-harbour",)
MODES: tuple[dict[str, Any], ...] = ({"players": 2}, {"players": 3}, {"players": 4}, {"mode": "solo"})
SAYINGS = sorted(
    path.stem.removesuffix("-icon") for path in (PACKS / "what-cards-can-say" / "icons").glob("*-icon.yaml")
)
CASES = read_cases(PACKS / "five-turns" / "cases")


def told(rules: Ruleset, card: str, language: str) -> Text:
    """A rule text, which says in what language it is."""
    found = rules.text(card, language)
    assert isinstance(found, Text)
    return found


def pack(name: str) -> Ruleset:
    return load_ruleset(PACKS / name)


def test_every_example_is_tested_and_explained() -> None:
    folders = sorted(path.name for path in PACKS.iterdir() if path.is_dir())
    assert folders == sorted(NAMES + GAMES)
    for name in NAMES + GAMES:
        text = (PACKS / name / "README.md").read_text(encoding="utf-8")
        assert f"serviam-rules validate examples/packs/{name}" in text


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_in_order(name: str) -> None:
    assert [str(problem) for problem in check_packs(PACKS / name).problems] == []


@pytest.mark.parametrize("options", MODES, ids=str)
@pytest.mark.parametrize("name", [*NAMES, "all"])
def test_an_example_can_be_played_to_the_end(name: str, options: dict[str, Any]) -> None:
    rules = load_ruleset(*(PACKS / each for each in NAMES)) if name == "all" else pack(name)
    dice = random.Random(name)
    for seed in range(3):
        state = new_game(rules, seed=seed, **options)
        while not state.is_over:
            state, events = apply(state, dice.choice(legal_actions(state)))
            for event in events:
                assert rules.describe(event, rules.locales[-1])
        assert state.outcome is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.it)
def test_a_case_of_the_variant_holds(case: Case) -> None:
    run_case(case, pack("five-turns"))


def test_every_new_thing_of_the_variant_has_a_case() -> None:
    rules, base = pack("five-turns"), load_ruleset()
    new = {*rules.gifts, *rules.powerholders} - {*base.gifts, *base.powerholders} | {"ottavia"}
    assert new <= {case.card for case in CASES}


# ---- what each shows


def test_the_variant_changes_numbers_scoring_a_card_and_icons() -> None:
    rules, base = pack("five-turns"), load_ruleset()
    assert (base.numbers.turn.turns, rules.numbers.turn.turns) == (7, 5)
    assert [item.id for item in rules.numbers.scoring] == ["demand", "shadow", "following"]
    assert set(rules.icons) - set(base.icons) == {"house"}
    assert rules.text("ottavia") != base.text("ottavia")
    assert rules.fingerprint != base.fingerprint


def test_the_variant_is_told_in_every_language() -> None:
    rules = pack("five-turns")
    for language in ("en", "zh-Hans", "ja"):
        for card in ("regimental-colours", "sealed-ballot", "ottavia", "house"):
            assert not told(rules, card, language).fallback, (card, language)


@pytest.mark.parametrize("language", ["en", "zh-Hans", "ja"])
def test_the_cookbook_is_told_in_every_language(language: str) -> None:
    rules, base = pack("what-cards-can-say"), load_ruleset()
    for card in rules.gifts.keys() - base.gifts.keys():
        assert not told(rules, card, language).fallback, card
    assert "\n" in told(rules, "seal-of-office", language)


def test_every_card_of_the_cookbook_stands_in_its_table() -> None:
    rules, base = pack("what-cards-can-say"), load_ruleset()
    table = (PACKS / "what-cards-can-say" / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{card}` |" in table for card in rules.gifts.keys() - base.gifts.keys())


def test_the_translation_changes_no_rule() -> None:
    assert pack("fr").fingerprint == load_ruleset().fingerprint


def test_the_translation_has_every_name_and_rule_text_and_not_every_message() -> None:
    rules = pack("fr")
    entries = status(rules, "fr")
    names = summary(tuple(entry for entry in entries if entry.path[0] == "names"))
    assert {state for state, count in names.items() if count} == {"ok"}
    for card in (*rules.gifts, *rules.powerholders, *rules.rivals):
        assert not told(rules, card, "fr").fallback, card
    assert faults(rules, "fr") == ()
    assert check_locale(rules, "fr") == ()
    missing = [entry.path for entry in entries if entry.state == "missing"]
    assert missing, "it is there to show a translation that is not complete"


def test_what_the_translation_lacks_is_seen_to_be_english() -> None:
    rules = pack("fr")
    state = new_game(rules, seed=1)
    _, events = apply(state, legal_actions(state)[0])
    words = rules.describe(events[0], "fr")
    assert isinstance(words, Text)
    assert words.fallback
    assert rules.describe(legal_actions(state)[0], "fr").startswith("Offrir")


def test_the_transcription_is_half_filled_in() -> None:
    from serviam_rules.cli.cards import everything

    words = [
        origin for kind, _, fields in everything(pack("my-copy")) if kind != "locales" for origin in fields.values()
    ]
    transcribed, left = words.count("transcribed"), words.count("stand-in")
    assert transcribed > 50
    assert left > 50


def test_the_transcription_says_that_it_is_invented() -> None:
    for place in ("README.md", "pack.yaml"):
        assert "invented" in (PACKS / "my-copy" / place).read_text(encoding="utf-8")
    rules = pack("my-copy")
    new = names(rules) - names(load_ruleset())
    assert [name for name in new if not name.startswith("Sample ")] == []


def names(rules: Ruleset) -> set[str]:
    """The names of all cards."""
    gifts = {card.name for card in rules.gifts.values()}
    powerholders = {card.name for card in rules.powerholders.values()}
    return gifts | powerholders | {card.name for card in rules.rivals.values()}


# ---- what cards can say


@pytest.mark.parametrize("language", ["en", "zh-Hans", "ja"])
def test_what_cards_can_say_is_said_in_every_language_and_read_back(language: str) -> None:
    rules = pack("what-cards-can-say")
    spoken = language_of(rules, language)
    for gift in SAYINGS:
        meant = meaning(rules, gift)
        words = card_text.effect(spoken, meant)
        assert words.lang == language
        assert card_text.readings(spoken, meant, words) == (normal(meant.steps),), (gift, words)


def test_everything_that_cards_can_say_is_carried_out_in_play() -> None:
    """Games of which the hands are full of these gifts; views, worlds and JSON hold at every choice."""
    rules = pack("what-cards-can-say")
    dice = random.Random("say")
    seen: set[str] = set()
    for seed in range(60):
        state = new_game(rules, players=2 + seed % 3, seed=seed)
        while not state.is_over:
            if state.decision is not None and dice.random() < 0.2:
                seat = state.to_act
                assert state_from_json(to_json(state), rules) == state
                watched = view(state, seat)
                assert view(determinize(watched, seed), seat) == watched
            legal = legal_actions(state)
            ours = [action for action in legal if getattr(action, "gift", None) in SAYINGS]
            state, events = apply(state, dice.choice(ours or legal))
            seen.update(event.source for event in events if event.type == "card-resolved")
    assert {f"gift/{gift}" for gift in SAYINGS} <= seen
