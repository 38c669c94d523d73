"""The guides do what they say: every file in them is written, every command run, and every line of output compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import guides

#: A guide for each kind of author.
WANTED = {"add-a-card", "make-a-variant", "translate", "transcribe-your-copy"}


def test_there_is_a_guide_for_each_kind_of_author() -> None:
    assert {path.stem for path in guides.guides()} >= WANTED


@pytest.mark.parametrize("path", guides.guides(), ids=lambda path: path.stem)
def test_a_guide_does_what_it_says(path: Path) -> None:
    _, differences = guides.run(path.read_text(encoding="utf-8"))
    assert not differences, "\n".join(map(str, differences)) + "\n(renew them with `python -m tests.guides`)"


@pytest.mark.parametrize("path", guides.guides(), ids=lambda path: path.stem)
def test_the_links_of_a_guide_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", path.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (path.parent / target).exists()]
    # Pages about cards and much of the reference are generated; tests/site follows the links to them.
    assert [target for target in missing if not target.startswith(("../cards/", "../reference/"))] == []


@pytest.mark.parametrize("path", guides.originals(), ids=lambda path: path.stem)
def test_a_translated_guide_has_the_same_code(path: Path) -> None:
    wanted = guides.code_blocks(path.read_text(encoding="utf-8"))
    pages = guides.translations(path)
    assert len(pages) == 2, f"{path.stem} in Chinese and in Japanese"
    for page in pages:
        assert guides.code_blocks(page.read_text(encoding="utf-8")) == wanted, f"{page}: `python -m tests.guides`"


# ---- the runner itself


def test_dots_stand_for_any_lines() -> None:
    assert guides.matches(["a", "...", "z"], ["a", "b", "c", "z"])
    assert guides.matches(["a", "..."], ["a"])
    assert not guides.matches(["a", "...", "z"], ["a", "b"])
    assert not guides.matches(["a"], ["a", "b"])


def test_other_output_is_noticed() -> None:
    text = "```console\n$ serviam-rules schema\nsomething else\n```\n"
    renewed, differences = guides.run(text)
    assert [one.command.text for one in differences] == ["serviam-rules schema"]
    assert "gift" in renewed
