"""Packs that are installed as Python packages. Layer 6.

A distribution names its packs under the entry point group `serviam_rules.packs`; the value is the package whose folder
holds the pack. Installed packs are never active by themselves, and nothing of theirs is imported or run.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

GROUP: Final = "serviam_rules.packs"


def installed() -> dict[str, str]:
    """The names of the installed packs, sorted, and the packages that hold them."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def folder_of(package: str) -> Path | None:
    """The folder of a package, or None if there is none. Finding it runs nothing: it is looked for part by part."""
    places: list[str] | None = None
    for part in package.split("."):
        spec = PathFinder.find_spec(part, places)
        if spec is None or spec.submodule_search_locations is None:
            return None
        places = list(spec.submodule_search_locations)
    return Path(places[0]) if places else None
