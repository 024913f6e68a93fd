"""At least a million random steps a second, said as a ratio so that a busy machine does not matter."""

import time

import numpy as np
import pytest

from ludotheque.core.chance import below, generator
from ludotheque.core.compiled import COMPILED, rule
from ludotheque.core.registry import game
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.dropped import dropped
from ludotheque.games.polygons.sampler import with_box
from ludotheque.search.batch import random_games

MOST_DRAWS_A_STEP = 150
"""A step may take as long as drawing this many random numbers: a million steps a second on a machine that draws 150
million numbers. Measured: 43 to 57."""


@rule
def draw_only(rng, times):
    total = 0
    for k in range(times):
        total += below(rng, 10 + (k & 15))
    return total


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="the speed of the compiled law")
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"teams": True}), (4, {"teams": True, "expert": True})])
def test_a_step_is_cheap(seats, options):
    start = game("polygons").start(seats, options)
    setups, starts = np.zeros(64, rules.SETUP), np.zeros(64, rules.STATE)
    for number in range(64):
        setups[number] = with_box(start.setup, dropped(number))
        starts[number] = start.state
        rules.apply_chance(setups[number], starts[number], rules.BOX)
    scratch, scores, rng = np.zeros(1, rules.STATE), np.zeros(seats, np.int64), generator(1)
    random_games(setups, starts, scratch, 1, 0, 0, 1, scores)
    draw_only(rng, 1)
    ratios = []
    for _ in range(5):
        begin = time.perf_counter()
        steps = random_games(setups, starts, scratch, 1, 0, 0, 2000, scores)
        middle = time.perf_counter()
        draws = 10_000_000
        draw_only(rng, draws)
        end = time.perf_counter()
        ratios.append((middle - begin) / steps / ((end - middle) / draws))
    assert min(ratios) < MOST_DRAWS_A_STEP
