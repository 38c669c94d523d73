"""Plain data that has been checked -> frozen cards; and the fingerprint of what they do.

Layer 1. The data comes from `packs` (merged and checked YAML) or from the bundle in the wheel (the same
data, checked when the wheel was built), so nothing is checked again here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from serviam_rules.model import (
    Family,
    Gift,
    Icon,
    Numbers,
    Organisation,
    PackInfo,
    Powerholder,
    Rival,
    RulesetData,
    Score,
    Solo,
    Track,
)
from serviam_rules.values import FrozenMap, freeze, is_list, is_map, thaw

R = TypeVar("R", bound=RulesetData)

#: What may change without changing the game: names, looks, sources, words.
COSMETIC: Final = frozenset({"name", "aliases", "flavour", "colour", "provenance", "glyph", "words", "errata"})
KINDS: Final = ("icons", "gifts", "powerholders", "rivals")


def canonical(data: object) -> str:
    """JSON with one spelling for one content: sorted keys, no spaces, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def fingerprint(data: object) -> str:
    """A stable digest of plain data: 128 bits in hexadecimal."""
    from hashlib import sha256  # the bundle in the wheel brings all prints along

    return sha256(canonical(data).encode()).hexdigest()[:32]


def mechanics(data: Any) -> Any:
    """Plain data without what does not change the game."""
    if is_map(data):
        return {key: mechanics(item) for key, item in data.items() if key not in COSMETIC}
    if is_list(data):
        return [mechanics(item) for item in data]
    return data


def card_prints(source: Mapping[str, Any]) -> dict[str, str]:
    """The fingerprint of each card and of the set's numbers, by `kind/id`."""
    game = source["set"]
    # The order of organisations and families decides the order of options and who takes which family.
    orders = [list(game["organisations"]), list(game["families"])]
    prints = {"set": fingerprint([mechanics(game), orders])}
    for kind in KINDS:
        for card_id, card in source[kind].items():
            prints[f"{kind}/{card_id}"] = fingerprint(mechanics(card))
    return prints


def ruleset_from(kind: type[R], source: Mapping[str, Any], *, known: tuple[dict[str, str], str] | None = None) -> R:
    """The ruleset, of this class, that merged and checked data describes.

    The prints of its cards, and its own, are worked out unless they are `known`.
    """
    prints = known[0] if known else card_prints(source)
    game = source["set"]
    organisations = {
        key: Organisation(key, item["name"], item["colour"]) for key, item in game["organisations"].items()
    }
    powerholders = [_powerholder(card) for card in source["powerholders"].values()]
    order = list(organisations)
    powerholders.sort(key=lambda card: (order.index(card.organisation), -card.rank, card.id))
    return kind(
        packs=tuple(PackInfo(**pack) for pack in source["packs"]),
        numbers=_numbers(game, [card.id for card in powerholders]),
        organisations=MappingProxyType(organisations),
        families=MappingProxyType(
            {key: Family(key, item["name"], item["colour"]) for key, item in game["families"].items()}
        ),
        icons=MappingProxyType({key: _icon(card) for key, card in source["icons"].items()}),
        gifts=MappingProxyType({key: _gift(card) for key, card in source["gifts"].items()}),
        powerholders=MappingProxyType({card.id: card for card in powerholders}),
        index=MappingProxyType({card.id: at for at, card in enumerate(powerholders)}),
        rivals=MappingProxyType({key: _rival(card) for key, card in source["rivals"].items()}),
        card_prints=MappingProxyType(prints),
        fingerprint=known[1] if known else fingerprint(prints),
        merged=source,
    )


def _named(card: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": card["id"],
        "name": card["name"],
        "provenance": FrozenMap(card["provenance"]),
        "aliases": tuple(card.get("aliases", ())),
        "flavour": card.get("flavour", ""),
    }


def _icon(card: Mapping[str, Any]) -> Icon:
    return Icon(
        id=card["id"],
        parameters=FrozenMap(card["parameters"]),
        effect=freeze(card["effect"]),
        glyph=card["glyph"],
        name=card.get("name", card["id"]),
        provenance=FrozenMap(card["provenance"]),
    )


def _gift(card: Mapping[str, Any]) -> Gift:
    return Gift(
        **_named(card),
        copies=card["copies"],
        category=card["category"],
        conspiracy=card["conspiracy"],
        threat_letter=card.get("threat_letter", False),
        icons=freeze(card["icons"]),
    )


def _powerholder(card: Mapping[str, Any]) -> Powerholder:
    return Powerholder(
        **_named(card),
        organisation=card["organisation"],
        rank=card["rank"],
        effetto_ordine=freeze(card["effetto_ordine"]),
    )


def _rival(card: Mapping[str, Any]) -> Rival:
    ability = card["ability"]
    return Rival(**_named(card), names=tuple(card["names"]), when=freeze(ability.get("when")), do=freeze(ability["do"]))


def _numbers(game: Mapping[str, Any], powerholders: list[str]) -> Numbers:
    own = game.get("tracks", {})
    tracks = {key: _track({**game["track"], **own.get(key, {})}) for key in powerholders}
    players, vp, row, hand, turn = game["players"], game["vp"], game["row"], game["hand"], game["turn"]
    return Numbers(
        ranks=game["ranks"],
        tracks=FrozenMap(tracks),
        least_players=players["least"],
        most_players=players["most"],
        least_vp=vp["least"],
        most_vp=vp["most"],
        start_vp=vp["start"],
        places=row["places"],
        face_up=tuple(row["face_up"]),
        dealt=hand["dealt"],
        given=tuple(hand["given"]),
        drawn=hand["drawn"],
        gift_deck=game["gift_deck"],
        turns=turn["turns"],
        expansion=freeze(turn["expansion"]),
        reward=freeze(turn["reward"]),
        scoring=tuple(Score(item["id"], freeze(item["do"])) for item in game["scoring"]),
        tie_break=freeze(game["tie_break"]),
        solo=_solo(game["solo"]) if game.get("solo") else None,
        provenance=FrozenMap(game["provenance"]),
    )


def _track(data: Mapping[str, Any]) -> Track:
    return Track(tuple(data["spaces"]), data["start"], data["solo_start"])


def _solo(data: Mapping[str, Any]) -> Solo:
    return Solo(
        family=data["family"],
        row=data["row"],
        difficulties=FrozenMap(data["difficulties"]),
        ability_rounds=tuple(data["ability_rounds"]),
        turn=freeze(data["turn"]),
        income=freeze(data["income"]),
    )


def plain_source(rules: RulesetData) -> dict[str, Any]:
    """The merged data of a ruleset as plain dicts and lists, to merge packs onto or to write down."""
    plain: dict[str, Any] = thaw(rules.source)
    return plain
