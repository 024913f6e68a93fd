"""The bots that play by the learned evaluation.

They think about one round of one board, their own: what the others do changes nothing about it. So what a seat knows is
first made into the board of somebody who plays alone.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...core.bits import first, size
from ...core.chance import Generator
from ...core.compiled import copy_into, rule
from ...core.game import Known
from ...core.law import Setup, State
from . import rules
from .network import ENDING, LEARNT, MIND, POINT, count_out, look, shipped
from .rules import N_CELLS, SETUP, STATE, STRIDE

COUNTED: Final = 4
"""Boards with so many free cells or fewer are counted out, after a draw on trial with one less."""
NEAR: Final = 12 * POINT
"""A placement that is worth so much less than the best one at first sight is not looked at again."""

MOST_REPLIES: Final = 4
"""So many placements of a tile on trial are looked at again at most."""
LEVELS: Final = 3

THOUGHT: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("setup", SETUP),
            ("state", STATE),
            ("values", "i8", (N_CELLS,)),  # what each cell is worth at sight
            ("mind", MIND),
            ("ending", ENDING),
            # One look ahead after the other, each with the board that it starts from:
            ("boards", STATE, (LEVELS,)),
            ("drawn", STATE, (LEVELS,)),  # that board with a tile on trial announced
            ("tiles", "i8", (LEVELS,)),  # the set of tiles that are still to be tried
            ("number", "i8", (LEVELS,)),  # how many there were
            ("tile", "i8", (LEVELS,)),  # the one that is tried now
            ("cells", "i8", (LEVELS,)),  # the set of cells on which it is still to be tried
            ("cell", "i8", (LEVELS,)),  # the one on which it is tried now
            ("best", "i8", (LEVELS,)),  # the best of the cells tried so far
            ("total", "i8", (LEVELS,)),  # the sum of the best over the tiles
            ("chosen", "i8"),  # the best action so far
        ],
    )
)
"""Where a bot thinks."""


@rule
def alone(setup: Setup, state: State, seat: int, thought: Any) -> None:
    """The board of a seat as that of somebody who plays one round alone."""
    solo, board = thought.setup, thought.state
    solo.seats = 1
    solo.rounds = 1
    solo.adjacent = setup.adjacent
    solo.pairs = setup.pairs
    board.rounds_done = 0
    board.heap = state.heap
    board.announced = state.announced
    board.choosing = 1
    board.to_lay[0] = state.to_lay[seat]
    board.free[0] = state.free[seat]
    board.touching[0] = state.touching[seat]
    for digit in range(9):
        board.shows[0, digit] = state.shows[seat, digit]


@rule
def weigh(network: Any, setup: Setup, state: State, tile: int, thought: Any) -> int:
    """What each board is worth that can be made by laying a tile, in the place of its cell; and the most of it."""
    values = thought.values
    if N_CELLS - size(state.free[0]) + 1 < LEARNT:
        look(network, setup, state, 0, tile, state.heap, thought.mind, values)
    else:
        count_each(setup, state, tile, thought)
    return values[best_cell(rules.cells_for(setup, state, 0), values)]


@rule
def count_each(setup: Setup, state: State, tile: int, thought: Any) -> None:
    """The same, each board counted out."""
    cells = rules.cells_for(setup, state, 0)
    after = thought.mind.after
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        copy_into(state, after)
        rules.step(setup, after, 0, tile * STRIDE + cell)
        thought.values[cell] = count_out(setup, after, 0, thought.ending)


@rule
def best_cell(cells: int, values: Any) -> int:
    """The first of the cells that are worth most."""
    best = first(cells)
    while cells != 0:
        if values[first(cells)] > values[best]:
            best = first(cells)
        cells &= cells - 1
    return best


@rule
def near(cells: int, values: Any, most_cells: int) -> int:
    """The set of the cells that are worth most, so many of them at most and none that is far behind."""
    chosen = 0
    best = values[best_cell(cells, values)]
    while cells != 0 and most_cells > 0:
        cell = best_cell(cells, values)
        cells &= ~(1 << cell)
        if values[cell] < best - NEAR:
            return chosen
        chosen |= 1 << cell
        most_cells -= 1
    return chosen


@rule
def replies(state: State, width: int, most: int) -> int:
    """How many placements of the next tile can be looked at, when so many of this one are and the tile after the next
    is drawn too, without judging more than so many boards."""
    draws = size(state.heap)
    boards = width * draws * (draws - 1) * max(size(state.free[0]) - 2, 1)
    return min(most // boards, MOST_REPLIES)


@rule
def choose(network: Any, setup: Setup, state: State, seat: int, width: int, most: int, thought: Any) -> int:
    """What a seat does. It looks again at so many placements that make the board worth most at sight (0: it takes the
    best), with every tile that may come next; and, as soon as that can be done without judging more than so many
    boards, at the best of its placements with every tile that may come then. The last tile is laid best at sight.

    Of two tiles that are to be laid, it takes the first placement of the two that make the board worth most.
    """
    alone(setup, state, seat, thought)
    solo = thought.setup
    pair = size(thought.state.to_lay[0]) > 1
    narrow = replies(thought.state, width, most) if width > 0 else 0
    depth = 0
    if pair or width > 0:
        depth = 2 if narrow > 1 and not pair else 1
    level = 0
    copy_into(thought.state, thought.boards[0])
    open_level(thought, 0, thought.state.to_lay[0])
    # One loop for all levels, because what is called in one place only is compiled once only.
    while True:
        drawn = thought.drawn[level]
        if thought.cells[level] == 0:
            if level > 0:
                thought.total[level] += thought.best[level]
                thought.best[level] = 0
            if thought.tiles[level] == 0:
                if level == 0:
                    return thought.chosen
                level -= 1
                settle(thought, level, thought.total[level + 1] // thought.number[level + 1])
                continue
            tile = first(thought.tiles[level])
            thought.tiles[level] &= thought.tiles[level] - 1
            copy_into(thought.boards[level], drawn)
            if level > 0 and not pair:
                rules.apply_chance(solo, drawn, tile)
            cells = rules.cells_for(solo, drawn, 0)
            if level > 0 or not pair:
                value = weigh(network, solo, drawn, tile, thought)
                if level == depth:
                    thought.best[level] = value
                    if level == 0:
                        return tile * STRIDE + best_cell(cells, thought.values)
                    continue
                cells = near(cells, thought.values, width if level == 0 else narrow)
            thought.tile[level] = tile
            thought.cells[level] = cells
        tile = thought.tile[level]
        cell = first(thought.cells[level])
        thought.cells[level] &= thought.cells[level] - 1
        thought.cell[level] = cell
        after = thought.boards[level + 1]
        copy_into(drawn, after)
        rules.step(solo, after, 0, tile * STRIDE + cell)
        if not pair and size(after.free[0]) <= COUNTED - level:
            settle(thought, level, count_out(solo, after, 0, thought.ending))
        else:
            level += 1
            open_level(thought, level, after.to_lay[0] if pair else after.heap)


@rule
def open_level(thought: Any, level: int, tiles: int) -> None:
    """Begin to try out these tiles on the board of a level."""
    thought.tiles[level] = tiles
    thought.number[level] = size(tiles)
    thought.cells[level] = 0
    thought.best[level] = -1 if level == 0 else 0
    thought.total[level] = 0


@rule
def settle(thought: Any, level: int, value: int) -> None:
    """The placement on trial is worth so much."""
    if value > thought.best[level]:
        thought.best[level] = value
        if level == 0:
            thought.chosen = thought.tile[0] * STRIDE + thought.cell[0]


class Expert:
    """Lays every tile where the board is worth most by the learned evaluation."""

    width, most = 0, 0
    """See the function `choose`."""

    def choose(self, known: Known, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        assert known.seat is not None, "a spectator does nothing"
        thought = np.zeros(1, THOUGHT)[0]
        return int(choose(shipped(), known.setup, known.state, known.seat, self.width, self.most, thought))


class Master(Expert):
    """Looks at every tile that may come next as well, then at two draws, and counts endings out."""

    width, most = 5, 50_000
