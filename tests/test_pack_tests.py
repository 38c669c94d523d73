"""What a pack's author has for testing: `validate --cases` and `validate --watch`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from serviam_rules.cli import main
from serviam_rules.cli.commands.validate import run_pack_cases, snapshot, watch

CASES = """\
cases:
  - it: has four things to do
    given: {players: 2}
    legal: {count: 4}
  - it: has ten things to do
    rules: [T-1]
    given: {players: 2}
    legal: {count: 10}
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack, in the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-pack", "my-pack"]) == 0
    return Path("my-pack")


# ---- cases


def test_cases_that_hold_are_counted(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["validate", "my-pack", "--cases"]) == 0
    assert capsys.readouterr().out.startswith("my-pack: fine (1 case played)\n")


def test_a_case_that_fails_is_told_with_its_line(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "cases" / "more.yaml").write_text(CASES, encoding="utf-8")
    assert main(["validate", "my-pack", "--cases"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("my-pack/cases/more.yaml:5:1: case-failed: it has ten things to do:\n")
    assert "expected 10, came 4" in err
    assert "my-pack: 1 error (3 cases played)" in out


def test_a_malformed_case_is_told_with_its_line(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "cases" / "more.yaml").write_text("cases:\n  - it: says nothing\n", encoding="utf-8")
    assert main(["validate", "my-pack", "--cases"]) == 1
    assert "my-pack/cases/more.yaml:2:5: wrong-keys" in capsys.readouterr().err


def test_without_the_option_no_case_is_played(pack: Path) -> None:
    (pack / "cases" / "more.yaml").write_text(CASES, encoding="utf-8")
    assert main(["validate", "my-pack"]) == 0


def test_cases_of_a_faulty_pack_are_not_played(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "cases" / "more.yaml").write_text(CASES, encoding="utf-8")
    (pack / "gifts" / "example-gift.yaml").write_text("id: x\n", encoding="utf-8")
    assert main(["validate", "my-pack", "--cases"]) == 1
    assert "case-failed" not in capsys.readouterr().err


def test_a_pack_without_cases(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "cases" / "example.yaml").unlink()
    (pack / "cases").rmdir()
    assert run_pack_cases("my-pack", ()) == (0, ())
    assert main(["validate", "my-pack", "--cases"]) == 0
    assert "(no cases played)" in capsys.readouterr().out


def test_cases_are_played_on_top_of_other_packs(pack: Path) -> None:
    assert main(["new-pack", "upper", "--variant"]) == 0
    gift = Path("upper/gifts/example-gift.yaml")
    gift.rename("upper/gifts/other-gift.yaml")
    for path in (Path("upper/gifts/other-gift.yaml"), Path("upper/cases/example.yaml")):
        text = (
            path.read_text(encoding="utf-8").replace("example-gift", "other-gift").replace("Example gift", "Other gift")
        )
        path.write_text(text, encoding="utf-8")
    assert main(["validate", "upper", "--pack", "my-pack", "--cases"]) == 0


# ---- watching


def waits(*steps: Callable[[], object]) -> Callable[[], bool]:
    """A wait that does one of these each time, and then says that it is enough."""
    left = list(steps)

    def wait() -> bool:
        if not left:
            return False
        left.pop(0)()
        return True

    return wait


def test_it_acts_at_once_and_after_each_change(pack: Path) -> None:
    acted: list[str] = []
    gift = pack / "gifts" / "example-gift.yaml"
    new = pack / "gifts" / "new.yaml"

    def act() -> int:
        acted.append(gift.read_text(encoding="utf-8") if gift.exists() else "gone")
        return len(acted)

    steps = [
        lambda: None,
        lambda: gift.write_text("changed", encoding="utf-8"),
        lambda: None,
        lambda: new.write_text("x", encoding="utf-8"),
        gift.unlink,
    ]
    assert watch(["my-pack"], act, waits(*steps)) == 4
    assert acted[1:] == ["changed", "changed", "gone"]


def test_an_interruption_ends_it_quietly(pack: Path) -> None:
    def interrupted() -> bool:
        raise KeyboardInterrupt

    assert watch(["my-pack"], lambda: 1, interrupted) == 1


def test_a_snapshot_sees_every_file_and_no_missing_folder(pack: Path) -> None:
    assert "my-pack/gifts/example-gift.yaml" in snapshot(["my-pack", "no-such-folder"])
    assert snapshot(["no-such-folder"]) == {}


def test_the_command_validates_again(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gift = pack / "gifts" / "example-gift.yaml"
    wait = waits(lambda: gift.write_text("id: x\n", encoding="utf-8"))
    monkeypatch.setattr("serviam_rules.cli.commands.validate._pause", wait)
    capsys.readouterr()
    assert main(["validate", "my-pack", "--watch"]) == 1
    out = capsys.readouterr().out
    assert "my-pack: fine" in out
    assert "my-pack: " in out.partition("my-pack: fine")[2]
