"""What the learned evaluation sees of a board, and the evaluation itself.

A board is seen as the state of each line (the digit it wants, which of its cells are covered, how many fitting tiles
are left), of each free cell (what its three lines want together, and how many tiles would do), and the tiles that may
still come.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...core.bits import first, size
from ...core.compiled import COMPILED, copy_into, rule
from ...core.law import Setup, State
from . import rules
from .pieces import LINE_WORTH, LINES, LINES_THROUGH, TILES_SHOWING
from .rules import N_CELLS, N_LINES, N_TILES, OPEN, STATE, STRIDE

# What a line wants: nothing yet, the low, middle or high digit of its direction, or nothing any more.
FREE, DEAD = 0, 4

LINE_LENGTH: Final = np.array([len(line) for line in LINES], np.int64)
LINE_CELLS: Final = np.array([[*line, *[0] * (5 - len(line))] for line in LINES], np.int64)
"""The cells of each line, filled up with zeros."""
WIDTH: Final = 256
"""Units of the first layer."""
HIDDEN: Final = 64
"""Units of the second layer."""
LEARNT: Final = N_CELLS - 2
"""From how many tiles on a board is counted out instead of judged by the network."""
FITTING: Final = 9
"""How many tiles show a digit."""


def _line_rows() -> tuple[list[int], int]:
    """Where the rows of each line begin, and where they end."""
    starts, end = [], 0
    for line in LINES:
        length = len(line)
        starts.append(end)
        wanting = 3 * (FITTING - length + 1) * (2**length - 2)
        end += wanting + (2**length - 1) + 3 + 1  # wants a digit; wants nothing any more; complete; empty
    return starts, end


_starts, N_LINE_ROWS = _line_rows()
LINE_ROWS: Final = np.array(_starts, np.int64)


def _cell_rows() -> tuple[list[int], int]:
    """For what the three lines of a cell want, and how many tiles would do (up to three, asked only where at least two
    lines want a digit), its place among the rows of the cell; and how many rows a cell has."""
    places, end = [], 0
    for wants in np.ndindex(5, 5, 5):
        wanting = sum(FREE < want < DEAD for want in wants)
        different = {2: 4, 3: 2}.get(wanting, 1)
        places += [end + min(fitting, different - 1) for fitting in range(4)]
        end += different
    return places, end


_places, ROWS_OF_A_CELL = _cell_rows()
CELL_ROWS: Final = np.array(_places, np.int64)

TILE_ROWS: Final = N_LINE_ROWS + N_CELLS * ROWS_OF_A_CELL
"""Where the rows of the tiles that may still come begin."""
N_ROWS: Final = TILE_ROWS + N_TILES

SEEN: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("wants", "i8", (N_LINES,)),  # what each line wants
            ("lines", "i8", (N_LINES,)),  # the row of each line
            ("cells", "i8", (N_CELLS,)),  # the row of each free cell
        ],
    )
)
"""A board as the evaluation sees it."""


@rule
def see_line(state: State, seat: int, tiles: int, line: int) -> tuple[int, int]:
    """What a line wants when these tiles may still come, and its row."""
    length = LINE_LENGTH[line]
    start = LINE_ROWS[line]
    masks = 1 << length
    closed = start + 3 * (FITTING - length + 1) * (masks - 2) - 1
    rank = rules.line_rank(state, seat, line)
    if rank == OPEN:
        return FREE, closed + masks + 3
    free = state.free[seat]
    covered = masks - 1
    missing = 0
    for place in range(length):
        gap = (free >> LINE_CELLS[line, place]) & 1
        covered ^= gap << place
        missing += gap
    if rank < 0:
        return DEAD, closed + covered
    if missing == 0:
        return DEAD, closed + masks + rank
    spare = size(tiles & TILES_SHOWING[line // 5 * 3 + rank]) - missing
    if spare < 0:
        return DEAD, closed + covered
    return rank + 1, start + ((covered - 1) * 3 + rank) * (FITTING - length + 1) + spare


@rule
def see_cell(left: int, vertical: int, right: int, tiles: int, cell: int) -> int:
    """The row of a free cell, by what its three lines want."""
    wanting = 0
    if FREE < left < DEAD:
        wanting += 1
        tiles &= TILES_SHOWING[left - 1]
    if FREE < vertical < DEAD:
        wanting += 1
        tiles &= TILES_SHOWING[2 + vertical]
    if FREE < right < DEAD:
        wanting += 1
        tiles &= TILES_SHOWING[5 + right]
    fitting = size(tiles) if wanting > 1 else 0
    return N_LINE_ROWS + cell * ROWS_OF_A_CELL + CELL_ROWS[((left * 5 + vertical) * 5 + right) * 4 + fitting]


@rule
def see(state: State, seat: int, tiles: int, seen: Any) -> None:
    """A board, when these tiles may still come."""
    for line in range(N_LINES):
        seen.wants[line], seen.lines[line] = see_line(state, seat, tiles, line)
    free = state.free[seat]
    while free != 0:
        cell = first(free)
        free &= free - 1
        through = LINES_THROUGH[cell]
        left, vertical, right = seen.wants[through[0]], seen.wants[through[1]], seen.wants[through[2]]
        seen.cells[cell] = see_cell(left, vertical, right, tiles, cell)


# -- The evaluation ---------------------------------------------------------------------------------------------------
#
# Whole numbers only, so that every machine and every compiler comes to the same choice. The first layer sums up rows of
# bytes; what a row's unit is worth differs from column to column and is part of the second layer's weights.

POINT: Final = 1 << 16
"""A point, in the unit of all values."""
HEAD_BITS: Final = 16
"""By how many bits the outputs of the heads are finer than values."""
SHIFT: Final = 8
"""How many bits are dropped after the second layer."""
LEAK_BITS: Final = 3
"""By how many bits an output of the second layer is smaller where it is below zero: never nothing, or it would not
learn to be more."""
MOST_INPUT: Final = (1 << 11) - 1
MOST_WEIGHT: Final = (1 << 12) - 1
"""The largest number between the layers, and the largest weight of the second one: their sums stay under 32 bits."""

NETWORK: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("rows", "i1", (N_ROWS, WIDTH)),
            ("bias", "i2", (WIDTH,)),
            ("second", "i2", (LEARNT, WIDTH, HIDDEN)),  # from here on own weights for each number of tiles laid
            ("second_bias", "i4", (LEARNT, HIDDEN)),
            ("heads", "i4", (LEARNT, N_TILES, HIDDEN)),
            ("head_bias", "i8", (LEARNT, N_TILES)),
        ],
    )
)
"""The weights."""

LOOK: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("seen", SEEN),
            ("wants", "i8", (N_LINES,)),  # what each line would want with the tile in it
            ("places", "i8", (N_CELLS, 3)),  # the rows of a cell's three lines with the tile on it
            ("sums", "i2", (WIDTH,)),
            ("leaving", "i2", (N_CELLS, WIDTH)),
            ("changing", "i2", (N_LINES, WIDTH)),
            ("change", "i2", (WIDTH,)),
            ("inputs", "i2", (WIDTH,)),
            ("hidden", "i4", (N_CELLS, HIDDEN)),  # the second layer for each board
            ("heads", "i8", (HIDDEN,)),  # summed over the tiles that may come
            ("after", STATE),
        ],
    )
)
"""Where one look ahead is worked out."""


# The arithmetic of rows: by NumPy, or as loops where the rest is compiled too.


def put(into: Any, row: Any) -> None:
    """Write a row over sums."""
    into[:] = row


def negate(row: Any, into: Any) -> None:
    """Write the opposite of a row over sums."""
    np.negative(row, out=into, dtype=np.int16)


def add(into: Any, row: Any) -> None:
    """Add a row to sums."""
    into += row


def add_two(into: Any, row: Any, other: Any) -> None:
    """Add two rows to sums."""
    into += row
    into += other


def subtract(row: Any, other: Any, into: Any) -> None:
    """Write the difference of two rows over sums."""
    np.subtract(row, other, out=into, dtype=np.int16)


def clip(into: Any) -> None:
    """Nothing below zero, nothing above what the second layer bears."""
    np.clip(into, 0, MOST_INPUT, out=into)


def multiply(weights: Any, inputs: Any, into: Any) -> None:
    """For each unit of the second layer, the sum of the products of its weights with the first layer."""
    into[:] = inputs @ weights.astype(np.int32)


if COMPILED:
    from numba.extending import overload

    # Few arrays in each loop: the compiler gives up on vectors where it would have to compare too many for overlaps.

    def _put(into: Any, row: Any) -> None:
        for unit in range(WIDTH):
            into[unit] = row[unit]

    def _negate(row: Any, into: Any) -> None:
        for unit in range(WIDTH):
            into[unit] = -row[unit]

    def _add(into: Any, row: Any) -> None:
        for unit in range(WIDTH):
            into[unit] += row[unit]

    def _add_two(into: Any, row: Any, other: Any) -> None:
        for unit in range(WIDTH):
            into[unit] += row[unit] + other[unit]

    def _subtract(row: Any, other: Any, into: Any) -> None:
        for unit in range(WIDTH):
            into[unit] = row[unit] - other[unit]

    def _clip(into: Any) -> None:
        for unit in range(WIDTH):
            into[unit] = min(max(into[unit], 0), MOST_INPUT)

    def _multiply(weights: Any, inputs: Any, into: Any) -> None:
        for output in range(HIDDEN):
            into[output] = 0
        for unit in range(WIDTH):
            given = np.int32(inputs[unit])
            if given != 0:  # most units of the first layer are at rest
                for output in range(HIDDEN):
                    into[output] = np.int32(into[output] + given * np.int32(weights[unit, output]))

    for function, loop in (
        (put, lambda into, row: _put),
        (negate, lambda row, into: _negate),
        (add, lambda into, row: _add),
        (add_two, lambda into, row, other: _add_two),
        (subtract, lambda row, other, into: _subtract),
        (clip, lambda into: _clip),
        (multiply, lambda weights, inputs, into: _multiply),
    ):
        overload(function, jit_options={"forceinline": True, "error_model": "numpy"}, strict=False)(loop)


@rule
def give(output: int) -> int:
    """What a unit of the second layer gives on."""
    return output >> SHIFT if output > 0 else output >> (SHIFT + LEAK_BITS)


@rule
def look(network: Any, setup: Setup, state: State, seat: int, tile: int, tiles: int, mind: Any, values: Any) -> None:
    """What each board is worth that a seat can make by laying a tile that was drawn, when these tiles may still come
    after it, in the place of its cell; for fewer than ``LEARNT`` tiles."""
    seen, after, sums = mind.seen, mind.after, mind.sums
    see(state, seat, tiles, seen)
    laid = N_CELLS - size(state.free[seat]) + 1
    put(sums, network.bias)
    head_bias = 0
    for unit in range(HIDDEN):
        mind.heads[unit] = 0
    rest = tiles
    while rest != 0:
        other = first(rest)
        rest &= rest - 1
        add(sums, network.rows[TILE_ROWS + other])
        head_bias += network.head_bias[laid, other]
        for unit in range(HIDDEN):
            mind.heads[unit] += network.heads[laid, other, unit]
    # First the rows of the board as it is, and what each line would want with the tile in it: which does not depend on
    # the place in the line, so what that changes for the line's cells is summed up once for all of them.
    for line in range(N_LINES):
        mind.wants[line] = -1
        add(sums, network.rows[seen.lines[line]])
    free = state.free[seat]
    while free != 0:
        cell = first(free)
        free &= free - 1
        add(sums, network.rows[seen.cells[cell]])
        put(mind.leaving[cell], network.rows[seen.cells[cell]])
        copy_into(state, after)
        rules.step(setup, after, seat, tile * STRIDE + cell)
        for direction in range(3):
            line = LINES_THROUGH[cell, direction]
            mind.wants[line], mind.places[cell, direction] = see_line(after, seat, tiles, line)
    for line in range(N_LINES):
        want = mind.wants[line]
        if want >= 0:
            change_line(network, state, seat, line, want, tiles, mind)
    # Then each cell: the board's rows without those that go, and with those that come.
    cells = rules.cells_for(setup, state, seat)
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        inputs = mind.inputs
        subtract(sums, mind.leaving[cell], inputs)
        for direction in range(3):
            changing = mind.changing[LINES_THROUGH[cell, direction]]
            add_two(inputs, changing, network.rows[mind.places[cell, direction]])
        clip(inputs)
        multiply(network.second[laid], inputs, mind.hidden[cell])
        total = head_bias
        for unit in range(HIDDEN):
            total += give(int(mind.hidden[cell, unit]) + int(network.second_bias[laid, unit])) * int(mind.heads[unit])
        values[cell] = (total // size(tiles)) >> HEAD_BITS


@rule
def expect(network: Any, laid: int, tile: int, mind: Any, cell: int) -> int:
    """What the board with a tile on this cell, looked at last, is worth if this tile comes next."""
    total = int(network.head_bias[laid, tile])
    for unit in range(HIDDEN):
        output = give(int(mind.hidden[cell, unit]) + int(network.second_bias[laid, unit]))
        total += output * int(network.heads[laid, tile, unit])
    return total >> HEAD_BITS


@rule
def change_line(network: Any, state: State, seat: int, line: int, want: int, tiles: int, mind: Any) -> None:
    """What changes when a line comes to want something else: its own row goes, those of its free cells change."""
    seen, changing, change = mind.seen, mind.changing[line], mind.change
    negate(network.rows[seen.lines[line]], changing)
    if want == seen.wants[line]:
        return
    for place in range(LINE_LENGTH[line]):
        cell = LINE_CELLS[line, place]
        if (state.free[seat] >> cell) & 1 != 0:
            through = LINES_THROUGH[cell]
            left = want if line == through[0] else seen.wants[through[0]]
            vertical = want if line == through[1] else seen.wants[through[1]]
            right = want if line == through[2] else seen.wants[through[2]]
            old, new = seen.cells[cell], see_cell(left, vertical, right, tiles, cell)
            if new != old:
                subtract(network.rows[new], network.rows[old], change)
                add(changing, change)
                add(mind.leaving[cell], change)


# -- Endings ----------------------------------------------------------------------------------------------------------

DEEPEST: Final = 5
"""How many free cells a board that is counted out may have."""

ENDING: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("boards", STATE, (DEEPEST,)),
            ("tiles", "i8", (DEEPEST,)),  # the set of tiles that are still to be drawn on trial
            ("tile", "i8", (DEEPEST,)),  # the one that is tried now
            ("cells", "i8", (DEEPEST,)),  # the set of cells on which it is still to be tried
            ("best", "i8", (DEEPEST,)),  # the best of the cells tried so far
            ("total", "i8", (DEEPEST,)),  # the sum of the best over the tiles
        ],
    )
)
"""Where an ending is counted out: for each number of tiles laid on trial, the board and what is left to try."""


@rule
def last_value(state: State, seat: int) -> int:
    """What a board with one free cell is worth on average: what lies, and what the tiles of the heap would add."""
    points = rules.board_points(state, seat) * size(state.heap)
    cell = first(state.free[seat])
    for direction in range(3):
        line = LINES_THROUGH[cell, direction]
        rank = rules.line_rank(state, seat, line)
        if rank >= 0:
            points += LINE_WORTH[line, rank] * size(state.heap & TILES_SHOWING[direction * 3 + rank])
    return points * POINT // size(state.heap)


@rule
def count_out(setup: Setup, state: State, seat: int, ending: Any) -> int:
    """What a board is worth when it is played best to its end, on average over all draws."""
    if state.free[seat] == 0:
        return rules.board_points(state, seat) * POINT
    if size(state.free[seat]) == 1:
        return last_value(state, seat)
    level = 0
    copy_into(state, ending.boards[0])
    open_level(ending, 0)
    while True:
        board = ending.boards[level]
        if ending.cells[level] == 0:
            ending.total[level] += ending.best[level]
            ending.best[level] = 0
            if ending.tiles[level] == 0:
                value = ending.total[level] // size(board.heap)
                if level == 0:
                    return value
                level -= 1
                ending.best[level] = max(ending.best[level], value)
                continue
            ending.tile[level] = first(ending.tiles[level])
            ending.tiles[level] &= ending.tiles[level] - 1
            ending.cells[level] = rules.cells_for(setup, board, seat)
        tile = ending.tile[level]
        cell = first(ending.cells[level])
        ending.cells[level] &= ending.cells[level] - 1
        after = ending.boards[level + 1]
        copy_into(board, after)
        rules.apply_chance(setup, after, tile)
        rules.step(setup, after, seat, tile * STRIDE + cell)
        if size(after.free[seat]) == 1:
            ending.best[level] = max(ending.best[level], last_value(after, seat))
        else:
            level += 1
            open_level(ending, level)


@rule
def open_level(ending: Any, level: int) -> None:
    """Begin to try out the board of a level."""
    ending.tiles[level] = ending.boards[level].heap
    ending.cells[level] = 0
    ending.best[level] = 0
    ending.total[level] = 0


# -- The weights ------------------------------------------------------------------------------------------------------

FILE: Final = Path(__file__).parent / "data" / "weights.bin"
"""The weights that are shipped: the bytes of a ``NETWORK``, compressed. ``weights.txt`` beside it says how they were
made."""


def read_network(data: bytes) -> Any:
    """The weights from the bytes of a file."""
    return np.frombuffer(zlib.decompress(data), NETWORK)[0]


def write_network(network: Any) -> bytes:
    """The weights as the bytes of a file."""
    return zlib.compress(network.tobytes(), 9)


@cache
def shipped() -> Any:
    """The weights that are shipped, read once."""
    return read_network(FILE.read_bytes())
