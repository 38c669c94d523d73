"""Card faces and diagrams: valid, safe, deterministic, readable; they say what is a stand-in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from serviam_rules import load_ruleset
from serviam_rules.errors import UsageError
from serviam_rules.faces import diagrams, face
from serviam_rules.faces.colours import LEAST_CONTRAST, PAPER, WORDS, contrast, shades
from serviam_rules.faces.measure import fit, fit_line, width, wrap
from serviam_rules.faces.names import copies, difficulty, say
from serviam_rules.faces.provenance import stand_in
from serviam_rules.faces.svg import document, escaped, tag, words
from serviam_rules.faces.wording import wording
from serviam_rules.linebreaks import NOT_FIRST
from serviam_rules.rules.phases import ROUND, TURN
from serviam_rules.testing.variant import patched
from serviam_rules.text.language import phrases

SVG = "{http://www.w3.org/2000/svg}"
PACKS = Path(__file__).parent / "data" / "packs"
LOCALES = ("en", "zh-Hans", "ja", "de")
RULES = load_ruleset(PACKS / "de")
CARDS = [*RULES.gifts, *RULES.powerholders, *RULES.rivals]
DIAGRAMS = (diagrams.track, diagrams.setup, diagrams.turn, diagrams.solo_round, diagrams.solo_table)


def shown(svg: str) -> str:
    """Every text of a drawing, in order, joined."""
    return " ".join(ElementTree.fromstring(svg).itertext())


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("card_id", [*CARDS, *RULES.icons])
def test_a_face_is_a_complete_document(card_id: str, locale: str) -> None:
    drawn = face(RULES, card_id, locale)
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in root[:2])
    assert root.get("role") == "img"
    assert root.get("aria-label") == root[0].text
    assert root.get("lang") == locale
    assert drawn == face(RULES, card_id, locale)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("card_id", CARDS)
def test_a_face_shows_what_the_card_does_and_tells_its_whole_rule_text(card_id: str, locale: str) -> None:
    root = ElementTree.fromstring(face(RULES, card_id, locale))
    on_card = "".join(squeezed(line.text or "") for line in root.iter(f"{SVG}text"))
    words = squeezed(wording(RULES, card_id, locale))
    assert words
    assert words in on_card
    assert words in squeezed(RULES.text(card_id, locale))
    assert squeezed(RULES.text(card_id, locale)).rstrip(".。") in squeezed(root[1].text or "")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("card_id", CARDS)
def test_a_stand_in_says_so(card_id: str, locale: str) -> None:
    kind = next(kind for kind in ("gifts", "powerholders", "rivals") if card_id in getattr(RULES, kind))
    mark = stand_in(kind, getattr(RULES, kind)[card_id].provenance)
    assert mark, "every card of the reference set is a stand-in in part"
    assert say(RULES, mark, locale) in shown(face(RULES, card_id, locale))


def test_a_published_card_carries_no_mark() -> None:
    rules = patched(RULES, {"gifts": {"alms": {"provenance": {"default": "book"}}}})
    drawn = shown(face(rules, "alms", "en"))
    assert say(RULES, "stand-in", "en") not in drawn
    assert say(RULES, "partly", "en") not in drawn


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_all_words_of_faces(locale: str) -> None:
    english, own = (phrases(RULES, tag)["messages"]["face"] for tag in ("en", locale))
    assert list(own) == list(english)
    for group in ("phases", "does"):
        assert list(own[group]) == list(english[group])
    for phase in {*TURN, *ROUND}:
        assert not say(RULES, f"phases.{phase.name}", locale).fallback
    assert not any(difficulty(RULES, name, locale).fallback for name in ("normal", "hard", "very-hard"))


def test_what_a_language_lacks_is_english_and_says_so() -> None:
    rules = load_ruleset(PACKS / "it")
    own, borrowed = copies(rules, 2, "it"), say(rules, "conspiracy", "it")
    assert (own, own.lang, own.fallback) == ("2 copie", "it", False)
    assert (borrowed, borrowed.lang, borrowed.fallback) == ("Conspiracy", "en", True)
    assert difficulty(rules, "quite-mad", "it") == "quite-mad"
    assert "Dono. " in shown(face(rules, "alms", "it"))


@pytest.mark.parametrize(
    ("kind", "provenance", "mark"),
    [
        ("gifts", {"default": "stand-in", "name": "book"}, "stand-in"),
        ("gifts", {"default": "book", "icons": "stand-in"}, "partly"),
        ("gifts", {"default": "book", "name": "stand-in"}, ""),
        ("powerholders", {"default": "book", "effetto_ordine.0.move": "stand-in"}, "partly"),
        ("rivals", {"default": "stand-in", "names": "book"}, "partly"),
        ("icons", {}, "stand-in"),
    ],
)
def test_what_counts_as_a_stand_in(kind: str, provenance: Mapping[str, str], mark: str) -> None:
    assert stand_in(kind, provenance) == mark


@pytest.mark.parametrize("card_id", [*CARDS, *RULES.icons])
def test_nothing_is_fetched_and_nothing_runs(card_id: str) -> None:
    drawn = face(RULES, card_id, "en").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|href|<script|<style|<image|<foreignObject| on\w+=", drawn)


def test_words_of_a_pack_cannot_break_out() -> None:
    evil = "</text><script>alert('x')</script>&amp;\"\u202e\x00"
    rules = patched(
        RULES,
        {
            "gifts": {"alms": {"name": evil}},
            "set": {"organisations": {"cult": {"name": evil, "colour": evil}}},
            "icons": {"any": {"glyph": evil, "name": evil}},
        },
    )
    for card_id in ("alms", "balthasar", "any"):
        drawn = face(rules, card_id, "en")
        tags = {element.tag for element in ElementTree.fromstring(drawn).iter()}
        assert f"{SVG}script" not in tags
        assert "\u202e" not in drawn
        assert "\x00" not in drawn


def test_escaping() -> None:
    assert escaped("<a b='c'>&\"\u2028\ud800") == "&lt;a b=&#39;c&#39;&gt;&amp;&quot;\u2028"
    assert tag("g", words("<", 1, 2, 3, '"')) == '<g><text x="1" y="2" font-size="3" fill="&quot;">&lt;</text></g>'
    ElementTree.fromstring(document(width=1, height=1, title="<>", description="&", lang='"'))


@pytest.mark.parametrize("word", [*WORDS, "#fff", "#FFFF00", "heliotrope", "", " Blue ", "#12", "\ud800"])
def test_every_colour_word_can_be_read_on_paper(word: str) -> None:
    found = shades(word)
    assert contrast(found.strong, PAPER) >= LEAST_CONTRAST
    assert contrast(found.strong, "#ffffff") >= LEAST_CONTRAST
    assert contrast("#26242e", found.soft) >= 7
    assert found == shades(word)


def test_icons_and_organisations_of_packs_are_drawn() -> None:
    parts: dict[str, Any] = {
        "set": {"organisations": {"guild": {"name": "Guild of Glass", "colour": "heliotrope"}}},
        "icons": {
            "present": {"parameters": {"present": "gift"}, "effect": [{"gain": 1}], "glyph": "G$present"},
            "both": {
                "parameters": {"house": "organisation", "move": "steps", "times": "number"},
                "effect": [{"move": {"one": {"organisation": "$house"}}, "by": "$move"}, {"gain": "$times"}],
                "glyph": "$house",
            },
        },
        "gifts": {
            "glass": {
                "copies": 12,
                "category": "guild",
                "conspiracy": True,
                "icons": [
                    {"present": "alms"},
                    {"both": True, "house": "guild", "move": -12, "times": 3},
                    {"rank": 7, "move": 1},
                    *[{"any": True, "move": 1}] * 5,
                ],
            }
        },
    }
    drawn = face(patched(RULES, parts), "glass", "en")
    assert "Guild of Glass" in shown(drawn)
    assert "−12" in shown(drawn)
    assert "×3" in shown(drawn)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("draw", DIAGRAMS, ids=lambda draw: draw.__name__)
def test_a_diagram_is_a_complete_document(draw: Any, locale: str) -> None:
    root = ElementTree.fromstring(draw(RULES, locale))
    assert root[0].text
    assert root[1].text
    assert "{" not in root[1].text


def test_diagrams_follow_the_numbers() -> None:
    game = {"track": {"spaces": [-1, 0, 9], "start": 1, "solo_start": 2}, "gift_deck": 77, "vp": {"start": 4}}
    rules = patched(RULES, {"set": game})
    assert "9" in shown(diagrams.track(rules))
    assert "77" in shown(diagrams.setup(rules))
    assert "4" in shown(diagrams.setup(rules))
    without_solo = patched(RULES, {"set": {"solo": None}})
    assert diagrams.solo_table(without_solo)


def test_unknown_cards_and_languages_are_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'alms'"):
        face(RULES, "alm", "en")
    with pytest.raises(UsageError, match="'tlh'"):
        face(RULES, "alms", "tlh")


TEXTS = (
    "The recipient +2. One three-star powerholder of your choice −1.",
    "受赠者 +2。任选一名三星掌权者（包括受赠者），其 −1。",
    "献上先を +2。「星3」の権力者1人を選び、−1。",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("space", [8.0, 12.5, 30.0])
def test_lines_keep_to_their_space_and_lose_nothing(text: str, space: float) -> None:
    lines = wrap(text, space)
    assert squeezed("".join(lines)) == squeezed(text)
    assert all(width(line) <= space for line in lines)
    assert not any(line[0] in NOT_FIRST for line in lines[1:] if line)


@pytest.mark.parametrize("text", TEXTS[:3])
def test_a_number_stays_with_what_it_moves(text: str) -> None:
    lines = wrap(text, 9)
    assert not any(line.startswith(("+", "−")) for line in lines[1:])
    assert not any(line[-1:].isdigit() for line in lines[:-1])


def test_text_shrinks_and_is_cut_at_last() -> None:
    assert fit("word " * 10, 200, 100, 14, 8).size == 14
    small = fit("word " * 100, 200, 100, 14, 8)
    assert small.size < 14
    assert small.height <= 100
    cut = fit("word " * 1000, 200, 100, 14, 8)
    assert cut.lines[-1].endswith("…")
    assert cut.height <= 100
    assert fit_line("a long name that does not fit", 60, 12, 8).lines[0].endswith("…")


def test_a_last_line_is_not_left_alone() -> None:
    lines = fit("one two three four five six seven eight nine ten eleven twelve", 130, 60, 10, 8).lines
    assert width(lines[-1]) > 0.5 * max(map(width, lines))
