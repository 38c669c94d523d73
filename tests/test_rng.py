"""The random source: written down in a docstring, so built here a second time from that alone, and pinned.

`tests/data/rng.yaml` holds what five seeds give. It changes only with the documented algorithm or the reference set:

    python -m tests.test_rng > tests/data/rng.yaml
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serviam_rules.errors import UsageError
from serviam_rules.game import new_game, start
from serviam_rules.model import Ruleset
from serviam_rules.rng import LONGEST_SEED, MOST_SEED, Rng, from_seed
from serviam_rules.strict_yaml.source import read

PINS = Path(__file__).parent / "data" / "rng.yaml"
SEEDS: tuple[int | str, ...] = (0, 7, MOST_SEED, "7", "维多利亚 and Kurt")
BOUNDS = (1, 2, 3, 9, 36, 1000)


def pinned(rules: Ruleset, seed: int | str) -> dict[str, Any]:
    """What a seed gives: the source itself, and what is dealt from it."""
    source = from_seed(seed)
    game = new_game(rules, players=4, seed=seed)
    solo = new_game(rules, mode="solo", seed=seed)
    assert solo.bazzi_betti is not None
    return {
        "seed": {"kind": type(seed).__name__, "text": str(seed)},
        "key": source.key,
        "below": [Rng(source.key, used).below(bound) for used, bound in enumerate(BOUNDS)],
        "shuffled": list(Rng(source.key, 5).shuffled(range(36))),
        "first": game.to_act,
        "hands": [list(player.hand) for player in game.players],
        "rows": [[place.powerholder for place in player.row] for player in game.players],
        "gift_deck": list(game.gift_deck[:5]),
        "solo_row": [place.powerholder for place in solo.bazzi_betti.row],
        "solo_rivals": [str(solo.rival), *solo.rival_deck],
    }


def stored() -> list[dict[str, Any]]:
    source, problems = read(PINS, PINS.name)
    assert source is not None, problems
    pins: list[dict[str, Any]] = source.data["seeds"]
    return pins


@pytest.mark.parametrize("at", range(len(SEEDS)))
def test_the_same_seed_gives_the_same_game_everywhere(rules: Ruleset, at: int) -> None:
    assert pinned(rules, SEEDS[at]) == stored()[at]


# --- the docstring, built a second time ------------------------------------------------------------------------------


def naive_words(key: str, used: int) -> list[int]:
    """The first 400 words of the stream of an operation."""
    words = []
    for block in range(100):
        digest = sha256(f"{key} {used} {block}".encode()).digest()
        words += [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
    return words


def naive_below(words: list[int], bound: int) -> int:
    most = (2**64 // bound) * bound
    while (word := words.pop(0)) >= most:
        pass
    return word % bound


def naive_shuffled(items: list[Any], words: list[int]) -> list[Any]:
    for i in range(len(items) - 1, 0, -1):
        j = naive_below(words, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@given(st.integers(0, MOST_SEED) | st.text(min_size=1, max_size=20), st.integers(0, 500), st.integers(1, 60))
def test_it_does_what_its_documentation_says(seed: int | str, used: int, size: int) -> None:
    try:
        source = from_seed(seed)
    except UsageError:  # half a surrogate pair is no text
        return
    kind = "int" if isinstance(seed, int) else "str"
    key = sha256(f"serviam-rules 1 {kind} {seed}".encode()).hexdigest()
    assert source == Rng(key, 0)
    at = Rng(key, used)
    assert at.shuffled(range(size)) == tuple(naive_shuffled(list(range(size)), naive_words(key, used)))
    assert at.below(size) == naive_below(naive_words(key, used), size)


# --- fairness --------------------------------------------------------------------------------------------------------


def far_from_even(found: Counter[Any], kinds: int) -> float:
    """Chi-square per degree of freedom; about 1 for an even source."""
    expected = found.total() / kinds
    assert len(found) == kinds
    return sum((count - expected) ** 2 / expected for count in found.values()) / (kinds - 1)


@pytest.mark.parametrize("bound", [2, 3, 5, 9, 36])
def test_numbers_are_evenly_drawn(bound: int) -> None:
    key = from_seed("even").key
    assert far_from_even(Counter(Rng(key, used).below(bound) for used in range(400 * bound)), bound) < 2


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    key = from_seed("orders").key
    found = Counter(Rng(key, used).shuffled("abcd") for used in range(9600))
    assert set(found) == set(permutations("abcd"))
    assert far_from_even(found, 24) < 2


def test_a_word_beyond_the_last_multiple_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """For bounds that do not divide 2**64, the last few words would favour small numbers."""
    last = 2**64 - 1  # 2**64 is 1 more than a multiple of 3
    monkeypatch.setattr("serviam_rules.rng._words", lambda _: iter([last, 5]))
    assert Rng("").below(3) == 2


def test_the_game_draws_its_first_player_evenly(rules: Ruleset) -> None:
    found = Counter(new_game(rules, players=3, seed=seed).to_act for seed in range(150))
    assert set(found) == {0, 1, 2}
    assert min(found.values()) > 30


# --- seeds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed",
    [-1, 2**128, 10**5000, True, False, 1.0, None, "", "x" * (LONGEST_SEED + 1), "\ud800", [1], (1,), b"1", {}],
    ids=lambda seed: f"{type(seed).__name__}-{seed!r:.20}" if seed != 10**5000 else "long-number",
)
def test_other_seeds_are_refused(rules: Ruleset, seed: object) -> None:
    with pytest.raises(UsageError) as refused:
        start(rules, seed=seed)  # type: ignore[arg-type]
    assert "a seed is a whole number from 0 to 2**128 - 1, or a text of 1 to 200 characters" in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_subclass_of_int_or_str_is_no_seed() -> None:
    class Number(int):
        pass

    class Text(str):
        __slots__ = ()

    for seed in (Number(1), Text("x")):
        with pytest.raises(UsageError):
            from_seed(seed)


@pytest.mark.parametrize("seed", [0, MOST_SEED, "x", "x" * LONGEST_SEED, " ", "ﬁ"])
def test_the_limits_themselves_are_seeds(seed: int | str) -> None:
    assert from_seed(seed).used == 0


def test_no_two_different_seeds_are_the_same() -> None:
    seeds: list[int | str] = [
        *range(50),
        *map(str, range(50)),
        "int 7",
        "str 7",
        "7 ",
        " 7",
        "07",
        "+7",
        "７",
        "\u00e9",
        "e\u0301",
    ]
    assert len({from_seed(seed).key for seed in seeds}) == len(seeds)


# --- a value ---------------------------------------------------------------------------------------------------------


def test_the_source_is_a_small_value() -> None:
    source = from_seed(1)
    assert source.shuffled("abc") == source.shuffled("abc")
    assert source.next() == Rng(source.key, 1)
    assert pickle.loads(pickle.dumps(source)) == copy.deepcopy(source) == source
    assert hash(source) == hash(from_seed(1))


def test_branches_of_one_state_draw_the_same_and_do_not_disturb_each_other(rules: Ruleset) -> None:
    source = new_game(rules, seed=3).rng
    one = [source.next().shuffled(range(9)), source.below(9)]
    assert [source.next().shuffled(range(9)), source.below(9)] == one


def as_yaml(pins: list[dict[str, Any]]) -> str:
    """The pins as they are stored."""
    lines = ["# What five seeds give. Written by `python -m tests.test_rng`, whose text says when.", "seeds:"]
    for pin in pins:
        for at, (key, held) in enumerate(pin.items()):
            lines.append(f"  {'-' if at == 0 else ' '} {key}: {shown(held)}")
    return "\n".join(lines) + "\n"


def shown(held: Any) -> str:
    if isinstance(held, dict):
        return "{" + ", ".join(f'{key}: "{item}"' for key, item in held.items()) + "}"
    if isinstance(held, list):
        return "[" + ", ".join(map(shown, held)) + "]"
    return f'"{held}"' if isinstance(held, str) and len(held) > 60 else str(held)


if __name__ == "__main__":
    from serviam_rules import load_ruleset

    shipped = load_ruleset()
    print(as_yaml([pinned(shipped, seed) for seed in SEEDS]), end="")
