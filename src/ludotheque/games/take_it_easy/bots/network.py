"""What the learned evaluation sees of a board, and the evaluation itself.

A board is seen as the state of each line (the digit it wants, which of its cells are covered, how many fitting tiles
are left), of each free cell (what its three lines want together, and how many tiles would do), and the tiles that may
still come. All that twice: as it lies, and as it is seen from the other side of the table. A board that is turned by
half a turn is worth the same, and what is learnt of the one view holds for the other.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ....engine.bits import first, size
from ....engine.contract import Setup, State, Weights, Workspace
from ....native.compiled import COMPILED, copy_into, rule
from .. import rules
from ..pieces import LINE_WORTH, LINES, LINES_THROUGH, TILES_SHOWING
from ..rules import N_CELLS, N_LINES, N_TILES, OPEN, STATE, STRIDE

# What a line wants: nothing yet, the low, middle or high digit of its direction, or nothing any more.
FREE, DEAD = 0, 4

LINE_LENGTH: Final = np.array([len(line) for line in LINES], np.int64)
LINE_CELLS: Final = np.array([[*line, *[0] * (5 - len(line))] for line in LINES], np.int64)
"""The cells of each line, filled up with zeros."""
PERSPECTIVES: Final = 2
"""From how many sides a board is seen."""
WIDTH: Final = 256
"""Units of the first layer, for each side."""
MULTIPLIES: Final = True
"""Also build the bots' WebAssembly module with vector instructions: the network then takes a quarter of the time."""
HIDDEN: Final = 32
"""Units of the second layer, for each side."""
NETWORK_TILES: Final = N_CELLS - 2
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


_places, ROWS_PER_CELL = _cell_rows()
CELL_ROWS: Final = np.array(_places, np.int64)

TILE_ROWS: Final = N_LINE_ROWS + N_CELLS * ROWS_PER_CELL
"""Where the rows of the tiles that may still come begin."""
N_ROWS: Final = TILE_ROWS + N_TILES


def _rotated_rows() -> list[int]:
    """For each row, the one that says of the turned board what this one says of the board."""
    rows = list(range(N_ROWS))
    for line, cells in enumerate(LINES):
        direction, place = divmod(line, 5)
        turned = LINES.index(tuple(N_CELLS - 1 - cell for cell in reversed(cells)))
        assert turned == direction * 5 + 4 - place
        masks, spares = 1 << len(cells), FITTING - len(cells) + 1
        closed = 3 * spares * (masks - 2)
        for covered in range(masks):
            mirror = int(f"{covered:0{len(cells)}b}"[::-1], 2)
            if 0 < covered < masks - 1:
                for state in range(3 * spares):
                    rows[_starts[line] + (covered - 1) * 3 * spares + state] = (
                        _starts[turned] + (mirror - 1) * 3 * spares + state
                    )
            if covered > 0:
                rows[_starts[line] + closed - 1 + covered] = _starts[turned] + closed - 1 + mirror
        for state in range(masks - 1, masks + 3):
            rows[_starts[line] + closed + state] = _starts[turned] + closed + state
    for row in range(N_CELLS * ROWS_PER_CELL):
        cell, state = divmod(row, ROWS_PER_CELL)
        rows[N_LINE_ROWS + row] = N_LINE_ROWS + (N_CELLS - 1 - cell) * ROWS_PER_CELL + state
    return rows


ROTATED: Final = np.array(_rotated_rows(), np.int64)

