"""Looks at what was built. Usage: packages.py contents DIST | oldest

`contents` says what is missing from, or should not be in, the wheel and the sdist of a folder.
`oldest` prints pip constraints: every run-time dependency at the lower bound that the metadata gives.
"""

from __future__ import annotations

import json
import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


def committed(folder: str, *suffixes: str) -> set[str]:
    """The files of a folder of the project that belong into packages, relative to the project."""
    found = (path for path in (PROJECT / folder).rglob("*") if path.suffix in suffixes)
    return {path.relative_to(PROJECT).as_posix() for path in found}


def wheel_problems(wheel: Path) -> list[str]:
    """What is wrong with the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        bundle = "serviam_rules/_data/bundle.json"
        size = len(json.loads(archive.read(bundle))) if bundle in names else 0
    wanted = committed("serviam_rules", ".py", ".json", ".yaml") | {"serviam_rules/py.typed", bundle}
    wanted |= {f"serviam_rules/_data/{name}" for name in committed("cards", ".yaml")}
    tops = {name.split("/")[0] for name in names}
    problems = [f"{wheel.name}: lacks {name}" for name in sorted(wanted - set(names))]
    problems += [f"{wheel.name}: holds {name} twice" for name in sorted(set(names)) if names.count(name) > 1]
    problems += [f"{wheel.name}: holds {name}" for name in names if "__pycache__" in name]
    problems += [f"{wheel.name}: holds {top}/" for top in sorted(tops) if not top.startswith("serviam_rules")]
    return problems if size else [*problems, f"{wheel.name}: the bundle is empty"]


def sdist_problems(sdist: Path) -> list[str]:
    """What is wrong with the sdist."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = committed("serviam_rules", ".py", ".json", ".yaml") | committed("cards", ".yaml")
    wanted |= committed("tests", ".py") | {"README.md", "LICENSE", "pyproject.toml", "hatch_build.py"}
    problems = [f"{sdist.name}: lacks {name}" for name in sorted(wanted - names)]
    strange = re.compile(r"(^|/)(\.venv|__pycache__|_data)(/|$)")
    return problems + [f"{sdist.name}: holds {name}" for name in sorted(names) if strange.search(name)]


def oldest() -> list[str]:
    """`name==bound` for every run-time dependency."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [one.split(",")[0].replace(">=", "==") for one in project["dependencies"]]


def main(arguments: list[str]) -> int:
    """Do what was asked for."""
    match arguments:
        case ["oldest"]:
            print("\n".join(oldest()))
            return 0
        case ["contents", dist]:
            (wheel,), (sdist,) = Path(dist).glob("*.whl"), Path(dist).glob("*.tar.gz")
            problems = wheel_problems(wheel) + sdist_problems(sdist)
            print("\n".join(problems) or f"{wheel.name} and {sdist.name} hold what they should")
            return 1 if problems else 0
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
