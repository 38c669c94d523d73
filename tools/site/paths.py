"""Where things are."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DOCS = ROOT / "docs"
CARDS = ROOT / "cards"
CASES = ROOT / "tests" / "cases"
WORDS = HERE / "words"
