"""One spelling for what people spell in many ways: for reading rule text back, and for finding names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SPACE: Final = re.compile(r"\s+")
_DASHES: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")
_APOSTROPHES: Final = dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u02b9`\u00b4"), "'")
_TABLE: Final = _DASHES | _APOSTROPHES
#: Accents of Latin letters; the voicing marks of Japanese are no accents and stay.
_ACCENT: Final = re.compile("[\u0300-\u036f]")
_NOT_IN_NAMES: Final = re.compile(r"[\s'\"·・.,:_-]+")


def fold(text: str) -> str:
    """Text for reading: width, case, dashes, apostrophes and the length of spaces do not count."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).translate(_TABLE).casefold())


def fold_name(name: str) -> str:
    """A name for finding: like `fold`, and accents, spaces and punctuation do not count either."""
    spread = unicodedata.normalize("NFKD", fold(name))
    return _NOT_IN_NAMES.sub("", unicodedata.normalize("NFKC", _ACCENT.sub("", spread)))
