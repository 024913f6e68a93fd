"""Playing knowledge of Take It Easy: what a line is worth before it is complete, and the opponents' answers."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from ....engine.bits import size
from ....engine.contract import Setup, State
from ....native.compiled import rule
from .. import rules
from ..pieces import LINE_WORTH, TILES_SHOWING
from ..rules import LEFT_OVER, N_LINES, N_TILES, OPEN
from .expectation import CERTAIN, TRIALS, candidates, trial
from .levels import WEIGHTS, WORKSPACE, choose_action, init_search, luck, search_slice, weights

__all__ = [
    "CERTAIN",
    "MULTIPLIES",
    "TRIALS",
    "WEIGHTS",
    "WORKSPACE",
    "candidates",
    "choose_action",
    "init_search",
    "luck",
    "search_slice",
    "trial",
    "weights",
    "worth",
]

MULTIPLIES: Final = True
"""The page gets these bots with vectors too: the network then takes a quarter of the time."""

WAYS: Final = np.array([[comb(n, k) for k in range(N_TILES + 1)] for n in range(N_TILES + 1)], np.int64)
"""In how many ways k of n things can be chosen."""


@rule
def chance_of(wanted: int, fitting: int, draws: int, heap: int) -> float:
    """How likely at least `wanted` of `fitting` tiles are among the next draws from a heap."""
    ways = 0
    for met in range(max(wanted, 0), min(fitting, draws) + 1):
        ways += WAYS[fitting, met] * WAYS[heap - fitting, draws - met]
    return ways / WAYS[heap, draws]


@rule
def line_worth(state: State, seat: int, line: int) -> float:
    """What a line is worth on average, if every fitting tile that comes went to it."""
    rank = rules.line_rank(state, seat, line)
    missing = rules.line_missing(state, seat, line)
    heap = size(state.heap)
    best = 0.0
    for digit in range(3):
        if rank in (OPEN, digit):
            fitting = TILES_SHOWING[line // 5 * 3 + digit]
            sure = size(state.to_lay[seat] & fitting)
            chance = chance_of(missing - sure, size(state.heap & fitting), heap - LEFT_OVER, heap)
            best = max(best, LINE_WORTH[line, digit] * chance)
    return best


@rule
def worth(setup: Setup, state: State, seat: int) -> float:
    """What the lines of a board are worth together, as if no line wanted another's tiles."""
    total = 0.0
    for line in range(N_LINES):
        total += line_worth(state, seat, line)
    return total
