"""Writing files so that whatever happens, the old content or the new one is there, whole."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

#: Beginnings of the names of files that are still being written, and of those that only try whether one could be.
_BESIDE: Final = ".serviam-rules-"
#: A file that is mounted by itself, or is in use on Windows, cannot be replaced by another.
_NOT_REPLACED: Final = (errno.EBUSY, errno.EXDEV)
#: In a folder where no file can be made, one that is there may still be written to.
_NO_ROOM_BESIDE: Final = (errno.EACCES, errno.EPERM, errno.EROFS)
_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def write_whole(path: Path | str, text: str) -> None:
    """Write a text file in UTF-8, line ends as they are in `text`: first beside its place, then in one stroke into it.

    A link is followed. OSError, which names `path`, if it cannot be written; the file that was there before is then as
    it was, also if the process is killed. What is no plain file (a folder, pipe or device) is refused. Only where a
    file cannot be replaced (it is mounted by itself, or no other can be made beside it) is it written in place, once
    there is surely room for it.
    """
    try:
        target = _target(path)
        try:
            _replace(target, text.encode())
        except OSError as error:
            if error.errno not in (*_NOT_REPLACED, *_NO_ROOM_BESIDE) or not target.is_file():
                raise
            _write_in_place(target, text.encode())
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def check_writable(path: Path | str) -> Path:
    """Whether `write_whole` could write this file now, without writing it; its path, links followed, from the root.

    OSError, which names `path`, if not: no such folder, no rights, no plain file.
    """
    try:
        target = _target(path)
        try:
            handle, name = tempfile.mkstemp(prefix=_BESIDE, suffix=".tmp", dir=target.parent)
        except OSError as error:
            if error.errno not in _NO_ROOM_BESIDE or not target.is_file():
                raise
            os.close(os.open(target, os.O_RDWR))
        else:
            os.close(handle)
            Path(name).unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None
    return target


def _target(path: Path | str) -> Path:
    """The file that is meant, links followed. OSError if something else than a plain file has its name."""
    if "\0" in os.fspath(path) or not os.fspath(path):
        raise OSError(errno.EINVAL, "this is no file name")
    try:
        target = Path(path).resolve()
    except RuntimeError:  # before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target
    if not stat.S_ISREG(mode):
        kind = next((name for fits, name in _KINDS if fits(mode)), "something else")
        raise OSError(errno.EINVAL, f"this is {kind}, no file that could be written whole")
    return target


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=_BESIDE, suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _same_rights(target, Path(name))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _write_in_place(target: Path, data: bytes) -> None:
    """Write over a file. What is too much for the disk is found out before the old content is touched."""
    with target.open("r+b") as file:
        before = os.fstat(file.fileno()).st_size
        file.seek(before)
        try:
            file.write(b"\n" * max(0, len(data) - before))
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            os.truncate(target, before)
            raise
        file.seek(0)
        file.write(data)
        file.truncate(len(data))
        file.flush()
        os.fsync(file.fileno())


def _same_rights(old: Path, new: Path) -> None:
    """Give a new file the rights of the one it replaces, or those any new file has."""
    if old.exists():
        shutil.copymode(old, new)
        return
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(0o666 & ~mask)