BOARD_FEATURES: np.dtype[Any] = np.dtype(
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
def line_feature(state: State, seat: int, tiles: int, line: int) -> tuple[int, int]:
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
def cell_feature(left: int, vertical: int, right: int, tiles: int, cell: int) -> int:
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
    return N_LINE_ROWS + cell * ROWS_PER_CELL + CELL_ROWS[((left * 5 + vertical) * 5 + right) * 4 + fitting]


@rule
def board_features(state: State, seat: int, tiles: int, seen: Any) -> None:
    """A board, when these tiles may still come."""
    for line in range(N_LINES):
        seen.wants[line], seen.lines[line] = line_feature(state, seat, tiles, line)
    free = state.free[seat]
    while free != 0:
        cell = first(free)
        free &= free - 1
        through = LINES_THROUGH[cell]
        left, vertical, right = seen.wants[through[0]], seen.wants[through[1]], seen.wants[through[2]]
        seen.cells[cell] = cell_feature(left, vertical, right, tiles, cell)


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


def network_of(width: int) -> np.dtype[Any]:
    """The type of the weights, with so many units in the first layer."""
    return np.dtype(
        (
            np.record,
            [
                ("rows", "i1", (N_ROWS, width)),
                ("bias", "i2", (width,)),
                # From here on own weights for each number of tiles laid. The first half is what a side gives to its own
                # units of the second layer, the other half what it gives to those of the other side.
                ("second", "i2", (NETWORK_TILES, width, PERSPECTIVES * HIDDEN)),
                ("second_bias", "i4", (NETWORK_TILES, HIDDEN)),
                ("heads", "i4", (NETWORK_TILES, N_TILES, HIDDEN)),
                ("head_bias", "i8", (NETWORK_TILES, N_TILES)),
            ],
        )
    )


NETWORK: np.dtype[Any] = network_of(WIDTH)
"""The weights."""

ACCUMULATOR: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("seen", BOARD_FEATURES),
            ("wants", "i8", (N_LINES,)),  # what each line would want with the tile in it
            ("places", "i8", (N_CELLS, 3)),  # the rows of a cell's three lines with the tile on it
            ("sums", "i2", (PERSPECTIVES, WIDTH)),
            ("leaving", "i2", (N_CELLS, PERSPECTIVES, WIDTH)),
            ("changing", "i2", (N_LINES, PERSPECTIVES, WIDTH)),
            ("inputs", "i2", (PERSPECTIVES, WIDTH)),
            ("products", "i4", (PERSPECTIVES, PERSPECTIVES * HIDDEN)),
            ("hidden", "i4", (N_CELLS, HIDDEN)),  # what the second layer gives on for each board
            ("heads", "i8", (HIDDEN,)),  # summed over the tiles that may come
            ("after", STATE),
        ],
    )
)
"""Where one look ahead is worked out."""


# The arithmetic of rows: by NumPy, or as loops where the rest is compiled too. A row is added to the sums of the one
# side, and that of the turned board to those of the other.


def put(into: Any, sums: Any) -> None:
    """Write sums over sums."""
    into[:] = sums


def put_row(into: Any, rows: Any, row: int) -> None:
    """Write a row over sums."""
    into[0] = rows[row]
    into[1] = rows[ROTATED[row]]


def negate_row(into: Any, rows: Any, row: int) -> None:
    """Write the opposite of a row over sums."""
    np.negative(rows[row], out=into[0], dtype=np.int16)
    np.negative(rows[ROTATED[row]], out=into[1], dtype=np.int16)


def exchange_rows(into: Any, other: Any, rows: Any, new: int, old: int) -> None:
    """Add what changes when one row takes the place of another to two sums."""
    for side in range(PERSPECTIVES):
        change = np.subtract(rows[new], rows[old], dtype=np.int16)
        into[side] += change
        other[side] += change
        new, old = ROTATED[new], ROTATED[old]


def add_row(into: Any, rows: Any, row: int) -> None:
    """Add a row to sums."""
    into[0] += rows[row]
    into[1] += rows[ROTATED[row]]


def add(into: Any, sums: Any) -> None:
    """Add sums to sums."""
    into += sums


def clip(into: Any) -> None:
    """Nothing below zero, nothing above what the second layer bears."""
    np.clip(into, 0, MOST_INPUT, out=into)


def lay(into: Any, sums: Any, leaving: Any, changing: Any, lines: Any, rows: Any, places: Any) -> None:
    """Write the sums of a board with a tile on a cell: those of the board before it without what leaves the cell, and
    with what changes on its three lines and their new rows."""
    np.subtract(sums, leaving, out=into)
    for line, place in zip(lines, places, strict=True):
        into += changing[line]
        add_row(into, rows, place)


