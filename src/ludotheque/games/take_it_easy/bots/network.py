"""The learned evaluation of a board: an NNUE-style network with an incremental accumulator, and exact endings.

The input is sparse and binary. Features: the state of each line (the digit it needs, which of its cells are covered,
how many fitting tiles are left), of each free cell (what its three lines need together, how many tiles would do), and
each tile that may still be drawn. Each active feature selects a row of a feature table (``rows``, an embedding); their
sum is the first layer, the accumulator. When a tile is laid only the rows of a few features change, so the sums of all
placements of a tile are computed from that of the board.

There are two perspectives, the board as it lies and rotated by 180 degrees, with the same weights: rotation does not
change the value. All arithmetic is in integers, so every machine and compiler chooses the same action.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ....engine.bits import first, size
from ....engine.contract import Setup, State, Weights, Workspace
from ....native.compiled import JIT, copy_into, rule
from .. import rules
from ..pieces import LINE_POINTS, LINES, LINES_THROUGH, TILES_SHOWING
from ..rules import N_CELLS, N_LINES, N_TILES, OPEN, STATE, STRIDE

# What a line needs ("wants"): FREE (still empty), 1 to 3 (the low, middle or high digit of its direction), or DEAD.
FREE, DEAD = 0, 4

LINE_LENGTH: Final = np.array([len(line) for line in LINES], np.int64)
LINE_CELLS: Final = np.array([[*line, *[0] * (5 - len(line))] for line in LINES], np.int64)
"""The cells of each line, padded with zeros."""
PERSPECTIVES: Final = 2
"""The board as it lies, and rotated."""
WIDTH: Final = 256
"""Units of the first layer, per perspective."""
MULTIPLIES: Final = True
"""Also build the bots' WebAssembly module with vector instructions: the network then takes a quarter of the time."""
HIDDEN: Final = 32
"""Units of the second layer, per perspective."""
NETWORK_TILES: Final = N_CELLS - 2
"""The network evaluates boards with fewer tiles than this; with more, the ending is solved exactly."""
FITTING: Final = 9
"""Number of tiles that show a digit."""


def _line_rows() -> tuple[list[int], int]:
    """Return the first row of each line, and the number of rows of all lines."""
    starts, end = [], 0
    for line in LINES:
        length = len(line)
        starts.append(end)
        wanting = 3 * (FITTING - length + 1) * (2**length - 2)
        end += wanting + (2**length - 1) + 3 + 1  # needs a digit; dead; complete; empty
    return starts, end


_starts, N_LINE_ROWS = _line_rows()
LINE_ROWS: Final = np.array(_starts, np.int64)


def _cell_rows() -> tuple[list[int], int]:
    """Return the row of a cell for each combination of what its three lines need and the number of fitting tiles (0 to
    3, counted only if at least two lines need a digit), and the number of rows per cell."""
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
"""First row of the tiles that may still be drawn."""
N_ROWS: Final = TILE_ROWS + N_TILES


def _rotated_rows() -> list[int]:
    """Return for each row the row of the same feature on the rotated board."""
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


ROTATED: Final = np.array(_rotated_rows(), np.int16)

BOARD_FEATURES: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("wants", "i8", (N_LINES,)),  # what each line needs
            ("lines", "i8", (N_LINES,)),  # the row of each line
            ("cells", "i8", (N_CELLS,)),  # the row of each free cell
        ],
    )
)
"""The active features of a board."""


@rule
def line_feature(state: State, seat: int, tiles: int, line: int) -> tuple[int, int]:
    """Return what a line needs if `tiles` may still be drawn, and its row."""
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
    """Return the row of a free cell, by what its three lines need."""
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
    """Write the active features of a board if `tiles` may still be drawn."""
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
# The rows are bytes. The scale of each of their columns is folded into the second layer's weights.

