"""Train Take It Easy's network by self-play in solo rounds, with TD(lambda).

    ludotheque train take_it_easy --minutes 90

The network has one output (head) per tile: the value of the board if that tile is drawn next, laid best. The mean over
the tiles that may be drawn is the board's value. Each draw trains the head of the drawn tile. The target is the best
value among the boards that can be made now, plus lambda-weighted corrections from later draws; each correction is a
draw's outcome minus its expectation, so luck does not enter. Boards with one or two free cells are not learned but
solved exactly.

Quantisation-aware: training is in floats, but rounds are played with the rows quantised to bytes as in ``network``.
(Quantised only after training, the rows lost 0.17 points a round.)
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import first, size
from ludotheque.engine.contract import Setup
from ludotheque.engine.errors import Refusal
from ludotheque.engine.rng import Generator, below, generator
from ludotheque.files import CHECKPOINT, reading_checkpoint, write_checkpoint
from ludotheque.games.take_it_easy import rules
from ludotheque.games.take_it_easy.bots.network import (
    BOARD_FEATURES,
    ENDING,
    FILE,
    HEAD_BITS,
    HIDDEN,
    LEAK_BITS,
    LINE_CELLS,
    LINE_LENGTH,
    LINE_ROWS,
    MOST_WEIGHT,
    N_LINE_ROWS,
    N_ROWS,
    NETWORK,
    NETWORK_TILES,
    PERSPECTIVES,
    POINT,
    ROTATED,
    ROWS_PER_CELL,
    SHIFT,
    TILE_ROWS,
    WIDTH,
    add,
    add_row,
    board_features,
    cell_feature,
    clip,
    exchange_rows,
    lay,
    line_feature,
    multiply_active,
    negate_row,
    network_of,
    put,
    put_row,
    solve_ending,
    write_network,
)
from ludotheque.games.take_it_easy.pieces import LINES_THROUGH
from ludotheque.games.take_it_easy.rules import N_CELLS, N_LINES, N_TILES, SETUP, STATE, STRIDE
from ludotheque.native.compiled import copy_into, rule

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Integers = NDArray[np.int64]

MOST_BYTE = 127
LEAK = np.float32(1 / (1 << LEAK_BITS))
POINTS = 32.0
"""Points of one unit of the network's output."""
ROWS_SEEN = N_LINES + N_CELLS
"""Number of active rows of a board, without those of the tiles that may be drawn."""
STEP, DENSE_STEP = 1.5e-3, 1 / 3
"""Learning rate of the rows, decaying with the square of the remaining time, and its factor for everything else. All
rows of a board move together: with higher rates most units soon become dead ReLUs."""
TRUST = 0.6
"""Lambda of TD(lambda)."""
FIRST_BATCH, LAST_BATCH = 32, 192
"""Rounds between two steps of the optimiser, at the beginning and at the end."""
BEHIND = 0.45
"""Fraction of the schedule that is skipped when training starts from trained weights: at the initial learning rate they
would get worse."""
CROSSED = 0.1
"""Noise in the rows of a crossed unit, relative to their standard deviation."""


# -- Playing ----------------------------------------------------------------------------------------------------------


@rule
def begin_rounds(setup: Setup, states: Any, heaps: Shorts, rows: Bytes, bias: Floats, scale: Floats) -> None:
    """Empty the boards and set each accumulator to the sum of the rows of all tiles."""
    for game in range(len(states)):
        state = states[game]
        state.rounds_done = 0
        state.choosing = 0
        for digit in range(9):
            state.shows[0, digit] = 0
        rules.begin(setup, state)
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                heaps[game, side, unit] = np.int16(np.rint(bias[unit] / scale[unit]))
        for tile in range(N_TILES):
            add_row(heaps[game], rows, TILE_ROWS + tile)


