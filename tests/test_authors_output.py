"""What the tools for authors print fits every console, and none of them shows a traceback."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from serviam_rules.cli import main

PACKS = Path(__file__).resolve().parents[1] / "examples" / "packs"
ENCODINGS = ("utf-8", "cp936", "cp932", "cp1252", "ascii")
LINES = [
    ["try", str(PACKS / "five-turns" / "gifts" / "sealed-ballot.yaml")],
    ["try", str(PACKS / "five-turns" / "powerholders" / "ottavia.yaml"), "--locale", "zh-Hans"],
    ["try", str(PACKS / "my-copy" / "rivals" / "irma.yaml"), "--locale", "ja"],
    ["try", "no-such-file.yaml"],
    ["check", "--pack", str(PACKS / "fr")],
    ["validate", str(PACKS / "five-turns"), "--cases"],
    ["provenance", "--pack", str(PACKS / "my-copy")],
]


def written(line: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit status of a command, and all that it writes to a console of this encoding."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict") for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    status = main(line)
    for stream in streams:
        stream.flush()
    return status, b"".join(stream.buffer.getvalue() for stream in streams).decode(encoding)


@pytest.mark.parametrize("line", LINES, ids=lambda line: " ".join(Path(word).name for word in line))
def test_a_console_that_lacks_signs_gets_others(line: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = [written(line, encoding, monkeypatch) for encoding in ENCODINGS]
    assert len({status for status, _ in found}) == 1
    assert not [text for _, text in found if "Traceback" in text]


@pytest.mark.parametrize("kind", [["--transcription", "--locale", "ja"], ["--translation", "zh-Hant"]], ids=" ".join)
def test_files_are_utf_8_wherever_they_are_written(
    kind: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for encoding in ("utf-8", "ascii"):
        assert written(["new-pack", encoding, *kind], encoding, monkeypatch)[0] == 0
    files = [path.relative_to("utf-8") for path in Path("utf-8").rglob("*.yaml") if path.name != "pack.yaml"]
    for file in files:
        assert (Path("ascii") / file).read_bytes() == (Path("utf-8") / file).read_bytes()
