"""The table in the terminal: what it shows, what can be answered, undo, saving, hot seat."""

from __future__ import annotations

import builtins
import contextlib
import io
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from serviam_rules import cli, load_ruleset
from serviam_rules.cli.cells import cells
from serviam_rules.cli.table.loop import LeftError, Table
from serviam_rules.cli.table.screen import Words, table_lines
from serviam_rules.cli.table.session import PERSON, Session
from serviam_rules.cli.terminal import Style
from serviam_rules.game import legal_actions
from serviam_rules.model import Ruleset
from serviam_rules.replay import Replay
from serviam_rules.state import GameState
from serviam_rules.text.language import phrases

LOCALES = ("en", "zh-Hans", "ja", "de")
PACKS = Path(__file__).parent / "data" / "packs"
ESCAPE = re.compile(r"\033\[[0-9;]*[A-Za-z]")


class Played:
    """A table with scripted answers; `text` is everything that was shown."""

    def __init__(
        self,
        rules: Ruleset,
        answers: Iterable[str],
        names: tuple[str, ...] = (PERSON, "random"),
        *,
        locale: str = "en",
        width: int = 80,
        style: bool = False,
        **options: Any,
    ) -> None:
        self.lines: list[str] = []
        self.questions: list[str] = []
        self.answers: Iterator[str] = iter(answers)
        replay = Replay.record(rules, len(names), **{"seed": 3, "first": 0, **options})
        self.table = Table(
            Session(replay, names), Words(rules, locale, Style(style)), self.read, self.lines.append, lambda: width
        )

    def read(self, question: str) -> str:
        self.questions.append(question)
        self.lines.append(question)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def play(self) -> Played:
        """Play until the answers end, somebody leaves or the game is over."""
        with contextlib.suppress(EOFError, LeftError):
            self.table.play()
        return self

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def state(self) -> GameState:
        return self.table.session.state


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    """The reference set with a fourth language."""
    return load_ruleset(PACKS / "de")


def words_in(rules: Ruleset, locale: str) -> Mapping[str, str]:
    """The words of the table in a language."""
    found: Mapping[str, str] = phrases(rules, locale)["messages"]["table"]
    return found


#: Answers by which every question is answered sooner or later.
def trying() -> Iterator[str]:
    return itertools.cycle("12345")


# ---- words ----


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_every_word_and_no_other(rules: Ruleset, locale: str) -> None:
    assert list(words_in(rules, locale)) == list(words_in(rules, "en"))


def test_what_half_a_language_lacks_is_english_and_says_so() -> None:
    words = Words(load_ruleset(PACKS / "it"), "it", Style(False))
    own, borrowed = words("which_gift"), words("vp", vp=3)
    assert (own, own.lang, own.fallback) == ("Quale dono offri?", "it", False)
    assert (borrowed, borrowed.lang, borrowed.fallback) == ("3 VP", "en", True)


def test_what_is_filled_in_stays_as_it_is(rules: Ruleset) -> None:
    assert Words(rules, "en", Style(False))("saved", path="{why} {0.x}") == "Saved: {why} {0.x}"


# ---- the screen ----


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("names", "options"),
    [
        ((PERSON, "random"), {}),
        ((PERSON, "random", "random", "random"), {}),
        ((PERSON,), {"mode": "solo", "difficulty": "hard"}),
        ((PERSON, "random"), {"arrangement": "select"}),
        ((PERSON,), {"mode": "solo", "arrangement": "inspect"}),
    ],
    ids=str,
)
def test_a_whole_game_fits_the_terminal(
    rules: Ruleset, names: tuple[str, ...], options: dict[str, Any], locale: str, width: int
) -> None:
    played = Played(rules, trying(), names, locale=locale, width=width, **options).play()
    assert played.state.is_over
    wide = [line for line in played.lines if line not in played.questions and cells(line) > width]
    assert wide == []
    words = words_in(rules, locale)
    assert words["over"] in played.text
    assert words["hand"] in played.text
    assert "{" not in played.text


