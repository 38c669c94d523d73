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


def resolve(asked: object, known: Sequence[str]) -> str:
    """The known language that `asked` means: itself, its likely script, its base, or another of the same base.

    Case, `_` for `-`, and an encoding (`ja_JP.UTF-8`) do not matter. UsageError for anything else, with the known.
    """
    if isinstance(asked, str):
        by_fold = {language.casefold(): language for language in known}
        for candidate in _candidates(asked):
            if candidate in by_fold:
                return by_fold[candidate]
        base = _plain(asked).partition("-")[0]
        for folded, language in by_fold.items():
            if base and folded.partition("-")[0] == base:
                return language
    hint = nearest(asked, known) if isinstance(asked, str) else ""
    raise UsageError(f"no language is called {shortened(asked)}{hint} (known: {', '.join(known)})")


def chain(language: str, known: Sequence[str], own: str) -> tuple[str, ...]:
    """The languages to look a text up in, best first: the language, its bases, and the cards' own."""
    by_fold = {item.casefold(): item for item in known}
    found = [by_fold[tag] for tag in _shorter(language.casefold()) if tag in by_fold]
    return tuple(dict.fromkeys((language, *found, own)))


def _plain(asked: str) -> str:
    return asked.partition(".")[0].partition("@")[0].replace("_", "-").casefold()


def _candidates(asked: str) -> Iterator[str]:
    for tag in _shorter(_plain(asked)):
        yield tag
        if tag in _LIKELY:
            yield _LIKELY[tag].casefold()


def _shorter(tag: str) -> Iterator[str]:
    """The tag, and what is left when its last parts go one by one."""
    parts = tag.split("-")
    for length in range(len(parts), 0, -1):
        yield "-".join(parts[:length])
