"""An environment for each library that is measured: made once, kept in a folder, used by its own interpreter."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
#: What is installed in each. A name of ours is the environment of every peer whose name begins with it.
PACKAGES: Final = {
    "chess": "chess",
    "catanatron": "catanatron",
    "rlcard": "rlcard",
    "pettingzoo": "pettingzoo[classic]",
    "openspiel": "open_spiel",
}
OURS: Final = "serviam"
BOARDGAME_IO: Final = "boardgame.io"


def made(folder: Path) -> list[str]:
    """Make what is missing, ours anew each time; the names of those that could not be made."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / OURS, ignore_errors=True)
    missing = [name for name, package in PACKAGES.items() if not _python(folder / name, package)]
    if not _python(folder / OURS, str(ROOT)):
        raise SystemExit("this library itself cannot be installed; `pip install .` says why")
    if not _node(folder / BOARDGAME_IO):
        missing.append(BOARDGAME_IO)
    return missing


def _python(folder: Path, package: str) -> bool:
    if (folder / "ready").exists():
        return True
    print(f"installing {package}", file=sys.stderr, flush=True)
    return _ready(folder, [sys.executable, "-m", "venv", str(folder)], [_interpreter(folder), *_INSTALL, package])


def _node(folder: Path) -> bool:
    if (folder / "ready").exists() or not (shutil.which("npm") and shutil.which("node")):
        return (folder / "ready").exists()
    print(f"installing {BOARDGAME_IO}", file=sys.stderr, flush=True)
    return _ready(folder, ["npm", "install", "--silent", "--prefix", str(folder), BOARDGAME_IO])


_INSTALL: Final = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def _ready(folder: Path, *commands: list[str]) -> bool:
    folder.mkdir(exist_ok=True)
    for command in commands:
        if subprocess.run(command, check=False).returncode:
            return False
    (folder / "ready").touch()
    return True


def _interpreter(folder: Path) -> str:
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def command(folder: Path, what: str, seconds: float) -> tuple[list[str], dict[str, str]]:
    """How something is measured: the command, and its environment variables."""
    variables = {**os.environ, "PYTHONHASHSEED": "0"}
    variables.pop("PYTHONPATH", None)
    if what == BOARDGAME_IO:
        variables["NODE_PATH"] = str(folder / BOARDGAME_IO / "node_modules")
        return ["node", str(HERE / "boardgame_io.cjs"), str(seconds)], variables
    name, _, rest = what.partition("-")
    script, given = ("ours.py", rest) if name == OURS else ("peers.py", what)
    return [interpreter(folder, what), "-P", str(HERE / script), given, str(seconds)], variables


def interpreter(folder: Path, what: str) -> str:
    """The interpreter that measures this."""
    return _interpreter((folder / what.partition("-")[0]).resolve())