@rule
def draw_and_look(
    setup: Setup, states: Any, scratch: Any, seens: Any, rng: Generator, rows: Bytes, scale: Floats, heaps: Shorts,
    sums: Shorts, leaving: Shorts, changing: Shorts, change: Shorts, places: Integers, wants: Integers, second: Floats,
    inputs: Floats, products: Floats, whose: Integers, cells: Integers, drawn: Integers,
) -> int:  # fmt: skip
    """Draw a tile for each round; write the first layer of every board after laying it, and its products with the
    second."""
    seen = seens[0]
    after = scratch[0]
    count = 0
    for game in range(len(states)):
        state = states[game]
        tile = rules.chance_nth(setup, state, below(rng, rules.chance_count(setup, state)))
        rules.apply_chance(setup, state, tile)
        drawn[game] = tile
        tiles = state.heap
        negate_row(sums, rows, TILE_ROWS + tile)
        add(heaps[game], sums)
        put(sums, heaps[game])
        board_features(state, 0, tiles, seen)
        free = state.free[0]
        for line in range(N_LINES):
            wants[line] = -1
        while free != 0:
            cell = first(free)
            free &= free - 1
            copy_into(state, after)
            rules.step(setup, after, 0, tile * STRIDE + cell)
            for direction in range(3):
                line = LINES_THROUGH[cell, direction]
                wants[line], places[cell, direction] = line_feature(after, 0, tiles, line)
            put_row(leaving[cell], rows, seen.cells[cell])
            add_row(sums, rows, seen.cells[cell])
        # What a line wants after the tile was laid in it does not depend on where, so what that changes for its cells
        # is summed up once for all of them.
        for line in range(N_LINES):
            add_row(sums, rows, seen.lines[line])
            negate_row(changing[line], rows, seen.lines[line])
            want = wants[line]
            if want >= 0 and want != seen.wants[line]:
                for k in range(LINE_LENGTH[line]):
                    cell = LINE_CELLS[line, k]
                    if (state.free[0] >> cell) & 1 != 0:
                        through = LINES_THROUGH[cell]
                        left = want if line == through[0] else seen.wants[through[0]]
                        vertical = want if line == through[1] else seen.wants[through[1]]
                        right = want if line == through[2] else seen.wants[through[2]]
                        old = seen.cells[cell]
                        new = cell_feature(left, vertical, right, tiles, cell)
                        if new != old:
                            exchange_rows(changing[line], leaving[cell], rows, new, old)
        free = state.free[0]
        while free != 0:
            cell = first(free)
            free &= free - 1
            into = inputs[count]
            lay(change, sums, leaving[cell], changing, LINES_THROUGH[cell], rows, places[cell])
            clip(change)
            for side in range(PERSPECTIVES):
                for unit in range(WIDTH):
                    into[side, unit] = scale[unit] * np.float32(change[side, unit])
                multiply_active(second, into[side], products[count, side])
            whose[count] = game
            cells[count] = cell
            count += 1
    return count


@rule
def dot(one: Floats, other: Floats) -> Any:
    """Sum in eight lanes, because the order of a float sum is part of the result."""
    a = b = c = d = e = f = g = h = np.float32(0)
    for at in range(0, HIDDEN, 8):
        a += one[at] * other[at]
        b += one[at + 1] * other[at + 1]
        c += one[at + 2] * other[at + 2]
        d += one[at + 3] * other[at + 3]
        e += one[at + 4] * other[at + 4]
        f += one[at + 5] * other[at + 5]
        g += one[at + 6] * other[at + 6]
        h += one[at + 7] * other[at + 7]
    return (a + b) + (c + d) + ((e + f) + (g + h))


