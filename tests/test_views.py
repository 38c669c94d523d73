"""What a seat may know of a game, and that it is all it gets to know (HID-1, HID-3, HID-5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pytest

from serviam_rules.actions import Choose, Offer
from serviam_rules.errors import UsageError
from serviam_rules.events import EVENTS, ChoiceMade, redacted
from serviam_rules.game import Step, apply, explain_illegal, legal_actions, new_game, start
from serviam_rules.model import Ruleset
from serviam_rules.state import Decision, GameState, GiftOption
from serviam_rules.testing import situation
from serviam_rules.testing.variant import patched, with_effect
from serviam_rules.values import ROWS_KNOWN
from serviam_rules.views import View, advance, events_for, explain, preview, view
from serviam_rules.wire import to_json
from tests.games import GAMES, odd_rules, ruled_rules
from tests.lookalikes import (
    Watch,
    attempts,
    compare,
    everybody,
    of_hand,
    played,
    same_to,
    scrambled,
    until,
)

KINDS = tuple(GAMES)


@pytest.fixture(scope="session", params=["shipped", "odd", "ruled"])
def any_rules(request: pytest.FixtureRequest, rules: Ruleset) -> Ruleset:
    """The shipped cards, some that use more of the card language, and some with lasting rules."""
    return {"shipped": lambda rules: rules, "odd": odd_rules, "ruled": ruled_rules}[request.param](rules)


# --- non-interference ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_with_other_hidden_cards_looks_the_same(rules: Ruleset, kind: str) -> None:
    """Non-interference over whole games, to the byte. `tests/long/noninterference.py` does it for thousands."""
    went = [compare(rules, kind, seed) for seed in range(13)]
    assert sum(gone for gone, _ in went) >= 0.9 * sum(cut for _, cut in went)


def test_a_game_with_odder_effects_looks_the_same_too(rules: Ruleset) -> None:
    """Loops over hands, other people's hands, gifts that are shown: nothing but what is public shows."""
    odd = odd_rules(rules)
    for kind in KINDS:
        for seed in range(4):
            compare(odd, kind, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_with_other_hidden_cards_looks_the_same(any_rules: Ruleset, kind: str) -> None:
    """At every step and for every viewer; and so do the events that follow, until something comes to light."""
    dice = random.Random(1)
    for seed in range(2):
        for state, action, step in played(new_game(any_rules, seed=seed, **GAMES[kind]), seed):
            for viewer in everybody(state):
                other = scrambled(state, viewer, dice)
                if other is None:
                    continue
                same_to(viewer, state, other)
                if viewer == state.to_act and any_rules.gifts.keys() and preview_is_whole(state, action):
                    after = apply(other, action)
                    assert events_for(after.events, viewer) == events_for(step.events, viewer)
                    assert view(after.state, viewer) == view(step.state, viewer)


def preview_is_whole(state: GameState, action: Any) -> bool:
    """Whether an action brings nothing to light."""
    return preview(state, action).stops is None


def test_the_finger_follows_the_cards(rules: Ruleset) -> None:
    """The tests of this file are worth something only if `Watch` is right."""
    for kind in KINDS:
        beginning = new_game(rules, seed=5, **GAMES[kind])
        watch = Watch(beginning, 0)
        for _, _, step in played(beginning, 5):
            watch.follow(step.events)
            watch.check(step.state)
            assert {watch.names[card] for card in watch.hands[0]} == set(step.state.players[0].hand)


# --- what is in a view -----------------------------------------------------------------------------------------------


def parts(thing: object) -> Iterator[object]:
    """A value and everything in it."""
    yield thing
    kind: Any = type(thing)
    if attrs.has(kind) and not isinstance(thing, Ruleset):
        for field in attrs.fields(kind):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, tuple):
        for item in thing:
            yield from parts(item)


