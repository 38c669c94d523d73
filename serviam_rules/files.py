"""Writing files so that whatever happens, the old content or the new one is there, whole.

Layer 0.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def write_whole(path: Path | str, text: str) -> None:
    """Write a text file in UTF-8 with `\\n` line ends: first beside its place, then in one stroke into it.

    OSError if that fails; the file that was there before is then as it was, also if the process is killed.
    """
    target = Path(path).resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _same_rights(target, Path(name))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _same_rights(old: Path, new: Path) -> None:
    """Give a new file the rights of the one it replaces, or those any new file has."""
    if old.exists():
        shutil.copymode(old, new)
        return
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(0o666 & ~mask)
