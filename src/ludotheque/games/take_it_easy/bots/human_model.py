"""How people see a board: what `novice`, `amateur` and `club` take a placement for.

Whoever plays for fun looks at the lines through a cell and guesses from the number of gaps how likely each is to be
filled. The three err as people do: they forget one of the three directions, overlook cells far from everything that
lies, and do not count which tiles are gone.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, size
from ....engine.contract import Setup, State
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, rule
from .. import rules
from ..pieces import ALL_CELLS, LINE_WORTH, LINES_THROUGH, TILES_SHOWING, TOUCHING
from ..rules import BROKEN, LEFT_OVER, OPEN, STRIDE
from .network import POINT

CLUB: Final = 2
"""The best of the levels that see as people do."""

FORGETS: Final = np.array([70, 50, 12], np.int64)
"""How often, in 100 tiles, a level forgets one of the three directions."""
OVERLOOKS: Final = np.array([75, 40, 0], np.int64)
"""How often, in 100 times, it overlooks a cell that touches nothing."""
FILL_CHANCE: Final = np.array([[100, 72, 52, 37, 27, 0], [100, 65, 42, 27, 18, 0], [100, 60, 36, 22, 13, 8]], np.int64)
"""How many of 100 lines with so many gaps it believes to fill."""
EMPTY_LINE_SHARE: Final = np.array([15, 20, 20], np.int64)
"""What it takes an empty line for, in 100 parts of what the line is worth with its middle digit."""
SPARE_FACTOR: Final = np.array([50, 65, 80, 95, 100], np.int64)
"""What `club`, who counts the fitting tiles that may come, leaves of a hope when there are so many more than gaps."""


@rule
def line_estimate(state: State, level: int, line: int) -> int:
    """What a level takes a line for."""
    rank = rules.line_rank(state, 0, line)
    if rank == BROKEN:
        return 0
    if rank == OPEN:
        return LINE_WORTH[line, 1] * POINT * EMPTY_LINE_SHARE[level] // 100
    missing = rules.line_missing(state, 0, line)
    if missing > size(state.heap) - LEFT_OVER:
        return 0
    estimate = LINE_WORTH[line, rank] * POINT * FILL_CHANCE[level, missing] // 100
    if level == CLUB and missing > 0:
        spare = size(state.heap & TILES_SHOWING[line // 5 * 3 + rank]) - missing
        estimate = 0 if spare < 0 else estimate * SPARE_FACTOR[min(spare, 4)] // 100
    return estimate


@rule
def estimate_cells(
    setup: Setup, state: State, tile: int, level: int, forgotten: int, rng: Generator, after: State, values: Any
) -> int:
    """What a level takes each placement of a tile for, by its cell; and the set of cells that it sees."""
    cells = rules.cells_for(setup, state, 0)
    laid = ALL_CELLS & ~state.free[0]
    touching = 0
    while laid != 0:
        touching |= TOUCHING[first(laid)]
        laid &= laid - 1
    seen = 0
    rest = cells
    while rest != 0:
        cell = first(rest)
        rest &= rest - 1
        overlooked = below(rng, 100) < OVERLOOKS[level]
        if overlooked and touching != 0 and (touching >> cell) & 1 == 0:
            continue
        seen |= 1 << cell
        copy_into(state, after)
        rules.step(setup, after, 0, tile * STRIDE + cell)
        values[cell] = 0
        for direction in range(3):
            if direction != forgotten:
                line = LINES_THROUGH[cell, direction]
                values[cell] += line_estimate(after, level, line) - line_estimate(state, level, line)
    return seen


@rule
def forgotten_direction(level: int, rng: Generator) -> int:
    """The direction that a level forgets this time; -1 if none."""
    direction = below(rng, 3)
    return direction if below(rng, 100) < FORGETS[level] else -1
