"""The ids that a schema offers to an editor, or insists on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from serviam_rules.kinds import GROUPS, NAMED


@attrs.frozen
class Known:
    """The ids of a ruleset by kind (`powerholder`, `gift`, ...), the parameters of its icons, and its ranks.

    Schemas made with it offer these ids; an id of a pack that is not known here is as good.
    """

    ids: Mapping[str, tuple[str, ...]]
    icons: Mapping[str, Mapping[str, str]]
    ranks: int


def known_in(source: Mapping[str, Any]) -> Known:
    """The ids in merged plain data (`Ruleset.source`, or what `packs` returns)."""
    game = source["set"]
    ids = {kind: tuple((game if kind in GROUPS else source)[plural]) for kind, plural in NAMED.items()}
    icons = {icon: dict(card["parameters"]) for icon, card in source["icons"].items()}
    return Known(ids, icons, game["ranks"])
