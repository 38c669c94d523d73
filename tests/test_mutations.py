"""Mistakes that people make in card files are found, and where they are: the score of `tests.mutations`."""

from __future__ import annotations

import pytest

from tests.mutations import score


@pytest.mark.slow
def test_planted_mistakes_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    result = score(sample=400)
    with capsys.disabled():
        print(f"\n{result}")
    missed = [f"{one.kind} in {one.key}, line {one.line}" for one, _ in result.missed]
    assert result.share >= 0.99, missed
