"""Replays: recorded, saved, loaded, stepped through, verified, and what a player may keep of one."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serviam_rules.bots import RandomBot
from serviam_rules.cards import plain_source
from serviam_rules.errors import FormatError, IllegalAction, RulesetMismatch, UsageError
from serviam_rules.game import legal_actions, new_game
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay, ReplayParted, Told, load
from serviam_rules.views import view

KINDS: list[dict[str, Any]] = [
    {"players": 2, "seed": 1},
    {"players": 4, "seed": "a text, ä 库", "first": 2},
    {"players": 3, "seed": 2**128 - 1, "families": ["merlini", "orsatti", "bazzi-betti"]},
    {"mode": "solo", "difficulty": "very-hard", "seed": 5},
    {"players": 2, "arrangement": "inspect", "seed": 5},
    {"mode": "solo", "arrangement": "select", "seed": 6},
]


def recorded(rules: Ruleset, actions: int = 10_000, bot: int = 0, **options: Any) -> Replay:
    """A game of random bots, or the beginning of one."""
    replay = Replay.record(rules, **options)
    player = RandomBot(bot)
    while len(replay) < actions and not replay.state.is_over:
        replay.play(player.choose(view(replay.state, replay.state.to_act)))
    return replay


def changed(rules: Ruleset, change: Callable[[dict[str, Any]], None]) -> Ruleset:
    """The ruleset after a change of its data."""
    source = plain_source(rules)
    change(source)
    return ruleset_of(source)


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)


# ---- recording and playing ----


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_replay_comes_back_from_its_file(rules: Ruleset, tmp_path: Path, options: dict[str, Any]) -> None:
    replay = recorded(rules, **options)
    path = tmp_path / "game.jsonl"
    replay.save(path)
    loaded = Replay.load(path, rules)
    assert loaded == replay
    assert (loaded.options, loaded.seed, loaded.actions) == (replay.options, replay.seed, replay.actions)
    assert type(loaded.seed) is type(replay.seed)
    assert loaded.verify().ok
    assert loaded.state == replay.state
    assert list(loaded.states()) == list(replay.states())
    assert loaded.text() == replay.text() == path.read_text(encoding="utf-8")
    assert load(path, rules) == replay


def test_a_replay_begins_like_the_game_it_records(rules: Ruleset) -> None:
    replay = Replay.record(rules, 3, seed=9)
    assert replay.state == replay.at(0) == new_game(rules, 3, seed=9)
    assert len(replay) == 0
    assert replay.actions == ()


def test_a_replay_is_made_from_options_seed_and_actions(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4)
    assert Replay(rules, 2, seed=4, actions=replay.actions) == replay


def test_any_step_can_be_seen(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4)
    loaded = Replay.load(replay.text(), rules)
    middle = len(replay) // 2
    assert loaded.at(middle).step == middle
    assert loaded.at(middle) == replay.at(middle)
    assert [state.step for state in loaded.states()] == list(range(len(replay) + 1))


@pytest.mark.parametrize("step", [-1, 10_000, True, 1.0, None])
def test_a_step_that_is_not_there_is_refused(rules: Ruleset, step: Any) -> None:
    with pytest.raises(UsageError, match="step"):
        recorded(rules, seed=4, actions=5).at(step)


def test_a_game_goes_on_from_its_file(rules: Ruleset) -> None:
    whole = recorded(rules, seed=12)
    half = Replay.load(recorded(rules, seed=12, actions=11).text(), rules)
    for action in whole.actions[11:]:
        half.play(action)
    assert half == whole
    assert half.state == whole.state
    assert half.verify().ok


def test_a_replay_can_be_cut(rules: Ruleset) -> None:
    whole = recorded(rules, seed=12)
    cut = whole.cut(7)
    assert cut.state == whole.at(7)
    assert len(whole) > 7
    other = next(action for action in legal_actions(cut.state) if action != whole.actions[7])
    cut.play(other)
    assert cut.actions[:7] == whole.actions[:7]


def test_an_illegal_action_is_not_kept(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4)
    before = replay.text()
    with pytest.raises(IllegalAction):
        replay.play(replay.actions[0])
    assert replay.text() == before


# ---- files ----


def test_every_line_is_json_and_the_last_says_how_it_ended(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4)
    lines = lines_of(replay.text(every=5))
    assert [line["type"] for line in lines].count("action") == len(replay)
    assert [line["step"] for line in lines if line["type"] == "checkpoint"] == list(range(0, len(replay) + 1, 5))
    assert lines[0]["seed"] == 4
    assert lines[0]["ruleset"]["fingerprint"] == rules.fingerprint
    outcome = replay.state.outcome
    assert outcome is not None
    assert lines[-1]["outcome"]["winners"] == list(outcome.winners)
    assert replay.text().isascii()


@pytest.mark.parametrize("every", [0, -1, True, None, 1.5])
def test_checkpoints_come_after_a_whole_number_of_actions(rules: Ruleset, every: Any) -> None:
    with pytest.raises(UsageError, match="every"):
        recorded(rules, seed=4, actions=3).text(every)


def damaged(lines: list[Any]) -> dict[str, list[Any]]:
    """The lines of a good replay, damaged in many ways; each is found in the line that stands in its name."""
    header, first = lines[0], lines[2]
    assert (header["type"], first["type"]) == ("replay", "action")
    rest = lines[1:]

    def with_header(**keys: Any) -> list[Any]:
        return [{**header, **keys}, *rest]

    def with_first(**keys: Any) -> list[Any]:
        return [*lines[:2], {**first, **keys}, *lines[3:]]

    return {
        "1 no json": ["{", *rest],
        "1 a list": ["[]", *rest],
        "1 an unknown format": with_header(format=2),
        "1 an unknown key": with_header(colour="red"),
        "1 a key twice": [json.dumps(header)[:-1] + ', "seed": 1}', *rest],
        "1 not a number": [json.dumps(header).replace('"seed": 4', '"seed": NaN'), *rest],
        "1 a number with a point": with_header(seed=4.0),
        "1 a seed that is none": with_header(seed=True),
        "1 a seed that is negative": with_header(seed=-1),
        "1 long digits that are none": with_header(seed={"digits": "1e30"}),
        "1 no seed": [{key: item for key, item in header.items() if key != "seed"}, *rest],
        "1 too many players": with_header(options={**header["options"], "players": 9}),
        "1 a family that is none": with_header(options={**header["options"], "families": ["x", "y"]}),
        "3 cut in the middle": [*lines[:2], json.dumps(first)[:20]],
        "3 nothing": [*lines[:2], "", *lines[2:]],
        "3 a step too early": [*lines[:2], *lines[3:]],
        "4 a step twice": [*lines[:3], *lines[2:]],
        "3 an unknown action": with_first(action={"type": "cheat"}),
        "3 a truth for a number": with_first(action={"type": "choose", "option": True}),
        "3 a mark that is none": with_first(mark=None),
        "3 an event": with_first(type="gift-offered"),
        f"{len(lines) + 1} something after the end": [*lines, lines[-1]],
        f"{len(lines)} no end": lines[:-1],
        f"{len(lines)} a wrong count at the end": [*lines[:-1], {**lines[-1], "steps": 3}],
        "2 only a header": lines[:1],
        "3 nested too deep": [*lines[:2], "[" * 5000],
    }


NAMES = list(damaged([{"type": "replay", "options": {}}, {}, {"type": "action"}, {}]))


@pytest.mark.parametrize("at", range(len(NAMES)), ids=[name[2:] for name in NAMES])
def test_a_damaged_file_is_refused_with_file_and_line(rules: Ruleset, tmp_path: Path, at: int) -> None:
    name, lines = list(damaged(lines_of(recorded(rules, seed=4, actions=9).text())).items())[at]
    path = tmp_path / "game.jsonl"
    path.write_text(text_of(lines), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        Replay.load(path, rules)
    assert str(caught.value).startswith(f"{path}:{name.split()[0]}: ")
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_refused(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(recorded(rules, seed=4, actions=3).text().encode().replace(b"choose", b"ch\xff\xfese"))
    for broken in (path, path.with_name("other.jsonl")):
        broken.write_bytes(b"\xff\xfe{}")
        with pytest.raises(FormatError, match="UTF-8"):
            Replay.load(broken, rules)


def test_an_empty_file_is_refused(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"")
    with pytest.raises(FormatError):
        Replay.load(path, rules)


def test_a_file_that_is_too_large_is_refused(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b" " * (5 * 2**20))
    with pytest.raises(FormatError, match="larger"):
        Replay.load(path, rules)


def test_windows_line_ends_do_no_harm(rules: Ruleset, tmp_path: Path) -> None:
    replay = recorded(rules, seed=4, actions=9)
    path = tmp_path / "game.jsonl"
    path.write_bytes(replay.text().replace("\n", "\r\n").encode())
    assert Replay.load(path, rules) == replay


def test_a_file_that_is_not_there_is_an_oserror(rules: Ruleset, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Replay.load(tmp_path / "nowhere.jsonl", rules)


def test_saving_where_one_cannot_leaves_nothing(rules: Ruleset, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        recorded(rules, seed=4, actions=3).save(tmp_path / "no" / "folder.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_old_file(rules: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    recorded(rules, seed=4, actions=3).save(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="space"):
        recorded(rules, seed=4).save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


SAVING = """
import sys
from serviam_rules import load_ruleset
from serviam_rules.replay import Replay

