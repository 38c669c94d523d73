"""Packs that are installed as Python packages.

A distribution names its packs under the entry point group `serviam_rules.packs`; the value is the package whose folder
holds the pack. Installed packs are never active by themselves, and nothing of theirs is imported or run.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from serviam_rules.errors import UsageError, nearest

GROUP: Final = "serviam_rules.packs"


def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """The names of the installed packs, sorted, each with the entry points that claim it: one, if all is well."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _whose(point))):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def installed_folder(name: str) -> Path:
    """The folder of the installed pack of this name.

    UsageError for an unknown name, for one that several distributions claim, and for a package that is gone.
    """
    known = installed()
    if name not in known:
        listed = ", ".join(map(repr, known)) or "none"
        raise UsageError(
            f"no folder and no installed pack is called {name!r}{nearest(name, known)} (installed packs: {listed})"
        )
    packages = {point.value: point for point in known[name]}
    if len(packages) > 1:
        claims = " and ".join(f"{_whose(point)} ({package})" for package, point in packages.items())
        raise UsageError(f"{claims} both bring a pack {name!r}; uninstall one of them, or name the folder of one")
    ((package, point),) = packages.items()
    folder = folder_of(package)
    if folder is None or not folder.is_dir():
        raise UsageError(
            f"the pack {name!r} should lie in the package {package!r} of {_whose(point)}, which is not there; "
            "install that again, or uninstall it"
        )
    return folder


def _whose(point: EntryPoint) -> str:
    """The distribution that an entry point belongs to."""
    return point.dist.name if point.dist else "an unknown distribution"


def folder_of(package: str) -> Path | None:
    """The folder of a package, or None if there is none. Finding it runs nothing: it is looked for part by part."""
    places: list[str] | None = None
    for part in package.split("."):
        spec = PathFinder.find_spec(part, places)
        if spec is None or spec.submodule_search_locations is None:
            return None
        places = list(spec.submodule_search_locations)
    return Path(places[0]) if places else None
