"""What users ask of a ruleset for words: names, things in the light of a state, and rule text read back."""

from __future__ import annotations

import random

import pytest

from serviam_rules import Choose, apply, legal_actions, new_game, view
from serviam_rules.effects.node import parse_steps, unparse
from serviam_rules.errors import UsageError
from serviam_rules.model import Ruleset
from serviam_rules.rules import phases
from serviam_rules.rules.arrange import ARRANGEMENT
from serviam_rules.rules.phases import OVER
from serviam_rules.state import BranchOption, Decision, GameState
from serviam_rules.text.meaning import meaning, targets
from serviam_rules.text.scope import normal

LOCALES = ("en", "zh-Hans", "ja")


# --- names -----------------------------------------------------------------------------------------------------------


def test_everything_with_a_name_has_one_in_every_language(rules: Ruleset) -> None:
    kinds = {
        "gift": rules.gifts,
        "powerholder": rules.powerholders,
        "rival": rules.rivals,
        "icon": rules.icons,
        "organisation": rules.organisations,
        "family": rules.families,
        "phase": [name for name in phases.names() if name not in (ARRANGEMENT, OVER)],
        "difficulty": ("normal", "hard", "very-hard"),
        "arrangement": ("deal", "look", "inspect", "select"),
    }
    for kind, keys in kinds.items():
        for locale in LOCALES:
            names = [rules.name(kind, key, locale) for key in keys]
            assert len(set(names)) == len(names), (kind, locale)
            assert "{" not in "".join(names)
    assert rules.name("powerholder", "victoria", "zh-Hans") == "维多利亚"
    assert rules.name("phase", "bazzi-betti", "ja") == "バッツィ・ベッティ家の手番"


