"""Chance as a value: a counter-based generator on SHA-256, the same on every platform and Python.

Written down in full, so that an engine in another language can deal the same cards:

- A seed becomes a key: the SHA-256, in hexadecimal, of the UTF-8 text `serviam-rules 1 int 7` for the seed 7
  and `serviam-rules 1 str 7` for the seed "7". So no two seeds are silently the same.
- `used` counts random operations (one shuffle or one draw of a number is one operation). Operation `n` reads
  a stream of its own: the SHA-256 of `KEY n b` for blocks b = 0, 1, 2, ..., each block giving four words of
  64 bits, big-endian, in order. So a state needs to remember the key and one number, and nothing else.
- A number below n: take words until one is below the largest multiple of n that fits in 64 bits; that word modulo n.
- A shuffle: for i from the last place down to 1, swap place i with place `below(i + 1)` (Fisher-Yates).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

from serviam_rules.errors import UsageError, shortened
from serviam_rules.values import value

T = TypeVar("T")

MOST_SEED: Final = 2**128 - 1
LONGEST_SEED: Final = 200
_WORD: Final = 2**64


@cache
def _limit(bound: int) -> int:
    """The largest multiple of a bound that fits in a word."""
    return _WORD - _WORD % bound


@value
class Rng:
    """The random source of a game: a key of 64 hexadecimal digits, and how many operations it has served."""

    key: str
    used: int = 0

    def next(self) -> Rng:
        """The source after one more operation."""
        return Rng(self.key, self.used + 1)

    def below(self, bound: int) -> int:
        """A number 0 <= n < `bound`, each equally likely; the same each time for the same source."""
        limit = _limit(bound)
        return next(word for word in _words(self) if word < limit) % bound

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """`items` in a random order, each order equally likely; the same each time for the same source."""
        order = list(items)
        words = _words(self)
        for bound in range(len(order), 1, -1):
            limit = _limit(bound)
            word = next(words)
            while word >= limit:
                word = next(words)
            other = word % bound
            order[bound - 1], order[other] = order[other], order[bound - 1]
        return tuple(order)


def _words(source: Rng) -> Iterator[int]:
    block = 0
    while True:
        yield from unpack(">4Q", sha256(f"{source.key} {source.used} {block}".encode()).digest())
        block += 1


def from_seed(seed: object) -> Rng:
    """The random source for a seed: an int from 0 to 2**128 - 1, or a text of 1 to 200 characters.

    Anything else is refused with UsageError: True, 1.0 and "1" are not the seed 1.
    """
    if type(seed) is int and 0 <= seed <= MOST_SEED:
        return _keyed("int", str(seed))
    if type(seed) is str and 1 <= len(seed) <= LONGEST_SEED and _encodable(seed):
        return _keyed("str", seed)
    raise UsageError(
        f"a seed is a whole number from 0 to 2**128 - 1, or a text of 1 to {LONGEST_SEED} characters; "
        f"{shortened(seed)} ({type(seed).__name__}) is neither"
    )


def _keyed(kind: str, seed: str) -> Rng:
    return Rng(sha256(f"serviam-rules 1 {kind} {seed}".encode()).hexdigest())


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
