"""Languages: which is meant, what a translation lacks, what is wrong with phrases, and a language out of a pack."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from serviam_rules import Pass, UsageError, load_ruleset
from serviam_rules.events import GiftDrawn
from serviam_rules.model import Ruleset
from serviam_rules.text import card, faults, locales, plurals, status
from serviam_rules.text.grammar import PhraseMissing
from serviam_rules.text.language import language_of
from serviam_rules.text.localised import Text
from serviam_rules.text.meaning import meaning, targets
from serviam_rules.text.template import PhraseError, substitute

PACKS = Path(__file__).parent / "data" / "packs"
ALL = ("en", "zh-Hans", "ja", "de")


@pytest.fixture(scope="module")
def german() -> Ruleset:
    """The reference set with a whole language from a pack."""
    return load_ruleset(PACKS / "de")


@pytest.fixture(scope="module")
def italian() -> Ruleset:
    """The reference set with half a language."""
    return load_ruleset(PACKS / "it")


# ---- I18-1: languages that are known, half known, unknown


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh_Hans", "zh-Hans"), ("zh-SG", "zh-Hans"), ("ZH-hans-cn", "zh-Hans"),
     ("zh-MY", "zh-Hans"), ("ja-JP", "ja"), ("ja_JP.UTF-8", "ja"), ("en-GB", "en"), ("de-AT", "de")],
)  # fmt: skip
def test_a_language_is_found_by_its_other_names(german: Ruleset, asked: str, meant: str) -> None:
    told = german.text("kurt", asked)
    assert isinstance(told, Text)
    assert (told.lang, told.fallback) == (meant, False)


@pytest.mark.parametrize("asked", ["zh-TW", "zh-Hant", "zh_HK.UTF-8", "zh-MO", "zh-Hant-TW"])
def test_readers_of_traditional_chinese_get_english_and_not_simplified(rules: Ruleset, asked: str) -> None:
    text = rules.text("kurt", asked)
    assert isinstance(text, Text)
    assert text.lang == "en"
    assert text == rules.text("kurt", "en")
    assert rules.face("kurt", asked) == rules.face("kurt", "en")
    assert locales.resolve(asked, ("en", "zh-Hans", "zh-Hant")) == "zh-Hant"


@pytest.mark.parametrize(
    ("language", "known", "order"),
    [
        ("zh-Hant", ("en", "zh", "zh-Hans"), ("zh-Hant", "en")),
        ("zh-TW", ("en", "zh-Hans", "zh-Hant"), ("zh-TW", "zh-Hant", "en")),
        ("zh-CN", ("en", "zh-Hans", "zh-Hant"), ("zh-CN", "zh-Hans", "en")),
        ("pt-BR", ("en", "pt"), ("pt-BR", "pt", "en")),
        ("sr-Latn", ("en", "sr-Cyrl"), ("sr-Latn", "en")),
    ],
)
def test_the_gaps_of_a_translation_are_filled_in_its_own_script(
    language: str, known: tuple[str, ...], order: tuple[str, ...]
) -> None:
    assert locales.chain(language, known, "en") == order


@pytest.mark.parametrize("asked", ["xx", "", "english", "z", None, 3])
def test_an_unknown_language_is_an_error_that_lists_the_known(rules: Ruleset, asked: Any) -> None:
    with pytest.raises(UsageError, match="known: en, ja, zh-Hans"):
        rules.text("kurt", asked)
    with pytest.raises(UsageError, match="known: en, ja, zh-Hans"):
        rules.describe(Pass(), asked)


def test_what_half_a_language_lacks_is_english_and_says_so(italian: Ruleset) -> None:
    told = italian.text("siege-map", "it")
    assert isinstance(told, Text)
    assert told.splitlines()[:2] == ["Categoria: Esercito del Regno", "Il destinatario +1. Leandro −1."]
    assert told.fallback, "the line of the conspiracy mark is English"
    language = language_of(italian, "it")
    whole = language.effect(meaning(italian, "victoria").steps)
    assert (whole.lang, whole.fallback) == ("en", True), "never half a sentence"
    assert whole == "Every other three-star powerholder moves −1."
    name = language.name("gifts", "alms")
    assert (name, name.lang, name.fallback) == ("Alms", "en", True)


def test_a_borrowed_name_marks_the_words_around_it(italian: Ruleset) -> None:
    own = italian.describe(GiftDrawn(0, "bribe"), "it")
    borrowed = italian.describe(GiftDrawn(0, "alms"), "it")
    assert isinstance(own, Text)
    assert isinstance(borrowed, Text)
    assert (own, own.fallback) == ("Giocatore 1 pesca «Tangente»", False)
    assert (borrowed, borrowed.fallback) == ("Giocatore 1 pesca «Alms»", True)


def test_the_state_of_a_translation_is_known_entry_by_entry(italian: Ruleset) -> None:
    data = {
        "names": {
            "gifts": {
                "warhorse": {"name": "Cavallo", "hash": "00000000"},
                "alms": {"name": ""},
                "bribe": {"name": "Bribe"},
                "portrait": {"name": "Portrait", "same": True},
                "no-such-gift": {"name": "Resto"},
            },
            "places": {},
        },
        "phrases": {"messages": {"events": {"no-such-event": "…"}}},
    }
    found = {entry.path: entry.state for entry in status.status(italian, "it", data)}
    names = {path[2]: state for path, state in found.items() if path[:2] == ("names", "gifts")}
    assert names.pop("warhorse") == "stale"
    assert names.pop("alms") == "missing"
    assert names.pop("bribe") == "identical"
    assert names.pop("portrait") == "ok"
    assert names.pop("no-such-gift") == "orphan"
    assert set(names.values()) == {"missing"}
    assert found["names", "places"] == "orphan"
    assert found["phrases", "messages", "events", "no-such-event"] == "orphan"
    assert found["phrases", "messages", "events", "passed"] == "missing"
    assert sum(status.summary(status.status(italian, "it")).values()) == len(status.status(italian, "it"))


@pytest.mark.parametrize("locale", ALL)
def test_the_languages_here_are_complete_and_up_to_date(german: Ruleset, locale: str) -> None:
    wrong = [entry for entry in status.status(german, locale) if entry.state != "ok"]
    assert wrong == []
    assert faults.faults(german, locale) == ()


def test_a_hash_follows_the_words(rules: Ruleset) -> None:
    assert status.source_hash(rules, "gifts", "alms") == status.hash_of("Alms")
    assert status.hash_of("Alms") != status.hash_of("Alms", "a flavour")


# ---- a fourth language


def test_a_whole_language_can_come_from_a_pack(german: Ruleset) -> None:
    assert german.locales == ("en", "de", "ja", "zh-Hans")
    for target in (*targets(german), *german.icons):
        told = card.text(german, target, "de")
        assert (told.lang, told.fallback) == ("de", False), target
    assert german.text("field-rations", "de").splitlines()[1] == (
        "Ein beliebiger Machthaber mit einem Stern +1. Ein beliebiger Machthaber mit zwei Sternen +1."
    )
    assert german.text("votive-candles", "de").endswith("+2.")


# ---- phrases


def test_only_names_can_stand_in_holes() -> None:
    for text in ("{count.__class__}", "{0}", "{}", "{a[0]}", "{a!r}", "{a:>9}", "{A}", "{", "}"):
        with pytest.raises(PhraseError):
            substitute(text, {"a": "x", "count": 1})
    with pytest.raises(PhraseError, match=r"nothing is known of \{b\}"):
        substitute("{b}", {"a": "x"})
    assert substitute("{a} {n:+} {n}", {"a": "{b}", "n": -2}) == "{b} −2 −2", "what is filled in is not filled again"


@pytest.mark.parametrize(
    ("phrases", "complaint"),
    [
        ({"words": {"step": {"move": "moves {by}"}}}, "do not mention {who}"),
        ({"words": {"step": {"move": "{who} {by} {speed}"}}}, "'move' has no {speed}"),
        ({"words": {"step": {"move": {"match": {"gain": 1}, "text": "x"}}}}, "expression with 'move'"),
        ({"words": {"step": {"move": {"match": {"move": "$who", "bye": "$n"}, "text": "x"}}}}, "no argument 'bye'"),
        ({"words": {"step": {"draw": {"text": {"one": "{gifts} {who}"}}}}}, "need a `count`"),
        ({"words": {"step": {"draw": {"count": "gifts", "text": {"few_": "{gifts}"}}}}}, "plural form is one of"),
        ({"words": {"step": {"draw": {"count": "who", "text": {"other": "{gifts} {who}"}}}}}, "{who} is no number"),
        ({"words": {"step": {"may": "{steps}"}}}, "say how its list is joined"),
        ({"words": {"step": {"move": {"where": {"who": "one_"}, "text": "{who} {by}"}}}}, "'one_' is no word for who"),
        ({"words": {"step": {"move": "{who:genitive} {by}"}}}, "asks for a form that no phrase for who has"),
        ({"words": {"who": {"chosen": {"match": {"chosen": "$x"}, "text": "it"}}}}, r"\$x is read in the pattern"),
        ({"words": {"step": {"move": "{who} by {by.x}"}}}, "a hole is written"),
        ({"marks": {"called": "{text}"}}, "the holes of this mark are {name}, {text}"),
        ({"effect": {"text": "{steps/sentences} {more}"}}, "hold {steps/...} and no other hole"),
        ({"messages": {"table": {"saved": "Saved"}}}, "none stand here, {path} in the original"),
        ({"messages": {"events": {"passed": "passes"}}}, "the holes differ: none stand here, {player} in the original"),
        ({"messages": {"events": {"turn-ended": {"count": "turns", "other": "{player} {turns}"}}}}, "'one' is missing"),
    ],
)  # fmt: skip
def test_a_phrase_that_cannot_be_used_is_told(rules: Ruleset, phrases: Any, complaint: str) -> None:
    found = faults.faults(rules, "en", {"phrases": phrases})
    assert any(re.search(complaint, fault.message) for fault in found), found
    assert all(fault.path[0] == "phrases" for fault in found)


def test_a_language_without_words_is_not_a_dead_end(rules: Ruleset) -> None:
    language = language_of(rules, "en")
    with pytest.raises(PhraseMissing):
        language.say("no.such.message")


# ---- plurals


def test_the_plural_rules_of_other_languages() -> None:
    assert plurals.categories("zh-Hans") == plurals.categories("ja") == ("other",)
    assert plurals.categories("en") == ("one", "other")
    assert [plurals.category("pl", n) for n in (1, 2, 5, 12, 22, 25)] == ["one", "few", "many", "many", "few", "many"]
    assert [plurals.category("ar", n) for n in (0, 1, 2, 3, 11, 100)] == ["zero", "one", "two", "few", "many", "other"]
    assert [plurals.category("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert plurals.categories("fr") == ("one", "other"), "no number of a game is a million"
    assert plurals.category("pt-PT", 0) == "other"
    assert plurals.category("tlh", 1) == "other", "an unknown language has one form"
    assert plurals.category("en", -1) == "one"
