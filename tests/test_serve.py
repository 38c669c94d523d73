"""The host: what it answers to every call, what it refuses, and the process that speaks for it."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from serviam_rules import wire_schemas
from serviam_rules.actions import Choose
from serviam_rules.bots import RandomBot
from serviam_rules.cli.commands.serve import answer as serve
from serviam_rules.errors import IllegalAction, RulesetMismatch
from serviam_rules.game import apply, legal_actions, new_game, start
from serviam_rules.host import CALLS, Host
from serviam_rules.host.calls import ANSWERS, STANDING, TOLD, CardShown
from serviam_rules.host.cards import marks_of
from serviam_rules.host.hosting import MOST_REQUEST
from serviam_rules.host.refusals import CODES, WORDED, error_object
from serviam_rules.model import Gift, Powerholder, Rival, Ruleset
from serviam_rules.plain import entries, plain
from serviam_rules.replay import Replay, Told
from serviam_rules.rules.legal import Illegality
from serviam_rules.views import events_for, view
from serviam_rules.wire import state_from_json

PROJECT = Path(__file__).resolve().parents[1]
PAGE = PROJECT / "docs" / "reference" / "serve.md"


@cache
def shape(name: str) -> Any:
    """What is said to a host or by it, as its schema tells."""
    made = wire_schemas.schema("host")
    return Draft202012Validator({"$schema": made["$schema"], "$ref": f"#/$defs/{name}", "$defs": made["$defs"]})


class Client:
    """Asks a host, as a program would: everything goes through JSON text."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.asked = 0
        #: What was said, each with the name of its type; refused requests are left out.
        self.lines: list[tuple[str, Any]] = []

    def __call__(self, type_: str, **keys: Any) -> dict[str, Any]:
        self.asked += 1
        request = json.loads(json.dumps({"id": self.asked, "type": type_, **keys}))
        answer = json.loads(json.dumps(self.host.handle(request)))
        self.lines += [("HostRequest", request)] if answer["type"] != "error" else []
        self.lines.append(("HostAnswer", answer))
        for name, line in self.lines[-2:]:
            assert [f"{error.json_path}: {error.message}" for error in shape(name).iter_errors(line)] == []
        assert answer["id"] == self.asked
        assert answer["type"] in (type_, "error")
        return answer

    def refused(self, type_: str, **keys: Any) -> dict[str, Any]:
        answer = self(type_, **keys)
        assert answer["type"] == "error", answer
        return answer


@pytest.fixture
def ask(rules: Ruleset) -> Client:
    return Client(Host(rules, most_games=5, draw_seed=lambda: "drawn"))


# ---- every call ----


def test_hello_says_who_is_there(ask: Client, rules: Ruleset) -> None:
    answer = ask("hello")
    assert answer["ruleset"]["fingerprint"] == rules.fingerprint
    assert answer["calls"] == list(CALLS)
    assert {"en", "zh-Hans", "ja"} <= set(answer["locales"])


def test_a_game_is_begun_and_refused_in_any_language(ask: Client, rules: Ruleset) -> None:
    begun = ask("new", players=2, seed={"digits": str(2**100)}, locale="ja", viewers=[0])
    assert ask("view", game=begun["game"], viewer=0)["view"] == plain(view(new_game(rules, seed=2**100), 0))
    assert any("\u3040" <= sign <= "\u30ff" for sign in "".join(begun["told"][0]["words"]))
    assert begun["prompt"] is None
    wrong = {"type": "choose", "option": 3}
    why = ask("explain", game=begun["game"], action=wrong, locale="zh-Hans")["why"]
    assert any("\u4e00" <= sign <= "\u9fff" for sign in why["words"])
    refused = ask("apply", game=begun["game"], action=wrong, locale="zh-Hans")
    assert (refused["type"], refused["words"]) == ("error", why["words"])
    assert "words" not in ask("apply", game=begun["game"], action=wrong)


