"""Random play with other libraries from PyPI, as far as they are installed (`pip install '.[bench]'`).

Their games are not ours: a ratio says how long a decision takes in a library of that kind, not which game is better.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter


def chess_game(seed: int) -> int:
    """python-chess: random legal moves, each on a copy of the board, so that the old position stays usable too."""
    import chess  # type: ignore[import-not-found,unused-ignore]

    chance = random.Random(seed).random
    board, moves = chess.Board(), 0
    while not board.is_game_over(claim_draw=False) and moves < 400:
        legal = list(board.legal_moves)
        board = board.copy(stack=False)
        board.push(legal[int(chance() * len(legal))])
        moves += 1
    return moves


def catanatron_game(seed: int) -> int:
    """Catanatron: four players at random."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,unused-ignore]

    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    ticks = 0
    while game.winning_color() is None and ticks < 1000:
        game.play_tick()
        ticks += 1
    return ticks


def rlcard_game(seed: int) -> int:
    """RLCard: its environment of Uno, two players at random."""
    import rlcard  # type: ignore[import-not-found,unused-ignore]

    chance = random.Random(seed).random
    env = rlcard.make("uno", config={"seed": seed})
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(chance() * len(legal))])
        decisions += 1
    return decisions


PEERS: dict[str, tuple[str, Callable[[int], int]]] = {
    "python-chess, copy(stack=False)": ("chess", chess_game),
    "Catanatron": ("catanatron", catanatron_game),
    "RLCard, Uno environment": ("rlcard", rlcard_game),
}


def installed() -> dict[str, Callable[[int], int]]:
    """The peers that can be measured here."""
    return {name: game for name, (module, game) in PEERS.items() if find_spec(module)}


def decisions_per_second(game: Callable[[int], int], seconds: float) -> float:
    """Decisions a second of whole games, for about so many seconds."""
    decisions, seed, start = 0, 0, perf_counter()
    while (spent := perf_counter() - start) < seconds:
        decisions += game(seed)
        seed += 1
    return decisions / spent
