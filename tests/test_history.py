"""Undo up to the last thing that came to light, and redo."""

from __future__ import annotations

from typing import Any

import pytest

from serviam_rules.actions import Choose, Offer
from serviam_rules.errors import IllegalAction, UsageError
from serviam_rules.events import EVENTS, GiftDiscarded, GiftLaid, GiftShown
from serviam_rules.game import Step, apply, legal_actions, new_game, start
from serviam_rules.history import History
from serviam_rules.model import Ruleset
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched, with_effect
from serviam_rules.views import view
from tests.games import GAMES
from tests.lookalikes import everybody, played


def test_undo_goes_back_to_the_last_reveal_and_redo_forth_again(rules: Ruleset) -> None:
    for kind in GAMES:
        history = History(new_game(rules, seed=2, **GAMES[kind]))
        states = [history.state]
        for _, action, step in played(history.state, 2):
            assert history.apply(action) == step
            states.append(step.state)
        while history.why_not_undo() is None:
            assert history.undo() == states[len(history.taken)]
        back = len(history.taken)
        assert back == 0 or history.taken[-1].step.reveals
        while history.why_not_redo() is None:
            assert history.redo().state == states[len(history.taken)]
        assert history.state == states[-1]
        assert not any(taken.step.reveals for taken in history.taken[back:])


def test_every_step_is_undone_if_and_only_if_it_reveals_nothing(rules: Ruleset) -> None:
    reasons = set()
    for kind in GAMES:
        history = History(new_game(rules, seed=3, **GAMES[kind]))
        for state, action, step in played(history.state, 3):
            history.apply(action)
            against = history.why_not_undo()
            assert (against is not None) == step.reveals
            if against is not None:
                assert against.by in step.events
                assert against.by.type in str(against)
                reasons.add(against.by.type)
                with pytest.raises(UsageError, match="to light"):
                    history.undo()
            else:
                assert history.undo() == state
                assert history.redo() == step
    assert reasons >= {"gift-drawn", "place-turned-up", "deck-top-turned-up"}


def test_one_takes_back_only_what_one_did(rules: Ruleset) -> None:
    """Another player's action is in between, even if nothing was revealed by it."""
    history = History(new_game(rules, players=2, arrangement="select", seed=1))
    while history.state.to_act == 0:
        history.apply(Choose(0))
    assert history.why_not_undo(0) is None
    for seat in (1, 7):
        against = history.why_not_undo(seat)
        assert against is not None
        assert against.code == "not-yours"
        with pytest.raises(UsageError, match="seat 0"):
            history.undo(seat)
    history.apply(Choose(0))
    assert history.why_not_undo(0) is not None
    assert history.why_not_undo(1) is None
    history.undo(1)
    before = history.state
    for seat in (0, 7):
        against = history.why_not_redo(seat)
        assert against is not None
        assert against.code == "not-yours"
        with pytest.raises(UsageError, match=f"seat 1, not by seat {seat}"):
            history.redo(seat)
        assert history.state == before
    assert history.why_not_redo(1) is None
    history.redo(1)


def test_where_nothing_is_left(rules: Ruleset) -> None:
    history = History(new_game(rules, seed=1))
    for against, call in ((history.why_not_undo(), history.undo), (history.why_not_redo(), history.redo)):
        assert against is not None
        assert against.code == "nothing-left"
        with pytest.raises(UsageError):
            call()
    with pytest.raises(IllegalAction):
        history.apply(Choose(0))
    assert history.taken == ()


def test_a_new_action_ends_what_could_be_redone(rules: Ruleset) -> None:
    history = History(new_game(rules, mode="solo", arrangement="inspect", seed=1))
    history.apply(Choose(0))
    history.undo()
    history.apply(Choose(1))
    assert history.why_not_redo() is not None


def test_a_history_begins_with_a_state(rules: Ruleset) -> None:
    wrong: Any = view(new_game(rules, seed=1), 0)
    with pytest.raises(UsageError, match="View"):
        History(wrong)


# --- what reveals ----------------------------------------------------------------------------------------------------


def test_a_step_that_reveals_nothing_shows_its_seat_nothing_new(rules: Ruleset) -> None:
    """Held against what viewers see: an action that reveals nothing tells its seat of no card that did not lie open."""
    for kind in GAMES:
        for state, action, step in played(new_game(rules, seed=5, **GAMES[kind]), 5):
            if step.reveals:
                continue
            seat = state.to_act
            before, after = view(state, seat), view(step.state, seat)
            for old, new in zip(before.players, after.players, strict=True):
                assert set(old.hidden) - set(new.hidden) <= {*old.deck[:1]}
                if new.seat == seat:
                    assert len(new.hand) <= len(old.hand)
            assert set(before.hidden_rivals) - set(after.hidden_rivals) <= {*before.rival_deck[:1]}
            assert apply(state, action) == step


def test_the_beginning_reveals(rules: Ruleset) -> None:
    assert start(rules, seed=1).reveals
    assert not Step(new_game(rules, seed=1), ()).reveals


def test_what_each_event_reveals_is_said_on_its_class() -> None:
    revealing = {name for name, kind in EVENTS.items() if kind.revealing}
    assert revealing == {
        "letter-set-aside", "gift-dealt", "rival-revealed", "gift-drawn", "place-turned-up", "deck-top-turned-up",
        "rival-deck-top-turned-up", "lot-drawn",
    }  # fmt: skip


def test_a_gift_of_a_hand_comes_to_light_for_all_but_its_owner() -> None:
    for told in (GiftDiscarded(1, "alms", None), GiftShown(1, "alms"), GiftLaid(1, "alms", 0)):
        assert told.reveals(0)
        assert not told.reveals(1)
    assert not GiftDiscarded(1, "alms", 2).reveals(0)


def test_what_another_hand_must_do_reveals(rules: Ruleset) -> None:
    """T-16: where there is one possibility the engine chooses, within somebody else's action."""
    table = {"seats": [{"hand": ["demon"]}, {"hand": ["incense"]}]}
    effect = [{"discard": {"one": {"hand": "anything", "of": "opponents"}}}]
    state = situation(patched(rules, with_effect(situation(rules, table), effect, 0, False)), table)
    step = apply(state, Offer("demon", 0))
    assert step.reveals
    assert not step.state.frames


def test_a_shuffle_reveals_nothing(rules: Ruleset) -> None:
    """D-5: the card that comes lies open before one chooses which connection it replaces; then the deck is shuffled."""
    table = {"seats": [{"hand": ["demon"], "row": ["balthasar", "down", "down", "down", "kurt"]}]}
    state = situation(rules, table)
    first = apply(state, Offer("demon", 0))
    while first.state.decision is not None and first.state.decision.prompt != "replace":
        state, first = first.state, apply(first.state, legal_actions(first.state)[0])
    assert first.reveals
    second = apply(first.state, Choose(0))
    told = [event.type for event in second.events]
    assert "powerholder-deck-shuffled" in told
    assert Step(second.state, second.events[: told.index("powerholder-deck-shuffled") + 1]).reveals is False
    assert len(everybody(state)) == 3
