"""Which language is meant: `zh_CN`, `ja-JP`, `fr-CA` -> a language the ruleset speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from serviam_rules.errors import UsageError, nearest, shortened

#: The script a language is written in where a tag does not say it (CLDR's likely subtags, as far as they matter).
_LIKELY: Final = {
    "zh": "zh-Hans",
    "zh-cn": "zh-Hans",
    "zh-my": "zh-Hans",
    "zh-sg": "zh-Hans",
    "zh-hk": "zh-Hant",
    "zh-mo": "zh-Hant",
    "zh-tw": "zh-Hant",
}
#: Letters of the part of a tag that names a script.
_SCRIPT: Final = 4


def resolve(locale: object, known: Sequence[str]) -> str:
    """The known language that `locale` means: itself, its likely script, its base, or another of the same base.

    Nobody is given another script for his own: who asks for Traditional Chinese (`zh-TW`, `zh-HK`) where only
    Simplified is known gets the cards' own language, the first of the known, as where a translation has gaps.
    Case, `_` for `-`, and an encoding (`ja_JP.UTF-8`) do not matter. UsageError for anything else, with the known.
    """
    if isinstance(locale, str):
        tag = _plain(locale)
        by_fold = {language.casefold(): language for language in known}
        for candidate in _candidates(tag):
            if candidate in by_fold:
                return by_fold[candidate]
        related = [folded for folded in by_fold if tag and folded.partition("-")[0] == tag.partition("-")[0]]
        for folded in related:
            if _same_script(tag, folded):
                return by_fold[folded]
        if related:
            return known[0]
    hint = nearest(locale, known) if isinstance(locale, str) else ""
    raise UsageError(f"no language is called {shortened(locale)}{hint} (known: {', '.join(known)})")


def chain(language: str, known: Sequence[str], own: str) -> tuple[str, ...]:
    """The languages to look a text up in, best first: itself, its bases in the same script, the cards' own."""
    by_fold = {item.casefold(): item for item in known}
    found = [by_fold[tag] for tag in _candidates(language.casefold()) if tag in by_fold]
    return tuple(dict.fromkeys((language, *found, own)))


def _plain(tag: str) -> str:
    return tag.partition(".")[0].partition("@")[0].replace("_", "-").casefold()


def _candidates(tag: str) -> Iterator[str]:
    """The tag, its likely script and its bases, as far as they are written in the script of the tag."""
    for shorter in _shorter(tag):
        for candidate in (shorter, _LIKELY.get(shorter, shorter).casefold()):
            if _same_script(tag, candidate):
                yield candidate


def _same_script(tag: str, other: str) -> bool:
    """Whether two tags of one language may be read by the same people; a script that nothing tells is any."""
    one, two = _script(tag), _script(other)
    return one is None or two is None or one == two


def _script(tag: str) -> str | None:
    for shorter in _shorter(tag):
        for part in _LIKELY.get(shorter, shorter).casefold().split("-")[1:]:
            if len(part) == _SCRIPT and part.isalpha():
                return part
    return None


def _shorter(tag: str) -> Iterator[str]:
    """The tag, and what is left when its last parts go one by one."""
    parts = tag.split("-")
    for length in range(len(parts), 0, -1):
        yield "-".join(parts[:length])
