"""The runner of conformance cases: prepared tables, readable failures, files that are no cases."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

from serviam_rules.errors import PackError, UsageError
from serviam_rules.invariants import check
from serviam_rules.model import Ruleset
from serviam_rules.testing import CaseFailed, read_cases, run_case, run_cases, situation


def written(folder: Path, text: str) -> Path:
    path = folder / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def failure(folder: Path, rules: Ruleset, text: str) -> str:
    """What is told of the one case that fails."""
    (failed,) = run_cases(written(folder, text), rules)
    return str(failed)


# --- prepared tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"players": 4, "round": 7, "active": 3, "first": 1},
        {"mode": "solo", "round": 3},
        {"rest": "discard"},
        {"rest": {"hand": 1}, "seats": [{"hand": []}]},
        {"seats": [{"row": ["up", {"gifts": ["alms"]}, "down", {"down": "kurt"}, {"up": "dario"}], "hand": ["bribe"]}]},
        {"seats": [{"row": [{"gifts": ["bribe", "demon"]}, "down", "down", "down", "up"]}], "discard": ["bribe"]},
    ],
    ids=str,
)
def test_a_prepared_table_is_a_state_like_any_other(rules: Ruleset, given: dict) -> None:
    state = situation(rules, given)
    assert check(state) == []
    assert state == situation(rules, given)


def test_what_is_left_out_is_filled_by_the_written_rule(rules: Ruleset) -> None:
    row = ["up", "down", {"up": "victoria", "gifts": ["alms"]}, "down", "kurt"]
    state = situation(rules, {"seats": [{"row": row, "deck": ["fabrizio"]}], "gift_deck": ["portrait"]})
    first, second = state.players
    assert [place.powerholder for place in first.row] == ["dario", "eleonora", "victoria", "balthasar", "kurt"]
    assert first.deck == ("fabrizio", "ottavia", "leandro", "serafina")
    assert (first.hand, second.hand) == (("bribe", "demon"), ("bribe", "demon"))
    assert state.gift_deck[:3] == ("portrait", "alms", "ceremonial-sabre")
    assert len(state.gift_deck) == 35
    assert Counter(state.gift_deck)["alms"] == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seats": [{}, {}, {}, {}, {}]}, "from 2 to 4"),
        ({"players": 2, "active": 2}, "active is seat 2"),
        ({"seats": [{"hand": ["almz"]}]}, "did you mean 'alms'"),
        ({"seats": [{"hand": ["alms", "alms", "alms"]}]}, "more copies of 'alms'"),
        ({"seats": [{"row": ["kurt", "down", "down", "down", "kurt"]}]}, "'kurt' is there twice"),
        ({"seats": [{"row": ["kurt", "kurd", "down", "down", "up"]}]}, "did you mean 'kurt'"),
        ({"seats": [{"row": ["up", "up"]}]}, "has 5 places"),
        ({"seats": [{"row": ["up", {"down": "kurt", "gifts": ["alms"]}, "up", "up", "up"]}]}, "F-4"),
        ({"markers": {"kurt": 8}}, "space 8 of 0 to 7"),
        ({"markers": {"kurd": 1}}, "did you mean 'kurt'"),
        ({"influence": {"kurt": 4}}, "no space worth 4"),
        ({"rest": {"hand": 3}}, "hand of seat 3"),
        ({"mode": "solo", "rival": "irmo"}, "did you mean 'irma'"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(rules: Ruleset, given: dict, says: str) -> None:
    with pytest.raises(UsageError) as refused:
        situation(rules, given)
    assert says in str(refused.value)


# --- failures --------------------------------------------------------------------------------------------------------


def test_a_failure_names_the_case_the_file_and_both_values(tmp_path: Path, rules: Ruleset) -> None:
    told = failure(
        tmp_path,
        rules,
        """
cases:
  - it: goes too far
    rules: [T-6]
    do:
      - {type: offer, gift: bribe, slot: 0}
    state:
      markers: {victoria: 4}
      seats: [{vp: 2, row: [{}, up, kurt, down, up]}]
""",
    )
    assert told.splitlines() == [
        f"{tmp_path.as_posix()}/cases.yaml:3: goes too far [T-6]",
        "  state.markers.victoria: expected 4, came 3",
        "  state.seats[0].vp: expected 2, came 1",
        "  state.seats[0].row[2].face_up: expected true, came false",
        "  state.seats[0].row[2].powerholder: expected kurt, came dario",
    ]


def test_a_missing_event_is_told_with_all_that_happened(tmp_path: Path, rules: Ruleset) -> None:
    told = failure(
        tmp_path,
        rules,
        """
cases:
  - it: expects a move
    do:
      - {type: offer, gift: bribe, slot: 0}
    events:
      - {type: gift-offered, gift: bribe}
      - {type: marker-moved, powerholder: kurt}
