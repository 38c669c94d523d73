"""The command line: what every command prints and returns, and what it says when it is used wrongly."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import attrs
import pytest
from ruamel.yaml import YAML

from serviam_rules import cli
from serviam_rules.bots import RandomBot, bot_step
from serviam_rules.cli.cards import effect_text, yaml_lines
from serviam_rules.cli.cells import cells, cut, pad, wrap
from serviam_rules.cli.commands import all_commands
from serviam_rules.effects.node import SORTS
from serviam_rules.kinds import ORIGINS
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay
from serviam_rules.values import thaw

PROJECT = Path(__file__).resolve().parents[1]
BAD = PROJECT / "tests" / "data" / "yaml" / "bad"


class Said(NamedTuple):
    """What a command came to: its exit status, and what it printed."""

    status: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> Said:
        status = cli.main([str(word) for word in words])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


def pack(folder: Path, **files: str) -> Path:
    """A pack with these files besides its manifest; `gifts__alms` is gifts/alms.yaml."""
    folder.mkdir()
    manifest = f'id: {folder.name}\nversion: "1.0.0"\ntitle: A pack\nformat: 1\n'
    for name, text in {"pack": manifest, **files}.items():
        path = folder / f"{name.replace('__', '/').replace('_', '-')}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


SPURS = """\
id: silver-spurs
name: Silver spurs
copies: 2
category: army
conspiracy: false
icons:
  - {target: true, move: +2}