@pytest.mark.parametrize(
    ("kind", "key", "says"),
    [
        ("gift", "brive", "no gift is called 'brive'; did you mean 'bribe'?"),
        ("phase", "rewards", "no phase is called 'rewards'; did you mean 'reward'?"),
        ("difficulty", "easy", "no difficulty is called 'easy' (known: hard, normal, very-hard)"),
        ("gifts", "bribe", "no kind of thing with a name is called 'gifts'; did you mean 'gift'?"),
        ("gift", 7, "no gift is called 7"),
        (None, "bribe", "no kind of thing with a name is called None"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_the_nearest(rules: Ruleset, kind: str, key: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        rules.name(kind, key)
    assert str(caught.value).startswith(says)


# --- decisions -------------------------------------------------------------------------------------------------------


def pending(rules: Ruleset, prompt: str, source: str) -> GameState:
    """A state in which this is to be chosen."""
    for seed in range(200):
        state, dice = new_game(rules, players=2, seed=seed), random.Random(seed)
        while not state.is_over:
            asked = state.decision
            if asked is not None and (asked.prompt, asked.source) == (prompt, source):
                return state
            state = apply(state, dice.choice(legal_actions(state))).state
    raise AssertionError(f"nobody was asked for {prompt} of {source}")


def test_a_choice_is_told_as_what_it_takes(rules: Ruleset) -> None:
    state = pending(rules, "choose", "powerholder/fabrizio")
    assert state.decision is not None
    for locale, words in (
        ("en", ("Turn up a face-down card of your row.", "Move any powerholder +1.")),
        ("zh-Hans", ("将你场上1张背面朝上的掌权者卡翻至正面。", "任选1名掌权者移动+1格。")),
        ("ja", ("自分の場の裏向きの権力者カード1枚を表にする。", "任意の権力者1人を+1する。")),
    ):
        assert tuple(rules.describe(option, locale) for option in state.decision.options) == words
        assert tuple(rules.describe(Choose(at), locale, state) for at in (0, 1)) == words
        assert tuple(rules.describe(Choose(at), locale, view(state, state.to_act)) for at in (0, 1)) == words
    assert rules.describe(Choose(0)) == "Choose option 1"
    assert rules.describe(Choose(9), "en", state) == "Choose option 10"
    assert rules.describe(Choose(0), "en", view(state, None)) == "Choose option 1"
    made = apply(state, Choose(1)).events[0]
    assert rules.describe(made).endswith("chooses: Move any powerholder +1.")
    with pytest.raises(UsageError, match="in a state or a view, not in str"):
        rules.describe(Choose(0), "en", "state")  # type: ignore[arg-type]


def test_a_decision_says_on_which_step_it_stands_and_how_far_a_move_goes(rules: Ruleset) -> None:
    asked = {}
    for source in ("gift/alms", "gift/warhorse", "gift/portrait"):
        state = pending(rules, "move", source)
        assert state.decision is not None
        asked[source] = (state.decision.step, state.decision.amount)
    assert asked == {"gift/alms": (0, 1), "gift/warhorse": (1, -1), "gift/portrait": (1, -2)}
    second = apply(pending(rules, "move", "gift/alms"), Choose(0)).state.decision
    assert second is not None
    assert (second.step, second.amount) == (1, 1)
    kurt = pending(rules, "exchange", "powerholder/kurt").decision
    assert kurt is not None
    assert (kurt.step, kurt.amount) == (0, None)


def test_a_branch_that_speaks_of_an_earlier_choice_says_what_it_does(rules: Ruleset) -> None:
    from serviam_rules.testing.variant import patched

    effect = [
        {"move": {"one": "anyone", "as": "a"}, "by": 1},
        {"may": [{"move": {"chosen": "a"}, "by": -1}]},
        {"choose": [{"do": [{"move": {"chosen": "a"}, "by": 2}]}, {"do": [{"draw": 1}]}]},
    ]
    ours = patched(rules, {"powerholders": {"dario": {"effetto_ordine": effect}}})
    options = [BranchOption(at, "powerholder/dario", step) for step in (1, 3) for at in (0, 1)]
    assert [str(ours.describe(option)) for option in options] == [
        "Powerholder A moves −1.",
        "leave it",
        "Powerholder A moves +2.",
        "Draw 1 gift.",
    ]


def test_what_is_not_known_has_its_number(rules: Ruleset) -> None:
    assert rules.describe(BranchOption(1)) == "possibility 2"
    assert rules.describe(Decision(0, "branch", "choose", "powerholder/nobody", (BranchOption(0), BranchOption(1))))


# --- rule text read back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_rule_text_is_read_back_as_data(rules: Ruleset, locale: str) -> None:
    from serviam_rules.text import card
    from serviam_rules.text.language import language_of

    for target in targets(rules):
        meant = meaning(rules, target)
        written = card.effect(language_of(rules, locale), meant)
        read = rules.parse(written, locale)
        assert read == [unparse(step) for step in normal(meant.steps)], target
        assert normal(parse_steps(read)) == normal(meant.steps)


@pytest.mark.parametrize(
    ("written", "locale", "says"),
    [
        ("Draw 1 gift. Then discad one gift of your hand.", "en", "it stops at 'discad' after 'draw 1 gift. then'"),
        ("Draw x gifts.", "en", "it stops at 'x' after 'draw'; there could stand a number or "),
        ("Draw 1 gift. Then", "en", "it stops at its end after 'draw 1 gift. then'; there could stand "),
        ("Move Kurt's horse +1.", "en", "it stops at"),
        ("", "en", "it stops at its end; there could stand"),
        ("抽1张礼物牌，然后喝茶。", "zh-Hans", "it stops at"),
    ],
)
def test_what_is_no_rule_text_is_told_by_the_word(rules: Ruleset, written: str, locale: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        rules.parse(written, locale)
    assert says in str(caught.value)


def test_what_is_no_text_is_not_read(rules: Ruleset) -> None:
    with pytest.raises(UsageError, match="rule text is a text, not int"):
        rules.parse(7)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="at most 4000 signs"):
        rules.parse("Draw 1 gift. Then " * 1000)
