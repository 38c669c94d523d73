"""A patch says where the fields come from that it changes, and leaves what is known of all others."""

from __future__ import annotations

from typing import Any

import pytest

from serviam_rules.packs.merge import merge_patch
from serviam_rules.packs.sources import sourced

CARD: dict[str, Any] = {
    "id": "kurt",
    "name": "Kurt",
    "rank": 2,
    "category": "army",
    "effetto_ordine": [{"draw": 1}],
    "ability": {"when": "solo", "do": [{"draw": 1}]},
    "provenance": {
        "default": "stand-in",
        "name": "book",
        "effetto_ordine": "inferred",
        "effetto_ordine.0": "book",
        "ability.do.0": "review",
    },
}
BEFORE = CARD["provenance"]


def after(patch: dict[str, Any]) -> dict[str, str]:
    """The provenance of the card with this patch."""
    merged: dict[str, str] = merge_patch(CARD, sourced(CARD, patch))["provenance"]
    return merged


@pytest.mark.parametrize(
    ("patch", "changes"),
    [
        ({}, {}),
        ({"provenance": {"default": "transcribed"}}, {}),
        ({"rank": 3, "provenance": {"default": "transcribed"}}, {"rank": "transcribed"}),
        ({"name": "K", "provenance": {"default": "transcribed", "name": "review"}}, {"name": "review"}),
        ({"rank": 3}, {"rank": "stand-in"}),
        ({"category": None, "provenance": {"default": "transcribed"}}, {"category": "transcribed"}),
        ({"ability": {"when": {"not": "solo"}}, "provenance": {"default": "book"}}, {"ability.when": "book"}),
    ],
)  # fmt: skip
def test_a_patch_speaks_for_what_it_holds(patch: dict[str, Any], changes: dict[str, str]) -> None:
    assert after(patch) == {**BEFORE, **changes}


def test_what_was_known_of_parts_goes_with_the_field() -> None:
    found = after({"effetto_ordine": [], "provenance": {"default": "transcribed"}})
    assert found["effetto_ordine"] == "transcribed"
    assert "effetto_ordine.0" not in found
    found = after({"name": None})
    assert "name" not in found


def test_a_mapping_that_is_changed_as_a_whole_has_one_word() -> None:
    found = after({"ability": {"when": None, "do": []}, "provenance": {"default": "transcribed"}})
    assert found["ability"] == "transcribed"
    assert [path for path in found if path.startswith("ability.")] == []
