"""The generator gives the numbers of ``docs/reference/random-generator.md``, compiled and interpreted.

``chance_vectors.json`` is the specification in numbers; other implementations can be checked against it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.engine.rng import MASK, below, generator, word

pytestmark = pytest.mark.quick

VECTORS = json.loads(Path(__file__).with_name("chance_vectors.json").read_text(encoding="utf-8"))

BOTH_SPEEDS = """
import json, sys
from ludotheque.engine.rng import below, generator, word
from ludotheque.native.compiled import MODE
vectors = json.load(sys.stdin)
answers = {"mode": MODE, "words": [], "below": []}
for vector in vectors["words"]:
    rng = generator(int(vector["seed"]), vector["stream"])
    answers["words"].append([int(word(rng)) for _ in vector["words"]])
for vector in vectors["below"]:
    rng = generator(int(vector["seed"]), vector["stream"])
    answers["below"].append([int(below(rng, vector["n"])) for _ in vector["numbers"]] + [int(word(rng))])
print(json.dumps(answers))
"""


class Reference:
    """The generator written a second time, from its description alone: whole numbers of any size, no NumPy."""

    def __init__(self, seed, stream):
        self.a, self.b, self.c, self.counter = seed % 2**32, seed // 2**32, stream % 2**32, 1
        self.drawn = 0
        for _ in range(12):
            self.word()
        self.drawn = 0

    def word(self):
        out = (self.a + self.b + self.counter) % 2**32
        self.counter = (self.counter + 1) % 2**32
        self.a = self.b ^ (self.b // 2**9)
        self.b = (self.c * 9) % 2**32
        rotated = (self.c * 2**21) % 2**32 + self.c // 2**11
        self.c = (rotated + out) % 2**32
        self.drawn += 1
        return out

    def below(self, n):
        while True:
            high, low = divmod(self.word() * n, 2**32)
            if low >= 2**32 % n:
                return high


@pytest.mark.parametrize("vector", VECTORS["words"], ids=lambda vector: f"{vector['seed']}/{vector['stream']}")
def test_words(vector):
    seed, stream = int(vector["seed"]), vector["stream"]
    rng, reference = generator(seed, stream), Reference(seed, stream)
    assert [int(word(rng)) for _ in vector["words"]] == vector["words"]
    assert [reference.word() for _ in vector["words"]] == vector["words"]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda vector: f"{vector['seed']}/{vector['n']}")
def test_below(vector):
    seed, stream, n = int(vector["seed"]), vector["stream"], vector["n"]
    rng, reference = generator(seed, stream), Reference(seed, stream)
    assert [int(below(rng, n)) for _ in vector["numbers"]] == vector["numbers"]
    assert [reference.below(n) for _ in vector["numbers"]] == vector["numbers"]
    assert reference.drawn == vector["words_used"]
    assert int(word(rng)) == vector["next_word"], "as many words were rejected"


def test_the_vectors_hold_rejections():
    rejected = [vector["words_used"] - len(vector["numbers"]) for vector in VECTORS["below"]]
    assert sum(rejected) >= 10
    assert {1, 2, 27, 702, 2**31 - 1} <= {vector["n"] for vector in VECTORS["below"]}


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["library", "jit", "interpreted"])
def test_compiled_and_interpreted_code_give_the_vectors(mode):
    done = subprocess.run(
        [sys.executable, "-c", BOTH_SPEEDS],
        input=json.dumps(VECTORS),
        env={**os.environ, "LUDOTHEQUE_RULES": mode},
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(done.stdout)
    assert answers["mode"] == mode
    assert answers["words"] == [vector["words"] for vector in VECTORS["words"]]
    assert answers["below"] == [[*vector["numbers"], vector["next_word"]] for vector in VECTORS["below"]]


@pytest.mark.parametrize(("n", "limit"), [(2, 10.83), (3, 13.82), (27, 54.05), (41, 73.40)])
def test_numbers_are_uniform(n, limit):
    """Chi-square below its 99.9th percentile with n - 1 degrees of freedom (the seed is fixed: this cannot flicker)."""
    rng = generator(2024)
    draws = 20_000
    counts = [0] * n
    for _ in range(draws):
        counts[below(rng, n)] += 1
    expected = draws / n
    assert sum((count - expected) ** 2 / expected for count in counts) < limit


def test_streams_and_seeds_differ_from_each_other():
    """The first words of neighbouring streams and seeds: all different, every bit set about half the time."""
    firsts = [int(word(generator(seed, stream))) for seed in range(40) for stream in range(50)]
    assert len(set(firsts)) == len(firsts)
    for bit in range(32):
        assert abs(sum(first >> bit & 1 for first in firsts) - 1000) < 150


def test_a_seed_has_64_bits():
    assert int(word(generator(2**64 - 1))) != int(word(generator(2**32 - 1)))
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="whole number"):
            generator(seed)


def test_words_have_32_bits():
    rng = generator(7)
    words = [int(word(rng)) for _ in range(2000)]
    assert all(0 <= one <= MASK for one in words)
    assert max(words) > MASK - (1 << 23)