provenance: {default: stand-in}
"""


@pytest.fixture
def game(rules: Ruleset, tmp_path: Path) -> Path:
    """A saved game of random bots."""
    replay = Replay.record(rules, 3, seed=4)
    while not replay.state.is_over:
        replay.play(bot_step(replay.state, RandomBot(1))[0])
    replay.save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


# ---- the command itself ----


def test_help_lists_every_command(run: Run) -> None:
    said = run("--help")
    assert (said.status, said.err) == (0, "")
    for name, command in all_commands().items():
        assert f"{name} " in said.out
        assert command.does in said.out


@pytest.mark.parametrize("name", all_commands())
def test_every_command_has_help_with_examples_that_fits_80_columns(run: Run, name: str) -> None:
    said = run(name, "--help")
    assert (said.status, said.err) == (0, "")
    assert f"  serviam-rules {name}" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_the_version_is_told(run: Run) -> None:
    from serviam_rules import __version__

    assert run("--version") == (0, f"serviam-rules {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "usage"),
        (["shw"], "did you mean 'show'?"),
        (["show"], "ID"),
        (["show", "krt"], "did you mean 'kurt'?"),
        (["show", "kurt", "--locale", "xx"], "xx"),
        (["show", "kurt", "--nonsense"], "--nonsense"),
        (["simulate", "--games", "0"], "--games"),
        (["simulate", "--games", "-1"], "--games"),
        (["simulate", "--games", "1_0"], "--games"),
        (["simulate", "--games", "²"], "--games"),
        (["simulate", "--players", "5"], "from 2 to 4"),
        (["simulate", "--players", "3", "--solo"], "not allowed"),
        (["simulate", "--solo", "--difficulty", "har"], "did you mean 'hard'?"),
        (["simulate", "--bot", "gredy"], "did you mean 'greedy'?"),
        (["simulate", "--seed", ""], "seed"),
        (["simulate", "--seed", "x" * 500], "seed"),
        (["simulate", "--pack", "nowhere"], "nowhere"),
        (["simulate", "--game", "3"], "--game"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["replay", "."], "Is a directory"),
        (["schema", "gfit"], "did you mean 'gift'?"),
        (["serve"], "--stdio"),
        (["play", "--people", "3"], "--people"),
        (["play", "--resume", "nowhere.jsonl"], "nowhere.jsonl"),
        (["validate"], "PATH"),
    ],
    ids=lambda words: " ".join(words)[:40] if isinstance(words, list) else "",
)
def test_wrong_usage_is_told_in_a_line_on_standard_error(run: Run, words: Sequence[str], says: str) -> None:
    said = run(*words)
    assert said.status == 2
    assert says in said.err
    assert said.out == ""
    assert "Traceback" not in said.err
    assert not words or len(said.err.splitlines()) == 1


def test_a_pack_before_the_cards_swallows_none(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    usual = run("show", "silver-spurs", "kurt", "--pack", folder)
    assert usual.status == 0
    assert run("show", "--pack", folder, "silver-spurs", "kurt") == usual
    assert run("show", "--pack", folder, "silver-spurs", "kurt", "--locale", "en") == usual
    assert run("show", "--locale", "en", "--pack", folder, "--", "silver-spurs", "kurt") == usual
    other = pack(tmp_path / "more")
    assert run("show", "silver-spurs", "kurt", "--pack", folder, other).out == usual.out
    assert run("validate", "--pack", folder, other).status == 0


def test_a_hint_names_the_command_it_is_about(run: Run) -> None:
    said = run("show", "kurt", "--locle", "ja")
    assert "did you mean '--locale'?" in said.err
    assert said.err.endswith("`serviam-rules show --help` says more\n")


@pytest.mark.parametrize("name", all_commands())
def test_help_does_not_load_the_engine(name: str) -> None:
    code = (
        f"import sys; from serviam_rules.cli import main; main([{name!r}, '--help']); "
        "print(sorted(name for name in sys.modules if name.startswith('serviam_rules.') and '.cli' not in name))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str(
        [f"serviam_rules.{light}" for light in ("errors", "files", "kinds", "linebreaks", "values", "version")]
    )


def test_the_readme_lists_every_command_as_it_is_declared() -> None:
    rows = [f"| `serviam-rules {one.usage}` | {one.does} |" for one in all_commands().values()]
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| command | does |\n|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == rows, "the rows as declared:\n" + "\n".join(rows)


def test_an_interrupt_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    declared = all_commands()
    broken = {**declared, "provenance": attrs.evolve(declared["provenance"], run=interrupt)}
    monkeypatch.setattr("serviam_rules.cli.all_commands", lambda: broken)
    assert run("provenance") == (130, "", "")


@pytest.mark.parametrize("words", [["provenance"], ["show", "kurt"], ["simulate", "--games", "40"], ["schema", "set"]])
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    command = [sys.executable, "-m", "serviam_rules", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert said == b""
    assert process.returncode == 141


WORDY = [
    ["show", "kurt", "demon", "nicolo", "--locale", "zh-Hans"],
    ["show", "kurt", "irma", "--locale", "ja"],
    ["simulate", "--games", "4"],
    ["provenance"],
    ["play", "--solo", "--locale", "ja", "--seed", "1"],
    ["play", "--locale", "zh-Hans", "--seed", "1"],
    ["show", "クルと"],
    ["validate", "no–where"],
    ["schema", "locale"],
    ["replay", "GAME", "--locale", "ja"],
]


class Console:
    """Standard streams with an encoding, strict as the system would have them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
        self.streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict") for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", self.streams[0])
        monkeypatch.setattr(sys, "stderr", self.streams[1])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        self.encoding = encoding

    def text(self) -> str:
        """Everything that was written; an error if it is not of the encoding."""
        for stream in self.streams:
            stream.flush()
        written = b"".join(stream.buffer.getvalue() for stream in self.streams)
        return str(written, self.encoding)


