"""A heuristic value of a board, in points, for the greedy bot: each line by itself.

The stronger bots evaluate boards by the network (``bots.network``).
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from ....engine.bits import size
from ....engine.contract import Setup, State
from ....native.compiled import rule
from .. import rules
from ..pieces import LINE_POINTS, TILES_SHOWING
from ..rules import LEFT_OVER, N_LINES, N_TILES, OPEN

BINOMIAL: Final = np.array([[comb(n, k) for k in range(N_TILES + 1)] for n in range(N_TILES + 1)], np.int64)
"""Binomial coefficients: [n, k]."""


@rule
def chance_to_draw(wanted: int, fitting: int, draws: int, heap: int) -> float:
    """Return the probability that at least `wanted` of `fitting` tiles are among the next `draws` tiles of a heap of
    `heap`."""
    ways = 0
    for met in range(max(wanted, 0), min(fitting, draws) + 1):
        ways += BINOMIAL[fitting, met] * BINOMIAL[heap - fitting, draws - met]
    return ways / BINOMIAL[heap, draws]


@rule
def line_value(state: State, seat: int, line: int) -> float:
    """Return the expected points of a line if every fitting tile that is drawn went to it."""
    rank = rules.line_rank(state, seat, line)
    missing = rules.line_missing(state, seat, line)
    heap = size(state.heap)
    best = 0.0
    for digit in range(3):
        if rank in (OPEN, digit):
            fitting = TILES_SHOWING[line // 5 * 3 + digit]
            sure = size(state.to_lay[seat] & fitting)
            chance = chance_to_draw(missing - sure, size(state.heap & fitting), heap - LEFT_OVER, heap)
            best = max(best, LINE_POINTS[line, digit] * chance)
    return best


@rule
def heuristic_value(setup: Setup, state: State, seat: int) -> float:
    """Return the sum of the values of a board's lines, as if no two lines wanted the same tile; in points."""
    total = 0.0
    for line in range(N_LINES):
        total += line_value(state, seat, line)
    return total
