"""The short form of `python -m tests.fuzz`: nothing that strangers write brings out a foreign exception."""

from __future__ import annotations

import pytest

from tests.fuzz.entries import ENTRIES, fuzz

SHORT = {"packs": 60, "replays": 60, "host": 60, "Markdown": 30}


@pytest.mark.parametrize("entry", ENTRIES)
def test_spoilt_data_is_refused_in_order(entry: str) -> None:
    size = SHORT.get(entry, 150)
    score = fuzz(entry, range(size))
    assert score.let_in < size, "nothing was spoilt"
    assert score.let_in or entry == "Markdown", "nothing was let in, so nothing behind the entry was tried"