POINT: Final = 1 << 16
"""One point, in the fixed-point unit of all values."""
HEAD_BITS: Final = 16
"""Extra fractional bits of the heads' outputs."""
SHIFT: Final = 8
"""Bits dropped after the second layer."""
LEAK_BITS: Final = 3
"""Negative outputs of the second layer are shifted right by this many more bits (leaky ReLU), so that no unit dies in
training."""
MOST_INPUT: Final = (1 << 11) - 1
MOST_WEIGHT: Final = (1 << 12) - 1
"""The largest input and the largest weight of the second layer; sums then fit into 32 bits."""


def network_of(width: int) -> np.dtype[Any]:
    """Return the dtype of the weights with `width` units in the first layer."""
    return np.dtype(
        (
            np.record,
            [
                ("rows", "i1", (N_ROWS, width)),
                ("bias", "i2", (width,)),
                # by line
                # of the same perspective, the other half to those of the other one.
                ("second", "i2", (NETWORK_TILES, width, PERSPECTIVES * HIDDEN)),
                ("second_bias", "i4", (NETWORK_TILES, HIDDEN)),
                ("heads", "i4", (NETWORK_TILES, N_TILES, HIDDEN)),
                ("head_bias", "i8", (NETWORK_TILES, N_TILES)),
            ],
        )
    )


NETWORK: np.dtype[Any] = network_of(WIDTH)
"""The dtype of the weights."""

ACCUMULATOR: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("seen", BOARD_FEATURES),
            ("wants", "i8", (N_LINES,)),  # what each line would need with the tile in it
            ("places", "i8", (N_CELLS, 3)),  # the rows of a cell's three lines with the tile on it
            ("sums", "i2", (PERSPECTIVES, WIDTH)),  # the accumulator of the board before the tile
            ("leaving", "i2", (N_CELLS, PERSPECTIVES, WIDTH)),  # by cell: rows to subtract when the cell is covered
            (
                "changing",
                "i2",
                (N_LINES, PERSPECTIVES, WIDTH),
            ),  # by line: the change of the rows of the line and its cells
            ("inputs", "i2", (PERSPECTIVES, WIDTH)),  # accumulator after the tile, clipped
            ("products", "i4", (PERSPECTIVES, PERSPECTIVES * HIDDEN)),  # of the second layer
            ("hidden", "i4", (N_CELLS, HIDDEN)),  # second layer's outputs for the tile on each cell
            ("heads", "i8", (HIDDEN,)),  # summed over the tiles that may be drawn
            ("after", STATE),
        ],
    )
)
"""Memory to evaluate all placements of a tile."""


# Vector arithmetic: by NumPy, or as loops when compiled. Each function updates both perspectives: the row for the board
# as it lies, the rotated row for the other.


def put(into: Any, sums: Any) -> None:
    """Copy sums."""
    into[:] = sums


def put_row(into: Any, rows: Any, row: int) -> None:
    """Set sums to a row."""
    into[0] = rows[row]
    into[1] = rows[ROTATED[row]]


def negate_row(into: Any, rows: Any, row: int) -> None:
    """Set sums to the negative of a row."""
    np.negative(rows[row], out=into[0], dtype=np.int16)
    np.negative(rows[ROTATED[row]], out=into[1], dtype=np.int16)


def exchange_rows(into: Any, other: Any, rows: Any, new: int, old: int) -> None:
    """Add row `new` and subtract row `old`, in two sums."""
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
    """Clip sums to 0 (ReLU) and ``MOST_INPUT``."""
    np.clip(into, 0, MOST_INPUT, out=into)


def lay(into: Any, sums: Any, leaving: Any, changing: Any, lines: Any, rows: Any, places: Any) -> None:
    """Write the sums of a board with a tile on a cell: the sums before, minus what leaves the cell, plus the changes of
    its three lines and their new rows."""
    np.subtract(sums, leaving, out=into)
    for line, place in zip(lines, places, strict=True):
        into += changing[line]
        add_row(into, rows, place)


def multiply_active(weights: Any, inputs: Any, into: Any) -> None:
    """Multiply the weights by one perspective's active units, those above zero."""
    into[:] = inputs.clip(0) @ weights.astype(into.dtype)