@pytest.mark.parametrize("digits", ["", "-1", "1" * 40, "\u0661" * 20])
def test_a_long_seed_is_a_number(ask: Client, digits: str) -> None:
    answer = ask("new", seed={"digits": digits})
    assert (answer["type"], answer["code"]) == ("error", "bad-request")


def test_what_has_to_be_chosen_is_said_at_any_time(ask: Client, rules: Ruleset) -> None:
    state = new_game(rules, seed=1, arrangement="select")
    assert state.decision is not None
    begun = ask("new", seed=1, arrangement="select", locale="ja")
    words = str(rules.describe(state.decision, "ja"))
    assert begun["prompt"] == words
    for viewer in (0, 1, "spectator"):
        assert ask("view", game=begun["game"], viewer=viewer, locale="ja")["prompt"] == words
    saved = ask("save", game=begun["game"])["saved"]
    loaded = ask("load", saved=saved, viewers=[0], locale="ja")
    assert loaded["prompt"] == words
    assert loaded["told"] == [{"viewer": 0, "events": [], "view": plain(view(state, 0)), "words": []}]


def test_undo_and_load_show_what_each_viewer_sees_then(ask: Client, rules: Ruleset) -> None:
    state, events = start(rules, seed=1, arrangement="select")
    game = ask("new", seed=1, arrangement="select")["game"]
    action = {"type": "choose", "option": 2}
    step = apply(state, Choose(2))
    ask("apply", game=game, action=action)
    replay = ask("replay", game=game)["replay"]
    loaded = ask("load", saved=replay, viewers=["spectator"])["told"][0]
    assert loaded["view"] == plain(view(step.state, None))
    assert loaded["events"] == plain(events_for((*events, *step.events), None))
    undone = ask("undo", game=game, viewers=[0])
    assert undone["undone"] == action
    assert undone["told"][0]["view"] == plain(view(state, 0))


def test_messages_speak_no_python(ask: Client) -> None:
    game = ask("new", seed=1, first=0)["game"]
    said = [
        ask("explain", game=game, action={"type": "choose", "option": 0})["why"]["message"],
        ask("explain", game=game, action={"type": "pass"})["why"]["message"],
        ask("new", players=2, first=7)["message"],
        ask("new", seed=1, arrangement="select", first=9)["message"],
    ]
    chosen = ask("new", seed=1, arrangement="select")["game"]
    said.append(ask("explain", game=chosen, action={"type": "pass"})["why"]["message"])
    assert '"type": "choose"' in said[-1]
    for message in said:
        assert not re.search(r"None|True|False|Choose\(|Pass\(\)|new_game", message), message


def test_a_whole_game_is_played(ask: Client, rules: Ruleset) -> None:
    begun = ask("new", players=3, seed=7, viewers=[0, "spectator"])
    state = new_game(rules, players=3, seed=7)
    assert [told["viewer"] for told in begun["told"]] == [0, "spectator"]
    game, bot, answer = begun["game"], RandomBot(1), begun
    while not state.is_over:
        assert state.to_act is not None
        legal = ask("legal", game=game, locale="ja")
        assert legal["actions"] == plain(legal_actions(state))
        assert len(legal["words"]) == len(legal["actions"])
        assert (legal["step"], legal["to_act"]) == (state.step, state.to_act)
        assert ask("view", game=game, viewer=1)["view"] == plain(view(state, 1))
        action = bot.choose(view(state, state.to_act))
        step = apply(state, action)
        answer = ask(
            "apply",
            game=game,
            seat=state.to_act,
            action={**plain(action), "step": state.step},
            viewers=[2, "spectator"],
            locale="en",
        )
        told = {one["viewer"]: one for one in answer["told"]}
        assert told[2]["events"] == plain(events_for(step.events, 2))
        assert told["spectator"]["events"] == plain(events_for(step.events, None))
        assert len(told[2]["words"]) == len(step.events)
        assert answer["reveals"] == step.reveals
        state = step.state
    assert state.outcome is not None
    assert (answer["over"], answer["to_act"]) == (True, None)
    assert answer["outcome"] == plain(state.outcome)
    saved = ask("save", game=game)["saved"]
    assert state_from_json(saved, rules) == state


