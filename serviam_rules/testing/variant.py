"""Rulesets with other cards for one case.

`cards` of a case changes the merged data of the ruleset: `set`, and `icons`, `gifts`, `powerholders`, `rivals` by id.
A card with a new id is added as it stands; all else is a JSON Merge Patch (RFC 7396). `effect` is put into the
recipient's EFFETTO ORDINE, or into the rival's ability, on a table where nothing else happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import loads
from typing import Any

from serviam_rules.cards import canonical, plain_source
from serviam_rules.effects.link import tables
from serviam_rules.errors import UsageError
from serviam_rules.kinds import CARDS
from serviam_rules.loading import ruleset_of
from serviam_rules.model import Ruleset
from serviam_rules.packs.merge import merge_patch
from serviam_rules.state import GameState


def patched(rules: Ruleset, patch: Mapping[str, Any]) -> Ruleset:
    """The ruleset with a patch on its cards; the same object for the same patch."""
    return _patched(rules, canonical(patch)) if patch else rules


@lru_cache(maxsize=256)
def _patched(rules: Ruleset, patch: str) -> Ruleset:
    source, changes = plain_source(rules), loads(patch)
    source["set"] = merge_patch(source["set"], changes.get("set", {}))
    for kind in CARDS.values():
        cards = source[kind]
        for card_id, card in changes.get(kind, {}).items():
            new = {"id": card_id, "name": card_id, "provenance": {"default": "stand-in"}, **card}
            cards[card_id] = merge_patch(cards[card_id], card) if card_id in cards else new
    made = ruleset_of(source)
    tables(made)
    return made


def marked_gift(rules: Ruleset) -> str:
    """The gift by which an `effect` is set off: a conspiracy-marked one of those players start with (the Demon)."""
    for gift in rules.numbers.hand.given:
        if rules.gifts[gift].conspiracy:
            return gift
    raise UsageError("`effect` needs a conspiracy-marked gift among those players start with (S-5)")


def with_effect(state: GameState, steps: Any, slot: int, by_rival: bool) -> dict[str, Any]:
    """The patch under which offering `marked_gift` at `slot` does `steps` and nothing else.

    The gift has no icons, the turn neither expansion, reward nor draw, Bazzi-Betti's turn and income are empty. The
    recipient's EFFETTO ORDINE is `steps`; with `by_rival` it is empty, and `steps` are the rival's ability in every
    round.
    """
    row = state.players[state.active].row
    if not 0 <= slot < len(row):
        raise UsageError(f"there is no place {slot}: 0 to {len(row) - 1}")
    game: dict[str, Any] = {"turn": {"expansion": [], "reward": []}, "hand": {"drawn": 0}}
    patch: dict[str, Any] = {
        "set": game,
        "gifts": {marked_gift(state.ruleset): {"icons": []}},
        "powerholders": {row[slot].powerholder: {"effetto_ordine": [] if by_rival else steps}},
    }
    if state.rival is not None:
        turns = range(1, state.ruleset.numbers.turn.turns + 1)
        game["solo"] = {"turn": [], "income": [], "ability_rounds": list(turns) if by_rival else []}
        if by_rival:
            patch["rivals"] = {state.rival: {"ability": {"when": None, "do": steps}}}
    elif by_rival:
        raise UsageError("only in the solo game does a rival resolve an effect")
    return patch
