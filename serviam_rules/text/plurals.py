"""Which plural form a number takes in a language: the rules of CLDR, as data (`plurals.json`).

Every whole number has a category - one of zero, one, two, few, many, other - by the rules of its language. The data
holds only categories that some whole number takes; `tools/plurals.py` writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
OTHER: Final = "other"

_RELATION: Final = re.compile(r"([a-z])(?: mod (\d+))? (not )?in ([\d.,]+)")

Rule = Callable[[int], bool]


@cache
def _data() -> Any:
    return json.loads(files("serviam_rules.text").joinpath("plurals.json").read_text(encoding="utf-8"))


def categories(language: str) -> tuple[str, ...]:
    """The categories that whole numbers take in a language; only `other` where its rules are not known."""
    return (*(category for category, _ in _rules(language)), OTHER)


def category(language: str, n: int) -> str:
    """The plural category of a number; its sign does not matter."""
    return next((name for name, holds in _rules(language) if holds(abs(n))), OTHER)


@cache
def _rules(language: str) -> tuple[tuple[str, Rule], ...]:
    data = _data()
    parts = language.split("-")
    known = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    at = next((data["languages"][tag] for tag in known if tag in data["languages"]), None)
    rules: dict[str, str] = {} if at is None else data["rules"][at]
    return tuple((name, _rule(rules[name])) for name in CATEGORIES if name in rules)


def _rule(written: str) -> Rule:
    """A rule of CLDR for whole numbers: `n mod 10 in 2..4 and n mod 100 not in 12..14 or n in 0`."""
    ways = [[_relation(part) for part in way.split(" and ")] for way in written.split(" or ")]
    return lambda n: any(all(holds(n) for holds in way) for way in ways)


def _relation(written: str) -> Rule:
    found = _RELATION.fullmatch(written.strip())
    assert found is not None, written
    operand, modulo, negated, ranges = found.groups()
    among = frozenset(n for span in ranges.split(",") for n in _span(span))
    # n and i are the number itself; v, w, f, t, c and e tell of decimals and exponents, which whole numbers lack.
    whole = operand in "ni"
    by = int(modulo) if modulo else 0
    wanted = not negated

    def holds(n: int) -> bool:
        shown = n if whole else 0
        return ((shown % by if by else shown) in among) is wanted

    return holds


def _span(written: str) -> range:
    first, _, last = written.partition("..")
    return range(int(first), int(last or first) + 1)