def test_bots_of_the_host_play(ask: Client) -> None:
    table = ask("new", mode="solo", difficulty="hard", seed="x")
    while not table["over"]:
        table = ask("bot", game=table.get("game", "1"), bot="greedy", seed=3)
        assert table["action"]["type"] in ("offer", "choose", "pass")
    assert ask.refused("bot", game="1", bot="greedy")["code"] == "not-your-turn"


def test_without_a_seed_the_host_draws_one(ask: Client, rules: Ruleset) -> None:
    game = ask("new")["game"]
    assert state_from_json(ask("save", game=game)["saved"], rules) == new_game(rules, seed="drawn")
    assert Host(rules).handle({"id": 1, "type": "new"}) != Host(rules).handle({"id": 2, "type": "new"})


def test_many_games_do_not_disturb_each_other(ask: Client) -> None:
    games = [ask("new", seed=seed)["game"] for seed in (1, 2, 3)]
    assert len(set(games)) == 3
    before = [ask("save", game=game)["saved"] for game in games]
    ask("bot", game=games[1], bot="random")
    after = [ask("save", game=game)["saved"] for game in games]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True]
    assert ask("end", game=games[1])["type"] == "end"
    assert ask.refused("save", game=games[1])["code"] == "unknown-game"


def test_a_saved_game_goes_on(ask: Client) -> None:
    ask("new", seed=1)
    ask("bot", game="1", bot="random")
    loaded = ask("load", saved=ask("save", game="1")["saved"])
    assert (loaded["game"], loaded["step"]) == ("2", 1)
    assert ask("bot", game="2", bot="random", seed=5)["step"] == 2
    assert ask.refused("replay", game="2")["code"] == "no-replay"


def test_a_replay_comes_out_and_goes_in(ask: Client, rules: Ruleset) -> None:
    ask("new", seed=1, players=3)
    for _ in range(9):
        ask("bot", game="1", bot="random")
    text = ask("replay", game="1")["replay"]
    replay = Replay.load(text, rules)
    assert (len(replay), replay.verify().ok) == (9, True)
    assert Told.load(ask("replay", game="1", viewer=2)["replay"]).seat == 2
    assert Told.load(ask("replay", game="1", viewer="spectator")["replay"]).seat is None
    assert ask("load", saved=text)["step"] == 9
    assert ask("replay", game="2")["replay"] == text


def test_an_action_can_be_taken_back_until_something_came_to_light(ask: Client) -> None:
    ask("new", seed=3, first=0)
    before = ask("save", game="1")
    assert ask.refused("undo", game="1")["code"] == "no-undo"
    offers = ask("legal", game="1")["actions"]
    for action in offers:
        answer = ask("apply", game="1", action=action)
        if answer["reveals"]:
            assert ask.refused("undo", game="1", seat=0)["code"] == "no-undo"
            break
        assert ask.refused("undo", game="1", seat=1)["code"] == "no-undo"
        assert ask("undo", game="1", seat=0)["step"] == 0
        assert ask("save", game="1")["saved"] == before["saved"]
    else:
        pytest.fail("no action revealed anything")


def test_a_reason_is_given_for_what_is_not_legal(ask: Client) -> None:
    ask("new", seed=3, first=0)
    answer = ask("explain", game="1", action={"type": "pass"})
    assert (answer["legal"], answer["why"]["rule"]) == (False, "T-12")
    assert ask("explain", game="1", action=ask("legal", game="1")["actions"][0])["legal"] is True