@rule
def lay_best(
    setup: Setup, states: Any, seens: Any, count: int, products: Floats, hidden: Floats, hidden_bias: Floats,
    heads: Floats, head_bias: Floats, mean_head: Floats, inputs: Floats, whose: Integers, cells: Integers,
    drawn: Integers, values: Floats, kept_inputs: Floats, kept_outputs: Floats, kept_rows: Any, kept_tiles: Floats,
) -> None:  # fmt: skip
    """Lay every round's tile on its best cell, and keep what training needs of the new board."""
    seen = seens[0]
    at = 0
    for k in range(count):
        for unit in range(HIDDEN):
            one = products[k, 0, unit] + products[k, 1, HIDDEN + unit] + hidden_bias[unit]
            other = products[k, 1, unit] + products[k, 0, HIDDEN + unit] + hidden_bias[unit]
            products[k, 0, unit] = one
            products[k, 1, unit] = other
            hidden[k, unit] = (one if one > 0 else LEAK * one) + (other if other > 0 else LEAK * other)
    for game in range(len(states)):
        state = states[game]
        for unit in range(HIDDEN):
            mean_head[unit] = 0
        mean_bias = np.float32(0)
        for tile in range(N_TILES):
            comes = (state.heap >> tile) & 1
            kept_tiles[game, tile] = comes
            if comes != 0:
                mean_bias += head_bias[tile]
                for unit in range(HIDDEN):
                    mean_head[unit] += heads[tile, unit]
        best = np.float32(-1e9)
        chosen = at
        while at < count and whose[at] == game:
            value = mean_bias + dot(hidden[at], mean_head)
            if value > best:
                best = value
                chosen = at
            at += 1
        values[game] = best / size(state.heap)
        rules.apply(setup, state, 0, drawn[game] * STRIDE + cells[chosen])
        for side in range(PERSPECTIVES):
            for unit in range(WIDTH):
                kept_inputs[game, side, unit] = inputs[chosen, side, unit]
            for unit in range(HIDDEN):
                kept_outputs[game, side, unit] = products[chosen, side, unit]
        board_features(state, 0, state.heap, seen)
        for line in range(N_LINES):
            kept_rows[game, line] = seen.lines[line]
        for cell in range(N_CELLS):
            free = (state.free[0] >> cell) & 1 != 0
            kept_rows[game, N_LINES + cell] = seen.cells[cell] if free else -1


@rule
def draw_and_end(
    setup: Setup, states: Any, scratch: Any, endings: Any, rng: Generator, drawn: Integers, values: Floats
) -> None:
    """Draw a tile for each round, and lay it where the exact value is best."""
    after = scratch[0]
    for game in range(len(states)):
        state = states[game]
        tile = rules.chance_nth(setup, state, below(rng, rules.chance_count(setup, state)))
        rules.apply_chance(setup, state, tile)
        drawn[game] = tile
        free = state.free[0]
        best = -1
        chosen = 0
        while free != 0:
            cell = first(free)
            free &= free - 1
            copy_into(state, after)
            rules.step(setup, after, 0, tile * STRIDE + cell)
            value = solve_ending(setup, after, 0, endings[0])
            if value > best:
                best = value
                chosen = cell
        rules.apply(setup, state, 0, tile * STRIDE + chosen)
        values[game] = best / (POINTS * POINT)


# -- Learning ---------------------------------------------------------------------------------------------------------


@rule
def errors_of(
    outputs: Floats, heads: Floats, head_bias: Floats, drawn: Integers, targets: Floats, means: Floats, scale: float,
    hidden: Floats, grad_heads: Floats, grad_bias: Floats, grad_products: Floats, luck: NDArray[np.float64],
    later: Floats,
) -> float:  # fmt: skip
    """Return the sum of squared errors of the drawn tiles' heads, and write the gradients of the heads and the second
    layer. Adds the luck of the draw to each round's, and updates ``later``, the corrections that later draws pass to
    earlier ones."""
    total = 0.0
    for game in range(len(drawn)):
        tile = drawn[game]
        for unit in range(HIDDEN):
            one, other = outputs[game, 0, unit], outputs[game, 1, unit]
            hidden[unit] = (one if one > 0 else LEAK * one) + (other if other > 0 else LEAK * other)
        value = head_bias[tile] + dot(hidden, heads[tile])
        error = value - targets[game] - later[game]
        later[game] = np.float32(TRUST) * (later[game] + targets[game] - value)
        luck[game] += value - means[game]
        total += error * error
        step = np.float32(error * scale)
        grad_bias[tile] += step
        for unit in range(HIDDEN):
            grad_heads[tile, unit] += step * hidden[unit]
            for side in range(PERSPECTIVES):
                grad = step * heads[tile, unit] * (np.float32(1) if outputs[game, side, unit] > 0 else LEAK)
                grad_products[game, side, unit] = grad
                grad_products[game, 1 - side, HIDDEN + unit] = grad
    return total


@rule
def scatter(grad_inputs: Floats, inputs: Floats, kept_rows: Any, grads: Floats, touched: Any, bias: Floats) -> None:
    """Add the gradient of each board's sums to each of its rows."""
    for game in range(len(inputs)):
        for side in range(PERSPECTIVES):
            grad = grad_inputs[game, side]
            for unit in range(WIDTH):
                grad[unit] = grad[unit] if inputs[game, side, unit] > 0 else np.float32(0)
                bias[unit] += grad[unit]
            for k in range(ROWS_SEEN):
                row = int(kept_rows[game, k])
                if row >= 0:
                    row = row if side == 0 else ROTATED[row]
                    touched[row] = 1
                    into = grads[row]
                    for unit in range(WIDTH):
                        into[unit] += grad[unit]


