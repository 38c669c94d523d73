"""`serviam-rules check`: printed texts and marked passages against what the cards do."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from serviam_rules.cli import main

PROJECT = Path(__file__).resolve().parents[1]

PACK = 'id: fr\nversion: "1"\ntitle: French\nformat: 1\n'
PHRASES = """\
phrases:
  marks: {brackets: "({text})", called: "{text} ({name})"}
  effect: {text: "{steps/sentences}.", icon: "{steps:icon/icons}."}
  lists:
    sentences: {between: ". Puis ", capital: first, none: Rien}
    icons: {between: ". ", capital: each, none: Rien}
  words:
    step:
      move:
        - {where: {by: number}, text: "{who} se déplace de {by:+}", icon: "{who} {by:+}"}
    who:
      target: le destinataire
      one: "n’importe quel {of}"
    people:
      anyone: {text: puissant, plural: puissants}
    amount:
      number: {text: "{n}", "+": "{n:+}"}
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pack(warhorse: str, phrases: str = PHRASES) -> None:
    """A French pack in `fr/` that says this of the Warhorse."""
    Path("fr/locales").mkdir(parents=True)
    Path("fr/pack.yaml").write_text(PACK, encoding="utf-8")
    names = f"names:\n  gifts:\n    warhorse: {warhorse}\n"
    text = f"language: fr\n{names}{phrases}provenance: {{default: stand-in}}\n"
    Path("fr/locales/fr.yaml").write_text(text, encoding="utf-8")


def check(*options: str) -> int:
    return main(["check", *options])


# ---- languages


def test_the_reference_set_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert check() == 0
    out, err = capsys.readouterr()
    assert err == ""
    for line in out.splitlines():
        for part in line.partition(": ")[2].split(", "):
            done, of, total, _ = part.split()
            assert (done, of) == (total, "of"), line


def test_the_example_translation_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--pack", str(PROJECT / "examples" / "packs" / "fr"), "--locale", "fr") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("fr: 45 of 45 names, ")