@pytest.mark.parametrize("locale", ["en", "zh-Hans", "ja"])
def test_cards_are_described(ask: Client, rules: Ruleset, locale: str) -> None:
    answer = ask("describe", locale=locale)
    cards = {card["id"]: card for card in answer["cards"]}
    assert list(cards) == [*rules.gifts, *rules.powerholders, *rules.rivals]
    assert cards["kurt"]["text"] == rules.text("kurt", locale)
    assert (cards["demon"]["conspiracy"], cards["kurt"]["rank"], cards["irma"]["names"]) == (
        True,
        2,
        ["victoria", "kurt"],
    )
    assert cards["alms"]["stand_in"] == "stand-in"
    assert len(answer["organisations"]) == 3
    face = ask("describe", locale=locale, cards=["alms"], faces=True)["cards"][0]["face"]
    assert face == rules.face("alms", locale)


# ---- what is refused ----


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (None, "object"),
        ([], "object"),
        ({}, "type"),
        ({"id": 1}, "type"),
        ({"id": 1, "type": "nwe"}, "did you mean 'new'?"),
        ({"type": "hello"}, "id"),
        ({"id": None, "type": "hello"}, "id"),
        ({"id": True, "type": "hello"}, "id"),
        ({"id": 1, "type": "hello", "more": 1}, "more"),
        ({"id": 1, "type": "new", "player": 2}, "did you mean 'players'?"),
        ({"id": 1, "type": "new", "players": "2"}, "players"),
        ({"id": 1, "type": "new", "players": True}, "players"),
        ({"id": 1, "type": "new", "players": 9}, "from 2 to 4"),
        ({"id": 1, "type": "new", "families": "orsatti"}, "families"),
        ({"id": 1, "type": "new", "mode": "sole"}, "mode"),
        ({"id": 1, "type": "new", "seed": ""}, "seed"),
        ({"id": 1, "type": "new", "viewers": ["me"]}, "viewers"),
        ({"id": 1, "type": "view", "game": "1", "viewer": 4}, "viewer"),
        ({"id": 1, "type": "view", "game": "1", "viewer": -1}, "viewer"),
        ({"id": 1, "type": "view", "game": 1, "viewer": 0}, "game"),
        ({"id": 1, "type": "apply", "game": "1", "action": {"type": "offer"}}, "action.gift"),
        ({"id": 1, "type": "apply", "game": "1", "action": {"type": "choose", "option": True}}, "action.option"),
        ({"id": 1, "type": "apply", "game": "1", "action": "pass"}, "action"),
        ({"id": 1, "type": "legal", "game": "1", "locale": "xx"}, "xx"),
        ({"id": 1, "type": "describe", "locale": "en", "cards": ["nobody"]}, "nobody"),
        ({"id": 1, "type": "bot", "game": "1", "bot": "os:system"}, "known: random, greedy"),
    ],
    ids=str,
)
def test_a_request_that_makes_no_sense_is_refused(ask: Client, request_: Any, says: str) -> None:
    ask("new", seed=1)
    before = ask("save", game="1")["saved"]
    answer = ask.host.handle(request_)
    assert (answer["type"], answer["code"]) == ("error", "bad-request")
    assert says in answer["message"]
    wanted = request_.get("id") if isinstance(request_, dict) and request_.get("id") is not True else None
    assert answer["id"] == wanted
    assert ask("save", game="1")["saved"] == before


def test_illegal_stale_and_foreign_actions_change_nothing(ask: Client) -> None:
    ask("new", seed=1, first=0)
    before = ask("save", game="1")["saved"]
    action = ask("legal", game="1")["actions"][0]
    assert ask.refused("apply", game="1", seat=1, action=action)["code"] == "not-your-turn"
    stale = ask.refused("apply", game="1", action={**action, "step": 3})
    assert (stale["code"], stale["reason"]) == ("illegal-action", "stale")
    down = ask.refused("apply", game="1", action={**action, "slot": 2})
    assert (down["reason"], down["rule"]) == ("face-down", "T-1")
    assert ask.refused("apply", game="1", action=action, viewers=[7])["code"] == "bad-request"
    assert ask("save", game="1")["saved"] == before


