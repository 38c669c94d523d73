"""The kinds of things that packs bring, each with its singular and its plural; nothing else spells them.

The singular names one (`gift siege-map`, `no gift is called ...`). The plural names the folder of its files, the
mapping of a `Ruleset`, and the key under which a locale file has its names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: The cards that lie on the table; icons stand on gifts.
PLAYED: Final[Mapping[str, str]] = {"gift": "gifts", "powerholder": "powerholders", "rival": "rivals"}
#: Cards: what has a file of its own, in the order in which the files are read.
CARDS: Final[Mapping[str, str]] = {"icon": "icons", **PLAYED}
#: What `set.yaml` names.
GROUPS: Final[Mapping[str, str]] = {"organisation": "organisations", "family": "families"}
#: Everything that has a name in each language, in the order in which it is told.
NAMED: Final[Mapping[str, str]] = {**PLAYED, "icon": CARDS["icon"], **GROUPS}
#: From the plural to the singular.
SINGULAR: Final[Mapping[str, str]] = {plural: kind for kind, plural in NAMED.items()}

#: What lasting rules give at the end, in `Outcome.added`; no item of a set's scoring is called so.
LASTING: Final = "lasting"

#: Where a field can come from, the surest first.
ORIGINS: Final = ("book", "review", "inferred", "ruling", "transcribed", "stand-in")

#: The kinds of files that stand at the top of a pack, and their names.
TOP: Final[Mapping[str, str]] = {"pack": "pack.yaml", "set": "set.yaml"}
#: The kinds of files that stand in folders, and those folders.
FOLDERS: Final[Mapping[str, str]] = {**CARDS, "locale": "locales"}
#: Every kind of file, in the order in which files are read.
FILES: Final = (*TOP, *FOLDERS)


def kind_of_file(name: str) -> str | None:
    """The kind of the file with this path in a pack (`gifts/alms.yaml`, `set.yaml`); None if it has none."""
    folder, slash, _ = name.rpartition("/")
    places = FOLDERS if slash else TOP
    return next((kind for kind, place in places.items() if place == (folder if slash else name)), None)
