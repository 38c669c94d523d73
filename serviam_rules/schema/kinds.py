"""The kinds of files in a pack, and the words that several of them use. Layer 5."""

from __future__ import annotations

from typing import Final

#: The kinds of files, and the folder of each kind of card.
KINDS: Final = ("pack", "set", "icon", "gift", "powerholder", "rival", "locale")
FOLDERS: Final = {"icon": "icons", "gift": "gifts", "powerholder": "powerholders", "rival": "rivals"}
#: What `names` in a locale file can hold: the cards, and what `set.yaml` names.
NAMED: Final = {**FOLDERS, "organisation": "organisations", "family": "families"}
#: What a parameter of an icon can be.
PARAMETER_KINDS: Final = {
    "powerholder": "the id of a powerholder",
    "organisation": "the id of an organisation",
    "gift": "the id of a gift",
    "rank": "how many stars",
    "steps": "spaces to the right, or to the left if negative; not 0",
    "number": "a whole number, 0 or more",
}
#: Where a field can come from.
PROVENANCES: Final = ("book", "review", "inferred", "ruling", "transcribed", "stand-in")
