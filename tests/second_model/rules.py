"""The rules once more: plain dicts and lists, one generator function a paragraph of the rulebook.

Nothing here comes from `serviam_rules`: the cards are read from their YAML files as plain data, and what a card does
beyond its icons is written out below by its name. A generator yields `("choose", seat, options)` where a player has to
choose, `("draw",)` where the next card of a deck nobody knows is needed, and goes on with what it is sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

Game = dict[str, Any]
Flow = Generator[tuple[Any, ...], Any, Any]

CARDS = Path(__file__).resolve().parents[2] / "cards"
BAZZI = "bazzi-betti"


def _files(folder: str) -> dict[str, Any]:
    return {path.stem: YAML(typ="safe", pure=True).load(path) for path in sorted((CARDS / folder).glob("*.yaml"))}


GIFTS = _files("gifts")
PEOPLE = _files("powerholders")
RIVALS = _files("rivals")
TRACK = (-3, 0, 0, 1, 1, 2, 2, 5)  # C-2
LAST_TURN = 7  # T-10
LATE_ROUNDS = (5, 6, 7)  # O-9


def is_letter(gift: str) -> bool:
    return bool(GIFTS[gift].get("threat_letter", False))


def is_conspiracy(gift: str) -> bool:
    return bool(GIFTS[gift]["conspiracy"])


# --- what can be seen on the table ------------------------------------------------------------------------------------


def influence(game: Game, who: str) -> int:
    return TRACK[game["spaces"][who]]


def connections(game: Game, side: Any) -> list[int]:
    return [slot for slot, place in enumerate(game["rows"][side]) if place["up"]]


def open_connections(game: Game, seat: int) -> list[int]:
    """T-1, T-2."""
    row = game["rows"][seat]
    return [slot for slot in connections(game, seat) if not any(map(is_letter, row[slot]["gifts"]))]


def legal(game: Game) -> set[tuple[Any, ...]]:
    """T-1, T-2, T-12; while a choice is pending, its options are what is legal."""
    seat = game["active"]
    offers: set[tuple[Any, ...]] = {
        ("offer", gift, slot) for gift in game["hands"][seat] for slot in open_connections(game, seat)
    }
    return offers or {("pass",)}


# --- small things that happen -----------------------------------------------------------------------------------------


def choose(seat: int, options: list[Any]) -> Flow:
    """T-16: none is no choice, one is made by the engine."""
    different = list(dict.fromkeys(options))
    if len(different) < 2:
        return different[0] if different else None
    return (yield ("choose", seat, different))


def move(game: Game, who: str | None, by: int) -> None:
    """T-4, T-6."""
    if who is not None:
        game["spaces"][who] = max(0, min(len(TRACK) - 1, game["spaces"][who] + by))


def gain(game: Game, side: Any, vp: int) -> None:
    """C-7."""
    game["vp"][side] = max(0, min(60, game["vp"][side] + vp))


def draw(game: Game, seat: int) -> Flow:
    """T-10, T-11, T-15."""
    if not game["gift_deck"] and game["gift_discard"]:
        game["gift_deck"], game["gift_discard"] = sorted(game["gift_discard"]), []
        game["shuffled"] = True
    if game["gift_deck"]:
        drawn = (yield ("draw",)) if game["shuffled"] else game["gift_deck"][0]
        game["gift_deck"].remove(drawn)
        game["hands"][seat].append(drawn)


# --- a turn -----------------------------------------------------------------------------------------------------------


def act(game: Game, action: tuple[Any, ...]) -> Flow:
    """From an action of the player whose turn it is to the next one that is due."""
    seat = game["active"]
    game["offered"] = None
    if action[0] == "offer":
        yield from offering(game, seat, action[1], action[2])
        yield from conspiracy(game, seat)
        yield from expansion(game, seat)
        gain(game, seat, influence(game, game["offered"]["recipient"]))  # T-9, T-13, T-17
    if game["solo"]:
        gain(game, BAZZI, sum(influence(game, who) for who in RIVALS[game["rival"]]["names"]))  # O-8, O-12, O-14
        if game["turn"] in LATE_ROUNDS:
            yield from rival_ability(game)
    yield from end(game, seat)


def offering(game: Game, seat: int, gift: str, slot: int) -> Flow:
    """T-1, T-3."""
    game["hands"][seat].remove(gift)
    place = game["rows"][seat][slot]
    place["gifts"].append(gift)
    game["offered"] = {"gift": gift, "slot": slot, "recipient": place["who"]}
    yield from icons(game, seat, gift, place["who"])


def icons(game: Game, seat: int, gift: str, target: str) -> Flow:
    """T-3, T-4: whom each icon moves, one after another."""
    for icon in GIFTS[gift]["icons"]:
        if "holder" in icon:
            who: str | None = icon["holder"]
        elif "target" in icon:
            who = target
        elif "rank" in icon:
            who = yield from someone(seat, [one for one in PEOPLE if PEOPLE[one]["rank"] == icon["rank"]])
        else:
            assert "any" in icon, icon
            who = yield from someone(seat, list(PEOPLE))
        move(game, who, icon["move"])


def someone(seat: int, people: list[str]) -> Flow:
    chosen = yield from choose(seat, [("powerholder", one) for one in people])
    return chosen and chosen[1]


def conspiracy(game: Game, seat: int) -> Flow:
    """T-7."""
    if is_conspiracy(game["offered"]["gift"]):
        yield from ORDERS[game["offered"]["recipient"]](game, seat)


def expansion(game: Game, seat: int) -> Flow:
    """T-8, T-14, T-17."""
    here, row = game["offered"]["slot"], game["rows"][seat]
    beside = [slot for slot in (here - 1, here + 1) if 0 <= slot < len(row) and not row[slot]["up"]]
    chosen = yield from choose(seat, [("place", seat, slot) for slot in beside])
    if chosen:
        row[chosen[2]]["up"] = True


def end(game: Game, seat: int) -> Flow:
    """T-10, O-9."""
    game["taken"][seat] += 1
    if all(taken >= LAST_TURN for taken in game["taken"].values()):
        score(game)
        return
    yield from draw(game, seat)
    game["active"] = (seat + 1) % len(game["hands"])
    game["turn"] += 1
    if game["solo"]:
        bazzi_betti_turn(game)


# --- EFFETTO ORDINE ---------------------------------------------------------------------------------------------------


def victoria(game: Game, seat: int) -> Flow:
    for who, card in PEOPLE.items():
        if card["rank"] == 3 and who != "victoria":
            move(game, who, -1)
    yield from ()


def kurt(game: Game, seat: int) -> Flow:
    """D-1 to D-3, D-6: nothing is asked where nothing can be exchanged."""
    row, hand = game["rows"][seat], game["hands"][seat]
    piles = [("place", seat, slot) for slot in connections(game, seat) if row[slot]["gifts"]]
    if not (piles and hand):
        return
    chosen = yield from choose(seat, piles)
    given = yield from choose(seat, [("gift", seat, gift) for gift in hand])
    if chosen and given:
        hand.remove(given[2])
        hand.append(row[chosen[2]]["gifts"].pop())
        row[chosen[2]]["gifts"].append(given[2])


def dario(game: Game, seat: int) -> Flow:
    yield from draw(game, seat)
    yield from discard_one(game, seat, game["hands"][seat])


def discard_one(game: Game, seat: int, gifts: list[str]) -> Flow:
    chosen = yield from choose(seat, [("gift", seat, gift) for gift in gifts])
    if chosen:
        game["hands"][seat].remove(chosen[2])
        game["gift_discard"].append(chosen[2])


def eleonora(game: Game, seat: int) -> Flow:
    first = yield from someone(seat, list(PEOPLE))
    move(game, first, +1)
    second = yield from someone(seat, [who for who in PEOPLE if who != first])
    move(game, second, -1)


def balthasar(game: Game, seat: int) -> Flow:
    """D-5, D-7, O-10."""
    branch = ("branch", 0)
    if game["solo"]:
        branch = yield from choose(seat, [("branch", 0), ("branch", 1)])
    if branch == ("branch", 1):
        old, game["rival"] = game["rival"], game["rivals"].pop(0)
        game["rivals"].append(old)
        game["shuffled_decks"].add("rivals")
        return
    row, deck = game["rows"][seat], game["decks"][seat]
    chosen = yield from choose(seat, [("place", seat, slot) for slot in connections(game, seat)])
    place = row[chosen[2]]
    deck.append(place["who"])
    place["who"] = deck.pop(0)
    game["shuffled_decks"].add(seat)


def ottavia(game: Game, seat: int) -> Flow:
    others = [BAZZI] if game["solo"] else [other for other in game["hands"] if other != seat]
    chosen = yield from choose(seat, [("player", other) for other in others])
    gain(game, chosen[1], -2)


def leandro(game: Game, seat: int) -> Flow:
    row = game["rows"][seat]
    slots = [slot for slot in connections(game, seat) if row[slot]["gifts"] and slot != game["offered"]["slot"]]
    chosen = yield from choose(seat, [("place", seat, slot) for slot in slots])
    if chosen:
        there = row[chosen[2]]
        yield from icons(game, seat, there["gifts"][-1], there["who"])


def serafina(game: Game, seat: int) -> Flow:
    gain(game, seat, min(4, marked(game, seat)))
    yield from ()


def fabrizio(game: Game, seat: int) -> Flow:
    """T-18: what has no possibility cannot be picked while the other has one."""
    row = game["rows"][seat]
    down = [("place", seat, slot) for slot, place in enumerate(row) if not place["up"]]
    branch = yield from choose(seat, [("branch", 0), ("branch", 1)] if down else [("branch", 1)])
    if branch == ("branch", 0):
        chosen = yield from choose(seat, down)
        row[chosen[2]]["up"] = True
    else:
        move(game, (yield from someone(seat, list(PEOPLE))), +1)


ORDERS = {
    "victoria": victoria, "kurt": kurt, "dario": dario, "eleonora": eleonora, "balthasar": balthasar,
    "ottavia": ottavia, "leandro": leandro, "serafina": serafina, "fabrizio": fabrizio,
}  # fmt: skip


# --- solo -------------------------------------------------------------------------------------------------------------


def bazzi_betti_turn(game: Game) -> None:
    """O-7, O-11."""
    row = game["rows"][BAZZI]
    newcomer = next((place for place in row if not place["up"]), None)
    if newcomer:
        newcomer["up"] = True
        move(game, newcomer["who"], +1)
    for who in RIVALS[game["rival"]]["names"]:
        move(game, who, +1)


def rival_ability(game: Game) -> Flow:
    """O-9, O-14: what the card says, by its name."""
    rival, human = game["rival"], 0
    named = RIVALS[rival]["names"]
    if rival == "irma" and sum(influence(game, who) for who in named) >= 3:
        gain(game, human, -3)
    if rival == "nicolo":
        yield from discard_one(game, human, [gift for gift in game["hands"][human] if is_conspiracy(gift)])
    if rival == "bianca" and game["vp"][human] > game["vp"][BAZZI] and game["offered"]:
        move(game, game["offered"]["recipient"], -2)
    if rival == "ruggero":
        for place in game["rows"][human]:
            if place["up"] and place["who"] in named and place["gifts"]:
                game["gift_discard"].append(place["gifts"].pop())
    if rival == "celeste" and any(influence(game, who) == 5 for who in PEOPLE):
        gain(game, BAZZI, 3)


# --- final scoring ----------------------------------------------------------------------------------------------------


def marked(game: Game, side: Any) -> int:
    return sum(is_conspiracy(gift) for place in game["rows"][side] for gift in place["gifts"])


def score(game: Game) -> None:
    """F-1 to F-4, O-13."""
    game["added"] = {"demand": {}, "shadow": {}}
    for side, row in game["rows"].items():
        before = game["vp"][side]
        wanted = [
            gift for place in row for gift in place["gifts"]
            if GIFTS[gift]["category"] == PEOPLE[place["who"]]["organisation"]
        ]  # fmt: skip
        gain(game, side, 2 * len(wanted))
        between = game["vp"][side]
        if all(any(map(is_conspiracy, place["gifts"])) for place in row):
            gain(game, side, 10)
        game["added"]["demand"][side] = between - before
        game["added"]["shadow"][side] = game["vp"][side] - between
    best = max((game["vp"][side], marked(game, side)) for side in game["rows"])
    game["winners"] = [side for side in game["rows"] if (game["vp"][side], marked(game, side)) == best]


def cards_of(game: Game) -> Counter[str]:
    """Every gift of the game, wherever it lies (C-4)."""
    found: Counter[str] = Counter(game["gift_deck"]) + Counter(game["gift_discard"])
    for hand in game["hands"].values():
        found.update(hand)
    for row in game["rows"].values():
        for place in row:
            found.update(place["gifts"])
    return found
