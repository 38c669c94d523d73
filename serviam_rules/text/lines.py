"""The lines of a card's text, read back: which fact each of them tells, and what stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from serviam_rules.text import parse
from serviam_rules.text.folding import fold
from serviam_rules.text.language import Language, phrases
from serviam_rules.text.meaning import EFFECT, Fact
from serviam_rules.text.parse import LONGEST
from serviam_rules.text.template import PhraseError, Slot, template
from serviam_rules.values import is_map

#: The lines that a card's text can have, beside that of a plain effect.
LINES: Final = (
    "category", "conspiracy", "threat_letter", "powerholder", "effetto_ordine", "lasting", "names", "ability",
)  # fmt: skip


def read(language: Language, lines: list[str]) -> tuple[list[Fact], str]:
    """The facts that lines tell, in their order, and the words of the effect: the lines that tell no fact."""
    facts: list[Fact] = []
    effect: list[str] = []
    for line in lines:
        fact = _fact(language, line)
        if fact is None:
            effect.append(line)
            continue
        name, values = fact
        effect.extend(filter(None, (values.pop(EFFECT, ""),)))
        facts.append((name, values))
    if effect and not any(name in ("effetto_ordine", "ability") for name, _ in facts):
        facts.append((EFFECT, {}))
    return facts, " ".join(effect)


def _fact(language: Language, line: str) -> Fact | None:
    if len(line) > LONGEST:  # the time to match grows with its square
        return None
    for name in LINES:
        for written in _ways(language, name):
            found = _pattern(written).fullmatch(line.strip())
            values = _values(language, found.groupdict()) if found else None
            if values is not None:
                return name, values
    return None


def _ways(language: Language, name: str) -> Iterator[str]:
    card = phrases(language.rules, language.tag).get("messages", {}).get("card", {})
    raw = card.get(name)
    yield from (text for key, text in raw.items() if key != "count") if is_map(raw) else filter(None, (raw,))


@lru_cache(maxsize=256)
def _pattern(written: str) -> re.Pattern[str]:
    """A line as a regular expression. Width, case and spaces of its fixed words do not matter."""
    parts = [f"(?P<{part.name}>.+?)" if isinstance(part, Slot) else _loosely(part) for part in template(written)]
    return re.compile("".join(parts), re.IGNORECASE)


def _loosely(words: str) -> str:
    return "".join(
        r"\s*" if sign.isspace() else f"[{re.escape(sign)}{re.escape(_other_width(sign))}]" for sign in words
    )


def _other_width(sign: str) -> str:
    """The same sign in its other width: `：` and `:`."""
    return _WIDTHS.get(sign, sign)


_WIDTHS: Final[Mapping[str, str]] = {
    **{chr(n): chr(n + 0xFEE0) for n in range(0x21, 0x7F)},
    **{chr(n + 0xFEE0): chr(n) for n in range(0x21, 0x7F)},
}


def _values(language: Language, groups: Mapping[str, str]) -> dict[str, Any] | None:
    """What stands in the holes of a line; None if it cannot stand there."""
    values: dict[str, Any] = {}
    for key, written in groups.items():
        value = _READERS[key](language, written)
        if value is None:
            return None
        values[key] = value
    return values


def _organisation(language: Language, written: str) -> str | None:
    return next(iter(_spellings(language, "organisation").get(fold(written), ())), None)


def _powerholders(language: Language, written: str) -> tuple[str, ...] | None:
    names = _spellings(language, "powerholder")
    found = [names.get(fold(part)) for part in _items(language, written, "names")]
    return None if None in found else tuple(each[0] for each in found if each)


def _numbers(language: Language, written: str) -> tuple[int, ...] | None:
    found = [fold(part) for part in _items(language, written, "rounds")]
    return tuple(map(int, found)) if all(part.isdecimal() for part in found) else None


def _number(_: Language, written: str) -> int | None:
    return int(fold(written)) if fold(written).isdecimal() else None


def _rules(language: Language, written: str) -> tuple[Any, ...] | None:
    found = parse.rules(language.grammar(language.tag, False), written)
    return found[0] if found else None


def _as_it_is(_: Language, written: str) -> str:
    return written


def _items(language: Language, written: str, join: str) -> list[str]:
    """The items of a list as it is joined in this language."""
    try:
        joining = language.grammar(language.tag, False).joining(join)
    except PhraseError:
        return [written]
    between = "|".join(re.escape(each) for each in dict.fromkeys((joining.last, joining.between)))
    return [part.strip() for part in re.split(between, written)]


def _spellings(language: Language, kind: str) -> Mapping[str, tuple[str, ...]]:
    return language.grammar(language.tag, False).spellings[kind]


_READERS: Final[dict[str, Any]] = {
    "organisation": _organisation,
    "powerholders": _powerholders,
    "rounds": _numbers,
    "stars": _number,
    "rules": _rules,
    EFFECT: _as_it_is,
}
