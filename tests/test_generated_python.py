"""Programs as Python: what is written, what may stand in it, what it costs, and what a traceback shows."""

from __future__ import annotations

import builtins
import random
import sys
import traceback
from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from serviam_rules import apply, legal_actions, load_ruleset, new_game
from serviam_rules.cli import main
from serviam_rules.effects.link import source_of, tables
from serviam_rules.effects.meanings import change_vp, move, turn_up
from serviam_rules.effects.node import AMOUNT, CONDITION, parse
from serviam_rules.effects.source import Source, literal
from serviam_rules.effects.writer import Writer, module, run, scope_of
from serviam_rules.effects.writing import Writing, expression, finished
from serviam_rules.errors import PackError
from serviam_rules.events import MarkerMoved, PlaceTurnedUp, VpChanged
from serviam_rules.model import Ruleset
from serviam_rules.program import Program
from serviam_rules.state import Draft, GameState, PlaceRef
from tests.test_packs import write

DATA = Path(__file__).parent / "data" / "programs"
HOSTILE = "'\\\"\\\\#{}; import os HOSTILE"


@pytest.mark.parametrize("program", ["set/expansion", "gift/alms", "powerholder/kurt", "rival/irma"])
def test_a_program_reads_well(rules: Ruleset, program: str) -> None:
    """`data/programs` holds what these become: read what has changed, and write it anew if it reads well."""
    stored = DATA / f"{program.replace('/', '-')}.txt"
    assert stored.read_text(encoding="utf-8") == source_of(rules, program)


@pytest.mark.parametrize("language", ["", ".ja", ".zh-Hans"])
def test_the_design_page_shows_what_is_run(rules: Ruleset, language: str) -> None:
    page = (Path(__file__).parents[1] / "docs" / "design" / f"language{language}.md").read_text(encoding="utf-8")
    assert f"```text\n{source_of(rules, 'gift/bribe')}```" in page
    assert f'File "<serviam-rules {rules.fingerprint[:8]} begin_gift_bribe>", line 6, in begin_gift_bribe' in page


def test_show_prints_the_python_of_a_card(rules: Ruleset, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "bribe", "--code"]) == 0
    assert capsys.readouterr().out == source_of(rules, "gift/bribe")
    assert main(["show", "holder", "--code"]) == 2
    assert "'holder' is an icon" in capsys.readouterr().err


def test_what_never_changes_is_worked_out_once(rules: Ruleset) -> None:
    assert "change_vp(draft, log, each, -3, 'rival/irma')" in source_of(rules, "rival/irma")
    scope = scope_of(rules)
    folded = {
        "{sum: [1, {times: [2, 3]}]}": "7",
        "{count: {powerholders: {rank: 3}}}": str(sum(card.rank == 3 for card in rules.powerholders.values())),
    }
    for text, number in folded.items():
        part = parse(AMOUNT, yaml(text))
        assert expression(rules, "set/reward", scope, part, "number").lines[-1].strip() == f"return {number}"
    condition = parse(CONDITION, {"all": [{"exists": "powerholders"}, "solo"]})
    written = expression(rules, "set/reward", scope, condition, "holds")
    assert written.lines[-1].strip() == "return draft.bazzi_betti is not None"


def yaml(text: str) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text)


def test_every_function_is_written_the_same_each_time(rules: Ruleset) -> None:
    known = tables(rules).functions
    assert [one.text for one in known.written()] == [one.text for one in known.written()]
    names = Counter(one.name for one in known.written())
    assert max(names.values()) == 1


def test_all_functions_are_one_module(rules: Ruleset) -> None:
    """As the wheel carries them: the module stands on its own, and its functions are those written when needed."""
    known = tables(rules).functions
    text = module(rules, known.written())
    scope: dict[str, Any] = {"__name__": "one"}
    exec(compile(text, "one", "exec"), scope)
    state = new_game(rules, players=4, seed=1)
    for one in known.written():
        assert scope[one.name].__code__.co_names == run(one, "other", scope_of(rules)).__code__.co_names
    assert scope["begin_set_reward"](Draft.of(state), [], 0, "kurt", None)


def test_a_traceback_shows_the_line(rules: Ruleset) -> None:
    no_draft: Any = object()
    known = tables(rules).functions
    with pytest.raises(AttributeError) as caught:
        known.begin["gift/bribe"](no_draft, [], 0, "kurt", None)
    shown = "".join(traceback.format_exception(caught.value))
    assert f'File "<serviam-rules {rules.fingerprint[:8]} begin_gift_bribe>", line 6, in begin_gift_bribe' in shown
    assert "\n    move(draft, log, target, 2)\n" in shown


def test_meanings_are_plain_functions(rules: Ruleset) -> None:
    """What an op does can be called on its own: it writes to the draft and takes down what happened."""
    state = new_game(rules, players=2, seed=1)
    draft, log = Draft.of(state), list[Any]()
    start, last = state.markers["kurt"], len(rules.numbers.tracks["kurt"].spaces) - 1
    move(draft, log, "kurt", 99)
    change_vp(draft, log, 1, -999, "gift/bribe")
    turn_up(draft, log, PlaceRef(0, 2))
    turn_up(draft, log, PlaceRef(0, 2))
    assert log == [
        (MarkerMoved, "kurt", 99, start, last),
        (VpChanged, 1, -999, state.players[1].vp, rules.numbers.vp.least, "gift/bribe"),
        (PlaceTurnedUp, 0, 2, state.players[0].row[2].powerholder),
    ]
    after = draft.commit()
    assert after.markers["kurt"] == last
    assert after.players[1].vp == rules.numbers.vp.least
    assert after.players[0].row[2].face_up