def multiply_active(weights: Any, inputs: Any, into: Any) -> None:
    """For each unit of the second layer, the sum of the products of its weights with what one side of the first layer
    gives: those of its units that are above zero."""
    into[:] = inputs.clip(0) @ weights.astype(into.dtype)


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload
    from numba.np import arrayobj

    # Few arrays in each loop: the compiler gives up on vectors where it would have to compare too many for overlaps.

    def _put(into: Any, sums: Any) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] = sums[side, unit]

    def _put_row(into: Any, rows: Any, row: int) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] = rows[row, unit]
            row = ROTATED[row]

    def _negate_row(into: Any, rows: Any, row: int) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] = -rows[row, unit]
            row = ROTATED[row]

    def _exchange_rows(into: Any, other: Any, rows: Any, new: int, old: int) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                change = np.int16(rows[new, unit]) - np.int16(rows[old, unit])
                into[side, unit] += change
                other[side, unit] += change
            new, old = ROTATED[new], ROTATED[old]

    def _add_row(into: Any, rows: Any, row: int) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] += rows[row, unit]
            row = ROTATED[row]

    def _add(into: Any, sums: Any) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] += sums[side, unit]

    def _clip(into: Any) -> None:
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                into[side, unit] = min(max(into[side, unit], 0), MOST_INPUT)

    def _lay(into: Any, sums: Any, leaving: Any, changing: Any, lines: Any, rows: Any, places: Any) -> None:
        one, two, three = changing[lines[0]], changing[lines[1]], changing[lines[2]]
        a, b, c = places[0], places[1], places[2]
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                there = sums[side, unit] - leaving[side, unit] + one[side, unit] + two[side, unit] + three[side, unit]
                into[side, unit] = there + rows[a, unit] + rows[b, unit] + rows[c, unit]
            a, b, c = ROTATED[a], ROTATED[b], ROTATED[c]

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _multiply_active(typing, weights, inputs, into):  # type: ignore[no-untyped-def]
        """Written for the compiler below Numba, because only there can the sums of all outputs be kept in registers,
        and units above zero be found sixty-four at a time. Three units of four are at rest, and which ones cannot be
        foretold: those that are awake are taken from a set, without a choice for each."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            weight, given, sums = (
                arrayobj.make_array(kind)(context, builder, value).data
                for kind, value in zip(signature.args, args, strict=True)
            )
            word, number = ir.IntType(64), ir.IntType(32)
            whole = isinstance(inputs.dtype, types.Integer)
            kind = context.get_data_type(into.dtype)
            outputs = ir.VectorType(kind, PERSPECTIVES * HIDDEN)
            total = ir.Constant(outputs, None)
            for start in range(0, WIDTH, 64):
                there = builder.gep(given, [word(start)])
                some = ir.VectorType(given.type.pointee, 64)
                loaded = builder.load(builder.bitcast(there, some.as_pointer()), align=inputs.dtype.bitwidth // 8)
                compare = builder.icmp_signed if whole else builder.fcmp_ordered
                active = builder.bitcast(compare(">", loaded, ir.Constant(some, None)), word)
                before = builder.block
                loop = builder.append_basic_block("loop")
                body = builder.append_basic_block("body")
                after = builder.append_basic_block("after")
                builder.branch(loop)
                builder.position_at_end(loop)
                left, so_far = builder.phi(word), builder.phi(outputs)
                left.add_incoming(active, before)
                so_far.add_incoming(total, before)
                builder.cbranch(builder.icmp_signed("==", left, word(0)), after, body)
                builder.position_at_end(body)
                unit = builder.cttz(left, ir.IntType(1)(1))
                one = builder.load(builder.gep(there, [unit]))
                place = builder.gep(weight, [builder.mul(builder.add(unit, word(start)), word(PERSPECTIVES * HIDDEN))])
                row = ir.VectorType(weight.type.pointee, PERSPECTIVES * HIDDEN)
                factors = builder.load(builder.bitcast(place, row.as_pointer()), align=weights.dtype.bitwidth // 8)
                if whole:
                    one, factors = builder.zext(one, kind), builder.sext(factors, outputs)
                spread = builder.insert_element(ir.Constant(outputs, ir.Undefined), one, number(0))
                zeros = ir.Constant(ir.VectorType(number, PERSPECTIVES * HIDDEN), None)
                spread = builder.shuffle_vector(spread, ir.Constant(outputs, ir.Undefined), zeros)
                if whole:
                    sum_ = builder.add(so_far, builder.mul(factors, spread))
                else:
                    sum_ = builder.fadd(so_far, builder.fmul(factors, spread, flags=("fast",)), flags=("fast",))
                left.add_incoming(builder.and_(left, builder.sub(left, word(1))), body)
                so_far.add_incoming(sum_, body)
                builder.branch(loop)
                builder.position_at_end(after)
                total = so_far
            builder.store(total, builder.bitcast(sums, outputs.as_pointer()), align=into.dtype.bitwidth // 8)
            return context.get_dummy_value()

        return types.none(weights, inputs, into), codegen

    def _multiply_loop(weights: Weights, inputs: Any, into: Any) -> None:
        _multiply_active(weights, inputs, into)

    for function, loop in (
        (put, lambda into, sums: _put),
        (put_row, lambda into, rows, row: _put_row),
        (negate_row, lambda into, rows, row: _negate_row),
        (exchange_rows, lambda into, other, rows, new, old: _exchange_rows),
        (add_row, lambda into, rows, row: _add_row),
        (add, lambda into, sums: _add),
        (clip, lambda into: _clip),
        (lay, lambda into, sums, leaving, changing, lines, rows, places: _lay),
        (multiply_active, lambda weights, inputs, into: _multiply_loop),
    ):
        overload(function, jit_options={"forceinline": True, "error_model": "numpy"}, strict=False)(loop)


@rule
def leaky_relu(output: int) -> int:
    """What a unit of the second layer gives on."""
    return output >> SHIFT if output > 0 else output >> (SHIFT + LEAK_BITS)


@rule
def evaluate_placements(
    network: Any, setup: Setup, state: State, seat: int, tile: int, tiles: int, workspace: Workspace, values: Any
) -> None:
    """What each board is worth that a seat can make by laying a tile that was drawn, when these tiles may still come
    after it, in the place of its cell; for fewer than ``LEARNT`` tiles."""
    seen, after, sums = workspace.seen, workspace.after, workspace.sums
    board_features(state, seat, tiles, seen)
    laid = N_CELLS - size(state.free[seat]) + 1
    for side in range(PERSPECTIVES):
        for unit in range(WIDTH):
            sums[side, unit] = network.bias[unit]
    head_bias = 0
    for unit in range(HIDDEN):
        workspace.heads[unit] = 0
    rest = tiles
    while rest != 0:
        other = first(rest)
        rest &= rest - 1
        add_row(sums, network.rows, TILE_ROWS + other)
        head_bias += network.head_bias[laid, other]
        for unit in range(HIDDEN):
            workspace.heads[unit] += network.heads[laid, other, unit]
    # First the rows of the board as it is, and what each line would want with the tile in it: which does not depend on
    # the place in the line, so what that changes for the line's cells is summed up once for all of them.
    for line in range(N_LINES):
        workspace.wants[line] = -1
        add_row(sums, network.rows, seen.lines[line])
    free = state.free[seat]
    while free != 0:
        cell = first(free)
        free &= free - 1
        add_row(sums, network.rows, seen.cells[cell])
        put_row(workspace.leaving[cell], network.rows, seen.cells[cell])
        copy_into(state, after)
        rules.step(setup, after, seat, tile * STRIDE + cell)
        for direction in range(3):
            line = LINES_THROUGH[cell, direction]
            workspace.wants[line], workspace.places[cell, direction] = line_feature(after, seat, tiles, line)
    for line in range(N_LINES):
        want = workspace.wants[line]
        if want >= 0:
            change_line(network, state, seat, line, want, tiles, workspace)
    # Then each cell: the board's rows without those that go, and with those that come.
    cells = rules.cells_for(setup, state, seat)
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        inputs = workspace.inputs
        lay(
            inputs,
            sums,
            workspace.leaving[cell],
            workspace.changing,
            LINES_THROUGH[cell],
            network.rows,
            workspace.places[cell],
        )
        clip(inputs)
        for side in range(PERSPECTIVES):
            multiply_active(network.second[laid], inputs[side], workspace.products[side])
        total = head_bias
        for unit in range(HIDDEN):
            one = int(workspace.products[0, unit]) + int(workspace.products[1, HIDDEN + unit])
            other = int(workspace.products[1, unit]) + int(workspace.products[0, HIDDEN + unit])
            bias = int(network.second_bias[laid, unit])
            workspace.hidden[cell, unit] = leaky_relu(one + bias) + leaky_relu(other + bias)
            total += int(workspace.hidden[cell, unit]) * int(workspace.heads[unit])
        values[cell] = (total // size(tiles)) >> HEAD_BITS


@rule
def value_if_drawn(network: Any, laid: int, tile: int, workspace: Workspace, cell: int) -> int:
    """What the board with a tile on this cell, looked at last, is worth if this tile comes next."""
    total = int(network.head_bias[laid, tile])
    for unit in range(HIDDEN):
        total += int(workspace.hidden[cell, unit]) * int(network.heads[laid, tile, unit])
    return total >> HEAD_BITS


@rule
def change_line(network: Any, state: State, seat: int, line: int, want: int, tiles: int, workspace: Workspace) -> None:
    """What changes when a line comes to want something else: its own row goes, those of its free cells change."""
    seen, changing = workspace.seen, workspace.changing[line]
    negate_row(changing, network.rows, seen.lines[line])
    if want == seen.wants[line]:
        return
    for place in range(LINE_LENGTH[line]):
        cell = LINE_CELLS[line, place]
        if (state.free[seat] >> cell) & 1 != 0:
            through = LINES_THROUGH[cell]
            left = want if line == through[0] else seen.wants[through[0]]
            vertical = want if line == through[1] else seen.wants[through[1]]
            right = want if line == through[2] else seen.wants[through[2]]
            old, new = seen.cells[cell], cell_feature(left, vertical, right, tiles, cell)
            if new != old:
                exchange_rows(changing, workspace.leaving[cell], network.rows, new, old)


# -- Endings ----------------------------------------------------------------------------------------------------------

MAX_ENDING: Final = 5
"""How many free cells a board that is counted out may have."""

ENDING: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("boards", STATE, (MAX_ENDING,)),
            ("tiles", "i8", (MAX_ENDING,)),  # the set of tiles that are still to be drawn on trial
            ("tile", "i8", (MAX_ENDING,)),  # the one that is tried now
            ("cells", "i8", (MAX_ENDING,)),  # the set of cells on which it is still to be tried
            ("best", "i8", (MAX_ENDING,)),  # the best of the cells tried so far
            ("total", "i8", (MAX_ENDING,)),  # the sum of the best over the tiles
        ],
    )
)
"""Where an ending is counted out: for each number of tiles laid on trial, the board and what is left to try."""


@rule
def last_cell_value(state: State, seat: int) -> int:
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
def solve_ending(setup: Setup, state: State, seat: int, ending: Any) -> int:
    """What a board is worth when it is played best to its end, on average over all draws."""
    if state.free[seat] == 0:
        return rules.board_points(state, seat) * POINT
    if size(state.free[seat]) == 1:
        return last_cell_value(state, seat)
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
            ending.best[level] = max(ending.best[level], last_cell_value(after, seat))
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

FILE: Final = Path(__file__).parent.parent / "data" / "weights.bin"
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
