"""The folder of a new pack: whether it may be made, and how it is written. Layer 10."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from serviam_rules.errors import UsageError
from serviam_rules.packs.folder import bad_id


def new_folder(written: str) -> Path:
    """The folder that a user names for a new pack. Nothing is made yet.

    Its last name becomes the id of the pack; the folder around it must be there, and the folder itself must not, or be
    empty. UsageError for everything else, so nothing is ever overwritten.
    """
    if "\0" in written or not written.strip():
        raise UsageError("the new pack needs the name of a folder: packs/my-pack")
    folder = Path(written)
    if problem := bad_id(folder.name):
        raise UsageError(f"the last name of the path becomes the id of the pack, and {problem}")
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {str(folder.parent)!r} to make the pack in")
    if folder.is_symlink():
        raise UsageError(f"{written}: a link stands here; give the folder itself")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{written}: a file stands here")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{written}: this folder is not empty; nothing in it is overwritten, so name a new one")
    return folder


def write_pack(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a new pack, by their path within the folder. FileExistsError rather than overwrite one."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        target = folder.joinpath(*PurePosixPath(name).parts)
        target.parent.mkdir(exist_ok=True)
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
