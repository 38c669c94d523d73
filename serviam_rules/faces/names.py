"""Names in a language, and its words for faces and diagrams (`messages.face` in its file)."""

from __future__ import annotations

from collections.abc import Sequence

from serviam_rules.model import Ruleset
from serviam_rules.text.language import Value, language_of
from serviam_rules.text.localised import Text


def say(rules: Ruleset, key: str, locale: str, **facts: Value) -> Text:
    """A fixed word or sentence: `gift`, `phases.offering`. One that no language has is the last part of its key."""
    return _said(rules, f"face.{key}", locale, **facts)


def difficulty(rules: Ruleset, name: str, locale: str) -> Text:
    """A difficulty of the solo game in words."""
    return _said(rules, f"difficulties.{name}", locale)


def _said(rules: Ruleset, path: str, locale: str, **facts: Value) -> Text:
    language = language_of(rules, locale)
    if language.has(path):
        return language.say(path, **facts)
    return Text(path.rpartition(".")[2], rules.source["language"], True)


def listed(rules: Ruleset, items: Sequence[object], locale: str) -> str:
    """Things one after another: `5, 6, 7`, `5、6、7`."""
    return say(rules, "comma", locale).join(map(str, items))


def copies(rules: Ruleset, count: int, locale: str) -> Text:
    """How many copies of a card there are, in words."""
    return say(rules, "copies", locale, count=count)


def stars(rules: Ruleset, count: int, locale: str) -> Text:
    """A rank in words."""
    return say(rules, "stars", locale, count=count)


def name_of(rules: Ruleset, kind: str, card_id: str, locale: str) -> str:
    """The name of a card, organisation, family or icon in a language; the id of something that is not there."""
    names = language_of(rules, locale).names
    return str(names.name(kind, card_id)) if card_id in names.things(kind) else card_id
