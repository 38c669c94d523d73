"""The engine and the second model, step by step beside each other, and what differs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import serviam_rules as sr
from serviam_rules.events import GiftDrawn
from tests.second_model import rules as model
from tests.second_model.rules import BAZZI, Game


class Differs(AssertionError):
    """The engine and the model do not agree."""


def expect(ours: Any, theirs: Any, what: str) -> None:
    if ours != theirs:
        raise Differs(f"{what}: the model has {ours!r}, the engine {theirs!r}")


# --- what the engine shows, as the model's plain data -----------------------------------------------------------------


def read(state: sr.GameState) -> Game:
    """A state of the engine as the model writes it down."""
    sides: list[Any] = [(player.seat, player) for player in state.players]
    if state.bazzi_betti is not None:
        sides.append((BAZZI, state.bazzi_betti))
    return {
        "solo": state.mode == "solo",
        "vp": {side: owner.vp for side, owner in sides},
        "spaces": dict(state.markers),
        "hands": {player.seat: list(player.hand) for player in state.players},
        "rows": {
            side: [{"who": at.powerholder, "up": at.face_up, "gifts": list(at.gifts)} for at in owner.row]
            for side, owner in sides
        },
        "decks": {side: list(owner.deck) for side, owner in sides},
        "gift_deck": list(state.gift_deck),
        "gift_discard": list(state.gift_discard),
        "taken": {player.seat: player.turns_taken for player in state.players},
        "rival": state.rival,
        "rivals": list(state.rival_deck),
        "active": state.active,
        "turn": state.turn,
        "offered": None,
        "shuffled": False,
        "shuffled_decks": set(),
        "winners": None,
    }


def option(one: Any) -> tuple[Any, ...]:
    """What an option of the engine stands for."""
    fields = {
        "powerholder": ("powerholder",), "place": ("side", "slot"), "gift": ("seat", "gift"),
        "player": ("side",), "branch": ("branch",),
    }[one.type]  # fmt: skip
    return (one.type, *(getattr(one, field) for field in fields))


def action(one: Any) -> tuple[Any, ...]:
    return ("offer", one.gift, one.slot) if one.type == "offer" else (one.type,)


# --- side by side -----------------------------------------------------------------------------------------------------


class Beside:
    """One game, played by both. `through_json` writes and reads the engine's state before every action."""

    def __init__(self, state: sr.GameState, *, through_json: bool = False) -> None:
        assert state.decision is None
        self.state = state
        self.game = read(state)
        self.flow: Any = None
        self.due: Any = None
        self.through_json = through_json

    def play(self, dice: random.Random) -> int:
        """To the end, at random; how many actions that took."""
        steps = 0
        while not self.state.is_over:
            self.compare()
            self.act(dice.choice(sr.legal_actions(self.state)))
            steps += 1
        self.compare()
        return steps

    def act(self, chosen: Any) -> None:
        if self.through_json:
            self.state = sr.state_from_json(sr.to_json(self.state), self.state.ruleset)
        sent: Any = None
        if self.flow is None:
            self.flow = model.act(self.game, action(chosen))
        else:
            assert self.state.decision is not None
            sent = option(self.state.decision.options[chosen.option])
        self.state, events = sr.apply(self.state, chosen)
        self.run(sent, iter([event.gift for event in events if isinstance(event, GiftDrawn)]))
        self.take_over_shuffled()

    def run(self, sent: Any, drawn: Iterator[Any]) -> None:
        """The model's side of an action, up to its next choice or its end."""
        self.due = None
        try:
            while True:
                asked = self.flow.send(sent)
                if asked[0] == "choose":
                    self.due = asked
                    return
                sent = next(drawn)
                if sent not in self.game["gift_deck"]:
                    raise Differs(f"the engine drew {sent}, which is not in the deck")
        except StopIteration:
            self.flow = None

    def take_over_shuffled(self) -> None:
        """What chance did to a deck is the engine's to say; that it holds the same cards is compared."""
        theirs = read(self.state)
        if self.game["shuffled"]:
            expect(sorted(self.game["gift_deck"]), sorted(theirs["gift_deck"]), "the shuffled gift deck")
            self.game["gift_deck"], self.game["shuffled"] = theirs["gift_deck"], False
        for name in self.game["shuffled_decks"]:
            ours, other = (game["rivals"] if name == "rivals" else game["decks"][name] for game in (self.game, theirs))
            expect(sorted(ours), sorted(other), f"the shuffled deck of {name}")
            ours[:] = other
        self.game["shuffled_decks"] = set()

    def compare(self) -> None:
        """Everything that both know of this moment."""
        theirs, state = read(self.state), self.state
        for what in ("vp", "spaces", "rows", "decks", "gift_deck", "gift_discard", "taken", "rival", "rivals"):
            expect(self.game[what], theirs[what], what)
        for seat, hand in self.game["hands"].items():
            expect(sorted(hand), sorted(theirs["hands"][seat]), f"the hand of {seat}")
        expect(self.game["winners"], list(state.outcome.winners) if state.outcome else None, "winners")
        if state.outcome is not None:
            sides = list(self.game["rows"])
            for item, by_side in self.game["added"].items():
                expect([by_side[side] for side in sides], list(state.outcome.added[item]), f"added by {item}")
            expect((), sr.legal_actions(state), "legal after the end")
            return
        if self.due:
            assert state.decision is not None, "the model waits for a choice, the engine does not"
            _, seat, options = self.due
            expect(seat, state.decision.seat, "who chooses")
            expect(sorted(options), sorted(map(option, state.decision.options)), "options")
        else:
            expect(None, state.decision and state.decision.prompt, "a choice")
            expect((self.game["active"], self.game["turn"]), (state.active, state.turn), "whose turn it is")
            expect(model.legal(self.game), set(map(action, sr.legal_actions(state))), "what is legal")


