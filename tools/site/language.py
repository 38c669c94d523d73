"""The languages of the site, and the words of its own pages in each (`words/<language>.json`)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import attrs

from tools.site.paths import WORDS


@attrs.frozen
class Language:
    """A language: its tag, what the theme calls it, its own name."""

    code: str
    theme: str
    name: str

    @property
    def comma(self) -> str:
        """What stands between the items of a list."""
        return ", " if self.code == "en" else "、"

    def say(self, key: str, **facts: object) -> str:
        """A word or sentence of the pages. KeyError for one that the language lacks: all three have all of them."""
        text: str = _words(self.code)[key]
        for name, fact in facts.items():
            text = text.replace(f"{{{name}}}", str(fact))
        return text

    def knows(self, key: str) -> bool:
        """Whether the language has this word."""
        return key in _words(self.code)


ENGLISH = Language("en", "en", "English")
LANGUAGES = (ENGLISH, Language("zh-Hans", "zh", "简体中文"), Language("ja", "ja", "日本語"))


@cache
def _words(code: str) -> dict[str, Any]:
    words: dict[str, Any] = json.loads((WORDS / f"{code}.json").read_text(encoding="utf-8"))
    return words


def named(code: str) -> Language:
    """The language with this tag."""
    return next(language for language in LANGUAGES if language.code == code)
