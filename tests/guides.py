"""Runs the guides under `docs/guides/` that show what is printed: writes their files, runs their commands, compares.

A block ```yaml begins with `# a/path.yaml`, one ```markdown with `<!-- a/path.md -->`, and is written there. A block
```console holds commands behind `$ `, each with what it prints; a line `...` stands for any lines.
`python -m tests.guides` writes what is printed now into the guides.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from serviam_rules.cli import main

PROJECT = Path(__file__).resolve().parents[1]
GUIDES = PROJECT / "docs" / "guides"
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
#: Cells of the terminal that the guides show.
WIDTH = 96
ANYTHING = "..."

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"(?:#|<!--) (\S+\.(?:yaml|md))(?: -->)?\n")


class Command(NamedTuple):
    """A command of a guide, and the lines that the guide says it prints."""

    text: str
    printed: list[str]


class Difference(NamedTuple):
    """A command that prints something else than the guide says."""

    command: Command
    came: list[str]

    def __str__(self) -> str:
        says, came = ("\n".join(f"    {line}" for line in lines) for lines in (self.command.printed, self.came))
        return f"$ {self.command.text}\n  the guide says:\n{says}\n  it prints:\n{came}"


def guides() -> list[Path]:
    """Every English guide that shows what commands print; the others are run by `test_docs`."""
    return sorted(page for page in originals() if "```console\n" in page.read_text(encoding="utf-8"))


def originals() -> list[Path]:
    """Every guide in English."""
    return sorted(page for page in GUIDES.glob("*.md") if "." not in page.stem)


def translations(guide: Path) -> list[Path]:
    """The same guide in other languages."""
    return sorted(guide.parent.glob(f"{guide.stem}.*.md"))


def code_blocks(text: str) -> list[str]:
    """The fenced blocks of a page, in order."""
    return BLOCK.findall(text)


def carry_over(guide: Path) -> None:
    """Put the code blocks of a guide into its translations: code and output are the same in every language."""
    blocks = code_blocks(guide.read_text(encoding="utf-8"))
    for page in translations(guide):
        prose = BLOCK.split(page.read_text(encoding="utf-8"))
        if len(prose) == len(blocks) + 1:
            page.write_text("".join(map("".join, zip(prose, [*blocks, ""], strict=True))), encoding="utf-8")


def run(text: str) -> tuple[str, list[Difference]]:
    """Run a guide in an empty folder: its text with what is printed now, and what differs."""
    differences: list[Difference] = []
    with tempfile.TemporaryDirectory() as place, chdir(place):
        renewed = _BLOCK.sub(lambda block: _block(block, differences), text)
    return renewed, differences


def _block(block: re.Match[str], differences: list[Difference]) -> str:
    language, text = block.groups()
    if language in ("yaml", "markdown"):
        _write(text)
    elif language == "console":
        return "```console\n" + "".join(f"{line}\n" for line in _session(text, differences)) + "```"
    else:
        raise ValueError(f"a guide has no blocks of {language}")
    return block[0]


def _write(text: str) -> None:
    title = _TITLE.match(text)
    if title is None:
        raise ValueError(f"a block begins with the path of its file: {text[:60]!r}")
    path = Path(title[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _session(text: str, differences: list[Difference]) -> Iterator[str]:
    for command in commands(text):
        came = printed(command.text)
        agrees = matches(command.printed, came)
        if not agrees:
            differences.append(Difference(command, came))
        yield f"$ {command.text}"
        yield from command.printed if agrees else came


def commands(text: str) -> list[Command]:
    """The commands of a block, each with the lines below it."""
    found: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].printed.append(line)
    return found


def printed(command: str) -> list[str]:
    """The lines that a command prints, messages among results, as in a terminal."""
    name, *arguments = shlex.split(command)
    if name == "rm":
        for path in arguments:
            Path(path).unlink()
        return []
    if name != "serviam-rules":
        raise ValueError(f"a guide runs `serviam-rules` and `rm`, not {name!r}")
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(out), mock.patch.dict(os.environ, {"COLUMNS": str(WIDTH)}):
        main(arguments)
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def matches(expected: list[str], came: list[str]) -> bool:
    """Whether lines are as expected; `...` stands for any number of them."""
    if not expected:
        return not came or came == [""]
    first, *rest = expected
    if first == ANYTHING:
        return any(matches(rest, came[at:]) for at in range(len(came) + 1)) if rest else True
    return bool(came) and came[0] == first and matches(rest, came[1:])


if __name__ == "__main__":
    for guide in map(Path, sys.argv[1:]) if sys.argv[1:] else guides():
        renewed_text, _ = run(guide.read_text(encoding="utf-8"))
        guide.write_text(renewed_text, encoding="utf-8")
        carry_over(guide)
