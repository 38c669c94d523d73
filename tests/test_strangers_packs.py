"""Packs of strangers: what their texts and names can do to a screen, a log or a page, and what they may claim."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from serviam_rules import check_packs, load_ruleset
from serviam_rules.cli import main
from serviam_rules.errors import Problem, one_line

MANIFEST = 'id: stranger\nversion: "1"\ntitle: Stranger\nformat: 1\n'
COMMAND = "::error file=cards/set.yaml::all is lost"


def pack(folder: Path, **files: str) -> Path:
    """A pack; `locales__en` stands for `locales/en.yaml`."""
    for name, text in {"pack": MANIFEST, **files}.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def english(phrases: str, provenance: str = "{default: book}", names: str = "{}") -> str:
    return f"language: en\npatches: true\nprovenance: {provenance}\nnames: {names}\nphrases:\n{phrases}"


# ---- lines


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"a\n{COMMAND}", f"a\\n{COMMAND}"),
        ("a\r\x1b[2Jb", "a\\r\\x1b[2Jb"),
        ("a\u2028b\u202ec\ud800", "a\\u2028b\\u202ec\\ud800"),
        ("絹の　衣 é →", "絹の　衣 é →"),
    ],
)
def test_what_comes_from_outside_is_one_line(written: str, shown: str) -> None:
    assert one_line(written) == shown
    assert "\n" not in str(Problem(written, 1, 1, "bad-id", written, where=written))


@pytest.mark.parametrize(
    "gift",
    [
        f'id: "a\\n{COMMAND}"\n',
        f'"a\\n{COMMAND}": 1\n',
        f'id: spurs\nprovenance: {{"a\\n{COMMAND}": book}}\n',
        f'id: spurs\nicons: [{{"a\\n{COMMAND}": true}}]\n',
        f'id: spurs\ncategory: "a\\n{COMMAND}"\n',
        f'id: spurs\nname: "a\\n{COMMAND}"\n',
        f'id: spurs\nicons: [{{target: true, move: "a\\n{COMMAND}"}}]\n',
    ],
)
def test_no_file_can_begin_a_line_of_what_validate_says(
    gift: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", str(pack(tmp_path / "stranger", gifts__spurs=gift))]) == 1
    said = capsys.readouterr()
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith("::")]


def test_no_name_of_a_file_can_begin_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack(tmp_path / "stranger")
    (folder / "gifts").mkdir()
    for name in (f"a\n{COMMAND.replace('/', '-')}.yaml", f"a\n{COMMAND.replace('/', '-')}.bak"):
        try:
            (folder / "gifts" / name).touch()
        except OSError:  # pragma: no cover
            pytest.skip(f"{os.name} has no such names")
    assert main(["validate", str(folder)]) == 1
    said = capsys.readouterr()
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith("::")]


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x1b", "\u2028"])
def test_no_text_turns_the_direction_of_writing(sign: str, tmp_path: Path) -> None:
    gift = f'id: alms\npatches: true\nname: "a{sign}b"\nprovenance: {{default: stand-in}}\n'
    escaped = gift.replace(sign, sign.encode("unicode_escape").decode())
    for text in (gift, escaped):
        problems = check_packs(str(pack(tmp_path / "stranger", gifts__alms=text))).errors
        assert {one.code for one in problems} == {"control-character"}


@pytest.mark.parametrize(
    "phrases",
    [
        f'  messages: {{actions: {{offer: "{{gift}} {{place}}\\n{COMMAND}"}}}}\n',
        f'  words: {{step: {{gain: "{{who}} {{vp}}\\n{COMMAND}"}}}}\n',
        f'  words: {{step: {{gain: {{text: "{{who}} {{vp}}\\n{COMMAND}"}}}}}}\n',
        f'  lists: {{then: {{between: "\\n{COMMAND}"}}}}\n',
    ],
)
def test_a_phrase_is_one_line(phrases: str, tmp_path: Path) -> None:
    (problem,) = check_packs(str(pack(tmp_path / "stranger", locales__en=english(phrases)))).errors
    assert (problem.code, "in one line" in problem.message) == ("wrong-form", True)


# ---- phrases that cannot be used


@pytest.mark.parametrize(
    ("phrases", "says"),
    [
        ("  effect: {text: '{steps/nolist}'}\n", "{steps/nolist} asks for a list"),
        ("  effect: {text: '{steps/sentence}'}\n", "did you mean 'sentences'?"),
        ("  messages: {card: {conspiracy: '{nokey}'}}\n", "the holes differ: {nokey} stand here, none"),
        ("  messages: {card: {conspiracy: {one: x, count: stars}}}\n", "the plural form 'other' is missing"),
        ("  messages: {card: {effetto_ordine: 'nothing'}}\n", "the holes differ: none stand here, {effect}"),
        ("  words: {step: {gain: {text: {one: 'a {vp} {who}'}, count: vp}}}\n", "plural forms need 'other'"),
    ],
)
def test_phrases_that_cannot_be_used_are_told(phrases: str, says: str, tmp_path: Path) -> None:
    """In the cards' own language too, where there is no other language to say it instead."""
    found = check_packs(str(pack(tmp_path / "stranger", locales__en=english(phrases)))).problems
    assert [one.code for one in found] == ["bad-phrase"]
    assert says in found[0].message


# ---- claims


def origins(folder: Path, language: str, gift: str) -> tuple[str, str]:
    """What is said of the name of a gift, and of the language as a whole."""
    entries = load_ruleset(folder).source["locales"][language]
    default = entries["provenance"]["default"]
    return entries["names"]["gifts"][gift].get("provenance", default), default


def test_a_patch_of_names_speaks_for_its_own_names_only(tmp_path: Path) -> None:
    before = load_ruleset().source["locales"]["ja"]["provenance"]["default"]
    text = "language: ja\npatches: true\nprovenance: {default: transcribed}\nnames: {gifts: {alms: {name: 施し}}}\n"
    folder = pack(tmp_path / "stranger", locales__ja=text)
    assert origins(folder, "ja", "alms") == ("transcribed", before)
    assert origins(folder, "ja", "bribe") == ("review", before)


def test_a_patch_that_does_not_say_where_names_come_from_claims_nothing(tmp_path: Path) -> None:
    text = "language: ja\npatches: true\nnames: {gifts: {alms: {name: 施し}, bribe: {aliases: [お金]}}}\n"
    before = load_ruleset().source["locales"]["ja"]["provenance"]["default"]
    folder = pack(tmp_path / "stranger", locales__ja=text)
    assert origins(folder, "ja", "alms") == ("stand-in", before)
    assert origins(folder, "ja", "bribe") == ("review", before), "the name is as it was"


def test_a_name_of_a_card_in_another_language_keeps_its_origin(tmp_path: Path) -> None:
    text = "id: alms\npatches: true\nname: 施し\nprovenance: {default: transcribed}\n"
    folder = pack(tmp_path / "stranger", pack=MANIFEST + "language: ja\n", gifts__alms=text)
    assert origins(folder, "ja", "alms")[0] == "transcribed"
