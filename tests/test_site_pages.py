"""What the site is made by: every card is covered, every op has something to show, YAML comes out as it went in."""

from __future__ import annotations

import pytest

from serviam_rules.effects.vocabulary import OPS
from serviam_rules.kinds import PLAYED, SINGULAR
from serviam_rules.strict_yaml.source import read_text
from serviam_rules.values import thaw
from tools.site.book import relative
from tools.site.cards.cases import cases_by_program
from tools.site.cards.facts import facts, other_names
from tools.site.cards.program import bound, listing
from tools.site.cards.rules import rules_of
from tools.site.language import ENGLISH, LANGUAGES, named
from tools.site.markdown import code, escape, link_rules
from tools.site.op_examples import examples
from tools.site.reference.words import yaml
from tools.site.rulebook import english, statements_marked, with_diagrams
from tools.site.ruleset import RULES
from tools.site.search import BORDER, names
from tools.site.worked import EXAMPLES, _example
from tools.site.yaml_text import block

CARDS = [*RULES.gifts, *RULES.powerholders, *RULES.rivals]


@pytest.mark.slow
def test_every_card_is_run_by_a_case() -> None:
    run = cases_by_program()
    programs = [f"{kind}/{card}" for kind, plural in PLAYED.items() for card in getattr(RULES, plural)]
    assert [program for program in programs if program not in run] == []


def test_the_rules_that_bear_on_a_card_are_found() -> None:
    assert {"D-1", "D-2", "D-6", "T-7"} <= set(rules_of("kurt", english()))
    assert {"T-2", "S-4", "T-7", "F-2"} <= set(rules_of("letter-debt", english()))
    assert {"O-9", "O-11"} <= set(rules_of("irma", english()))
    assert "T-7" not in rules_of("alms", english())


def test_facts_and_names_of_cards() -> None:
    known = facts("siege-map")
    assert (known.kind, known.organisation, known.icons) == ("gifts", "army", ("target", "holder"))
    assert known.marks == ("conspiracy", "stand-in")
    assert other_names("kurt", ENGLISH) == ["库尔特", "库鲁特", "クルト"]
    assert "Kurt" in other_names("kurt", named("ja"))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("card_id", CARDS)
def test_every_program_is_told_in_words(card_id: str, language: object) -> None:
    kind = next(kind for kind in ("gifts", "powerholders", "rivals") if card_id in getattr(RULES, kind))
    told = listing(f"{SINGULAR[kind]}/{card_id}", language)  # type: ignore[arg-type]
    assert told
    assert "{of}" not in told
    assert bound(f"{SINGULAR[kind]}/{card_id}") > 0


def test_every_op_has_an_example_in_which_something_happens() -> None:
    parts = examples(ENGLISH).split("\n### ")
    assert len(parts) == len(OPS)
    assert [part.splitlines()[0] for part in parts if "- Then:" not in part and "→" not in part] == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_worked_example_can_be_played(example: object, language: object) -> None:
    assert _example(example, language)  # type: ignore[arg-type]


@pytest.mark.parametrize("who", RULES.powerholders)
def test_yaml_comes_out_as_it_went_in(who: str) -> None:
    steps = thaw(RULES.powerholders[who].effetto_ordine)
    source, problems = read_text("effect:\n" + block(steps, 2) + "\n", "effect")
    assert source is not None, problems
    assert source.data["effect"] == steps


def test_yaml_of_examples() -> None:
    assert yaml("{move: target, by: +2}") == {"move": "target", "by": 2}


def test_statements_become_anchors() -> None:
    marked = statements_marked("- T-2 (book) Nothing, see T-1.\n", ENGLISH)
    assert marked.startswith("- [T-2](#t-2){ #t-2 .rule } <span class=")
    assert marked.endswith("Nothing, see [T-1](#t-1).\n")


def test_diagrams_stand_under_their_headings() -> None:
    text = with_diagrams("# Rules\n\n## T - A turn\nA\n\n## O　单人\nB\n\n## End\n", lambda name: f"<{name}>")
    assert text.split() == "# Rules ## T - A turn <turn> A ## O 单人 <solo-table> B <solo-round> ## End".split()


def test_words_end_where_the_script_changes() -> None:
    assert BORDER.sub("|", "歌劇場のボックス席").strip("|") == "歌劇場|の|ボックス|席"
    assert BORDER.sub("|", "Kurt、クルト").strip("|") == "Kurt、|クルト"
    assert "库鲁特" in names()


def test_small_pieces_of_markdown() -> None:
    assert escape("a_b*[c]") == "a\\_b\\*\\[c\\]"
    assert code("a|b") == "<code>a&#124;b</code>"
    assert link_rules("see T-1", "r.md") == "see [T-1](r.md#t-1)"
    assert relative("reference/words/steps.md", "rules/rulebook.md") == "../../rules/rulebook.md"
