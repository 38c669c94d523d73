"""`serviam-rules try`: every card can be tried, in every language, in a pack or alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from serviam_rules import game
from serviam_rules.actions import Choose
from serviam_rules.cli import main
from serviam_rules.cli.authors.telling import Teller, words
from serviam_rules.cli.authors.trials import Trial, card_of, load_card, sample_use, trials
from serviam_rules.effects.trees import effects
from serviam_rules.errors import PackError, UsageError
from serviam_rules.invariants import findings
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Card, Ruleset

PROJECT = Path(__file__).resolve().parents[1]
VARIANT = PROJECT / "examples" / "packs" / "five-turns"
RULES = load_ruleset(VARIANT)
CARDS: list[Card] = [
    *RULES.gifts.values(), *RULES.powerholders.values(), *RULES.rivals.values(), *RULES.icons.values()
]  # fmt: skip
FILES = [
    f"{folder}/{path.name}"
    for folder in ("gifts", "powerholders", "rivals", "icons")
    for path in sorted((PROJECT / "cards" / folder).glob("*.yaml"))
]

SPURS = """\
id: silver-spurs
name: Silver spurs
copies: 2
category: army
conspiracy: false
icons:
  - {target: true, move: +2}
  - {holder: kurt, move: -1}
  - {rank: 3, move: +1}