if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload
    from numba.np import arrayobj

    # Few arrays per loop: with more, LLVM does not vectorise, because of the overlap checks.

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
        """Written in LLVM, because only there all output sums stay in registers and active units are found 64 at a
        time. About 3 of 4 units are inactive, unpredictably, so the active ones are taken from a bit set without a
        branch for each."""

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
    """Return the activation of a unit of the second layer."""
    return output >> SHIFT if output > 0 else output >> (SHIFT + LEAK_BITS)


@rule
def evaluate_placements(
    network: Any, setup: Setup, state: State, seat: int, tile: int, tiles: int, workspace: Workspace, values: Any
) -> None:
    """Write into `values`, by cell, the value of the board after laying `tile` there, if `tiles` may still be drawn
    after it; in units of ``POINT``. For boards with fewer than ``NETWORK_TILES`` tiles afterwards."""
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
    # First the accumulator of the board, and what each line would need with the tile in it. That does not depend on the
    # place in the line, so the change of the line's cells is summed once for all of them.
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
    # Then each cell: the accumulator without the rows that leave, with those that come.
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
    """Return the value of the board with the tile on this cell, evaluated last, if `tile` is drawn next."""
    total = int(network.head_bias[laid, tile])
    for unit in range(HIDDEN):
        total += int(workspace.hidden[cell, unit]) * int(network.heads[laid, tile, unit])
    return total >> HEAD_BITS


@rule
def change_line(network: Any, state: State, seat: int, line: int, want: int, tiles: int, workspace: Workspace) -> None:
    """Write the change of the accumulator when a line comes to need something else: its row leaves, those of its cells
    change."""
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
"""Maximal number of free cells of a board that is solved exactly."""

ENDING: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("boards", STATE, (MAX_ENDING,)),
            ("tiles", "i8", (MAX_ENDING,)),  # tiles still to be tried as the next draw
            ("tile", "i8", (MAX_ENDING,)),  # the one tried now
            ("cells", "i8", (MAX_ENDING,)),  # cells still to be tried for it
            ("best", "i8", (MAX_ENDING,)),  # the best value of the cells tried so far
            ("total", "i8", (MAX_ENDING,)),  # sum of the best values over the tiles
        ],
    )
)
"""The stack of an exact search, by number of tiles laid in it."""


@rule
def last_cell_value(state: State, seat: int) -> int:
    """Return the mean value of a board with one free cell, in units of ``POINT``."""
    points = rules.board_points(state, seat) * size(state.heap)
    cell = first(state.free[seat])
    for direction in range(3):
        line = LINES_THROUGH[cell, direction]
        rank = rules.line_rank(state, seat, line)
        if rank >= 0:
            points += LINE_POINTS[line, rank] * size(state.heap & TILES_SHOWING[direction * 3 + rank])
    return points * POINT // size(state.heap)


@rule
def solve_ending(setup: Setup, state: State, seat: int, ending: Any) -> int:
    """Return the exact value of a board: the mean over all draws with best play, in units of ``POINT``."""
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
    """Start to search a level."""
    ending.tiles[level] = ending.boards[level].heap
    ending.cells[level] = 0
    ending.best[level] = 0
    ending.total[level] = 0


# -- The weights ------------------------------------------------------------------------------------------------------

FILE: Final = Path(__file__).parent.parent / "data" / "weights.bin"
"""The shipped weights: the bytes of a ``NETWORK`` record, compressed by zlib. ``weights.txt`` beside it says how they
were trained."""


def read_network(data: bytes) -> Any:
    """Return the weights from the bytes of a file."""
    return np.frombuffer(zlib.decompress(data), NETWORK)[0]


def write_network(network: Any) -> bytes:
    """Return the weights as the bytes of a file."""
    return zlib.compress(network.tobytes(), 9)


@cache
def shipped() -> Any:
    """Return the shipped weights, read once."""
    return read_network(FILE.read_bytes())
