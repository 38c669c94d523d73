"""One card file, in a pack or alone -> a ruleset with that card in it. Layer 10.

A file that lies in a pack is loaded with the pack. A file that lies alone is copied into a pack made for it: a card
with a known id takes that card's place, a powerholder with a new id that of the one of the same organisation and rank,
and anything else is added.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from serviam_rules.errors import PackError, Problem, UsageError
from serviam_rules.loading import load_ruleset
from serviam_rules.model import Card, Ruleset
from serviam_rules.schema.kinds import FOLDERS
from serviam_rules.schema.source import Source, read
from serviam_rules.values import evolve

#: By which key a file is known to hold a card of a kind.
_MARKS: Final = {"icons": "gift", "effetto_ordine": "powerholder", "ability": "rival", "effect": "icon"}
_KIND_OF_FOLDER: Final = {folder: kind for kind, folder in FOLDERS.items()}
_MANIFEST: Final = 'id: tried\nversion: "1"\ntitle: A card by itself\nformat: 1\n'


def load_card(written: str, packs: Sequence[str]) -> tuple[Ruleset, Card]:
    """The card of a file, in the ruleset of the packs given and the file's own. UsageError, PackError."""
    path = Path(written)
    if not path.is_file():
        raise UsageError(f"{written}: there is no such file")
    folder = path.absolute().parent
    if folder.name in _KIND_OF_FOLDER and (folder.parent / "pack.yaml").is_file():
        rules = load_ruleset(*packs, folder.parent)
        return rules, card_of(rules, _KIND_OF_FOLDER[folder.name], path.stem)
    return _alone(path, written, packs)


def card_of(rules: Ruleset, kind: str, card_id: str) -> Card:
    """A card of a ruleset by kind and id."""
    found: Mapping[str, Card] = getattr(rules, FOLDERS[kind])
    if card_id not in found:
        raise UsageError(f"the pack has no {kind} {card_id!r} in the end; another file of it may take it out")
    return found[card_id]


def _alone(path: Path, written: str, packs: Sequence[str]) -> tuple[Ruleset, Card]:
    source, problems = read(path, written)
    if source is None:
        raise PackError(problems)
    base = load_ruleset(*packs)
    kind, card_id = _what(source, base), str(source.data.get("id", path.stem))
    text, card_id = _fitted(source, base, kind, card_id)
    with tempfile.TemporaryDirectory(prefix="serviam-rules-try-") as place:
        target = Path(place, FOLDERS[kind], f"{Path(card_id).name}.yaml")
        target.parent.mkdir()
        target.write_text(text, encoding="utf-8")
        Path(place, "pack.yaml").write_text(_MANIFEST, encoding="utf-8")
        try:
            rules = load_ruleset(*packs, place)
        except PackError as error:
            raise PackError([_renamed(problem, str(target), written) for problem in error.problems]) from None
    return rules, card_of(rules, kind, card_id)


def _what(source: Source, base: Ruleset) -> str:
    """Which kind of card a file holds."""
    for mark, kind in _MARKS.items():
        if mark in source.data:
            return kind
    for kind, folder in FOLDERS.items():
        if source.data.get("id") in getattr(base, folder):
            return kind
    wanted = ", ".join(f"{kind} ({mark})" for mark, kind in _MARKS.items())
    raise UsageError(f"{source.path}: this is no card file; a card is known by a key of its own: {wanted}")


def _fitted(source: Source, base: Ruleset, kind: str, card_id: str) -> tuple[str, str]:
    """The text of the file as it fits onto the ruleset, line by line as it was, and the id in it."""
    text = source.text
    if kind == "powerholder" and card_id not in base.powerholders:
        seat = _same_seat(base, source.data)
        text = (
            re.sub(rf"^id: *{re.escape(card_id)}\b", f"id: {seat}", text, count=1, flags=re.MULTILINE) if seat else text
        )
        card_id = seat or card_id
    declared = {"replaces", "patches"} & set(source.data)
    if not declared and card_id in getattr(base, FOLDERS[kind]):
        text = f"{text.rstrip()}\nreplaces: true\n"
    return text, card_id


def _same_seat(base: Ruleset, data: Mapping[str, Any]) -> str | None:
    """The powerholder of the same organisation and rank."""
    for card in base.powerholders.values():
        if (card.organisation, card.rank) == (data.get("organisation"), data.get("rank")):
            return card.id
    return None


def _renamed(problem: Problem, inner: str, written: str) -> Problem:
    return evolve(problem, path=written) if Path(problem.path) == Path(inner) else problem