# --- where games begin ------------------------------------------------------------------------------------------------


def opening(rules: sr.Ruleset, seed: int, dice: random.Random, **options: Any) -> sr.GameState:
    """A game that has begun, checked against the setup (S-1 to S-6, O-2 to O-7); rows are laid out at random (S-7)."""
    arrangement = options.get("arrangement", "deal")
    state = sr.new_game(rules, seed=seed, **options)
    arranged: dict[int, list[str]] = {}
    while state.phase == "arrangement":
        decision = state.decision
        assert decision is not None
        seat, player = decision.seat, state.players[decision.seat]
        laid = arranged.setdefault(seat, [])
        row = [place.powerholder for place in player.row]
        free = row[len(laid) :] + (list(player.deck) if arrangement == "select" else [])
        expect(sorted(free), sorted(option(one)[1] for one in decision.options), "who can be laid next (S-7)")
        at = dice.randrange(len(decision.options))
        laid.append(option(decision.options[at])[1])
        state = sr.apply(state, sr.Choose(at)).state
        expect(laid, [place.powerholder for place in state.players[seat].row][: len(laid)], "the row laid out (S-7)")
    check_setup(read(state))
    return state


def check_setup(game: Game) -> None:
    solo = game["solo"]
    spaces = dict.fromkeys(model.PEOPLE, 4 if solo else 1)  # O-2, S-1
    rows = {side: row for side, row in game["rows"].items() if side != BAZZI}
    if solo:
        expect(7, len(game["rows"][BAZZI]), "Bazzi-Betti's row (O-3)")
        expect(2, len(game["decks"][BAZZI]), "Bazzi-Betti's deck (O-3)")
        expect([True] + [False] * 6, [place["up"] for place in game["rows"][BAZZI]], "the first turned up (O-7)")
        moved = {"spaces": spaces, "rows": {BAZZI: [dict(game["rows"][BAZZI][0], up=False)]}, "rival": game["rival"]}
        model.bazzi_betti_turn(moved)
        expect(sorted(model.RIVALS), sorted([game["rival"], *game["rivals"]]), "rivals (O-4)")
    expect(spaces, game["spaces"], "where markers start")
    for seat, row in rows.items():
        expect([True, False, False, False, True], [place["up"] for place in row], "the ends face up (S-3)")
        expect(sorted(model.PEOPLE), sorted([place["who"] for place in row] + game["decks"][seat]), "nine cards (C-3)")
        hand = sorted(game["hands"][seat])
        expect(4, len(hand), "a hand of four (S-5)")
        expect((1, 1), (hand.count("demon"), hand.count("bribe")), "Demon and Bribe (S-5)")
        expect([], [gift for gift in hand if model.is_letter(gift)], "no letters at first (S-4)")
    copies = {gift: card["copies"] for gift, card in model.GIFTS.items()}
    copies |= {"demon": len(rows), "bribe": len(rows)}
    expect(copies, dict(model.cards_of(game)), "all gifts (C-4)")


def odd_table(state: sr.GameState, dice: random.Random) -> sr.GameState | None:
    """The same game with markers, VP, piles, decks and rounds that play seldom reaches; None if it is none that can be.

    Written into the state's JSON, so that reading it checks it.
    """
    data = json.loads(sr.to_json(state))
    for who in data["markers"]:
        data["markers"][who] = dice.choice([0, 0, 7, 7, *range(8)])
    owners = [*data["players"], *([data["bazzi_betti"]] if data["bazzi_betti"] else [])]
    for owner in owners:
        owner["vp"] = dice.choice([0, 1, 59, 60, dice.randint(0, 60)])
    deck = data["gift_deck"]
    for player in data["players"]:
        for place in player["row"]:
            for _ in range(dice.choice([0, 0, 1, 3]) if place["face_up"] else 0):
                if deck:
                    place["gifts"].append(deck.pop(dice.randrange(len(deck))))
    while deck and dice.random() < 0.95:
        data["gift_discard"].append(deck.pop())
    if dice.random() < 0.3:
        deck += data["gift_discard"]
        data["gift_discard"] = []
    if data["mode"] == "standard":
        later = dice.randrange(7 - max(player["turns_taken"] for player in data["players"]))
        for player in data["players"]:
            player["turns_taken"] += later
        data["turn"] += later * len(data["players"])
        data["step"] += later * len(data["players"])
    try:
        return sr.state_from_json(json.dumps(data), state.ruleset)
    except sr.ServiamError:
        return None