@pytest.mark.parametrize(
    ("text", "code", "expected", "found"),
    [
        ("Le destinataire +3. N’importe quel puissant −1.", "number", "+2", "+3"),
        ("Le destinataire −2. N’importe quel puissant −1.", "sign", "+2", "−2"),
        ("Le destinataire +2.", "missing", "", ""),
        ("Le destinataire +2. N’importe quel puissant −1. Le destinataire +1.", "extra", "", ""),
        (
            "N’importe quel puissant +2. N’importe quel puissant −1.",
            "target",
            "le destinataire",
            "n’importe quel puissant",
        ),
        ("Le destinataire danse.", "unreadable", "", "Le destinataire danse"),
    ],
)
def test_a_printed_text_that_is_wrong_is_told_with_its_line(
    text: str, code: str, expected: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pack(f'{{name: Destrier, text: "{text}"}}')
    assert check("--pack", "fr", "--locale", "fr") == 1
    err = capsys.readouterr().err
    assert f"fr/locales/fr.yaml:4: warhorse (fr): {code}: " in err
    assert not expected or f"expected '{expected}'" in err
    assert not found or f"found '{found}'" in err


def test_a_printed_text_that_is_right_is_fine() -> None:
    pack('{name: Destrier, text: "Le destinataire +2. N’importe quel puissant −1."}')
    assert check("--pack", "fr", "--locale", "fr") == 0


def test_a_stale_translation_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    pack('{name: Destrier, hash: "00000000"}')
    assert check("--pack", "fr") == 1
    assert "fr/locales/fr.yaml:4: stale: gifts/warhorse" in capsys.readouterr().err


def test_a_faulty_phrase_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    pack("{name: Destrier}", PHRASES.replace("{by:+}", "{steps:+}"))
    assert check("--pack", "fr", "--locale", "fr") == 1
    assert "fr/locales/fr.yaml:14: phrase: " in capsys.readouterr().err


def test_a_text_that_cannot_be_read_for_want_of_phrases_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    pack('{name: Destrier, text: "Le destinataire +2."}', 'phrases: {effect: {icon: "{steps:icon/icons}."}}\n')
    assert check("--pack", "fr", "--locale", "fr") == 1
    err = capsys.readouterr().err
    assert err.startswith("fr/locales/fr.yaml:")
    assert "Traceback" not in err


# ---- documents

WRONG = """\
# Cards

<!-- serviam: warhorse en -->
The recipient +3. Any powerholder −1.
<!-- /serviam -->

Other words stay.
"""


def test_a_wrong_passage_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cards.md").write_text(WRONG, encoding="utf-8")
    assert check("--docs", "cards.md") == 1
    assert "cards.md:4: warhorse (en): number: expected '+2', found '+3'" in capsys.readouterr().err
    assert Path("cards.md").read_text(encoding="utf-8") == WRONG


def test_a_wrong_passage_can_be_written_anew() -> None:
    Path("docs").mkdir()
    Path("docs/cards.md").write_text(WRONG, encoding="utf-8")
    assert check("--docs", "docs", "--write") == 0
    text = Path("docs/cards.md").read_text(encoding="utf-8")
    assert "The recipient +2. Any powerholder −1." in text
    assert "Other words stay." in text
    assert check("--docs", "docs") == 0


def test_only_one_language_of_documents() -> None:
    Path("cards.md").write_text(WRONG, encoding="utf-8")
    assert check("--docs", "cards.md", "--locale", "ja") == 0


@pytest.mark.parametrize(
    "mark",
    [
        "<!-- serviam: warhorse -->",
        "<!-- serviam: warhorse en -->",
        "<!-- serviam: warhrose en -->\nx\n<!-- /serviam -->",
    ],
)
def test_a_mark_that_is_wrong_is_told(mark: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("cards.md").write_text(f"{mark}\n", encoding="utf-8")
    assert check("--docs", "cards.md") == 1
    assert capsys.readouterr().err.startswith("cards.md:1: ")


def test_the_projects_own_documents_say_what_the_cards_do() -> None:
    documents = [str(PROJECT / "README.md"), str(PROJECT / "docs"), str(PROJECT / "examples")]
    assert check("--docs", *documents) == 0


def test_files_that_are_no_documents(capsys: pytest.CaptureFixture[str]) -> None:
    Path("latin.md").write_bytes("Écu".encode("latin-1"))
    assert check("--docs", "latin.md") == 1
    assert "not UTF-8" in capsys.readouterr().err
    assert check("--docs", "missing.md") == 2
    assert check("--write") == 2
    assert check("--locale", "tlh") == 2


def test_line_ends_stay_as_they_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    passage = "<!-- serviam: kurt en -->\r\nold\r\n<!-- /serviam -->\r\n"
    file.write_bytes(f"# T\r\n\r\nmixed\n{passage}end\r\n".encode())
    assert main(["check", "--docs", str(file), "--write"]) == 0
    written = file.read_bytes().decode()
    assert "\r\nold\r\n" not in written
    assert written.startswith("# T\r\n\r\nmixed\n<!-- serviam")
    assert written.endswith("<!-- /serviam -->\r\nend\r\n")
    assert written.count("\n") == written.count("\r\n") + 1
    assert main(["check", "--docs", str(file)]) == 0
    assert main(["check", "--docs", str(file), "--write"]) == 0
    assert file.read_bytes().decode() == written


def test_a_document_can_come_by_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("<!-- serviam: kurt en -->\nold\n<!-- /serviam -->\n"))
    assert main(["check", "--docs", "-"]) == 1
    assert "-:2: " in capsys.readouterr().err


def test_what_a_language_lacks_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "--pack", str(PROJECT / "examples" / "packs" / "fr"), "--locale", "fr"]
    assert main([*words, "--missing"]) == 0
    told = capsys.readouterr().out
    known, of = (int(number) for number in re.findall(r"(\d+) of (\d+) phrases", told)[0])
    listed = [line for line in told.splitlines() if line.startswith("  phrases/")]
    assert len(listed) == of - known > 0
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"]
    assert len(data["languages"]["fr"]["missing"]) == len(listed)
