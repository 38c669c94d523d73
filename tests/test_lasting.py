"""Lasting rules: games with many of them go on and end, cost little, and show all that holds."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from serviam_rules import (
    advance,
    apply,
    determinize,
    events_for,
    invariants,
    legal_actions,
    load_ruleset,
    new_game,
    state_from_json,
    to_json,
    view,
)
from serviam_rules.cards import plain_source
from serviam_rules.cli.table.screen import Words, table_lines
from serviam_rules.cli.terminal import Style
from serviam_rules.effects.force import MOST_LAID, in_force
from serviam_rules.effects.link import source_of, tables
from serviam_rules.effects.node import MOMENT, RULE, parse, unparse
from serviam_rules.events import RuleApplied, RuleEnded, RuleLaid
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset
from serviam_rules.rules.answers import MOST_WAITING
from serviam_rules.state import GameState
from serviam_rules.text import check
from serviam_rules.text import parse as reading
from serviam_rules.text.language import language_of
from serviam_rules.text.lines import read
from serviam_rules.text.meaning import meaning
from tests.games import GAMES, moments, ruled_rules

LOCALES = ("en", "zh-Hans", "ja")


@pytest.fixture(scope="module")
def ruled(rules: Ruleset) -> Ruleset:
    return ruled_rules(rules)


@pytest.mark.parametrize("kind", GAMES)
def test_games_with_many_rules_end_and_every_state_on_the_way_is_in_order(ruled: Ruleset, kind: str) -> None:
    told: set[type] = set()
    for seed in range(4):
        before: GameState | None = None
        for state, events in moments(ruled, kind, seed):
            told |= {type(event) for event in events}
            assert invariants.check(state) == []
            assert len(state.lasting) <= MOST_LAID
            assert len(state.waiting) <= MOST_WAITING
            saved = state_from_json(to_json(state), ruled)
            assert (saved, saved.decision) == (state, state.decision)
            for seat in range(len(state.players)):
                if before is not None:
                    assert advance(view(before, seat), events_for(events, seat)) == view(state, seat)
                assert view(determinize(view(state, seat), state.step), seat) == view(state, seat)
            before = state
        assert state.is_over
        assert not state.waiting
    assert {RuleLaid, RuleEnded, RuleApplied} <= told


def test_a_game_without_rules_says_nothing_of_them(rules: Ruleset) -> None:
    assert tables(rules).lasting is None
    for state, _ in moments(rules, "four", 1):
        assert '"lasting"' not in to_json(state) + to_json(view(state, 0))
        assert '"waiting"' not in to_json(state) + to_json(view(state, 0))
    for program in tables(rules).programs:
        assert "by_rules" not in source_of(rules, program)


def test_a_state_with_rules_is_written_as_its_fields_are(ruled: Ruleset) -> None:
    """What may be missing comes last, whichever way a state is written."""
    for state, _ in moments(ruled, "two", 2):
        assert to_json(state) == to_json(state, indent=0).replace("\n", "").replace('": ', '":')


def calls_of(rules: Ruleset, games: int) -> float:
    """How many Python calls an action takes."""
    played: list[tuple[GameState, Any]] = []
    for seed in range(games):
        dice = random.Random(seed)
        state = new_game(rules, players=3, seed=seed)
        while not state.is_over:
            action = dice.choice(legal_actions(state))
            played.append((state, action))
            state = apply(state, action).state
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    for state, action in played:
        apply(state, action)
    sys.setprofile(None)
    return calls / len(played)


def test_a_set_with_rules_costs_at_most_half_as_much_again(rules: Ruleset) -> None:
    source = plain_source(rules)
    source["gifts"]["alms"]["lasting"] = [{"answer": {"offers": "conspiracy", "of": "opponents"}, "do": [{"gain": 1}]}]
    source["gifts"]["incense"]["lasting"] = [{"prevent": {"replaces": "here"}}]
    source["gifts"]["portrait"]["lasting"] = [{"answer": "scoring", "do": [{"gain": 1}]}]
    source["gifts"]["warhorse"]["lasting"] = [{"add": 1, "to": {"rewards": "everyone", "for": {"at": "here"}}}]
    source["powerholders"]["kurt"]["effetto_ordine"] = [
        {"rule": {"prevent": {"moves_left": "target"}}, "until": "next_turn"}
    ]
    some = ruleset_of(source)
    for warm in (rules, some):
        calls_of(warm, 8)
    assert calls_of(some, 8) <= 1.5 * calls_of(rules, 8)


def test_what_is_laid_down_again_and_again_is_bounded(rules: Ruleset) -> None:
    source = plain_source(rules)
    many = {
        "for_each": {"powerholders": "anyone"},
        "as": "it",
        "do": [{"rule": {"add": 1, "to": "gains"}, "until": "end_of_game"}],
    }
    source["set"]["turn"]["reward"] = [many, many, {"gain": 1}]
    laid = [len(state.lasting) for state, _ in moments(ruleset_of(source), "two", 1)]
    assert max(laid) == MOST_LAID


# ---- words


def test_every_rule_of_a_card_is_told_and_read_back(ruled: Ruleset) -> None:
    met = 0
    cards: list[Any] = [*ruled.gifts.values(), *ruled.powerholders.values()]
    for card in cards:
        for locale in LOCALES if card.lasting else ():
            language = language_of(ruled, locale)
            text = str(ruled.text(card.id, locale))
            facts = dict(read(language, text.splitlines())[0])
            assert [unparse(rule) for rule in facts["lasting"]["rules"]] == [
                unparse(parse(RULE, rule)) for rule in card.lasting
            ]
            assert check.check_text(ruled, card.id, locale, text) == ()
            met += 1
    assert met > 20


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("moment", sorted(MOMENT.words))
def test_every_moment_is_told_and_read_back_in_every_kind_of_rule(rules: Ruleset, moment: str, locale: str) -> None:
    cls: Any = MOMENT.words[moment]
    grammar = language_of(rules, locale).grammar(locale, False)
    for example in (*map(_yaml, cls.examples), moment if moment != "replaces" else {"replaces": "here"}):
        for way in (*cls.ways, "answer"):
            data = {way: example, "do": [{"gain": 1}]} if way == "answer" else {way: example}
            data = {"add": -2, "to": example} if way == "add" else data
            for wrapped in (data, {"while": "solo", "rule": data}, {"while_topmost": data}):
                rule = parse(RULE, wrapped)
                words = str(language_of(rules, locale).rules_of((rule,)))
                assert reading.rules(grammar, words) == ((rule,),), words


def _yaml(text: str) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True).load(text)


def test_a_card_that_says_otherwise_is_found(ruled: Ruleset) -> None:
    text = str(ruled.text("alms", "en")).replace("gain 1 VP", "gain 2 VP")
    (found,) = check.check_text(ruled, "alms", "en", text)
    assert (found.code, "gain 1 VP" in found.expected, "gain 2 VP" in found.found) == ("rule", True, True)
    missing = "\n".join(line for line in text.splitlines() if "in a row" not in line)
    assert [each.code for each in check.check_text(ruled, "alms", "en", missing)] == ["missing"]


def test_a_rule_that_was_laid_down_is_told_with_whom_it_means(ruled: Ruleset) -> None:
    event = next(
        event
        for seed in range(20)
        for _, events in moments(ruled, "two", seed)
        for event in events
        if isinstance(event, RuleLaid) and event.rule.program == "powerholder/kurt"
    )
    who = str(ruled.name("powerholder", event.rule.target or ""))
    assert who in ruled.describe(event, "en")
    for locale in LOCALES:
        words = ruled.describe(event, locale)
        assert (words.lang, words.fallback) == (locale, False)  # type: ignore[attr-defined]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_table_shows_what_holds(ruled: Ruleset, locale: str) -> None:
    shown = 0
    for state, _ in moments(ruled, "three", 3):
        seen = view(state, 0)
        lines = "\n".join(table_lines(seen, Words(ruled, locale, Style(False)), 100))
        title = language_of(ruled, locale).say("table.rules")
        assert (str(title) in lines) == any(True for _ in in_force(seen))
        shown += str(title) in lines
    assert shown


def test_an_order_to_choose_is_told(ruled: Ruleset) -> None:
    state = next(
        state
        for seed in range(9)
        for state, _ in moments(ruled, "two", seed)
        if state.decision is not None and state.decision.kind == "rule"
    )
    assert state.decision is not None
    for locale in LOCALES:
        words = [str(ruled.describe(option, locale, state)) for option in state.decision.options]
        assert len(set(words)) == len(words)
        assert str(ruled.describe(state.decision, locale)) == str(language_of(ruled, locale).say("decisions.rule"))


def test_a_program_of_a_rule_has_a_meaning(ruled: Ruleset) -> None:
    assert meaning(ruled, "lasting-gift/alms/0").kind == "gifts"
    assert "it_gift" in source_of(ruled, "lasting-gift/alms/0")
    assert load_ruleset().gifts["alms"].lasting == ()