provenance: {default: stand-in}
"""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)


def told(path: Path | str, *options: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["try", str(path), *options]) == 0
    return capsys.readouterr().out


def lines(rules: Ruleset, card: Card, locale: str) -> list[str]:
    return [line for trial in trials(rules, card) for line in Teller(trial.state.ruleset, locale).trial(trial)]


# ---- tables


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{type(card).__name__.lower()} {card.id}")
def test_every_card_has_tables_at_which_it_is_resolved(card: Card) -> None:
    found = trials(RULES, card)
    assert found
    resolved = [program for trial in found for program in programs(trial)]
    assert any(trial.program in resolved for trial in found)


def programs(trial: Trial) -> list[str]:
    """The effects that run on a table when each first option is taken."""
    assert list(findings(trial.state)) == []
    step = game.apply(trial.state, trial.offer)
    events = [*step.events]
    while step.state.decision is not None:
        step = game.apply(step.state, Choose(0))
        events += step.events
    return [getattr(event, "source", "") for event in events if event.type == "card-resolved"]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{type(card).__name__.lower()} {card.id}")
def test_no_other_ability_happens(card: Card) -> None:
    for trial in trials(RULES, card):
        others = [
            program for program in programs(trial) if not program.startswith("gift/") and program != trial.program
        ]
        assert [program for program in others if effects(trial.state.ruleset)[program]] == []


def test_a_rival_is_tried_early_and_late() -> None:
    assert [trial.name for trial in trials(RULES, RULES.rivals["irma"])] == ["solo-early", "solo-late"]
    early, late = (
        "\n".join(Teller(trial.state.ruleset, "en").trial(trial)) for trial in trials(RULES, RULES.rivals["irma"])
    )
    assert "The condition does not hold here" in early
    assert "Irma" in late


def test_what_means_something_in_solo_is_tried_in_solo_too() -> None:
    assert [trial.name for trial in trials(RULES, RULES.powerholders["balthasar"])] == ["players", "solo"]
    assert [trial.name for trial in trials(RULES, RULES.powerholders["victoria"])] == ["players"]


def test_an_icon_is_tried_as_a_gift_uses_it() -> None:
    assert sample_use(RULES, RULES.icons["house"]) == {"house": "army", "move": 1}
    assert any("Victoria" in line for line in lines(RULES, RULES.icons["house"], "en"))


# ---- words


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{type(card).__name__.lower()} {card.id}")
def test_every_card_is_told_in_every_language(card: Card, locale: str) -> None:
    found = lines(RULES, card, locale)
    assert len(found) > 5
    assert not [line for line in found if "{" in line or "}" in line]


def test_all_languages_have_all_words() -> None:
    english = words("en")
    for locale in ("zh-Hans", "ja"):
        assert words(locale).keys() == english.keys()
        assert [
            key for key, text in words(locale).items() if text == english[key] and text.strip(" |{}optinleads→")
        ] == []


def test_a_choice_is_told_with_what_its_options_lead_to() -> None:
    found = lines(RULES, RULES.gifts["warhorse"], "en")
    assert any("Kurt → Kurt −1" in line for line in found)
    assert any("... and 3 more" in line for line in found)


def test_choices_are_taken_in_turn() -> None:
    found = lines(RULES, RULES.powerholders["eleonora"], "en")
    assert any("it goes on:" in line for line in found)
    assert sum(line.strip().startswith("Choose") for line in found) == 2


# ---- the command


@pytest.mark.parametrize("file", FILES)
def test_every_card_of_the_reference_set_can_be_tried(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(PROJECT / "cards" / file, capsys=capsys)


def test_a_card_of_a_pack_is_tried_with_its_pack(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(VARIANT / "gifts" / "regimental-colours.yaml", capsys=capsys)
    assert out.startswith("Regimental colours (gift regimental-colours)\n")


def test_a_card_is_tried_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(VARIANT / "gifts" / "regimental-colours.yaml", "--locale", "ja", capsys=capsys).startswith("軍旗")


def test_a_card_can_lie_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "spurs.yaml").write_text(SPURS, encoding="utf-8")
    out = told("spurs.yaml", capsys=capsys)
    assert out.startswith("Silver spurs (gift silver-spurs)\n")
    assert "Kurt −1" in out
    assert [path.name for path in tmp_path.iterdir()] == ["spurs.yaml"]


def test_a_lone_card_with_a_known_id_takes_that_cards_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (PROJECT / "cards" / "gifts" / "alms.yaml").read_text(encoding="utf-8").replace("Alms", "Other alms")
    (tmp_path / "alms.yaml").write_text(text, encoding="utf-8")
    assert told("alms.yaml", capsys=capsys).startswith("Other alms")


def test_a_lone_patch_is_merged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = "id: kurt\npatches: true\neffetto_ordine: [{gain: 3}]\nprovenance: {default: stand-in}\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    assert "Gain 3 VP" in told("x.yaml", capsys=capsys)


def test_a_lone_powerholder_sits_down_where_organisation_and_rank_say(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = """\
id: zora
name: Zora
organisation: cult
rank: 2
effetto_ordine: [{gain: 2}]
provenance: {default: stand-in}
"""
    (tmp_path / "zora.yaml").write_text(text, encoding="utf-8")
    out = told("zora.yaml", capsys=capsys)
    assert out.startswith("Zora (powerholder balthasar)")
    assert "Player 1 +2 VP" in out


def test_a_lone_rival_and_a_lone_icon(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rival = "id: zoe\nname: Zoe\nnames: [kurt]\nability: {do: [{gain: 1}]}\nprovenance: {default: stand-in}\n"
    (tmp_path / "zoe.yaml").write_text(rival, encoding="utf-8")
    assert told("zoe.yaml", capsys=capsys).startswith("Zoe (rival zoe)")
    icon = (VARIANT / "icons" / "house.yaml").read_text(encoding="utf-8")
    (tmp_path / "house.yaml").write_text(icon, encoding="utf-8")
    assert "On a gift it stands as {house: army, move: +1}" in told("house.yaml", capsys=capsys)


# ---- what it refuses


def test_problems_of_a_lone_file_have_its_name_and_lines(tmp_path: Path) -> None:
    (tmp_path / "spurs.yaml").write_text(SPURS.replace("kurt", "krut"), encoding="utf-8")
    with pytest.raises(PackError) as error:
        load_card("spurs.yaml", [])
    problem = error.value.problems[0]
    assert (problem.path, problem.line, problem.code) == ("spurs.yaml", 8, "unknown-id")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("missing.yaml", None, "there is no such file"),
        ("pack.yaml", 'id: x\nversion: "1"\ntitle: x\nformat: 1\n', "this is no card file"),
        ("list.yaml", "- x\n", "not-a-mapping"),
        ("broken.yaml", "id: [\n", "yaml-syntax"),
        ("other.yaml", "id: no-such-card\npatches: true\n", "this is no card file"),
        ("escape.yaml", SPURS.replace("silver-spurs", "../../silver-spurs"), "bad-id"),
        ("null.yaml", SPURS.replace("silver-spurs", '"a\\0b"'), "control-character"),
        ("number.yaml", SPURS.replace("silver-spurs", "12"), "cannot be an id"),
    ],
)
def test_what_is_no_card_is_refused(
    name: str, text: str | None, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["try", name]) in (1, 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert "Traceback" not in err


def test_a_card_that_is_not_there_in_the_end_is_told() -> None:
    with pytest.raises(UsageError, match="no rival"):
        card_of(RULES, "rival", "nobody")
