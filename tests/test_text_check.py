"""Printed text against what cards do: whatever differs is told, and nothing that agrees."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from serviam_rules import UsageError, load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.text import card, markdown
from serviam_rules.text.check import check_effect, check_text
from serviam_rules.text.differences import differences
from serviam_rules.text.language import language_of
from serviam_rules.text.meaning import targets
from serviam_rules.text.scope import normal
from tests.strategies import effects

LANGUAGES = ("en", "zh-Hans", "ja", "de")
GERMAN = Path(__file__).parent / "data" / "packs" / "de"


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_is_rendered_is_right(locale: str) -> None:
    rules = load_ruleset(GERMAN)
    for target in targets(rules):
        assert check_text(rules, target, locale, card.text(rules, target, locale)) == ()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_planted_mistake_gets_through(locale: str) -> None:
    """Every number and sign of every text changed in turn, and every name taken for another."""
    rules = load_ruleset(GERMAN)
    names = [str(language_of(rules, locale).name("powerholders", key)) for key in rules.powerholders]
    planted = 0
    for target in targets(rules):
        told = str(card.text(rules, target, locale))
        for wrong in mistakes(told, names):
            planted += 1
            assert check_text(rules, target, locale, wrong), (target, wrong)
    assert planted > 100


def mistakes(told: str, names: list[str]) -> Iterator[str]:
    """The text with one number, sign or name changed."""
    for found in re.finditer(r"[+−]", told):
        yield told[: found.start()] + ("−" if found.group() == "+" else "+") + told[found.end() :]
    for found in re.finditer(r"\d+", told):
        yield told[: found.start()] + str(int(found.group()) + 1) + told[found.end() :]
    for at, name in enumerate(names):
        for found in re.finditer(re.escape(name), told):
            yield told[: found.start()] + names[at - 1] + told[found.end() :]


#: Card, language, printed text; then code, expected and found of each finding.
PRINTED = [
    ("victoria", "en", "Every other three-star powerholder moves +1.", [("sign", "−1", "+1")]),
    ("victoria", "en", "Every other three-star powerholder moves -2.", [("number", "−1", "−2")]),
    ("victoria", "en", "Every other two-star powerholder moves −1.", [("rank", "3", "2")]),
    ("victoria", "en", "Every three-star powerholder moves −1.", [("missing", "this powerholder", "")]),
    ("victoria", "en", "Kurt moves −1.", [("target", "every other three-star powerholder", "Kurt")]),
    ("serafina", "en", "Gain 1 VP for each conspiracy-marked gift in your row.", [("missing", "4", "")]),
    ("serafina", "en", "Gain 1 VP for each threat letter in your row, at most 3.",
     [("target", "conspiracy-marked gift", "threat letter"), ("number", "4", "3")]),
    ("ottavia", "en", "Choose an opponent, who loses 3 VP.", [("number", "2", "3")]),
    ("dario", "en", "Draw 1 gift.", [("missing", "discard one gift of your hand", "")]),
    ("alms", "en", "Any powerholder +1.", [("missing", "move any powerholder +1", "")]),
    ("alms", "en", "Any powerholder +1. Any powerholder +1. Kurt +1.", [("extra", "", "Kurt moves +1")]),
    ("incense", "en", "The recipient +1. Victoria +1.", [("name", "Eleonora", "Victoria")]),
    ("celeste", "en", "If any powerholder’s influence is 4, Bazzi-Betti gains 3 VP.", [("number", "5", "4")]),
    ("bianca", "en", "If Bazzi-Betti has more VP than the player, the recipient moves −2.",
     [("target", "the player", "Bazzi-Betti"), ("target", "Bazzi-Betti", "the player")]),
    ("bianca", "en", "If any powerholder’s influence is 4, the recipient moves −2.",
     [("condition", "the player has more VP than Bazzi-Betti", "any powerholder’s influence is 4")]),
    ("fabrizio", "en", "Do one of these: turn up a face-down card of your row; or draw 1 gift.",
     [("what", "move any powerholder +1", "draw 1 gift")]),
    ("victoria", "zh-Hans", "其他所有二星掌权者各移动−1格。", [("rank", "3", "2")]),
    ("eleonora", "ja", "権力者1人を選び+1し、別の1人を選び+1する。", [("sign", "−1", "+1")]),
    ("incense", "ja", "献上先+1、ヴィクトリア+1。", [("name", "エレオノーラ", "ヴィクトリア")]),
    ("kurt", "en", "Exchange two gifts.", [("unreadable",
     "Exchange one gift of your hand for the topmost gift of one of your connections.", "Exchange two gifts")]),
    ("alms", "en", "Any powerholder +1. Somebody else +1.",
     [("unreadable", "move any powerholder +1", "Somebody else +1")]),
]  # fmt: skip


@pytest.mark.parametrize(("target", "locale", "printed", "wanted"), PRINTED, ids=lambda value: str(value)[:40])
def test_what_differs_is_told(
    rules: Ruleset, target: str, locale: str, printed: str, wanted: list[tuple[str, str, str]]
) -> None:
    found = check_effect(rules, target, locale, printed)
    assert [(one.code, one.expected, one.found) for one in found] == wanted


@settings(max_examples=150)
@given(left=effects(), right=effects())
def test_effects_differ_exactly_where_differences_are_told(left: tuple[Any, ...], right: tuple[Any, ...]) -> None:
    one, two = normal(left), normal(right)
    assert differences(one, one) == ()
    assert bool(differences(one, two)) is (one != two)


def test_the_lines_around_an_effect_are_compared_too(rules: Ruleset) -> None:
    printed = (
        "# Siege map\nCategory: Midra Cult\nThe recipient +1. Leandro −1.\nThreat letter: no gift can be offered to a "
    )
    found = check_text(rules, "siege-map", "en", printed + "powerholder who has it.")
    assert [(one.code, one.expected, one.found) for one in found] == [
        ("missing", "Conspiracy mark: the recipient’s EFFETTO ORDINE is carried out.", ""),
        ("name", "Kingdom Army", "Midra Cult"),
        ("extra", "", "Threat letter: no gift can be offered to a powerholder who has it."),
    ]
    found = check_text(rules, "irma", "en", "Names Victoria and Dario.\nAt the end of rounds 5 and 6: If no.")
    assert [(one.code, one.expected, one.found) for one in found][:2] == [
        ("name", "Victoria and Kurt", "Victoria and Dario"),
        ("number", "5, 6 and 7", "5 and 6"),
    ]
    found = check_text(
        rules, "victoria", "ja", "王国軍、序列：星2つ\nEFFETTO ORDINE：自身以外の三つ星の権力者全員を−1する。"
    )
    assert [(one.code, one.expected, one.found) for one in found] == [("rank", "3", "2")]


def test_an_effect_that_is_not_printed_is_missing(rules: Ruleset) -> None:
    (finding,) = check_text(rules, "victoria", "en", "Kingdom Army, 3 stars")
    assert finding.code == "missing"
    assert "moves −1" in finding.expected


def test_a_finding_can_be_printed(rules: Ruleset) -> None:
    (finding,) = check_effect(rules, "alms", "en", "Any powerholder +1.")
    assert str(finding) == "alms (en): missing: expected 'move any powerholder +1'"


def test_unknown_cards_and_languages_are_refused(rules: Ruleset) -> None:
    with pytest.raises(UsageError, match="no card is called"):
        check_text(rules, "almz", "en", "…")
    with pytest.raises(UsageError, match="no language is called"):
        check_text(rules, "alms", "xx", "…")


# ---- Markdown

DOCUMENT = """# Two cards

