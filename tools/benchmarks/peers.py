"""Other libraries at random play, each in an environment of its own: `python peers.py chess 1.0` prints JSON.

This file runs by itself, with nothing but the standard library and the peer. Their games are not ours: a ratio says how
long a decision takes in a library of that kind, not which game is better. All times are CPU time of this process.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from time import process_time
from typing import Any


class Peer:
    """A game of a library. `step` goes on in place or not; `pure` is how one keeps the position before."""

    package = ""

    def new(self, dice: random.Random) -> Any:
        """A position in which somebody has to act."""
        raise NotImplementedError

    def over(self, position: Any) -> bool:
        raise NotImplementedError

    def legal(self, position: Any) -> list[Any]:
        raise NotImplementedError

    def step(self, position: Any, action: Any) -> Any:
        raise NotImplementedError

    def pure(self, position: Any, action: Any) -> Any:
        """The position after the action; the one before stays as it is. A deep copy, where there is nothing better."""
        return self.step(copy.deepcopy(position), action)

    def texts(self) -> tuple[Callable[[Any], Any], Callable[[Any], Any]] | None:
        """How a position becomes text, and text a position, if the library has such a form."""
        return None


class Chess(Peer):
    """python-chess, each move on a copy without the stack: what search does that keeps positions."""

    package = "chess"

    def __init__(self) -> None:
        self.chess: Any = import_module("chess")

    def new(self, dice: random.Random) -> Any:
        return self.chess.Board()

    def over(self, position: Any) -> bool:
        return bool(position.fullmove_number > 200 or position.is_game_over(claim_draw=False))

    def legal(self, position: Any) -> list[Any]:
        return list(position.legal_moves)

    def pure(self, position: Any, action: Any) -> Any:
        board = position.copy(stack=False)
        board.push(action)
        return board

    step = pure

    def texts(self) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
        return self.chess.Board.fen, self.chess.Board


class Catanatron(Peer):
    """Catanatron, four players, moves from its list of playable actions."""

    package = "catanatron"

    def new(self, dice: random.Random) -> Any:
        catan: Any = import_module("catanatron")
        colors = [getattr(catan.Color, color) for color in ("RED", "BLUE", "WHITE", "ORANGE")]
        return catan.Game([catan.RandomPlayer(color) for color in colors], seed=dice.randrange(1 << 30))

    def over(self, position: Any) -> bool:
        return position.winning_color() is not None or position.state.num_turns >= 1000

    def legal(self, position: Any) -> list[Any]:
        actions = getattr(position, "playable_actions", None)
        return list(position.state.playable_actions if actions is None else actions)

    def step(self, position: Any, action: Any) -> Any:
        position.execute(action)
        return position

    def pure(self, position: Any, action: Any) -> Any:
        return self.step(position.copy(), action)


class RLCard(Peer):
    """RLCard's environments, as its documentation uses them: `step` returns the observation, legal actions with it."""

    package = "rlcard"

    def __init__(self, game: str) -> None:
        library: Any = import_module("rlcard")
        self.env: Any = library.make(game, config={"seed": 1})

    def new(self, dice: random.Random) -> Any:
        self.env.seen, _ = self.env.reset()
        return self.env

    def over(self, position: Any) -> bool:
        return bool(position.is_over())

    def legal(self, position: Any) -> list[Any]:
        return list(position.seen["legal_actions"])

    def step(self, position: Any, action: Any) -> Any:
        position.seen, _ = position.step(action)
        return position


class PettingZoo(Peer):
    """PettingZoo's classic environments; a copy loses the position, so none can be kept."""

    package = "pettingzoo"

    def __init__(self, game: str) -> None:
        self.env: Any = import_module(f"pettingzoo.classic.{game}").env()
        self.seen: Any = None

    def new(self, dice: random.Random) -> Any:
        self.env.reset(seed=dice.randrange(1 << 30))
        return self.env

    def over(self, position: Any) -> bool:
        self.seen, _, ended, cut, _ = position.last()
        return bool(ended or cut)

    def legal(self, position: Any) -> list[Any]:
        return [int(action) for action in self.seen["action_mask"].nonzero()[0]]

    def step(self, position: Any, action: Any) -> Any:
        position.step(action)
        return position