def test_a_view_holds_nothing_that_a_state_is_made_of(any_rules: Ruleset) -> None:
    """HID-1: no state, player, place or random source anywhere in it, and no field that tells of one."""
    allowed = {
        "View", "PlayerView", "PlaceView", "BazziBettiView", "LoadedRuleset", "tuple", "str", "int", "bool", "NoneType",
        "Frame", "Offering", "Outcome", "FrozenMap", "Decision", "Offer", "Choose", "Pass", "PlaceRef", "GiftRef",
        "PlayerRef", "BranchRef", "PowerholderOption", "PlaceOption", "GiftOption", "PlayerOption", "BranchOption",
        "Lasting", "Waiting", "RuleOption",
    }  # fmt: skip
    for kind in KINDS:
        for state, _, step in played(new_game(any_rules, seed=3, **GAMES[kind]), 3):
            for viewer in everybody(state):
                for part in parts((view(state, viewer), events_for(step.events, viewer))):
                    assert type(part).__name__ in allowed or type(part) in EVENTS.values()
                text = to_json(view(state, viewer))
                assert "rng" not in text
                assert "seed" not in text


def test_a_view_names_a_hidden_card_only_as_one_of_a_set(rules: Ruleset) -> None:
    """HID-1: where a view tells of hidden powerholders and rivals, it is in the ruleset's order, whatever theirs is."""
    order = list(rules.powerholders)
    for kind in KINDS:
        for state, _, _ in played(new_game(rules, seed=4, **GAMES[kind]), 4):
            for viewer in everybody(state):
                seen = view(state, viewer)
                for player in seen.players:
                    assert list(player.hidden) == sorted(player.hidden, key=order.index)
                    assert list(player.known_deck) == sorted(player.known_deck, key=order.index)
                    true = state.players[player.seat]
                    others = len(true.hand) - len(true.known_hand)
                    unnamed = (None,) * others + true.known_hand
                    assert player.hand == (true.hand if player.seat == viewer else unnamed)
                    assert len(player.deck) == len(true.deck)
                    assert player.deck[:1] == (true.deck[:1] if true.deck_open else (None,) * len(player.deck[:1]))
                    assert set(player.deck[1:]) <= {None}
                    for place in player.row:
                        knows = place.face_up or (player.seat == viewer and state.arrangement in ROWS_KNOWN)
                        assert (place.powerholder is not None) == knows
                assert seen.gift_deck == (None,) * len(state.gift_deck)
                assert len(seen.rival_deck) == len(state.rival_deck)
                assert set(seen.rival_deck) <= {None, *(state.rival_deck[:1] if state.rival_deck_open else ())}
                assert list(seen.hidden_rivals) == [rival for rival in rules.rivals if rival in state.rival_deck]
                unseen = Counter(state.gift_deck)
                for other in state.players:
                    if other.seat != viewer:
                        unseen += Counter(other.hand) - Counter(other.known_hand)
                assert sorted(seen.unseen) == sorted(unseen.elements())


def test_others_see_only_that_a_choice_is_pending(any_rules: Ruleset) -> None:
    """HID-5: options, and so how many there are, are for whoever chooses."""
    met = set()
    for kind in KINDS:
        for state, _, _ in played(new_game(any_rules, seed=6, **GAMES[kind]), 6):
            asked = state.decision
            for viewer in everybody(state):
                seen = view(state, viewer)
                assert seen.to_act == state.to_act
                assert seen.legal_actions == (legal_actions(state) if viewer == state.to_act else ())
                if asked is None:
                    assert seen.decision is None
                elif viewer == asked.seat:
                    assert seen.decision == asked
                else:
                    hidden = Decision(asked.seat, asked.kind, asked.prompt, asked.source, (), asked.step, asked.amount)
                    assert seen.decision == hidden
                    met.add((of_hand(asked), asked.prompt == "arrange"))
    assert {(True, False), (False, True), (False, False)} <= met


def test_at_the_end_of_the_game_hands_stay_hidden(rules: Ruleset) -> None:
    """HID-5: nothing in the rules shows them."""
    *_, (_, _, (last, _)) = played(new_game(rules, players=3, seed=1), 1)
    assert last.is_over
    for viewer in everybody(last):
        seen = view(last, viewer)
        assert (seen.is_over, seen.to_act, seen.outcome) == (True, None, last.outcome)
        for player in seen.players:
            named = last.players[player.seat].hand if player.seat == viewer else player.known_hand
            assert tuple(gift for gift in player.hand if gift is not None) == named


