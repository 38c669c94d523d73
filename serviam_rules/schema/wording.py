"""What to say about a word that does not belong where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from serviam_rules.effects.node import SORTS, Sort
from serviam_rules.errors import nearest
from serviam_rules.schema.language import LABELS
from serviam_rules.strict_yaml.scalars import show

_SORTS: Final = {LABELS[sort.name]: sort for sort in SORTS}


def sort_called(title: str) -> Sort | None:
    """The sort of expressions that a schema with this title is of, if it is of one."""
    return _SORTS.get(title)


def words_of(sort: Sort) -> str:
    """The words of a sort, as they are written."""
    words = [cls for tag, cls in sort.words.items() if tag != "number"]
    bare = [cls.tag for cls in words if not any(argument.required for argument in cls.arguments)]
    tagged = sorted(cls.tag for cls in words if any(argument.required for argument in cls.arguments))
    written = [*sorted(bare), *(f"{{{tag}: ...}}" for tag in tagged)]
    return ", ".join(["a whole number", *written] if "number" in sort.words else written)


def wrong_word(sort: Sort, found: str) -> tuple[str, str]:
    """Code and message for a text that is no word of the sort, or a word that needs more than itself."""
    if found in sort.words and found != "number":
        example = next(iter(sort.words[found].examples))
        return "missing-argument", f"{show(found)} needs an argument: write {example}, say"
    hint = _from_pool(sort, [found]) or nearest(found, sort.words)
    return "unknown-word", f"{show(found)} is no word for {LABELS[sort.name]}{hint} ({words_of(sort)})"


def no_tag(sort: Sort, found: dict[str, Any], shown: str) -> tuple[str, str, str]:
    """The key to blame ("" for none), code and message for a mapping without any tag of the sort."""
    words, from_pool = f"({words_of(sort)})", _from_pool(sort, list(found))
    for key in () if from_pool else found:
        if hint := nearest(key, sort.words) or meant_by(key, sort.words):
            return key, "unknown-word", f"{show(key)} is no word for {LABELS[sort.name]}{hint} {words}"
    return "", "unknown-word", f"{shown} stands where {LABELS[sort.name]} belongs{from_pool} {words}"


def meant_by(found: str, known: Iterable[str]) -> str:
    """The known word that a short one may stand for, as a hint: they have a letter in common in its place, or all."""
    return next((f"; did you mean {word!r}?" for word in known if _short_alike(found, word)), "")


def _short_alike(found: str, word: str) -> bool:
    if len(word) > _SHORT or len(found) > _SHORT + 1:
        return False
    return sorted(found) == sorted(word) or any(one == other for one, other in zip(found, word, strict=False))


_SHORT: Final = 3


def _from_pool(sort: Sort, words: list[str]) -> str:
    """A hint for who writes what is selected from instead of how to select."""
    if sort.pool is None or not any(word in sort.pool.words for word in words):
        return ""
    return "; say how many of them: {one: ...} or {each: ...}" if "each" in sort.words else "; write {one: ...}"
