"""The form for a transcription: every field that stands in for something printed on the cards.

Each field stands in its card's file behind a #, with its stand-in, and with words on where to look. Once the # is gone
the field is the owner's: a patch's provenance speaks for the fields that the patch holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from serviam_rules.cli.authors.packs import SCHEMAS, Files, comment, manifest, modeline, text, to_fill_in
from serviam_rules.cli.cards import flow, origins
from serviam_rules.fields import Record, fields
from serviam_rules.kinds import CARDS, NAMED
from serviam_rules.model import CLASSES, Ruleset
from serviam_rules.values import thaw

#: What an owner writes in a card is transcribed from it.
TRANSCRIBED: Final = "transcribed"
#: What an owner can know better: what is made up, and what is only concluded.
UNSURE: Final = ("stand-in", "inferred")
#: Lists are broken into lines, so that each of them can be filled in by itself.
_NARROW: Final = 48

_HEAD: Final = (
    "{what}, as it stands in for yours. Write what your card shows and make the line count by deleting its #. "
    "A line that keeps its # is played as it stands here and remains a stand-in."
)
_REMOVE: Final = (
    "If your copy has other gifts than these, write them as files of their own under gifts/, each with "
    "`provenance: {default: transcribed}`. For each, list a stand-in here, which is then taken out, and delete its "
    "file:"
)
_README: Final = """\
# {title}

A transcription: what is printed on the cards of a copy of the game, in place of the stand-ins of `serviam-rules`.
Each file is a form for one card. A line behind a `#` is a stand-in; write what your card says and delete the `#`, and
the field is yours. Begin anywhere: the pack can be played at every moment.

    serviam-rules provenance --pack {folder}
    serviam-rules validate {folder}
    serviam-rules try {folder}/gifts/{gift}.yaml
"""


def transcription(folder: Path, rules: Ruleset, locale: str) -> Files:
    """The pack: a form for each card with stand-ins, its names in the language of `locale`."""
    base = thaw(rules.source)
    files: Files = {}
    for kind, folder_name in CARDS.items():
        for card_id, card in base[folder_name].items():
            if lines := list(_form(rules, kind, card, locale)):
                name = f"{folder_name}/{card_id}.yaml"
                files[name] = text([modeline(kind, name), *lines])
    if lines := list(_set_form(rules, base["set"])):
        files["set.yaml"] = text([modeline("set", "set.yaml"), *lines])
    gifts = [name.removeprefix("gifts/").removesuffix(".yaml") for name in files if name.startswith("gifts/")]
    more = ["", *comment(_REMOVE), *(f"#{line}" for line in _remove_lines(rules, gifts))]
    readme = _README.format(title=folder.name.replace("-", " ").capitalize(), folder=folder.name, gift=gifts[0])
    return {"pack.yaml": manifest(folder, rules, locale, more), **files, "README.md": readme}


def _form(rules: Ruleset, kind: str, card: Mapping[str, Any], locale: str) -> Iterator[str]:
    """The lines for one card; none if nothing of it stands in."""
    fields = _standing_in(rules, card)
    if not fields:
        return
    name = _name(rules, kind, card, locale)
    yield from comment(_HEAD.format(what=f"The {kind} {name}"))
    yield from (f"id: {card['id']}", "patches: true", f"provenance: {{default: {TRANSCRIBED}}}")
    for field, value in fields.items():
        yield ""
        yield from comment(_look(rules, kind, field))
        yield from to_fill_in({field: name if field == "name" else value}, _NARROW)


def _standing_in(rules: Ruleset, card: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that an owner can know better; a gift of the deck also says whether it is a threat letter."""
    origin_of = origins(card)
    fields = {field: value for field, value in card.items() if origin_of.get(field) in UNSURE}
    if "icons" in fields and "threat_letter" not in fields and card["id"] not in rules.numbers.hand.given:
        before = [key for key in ("name", "copies", "category", "conspiracy") if key in fields]
        fields = {key: fields[key] for key in before} | {"threat_letter": False} | fields
    return fields


def _name(rules: Ruleset, kind: str, card: Mapping[str, Any], locale: str) -> str:
    """The name of a card in a language, or in that of the cards."""
    names = rules.source["locales"].get(locale, {}).get("names", {}).get(NAMED[kind], {})
    return str(names.get(card["id"], {}).get("name", card.get("name", card["id"])))


def _look(rules: Ruleset, kind: str, *way: str) -> str:
    """Where to look for a field, which its class asks for."""
    words = _asked(CLASSES[kind], way) or f"What your copy has for {'.'.join(way)!r}."
    icons = "; ".join(flow(_sample(rules, icon)) for icon in rules.icons)
    facts = {"gift_deck": rules.numbers.gift_deck, "organisations": ", ".join(rules.organisations), "icons": icons}
    return words.format(**facts)


def _asked(kind: type, way: tuple[str, ...]) -> str:
    """The question of the innermost field on the way that has one."""
    field = fields(kind).get(way[0])
    if field is None:
        return ""
    inner = _asked(field.shape.kind, way[1:]) if way[1:] and isinstance(field.shape, Record) else ""
    return inner or field.ask


def _sample(rules: Ruleset, icon: str) -> Mapping[str, Any]:
    """A use of an icon: the first on a gift, or its bare shape."""
    for gift in rules.gifts.values():
        for use in gift.icons:
            if icon in use:
                return dict(use)
    return {icon: True, **dict.fromkeys(rules.icons[icon].parameters, "...")}


def _set_form(rules: Ruleset, data: Mapping[str, Any]) -> Iterator[str]:
    """The lines for what stands in among the numbers of the game."""
    origin_of = {path: origin for path, origin in origins(data).items() if origin in UNSURE}
    if not origin_of:
        return
    yield from comment(_HEAD.format(what="The set: what is on no single card"))
    yield from ("patches: true", f"provenance: {{default: {TRANSCRIBED}}}")
    groups: dict[str, dict[str, Any]] = {}
    for path in origin_of:
        field, *way = path.split(".")
        if way and isinstance(data[field], Mapping):
            groups.setdefault(field, {})[way[0]] = data[field][way[0]]
        else:
            groups[field] = data[field]
    for field, value in groups.items():
        yield ""
        ways = [path.split(".") for path in origin_of]
        for words in dict.fromkeys(_look(rules, "set", *way) for way in ways if way[0] == field):
            yield from comment(words)
        yield from to_fill_in({field: value})


def _remove_lines(rules: Ruleset, gifts: list[str]) -> list[str]:
    """`remove: [...]` for all gifts of the deck, a few on a line."""
    deck = [gift for gift in gifts if gift not in rules.numbers.hand.given]
    rows = [", ".join(deck[at : at + 6]) for at in range(0, len(deck), 6)]
    return ["remove: [", *(f"  {row}," for row in rows), "]"]


__all__ = ["SCHEMAS", "TRANSCRIBED", "transcription"]