def test_an_unknown_viewer_is_an_error(rules: Ruleset) -> None:
    """HID-5: never the full state."""
    state, events = start(rules, players=4, seed=1)
    nobody: Any
    for nobody in (-1, True, False, 1.0, "0", "x", (0,), b"0", -(10**5000)):
        with pytest.raises(UsageError, match="seat"):
            view(state, nobody)
        with pytest.raises(UsageError, match="seat"):
            events_for(events, nobody)
    for nobody in (4, 7, 2**70, 10**5000):
        with pytest.raises(UsageError, match="seat"):
            view(state, nobody)
        # Events do not tell how many play; for a seat that nobody has they are a spectator's.
        assert events_for(events, nobody) == events_for(events, None)


def test_a_view_cannot_be_played_on(rules: Ruleset) -> None:
    seen: Any = view(new_game(rules, seed=1, first=0), 0)
    for call in (lambda: apply(seen, seen.legal_actions[0]), lambda: legal_actions(seen), lambda: view(seen, 0)):
        with pytest.raises(UsageError, match="not View"):
            call()
    with pytest.raises(UsageError, match="GameState"):
        advance(new_game(rules, seed=1), ())  # type: ignore[arg-type]


# --- what everybody knows --------------------------------------------------------------------------------------------


def test_demon_and_bribe_are_known_until_they_are_played(rules: Ruleset) -> None:
    state = new_game(rules, players=2, seed=2, first=0)
    assert view(state, 1).players[0].known_hand == rules.numbers.hand.given
    offered = apply(state, next(a for a in legal_actions(state) if isinstance(a, Offer) and a.gift == "demon")).state
    assert view(offered, 1).players[0].known_hand == ("bribe",)


def test_gifts_taken_up_are_known_until_they_leave_the_hand(rules: Ruleset) -> None:
    for seed in range(40):
        for _, _, step in played(new_game(rules, players=2, seed=seed), seed):
            taken = [event for event in step.events if event.type == "gift-taken-up"]
            if taken:
                known = view(step.state, None).players[taken[0].seat].known_hand
                assert taken[-1].gift in known
                return
    pytest.fail("nobody took up a gift")


def test_the_deck_that_was_the_discard_pile_is_known_to_the_card(rules: Ruleset) -> None:
    """Whoever remembers the discards knows the deck they become (T-11), and so what all hands hold together."""
    met = 0
    for seed in range(60):
        for _, _, step in played(new_game(rules, players=4, seed=seed), seed):
            if "discards-shuffled-in" not in {event.type for event in step.events}:
                continue
            met += 1
            seen = view(step.state, None)
            others = [len(player.hand) - len(player.known_hand) for player in seen.players]
            shares = [player.stale for player in seen.players]
            assert len(seen.stale_gifts) == sum(shares)
            assert all(share <= other for share, other in zip(shares, others, strict=True))
            told = next(event for event in step.events if event.type == "discards-shuffled-in")
            assert Counter(seen.unseen) - Counter(seen.stale_gifts) == Counter(told.gifts)
    assert met > 10


def test_own_rows_are_known_under_every_arrangement_but_the_dealt_one(rules: Ruleset) -> None:
    for arrangement in sorted(ROWS_KNOWN):
        state = new_game(rules, players=2, seed=1, arrangement=arrangement)
        assert view(state, 1).players[1].row[2].powerholder == state.players[1].row[2].powerholder
        assert view(state, 0).players[1].row[2].powerholder is None
        assert view(state, None).players[1].row[2].powerholder is None


# --- events ----------------------------------------------------------------------------------------------------------


def test_secrets_of_events_are_their_seats_alone(any_rules: Ruleset) -> None:
    """HID-3: others get no name, of a card drawn, dealt or laid out, of a choice among gifts of a hand."""
    met = set()
    for kind in KINDS:
        for _, _, step in played(new_game(any_rules, seed=8, **GAMES[kind]), 8):
            for event in step.events:
                for viewer in (None, 0, 1, 2, 3):
                    shown = redacted(event, viewer)
                    if viewer is not None and viewer == getattr(event, "seat", None):
                        assert shown is event
                    else:
                        for name in event.secrets():
                            secret = getattr(shown, name)
                            assert secret is None or (event.type == "choice-due" and not secret.options)
                            met.add(event.type)
    assert met >= {"gift-drawn", "gift-dealt", "card-arranged", "choice-made", "choice-due"}