""",
    )
    assert "  events: {type: marker-moved, powerholder: kurt} did not happen after those before it" in told
    assert "{type: marker-moved, powerholder: victoria, asked: 2, start: 1, end: 3}" in told


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("do: [{type: pass}]\n    legal: {count: 1}", "refused: passing is legal only when"),
        ("refused: {code: stale}", "refused: expected {code: stale}, came everything was legal"),
        ("do: [{type: pass}]\n    refused: {code: stale}", "refused.code: expected stale, came may-not-pass"),
        ("do: [{type: pass}]\n    refused: {says: [never]}", "the message does not say 'never'"),
        ("do: [{choose: kurt}]\n    decision: null", "choose kurt: no choice is due"),
        (
            "effect: [{move: {one: anyone}, by: 1}]\n    do: [{choose: kurd}]\n    decision: null",
            "nothing among [victoria",
        ),
        ("effect: [{mve: target, by: 1}]\n    decision: null", "'mve' is no word for step; did you mean 'move'?"),
        ("effect: [{gain: 1}]\n    by: rival\n    decision: null", "only in the solo game"),
        ("effect: [{gain: 1}]\n    to: 7\n    decision: null", "there is no place 7"),
        ("legal: {exactly: [{type: pass}]}", "legal: expected [{type: pass}], came [{type: offer"),
        ("legal: {contains: [{type: pass}]}", "legal: {type: pass} is not legal"),
        ("legal: {excludes: [{type: offer}]}", "legal: {type: offer} is legal"),
        (
            "do: [{type: offer, gift: bribe, slot: 0}]\n    no_events: [{type: gift-drawn}]",
            "{type: gift-drawn, seat: 0",
        ),
        ("do: [{type: offer, gift: bribe, slot: 0}]\n    all_events: [{type: gift-offered}]", "expected 1, came"),
        ("do: [{type: offer, gift: bribe, slot: 0}]\n    all_events: [{type: passed}]", "all_events: number 1 differs"),
        ("state: {seats: [{vp: 0, hand: [bribe]}]}", "state.seats[0].hand: expected [bribe], came [bribe, demon]"),
        ("state: {gift_deck_size: 35}", "state.gift_deck_size: expected 35, came 36"),
        ("outcome: {winners: [0]}", "outcome: expected {winners: [0]}, came null"),
        ("given: {seats: [{hand: [almz]}]}\n    decision: null", "it cannot be played: the hand of seat 0: no gift"),
        ("given: {seats: [{row: [down, up, up, up, up]}]}\n    decision: null", "the ends of a row lie face up [S-3]"),
        ("start: {seed: -1}\n    state: {turn: 1}", "refused: a seed is a whole number"),
    ],
)
def test_a_failure_says_what_was_wanted(tmp_path: Path, rules: Ruleset, case: str, says: str) -> None:
    assert says in failure(tmp_path, rules, f"cases:\n  - it: fails\n    {case}\n")


def test_a_failure_is_an_assertion_and_can_be_pickled(tmp_path: Path, rules: Ruleset) -> None:
    (case,) = read_cases(written(tmp_path, "cases:\n  - it: fails\n    state: {turn: 2}\n"))
    with pytest.raises(AssertionError) as failed:
        run_case(case, rules)
    copy = pickle.loads(pickle.dumps(failed.value))
    assert isinstance(copy, CaseFailed)
    assert str(copy) == str(failed.value)


def test_true_is_not_1(tmp_path: Path, rules: Ruleset) -> None:
    told = failure(
        tmp_path, rules, "cases:\n  - it: is strict\n    state: {is_over: false, turn: 1, active: 0, to_act: 1}\n"
    )
    assert told.splitlines()[1:] == ["  state.to_act: expected 1, came 0"]


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cases: []\n", "cases.yaml:1:8"),
        ("case: []\n", "'case' has no meaning here; did you mean 'cases'?"),
        ("cases:\n  - {it: x, evnts: []}\n", "cases.yaml:2:13: unknown-key: 'evnts' has no meaning here; did you mean"),
        ("cases:\n  - {events: []}\n", "missing-key: it must stand here"),
        ("cases:\n  - {it: x}\n", "expects at least one thing"),
        ("cases:\n  - {it: x, start: {seed: 1}, given: {}, events: []}\n", "not both"),
        ("cases:\n  - {it: x, rules: [T6], events: []}\n", "cases.yaml:2:21"),
        ("cases:\n  - {it: x, given: {round: 0}, events: []}\n", "cases.yaml:2:28"),
        ("cases:\n  - {it: x, do: [{typ: pass}], events: []}\n", "did you mean 'type'?"),
        ("cases:\n  - {it: x, it: z, events: []}\n", "duplicate-key"),
        ("cases: [\n", "cases.yaml:"),
    ],
)
def test_a_file_that_holds_no_cases_is_refused_with_the_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PackError) as refused:
        read_cases(written(tmp_path, text))
    assert says in str(refused.value)


def test_all_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("cases:\n  - {it: x}\n  - {it: z, foo: 1, events: []}\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("cases: 1\n", encoding="utf-8")
    with pytest.raises(PackError) as refused:
        read_cases(tmp_path)
    assert [Path(problem.path).name for problem in refused.value.problems] == ["a.yaml", "a.yaml", "b.yaml"]


def test_a_folder_that_is_not_there_holds_no_cases(tmp_path: Path) -> None:
    assert read_cases(tmp_path / "cases") == ()