@pytest.mark.parametrize("name", ["draft", "log", "side", "a0", "found", "len", "while", "CHOICES", "begin_gift_alms"])
def test_names_of_words_never_hide_others(rules: Ruleset, name: str) -> None:
    """A meaning may be called anything, an answer too."""

    def meaning(draft: object, log: list[Any], *arguments: object) -> None:
        log.append(arguments)

    meaning.__name__ = name
    scope = scope_of(rules)
    to = Source(rules, "gift/alms", scope)
    to("a0 = 1")
    number = to.once(name, "a0 + 1")
    to.call(meaning, number, "a0", "side")
    to("return len([draft])")
    log: list[Any] = []
    assert run(finished(to, "begin", "draft, log, side"), "names", scope)("draft", log, 7) == 1
    assert log == [(2, 1, 7)]


def test_only_numbers_and_ids_are_written() -> None:
    assert literal(("kurt", -1, None, True)) == "('kurt', -1, None, True)"
    for hostile in (HOSTILE, "a b", "a'", "a\n", "", "Á", "a/b/c", 1.5, b"a", ["a"]):
        with pytest.raises(ValueError, match="is no id"):
            literal(hostile)


def test_no_text_of_a_pack_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, aliases, flavour and titles may be anything; what is compiled knows nothing of them."""
    gift = f"""
        id: trial
        name: "{HOSTILE} name"
        aliases: ["{HOSTILE} alias"]
        flavour: "{HOSTILE} flavour"
        copies: 1
        category: null
        conspiracy: false
        icons:
          - {{trial-icon: true}}
        provenance: {{default: stand-in}}
        """
    icon = """
        id: trial-icon
        parameters: {}
        effect:
          - {move: {one: anyone, as: hostile_name}, by: +1}
          - {move: {chosen: hostile_name}, by: -1}
        glyph: "?"
        provenance: {default: stand-in}
        """
    locale = f'language: ja\nnames:\n  gifts:\n    trial: {{name: "{HOSTILE} locale"}}\n'
    files = {"gifts__trial": dedent(gift), "icons__trial-icon": dedent(icon), "locales__ja": locale}
    pack = write(tmp_path / "hostile", **files)
    rules = load_ruleset(str(pack))
    seen: list[str] = []
    real = compile

    def spy(source: Any, *rest: Any, **more: Any) -> Any:
        seen.append(str(source))
        return real(source, *rest, **more)

    monkeypatch.setattr(builtins, "compile", spy)
    known = tables(rules).functions
    for one in known.written():
        run(one, "spied", scope_of(rules))
    assert rules.gifts["trial"].id in "".join(seen)
    assert "HOSTILE" in str(rules.source), "it is there, and not asked for"
    assert not [text for text in seen if "HOSTILE" in text or "hostile_name" in text]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("gifts__bad", 'id: "a\'b"\nname: x\ncopies: 1\ncategory: null\nconspiracy: false\nicons: []\n'),
        ("icons__bad", 'id: "a b"\nparameters: {}\neffect: []\n'),
        ("powerholders__bad", "id: A;B\nname: x\norganisation: army\nrank: 1\neffetto_ordine: []\n"),
        ("rivals__bad", 'id: "x\\ny"\nname: x\nnames: []\nability: {do: []}\n'),
        ("set", 'scoring: [{id: "x\'); import os", do: []}]\n'),
    ],
)
def test_ids_that_are_no_ids_are_refused(tmp_path: Path, kind: str, text: str) -> None:
    with pytest.raises(PackError):
        load_ruleset(str(write(tmp_path / "bad", **{kind: text})))


def test_the_text_of_functions_goes_with_their_ruleset() -> None:
    import gc
    import linecache

    rules = load_ruleset()
    kept = Writer(rules, tables(rules).trees())
    kept._files.append("<serviam-rules trial>")
    linecache.cache["<serviam-rules trial>"] = (0, None, [], "")
    del kept
    gc.collect()
    assert "<serviam-rules trial>" not in linecache.cache


#: What an apply of random four-player play may take at most, in calls of Python functions.
MOST_CALLS = 47


def test_an_apply_takes_few_calls(rules: Ruleset) -> None:
    """What the clock cannot tell on a busy machine: calls of Python functions an apply, over whole games."""
    moves = list(random_moves(rules))
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    for state, action in moves:
        apply(state, action)
    sys.setprofile(None)
    assert calls / len(moves) <= MOST_CALLS


def random_moves(rules: Ruleset) -> Any:
    dice = random.Random(3)
    for seed in range(8):
        state: GameState = new_game(rules, players=4, seed=seed)
        while not state.is_over:
            action = dice.choice(legal_actions(state))
            yield state, action
            state = apply(state, action).state


def test_every_position_where_an_effect_can_wait_has_its_functions(rules: Ruleset) -> None:
    known = tables(rules)
    names = {one.name for one in known.functions.written()}
    for program in known.programs.values():
        assert isinstance(program, Program)
        assert Writing(rules, program, scope_of(rules)).begin().name in names
        assert len(program.steps) == len(program.code)
