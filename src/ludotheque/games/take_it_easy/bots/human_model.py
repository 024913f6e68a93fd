"""How people value a placement, for `novice`, `amateur` and `club`.

A casual player looks at the lines through a cell and guesses from the number of gaps how likely each is to be filled.
These levels make human errors: they forget one of the three directions, overlook cells far from all tiles, and do not
count which tiles are gone.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, size
from ....engine.contract import Setup, State
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, rule
from .. import rules
from ..pieces import ALL_CELLS, LINE_POINTS, LINES_THROUGH, TILES_SHOWING, TOUCHING
from ..rules import BROKEN, LEFT_OVER, OPEN, STRIDE
from .network import POINT

CLUB: Final = 2
"""The best of these levels."""

FORGETS: Final = np.array([70, 50, 12], np.int64)
"""Percentage of tiles for which a level forgets one of the three directions."""
OVERLOOKS: Final = np.array([75, 40, 0], np.int64)
"""Percentage of the cells touching no tile that it overlooks."""
FILL_CHANCE: Final = np.array([[100, 72, 52, 37, 27, 0], [100, 65, 42, 27, 18, 0], [100, 60, 36, 22, 13, 8]], np.int64)
"""Believed percentage that a line is filled, by level and number of gaps."""
EMPTY_LINE_SHARE: Final = np.array([15, 20, 20], np.int64)
"""Value of an empty line, as a percentage of its points with the middle digit."""
SPARE_FACTOR: Final = np.array([50, 65, 80, 95, 100], np.int64)
"""`club` counts the fitting tiles left: percentage of the estimate kept, by how many more there are than gaps."""


@rule
def line_estimate(state: State, level: int, line: int) -> int:
    """Return a level's value of a line, in units of ``POINT``."""
    rank = rules.line_rank(state, 0, line)
    if rank == BROKEN:
        return 0
    if rank == OPEN:
        return LINE_POINTS[line, 1] * POINT * EMPTY_LINE_SHARE[level] // 100
    missing = rules.line_missing(state, 0, line)
    if missing > size(state.heap) - LEFT_OVER:
        return 0
    estimate = LINE_POINTS[line, rank] * POINT * FILL_CHANCE[level, missing] // 100
    if level == CLUB and missing > 0:
        spare = size(state.heap & TILES_SHOWING[line // 5 * 3 + rank]) - missing
        estimate = 0 if spare < 0 else estimate * SPARE_FACTOR[min(spare, 4)] // 100
    return estimate


@rule
def estimate_cells(
    setup: Setup, state: State, tile: int, level: int, forgotten: int, rng: Generator, after: State, values: Any
) -> int:
    """Write a level's value of each placement of a tile into `values`, by cell; return the set of cells that it
    sees."""
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
    """Return the direction that a level forgets this time; -1 for none."""
    direction = below(rng, 3)
    return direction if below(rng, 100) < FORGETS[level] else -1
