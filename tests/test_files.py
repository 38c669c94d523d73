"""Writing files: the old content or the new one is there, whole, and nothing but plain files is ever written to."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from serviam_rules import files
from serviam_rules.files import check_writable, write_whole

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of our own with room for very little."""
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)]
    if not ROOT or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def mounted_file(tmp_path: Path) -> Iterator[Path]:
    """A file that is mounted by itself, as containers do."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.write_text("old\n" * 50, encoding="utf-8")
    outside.write_text("old\n", encoding="utf-8")
    command = ["mount", "--bind", str(outside), str(inside)]
    if not ROOT or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file can be mounted here")
    yield inside
    subprocess.run(["umount", str(inside)], check=True)


def special(place: Path, kind: str) -> Path:
    """Something with a name that is no plain file; nothing of the machine's own."""
    path = place / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    elif kind == "device":
        try:
            os.mknod(path, 0o600 | 0o020000, os.makedev(1, 3))
        except OSError:
            pytest.skip("no device node can be made here")
    else:
        path.mkdir()
    return path


@pytest.mark.parametrize("text", ["", "one\n", "库尔特\r\nクルト\r\n" * 99])
def test_what_is_written_is_there_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a file"
    for _ in range(2):
        write_whole(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder"])
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_plain_file_is_refused_and_stays(tmp_path: Path, kind: str, linked: bool) -> None:
    path = special(tmp_path, kind)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(tmp_path / kind)
    before = os.stat(path)  # noqa: PTH116
    for write in (check_writable, lambda path: write_whole(path, "text")):
        with pytest.raises(OSError, match=kind) as raised:
            write(path)
        assert raised.value.filename == str(path)
    assert os.stat(path) == before  # noqa: PTH116
    assert len(list(tmp_path.iterdir())) == 1 + linked


@pytest.mark.parametrize("name", ["no/such/folder/file", "file/in/a/file", "", "a\0b", "x" * 300])
def test_a_name_that_cannot_be_is_told_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    for write in (check_writable, lambda path: write_whole(path, "text")):
        with pytest.raises(OSError) as raised:  # noqa: PT011 - which one depends on the name
            write(name)
        assert raised.value.filename == name
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_to_try_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert check_writable(path) == path.resolve()
    assert not path.exists()
    path.write_text("old", encoding="utf-8")
    check_writable(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_whole(path, "text")
    assert path.read_text(encoding="utf-8") == "text"


def test_links_are_followed_also_where_they_lead_nowhere_yet(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    for text in ("one", "two"):
        write_whole(link, text)
        assert link.is_symlink()
        assert target.read_text(encoding="utf-8") == text
    ring = tmp_path / "ring"
    ring.symlink_to(ring)
    with pytest.raises(OSError, match="links"):
        write_whole(ring, "text")


def test_a_file_that_is_mounted_by_itself_is_written_in_place(mounted_file: Path) -> None:
    for text in ("new\n" * 1000, "newer\n"):
        check_writable(mounted_file)
        write_whole(mounted_file, text)
        assert mounted_file.read_text(encoding="utf-8") == text
    assert sorted(path.name for path in mounted_file.parent.iterdir()) == ["inside", "outside"]


def test_a_full_disk_leaves_the_old_file(small_disk: Path) -> None:
    path = small_disk / "file"
    write_whole(path, "old")
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole(path, "new" * 20_000)
    assert raised.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(small_disk.iterdir()) == [path]


def test_so_does_one_where_files_cannot_be_replaced(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = small_disk / "file"
    write_whole(path, "old")

    def busy(*_: object) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(files, "_replace", busy)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new" * 20_000)
    assert path.read_text(encoding="utf-8") == "old"
    write_whole(path, "newer")
    assert path.read_text(encoding="utf-8") == "newer"


def test_rights_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o640)
    write_whole(path, "text")
    assert path.stat().st_mode & 0o777 == 0o640
