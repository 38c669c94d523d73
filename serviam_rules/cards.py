"""Plain data that has been checked -> frozen cards; and the fingerprint of what they do.

The data comes from `packs` (merged and checked YAML) or from the bundle in the wheel (the same
data, checked when the wheel was built), so nothing is checked again here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from serviam_rules.fields import mechanics, read
from serviam_rules.kinds import CARDS
from serviam_rules.model import CLASSES, Gift, Icon, Numbers, PackInfo, Powerholder, Rival, RulesetData
from serviam_rules.values import thaw

R = TypeVar("R", bound=RulesetData)

T = TypeVar("T")


def canonical(data: object) -> str:
    """JSON with one spelling for one content: sorted keys, no spaces, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def fingerprint(data: object) -> str:
    """A stable digest of plain data: 128 bits in hexadecimal."""
    from hashlib import sha256  # the bundle in the wheel brings all prints along

    return sha256(canonical(data).encode()).hexdigest()[:32]


def card_prints(source: Mapping[str, Any]) -> dict[str, str]:
    """The fingerprint of each card and of the set's numbers, by `kind/id`."""
    game = source["set"]
    # The order of organisations and families decides the order of options and who takes which family.
    orders = [list(game["organisations"]), list(game["families"])]
    prints = {"set": fingerprint([mechanics(Numbers, game), orders])}
    for kind, plural in CARDS.items():
        for card_id, card in source[plural].items():
            prints[f"{plural}/{card_id}"] = fingerprint(mechanics(CLASSES[kind], card))
    return prints


def ruleset_from(kind: type[R], source: Mapping[str, Any], *, known: tuple[dict[str, str], str] | None = None) -> R:
    """The ruleset, of this class, that merged and checked data describes.

    The prints of its cards, and its own, are worked out unless they are `known`.
    """
    prints = known[0] if known else card_prints(source)
    powerholders = [read(Powerholder, card) for card in source["powerholders"].values()]
    order = list(source["set"]["organisations"])
    powerholders.sort(key=lambda card: (order.index(card.organisation), -card.rank, card.id))
    numbers = _numbers(source["set"], powerholders)
    return kind(
        packs=tuple(PackInfo(**pack) for pack in source["packs"]),
        numbers=numbers,
        organisations=MappingProxyType(dict(numbers.organisations)),
        families=MappingProxyType(dict(numbers.families)),
        icons=_cards(Icon, source["icons"]),
        gifts=_cards(Gift, source["gifts"]),
        powerholders=MappingProxyType({card.id: card for card in powerholders}),
        index=MappingProxyType({card.id: at for at, card in enumerate(powerholders)}),
        rivals=_cards(Rival, source["rivals"]),
        card_prints=MappingProxyType(prints),
        fingerprint=known[1] if known else fingerprint(prints),
        merged=source,
    )


def _cards(kind: type[T], cards: Mapping[str, Any]) -> Mapping[str, T]:
    return MappingProxyType({key: read(kind, card) for key, card in cards.items()})


def _numbers(game: Mapping[str, Any], powerholders: Iterable[Powerholder]) -> Numbers:
    """The set, in which every powerholder has a track: the common one with what is its own."""
    own = game.get("tracks", {})
    tracks = {card.id: {**game["track"], **own.get(card.id, {})} for card in powerholders}
    return read(Numbers, {**game, "tracks": tracks})


def plain_source(rules: RulesetData) -> dict[str, Any]:
    """The merged data of a ruleset as plain dicts and lists, to merge packs onto or to write down."""
    plain: dict[str, Any] = thaw(rules.source)
    return plain