def test_a_card_laid_out_is_told_to_its_seat_alone(rules: Ruleset) -> None:
    """S-7: everybody else, spectators too, learns that a card was laid out and where, and not which."""
    state = new_game(rules, players=2, arrangement="select", seed=1)
    told = apply(state, Choose(2)).events
    (laid,) = [event for event in told if event.type == "card-arranged"]
    assert laid.powerholder in state.players[0].deck + tuple(place.powerholder for place in state.players[0].row)
    for viewer in (None, 0, 1):
        (shown,) = [event for event in events_for(told, viewer) if event.type == "card-arranged"]
        assert (shown.seat, shown.slot) == (laid.seat, laid.slot)
        assert shown.powerholder == (laid.powerholder if viewer == 0 else None)
        assert advance(view(state, viewer), events_for(told, viewer)) == view(apply(state, Choose(2)).state, viewer)


@pytest.mark.parametrize("wrong", ["", "ab", b"abc", 5, None, [1], ["a"]])
def test_what_is_no_list_of_events_is_refused_as_such(wrong: Any) -> None:
    with pytest.raises(UsageError, match="a list of events is wanted"):
        events_for(wrong, 0)
    assert events_for((), 0) == events_for(iter(()), None) == ()


def test_events_advance_a_view_to_exactly_the_next(any_rules: Ruleset) -> None:
    for kind in KINDS:
        for seed in range(3):
            for state, _, step in played(new_game(any_rules, seed=seed, **GAMES[kind]), seed):
                for viewer in everybody(state):
                    after = advance(view(state, viewer), events_for(step.events, viewer))
                    assert after == view(step.state, viewer)


def test_a_view_knows_every_event(rules: Ruleset) -> None:
    """A new kind of event must say what somebody sees change by it, or that it belongs to the setup."""
    setup = {"game-began", "player-seated", "bazzi-betti-seated", "row-laid"}
    assert {kind.type for kind in EVENTS.values() if kind.setup} == setup
    seen = view(new_game(rules, seed=1), 0)
    with pytest.raises(UsageError, match="GameBegan"):
        advance(seen, start(rules, seed=1).events)


def test_a_view_does_not_advance_by_somebody_elses_events(rules: Ruleset) -> None:
    state = new_game(rules, seed=1, first=0)
    step = apply(state, legal_actions(state)[0])
    while step.state.active == 0:
        state, step = step.state, apply(step.state, legal_actions(step.state)[0])
    with pytest.raises(UsageError, match="seat 0"):
        advance(view(state, 0), events_for(step.events, 1))


# --- what is not allowed ---------------------------------------------------------------------------------------------


def test_whoever_is_not_to_act_is_told_just_that(rules: Ruleset) -> None:
    state = new_game(rules, players=3, seed=1, first=1)
    for viewer in (None, 0, 2):
        for attempt in attempts(state):
            against = explain(view(state, viewer), attempt)
            assert against is not None
            assert against.code in ("not-your-turn", "not-an-action")
    seen = view(state, 1)
    for attempt in (*attempts(state), *seen.legal_actions):
        assert explain(seen, attempt) == explain_illegal(state, attempt)
    with pytest.raises(UsageError, match="View"):
        explain(state, Choose(0))  # type: ignore[arg-type]


def test_a_refused_offer_names_only_what_everybody_knows(rules: Ruleset) -> None:
    state = new_game(rules, players=2, seed=1, first=0)
    hidden = set(state.players[0].hand) - set(state.players[0].known_hand)
    for gift in rules.gifts:
        against = explain_illegal(state, Offer(gift, 9))
        assert against is not None
        assert not [name for name in hidden if name in against.message and name != gift]


