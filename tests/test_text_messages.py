"""Events, options, decisions, actions, refusals and numbers in words, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from serviam_rules import Choose, Offer, Pass, UsageError, apply, legal_actions, load_ruleset, start
from serviam_rules.effects.node import parse_steps
from serviam_rules.errors import IllegalAction
from serviam_rules.events import EVENTS, ChoiceMade, Event, GiftDealt, GiftDrawn, MarkerMoved, VpChanged, redacted
from serviam_rules.game import explain_illegal
from serviam_rules.model import Ruleset
from serviam_rules.rng import from_seed
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import (
    BranchOption,
    Decision,
    GiftOption,
    Lasting,
    Outcome,
    PlaceOption,
    PlayerOption,
    PowerholderOption,
)
from serviam_rules.text import events as told_events
from serviam_rules.text.language import language_of, phrases
from serviam_rules.text.localised import Text, number, signed
from serviam_rules.values import FrozenMap

PACKS = Path(__file__).parent / "data" / "packs"
ALL = ("en", "zh-Hans", "ja", "de")


@pytest.fixture(scope="module")
def german() -> Ruleset:
    """The reference set with a whole language from a pack."""
    return load_ruleset(PACKS / "de")


# ---- events, options, decisions, actions


def values_of(cls: type, rules: Ruleset) -> dict[str, Any]:
    """Something that can stand in each field of an event."""
    samples = {
        "seat": 1, "side": 0, "family": "merlini", "vp": 3, "gifts": ("alms",), "gift": "siege-map", "places": 5,
        "slot": 2, "powerholder": "kurt", "rival": "irma", "by_chance": True, "turn": 4, "phase": "offering",
        "turns_taken": 1, "recipient": "victoria", "source": "gift/alms", "target": "kurt", "frames": (),
        "prompt": "move", "waiting": (), "position": 0, "rule": Lasting("gift/alms", 0, (), 0, "kurt", None),
        "options": (PowerholderOption("kurt"), PowerholderOption("dario")),
        "by_engine": False, "private": True, "kind": "powerholder", "asked": 2, "start": 1, "end": 3, "old": "kurt",
        "new": "dario", "open": False, "mode": "standard", "players": 3, "difficulty": None, "arrangement": "deal",
        "option": PowerholderOption("kurt"), "outcome": Outcome((0,), (9, 3), (1, 0), (1, 2), FrozenMap()),
        "decision": Decision(1, "powerholder", "move", "gift/demon", OPTIONS[:1] * 2),
    }  # fmt: skip
    values = {field.name: samples[field.name] for field in attrs.fields(cls)}
    if "rival" in cls.__name__.lower() and "old" in values:
        values |= {"old": "irma", "new": "bianca"}
    return values


@pytest.mark.parametrize("locale", ALL)
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_words(german: Ruleset, kind: str, locale: str) -> None:
    cls = EVENTS[kind]
    told = cls(**values_of(cls, german))
    for seen in (told, redacted(told, 0), redacted(told, None)):
        words = german.describe(seen, locale)
        assert isinstance(words, Text)
        assert (words.lang, words.fallback) == (locale, False)
        assert_plain_words(words)


def assert_plain_words(words: str) -> None:
    assert words.strip() == words
    assert words
    assert not re.search(r"None|\{|\}|\$|events\.|FrozenMap", words), words
    assert not re.search(r"[-+]0|\+-|-\d|\+−|−−", words), f"a sign is not as it should be: {words}"


@pytest.mark.parametrize("locale", ALL)
def test_every_event_has_its_messages(german: Ruleset, locale: str) -> None:
    """A new class of events needs nothing else than these in each language."""
    language = language_of(german, locale)
    wanted = [f"events.{path}" for kind in EVENTS.values() for path in told_events.messages(kind)]
    missing = [path for path in wanted if not language.has(path)]
    assert not missing, f"{locale} has no message {', '.join(missing)}"


@pytest.mark.parametrize("locale", ALL)
def test_what_is_hidden_is_never_named(german: Ruleset, locale: str) -> None:
    """HID-3: others read that a card is drawn, in their language."""
    hidden = language_of(german, locale).name("gifts", "siege-map")
    for told in (GiftDrawn(1, "siege-map"), GiftDealt(1, "siege-map")):
        assert hidden in german.describe(told, locale)
        assert hidden not in german.describe(redacted(told, 0), locale)
        assert hidden in german.describe(redacted(told, 1), locale)
    chosen = ChoiceMade(1, "discard", GiftOption(1, "siege-map", 1), False, True)
    assert hidden in german.describe(chosen, locale)
    assert hidden not in german.describe(redacted(chosen, 0), locale)


@pytest.mark.parametrize("locale", ALL)
def test_whole_games_can_be_told(german: Ruleset, locale: str) -> None:
    for event in played(german):
        assert_plain_words(german.describe(event, locale))


def played(rules: Ruleset) -> Iterator[Event]:
    """The events of a few games, played at random."""
    games: tuple[dict[str, Any], ...] = (
        {"players": 3},
        {"mode": "solo", "arrangement": "inspect"},
        {"mode": "solo", "difficulty": "hard"},
    )
    for options in games:
        state, events = start(rules, seed="told", **options)
        dice = from_seed("told")
        while not state.is_over:
            yield from events
            legal = legal_actions(state)
            state, events = apply(state, legal[dice.below(len(legal))])
            dice = dice.next()
        yield from events


OPTIONS = (
    PowerholderOption("kurt"),
    PlaceOption(0, 2, "kurt", "alms"),
    PlaceOption(1, 2, "kurt", None),
    PlaceOption("bazzi-betti", 6, None, None),
    GiftOption(0, "alms", 1),
    GiftOption(0, "alms", 2),
    PlayerOption(3),
    PlayerOption("bazzi-betti"),
    BranchOption(1),
)


@pytest.mark.parametrize("locale", ALL)
@pytest.mark.parametrize("thing", [*OPTIONS, Offer("alms", 4), Choose(0), Pass()], ids=str)
def test_options_and_actions_have_words(german: Ruleset, thing: object, locale: str) -> None:
    words = german.describe(thing, locale)
    assert isinstance(words, Text)
    assert not words.fallback
    assert_plain_words(words)


def test_an_offer_of_a_card_that_is_none_can_be_told(rules: Ruleset) -> None:
    assert "no-such-gift" in rules.describe(Offer("no-such-gift", 0))


@pytest.mark.parametrize(
    "forged",
    [Offer(3, 0), Offer("alms", "x"), Offer("alms", True), Choose("x"), Choose(10**5000), GiftDrawn(0, "no")],  # type: ignore[arg-type]
)
def test_what_is_forged_is_refused(rules: Ruleset, forged: object) -> None:
    with pytest.raises(UsageError, match=r"cannot be told|does not have"):
        rules.describe(forged)


def test_a_thing_that_cannot_be_told_is_refused(rules: Ruleset) -> None:
    with pytest.raises(UsageError, match="a float cannot be told"):
        rules.describe(1.5)


def decisions(rules: Ruleset) -> dict[tuple[str, str, str], Decision]:
    """Decisions of a few games by their program, step and kind."""
    found: dict[tuple[str, str, str], Decision] = {}
    games: tuple[dict[str, Any], ...] = (
        {"players": 4},
        {"players": 2},
        {"mode": "solo"},
        {"players": 2, "arrangement": "select"},
    )
    for options in games:
        for seed in range(12):
            state = start(rules, seed=seed, **options).state
            dice = from_seed(seed)
            while not state.is_over:
                asked = state.decision
                if asked is not None:
                    found.setdefault((asked.source, asked.prompt, asked.kind), asked)
                legal = legal_actions(state)
                state = apply(state, legal[dice.below(len(legal))]).state
                dice = dice.next()
    return found


def test_a_decision_says_what_is_chosen_and_what_for(rules: Ruleset) -> None:
    found = decisions(rules)
    told = {key: rules.describe(asked) for key, asked in found.items()}
    assert told["gift/demon", "move", "powerholder"] == "Choose any powerholder (−2)"
    assert told["gift/illuminated-scripture", "move", "powerholder"] == "Choose any three-star powerholder (−1)"
    assert told["powerholder/dario", "discard", "gift"] == "Choose one gift of your hand to discard"
    assert told["powerholder/kurt", "exchange", "gift"] == "Choose one gift of your hand to exchange"
    assert told["powerholder/fabrizio", "choose", "branch"] == "Choose what to do"
    assert told["set/arrangement", "arrange", "powerholder"].startswith("Choose the card")


def test_two_questions_of_one_effect_are_told_apart(rules: Ruleset) -> None:
    everyone = tuple(map(PowerholderOption, rules.powerholders))
    ones = tuple(PowerholderOption(key) for key, one in rules.powerholders.items() if one.rank == 1)
    twos = tuple(PowerholderOption(key) for key, one in rules.powerholders.items() if one.rank == 2)
    for options, wanted in (
        (ones, "Choose any one-star powerholder (+1)"),
        (twos, "Choose any two-star powerholder (+1)"),
    ):
        assert rules.describe(Decision(0, "powerholder", "move", "gift/field-rations", options)) == wanted
    first = Decision(0, "powerholder", "move", "powerholder/eleonora", everyone)
    second = Decision(0, "powerholder", "move", "powerholder/eleonora", everyone[1:])
    assert rules.describe(first) == "Choose any powerholder (+1)"
    assert rules.describe(second) == "Choose any powerholder (−1)"


def test_branches_say_what_they_would_do(rules: Ruleset) -> None:
    asked = decisions(rules)["powerholder/fabrizio", "choose", "branch"]
    assert [rules.describe(option) for option in asked.options] == [
        "Turn up a face-down card of your row.",
        "Move any powerholder +1.",
    ]


@pytest.mark.parametrize("locale", ALL)
def test_every_decision_of_a_game_has_words(german: Ruleset, locale: str) -> None:
    for asked in decisions(german).values():
        for words in (german.describe(asked, locale), *(german.describe(option, locale) for option in asked.options)):
            assert isinstance(words, Text)
            assert (words.lang, words.fallback) == (locale, False)
            assert_plain_words(words)


@pytest.mark.parametrize("locale", ALL)
def test_others_see_only_that_a_choice_is_pending(german: Ruleset, locale: str) -> None:
    asked = Decision(1, "gift", "discard", "powerholder/dario", ())
    assert_plain_words(german.describe(asked, locale))


@pytest.mark.parametrize("locale", ALL)
def test_every_refusal_has_words(german: Ruleset, locale: str) -> None:
    state = start(german, seed=1).state
    codes = set(phrases(german, "en")["messages"]["errors"])
    source = Path(__file__).parents[1] / "serviam_rules" / "rules"
    used = {
        code
        for path in source.rglob("*.py")
        for code in re.findall(r'Illegality\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert used <= codes, "each refusal needs words: messages.errors"
    for code in codes:
        words = german.describe(Illegality(code, "…"), locale)
        assert isinstance(words, Text)
        assert not words.fallback
    against = explain_illegal(state, Pass())
    assert german.describe(against, locale) == german.describe(IllegalAction("may-not-pass", "…"), locale)


def test_a_refusal_without_words_keeps_its_english_particulars(rules: Ruleset) -> None:
    told = rules.describe(Illegality("no-such-code", "the particulars"), "ja")
    assert isinstance(told, Text)
    assert (told, told.lang, told.fallback) == ("the particulars", "en", True)


# ---- I18-3: numbers


def test_numbers_have_one_minus_and_steps_have_signs() -> None:
    assert [number(n) for n in (-1, 0, 1)] == ["\N{MINUS SIGN}1", "0", "1"]
    assert [signed(n) for n in (-1, 0, 1)] == ["\N{MINUS SIGN}1", "0", "+1"]


@pytest.mark.parametrize("locale", ALL)
def test_steps_and_changes_of_vp_are_signed_alike(german: Ruleset, locale: str) -> None:
    for by, wanted in ((-1, "\N{MINUS SIGN}1"), (0, "0"), (1, "+1")):
        moved = german.describe(MarkerMoved("kurt", by, 4, 4 + by), locale)
        changed = german.describe(VpChanged(0, by, 5, 5 + by, "set/reward"), locale)
        assert re.search(rf"(?<![\d+−]){re.escape(wanted)}(?!\d)", moved), moved
        assert re.search(rf"(?<![\d+−]){re.escape(wanted)}(?!\d)", changed), changed
        assert "-" not in moved


@pytest.mark.parametrize(
    ("locale", "wanted"),
    [
        ("en", ["Draw 0 gifts.", "Draw 1 gift.", "Draw 2 gifts."]),
        ("zh-Hans", ["抽0张礼物。", "抽1张礼物。", "抽2张礼物。"]),
        ("ja", ["献上品を0枚引く。", "献上品を1枚引く。", "献上品を2枚引く。"]),
        ("de", ["Ziehe 0 Geschenke.", "Ziehe 1 Geschenk.", "Ziehe 2 Geschenke."]),
    ],
)
def test_plurals_follow_the_language(german: Ruleset, locale: str, wanted: list[str]) -> None:
    language = language_of(german, locale)
    assert [language.effect(parse_steps([{"draw": n}])) for n in (0, 1, 2)] == wanted


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Discard the topmost gift of one of your opponents’ connections."),
        ("zh-Hans", "弃掉任一对手的1名人脉身上最上面的礼物。"),
        ("ja", "いずれかの対戦相手の人脈1人の一番上の献上品を捨てる。"),
    ],
)
def test_one_thing_of_several_players_is_one_of_any_of_them(german: Ruleset, locale: str, words: str) -> None:
    """Not one connection that all opponents have together."""
    steps = parse_steps([{"discard": {"topmost": {"one": {"connections": {"holds": "anything"}, "of": "opponents"}}}}])
    assert language_of(german, locale).effect(steps) == words


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_blanks_of_an_icon_are_told_apart(german: Ruleset, locale: str) -> None:
    """Stars of a rank and steps of a marker are two numbers."""
    blanks = phrases(german, locale)["blanks"]
    numbers = [blanks[kind].removeprefix("±") for kind in ("rank", "steps", "number")]
    assert len(set(numbers)) == len(numbers)
    assert all(blanks[kind] in german.text("rank", locale) for kind in ("rank", "steps"))