replay = Replay.load(sys.argv[1], load_ruleset())
print("ready", flush=True)
while True:
    replay.save(sys.argv[1], every=1)
    replay.save(sys.argv[1], every=9)
"""


@pytest.mark.slow
def test_a_process_killed_while_saving_leaves_a_whole_file(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    replay = recorded(rules, seed=4)
    replay.save(path)
    for wait in (0.0, 0.011, 0.023, 0.037):
        with subprocess.Popen([sys.executable, "-c", SAVING, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(wait)
            process.kill()
        assert Replay.load(path, rules) == replay


# ---- verifying ----


def test_a_wrong_mark_is_found_at_its_action(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, seed=4).text())
    at = next(number for number, line in enumerate(lines) if line.get("step") == 6 and line["type"] == "action")
    lines[at]["mark"] = "00000000"
    verdict = Replay.load(text_of(lines), rules).verify()
    assert verdict.parted is not None
    assert (verdict.ok, verdict.steps, verdict.parted.step) == (False, 5, 6)


def test_a_wrong_checkpoint_is_found(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, seed=4).text())
    at = next(number for number, line in enumerate(lines) if line["type"] == "checkpoint" and line["step"] == 10)
    lines[at]["digest"] = "0" * 32
    parted = Replay.load(text_of(lines), rules).verify().parted
    assert parted is not None
    assert parted.step == 10


def test_a_wrong_outcome_is_found(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, seed=4).text())
    lines[-1]["outcome"]["vp"][0] += 1
    parted = Replay.load(text_of(lines), rules).verify().parted
    assert parted is not None
    assert "outcome" in str(parted)


def test_an_action_that_is_not_legal_is_found(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, seed=4).text())
    at = next(number for number, line in enumerate(lines) if line.get("action", {}).get("type") == "offer")
    lines[at]["action"]["slot"] = 2
    replay = Replay.load(text_of(lines), rules)
    parted = replay.verify().parted
    assert parted is not None
    assert "T-1" in str(parted)
    with pytest.raises(ReplayParted, match="not legal"):
        list(replay.states())


def test_another_seed_is_found_before_the_first_action(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, seed=4).text())
    lines[0]["seed"] = 5
    parted = Replay.load(text_of(lines), rules).verify().parted
    assert parted is not None
    assert parted.step == 0


# ---- other rules (REP-1) ----


def edit_icon(gift: str) -> Callable[[dict[str, Any]], None]:
    def change(source: dict[str, Any]) -> None:
        icon = source["gifts"][gift]["icons"][0]
        icon["move"] = -icon["move"]

    return change


def test_after_a_text_edit_it_plays(rules: Ruleset) -> None:
    def rename(source: dict[str, Any]) -> None:
        source["gifts"]["bribe"]["name"] = "Sweetener"
        source["locales"]["ja"]["names"]["gifts"]["bribe"]["name"] = "賂"

    replay = recorded(rules, seed=4)
    loaded = Replay.load(replay.text(), changed(rules, rename))
    assert loaded.verify().ok


def test_after_a_rule_edit_it_is_refused_with_the_names_of_the_cards(rules: Ruleset) -> None:
    def change(source: dict[str, Any]) -> None:
        edit_icon("bribe")(source)
        edit_icon("siege-map")(source)
        source["packs"][0]["version"] = "1.1.0"

    with pytest.raises(RulesetMismatch) as caught:
        Replay.load(recorded(rules, seed=4).text(), changed(rules, change))
    assert {"gifts/bribe has changed", "gifts/siege-map has changed"} < set(caught.value.differences)
    assert "gifts/bribe has changed" in str(caught.value)


def test_added_and_removed_cards_are_named(rules: Ruleset) -> None:
    def change(source: dict[str, Any]) -> None:
        source["gifts"]["silver-spurs"] = {**source["gifts"].pop("warhorse"), "id": "silver-spurs"}
        source["packs"].append({"id": "mine", "version": "1.0.0", "title": "Mine", "fingerprint": "0"})

    with pytest.raises(RulesetMismatch) as caught:
        Replay.load(recorded(rules, seed=4).text(), changed(rules, change))
    told = caught.value.differences
    assert {"pack mine 1.0.0 is new", "gifts/warhorse is gone", "gifts/silver-spurs is new"} <= set(told)


def test_a_forced_run_stops_at_the_step_that_differs_and_blames_the_card(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4)
    other = changed(rules, edit_icon("bribe"))
    at = next(number for number, action in enumerate(replay.actions, start=1) if getattr(action, "gift", "") == "bribe")
    forced = Replay.load(replay.text(), other, force=True)
    parted = forced.verify().parted
    assert parted is not None
    assert parted.step == at
    assert parted.cards == ("gifts/bribe",)
    assert "gifts/bribe" in str(parted)
    states = forced.states()
    assert [next(states).step for _ in range(at)] == list(range(at))
    with pytest.raises(ReplayParted):
        next(states)


def test_a_forced_run_of_a_game_that_the_change_does_not_touch_goes_through(rules: Ruleset) -> None:
    replay = recorded(rules, mode="solo", seed=4)
    unseen = next(rival for rival in rules.rivals if rival != replay.at(0).rival)

    def change(source: dict[str, Any]) -> None:
        source["rivals"][unseen]["ability"]["do"] = []

    forced = Replay.load(replay.text(), changed(rules, change), force=True)
    if all(state.rival != unseen for state in replay.states()):
        assert forced.verify().ok


def test_a_changed_deck_parts_the_games_at_the_setup(rules: Ruleset) -> None:
    def change(source: dict[str, Any]) -> None:
        source["gifts"]["alms"]["copies"] += 1

    forced = Replay.load(recorded(rules, seed=4).text(), changed(rules, change), force=True)
    parted = forced.verify().parted
    assert parted is not None
    assert (parted.step, parted.cards) == (0, ("gifts/alms",))
    with pytest.raises(ReplayParted):
        forced.at(0)


# ---- what a player may keep ----


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_players_form_comes_back_from_its_file(rules: Ruleset, tmp_path: Path, seat: int | None) -> None:
    told = recorded(rules, players=3, seed=4).redacted(seat)
    path = tmp_path / "mine.jsonl"
    told.save(path)
    loaded = load(path, rules)
    assert isinstance(loaded, Told)
    assert loaded.steps == told.steps
    assert (loaded.header, loaded.end, loaded.seat) == (told.header, told.end, seat)
    assert loaded.text() == told.text()


def test_a_players_form_has_no_seed_no_action_and_no_foreign_hand(rules: Ruleset) -> None:
    replay = recorded(rules, players=3, seed="a secret seed")
    text = replay.redacted(1).text()
    assert "a secret seed" not in text
    assert replay.state.rng.key not in text
    kinds = {line["type"] for line in lines_of(text)}
    assert kinds == {"told-replay", "beginning", "step", "end"}
    dealt = [
        event
        for line in lines_of(text)
        if line["type"] == "step"
        for event in line["events"]
        if event["type"] in ("gift-dealt", "gift-drawn")
    ]
    assert dealt
    assert all((event["gift"] is not None) == (event["seat"] == 1) for event in dealt)


def test_a_spectators_form_tells_no_hidden_card(rules: Ruleset) -> None:
    lines = lines_of(recorded(rules, players=2, seed=3, arrangement="select").redacted(None).text())
    told = [event for line in lines if line["type"] == "step" for event in line["events"]]
    assert all(event["gift"] is None for event in told if event["type"] in ("gift-dealt", "gift-drawn"))
    assert all(event["powerholder"] is None for event in told if event["type"] == "card-arranged")


@pytest.mark.parametrize("change", ["{}", '{"type":"step","step":1,"by":0,"events":[{"type":"no"}]}', "[]", ""])
def test_a_damaged_players_form_is_refused_with_its_line(rules: Ruleset, change: str) -> None:
    lines = recorded(rules, seed=4, actions=3).redacted(0).text().splitlines()
    for at in (1, 2, 3):
        broken = [*lines[:at], change, *lines[at + 1 :]]
        with pytest.raises(FormatError, match=f"^replay:{at + 1}: "):
            Told.load("\n".join(broken) + "\n")


def test_a_full_form_is_no_players_form(rules: Ruleset) -> None:
    replay = recorded(rules, seed=4, actions=3)
    with pytest.raises(FormatError):
        Told.load(replay.text())
    with pytest.raises(FormatError):
        Replay.load(replay.redacted(0).text(), rules)


def test_a_verdict_is_true_exactly_when_it_is_as_recorded(rules: Ruleset) -> None:
    replay = recorded(rules, players=2, seed=3)
    assert replay.verify()
    text = replay.text().splitlines()
    at = next(number for number, line in enumerate(text) if '"mark"' in line and '"action"' in line)
    text[at] = text[at].replace('"mark":"', '"mark":"f', 1)
    parted = Replay.load("\n".join(text) + "\n", rules).verify()
    assert not parted
    assert not parted.ok
