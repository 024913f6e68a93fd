"""The seeded random generator, exactly specified: the same numbers in Python, Numba and browsers.

The generator is sfc32 (Chris Doty-Humphrey's "small fast counting" generator): four words of 32 bits, only additions,
shifts and exclusive or, so it needs nothing beyond 32-bit arithmetic and gives the same stream everywhere.
``docs/reference/random-generator.md`` specifies it with test vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..codec.records import Record
from ..native.compiled import rule

Words = tuple[int, int, int, int]
"""Four words of 32 bits: three of state and a counter. As plain values they can stay in registers in a loop."""

GENERATOR: np.dtype[Any] = np.dtype((np.record, [("a", "i8"), ("b", "i8"), ("c", "i8"), ("counter", "i8")]))
"""The same four words as a record, which is updated in place by each draw."""


class Generator(Record, name="rng"):
    """A record of ``GENERATOR``."""


MASK = 0xFFFFFFFF


@rule
def word_of(words: Words) -> tuple[int, Words]:
    """Return the next 32 random bits and the new words."""
    a, b, c, counter = words
    out = (a + b + counter) & MASK
    rotated = ((c << 21) | (c >> 11)) & MASK
    return out, (b ^ (b >> 9), (c + (c << 3)) & MASK, (rotated + out) & MASK, (counter + 1) & MASK)


@rule
def below_of(words: Words, n: int) -> tuple[int, Words]:
    """Return a uniform integer from 0 to n - 1, for 1 <= n <= 2**31, and the new words.

    Lemire's method: multiply, keep the high half, and reject the few words that would bias the result.
    """
    out, words = word_of(words)
    product = out * n
    low = product & MASK
    if low < n:
        unfair = ((1 << 32) - n) % n
        while low < unfair:
            out, words = word_of(words)
            product = out * n
            low = product & MASK
    return product >> 32, words


@rule
def words_of(rng: Generator) -> Words:
    """Return the words of a generator."""
    return rng.a, rng.b, rng.c, rng.counter


@rule
def put_words(rng: Generator, words: Words) -> None:
    """Set the words of a generator."""
    rng.a, rng.b, rng.c, rng.counter = words


@rule
def word(rng: Generator) -> int:
    """Return the next 32 random bits."""
    out, words = word_of(words_of(rng))
    put_words(rng, words)
    return out


@rule
def below(rng: Generator, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, for 1 <= n <= 2**31."""
    value, words = below_of(words_of(rng), n)
    put_words(rng, words)
    return value


@rule
def seed_words(rng: Generator, low: int, high: int, stream: int) -> None:
    """Seed a generator with a 64-bit seed, given as two words, and a stream number."""
    rng.a = low
    rng.b = high
    rng.c = stream & MASK
    rng.counter = 1
    for _ in range(12):
        word(rng)


def generator(seed: int, stream: int = 0) -> Generator:
    """Return a new generator. Equal seed and stream give equal numbers; streams of a seed are independent."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    rng: Generator = np.zeros(1, GENERATOR)[0]
    seed_words(rng, seed & MASK, seed >> 32, stream)
    return rng
