"""`serviam-rules new-pack`: what it writes is valid as it is, and nothing is overwritten."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from serviam_rules import apply, legal_actions, load_ruleset, new_game
from serviam_rules.cli import main
from serviam_rules.cli.authors.packs import write_pack
from serviam_rules.cli.cards import everything, origins
from serviam_rules.loading import check_packs
from serviam_rules.model import Ruleset
from serviam_rules.testing import run_cases
from serviam_rules.text.localised import Text
from serviam_rules.values import evolve

KINDS = {
    "cards": [],
    "variant": ["--variant"],
    "french": ["--translation", "fr"],
    "hanzi": ["--translation", "zh-Hant"],
    "again": ["--translation", "ja"],
    "copy": ["--transcription"],
    "japanese": ["--transcription", "--locale", "ja"],
}


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make(name: str, *options: str) -> Path:
    assert main(["new-pack", name, *options]) == 0
    return Path(name)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ---- what it writes


@pytest.mark.parametrize("name", KINDS)
def test_a_new_pack_is_valid(name: str) -> None:
    folder = make(name, *KINDS[name])
    report = check_packs(folder)
    assert [str(problem) for problem in report.errors] == []
    assert {problem.code for problem in report.warnings} <= {"untranslated"}


@pytest.mark.parametrize("name", KINDS)
def test_a_new_pack_can_be_played(name: str) -> None:
    rules = load_ruleset(make(name, *KINDS[name]))
    dice = random.Random(1)
    for options in ({"players": 3}, {"mode": "solo"}):
        state = new_game(rules, seed=1, **options)
        while not state.is_over:
            state, _ = apply(state, dice.choice(legal_actions(state)))


@pytest.mark.parametrize("name", ["cards", "variant"])
def test_the_cases_of_a_new_pack_hold(name: str) -> None:
    folder = make(name, *KINDS[name])
    assert run_cases(folder / "cases", load_ruleset(folder)) == ()


@pytest.mark.parametrize("name", KINDS)
def test_every_file_leads_an_editor_to_its_schema(name: str) -> None:
    folder = make(name, *KINDS[name])
    files = [path for path in folder.rglob("*.yaml") if path.parent.name != "cases"]
    assert files
    for path in files:
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        assert first.startswith("# yaml-language-server: $schema=")
        assert (path.parent / first.partition("$schema=")[2]).is_file()


def test_a_new_pack_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    make("my-copy", "--transcription")
    out = capsys.readouterr().out
    assert "serviam-rules validate my-copy" in out
    assert "serviam-rules provenance --pack my-copy" in out


def test_a_pack_is_made_on_top_of_others() -> None:
    make("base")
    folder = make("serviam-fr", "--translation", "fr", "--pack", "base")
    assert "example-gift" in (folder / "locales" / "fr.yaml").read_text(encoding="utf-8")
    assert 'base: ">=0.1,<1"' in (folder / "pack.yaml").read_text(encoding="utf-8")
    assert check_packs("base", folder).errors == ()


# ---- a translation


def test_a_new_translation_holds_no_english() -> None:
    folder = make("serviam-fr", "--translation", "fr")
    rules = load_ruleset(folder)
    told = rules.text("kurt", "fr")
    assert isinstance(told, Text)
    assert told.fallback
    lines = (folder / "locales" / "fr.yaml").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if "Warhorse" in line.partition("#")[0]]


def test_a_translation_changes_no_rule() -> None:
    assert load_ruleset(make("serviam-fr", "--translation", "fr")).fingerprint == load_ruleset().fingerprint


def test_the_phrases_count_once_their_sign_is_gone() -> None:
    path = make("serviam-fr", "--translation", "fr") / "locales" / "fr.yaml"
    text = path.read_text(encoding="utf-8")
    head, mark, phrases = text.partition("#phrases:")
    phrases, end, tail = phrases.partition("\n\nprovenance")
    path.write_text(head + (mark + phrases).replace("\n#", "\n")[1:] + end + tail, encoding="utf-8")
    assert check_packs("serviam-fr").errors == ()
    assert load_ruleset("serviam-fr").text("dario", "fr") == load_ruleset().text("dario", "en")


@pytest.mark.parametrize("language", ["en", "french", "FR", "", "../fr", "fr\n"])
def test_what_is_no_other_language_is_refused(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-pack", "pack", "--translation", language]) == 2
    assert "--translation" in capsys.readouterr().err
    assert not Path("pack").exists()


# ---- a transcription


def unsure(rules: Ruleset) -> set[tuple[str, str, str]]:
    """Every field of a card or of the set that stands in or is inferred; dotted parts by their field."""
    return {
        (kind, card, field.partition(".")[0])
        for kind, card, fields in everything(rules)
        for field, origin in fields.items()
        if kind != "locales" and origin in ("stand-in", "inferred")
    }


def test_the_form_lists_every_field_that_stands_in(rules: Ruleset) -> None:
    folder = make("my-copy", "--transcription")
    for kind, card, field in unsure(rules):
        path = folder / ("set.yaml" if kind == "set" else f"{kind}/{card}.yaml")
        assert f"\n#{field}:" in path.read_text(encoding="utf-8"), (kind, card, field)


def test_the_form_tells_where_to_look(rules: Ruleset) -> None:
    folder = make("my-copy", "--transcription")
    for path in folder.rglob("*.yaml"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for before, line in pairwise(lines):
            if line.startswith("#") and line[1:2].isalpha() and path.name != "pack.yaml":
                assert before.startswith("# "), (path, line)


def uncommented(text: str) -> str:
    """A form with every field filled in as it stands."""
    lines = text.splitlines()
    filled = [line[1:] if line[:1] == "#" and (line[1:2].isalpha() or line[1:3] == "  ") else line for line in lines]
    return "\n".join(filled) + "\n"


def test_a_field_that_is_filled_in_loses_its_mark_and_others_keep_theirs() -> None:
    path = make("my-copy", "--transcription") / "gifts" / "warhorse.yaml"
    text = path.read_text(encoding="utf-8").replace("#name: Warhorse", "name: Sample", 1)
    path.write_text(text, encoding="utf-8")
    found = origins(load_ruleset("my-copy").source["gifts"]["warhorse"])
    assert found["name"] == "transcribed"
    assert {origin for field, origin in found.items() if field != "name"} == {"stand-in"}


def test_a_form_that_is_filled_in_leaves_nothing_that_stands_in(rules: Ruleset) -> None:
    folder = make("my-copy", "--transcription")
    for path in folder.rglob("*.yaml"):
        if path.name != "pack.yaml":
            path.write_text(uncommented(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert [str(problem) for problem in check_packs(folder).errors] == []
    filled = load_ruleset(folder)
    assert unsure(filled) == set()
    for gift, card in rules.gifts.items():
        own = filled.gifts[gift]
        assert evolve(own, provenance=card.provenance) == card
    others = {key: print_ for key, print_ in rules.card_prints.items() if not key.startswith("gifts/")}
    assert others.items() <= filled.card_prints.items()


def test_a_form_in_another_language_gives_names_in_that_language(rules: Ruleset) -> None:
    path = make("my-copy", "--transcription", "--locale", "ja") / "gifts" / "warhorse.yaml"
    text = path.read_text(encoding="utf-8")
    assert '#name: "軍馬"' in text
    path.write_text(text.replace('#name: "軍馬"', 'name: "見本"'), encoding="utf-8")
    own = load_ruleset("my-copy")
    assert own.find("見本").id == "warhorse"
    assert own.gifts["warhorse"].name == rules.gifts["warhorse"].name


def test_provenance_shows_the_progress(capsys: pytest.CaptureFixture[str]) -> None:
    path = make("my-copy", "--transcription") / "gifts" / "warhorse.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("#copies", "copies"), encoding="utf-8")
    capsys.readouterr()
    assert main(["provenance", "--pack", "my-copy", "--only", "transcribed"]) == 0
    assert "warhorse: copies" in capsys.readouterr().out


# ---- what it refuses

BAD = [
    "", " ", ".", "..", "a/..", "../..", "/", "My_Pack", "my pack", "-pack", "1pack", "my--pack", "con", "nul", "com1",
    "my-pack.", "~/nowhere/pack", "$HOME/pack", "no-such-folder/pack", "http://example.org/pack", "C:\\packs\\pack",
    "\\\\server\\share\\pack", "pack\0x", "pa\nck", "päck", "p" * 60,
]  # fmt: skip


@pytest.mark.parametrize("path", BAD)
def test_an_unsafe_path_is_refused_and_nothing_is_made(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-pack", "--variant", "--", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("serviam-rules")
    assert len(err.strip().splitlines()) <= 3
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    make("my-pack")
    before = tree(Path("my-pack"))
    assert main(["new-pack", "my-pack", "--transcription"]) == 2
    assert "not empty" in capsys.readouterr().err
    assert tree(Path("my-pack")) == before


def test_an_empty_folder_will_do() -> None:
    Path("my-pack").mkdir()
    make("my-pack")


def test_a_file_and_a_link_are_left_alone(tmp_path: Path) -> None:
    Path("file").write_text("mine", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    Path("link").symlink_to(tmp_path / "elsewhere")
    assert main(["new-pack", "file"]) == 2
    assert main(["new-pack", "link"]) == 2
    assert Path("file").read_text(encoding="utf-8") == "mine"
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_nothing_is_overwritten_even_if_it_comes_in_between(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        write_pack(tmp_path, {"pack.yaml": "yours"})
    assert (tmp_path / "pack.yaml").read_text(encoding="utf-8") == "mine"


def test_one_kind_at_a_time() -> None:
    assert main(["new-pack", "pack", "--variant", "--transcription"]) == 2
    assert not Path("pack").exists()
