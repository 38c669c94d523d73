"""Each organisation has one powerholder of each rank (C-1). Layer 6."""

from __future__ import annotations

from collections.abc import Iterator

from serviam_rules.errors import Problem
from serviam_rules.packs.meaning.whole import Whole
from serviam_rules.packs.read import SET, Key


def check(whole: Whole) -> Iterator[Problem]:
    """Ranks beyond the set's, ranks taken twice, and ranks that nobody has."""
    if not whole.complete("powerholder"):
        return
    ranks = whole.game["ranks"]
    holders: dict[tuple[str, int], list[Key]] = {}
    odd: set[str] = set()
    for key, card in whole.cards("powerholder"):
        holders.setdefault((card["organisation"], card["rank"]), []).append(key)
        if card["rank"] > ranks:
            odd.add(card["organisation"])
            message = f"rank {card['rank']} stands here, but the set has ranks 1 to {ranks}"
            yield whole.problem(key, ("rank",), "out-of-range", message, rule="C-1")
    for (organisation, rank), keys in holders.items():
        if len(keys) > 1:
            odd.add(organisation)
            told = [key for key in keys if whole.at_hand(key, ("rank",))] or keys
            yield from (_taken_twice(whole, organisation, rank, key, keys) for key in told)
    for organisation in whole.game["organisations"]:
        missing = [rank for rank in range(1, ranks + 1) if (organisation, rank) not in holders]
        if missing and organisation not in odd:
            yield _nobody(whole, organisation, missing)


def _taken_twice(whole: Whole, organisation: str, rank: int, key: Key, keys: list[Key]) -> Problem:
    other = next(one for one in keys if one != key)
    place = whole.entries[other].origin.line(("rank",))
    message = f"{organisation} has two powerholders of rank {rank}: {key[1]}, and {other[1]} in {place}"
    return whole.problem(key, ("rank",), "rank-twice", message, rule="C-1")


def _nobody(whole: Whole, organisation: str, missing: list[int]) -> Problem:
    ranks = " or ".join(map(str, missing))
    message = f"{organisation} has no powerholder of rank {ranks}"
    return whole.problem(SET, ("organisations", organisation), "rank-missing", message, at_key=True, rule="C-1")