@rule
def step_rows(
    rows: Floats, short: Bytes, scale: Floats, grads: Floats, touched: Any, squares: Floats, counts: Floats, step: float
) -> None:
    """RMSprop with one scale per row, for the rows that had a gradient."""
    for row in range(len(rows)):
        if touched[row] != 0:
            touched[row] = 0
            grad = grads[row]
            square = 0.0
            for at in range(0, WIDTH, HIDDEN):
                square += dot(grad[at : at + HIDDEN], grad[at : at + HIDDEN])
            counts[row] += 1
            keep = min(1 - 1 / counts[row], 0.999)
            squares[row] = keep * squares[row] + (1 - keep) * square / WIDTH
            factor = np.float32(step / (np.sqrt(squares[row]) + 1e-8))
            for unit in range(WIDTH):
                rows[row, unit] -= factor * grad[unit]
            for unit in range(WIDTH):
                grad[unit] = 0
                byte = min(max(rows[row, unit] / scale[unit], np.float32(-MOST_BYTE)), np.float32(MOST_BYTE))
                short[row, unit] = np.int8(np.rint(byte))


@rule
def step_dense(weights: Floats, grads: Floats, means: Floats, squares: Floats, step: float, number: int) -> None:
    """Adam, for everything but the rows."""
    keep, memory, small, one = np.float32(0.9), np.float32(0.999), np.float32(1e-8), np.float32(1)
    least = np.float32(1e-30)  # smaller numbers are ten times slower to compute with
    factor = np.float32(step * np.sqrt(1 - 0.999**number) / (1 - 0.9**number))
    for k in range(len(weights)):
        grad = grads[k]
        grads[k] = 0
        means[k] = keep * means[k] + (one - keep) * grad + least
        squares[k] = memory * squares[k] + (one - memory) * grad * grad + least
        weights[k] -= factor * means[k] / (np.sqrt(squares[k]) + small)


DENSE = ("bias", "second", "second_bias", "heads", "head_bias")


