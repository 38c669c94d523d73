"""Rule text in every language, names, and cards found by what people call them."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from serviam_rules import UsageError, load_ruleset
from serviam_rules.model import Ruleset
from serviam_rules.text.check import check_locale
from serviam_rules.text.localised import Text
from tests.golden_texts import difference

PACKS = Path(__file__).parent / "data" / "packs"
ALL = ("en", "zh-Hans", "ja", "de")


@pytest.fixture(scope="module")
def german() -> Ruleset:
    """The reference set with a whole language from a pack."""
    return load_ruleset(PACKS / "de")


# ---- rule text


def test_every_text_is_as_it_was_reviewed(rules: Ruleset) -> None:
    lines = difference(rules)
    assert not lines, f"if this is meant: python -m tests.golden_texts --write\n{lines}"


def test_a_text_says_what_stands_on_the_card(rules: Ruleset) -> None:
    assert rules.text("siege-map").splitlines() == [
        "Category: Kingdom Army",
        "The recipient +1. Leandro −1.",
        "Conspiracy mark: the recipient’s EFFETTO ORDINE is carried out.",
    ]
    assert rules.text("letter-debt").splitlines()[-1].startswith("Threat letter")
    assert rules.text("victoria").splitlines() == [
        "Kingdom Army, 3 stars",
        "EFFETTO ORDINE: Every other three-star powerholder moves −1.",
    ]


@pytest.mark.parametrize(
    ("locale", "you"), [("en", r"\byou(rs?)?\b"), ("zh-Hans", "你"), ("ja", "自分"), ("de", r"\bd(u|ein\w*|ir)\b")]
)
def test_a_rivals_words_are_read_from_its_side(german: Ruleset, locale: str, you: str) -> None:
    """ORD-4: in an ability nobody is `you`; Bazzi-Betti and the player have their names."""
    for target in (*german.rivals, "solo/turn", "solo/income"):
        assert not re.search(you, german.text(target, locale), re.IGNORECASE), target


def test_icons_have_words_with_blanks(german: Ruleset) -> None:
    assert german.text("rank", "en") == "Any x-star powerholder ±n."
    for locale in ALL:
        for icon in german.icons:
            assert "$" not in german.text(icon, locale)


def test_programs_of_the_set_have_words(rules: Ruleset) -> None:
    assert rules.text("set/reward") == "Gain VP equal to the recipient’s influence."
    assert "10 VP" in rules.text("scoring/shadow")


@pytest.mark.parametrize("unknown", ["sigemap", "gift/sigemap", "set/prize", "", "a/b/c"])
def test_an_unknown_card_is_refused(rules: Ruleset, unknown: str) -> None:
    with pytest.raises(UsageError):
        rules.text(unknown)


def test_the_nearest_card_is_named(rules: Ruleset) -> None:
    with pytest.raises(UsageError, match="did you mean 'siege-map'"):
        rules.text("sige-map")


# ---- a pack's own icons, texts and names


def write_pack(folder: Path, files: dict[str, str]) -> Path:
    """A pack with these files, and `requires`."""
    head = 'id: trial\nversion: "1.0.0"\ntitle: A trial\nformat: 1\nrequires: {serviam: ">=1"}\n'
    for name, text in {"pack.yaml": head, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_card_of_a_pack_has_words_at_once(tmp_path: Path) -> None:
    gift = (
        "id: silver-spurs\nname: Silver spurs\ncopies: 2\ncategory: army\nconspiracy: false\n"
        "icons:\n  - {target: true, move: +2}\n  - {holder: kurt, move: -1}\nprovenance: {default: stand-in}\n"
    )
    number_of_gifts = "patches: true\ngift_deck: 38\n"
    pack = write_pack(tmp_path, {"gifts/silver-spurs.yaml": gift, "set.yaml": number_of_gifts})
    rules = load_ruleset(pack)
    assert rules.text("silver-spurs") == "Category: Kingdom Army\nThe recipient +2. Kurt −1."
    told = rules.text("silver-spurs", "ja")
    assert isinstance(told, Text)
    assert (told, told.fallback) == ("分類：王国軍\n献上先+2、クルト−1。", False)


def test_a_text_of_the_translators_own_is_shown_while_it_is_true(tmp_path: Path) -> None:
    head = "language: ja\npatches: true\nnames:\n  powerholders:\n"
    own = head + "    victoria: {text: 自身以外の三つ星の権力者全員を%sする}\n"
    true = write_pack(tmp_path / "true", {"locales/ja.yaml": own % "－１"})
    false = write_pack(tmp_path / "false", {"locales/ja.yaml": own % "＋１"})
    assert load_ruleset(true).text("victoria", "ja").endswith("全員を－１する")
    assert load_ruleset(false).text("victoria", "ja").endswith("全員を−1する。"), "a text that is not true is not shown"
    (finding,) = check_locale(load_ruleset(false), "ja")
    assert (finding.target, finding.code, finding.expected, finding.found) == ("victoria", "sign", "−1", "+1")
    assert check_locale(load_ruleset(true), "ja") == ()


def test_the_printed_text_of_the_cards_own_language_is_checked_too(tmp_path: Path) -> None:
    head = "language: en\npatches: true\nnames:\n  gifts:\n"
    false = head + '    warhorse: {text: "The recipient +99. Everybody dies."}\n'
    true = head + '    warhorse: {name: Charger, text: "the recipient +2, any powerholder -1"}\n'
    codes = [
        finding.code
        for finding in check_locale(load_ruleset(write_pack(tmp_path / "no", {"locales/en.yaml": false})), "en")
    ]
    assert "number" in codes
    assert "unreadable" in codes
    rules = load_ruleset(write_pack(tmp_path / "yes", {"locales/en.yaml": true}))
    assert rules.name("gift", "warhorse") == "Charger"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Kingdom Army, 3 stars\nEFFETTO ORDINE: Every other three-star powerholder moves −1.", ()),
        ("Kingdom Army, 2 stars\nEFFETTO ORDINE: Every other three-star powerholder moves −1.", ("rank",)),
        ("Midra Cult, 3 stars\nEFFETTO ORDINE: Every other three-star powerholder moves +1.", ("name", "sign")),
        ("EFFETTO ORDINE: Every other three-star powerholder moves −1.", ("missing",)),
    ],
)
def test_a_printed_text_can_be_all_that_the_card_prints(tmp_path: Path, text: str, codes: tuple[str, ...]) -> None:
    lines = "".join(f"        {line}\n" for line in text.splitlines())
    words = f"language: en\npatches: true\nnames:\n  powerholders:\n    victoria:\n      text: |\n{lines}"
    rules = load_ruleset(write_pack(tmp_path, {"locales/en.yaml": words}))
    assert tuple(finding.code for finding in check_locale(rules, "en")) == codes


def test_a_text_in_a_language_without_phrases_cannot_be_checked_and_is_not_shown(tmp_path: Path) -> None:
    names = "language: es\nnames:\n  powerholders:\n    victoria: {name: Victoria, same: true, text: Los demás -1.}\n"
    rules = load_ruleset(write_pack(tmp_path, {"locales/es.yaml": names}))
    told = rules.text("victoria", "es")
    assert isinstance(told, Text)
    assert (told, told.lang, told.fallback) == (rules.text("victoria", "en"), "en", True)
    (finding,) = check_locale(rules, "es")
    assert (finding.code, finding.found) == ("unreadable", "Los demás -1")


def test_rulesets_that_play_alike_do_not_share_their_words(rules: Ruleset, german: Ruleset) -> None:
    assert rules == german
    assert rules.fingerprint == german.fingerprint
    assert german.text("alms", "de").startswith("Art: Midra-Kult")
    with pytest.raises(UsageError):
        rules.text("alms", "de")


# ---- finding


@pytest.mark.parametrize(
    ("name", "found"),
    [("kurt", "kurt"), ("Kurt", "kurt"), ("KURT", "kurt"), ("库尔特", "kurt"), ("库鲁特", "kurt"), ("クルト", "kurt"),
     ("nicolo", "nicolo"), ("Nicolò", "nicolo"), ("NICOLÒ", "nicolo"), ("Box at the opera", "opera-box"),
     ("box  at the OPERA", "opera-box"), ("opera-box", "opera-box"), ("脅迫状：借金", "letter-debt"),
     ("脅迫状:借金", "letter-debt"), ("恐吓信：债务", "letter-debt"), ("threat letter the debt", "letter-debt"),
     ("？アイコン", "any"), ("rank", "rank"), ("ｋｕｒｔ", "kurt")],
)  # fmt: skip
def test_a_card_is_found_by_what_people_call_it(rules: Ruleset, name: str, found: str) -> None:
    assert rules.find(name).id == found


def test_voicing_marks_are_no_accents(rules: Ruleset) -> None:
    with pytest.raises(UsageError):
        rules.find("ハルタザール")


@pytest.mark.parametrize(
    ("name", "hint"), [("kurtt", "kurt"), ("Victorya", "victoria"), ("バルタザル", "バルタザール")]
)
def test_what_is_not_found_is_told_with_the_nearest_name(rules: Ruleset, name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=f"no card is called '{name}'; did you mean '{hint}'"):
        rules.find(name)
    with pytest.raises(UsageError, match="a text, not by int"):
        rules.find(3)  # type: ignore[arg-type]


# ---- the values


def test_a_text_is_a_str_that_knows_its_language() -> None:
    text = Text("words", "ja", True)
    for same in (copy.copy(text), copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert (str(same), same.lang, same.fallback) == ("words", "ja", True)
    assert hash(text) == hash("words")


def test_words_load_nothing_heavy() -> None:
    code = (
        "import sys; from serviam_rules.text import card, check, find, markdown, messages, status; "
        "print([name for name in ('ruamel', 'jsonschema', 'cattrs', 'babel') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
