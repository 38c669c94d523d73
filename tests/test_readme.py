"""The README does what it says: its commands exist, its Python runs, its links lead somewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    """A code block: the `##` heading above it, its language, its text, the number of its first line."""

    heading: str
    language: str
    text: str
    line: int


def blocks() -> list[Block]:
    """All code blocks of the README, in order."""
    found: list[Block] = []
    heading, opened, language, lines = "", 0, "", list[str]()
    for number, line in enumerate(README.splitlines(), start=1):
        if line.startswith("```"):
            if opened:
                found.append(Block(heading, language, "\n".join(lines) + "\n", opened + 1))
                opened = 0
            else:
                opened, language, lines = number, line[3:].strip(), []
        elif opened:
            lines.append(line)
        elif line.startswith("## "):
            heading = line[3:].strip()
    return found


def titled_files() -> dict[str, str]:
    """The YAML blocks that begin with `# a/path.yaml`, by that path."""
    files: dict[str, str] = {}
    for block in blocks():
        title = re.match(r"# (\S+\.yaml)\n", block.text)
        if block.language == "yaml" and title:
            files[title[1]] = block.text
    return files


PYTHON = [block for block in blocks() if block.language == "python"]


@pytest.mark.parametrize(("heading", "says"), [("Try it", "simulate --games 300"), ("Test it", "pytest")])
def test_the_first_block_is_one_command_line(heading: str, says: str) -> None:
    text = next(block.text for block in blocks() if block.heading == heading)
    assert len(text.splitlines()) == 1
    assert says in text
    assert "venv" in text


def test_there_are_examples() -> None:
    assert PYTHON
    assert titled_files()


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: f"line {block.line}")
def test_the_python_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in titled_files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code = compile("\n" * (block.line - 1) + block.text, str(PROJECT / "README.md"), "exec")
    exec(code, {"__name__": "readme"})


def test_the_commands_of_the_table_exist() -> None:
    command = shutil.which("serviam-rules", path=str(Path(sys.executable).parent))
    assert command, "the command is not installed beside this Python"
    names = sorted(set(re.findall(r"^\| `serviam-rules ([a-z-]+)", README, flags=re.MULTILINE)))
    assert names
    for name in names:
        done = subprocess.run([command, name, "--help"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"serviam-rules {name} --help: {done.stderr}"


def test_the_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", README)
    assert [target for target in targets if not (PROJECT / target).exists()] == []
