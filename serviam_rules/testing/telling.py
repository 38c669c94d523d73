"""Events, options, decisions and states as plain data, the way cases write them.

It is the wire form but for two things, which make cases short: an option is written by what it stands for, and a
state is told with the words of `given`.
"""

from __future__ import annotations

from typing import Any, cast

import attrs

from serviam_rules.actions import Choose, Offer, Pass
from serviam_rules.events import Event
from serviam_rules.state import (
    BazziBetti,
    BranchOption,
    CardOption,
    GameState,
    GiftOption,
    Place,
    PlaceOption,
    PlaceRef,
    Player,
    PlayerOption,
    PowerholderOption,
    RuleOption,
    StopOption,
)
from serviam_rules.values import is_list, is_map


def plain(thing: Any) -> Any:
    """A value of the library as dicts, lists and scalars."""
    if isinstance(
        thing,
        PowerholderOption
        | PlaceOption
        | GiftOption
        | PlayerOption
        | BranchOption
        | RuleOption
        | CardOption
        | StopOption,
    ):
        return option(thing)
    if isinstance(thing, PlaceRef):
        return {"place": thing.slot, "of": thing.side}
    if is_map(thing):
        return {key: plain(item) for key, item in thing.items()}
    if is_list(thing):
        return [plain(item) for item in thing]
    kind = cast(Any, type(thing))
    if not attrs.has(kind):
        return thing
    fields = {field.name: plain(getattr(thing, field.name)) for field in attrs.fields(kind)}
    if isinstance(thing, Event | Offer | Choose | Pass):
        return {"type": thing.type, **{key: item for key, item in fields.items() if key != "step"}}
    return fields


def option(thing: Any) -> Any:
    """An option as `choose` names it: `victoria`, `{place: 1, ...}`, `{gift: alms, ...}`, `{player: 1}`, `stop`, ..."""
    match thing:
        case PowerholderOption(powerholder):
            return powerholder
        case PlaceOption(side, slot, powerholder, gift):
            return {"place": slot, "of": side, "powerholder": powerholder, "gift": gift}
        case GiftOption(seat, gift, copies):
            return {"gift": gift, "of": seat, "copies": copies}
        case PlayerOption(side):
            return {"player": side}
        case RuleOption(program, position):
            return {"rule": program, "position": position}
        case CardOption(gift):
            return {"card": gift}
        case StopOption():
            return "stop"
        case _:
            return {"branch": thing.branch}


def told(state: GameState) -> dict[str, Any]:
    """A state in the words of `state` in a case."""
    return {
        "mode": state.mode,
        "difficulty": state.difficulty,
        "arrangement": state.arrangement,
        "phase": state.phase,
        "turn": state.turn,
        "step": state.step,
        "first": state.first,
        "active": state.active,
        "to_act": state.to_act,
        "is_over": state.is_over,
        "markers": dict(state.markers),
        "influence": {who: state.influence(who) for who in state.markers},
        "seats": [_seat(player) for player in state.players],
        **_deck("gift_deck", state.gift_deck),
        **_deck("discard", state.gift_discard),
        "bazzi_betti": _side(state.bazzi_betti) if state.bazzi_betti else None,
        "rival": state.rival,
        **_deck("rival_deck", state.rival_deck),
        "lasting": [plain(rule) for rule in state.lasting],
    }


def _seat(player: Player) -> dict[str, Any]:
    more = {"seat": player.seat, "turns_taken": player.turns_taken, "hand": sorted(player.hand)}
    return {**_side(player), **more, "hand_size": len(player.hand)}


def _side(side: Player | BazziBetti) -> dict[str, Any]:
    row = [_place(place) for place in side.row]
    connections = sum(place.face_up for place in side.row)
    return {"family": side.family, "vp": side.vp, "row": row, "connections": connections, **_deck("deck", side.deck)}


def _place(place: Place) -> dict[str, Any]:
    return {"powerholder": place.powerholder, "face_up": place.face_up, "gifts": list(place.gifts)}


def _deck(name: str, cards: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(cards), f"{name}_size": len(cards)}
