"""The site as files: complete, linked, self-contained; every card page shows its face and its words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from serviam_rules import load_ruleset
from tests.site.pages import LANGUAGES, all_pages, page, target

RULES = load_ruleset()
CARDS = [*RULES.gifts, *RULES.powerholders, *RULES.rivals]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_every_language_has_every_page(site: Path) -> None:
    english = {path.relative_to(site / "en") for path in (site / "en").rglob("*.html")}
    assert len(english) > 70
    for language in LANGUAGES:
        assert {path.relative_to(site / language) for path in (site / language).rglob("*.html")} == english


def test_every_link_leads_somewhere(site: Path) -> None:
    broken: list[str] = []
    for path in all_pages(site):
        if path.name == "404.html":
            continue  # its links begin at the root of the server
        for _, link in page(path).links:
            found = target(path, link)
            if found is None:
                continue
            file, anchor = found
            if not file.exists() or (anchor and file.suffix == ".html" and anchor not in page(file).ids):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    outside: list[str] = []
    for path in all_pages(site):
        outside += [
            f"{path.relative_to(site)}: {tag} {link}"
            for tag, link in page(path).links
            if tag != "a" and link.startswith(("http:", "https:", "//"))
        ]
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        outside += [f"{path.name}: {found}" for found in re.findall(r"url\([\"']?(?:https?:)?//[^)]*", text)]
        outside += [f"{path.name}: {found}" for found in re.findall(r"@import[^;]*//[^;]*", text)]
    assert outside == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card_id", CARDS)
def test_a_card_page_shows_the_face_and_the_words(site: Path, language: str, card_id: str) -> None:
    path = site / language / "cards" / f"{card_id}.html"
    found = page(path)
    assert ("img", f"../faces/{card_id}.svg") in found.links
    drawn = (site / language / "faces" / f"{card_id}.svg").read_text(encoding="utf-8")
    assert drawn == RULES.face(card_id, language)
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert [squeezed(text) for text in found.classes["rule-text"]] == [squeezed(RULES.text(card_id, language))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_lists_every_card(site: Path, language: str) -> None:
    ids = page(site / language / "cards" / "index.html").ids
    assert {f"card-{card_id}" for card_id in CARDS} <= ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_an_anchor(site: Path, language: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "rulebook.md").read_text(encoding="utf-8")
    rules = re.findall(r"^- \**([CSTFOD]-\d+)", text, flags=re.MULTILINE)
    found = page(site / language / "rules" / "rulebook.html")
    assert {rule.lower() for rule in rules} <= found.ids
    assert len(found.classes["origin"]) >= len(rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_which_language_it_is_in(site: Path, language: str) -> None:
    base = language.partition("-")[0]
    for path in (site / language).rglob("*.html"):
        assert re.search(rf'<html lang="{base}', path.read_text(encoding="utf-8")), path