class Learner:
    """The weights as floats, the optimiser's state, and the progress of the training."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)

        def normal(deviation: float, *shape: int) -> Floats:
            return chance.normal(0, deviation, shape).astype(np.float32)

        self.arrays: dict[str, NDArray[Any]] = {
            "rows": normal(0.1, N_ROWS, WIDTH),
            "bias": np.zeros(WIDTH, np.float32),
            "second": np.repeat(normal((1 / WIDTH) ** 0.5, 1, WIDTH, PERSPECTIVES * HIDDEN), NETWORK_TILES, 0),
            "second_bias": np.zeros((NETWORK_TILES, HIDDEN), np.float32),
            "heads": np.tile(normal(0.5 / (2 * HIDDEN) ** 0.5, HIDDEN), (NETWORK_TILES, N_TILES, 1)),
            "head_bias": np.full((NETWORK_TILES, N_TILES), 100 / POINTS, np.float32),
            "row_squares": np.zeros(N_ROWS, np.float32),
            "row_counts": np.zeros(N_ROWS, np.float32),
            "scale": np.zeros(WIDTH, np.float32),
        }
        self.arrays["rows"][TILE_ROWS:] *= 0.5
        for name in DENSE:
            self.arrays[f"{name}_means"] = np.zeros_like(self.arrays[name])
            self.arrays[f"{name}_squares"] = np.zeros_like(self.arrays[name])
        self.grads = {name: np.zeros_like(self.arrays[name]) for name in ("rows", *DENSE)}
        self.touched = np.zeros(N_ROWS, np.uint8)
        self.fit()
        self.rng = generator(seed)
        self.steps = 0
        self.games = 0
        self.seconds = 0.0
        self.curve: list[Point] = []

    def take(self, network: Any) -> None:
        """Start from trained weights. Integers do not tell the scale of the floats, which does not change the network's
        output; a usual scale is chosen."""
        made = {name: network[name].astype(np.float64) for name in ("rows", *DENSE)}
        scale = 0.2 / made["rows"][:TILE_ROWS].std(0)
        second = made["second"] / scale[:, None]
        fine = second.std((1, 2)) / 0.1
        unit = POINTS * POINT * (1 << HEAD_BITS)
        weights = {
            "rows": made["rows"] * scale,
            "bias": made["bias"] * scale,
            "second": second / fine[:, None, None],
            "second_bias": made["second_bias"] / fine[:, None],
            "heads": made["heads"] * fine[:, None, None] / (unit * (1 << SHIFT)),
            "head_bias": made["head_bias"] / unit,
        }
        for name, array in weights.items():
            self.arrays[name][:] = array
        self.fit()

    def shorten(self) -> None:
        """Quantise the rows to bytes."""
        self.short = (self.arrays["rows"] / self.arrays["scale"]).clip(-MOST_BYTE, MOST_BYTE).round().astype(np.int8)

    def fit(self) -> None:
        """Measure the scale at which each unit's column just fits into bytes. Repeated now and then, because rows
        grow."""
        self.arrays["scale"][:] = np.abs(self.arrays["rows"]).max(0) / MOST_BYTE
        self.shorten()

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        kept = {
            "done": np.array([self.steps, self.games, self.seconds]),
            "rng": np.array([self.rng.a, self.rng.b, self.rng.c, self.rng.counter]),
            "curve": np.array(self.curve).reshape(-1, 3),
            **self.arrays,
        }
        write_checkpoint(file, kept)

    def load(self, file: Path) -> None:
        """Continue from a checkpoint."""
        with reading_checkpoint(file) as saved:
            for name, array in self.arrays.items():
                array[:] = saved[name]
            steps, played, self.seconds = saved["done"].tolist()
            self.rng.a, self.rng.b, self.rng.c, self.rng.counter = saved["rng"].tolist()
            self.curve = [(int(games), score, error) for games, score, error in saved["curve"].tolist()]
        self.steps, self.games = int(steps), int(played)
        self.shorten()


class Batch:
    """Memory for rounds that are played side by side."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.setup = np.zeros(1, SETUP)[0]
        self.setup.seats = self.setup.rounds = 1
        self.states = np.zeros(games, STATE)
        self.scratch = np.zeros(1, STATE)
        self.endings = np.zeros(1, ENDING)
        self.seens = np.zeros(1, BOARD_FEATURES)
        self.heaps = np.zeros((games, PERSPECTIVES, WIDTH), np.int16)
        self.sums = np.zeros((PERSPECTIVES, WIDTH), np.int16)
        self.leaving = np.zeros((N_CELLS, PERSPECTIVES, WIDTH), np.int16)
        self.changing = np.zeros((N_LINES, PERSPECTIVES, WIDTH), np.int16)
        self.change = np.zeros((PERSPECTIVES, WIDTH), np.int16)
        self.places = np.zeros((N_CELLS, 3), np.int64)
        self.wants = np.zeros(N_LINES, np.int64)
        self.candidates = np.zeros((games * N_CELLS, PERSPECTIVES, WIDTH), np.float32)
        self.products = np.zeros((games * N_CELLS, PERSPECTIVES, PERSPECTIVES * HIDDEN), np.float32)
        self.hidden = np.zeros((games * N_CELLS, HIDDEN), np.float32)
        self.whose = np.zeros(games * N_CELLS, np.int64)
        self.cells = np.zeros(games * N_CELLS, np.int64)
        self.drawn = np.zeros((N_CELLS, games), np.int64)
        self.values = np.zeros((N_CELLS + 1, games), np.float32)  # of the board with so many tiles
        self.inputs = np.zeros((NETWORK_TILES, games, PERSPECTIVES, WIDTH), np.float32)
        self.outputs = np.zeros(
            (NETWORK_TILES, games, PERSPECTIVES, HIDDEN), np.float32
        )  # of the second layer, before what it gives
        self.rows = np.zeros((NETWORK_TILES, games, ROWS_SEEN), np.int32)
        self.tiles = np.zeros((NETWORK_TILES, games, N_TILES), np.float32)
        self.mean_head = np.zeros(HIDDEN, np.float32)
        self.grad_products = np.zeros((games, PERSPECTIVES, PERSPECTIVES * HIDDEN), np.float32)
        self.luck = np.zeros(games, np.float64)
        self.later = np.zeros(games, np.float32)


