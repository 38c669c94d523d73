"""Printed text against what a card does: it is read with the phrases that render it, and the two effects are compared.

A finding tells every number, sign, name, rank, target and condition that differs, is missing, or is not on the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from serviam_rules.effects.node import Node, unparse
from serviam_rules.kinds import NAMED, SINGULAR
from serviam_rules.model import Ruleset
from serviam_rules.text import card, lines, parse
from serviam_rules.text.differences import Difference, differences
from serviam_rules.text.folding import fold
from serviam_rules.text.language import Language, language_of
from serviam_rules.text.localised import number, signed
from serviam_rules.text.meaning import EFFECT, Fact, Meaning, meaning, targets
from serviam_rules.text.scope import normal
from serviam_rules.text.template import PLAIN, PhraseError
from serviam_rules.values import value

#: Plural kinds as files call them -> the kind of an id.
_MARKUP: Final = re.compile(r"^(?:[#>*+-]+\s+)+|[*_`]{1,3}")


@value
class Finding:
    """A difference between a text and a card.

    `code`: `number`, `sign`, `name`, `rank`, `target`, `condition`, `what` (does another thing), `missing` (on the
    card, not in the text), `extra` (in the text, not on the card), `unreadable`. `expected` is what the card says,
    `found` what the text says, both in the language of the text; either can be "".
    """

    target: str
    locale: str
    code: str
    expected: str
    found: str

    def __str__(self) -> str:
        parts = [f"expected {self.expected!r}" if self.expected else "", f"found {self.found!r}" if self.found else ""]
        return f"{self.target} ({self.locale}): {self.code}: {', '.join(filter(None, parts))}"


def check_text(rules: Ruleset, target: str, locale: str, written: str) -> tuple[Finding, ...]:
    """What a whole text of a card says otherwise than the card: its category, marks, rank, names, and its effect.

    A line with the card's name counts as a heading. UsageError for an unknown card or locale.
    """
    language = language_of(rules, locale)
    meant = meaning(rules, target)
    written_lines = [line for line in map(_plain, written.splitlines()) if line]
    written_lines = [line for line in written_lines if fold(line) not in _headings(language, meant)]
    facts, effect = lines.read(language, written_lines)
    found = [*_fact_findings(language, target, meant, facts)]
    if effect or any(name in (EFFECT, "effetto_ordine", "ability") for name, _ in facts):
        found.extend(_effect_findings(language, target, meant, effect))
    return tuple(found)


def check_effect(rules: Ruleset, target: str, locale: str, written: str) -> tuple[Finding, ...]:
    """What the text of an effect alone says otherwise than the card."""
    return tuple(_effect_findings(language_of(rules, locale), target, meaning(rules, target), written))


def check_locale(rules: Ruleset, locale: str) -> tuple[Finding, ...]:
    """What the texts that a language's own file gives to cards say otherwise than the cards.

    A text is that of the effect, or has the lines of all that the card prints, as in `check_text`.
    """
    language = language_of(rules, locale)
    found: list[Finding] = []
    for target in targets(rules):
        meant = meaning(rules, target)
        written = card.own_text(language, meant) if meant.kind in SINGULAR else ""
        if written and card.own_lines(language, meant)[0]:
            found.extend(check_text(rules, target, locale, written))
        elif written:
            found.extend(_effect_findings(language, target, meant, written))
    return tuple(found)


def _plain(line: str) -> str:
    """A line without the marks of Markdown."""
    return _MARKUP.sub("", line.strip()).strip()


def _headings(language: Language, meant: Meaning) -> set[str]:
    if meant.kind not in SINGULAR:
        return set()
    return {fold(name) for name in language.names.spellings(meant.kind, meant.id)}


# ---- facts


def _fact_findings(language: Language, target: str, meant: Meaning, facts: list[Fact]) -> Iterator[Finding]:
    wanted = dict(meant.facts)
    for name, values in meant.facts:
        if name not in dict(facts):
            yield Finding(target, language.tag, "missing", str(card.line(language, meant, (name, values))), "")
    for name, values in facts:
        if name == EFFECT and EFFECT not in wanted:
            continue
        if name not in wanted:
            yield Finding(target, language.tag, "extra", "", _words_of(language, name, values))
            continue
        for key, item in values.items():
            if item != wanted[name].get(key, item):
                yield Finding(
                    target,
                    language.tag,
                    _FACT_CODES[key],
                    *(str(card.in_words(language, key, each)) for each in (wanted[name][key], item)),
                )


_FACT_CODES: Final = {
    "organisation": "name", "stars": "rank", "powerholders": "name", "rounds": "number", "rules": "rule",
}  # fmt: skip


def _words_of(language: Language, name: str, values: dict[str, Any]) -> str:
    holes = {key: str(card.in_words(language, key, item)) for key, item in values.items()}
    return str(language.say(f"card.{name}", times=2, effect="…", **holes)) if name != EFFECT else "…"


# ---- effects


def _effect_findings(language: Language, target: str, meant: Meaning, written: str) -> Iterator[Finding]:
    expected = normal(meant.steps)
    readings = card.readings(language, meant, written)
    if expected in readings:
        return
    if not readings:
        yield from _unreadable(language, target, meant, written)
        return
    nearest = min((differences(expected, reading) for reading in readings), key=len)
    for difference in nearest:
        yield Finding(target, language.tag, difference.code, *_shown(language, meant, difference))


def _shown(language: Language, meant: Meaning, difference: Difference) -> tuple[str, str]:
    return _item(language, meant, difference, difference.expected), _item(language, meant, difference, difference.found)


def _item(language: Language, meant: Meaning, difference: Difference, item: Any) -> str:
    if item is None:
        return ""
    if isinstance(item, int):
        return signed(item) if difference.step else number(item)
    if isinstance(item, str):
        kind = NAMED.get(difference.of)
        return str(language.name(kind, item)) if kind else item
    try:
        return str(language.expression(difference.sort, item, automatic=meant.automatic))
    except PhraseError:
        return str(unparse(item))


def _unreadable(language: Language, target: str, meant: Meaning, written: str) -> Iterator[Finding]:
    """Told piece by piece: what can be read is compared, what cannot is shown beside the step that it stands for."""
    pieces = _pieces(language, written)
    read = [_read_piece(language, meant, piece) for piece in pieces]
    left = [piece for piece, steps in zip(pieces, read, strict=True) if steps is None]
    known = [step for steps in read if steps for step in steps]
    missing: list[str] = []
    for difference in differences(meant.steps, known):
        expected, found = _shown(language, meant, difference)
        if difference.code == "missing" and len(missing) < len(left):
            missing.append(expected)
        elif not (difference.code == "missing" and not left):
            yield Finding(target, language.tag, difference.code, expected, found)
    whole = str(card.effect(language, meant)) if len(left) == len(pieces) else ""
    for at, piece in enumerate(left):
        yield Finding(target, language.tag, "unreadable", whole or (missing[at] if at < len(missing) else ""), piece)


def _pieces(language: Language, written: str) -> list[str]:
    """The sentences of a text."""
    parts = re.split(r"(?<=[.。！!])\s*", written.strip())
    return [part for part in (each.strip().rstrip(".。") for each in parts) if part]


def _read_piece(language: Language, meant: Meaning, piece: str) -> tuple[Node, ...] | None:
    grammar = language.grammar(language.tag, meant.automatic)
    for form in dict.fromkeys((meant.form, PLAIN)):
        found = parse.steps(grammar, piece, form)
        if found:
            return found[0]
    return None
