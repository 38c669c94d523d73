"""The ids that a schema offers to an editor, or insists on. Layer 5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

#: What an id looks like, and how long it may be.
ID_PATTERN = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
ID_LENGTH = 48


@attrs.frozen
class Known:
    """The ids of a ruleset by kind (`powerholder`, `gift`, ...), the parameters of its icons, and its ranks.

    Schemas made with it offer these ids. With `exact` they refuse every other one; without, an id of a pack that is
    not known here is as good.
    """

    ids: Mapping[str, tuple[str, ...]]
    icons: Mapping[str, Mapping[str, str]]
    ranks: int
    exact: bool = False


def known_in(source: Mapping[str, Any], *, exact: bool = False) -> Known:
    """The ids in merged plain data (`Ruleset.source`, or what `packs` returns)."""
    game = source["set"]
    ids = {
        "powerholder": tuple(source["powerholders"]),
        "gift": tuple(source["gifts"]),
        "rival": tuple(source["rivals"]),
        "icon": tuple(source["icons"]),
        "organisation": tuple(game["organisations"]),
        "family": tuple(game["families"]),
    }
    icons = {icon: dict(card["parameters"]) for icon, card in source["icons"].items()}
    return Known(ids, icons, game["ranks"], exact)
