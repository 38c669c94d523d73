"""A new pack with one card of each kind of change: a gift of its own, and the start of a variant. Layer 10."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from serviam_rules.cli.authors.writing import Files, manifest, modeline, text
from serviam_rules.model import Ruleset

_GIFT: Final = """\
{modeline}
# A gift of your own: change everything, the id and the name of the file with it.
id: example-gift
name: Example gift
copies: 2
category: {category}    # the organisation that wants it: {organisations}; or null
conspiracy: false
icons:    # in printed order; `serviam-rules show {icons}` tells what each icon does
  - {{target: true, move: +1}}
  - {{holder: {holder}, move: -1}}
provenance: {{default: stand-in}}
"""

_CASE: Final = """\
about: What the pack does, as tables, actions and what must follow. `serviam-rules validate {folder} --cases` runs it.
cases:
  - it: moves the recipient +1, then {name} -1
    card: example-gift
    given:
      markers: {{{holder}: 3, {other}: 3}}
      seats: [{{row: [{other}, down, down, down, up], hand: [example-gift]}}]
    do:
      - {{type: offer, gift: example-gift, slot: 0}}
    events:
      - {{type: marker-moved, powerholder: {other}, asked: 1, start: 3, end: 4}}
      - {{type: marker-moved, powerholder: {holder}, asked: -1, start: 3, end: 2}}
"""

_SET: Final = """\
{modeline}
# Only what you change; mappings are merged with the set before, a list takes the old one's place. Everything that
# can be changed stands in `serviam-rules schema set`, and your editor offers it.
patches: true
turn:
  turns: {turns}
provenance: {{default: stand-in}}
"""

_README: Final = """\
# {title}

    serviam-rules validate {folder} --cases
    serviam-rules simulate --pack {folder}
"""


def gift_pack(folder: Path, rules: Ruleset) -> Files:
    """A pack with one gift to change, and a case that tests it."""
    holder, other = list(rules.powerholders)[1], list(rules.powerholders)[2]
    facts = {
        "modeline": modeline("gift", "gifts/example-gift.yaml"),
        "category": next(iter(rules.organisations)),
        "organisations": ", ".join(rules.organisations),
        "icons": " ".join(rules.icons),
        "holder": holder,
        "other": other,
        "name": rules.powerholders[holder].name,
        "folder": folder.name,
    }
    return {
        "pack.yaml": manifest(folder, rules, "en"),
        "gifts/example-gift.yaml": _GIFT.format(**facts),
        "cases/example.yaml": _CASE.format(**facts),
        "README.md": _readme(folder),
    }


def variant_pack(folder: Path, rules: Ruleset) -> Files:
    """A pack that changes a number of the game and has a gift of its own."""
    turns = text([_SET.format(modeline=modeline("set", "set.yaml"), turns=rules.numbers.turns).rstrip()])
    return gift_pack(folder, rules) | {"set.yaml": turns}


def _readme(folder: Path) -> str:
    return _README.format(title=folder.name.replace("-", " ").capitalize(), folder=folder.name)