def test_everything_on_the_table_is_shown(rules: Ruleset) -> None:
    played = Played(rules, [], (PERSON, "random", "random"))
    played.play()
    for who in rules.powerholders.values():
        assert who.name in played.text
    player = played.state.players[0]
    for gift in player.hand:
        assert rules.gifts[gift].name in played.text
        effect = rules.text(gift).split("\n")
        assert any(line in played.text for line in effect)
    for family in ("Orsatti", "Valdrada", "Merlini"):
        assert family in played.text


def test_looks_are_added_without_changing_the_text(rules: Ruleset) -> None:
    plain, styled = Played(rules, []), Played(rules, [], style=True)
    seen = plain.table.session.view(0)
    lines = table_lines(seen, styled.table.words, 80)
    assert "\033[" in "".join(lines)
    assert [ESCAPE.sub("", line).rstrip() for line in lines] == table_lines(seen, plain.table.words, 80)


def test_a_spectator_sees_no_hand(rules: Ruleset) -> None:
    played = Played(rules, [])
    lines = table_lines(played.table.session.view(None), played.table.words, 80)
    assert words_in(rules, "en")["hand"] not in lines


# ---- answering ----


def test_a_gift_and_a_place_can_be_given_at_once(rules: Ruleset) -> None:
    played = Played(rules, ["1 5"]).play()
    first = played.table.session.history.taken[0].action
    assert first == next(action for action in legal_actions(played.table.session.opened.state) if action.slot == 4)  # type: ignore[union-attr]


def test_another_gift_can_be_chosen_instead(rules: Ruleset) -> None:
    played = Played(rules, ["1", "0", "2", "1"]).play()
    taken = played.table.session.history.taken[0].action
    hand = list(dict.fromkeys(played.table.session.opened.state.players[0].hand))
    assert (taken.gift, taken.slot) == (hand[1], 0)  # type: ignore[union-attr]


def test_what_would_surely_come_is_told_beforehand(rules: Ruleset) -> None:
    played = Played(rules, ["1"])
    bribe = played.state.players[0].hand[0]
    assert bribe == "bribe"
    who = played.state.players[0].row[0].powerholder
    shown = played.play().text
    assert f"{rules.powerholders[who].name} +2" in shown


@pytest.mark.parametrize("answer", ["0", "-1", "99", "９９", "x", "1.0", "true", " ", "", "1 9 9", "\x00"])
def test_other_answers_change_nothing(rules: Ruleset, answer: str) -> None:
    played = Played(rules, [answer, answer]).play()
    assert played.table.session.history.taken == ()
    if answer.strip() and not answer.startswith("1 "):
        assert "no choice here" in played.text


def test_help_cards_and_the_log_can_be_asked_for(rules: Ruleset) -> None:
    played = Played(rules, ["h", "i kurt", "i", "库尔特", "i nobody at all", "l", "?"]).play()
    assert "take back your last action" in played.text
    assert played.text.count("EFFETTO ORDINE") >= 2
    assert "nobody at all" in played.text
    assert rules.describe(next(played.table.session.opened.steps()).events[0]) in played.text


# ---- the way back ----


def test_an_action_is_taken_back_until_somebody_else_acts(rules: Ruleset) -> None:
    played = Played(rules, ["u", "2 1", "u", "2 1", "1", "u"])
    assert list(dict.fromkeys(played.state.players[0].hand))[1] == "demon"
    played.play()
    words = words_in(rules, "en")
    told = [played.text.index(words[key]) for key in ("nothing-left", "undone", "not-yours")]
    assert told == sorted(told)
    assert [taken.action.type for taken in played.table.session.history.taken][:2] == ["offer", "choose"]


def test_what_came_to_light_cannot_be_taken_back(rules: Ruleset) -> None:
    """After the last turn of a solo round a card has been drawn."""
    played = Played(rules, ["1 1", "u"], (PERSON,), mode="solo").play()
    assert words_in(rules, "en")["revealed"] in played.text


# ---- saving ----