<!-- serviam: victoria en -->
> Kingdom Army, 3 stars
> **EFFETTO ORDINE:** Every other three-star powerholder moves +1.
<!-- /serviam -->

Between.

<!-- serviam: alms zh-CN -->
- 类别：米德拉教团
- 任选1名掌权者＋１；任选1名掌权者＋１
<!-- /serviam -->

```
<!-- serviam: no-such-card en -->
```
"""


def test_marked_passages_are_compared(rules: Ruleset) -> None:
    (place,) = markdown.check(rules, DOCUMENT)
    assert (place.line, place.finding.code, place.finding.expected, place.finding.found) == (5, "sign", "−1", "+1")
    assert str(place) == "5: victoria (en): sign: expected '−1', found '+1'"


def test_a_passage_that_is_wrong_is_written_anew_and_no_other(rules: Ruleset) -> None:
    fresh = markdown.refresh(rules, DOCUMENT)
    assert markdown.check(rules, fresh) == ()
    assert "> EFFETTO ORDINE: Every other three-star powerholder moves −1.\n" in fresh
    assert "任选1名掌权者＋１；任选1名掌权者＋１" in fresh, "a passage that is right keeps its words"
    assert fresh.count("Between.") == 1
    assert fresh.endswith("```\n")
    assert markdown.refresh(rules, fresh) == fresh


def test_an_empty_passage_is_filled(rules: Ruleset) -> None:
    document = "<!-- serviam: alms en -->\n<!-- /serviam -->\n\n<!-- serviam: set/reward en -->\n<!-- /serviam -->"
    fresh = markdown.refresh(rules, document)
    assert "- Category: Midra Cult\n- Any powerholder +1, and any powerholder +1, the same one or another.\n" in fresh
    assert "\nGain VP equal to the recipient’s influence.\n" in fresh
    assert markdown.check(rules, fresh) == ()


@pytest.mark.parametrize(
    ("document", "line", "said"),
    [
        ("a\n<!-- serviam: alms en -->\nx\n", 2, "<!-- /serviam --> after it"),
        ("<!-- /serviam -->\n", 1, "CARD LANGUAGE"),
        ("<!-- serviam alms en -->\n", 1, "CARD LANGUAGE"),
        ("<!-- serviam: alms -->\n", 1, "CARD LANGUAGE"),
        ("<!-- serviam: almz en -->\nx\n<!-- /serviam -->\n", 1, "no card is called 'almz'; did you mean 'alms'?"),
        ("<!-- serviam: alms tlh -->\nx\n<!-- /serviam -->\n", 1, "no language is called 'tlh'"),
    ],
)
def test_marks_that_are_wrong_are_told(rules: Ruleset, document: str, line: int, said: str) -> None:
    place = markdown.check(rules, document)[0]
    assert (place.line, place.finding.code) == (line, "mark")
    assert said in place.finding.expected
    assert markdown.refresh(rules, document) == document


@pytest.mark.parametrize("size", [4_000, 100_000])
def test_an_endless_line_is_checked_in_no_time(rules: Ruleset, size: int) -> None:
    """A line with the beginning of a rival's, and the middle of it over and over."""
    line = "At the end of rounds 5, 6 and 7: If " + "up to 3 or more, the " * (size // 20) + "player loses 3 VP."
    start = time.monotonic()
    assert check_text(rules, "irma", "en", line)
    assert time.monotonic() - start < 5