@pytest.mark.parametrize("words", WORDY, ids=" ".join)
def test_a_console_that_lacks_signs_gets_others(game: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    line = [str(game) if word == "GAME" else word for word in words]
    statuses: set[int] = set()
    for encoding in ("utf-8", "cp936", "cp932", "cp1252", "ascii"):
        console = Console(monkeypatch, encoding)
        statuses.add(cli.main(line))
        assert "Traceback" not in console.text()
    assert len(statuses) == 1


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_so_does_one_of_a_process_of_its_own(tmp_path: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "serviam_rules", "show", "kurt", "--locale", "zh-Hans"]
    with (tmp_path / "out").open("wb") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "kurt" in (tmp_path / "out").read_bytes().decode(encoding)


# ---- simulate ----


def test_a_simulation_reports_every_mode_and_card(run: Run, rules: Ruleset) -> None:
    said = run("simulate", "--games", "24", "--bot", "greedy", "random")
    assert (said.status, said.err) == (0, "")
    for word in ("2 players", "3 players", "4 players", "very-hard", "greedy", "random", "Merlini", "fourth"):
        assert word in said.out
    for name in (*(card.name for card in rules.gifts.values()), *(card.name for card in rules.powerholders.values())):
        assert name in said.out
    assert max(map(cells, said.out.splitlines())) <= 80


def test_the_same_seed_gives_the_same_report(run: Run) -> None:
    words = ("simulate", "--games", "15", "--seed", "a seed")
    assert run(*words) == run(*words)
    assert run(*words).out != run("simulate", "--games", "15", "--seed", "another").out


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    words = ("simulate", "--games", "45", "--json", "--pack", folder)
    assert run(*words, "--jobs", "2") == run(*words)


def test_a_simulation_as_json_adds_up(run: Run, rules: Ruleset) -> None:
    said = run("simulate", "--games", "26", "--json", "--seed", "7")
    data = json.loads(said.out)
    assert said.out.isascii()
    assert (data["games"], data["seed"], data["bots"]) == (26, 7, ["random"])
    assert sum(one["games"] for one in data["settings"]) == 26
    for one in data["settings"]:
        seats = one["by"]["seat"]
        assert len(seats) == one["players"]
        assert all(seat["games"] == one["games"] for seat in seats.values())
        won = sum(side["won"] for side in [*seats.values(), *one["by"].get("side", {}).values()])
        assert won + one["tied"] == one["games"]
        assert one["vp"]["count"] == one["games"] * one["players"]
        assert set(one["scoring"]) == {"demand", "shadow"}
    offered = sum(gift["offered"] for gift in data["gifts"].values())
    assert offered == data["turns"]["count"] == sum(who["chosen"] for who in data["powerholders"].values())
    assert list(data["powerholders"]) == sorted(rules.powerholders)
    for gift in data["gifts"].values():
        assert gift["offered"] <= gift["in_hand_at_offers"]
        assert gift["left_in_hand"] <= gift["came_to_hand"]
        assert sum(gift["vp"]["counts"].values()) == gift["offered"] if gift["offered"] else True


def test_one_kind_of_game_can_be_asked_for(run: Run) -> None:
    data = json.loads(run("simulate", "--players", "3", "--games", "5", "--json").out)
    assert [one["players"] for one in data["settings"]] == [3]
    data = json.loads(run("simulate", "--solo", "--games", "5", "--json").out)
    assert [one["difficulty"] for one in data["settings"]] == ["normal", "hard", "very-hard"]
    data = json.loads(run("simulate", "--solo", "--difficulty", "hard", "--games", "2", "--json").out)
    assert [one["difficulty"] for one in data["settings"]] == ["hard"]
    data = json.loads(run("simulate", "--players", "2", "--arrangement", "select", "--games", "2", "--json").out)
    assert data["settings"][0]["arrangement"] == "select"


def test_a_card_of_a_pack_is_played(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    data = json.loads(run("simulate", "--pack", folder, "--games", "12", "--json").out)
    assert data["gifts"]["silver-spurs"]["offered"] > 0


def test_a_faulty_pack_is_told_with_every_problem(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "bad", gifts__one="id: one\n", gifts__two="id: two\ncopies: x\n")
    said = run("simulate", "--pack", folder)
    assert (said.status, said.out) == (1, "")
    assert "gifts/one.yaml:" in said.err
    assert "gifts/two.yaml:" in said.err


# ---- show ----


@pytest.mark.parametrize("name", ["kurt", "Kurt", "库鲁特", "クルト"])
def test_a_card_is_found_by_every_name(run: Run, name: str) -> None:
    said = run("show", name)
    assert (said.status, said.err) == (0, "")
    for part in (
        "kurt (powerholder)",
        "Kingdom Army",
        "EFFETTO ORDINE",
        "exchange:",
        "inferred",
        "D-6",
        "库尔特",
        "クルト",
    ):
        assert part in said.out


def test_a_stand_in_says_so(run: Run) -> None:
    assert "STAND-IN" in run("show", "alms").out
    assert "STAND-IN" in run("show", "kurt").out


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja", "zh_CN.UTF-8"])
def test_every_card_can_be_shown_in_every_language(run: Run, rules: Ruleset, locale: str) -> None:
    cards = [*rules.gifts, *rules.powerholders, *rules.rivals, *(f"{icon}" for icon in rules.icons)]
    said = run("show", *cards, "--locale", locale)
    assert (said.status, said.err) == (0, "")
    assert said.out.count("╭") == len(cards)
    assert max(map(cells, said.out.splitlines())) <= 80
    boxes = [line for line in said.out.splitlines() if line.startswith(("│", "╭", "├", "╰"))]
    assert {cells(line) for line in boxes} == {38}


def test_rules_that_bear_on_a_card_are_named(run: Run) -> None:
    def rules_of(card: str) -> list[str]:
        line = next(line for line in run("show", card).out.splitlines() if line.startswith("rules"))
        return line.split(maxsplit=1)[1].split(", ")

    assert {"T-2", "S-4", "T-7"} <= set(rules_of("letter-debt"))
    assert {"S-5", "C-4"} <= set(rules_of("bribe"))
    assert "F-1" in rules_of("warhorse")
    assert {"O-9", "C-6"} <= set(rules_of("irma"))


def test_a_face_is_svg(run: Run) -> None:
    said = run("show", "irma", "--svg", "--locale", "ja")
    assert said.status == 0
    assert said.out.startswith("<svg")


def test_an_unknown_card_among_known_ones_shows_none(run: Run) -> None:
    said = run("show", "kurt", "nobody-at-all")
    assert (said.status, said.out) == (2, "")


def test_plain_data_is_written_like_the_card_files() -> None:
    data = {"icons": [{"rank": 2, "move": 1}, {"any": True, "move": -1}], "name": "A: b", "when": None, "do": []}
    assert yaml_lines(data, 80) == [
        "icons: [{rank: 2, move: +1}, {any: true, move: -1}]",
        'name: "A: b"',
        "when: null",
        "do: []",
    ]
    assert yaml_lines(data, 30)[:3] == ["icons:", "  - {rank: 2, move: +1}", "  - {any: true, move: -1}"]


def test_what_is_shown_of_an_effect_can_be_read_again(rules: Ruleset) -> None:
    for card in [*rules.powerholders.values(), *rules.rivals.values()]:
        effect = thaw(getattr(card, "effetto_ordine", None) or getattr(card, "do", ()))
        for wide in (20, 40, 68):
            assert YAML(typ="safe", pure=True).load("\n".join(yaml_lines({"do": effect}, wide))) == {"do": effect}


# ---- validate (SCH-3) ----


def test_a_good_pack_is_fine(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    said = run("validate", folder)
    assert (said.status, said.err) == (0, "")
    assert f"{folder}: fine" in said.out
    assert run("validate", folder / "gifts" / "silver-spurs.yaml") == said
    assert run("validate", PROJECT / "cards").status == 0


def test_phrases_that_cannot_be_used_are_told_with_their_lines(run: Run, tmp_path: Path) -> None:
    """In the pack that says them, not in one below it; what the pack leaves alone is not told."""
    below = PROJECT / "tests" / "data" / "packs" / "de"
    text = "language: de\npatches: true\nphrases:\n  messages:\n    table:\n      saved: Fertig\n"
    folder = pack(tmp_path / "words", locales__de=text)
    said = run("validate", folder, "--pack", below)
    assert said.status == 0
    place = f"{folder}/locales/de.yaml:6:7: warning: bad-phrase: "
    assert said.err == f"{place}the holes differ: none stand here, {{path}} in the original (locale de)\n"
    assert run("validate", below).err == ""


def test_one_bad_pack_of_three_is_found(run: Run, tmp_path: Path) -> None:
    folders = [
        pack(tmp_path / "one", gifts__silver_spurs=SPURS),
        pack(
            tmp_path / "two",
            gifts__silver_spurs=SPURS.replace("army", "amry"),
            gifts__iron_spurs=SPURS.replace("2", "0"),
        ),
        pack(tmp_path / "three", gifts__silver_spurs=SPURS),
    ]
    said = run("validate", *folders)
    assert said.status == 1
    assert said.out.count(": fine") == 2
    problems = said.err.splitlines()
    assert len(problems) == 2
    assert problems[0].startswith(f"{folders[1]}/gifts/iron-spurs.yaml:")
    assert problems[1].startswith(f"{folders[1]}/gifts/silver-spurs.yaml:4:")
    assert "did you mean 'army'" in problems[1]


def test_missing_and_empty_input_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "nowhere", tmp_path / "empty", BAD / "empty.yaml"):
        said = run("validate", path)
        assert said.status == 1
        assert str(path) in said.err


def test_a_missing_pack_below_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    assert run("validate", folder, "--pack", tmp_path / "nowhere").status == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can read everything")
def test_an_unreadable_file_is_an_error(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "spurs", gifts__silver_spurs=SPURS)
    (folder / "gifts" / "silver-spurs.yaml").chmod(0)
    said = run("validate", folder)
    assert said.status == 1
    assert "silver-spurs.yaml" in said.err


def test_problems_as_json_and_for_github(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "bad", gifts__silver_spurs=SPURS.replace("army", "amry"))
    said = run("validate", folder, "--json")
    data = json.loads(said.out)
    assert (said.status, said.err, data["ok"]) == (1, "", False)
    problem = data["packs"][0]["problems"][0]
    assert (problem["line"], problem["severity"]) == (4, "error")
    assert run("validate", folder, "--format", "json") == said
    said = run("validate", folder, "--format", "github")
    assert said.status == 1
    assert said.out.startswith("::error file=")
    assert ",line=4,col=" in said.out


def test_what_a_pack_changes_is_listed(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "change", gifts__alms="id: alms\npatches: true\ncopies: 3\n")
    said = run("validate", folder)
    assert "gift alms" in said.out


# ---- provenance ----


def test_provenance_counts_every_field_once(run: Run) -> None:
    said = run("provenance")
    assert (said.status, said.err) == (0, "")
    header, *rows = [line.split() for line in said.out.splitlines() if "stand-in" in line or line.startswith("all")]
    assert header == ["kind", "files", *ORIGINS, "fields"]
    total = [int(number) for number in next(row for row in rows if row[0] == "all")[1:]]
    assert sum(total[1:-1]) == total[-1]
    data = json.loads(run("provenance", "--json").out)
    assert sum(sum(counts.values()) for counts in data["counts"].values()) == total[-1]
    assert data["fields"]["powerholders"]["kurt"]["name"] == "book"
    assert data["fields"]["set"]["set"]["track.spaces.0"] == "book"
    assert data["fields"]["locales"]["ja"]["gifts.demon"] == "review"


def test_one_origin_can_be_listed_alone(run: Run) -> None:
    said = run("provenance", "--only", "inferred")
    assert "kurt: effetto_ordine" in said.out
    assert "book:" not in said.out


# ---- replay ----


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_a_replay_is_told_in_words_and_verified(run: Run, game: Path, locale: str) -> None:
    said = run("replay", game, "--locale", locale)
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines()[-1].endswith("actions, verified")
    assert max(map(cells, said.out.splitlines())) <= 80
    quiet = run("replay", game, "--quiet")
    assert quiet.out == said.out.splitlines()[-1] + "\n"


def test_a_replay_that_parts_is_a_finding(run: Run, game: Path) -> None:
    game.write_text(game.read_text().replace('"vp":[', '"vp":[5', 1), encoding="utf-8")
    said = run("replay", game)
    assert said.status == 1
    assert "outcome" in said.err


def test_a_damaged_replay_names_its_line(run: Run, game: Path) -> None:
    game.write_text(game.read_text().replace('"step":3,', '"step":4,', 1), encoding="utf-8")
    said = run("replay", game)
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith(f"serviam-rules: {game}:5: ")


def test_a_replay_of_other_rules_names_the_cards(run: Run, game: Path, tmp_path: Path) -> None:
    folder = pack(tmp_path / "change", gifts__alms="id: alms\npatches: true\ncopies: 3\n")
    said = run("replay", game, "--pack", folder)
    assert (said.status, said.out) == (1, "")
    assert "gifts/alms has changed" in said.err
    forced = run("replay", game, "--pack", folder, "--force")
    assert forced.status == 1
    assert "the games part at the setup" in forced.err


def test_a_players_form_can_be_made_and_shown(run: Run, game: Path, tmp_path: Path) -> None:
    for whom in ("1", "spectator"):
        told = tmp_path / f"{whom}.jsonl"
        told.write_text(run("replay", game, "--told", whom).out, encoding="utf-8")
        said = run("replay", told)
        assert (said.status, said.err) == (0, "")
        assert "as " in said.out.splitlines()[-1]
    assert run("replay", game, "--told", "3").status == 2
    assert run("replay", tmp_path / "1.jsonl", "--told", "1").status == 2


# ---- schema ----


def test_schemas_are_listed_printed_and_written(run: Run, tmp_path: Path) -> None:
    kinds = run("schema").out.split()
    assert "gift" in kinds
    assert kinds[-1] == "typescript"
    for kind in kinds[:-1]:
        assert json.loads(run("schema", kind).out)["$schema"].endswith("2020-12/schema")
    assert "export interface GameState" in run("schema", "typescript").out
    said = run("schema", "--write", tmp_path / "new" / "schemas")
    assert said.status == 0
    written = {path.name for path in (tmp_path / "new" / "schemas").iterdir()}
    assert written == {*(f"{kind}.schema.json" for kind in (*kinds[:-1], "language")), "serviam.d.ts"}


def test_schemas_offer_the_ids_of_packs(run: Run, tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", powerholders__kurt="id: kurt\npatches: true\n", gifts__silver_spurs=SPURS)
    assert "silver-spurs" in run("schema", "powerholder", "--pack", folder).out


# ---- how wide text is ----


def test_wide_characters_take_two_cells() -> None:
    assert [cells(text) for text in ("", "abc", "库尔特", "a库", "é", "e\u0301", "★●─")] == [0, 3, 6, 3, 1, 1, 3]
    assert pad("库", 4) == "库  "
    assert pad("库", 4, "right") == "  库"
    assert cut("库尔特库尔特", 7) == "库尔.."
    assert all(cells(cut("a库b尔c特d", wide)) <= wide for wide in range(12))


@pytest.mark.parametrize(
    "text", ["the quick brown fox " * 9, "任选1名三星掌权者+1，任选1名一星掌权者+1。" * 4, "a\nb\n\nc"]
)
def test_text_is_wrapped_to_its_width_and_nothing_is_lost(text: str) -> None:
    for wide in (10, 22, 40, 79):
        lines = wrap(text, wide, "  ")
        assert all(cells(line) <= wide for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_no_line_begins_with_a_closing_mark() -> None:
    assert all(line.lstrip()[0] not in "，。" for line in wrap("赠礼目标加二，任选一名二星掌权者。" * 3, 20))


# ---- terminals ----


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("with_rich", [True, False])
def test_in_a_terminal_tables_and_the_progress_bar_are_drawn(monkeypatch: pytest.MonkeyPatch, with_rich: bool) -> None:
    if with_rich:
        pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("serviam_rules.cli.terminal.find_spec", lambda _: with_rich or None)
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert cli.main(["simulate", "--games", "30"]) == 0
    assert "Medal of honour" in out.getvalue()
    assert "games" in err.getvalue()
    assert "games" not in out.getvalue() or "Traceback" not in err.getvalue()


def test_a_dumb_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert cli.main(["simulate", "--games", "2"]) == 0
    assert err.getvalue() == ""
    assert "\033" not in out.getvalue()


# ---- data, standard input, the card language ----


def test_every_card_can_be_listed(run: Run, rules: Ruleset) -> None:
    said = run("show", "--list", "--locale", "ja")
    assert said.status == 0
    cards = [*rules.gifts, *rules.powerholders, *rules.rivals, *rules.icons]
    assert [line.split()[1] for line in said.out.splitlines()[4:]] == cards
    data = json.loads(run("show", "--list", "--json").out)
    assert [card["id"] for card in data["cards"]] == cards
    assert run("show", "kurt", "--list").status == 2


def test_a_card_as_json_says_what_its_page_says(run: Run, rules: Ruleset) -> None:
    said = run("show", "kurt", "bribe", "--json", "--locale", "ja")
    assert (said.status, said.err) == (0, "")
    kurt, bribe = json.loads(said.out)["cards"]
    assert (kurt["kind"], bribe["kind"]) == ("powerholder", "gift")
    assert kurt["names"]["ja"]["name"] == "クルト"
    assert kurt["text"] == rules.text("kurt", "ja")
    assert kurt["effect"]["effetto_ordine"] == thaw(rules.powerholders["kurt"].effetto_ordine)
    assert {"T-7", "D-6"} <= set(kurt["rules"])
    assert kurt["provenance"]["effetto_ordine"] == "inferred"


def test_a_replay_comes_by_standard_input_and_as_json(run: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = run("replay", game)
    monkeypatch.setattr(sys, "stdin", io.StringIO(game.read_text(encoding="utf-8")))
    assert run("replay", "-") == usual
    data = json.loads(run("replay", game, "--json").out)
    assert data["verified"] is True
    assert len(data["steps"]) == data["actions"] + 1
    assert all(len(step["events"]) == len(step["words"]) for step in data["steps"])
    game.write_text(game.read_text().replace('"vp":[', '"vp":[5', 1), encoding="utf-8")
    said = run("replay", game, "--json")
    assert said.status == 1
    assert "outcome" in json.loads(said.out)["parted"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("nothing"))
    assert run("replay", "-") == (1, "", "serviam-rules: standard input holds no replay\n")


def test_a_card_is_tried_from_standard_input_and_as_json(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "silver-spurs.yaml"
    file.write_text(SPURS, encoding="utf-8")
    usual = run("try", file)
    monkeypatch.setattr(sys, "stdin", io.StringIO(SPURS))
    assert run("try", "-") == usual
    data = json.loads(run("try", file, "--json").out)
    assert data["card"]["id"] == "silver-spurs"
    assert all(line.strip() in " ".join(usual.out.split()) for line in data["tables"][0]["lines"][:2])
    monkeypatch.setattr(sys, "stdin", io.StringIO(SPURS.replace("army", "amry")))
    said = run("try", "-")
    assert said.status == 1
    assert said.err.startswith("standard input:4:")


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_every_word_of_the_card_language_is_told(run: Run, locale: str) -> None:
    tags = {tag: cls for sort in SORTS for tag, cls in sort.words.items()}
    listed = run("words").out
    for tag, cls in tags.items():
        assert f"\n  {tag} " in listed
        said = run("words", tag, "--locale", locale)
        assert (said.status, said.err) == (0, "")
        assert said.out.startswith(f"{tag} (")
        assert all("".join(text.split()) in "".join(said.out.split()) for text in cls.examples)
    assert {one["word"] for one in json.loads(run("words", "--json").out)["words"]} == set(tags)
    assert "did you mean 'move'?" in run("words", "mvoe").err


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_what_the_cards_say_is_written_as_they_do_it(run: Run, rules: Ruleset, locale: str) -> None:
    for card in rules.powerholders.values():
        text = effect_text(rules, card, locale)
        said = run("write", text, "--locale", locale, "--json")
        meanings = json.loads(said.out)["meanings"]
        assert (said.status, len(meanings)) == (0, 1)
        plain = run("write", text, "--locale", locale)
        assert YAML(typ="safe", pure=True).load(plain.out) == meanings[0]
    assert run("write", "Everybody dances.").status == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_shells_can_complete_every_command(run: Run, shell: str) -> None:
    pytest.importorskip("shtab")
    said = run("completion", shell)
    assert (said.status, said.err) == (0, "")
    for name in all_commands():
        assert name in said.out
    assert "arrangement" in said.out


def test_without_shtab_completion_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    said = run("completion", "bash")
    assert (said.status, said.out) == (2, "")
    assert "pip install 'serviam-rules[cli]'" in said.err


@pytest.mark.parametrize("words", [["show", "kurt"], ["provenance"], ["schema", "gift"], ["words"], ["check"]])
def test_results_can_be_written_to_a_file(run: Run, tmp_path: Path, words: list[str]) -> None:
    usual = run(*words)
    said = run(*words, "-o", tmp_path / "result")
    assert (said.status, said.out) == (usual.status, "")
    assert (tmp_path / "result").read_text(encoding="utf-8") == usual.out


def test_the_reference_of_a_word_is_written_like_card_files(run: Run) -> None:
    said = run("words", "offers").out
    assert "offers: which gifts (if left out: anything)" in said
    assert "of: who offers it (if left out: you)" in said
    assert "to: to whom; to anybody, if absent (if left out: null)" in said
