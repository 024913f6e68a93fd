"""Sets as bits against plain Python sets, at the speed of this process and at the other one."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludotheque.engine.bits import first, nth, size
from ludotheque.engine.rng import generator, word
from ludotheque.native.compiled import rule

pytestmark = pytest.mark.quick

MEMBERS = 62
SETS = (
    st.integers(0, 2**MEMBERS - 1) | st.integers(0, 2**27 - 1) | st.integers(0, MEMBERS - 1).map(lambda one: 1 << one)
)


@rule
def ask(members: int, k: int) -> tuple[int, int, int]:
    """The three questions from inside compiled code, where they are other functions."""
    return size(members), first(members), nth(members, k)


def members_of(bits):
    return [member for member in range(MEMBERS) if bits >> member & 1]


@settings(deadline=None, derandomize=True, database=None)
@example(2**MEMBERS - 1)
@example(0)
@example(1 << 26 | 1 << 27 | 1 << 53 | 1 << 54)
@given(SETS)
def test_against_plain_python(bits):
    members = members_of(bits)
    assert size(bits) == len(members)
    for k, member in enumerate(members):
        assert nth(bits, k) == member
        assert tuple(ask(bits, k)) == (len(members), members[0], member)
    if members:
        assert first(bits) == members[0]


ANSWERS = """
import json, sys
from ludotheque.engine.bits import first, nth, size
from ludotheque.native.compiled import JIT, rule

def ask(members, k):
    return size(members), first(members), nth(members, k)

ask = rule(ask) if not JIT else __import__("numba").njit(ask)
sets = json.load(sys.stdin)
print(json.dumps([JIT, [[int(n) for n in ask(bits, k)] for bits, k in sets]]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["jit", "interpreted"])
def test_both_speeds_agree(mode):
    rng = generator(1)
    questions = []
    for _ in range(300):
        bits = (int(word(rng)) << 30 | int(word(rng)) >> 2) & (int(word(rng)) << 30 | int(word(rng)) >> 2)
        bits |= 1 << int(word(rng)) % MEMBERS
        questions.append((bits, int(word(rng)) % bits.bit_count()))
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        input=json.dumps(questions),
        env={**os.environ, "LUDOTHEQUE_RULES": mode},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled, answers = json.loads(done.stdout)
    assert compiled == (mode == "jit")
    for (bits, k), (count, smallest, kth) in zip(questions, answers, strict=True):
        members = members_of(bits)
        assert (count, smallest, kth) == (len(members), members[0], members[k])
