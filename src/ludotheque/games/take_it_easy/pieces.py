"""The 27 tiles, the 19 cells and the 15 lines, as data."""

from __future__ import annotations

from typing import Final

import numpy as np

LEFT, VERTICAL, RIGHT = 0, 1, 2
"""The three directions, in the order in which a tile's digits are read."""

DIRECTIONS: Final = ("left", "vertical", "right")

DIGITS_OF: Final = ((2, 6, 7), (1, 5, 9), (3, 4, 8))
"""The digits that occur in each direction."""

TILES: Final = tuple((left, vertical, right) for left in (2, 6, 7) for vertical in (1, 5, 9) for right in (3, 4, 8))
"""All 27 combinations, once each; a tile's number is its index here."""

TILE_NAMES: Final = tuple("-".join(map(str, tile)) for tile in TILES)

COLUMNS: Final = (3, 4, 5, 4, 3)
"""Cells in each column, from left to right."""

CELLS: Final = tuple(f"{'abcde'[column]}{row + 1}" for column in range(5) for row in range(COLUMNS[column]))
"""The names of the 19 cells: column a to e from the left, rows from the top; a cell is known by its place here."""

PLACES: Final = tuple((column, 2 * row - COLUMNS[column] + 1) for column in range(5) for row in range(COLUMNS[column]))
"""Where each cell lies: its column, and its height in half cells, growing downwards, 0 in the middle."""


def _lines() -> tuple[tuple[int, ...], ...]:
    """A left band climbs half a cell for each column to the right, a right band falls half a cell."""
    climb = {LEFT: 1, RIGHT: -1}
    lines = []
    for direction in (LEFT, VERTICAL, RIGHT):
        rails: dict[int, list[int]] = {}
        for cell, (column, height) in enumerate(PLACES):
            rail = column if direction == VERTICAL else height + climb[direction] * column
            rails.setdefault(rail, []).append(cell)
        lines += [tuple(rails[rail]) for rail in sorted(rails)]
    return tuple(lines)


LINES: Final = _lines()
"""The cells of the 15 lines: five of the left direction, five vertical, five of the right direction."""


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """The cells that share an edge with each cell: two cells up and down, half a cell in the columns beside."""
    return tuple(
        tuple(
            other
            for other, (column, height) in enumerate(PLACES)
            if (abs(column - here), abs(height - high)) in ((0, 2), (1, 1))
        )
        for here, high in PLACES
    )


NEIGHBOURS: Final = _neighbours()

# The same as arrays and bit sets, for the compiled rules.

ALL_CELLS: Final = (1 << len(CELLS)) - 1
ALL_TILES: Final = (1 << len(TILES)) - 1

DIGITS: Final = DIGITS_OF[LEFT] + DIGITS_OF[VERTICAL] + DIGITS_OF[RIGHT]
"""All nine digits, by direction: ``direction * 3 + rank``."""

TILE_SHOWS: Final = np.array([[DIGITS.index(digit) for digit in tile] for tile in TILES], np.int64)
"""For each tile and direction, which of the nine digits it shows."""

LINE_SETS: Final = np.array([sum(1 << cell for cell in line) for line in LINES], np.int64)
"""The set of cells of each line."""

LINE_POINTS: Final = np.array(
    [[len(line) * DIGITS_OF[number // 5][rank] for rank in range(3)] for number, line in enumerate(LINES)], np.int64
)
"""Points of each line if all its cells show the low, middle or high digit of its direction."""

LINES_THROUGH: Final = np.array(
    [[number for number, line in enumerate(LINES) if cell in line] for cell in range(len(CELLS))], np.int64
)
"""The three lines through each cell."""

TILES_SHOWING: Final = np.array(
    [sum(1 << tile for tile, digits in enumerate(TILES) if digit in digits) for digit in DIGITS], np.int64
)
"""The set of tiles that show each of the nine digits; no digit occurs in two directions."""

TOUCHING: Final = np.array([sum(1 << cell for cell in cells) for cells in NEIGHBOURS], np.int64)
"""The set of cells that touch each cell."""