def play(learner: Learner, batch: Batch) -> NDArray[np.float64]:
    """Play a round for each place of a batch with the current network; return the points."""
    setup, states, rng, weights = batch.setup, batch.states, learner.rng, learner.arrays
    begin_rounds(setup, states, batch.heaps, learner.short, weights["bias"], weights["scale"])
    for laid in range(1, N_CELLS + 1):
        drawn = batch.drawn[laid - 1]
        if laid >= NETWORK_TILES:
            draw_and_end(setup, states, batch.scratch, batch.endings, rng, drawn, batch.values[laid])
            continue
        count = draw_and_look(
            setup, states, batch.scratch, batch.seens, rng, learner.short, weights["scale"], batch.heaps, batch.sums,
            batch.leaving, batch.changing, batch.change, batch.places, batch.wants, weights["second"][laid],
            batch.candidates, batch.products, batch.whose, batch.cells, drawn,
        )  # fmt: skip
        lay_best(
            setup, states, batch.seens, count, batch.products, batch.hidden, weights["second_bias"][laid],
            weights["heads"][laid], weights["head_bias"][laid], batch.mean_head, batch.candidates, batch.whose,
            batch.cells, drawn, batch.values[laid], batch.inputs[laid], batch.outputs[laid], batch.rows[laid],
            batch.tiles[laid],
        )  # fmt: skip
    return batch.values[N_CELLS].astype(np.float64) * POINTS


def learn(learner: Learner, batch: Batch, step: float) -> float:
    """Make one step of the optimiser on the rounds of a batch; return the heads' root mean square error in points."""
    weights, grads = learner.arrays, learner.grads
    total = 0.0
    batch.luck[:] = batch.values[N_CELLS] - batch.values[NETWORK_TILES]  # after exact values, all that comes is luck
    batch.later[:] = 0
    for laid in range(NETWORK_TILES - 1, 0, -1):
        total += errors_of(
            batch.outputs[laid], weights["heads"][laid], weights["head_bias"][laid], batch.drawn[laid],
            batch.values[laid + 1], batch.values[laid], 1 / batch.games, batch.mean_head, grads["heads"][laid],
            grads["head_bias"][laid], batch.grad_products, batch.luck, batch.later,
        )  # fmt: skip
        grads["second_bias"][laid] = batch.grad_products[:, :, :HIDDEN].sum((0, 1))
        inputs = batch.inputs[laid]
        grad_products = batch.grad_products.reshape(-1, PERSPECTIVES * HIDDEN)
        np.matmul(inputs.reshape(-1, WIDTH).T, grad_products, out=grads["second"][laid])
        grad_inputs = (grad_products @ weights["second"][laid].T).reshape(inputs.shape)
        scatter(grad_inputs, inputs, batch.rows[laid], grads["rows"], learner.touched, grads["bias"])
        grads["rows"][TILE_ROWS:] += batch.tiles[laid].T @ grad_inputs.sum(1)
    learner.touched[TILE_ROWS:] = 1
    learner.steps += 1
    learner.games += batch.games
    step_rows(
        weights["rows"], learner.short, weights["scale"], grads["rows"], learner.touched, weights["row_squares"],
        weights["row_counts"], step,
    )  # fmt: skip
    for name in DENSE:
        means, squares = weights[f"{name}_means"], weights[f"{name}_squares"]
        step_dense(
            weights[name].reshape(-1), grads[name].reshape(-1), means.reshape(-1), squares.reshape(-1),
            step * DENSE_STEP, learner.steps,
        )  # fmt: skip
    return (total / batch.games / (NETWORK_TILES - 1)) ** 0.5 * POINTS


def whole(weights: Mapping[str, NDArray[Any]]) -> Any:
    """Return the weights in integers, a record of ``network.NETWORK``. The scale of each unit of the first layer is
    folded into its weights in the second."""
    scale = weights["scale"]
    second = weights["second"] * scale[:, None]
    fine = MOST_WEIGHT / np.abs(second).max((1, 2))
    unit = POINTS * POINT * (1 << HEAD_BITS)
    made = {
        "rows": (weights["rows"] / scale).clip(-MOST_BYTE, MOST_BYTE),
        "bias": weights["bias"] / scale,
        "second": second * fine[:, None, None],
        "second_bias": weights["second_bias"] * fine[:, None],
        "heads": weights["heads"].astype(np.float64) * unit * (1 << SHIFT) / fine[:, None, None],
        "head_bias": weights["head_bias"].astype(np.float64) * unit,
    }
    network = np.zeros(1, NETWORK)
    for name, array in made.items():
        network[name][0] = array.round()
    return network[0]