def test_the_same_action_twice_is_applied_once(ask: Client) -> None:
    ask("new", seed=1)
    action = {**ask("legal", game="1")["actions"][0], "step": 0}
    after = ask("apply", game="1", action=action)["step"]
    assert ask.refused("apply", game="1", action=action)["reason"] == "stale"
    assert ask("legal", game="1")["step"] == after == 1


@pytest.mark.parametrize("saved", ["", "{}", "null", "{\n}", "[" * 5000, '{"type":"replay"}\n{}', "\ud800"])
def test_what_is_damaged_is_not_loaded(ask: Client, saved: str) -> None:
    assert ask.refused("load", saved=saved)["code"] in ("bad-format", "bad-request")
    assert ask.refused("save", game="1")["code"] == "unknown-game"


def test_what_belongs_to_other_cards_is_not_loaded(ask: Client) -> None:
    ask("new", seed=1)
    for text in (ask("save", game="1")["saved"], ask("replay", game="1")["replay"]):
        forged = re.sub(r'"ruleset":\{"fingerprint":"....', '"ruleset":{"fingerprint":"0000', text, count=1)
        answer = ask.refused("load", saved=forged)
        assert answer["code"] == "ruleset-mismatch"
        assert "differences" in answer


def test_preview_tells_what_an_action_surely_does_and_plays_nothing(ask: Client) -> None:
    ask("new", seed=7, players=2)
    actions = ask("legal", game="1")["actions"]
    found = ask("preview", game="1", action=actions[0], locale="en")
    assert found["events"][0]["type"] == "gift-offered"
    assert len(found["words"]) == len(found["events"])
    done = ask("apply", game="1", action=actions[0], viewers=[ask("legal", game="1")["to_act"]])
    assert done["told"][0]["events"][: len(found["events"])] == found["events"]
    assert ask.refused("preview", game="1", action={"type": "pass"})["code"] == "illegal-action"


def test_a_line_can_be_answered_without_a_stream(rules: Ruleset) -> None:
    host = Host(rules)
    assert json.loads(host.answer('{"id":1,"type":"hello"}'))["type"] == "hello"
    assert json.loads(host.answer("{"))["code"] == "bad-json"


def test_there_is_a_limit_of_games(ask: Client) -> None:
    for _ in range(5):
        ask("new")
    assert ask.refused("new")["code"] == "too-many-games"
    ask("end", game="3")
    assert ask("new")["game"] == "6"


def test_every_error_has_a_code_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for code in CODES:
        assert f"| `{code}` |" in page
    assert error_object(IllegalAction("stale", "no", "T-1"))["reason"] == "stale"
    assert error_object(RulesetMismatch("a", "b", ["c"]))["differences"] == ["c"]


def test_every_refusal_of_the_host_has_words_in_each_language(rules: Ruleset) -> None:
    missing = [
        f"{locale}: messages.errors.{code}"
        for locale in rules.locales
        for code in WORDED
        if getattr(rules.describe(Illegality(code, "no"), locale), "fallback", False)
        or rules.describe(Illegality(code, "no"), locale) == "no"
    ]
    assert missing == []


@pytest.mark.parametrize(("locale", "sign"), [("en", "game"), ("zh-Hans", "游戏"), ("ja", "ゲーム")])
def test_the_host_refuses_in_the_language_of_the_request(ask: Client, locale: str, sign: str) -> None:
    for call in ("save", "end", "undo", "legal", "replay"):
        refused = ask.refused(call, game="9", locale=locale)
        assert sign in refused["words"], call
        assert refused["message"] == "no game '9' is being hosted"
    assert "words" not in ask.refused("save", game="9")


