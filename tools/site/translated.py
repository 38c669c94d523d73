"""Sentences of the code - what a word of the card language means - in the languages of the site.

`words/language.json` holds them by the English sentence, so a sentence that changes in the code is untranslated again
and shown in English, marked as such, until somebody translates it.
"""

from __future__ import annotations

import html
import json
from functools import cache

from tools.site.language import ENGLISH, Language
from tools.site.paths import WORDS

#: English sentences that were asked for and are not translated, by language.
MISSING: dict[str, set[str]] = {}


@cache
def _known() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((WORDS / "language.json").read_text(encoding="utf-8"))
    return found


def translated(english: str, language: Language) -> str:
    """The sentence in a language, as Markdown; in English, and marked so, if it is not translated."""
    if language == ENGLISH:
        return english
    told = _known().get(english, {}).get(language.code)
    if told is None:
        MISSING.setdefault(language.code, set()).add(english)
        return f'<span lang="en">{html.escape(english, quote=False)}</span>'
    return told


def unused(asked: set[str]) -> list[str]:
    """Translations of sentences that nothing in the code says any more."""
    return sorted(set(_known()) - asked)
