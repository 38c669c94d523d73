"""The reference set as one checked file, so that playing needs no YAML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from serviam_rules.cards import card_prints, fingerprint
from serviam_rules.files import write_whole
from serviam_rules.packs.pack import content
from serviam_rules.packs.report import read_packs

#: The format of the bundle. It is read by the library that it was built with, and by no other.
FORMAT: Final = 1


def write(cards: Path, target: Path) -> None:
    """Read and check the pack in the folder `cards` and write it to `target`. PackError if anything is wrong."""
    write_whole(target, _text(folded(bundle(cards))))


def folded(made: dict[str, Any]) -> dict[str, Any]:
    """A bundle with its languages, two thirds of it, as one text, which is read when somebody asks for words."""
    source = made["source"]
    return {**made, "source": {**source, "locales": _text(source["locales"])}}


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def bundle(cards: Path) -> dict[str, Any]:
    """The pack in the folder `cards`, merged, with prints of what it was made of and of what it says.

    `content` is a digest of the files, `source_print` of the merged data, `card_prints` of what each card does.
    """
    source, _ = read_packs(None, [(cards, str(cards))])
    prints = card_prints(source)
    return {
        "format": FORMAT,
        "content": content(cards),
        "source_print": fingerprint(source),
        "card_prints": prints,
        "ruleset_print": fingerprint(prints),
        "source": source,
    }