def test_a_game_is_saved_and_resumed(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played = Played(rules, ["1 1", f"s {path}", "s", str(path)], (PERSON, "random", "greedy")).play()
    assert f"Saved: {path}" in played.text
    replay = Replay.load(path, rules)
    names = (PERSON, "random", "greedy")
    assert replay.names == names
    assert replay.state == played.state
    assert replay.verify().ok
    whole = Session(Replay.record(rules, 3, seed=3, first=0), names)
    resumed = Session(replay, names)
    for session, answers in ((whole, ["1 1", *"12345" * 200]), (resumed, list("12345" * 200))):
        given = iter(answers)
        table = Table(session, played.table.words, lambda _, given=given: next(given), lambda _: None, lambda: 80)  # type: ignore[misc]
        table.play()
    assert whole.state == resumed.state
    assert whole.replay() == resumed.replay()


@pytest.mark.parametrize("where", ["no/such/folder.jsonl", ".", "\x00"])
def test_a_game_that_cannot_be_saved_goes_on(rules: Ruleset, tmp_path: Path, where: str) -> None:
    played = Played(rules, [f"s {tmp_path / where}", "1 1"]).play()
    assert "Not saved" in played.text
    assert len(played.table.session.history.taken) >= 1


def test_leaving_can_save_or_be_thought_over(rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert Played(rules, ["q", "-", "1 1"]).play().table.session.history.taken != ()
    assert Played(rules, ["q", str(path), "1 1"]).play().table.session.history.taken == ()
    assert path.exists()
    assert Played(rules, ["q", "", "1 1"]).play().table.session.history.taken == ()


# ---- several people at one keyboard ----


def test_between_two_people_the_screen_is_emptied(rules: Ruleset) -> None:
    played = Played(rules, itertools.chain([""], ["1 1"], itertools.repeat("")), (PERSON, PERSON))
    played.answers = iter(["", "1 1", "", ""])
    played.play()
    ready = [at for at, line in enumerate(played.lines) if "press Enter when you are ready" in line]
    assert len(ready) == 2
    second = played.lines[ready[1] :]
    assert any("\n" * 50 in line for line in played.lines[ready[0] : ready[1]])
    first_hand = {rules.gifts[gift].name for gift in played.state.players[0].hand}
    second_hand = {rules.gifts[gift].name for gift in played.state.players[1].hand}
    public = {rules.gifts[gift].name for player in played.state.players for place in player.row for gift in place.gifts}
    shown = "\n".join(second)
    assert all(name in shown for name in second_hand)
    assert all(name not in shown for name in first_hand - second_hand - public)


def test_one_person_is_not_asked_to_hand_over(rules: Ruleset) -> None:
    played = Played(rules, ["1 1", "1 5"]).play()
    assert "press Enter" not in played.text


@pytest.mark.parametrize("names", [(PERSON, PERSON), (PERSON, "greedy", PERSON)])
def test_people_and_bots_play_to_the_end(rules: Ruleset, names: tuple[str, ...]) -> None:
    played = Played(rules, trying(), names).play()
    assert played.state.is_over


# ---- the command ----


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `serviam-rules play` with lines typed into it."""

    def typed(text: str, *words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = cli.main(["play", *map(str, words)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return typed


def test_the_command_plays_between_bots(typed: Any) -> None:
    status, out, err = typed("", "--people", "0", "--players", "3", "--bot", "greedy", "random", "--seed", "5")
    assert (status, err) == (0, "")
    assert "The game is over" in out
    assert "seed: 5" in out


def test_the_command_ends_quietly_with_its_input_and_saves(typed: Any, rules: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    status, out, err = typed("1 1\n", "--solo", "--difficulty", "hard", "--seed", "5", "--save", path)
    assert (status, err) == (0, f"saved: {path}\n")
    assert "Rival" in out
    assert len(Replay.load(path, rules)) == 1
    status, out, err = typed("q\n\n", "--resume", path)
    assert (status, err) == (0, "")
    assert "Round 2 of 7" in out


@pytest.mark.parametrize("locale", LOCALES)
def test_the_command_speaks(typed: Any, rules: Ruleset, locale: str) -> None:
    status, out, _ = typed("h\nq\n\n", "--pack", PACKS / "de", "--locale", locale, "--seed", "1")
    assert status == 0
    assert words_in(rules, locale)["which_gift"] in out


def test_a_resumed_game_of_unknown_players_is_refused(typed: Any, rules: Ruleset, tmp_path: Path) -> None:
    replay = Replay.record(rules, seed=1)
    replay.names = ("person", "os:system")
    replay.save(tmp_path / "game.jsonl")
    status, _, err = typed("", "--resume", tmp_path / "game.jsonl")
    assert status == 2
    assert "os:system" in err


def test_an_interrupt_at_the_table_is_quiet(typed: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupt)
    path = tmp_path / "game.jsonl"
    status, _, err = typed("", "--seed", "1", "--save", path)
    assert (status, err) == (130, f"saved: {path}\n")
    assert path.exists()


# ---- what could lose a game ----


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of games that would have been lost."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "serviam-rules"


def actions(path: Path) -> int:
    return len(Replay.load(path, load_ruleset()))


@pytest.mark.parametrize("end", [KeyboardInterrupt, EOFError, RuntimeError])
def test_a_game_that_is_not_saved_is_kept(
    typed: Any, monkeypatch: pytest.MonkeyPatch, kept: Path, end: type[BaseException]
) -> None:
    answers = iter(["1 1"])

    def answer(_: str = "") -> str:
        try:
            return next(answers)
        except StopIteration:
            raise end from None

    monkeypatch.setattr(builtins, "input", answer)
    with contextlib.suppress(RuntimeError):
        typed("", "--seed", "1")
    (path,) = kept.iterdir()
    assert actions(path) > 0


def test_a_game_in_which_nothing_was_done_is_not_kept(typed: Any, kept: Path) -> None:
    assert typed("", "--seed", "1")[0] == 0
    assert not kept.exists()


def test_neither_is_one_that_somebody_leaves_without_saving(typed: Any, kept: Path) -> None:
    status, _, err = typed("1 1\n1\n1\n1\nq\n\n", "--seed", "1")
    assert (status, err) == (0, "")
    assert not kept.exists()


def test_a_game_is_saved_after_every_action(rules: Ruleset, tmp_path: Path) -> None:
    path, seen = tmp_path / "game.jsonl", list[int]()
    played = Played(rules, ["1 1", "1", "1", "1 1", "1"])

    def keep() -> str:
        played.table.session.save(path)
        seen.append(actions(path))
        return ""

    played.table.keep = keep
    played.play()
    assert len(seen) >= 2
    assert seen == sorted(seen)


@pytest.mark.parametrize("file", ["no/such/folder/game.jsonl", ".", ""])
def test_where_nothing_can_be_saved_is_told_before_the_first_turn(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = typed("1 1\n" * 40, "--seed", "1", f"--save={file}")
    assert (status, out) == (2, "")
    assert err.startswith(f"serviam-rules: {file}: ")
    assert len(err.splitlines()) == 1


def test_a_folder_that_goes_away_meanwhile_loses_no_game(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    answers = iter(["1 1", "gone", "1", "1"])

    def answer(_: str = "") -> str:
        said = next(answers, None)
        if said is None:
            raise EOFError
        if said == "gone":
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
        return said

    monkeypatch.setattr(builtins, "input", answer)
    status, _, err = typed("", "--seed", "1", "--save", folder / "game.jsonl")
    assert status == 2
    assert err.splitlines()[0] == f"Not saved: {folder}/game.jsonl: No such file or directory"
    assert "play --resume" in err.splitlines()[-1]
    (path,) = kept.iterdir()
    assert actions(path) > 0


def test_if_the_last_save_fails_another_file_is_asked_for(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    answers = iter(["1 1", "block", "", str(tmp_path), str(other)])

    def answer(_: str = "") -> str:
        said = next(answers)
        if said == "block":
            path.unlink()
            path.mkdir()
            monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
            raise EOFError
        return said or str(path)

    monkeypatch.setattr(builtins, "input", answer)
    status, _, err = typed("", "--seed", "1", "--save", path)
    assert (status, err.count("Not saved")) == (0, 3)
    assert err.endswith(f"saved: {other}\n")
    assert actions(other) > 0
    assert not kept.exists()


@pytest.mark.parametrize(
    "option", ["--seed=9", "--difficulty=hard", "--arrangement=deal", "--people=1", "--bot=random"]
)
def test_what_a_saved_game_says_itself_is_refused(typed: Any, tmp_path: Path, option: str) -> None:
    path = tmp_path / "game.jsonl"
    typed("", "--seed", "1", "--save", path)
    status, out, err = typed("", "--resume", path, option)
    assert (status, out) == (2, "")
    assert option.partition("=")[0] in err


@pytest.mark.parametrize(
    "words", [["--difficulty", "hard"], ["--people", "2", "--bot", "random"], ["--solo", "--bot", "random"]]
)
def test_what_would_be_ignored_is_refused(typed: Any, words: list[str]) -> None:
    status, out, err = typed("", "--seed", "1", *words)
    assert (status, out) == (2, "")
    assert words[-2] in err


# ---- what is seen ----


def test_digits_of_full_width_are_digits(rules: Ruleset) -> None:
    usual, wide = Played(rules, ["2 5"]).play(), Played(rules, ["２　５"]).play()
    assert usual.table.session.history.taken == wide.table.session.history.taken != ()
    assert Played(rules, ["２", "５"]).play().state == usual.state


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_name_is_cut_on_the_table(rules: Ruleset, locale: str, width: int) -> None:
    played = Played(rules, itertools.repeat("1"), locale=locale, width=width)
    words = played.table.words
    with contextlib.suppress(EOFError, LeftError):
        for _ in range(6):
            played.table.session.bots_act()
            seat = played.state.to_act
            if seat is None:
                break
            lines = [ESCAPE.sub("", line) for line in table_lines(played.table.session.view(seat), words, width)]
            text = "".join("".join(lines).split())
            assert max(map(cells, lines)) <= width
            for organisation in rules.organisations:
                assert "".join(words.organisation(organisation).split()) in text
            for player in played.state.players:
                for place in player.row:
                    for gift in place.gifts:
                        assert "".join(words.gift(gift).split()) in text
                    if place.face_up:
                        assert "".join(words.powerholder(place.powerholder).split()) in text
            played.table.session.act(legal_actions(played.state)[0])


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_a_conspiracy_gift_is_offered_with_open_eyes(rules: Ruleset, locale: str) -> None:
    seen = Played(rules, [], locale=locale)
    gifts = list(dict.fromkeys(seen.table.session.view(0).own_hand))
    marked = next(at for at, gift in enumerate(gifts, start=1) if rules.gifts[gift].conspiracy)
    played = Played(rules, [str(marked)], locale=locale).play()
    asked = "".join(played.text[played.text.rindex(played.table.words.gift(gifts[marked - 1])) :].split())
    for place in played.state.players[0].row:
        if place.face_up:
            does = played.table.words.text(rules.powerholders[place.powerholder])
            assert "".join(f"EFFETTOORDINE:{does}".split()) in asked
    assert "".join(str(rules.text("set/reward", locale)).split()) in asked


def test_after_the_bots_the_tracks_stand_above_the_question(rules: Ruleset) -> None:
    played = Played(rules, ["1 1"], names=(PERSON, "greedy", "greedy", "greedy")).play()
    last = played.text[played.text.rindex("What happened") :]
    tracks = last.index("Kingdom Army")
    assert last.index("What happened") < last.index("Player 2") < tracks < last.rindex("Your hand")


def test_a_low_terminal_shows_the_hand_without_its_words(rules: Ruleset) -> None:
    played = Played(rules, [])
    seen = played.table.session.view(0)
    whole = table_lines(seen, played.table.words, 80)
    assert table_lines(seen, played.table.words, 80, len(whole)) == whole
    low = table_lines(seen, played.table.words, 80, len(whole) - 1)
    assert len(low) < len(whole)
    assert low[: len(low) - 9] == whole[: len(low) - 9]