def widened(data: bytes, seed: int) -> Any:
    """Return the weights of a file, of a network that may have been narrower. A new unit is a crossover of two old
    ones: the rows of some lines and cells from each. Its outgoing weights are zero, so values do not change."""
    packed = zlib.decompress(data)
    each = network_of(1).itemsize - network_of(0).itemsize
    width = (len(packed) - network_of(0).itemsize) // each
    if width > WIDTH or len(packed) != network_of(width).itemsize:
        raise ValueError("these are weights of another network")
    before = np.frombuffer(packed, network_of(width))[0]
    made = np.zeros(1, NETWORK)[0]
    chance = np.random.default_rng(seed)
    for name in ("second_bias", "heads", "head_bias"):
        made[name] = before[name]
    made["rows"][:, :width] = before["rows"]
    made["bias"][:width] = before["bias"]
    made["second"][:, :width] = before["second"]
    parts = np.searchsorted(
        [*LINE_ROWS, *range(N_LINE_ROWS, TILE_ROWS, ROWS_PER_CELL), TILE_ROWS], range(N_ROWS), "right"
    )
    for unit in range(width, WIDTH):
        one, other = chance.choice(width, 2, replace=False)
        from_one = (chance.random(parts.max() + 1) < 0.5)[parts]
        rows = np.where(from_one, before["rows"][:, one], before["rows"][:, other]).astype(np.float64)
        rows += chance.normal(0, CROSSED * rows.std(), rows.shape)
        made["rows"][:, unit] = rows.clip(-MOST_BYTE, MOST_BYTE).round()
        made["bias"][unit] = (int(before["bias"][one]) + int(before["bias"][other])) // 2
    return made


# -- Training ---------------------------------------------------------------------------------------------------------

REPORT, SAVE = 20.0, 120.0
"""Seconds between two reports, and between two checkpoints."""

Point = tuple[int, float, float]
"""A point of the learning curve: rounds played, the mean of the latest ones without luck, and its standard error."""


def train(folder: Path, minutes: float, seed: int) -> Iterator[tuple[float, Sequence[Point]]]:
    """Train for `minutes` in total, continuing from the checkpoint in `folder`, or from its weights if there are some
    (of a narrower network too), and write the weights there. Yields now and then the fraction done and the learning
    curve."""
    learner = Learner(seed)
    checkpoint, weights = folder / CHECKPOINT, folder / FILE.name
    if checkpoint.exists():
        learner.load(checkpoint)
    elif weights.exists():
        try:
            learner.take(widened(weights.read_bytes(), seed))
        except (ValueError, zlib.error) as why:
            raise Refusal("malformed", f"{weights} are not weights to start from ({why}); move them away") from None
        learner.seconds = BEHIND * minutes * 60
    clock = time.monotonic() - learner.seconds
    reported = saved = learner.seconds
    batch = Batch(FIRST_BATCH)
    scores: list[float] = []
    try:
        while True:
            learner.seconds = time.monotonic() - clock
            share = min(learner.seconds / 60 / minutes, 1.0)
            if scores and (learner.seconds > reported + REPORT or share == 1):
                error = float(np.std(scores)) / len(scores) ** 0.5
                learner.curve.append((learner.games, float(np.mean(scores)), error))
                learner.fit()
                yield share, learner.curve
                scores = []
                reported = learner.seconds
            if share == 1:
                break
            games = FIRST_BATCH + int((LAST_BATCH - FIRST_BATCH) * share) // 16 * 16
            if games != batch.games:
                batch = Batch(games)
            points = play(learner, batch)
            learn(learner, batch, STEP * (1 - share) ** 2)
            scores.append(float((points - batch.luck * POINTS).mean()))
            if learner.seconds > saved + SAVE:
                learner.save(checkpoint)
                saved = learner.seconds
        weights.write_bytes(write_network(whole(learner.arrays)))
    finally:
        learner.save(checkpoint)