def test_every_call_is_on_the_page_with_its_keys() -> None:
    """The table of the page says what the classes of requests and answers say."""
    rows = re.findall(r"^\| `([a-z]+)` \|([^|]*)\|[^|]*\|([^|]*)\|$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    assert [name for name, _, _ in rows] == list(CALLS) == list(ANSWERS)
    for name, keys, answer in rows:
        given = [(entry.key, "?" if entry.optional else "") for entry in entries(CALLS[name]) if entry.key != "id"]
        assert set(re.findall(r"`(\w+)(\??)`", keys)) == set(given), name
        said = {entry.key for entry in entries(ANSWERS[name])} - {"id"}
        for words, more in (
            ("*standing*", {*STANDING}),
            ("*told*", {*TOLD}),
            ("as `apply`", {*STANDING, *TOLD, "reveals"}),
        ):
            if words in answer:
                assert more <= said, name
                said -= more
        assert said <= set(re.findall(r"`(\w+)`", answer)), name


def test_cards_show_what_they_are_declared_to_show() -> None:
    declared = {entry.key for entry in entries(CardShown)} - {"kind", "id", "name", "text", "stand_in", "face"}
    shown = {name for card in (Gift, Powerholder, Rival) for name in marks_of(card)}
    assert declared == shown


def test_what_is_no_line_of_the_protocol_does_not_fit() -> None:
    for line in ({"id": 1}, {"id": 1, "type": "view", "game": "1"}, {"id": None, "type": "hello"}, {"type": "hello"}):
        assert not shape("HostRequest").is_valid(line)
    for line in ({"id": 1, "type": "end", "game": "1"}, {"id": 1, "type": "error", "code": "no", "message": "no"}):
        assert not shape("HostAnswer").is_valid(line)


# ---- the process ----


def spoken(host: Host, raw: bytes) -> list[dict[str, Any]]:
    """What a host answers to a stream."""
    answers = io.BytesIO()
    serve(host, io.BytesIO(raw), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_lines_are_answered_in_order(rules: Ruleset) -> None:
    answers = spoken(Host(rules), b'{"id":1,"type":"hello"}\n\n  \n{"id":"two","type":"new","seed":1}\r\n{"id":3}')
    assert [answer["id"] for answer in answers] == [1, "two", 3]


@pytest.mark.parametrize(
    "line",
    [b"{", b"hello", b"\xff\xfe", b'{"id":1,"id":2,"type":"hello"}', b"[" * 5000, b'{"id":NaN}', b"\xef\xbb\xbf{}"],
)
def test_a_line_that_is_no_json_is_refused_and_the_host_goes_on(rules: Ruleset, line: bytes) -> None:
    answers = spoken(Host(rules), line + b'\n{"id":7,"type":"hello"}\n')
    assert [answer["type"] for answer in answers] == ["error", "hello"]
    assert answers[0]["code"] in ("bad-json", "bad-request")


def test_a_request_of_ten_megabytes_is_refused_and_the_host_goes_on(rules: Ruleset) -> None:
    long = b'{"id":1,"type":"load","saved":"' + b"x" * (10 * 2**20) + b'"}\n'
    answers = spoken(Host(rules), long + b'{"id":2,"type":"hello"}\n' + long)
    assert [answer.get("code", answer["type"]) for answer in answers] == ["too-large", "hello", "too-large"]
    just = b'{"id":1,"type":"load","saved":"' + b"x" * (MOST_REQUEST - 100) + b'"}\n'
    assert [answer["code"] for answer in spoken(Host(rules), just)] == ["bad-format"]


def test_a_client_that_closes_the_pipe_ends_the_host_quietly() -> None:
    command = [sys.executable, "-m", "serviam_rules", "serve", "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"id":1,"type":"hello"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        process.stdin.write(b'{"id":2,"type":"hello"}\n' * 20)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_the_host_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "serviam_rules", "serve", "--stdio"]
    done = subprocess.run(command, input=b'{"id":1,"type":"hello"}', capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["id"] == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_node_example_plays_a_game() -> None:
    command = ["node", str(PROJECT / "examples" / "node" / "play.mjs"), sys.executable, "-m", "serviam_rules"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PROJECT, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^winners: .* VP$", done.stdout, flags=re.MULTILINE)
    assert "refused: illegal-action, game-over [F-3]" in done.stdout
    assert "loaded as game 2, over: true" in done.stdout