def test_how_many_gifts_can_be_chosen_is_not_told(rules: Ruleset) -> None:
    states = (
        until(played(new_game(rules, players=2, seed=seed), seed), lambda s: of_hand(s.decision)) for seed in range(99)
    )
    state = next(found for found in states if found)
    for attempt in (Choose(99), Choose("0"), Offer("bribe", 0)):  # type: ignore[arg-type]
        against = explain_illegal(state, attempt)
        assert against is not None
        assert not set(against.message.replace("99", "")) & set("23456789")


# --- gifts of hands that effects go on with --------------------------------------------------------------------------


def resolving(rules: Ruleset, effect: list[Any], hand: Sequence[str], players: int = 2) -> Step:
    """What comes of offering the Demon where it sets off this effect, with this hand besides."""
    table = {"players": players, "seats": [{"hand": ["demon", *hand]}]}
    state = situation(patched(rules, with_effect(situation(rules, table), effect, 0, False)), table)
    return apply(state, Offer("demon", 0))


def told(step: Step) -> list[str]:
    """The types of what happened to gifts and of choices."""
    return [event.type for event in step.events if event.type.startswith(("gift", "choice"))]


def test_a_gift_that_a_waiting_effect_goes_on_with_is_shown(rules: Ruleset) -> None:
    """What a waiting effect holds is public: a gift chosen from a hand is shown before the next question."""
    effect = [{"resolve": {"one": "hand"}, "target": {"one": "anyone"}}]
    step = apply(resolving(rules, effect, ["alms", "incense"]).state, Choose(0))
    assert told(step) == ["choice-made", "gift-shown", "choice-due"]
    seen = view(step.state, 1)
    assert seen.players[0].known_hand == ("alms",)
    assert seen.frames == step.state.frames


def test_what_is_laid_down_at_once_is_not_shown_before(rules: Ruleset) -> None:
    effect = [{"discard": {"one": "hand", "as": "card"}}, {"move": {"one": "anyone"}, "by": 1}]
    step = apply(resolving(rules, effect, ["alms", "alms", "incense"]).state, Choose(0))
    assert told(step) == ["choice-made", "gift-discarded", "choice-due"]
    assert view(step.state, 1).players[0].known_hand == ()
    assert events_for(step.events, 1)[0] == ChoiceMade(0, "discard", None, False, True)


def test_gifts_an_effect_goes_through_one_by_one_are_shown(rules: Ruleset) -> None:
    effect = [{"for_each": "hand", "as": "card", "do": [{"may": [{"discard": {"chosen": "card"}}]}]}]
    step = resolving(rules, effect, ["alms", "alms", "incense"])
    assert told(step) == ["gift-offered", "gift-shown", "gift-shown", "gift-shown", "choice-due"]
    assert view(step.state, None).players[0].known_hand == ("alms", "alms", "incense")


def test_nobody_chooses_among_the_gifts_of_two_hands(rules: Ruleset) -> None:
    """Or whoever chooses would look into another hand: of several hands, the first with a possibility."""
    effect = [{"discard": {"one": {"hand": "anything", "of": "opponents"}}}]
    step = resolving(rules, effect, [], players=3)
    asked = step.state.decision
    assert asked is not None
    assert {(asked.seat, option.seat) for option in asked.options if isinstance(option, GiftOption)} == {(1, 1)}


def test_who_lies_face_down_is_nobodys_to_see(rules: Ruleset) -> None:
    moved = resolving(rules, [{"move": {"at": {"one": "face_down"}}, "by": 1}], ["alms"])
    assert "marker-moved" not in {event.type for event in apply(moved.state, Choose(0)).events}
    filters = [{"turn_up": {"one": {"face_down": {"powerholder": "anyone"}}}}]
    assert told(resolving(rules, filters, ["alms"])) == ["gift-offered", "choice-impossible"]


def test_views_are_values(rules: Ruleset) -> None:
    state = new_game(rules, seed=1)
    seen = view(state, 0)
    assert seen == view(state, 0)
    assert seen != view(state, 1)
    assert len({seen, view(state, 0)}) == 1
    assert isinstance(seen, View)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        seen.seat = 1  # type: ignore[misc]
