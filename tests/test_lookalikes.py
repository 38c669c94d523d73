"""The tests of hidden information are worth something: each of these leaks is found by them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from serviam_rules.events import EVENTS
from serviam_rules.game import legal_actions, new_game
from serviam_rules.model import Ruleset
from serviam_rules.rules import legal
from serviam_rules.rules.legal import Illegality
from serviam_rules.state import GameState
from serviam_rules.values import evolve
from serviam_rules.views import look
from tests import lookalikes
from tests.games import GAMES
from tests.lookalikes import compare, everybody, played, same_to, scrambled

Patch = pytest.MonkeyPatch


def in_players(leak: Callable[[Any], Mapping[str, Any]]) -> Callable[[Patch], None]:
    """Views whose players show something of the true ones."""

    def install(patch: Patch) -> None:
        made: Any = look._player  # pyright: ignore[reportPrivateUsage]
        patch.setattr(look, "_player", lambda player, *rest: evolve(made(player, *rest), **leak(player)))

    return install


def in_views(leak: Callable[[GameState], Mapping[str, Any]]) -> Callable[[Patch], None]:
    """Views that show something of the state."""

    def install(patch: Patch) -> None:
        patch.setattr(lookalikes, "view", lambda state, seat: evolve(look.view(state, seat), **leak(state)))

    return install


def setting(where: Any, name: str, leak: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(where, name, leak)


LEAKS: Mapping[str, Callable[[Patch], None]] = {
    "a card of a deck among the known": in_players(lambda player: {"known_deck": player.deck[:1]}),
    "hidden cards in their true order": in_players(
        lambda player: {"hidden": (*(p.powerholder for p in player.row if not p.face_up), *player.deck)}
    ),
    "how many gifts are no letters": in_players(
        lambda player: {"not_letters": sum(not gift.startswith("letter") for gift in player.hand)}
    ),
    "the hand among the known": in_players(lambda player: {"known_hand": player.hand[:3]}),
    "a card of the gift deck": in_views(lambda state: {"gift_discard": state.gift_deck[-1:]}),
    "something of the random source": in_views(lambda state: {"laid": int(state.rng.key[:8], 16)}),
    "legal actions of others": in_views(lambda state: {"legal_actions": legal_actions(state)}),
    "options of others": setting(look, "concealed", lambda asked: asked),
    "events as they are": setting(look, "redacted", lambda told, _: told),
    "a card that is drawn": setting(EVENTS["gift-drawn"], "secret", ()),
    "a card that is laid out": setting(EVENTS["card-arranged"], "secret", ()),
    "the hand in a refusal": setting(
        legal, "_not_in_hand", lambda _, player, __: Illegality("not-in-hand", ", ".join(player.hand))
    ),
    "how many can be chosen": setting(legal, "_may_choose", lambda asked: f"{len(asked.options)} options"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(rules: Ruleset, monkeypatch: Patch, leak: str) -> None:
    LEAKS[leak](monkeypatch)
    with pytest.raises(AssertionError):
        look_for_leaks(rules)


def look_for_leaks(rules: Ruleset) -> None:
    for seed in range(9):
        for kind in GAMES:
            compare(rules, kind, seed)
            look_at_scrambled(rules, kind, seed)


def look_at_scrambled(rules: Ruleset, kind: str, seed: int) -> None:
    """Some states of a game and what they look like with other hidden cards."""
    dice = random.Random(seed)
    for state, _, _ in played(new_game(rules, seed=seed, **GAMES[kind]), seed):
        if state.step % 5 == 0:
            for viewer in everybody(state):
                other = scrambled(state, viewer, dice)
                if other is not None:
                    same_to(viewer, state, other)