class OpenSpiel(Peer):
    """OpenSpiel's games, those in C++ and those in Python; chance is drawn by its odds, and no decision of ours."""

    package = "open_spiel"

    def __init__(self, game: str) -> None:
        if game.startswith("python_"):
            import_module("open_spiel.python.games")  # registers them
        library: Any = import_module("pyspiel")
        self.game: Any = library.load_game(game)
        self.dice = random.Random(1)

    def new(self, dice: random.Random) -> Any:
        return self._chance(self.game.new_initial_state())

    def over(self, position: Any) -> bool:
        return bool(position.is_terminal())

    def legal(self, position: Any) -> list[Any]:
        return position.legal_actions()  # type: ignore[no-any-return]

    def step(self, position: Any, action: Any) -> Any:
        position.apply_action(action)
        return self._chance(position)

    def pure(self, position: Any, action: Any) -> Any:
        return self._chance(position.child(action))

    def _chance(self, position: Any) -> Any:
        while position.is_chance_node():
            actions, odds = zip(*position.chance_outcomes(), strict=True)
            position.apply_action(self.dice.choices(actions, odds)[0])
        return position


PEERS: dict[str, tuple[str, Callable[[], Peer]]] = {
    "chess": ("python-chess, `copy(stack=False)` and `push`", Chess),
    "catanatron": ("Catanatron, four players", Catanatron),
    "rlcard-uno": ("RLCard, Uno environment", lambda: RLCard("uno")),
    "rlcard-leduc": ("RLCard, Leduc hold'em environment", lambda: RLCard("leduc-holdem")),
    "pettingzoo-tictactoe": ("PettingZoo, tic-tac-toe", lambda: PettingZoo("tictactoe_v3")),
    "pettingzoo-leduc": ("PettingZoo, Leduc hold'em", lambda: PettingZoo("leduc_holdem_v4")),
    "openspiel-hearts": ("OpenSpiel (C++), hearts", lambda: OpenSpiel("hearts")),
    "openspiel-hanabi": ("OpenSpiel (C++), Hanabi", lambda: OpenSpiel("hanabi")),
    "openspiel-gin": ("OpenSpiel (C++), gin rummy", lambda: OpenSpiel("gin_rummy")),
    "openspiel-py-tictactoe": ("OpenSpiel (Python), tic-tac-toe", lambda: OpenSpiel("python_tic_tac_toe")),
    "openspiel-py-dominoes": ("OpenSpiel (Python), block dominoes", lambda: OpenSpiel("python_block_dominoes")),
}


def play(peer: Peer, seconds: float) -> dict[str, float]:
    """Whole games of random legal moves, everything included."""
    dice, decisions, games, start = random.Random(1), 0, 0, process_time()
    while (spent := process_time() - start) < seconds or not games:
        position = peer.new(dice)
        while not peer.over(position):
            legal = peer.legal(position)
            position = peer.step(position, legal[int(dice.random() * len(legal))])
            decisions += 1
        games += 1
    return {"decisions_per_second": decisions / spent, "decisions_per_game": decisions / games}


def keep(peer: Peer, seconds: float) -> dict[str, float]:
    """Single moves of every moment of games, the position before kept each time; and its text, where there is one."""
    dice, spent, calls = random.Random(2), 0.0, 0
    writing = reading = 0.0
    texts = peer.texts()
    while spent < seconds:
        position = peer.new(dice)
        while not peer.over(position) and spent < seconds:
            legal = peer.legal(position)
            action = legal[int(dice.random() * len(legal))]
            start = process_time()
            after = [peer.pure(position, action) for _ in range(5)][-1]
            spent += process_time() - start
            calls += 5
            if texts is not None:
                start = process_time()
                text = [texts[0](position) for _ in range(5)][-1]
                writing += process_time() - start
                start = process_time()
                for _ in range(5):
                    texts[1](text)
                reading += process_time() - start
            position = after
    found = {"keep_us": spent / calls * 1e6}
    return found | ({"write_us": writing / calls * 1e6, "read_us": reading / calls * 1e6} if texts else {})


def main() -> None:
    """Measure one peer for so many seconds of each kind."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    peer = PEERS[name][1]()
    play(peer, 0.0)
    found: dict[str, Any] = {"version": metadata.version(peer.package), **play(peer, seconds)}
    if not name.startswith("pettingzoo"):
        found |= keep(peer, seconds / 2)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
