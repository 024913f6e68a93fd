"""Check a certificate of ``ludotheque take_it_easy bound --certificate FILE`` without any code of Ludothèque.

    python examples/check_bound.py FILE [--sample K]

It needs NumPy. It computes the tables again, proves again the values of K draws chosen at random (default 3; about half
a minute for each 250,000 nodes), and computes the mean and the confidence bound from the values of all draws, in whole
numbers.
``docs/explanation/bound-take_it_easy.md`` has the mathematics. The exit code is 1 if anything is wrong.

After each tile it keeps all boards that cost less than the certificate claims. If none is left after the last tile, no
way to lay the tiles costs less.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

SCALE = 1 << 20
DIGITS = np.array(((2, 6, 7), (1, 5, 9), (3, 4, 8)))
TILES = list(product(range(3), repeat=3))  # the ranks of a tile's three digits in their directions
LENGTHS = (3, 4, 5, 4, 3)
# Cells as axial coordinates. Each lies on one line for each of three axes; which axis is called left does not matter,
# because reflections of the board exchange them.
CELLS = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
LINES = [(q + 2, r + 2, 2 - q - r) for q, r in CELLS]  # the number of the line of each axis
MASKS = [[sum(1 << c for c in range(19) if LINES[c][axis] == line) for line in range(5)] for axis in range(3)]
OPEN, CLOSED = 0, 99  # a line without tiles; a line that is broken or complete. A live line is 10 * rank + tiles laid

State = tuple[tuple[int, ...], int]  # of a direction: its lines, and the free cells of the closed ones together
Board = tuple[int, tuple[int, ...]]  # the set of free cells, and the rank (3: broken) of each of the 15 lines


@cache
def moves(state: State, rank: int) -> tuple[tuple[State, int] | None, ...]:
    """For each line the state after a tile with this digit goes there, and the length of the line if it is completed;
    None if it has no free cell. Lines of equal length are sorted in the new state."""
    found: list[tuple[State, int] | None] = []
    for number, length in enumerate(LENGTHS):
        lines, spare, done = list(state[0]), state[1], 0
        line = lines[number]
        if line == CLOSED:
            spare -= 1
        elif line != OPEN and line // 10 != rank:
            lines[number], spare = CLOSED, spare + length - line % 10 - 1
        elif line % 10 == length - 1:
            lines[number], done = CLOSED, length
        else:
            lines[number] = 10 * rank + line % 10 + 1
        (lines[0], lines[4]), (lines[1], lines[3]) = sorted((lines[0], lines[4])), sorted((lines[1], lines[3]))
        found.append(None if spare < 0 else ((tuple(lines), spare), done))
    return tuple(found)


LOW, MIDDLE = np.indices((11, 11))
LEFT = [[np.clip(9 - gone, 0, 9) for gone in (LOW, MIDDLE, n - LOW - MIDDLE)] for n in range(20)]


@cache
def value(state: State) -> np.ndarray:
    """Return the values of a state in the three directions, by the tiles gone with the low and with the middle digit,
    rounded upwards; entries for impossible counts mean nothing."""
    sizes = zip(state[0], LENGTHS, strict=True)
    filled = sum(length if line == CLOSED else line % 10 for line, length in sizes) - state[1]
    total = np.zeros((3, 11, 11), np.int64)
    for rank in range(3) if filled < 19 else ():
        best = np.zeros((3, 11, 11), np.int64)
        for move in {move for move in moves(state, rank) if move is not None}:
            points = value(move[0]) + (move[1] * SCALE * DIGITS[:, rank, None, None] if move[1] else 0)
            np.maximum(best, points, out=best)
        if rank < 2:  # the tile that comes is gone afterwards
            best = np.roll(best, -1, axis=rank + 1)
        total += LEFT[filled][rank] * best
    return -(-total // (27 - filled))


def state_of(board: Board, axis: int) -> State:
    """Return the state of a direction on a board."""
    free, ranks = board
    lines = []
    spare = 0
    for line in range(5):
        room, rank = (free & MASKS[axis][line]).bit_count(), ranks[5 * axis + line]
        if room == LENGTHS[line]:
            lines.append(OPEN)
        elif rank == 3 or room == 0:
            lines.append(CLOSED)
            spare += room
        else:
            lines.append(10 * rank + LENGTHS[line] - room)
    return tuple(lines), spare


def lay(board: Board, tile: int, cell: int) -> Board:
    """Return the board after a tile is laid on a free cell."""
    free, ranks = board[0], list(board[1])
    for axis, line in enumerate(LINES[cell]):
        untouched = free & MASKS[axis][line] == MASKS[axis][line]
        if untouched or ranks[5 * axis + line] != TILES[tile][axis]:
            ranks[5 * axis + line] = TILES[tile][axis] if untouched else 3
    return free & ~(1 << cell), tuple(ranks)


def draw_of(seed: int, number: int) -> list[int]:
    """Return the order of the 27 tiles in a draw."""
    keys = [hashlib.sha256(f"{seed}/{number}/{tile}".encode()).digest() for tile in range(27)]
    return sorted(range(27), key=keys.__getitem__)


def least_cost(draw: list[int], weight: int, limit: int) -> int | None:
    """Return the least cost below `limit` of a way to lay the first 19 tiles of a draw, or None if there is none."""
    shown = np.array(TILES)
    cell_lines = np.array(LINES)
    layer: dict[Board, int] = {((1 << 19) - 1, (0,) * 15): 0}
    for drawn in range(19):
        gone = [[sum(TILES[t][axis] == rank for t in draw[:drawn]) for rank in range(3)] for axis in range(3)]
        heap = shown[draw[drawn:]]  # the tile that comes is the first
        following: dict[Board, int] = {}
        for board, cost in layer.items():
            free = [cell for cell in range(19) if board[0] >> cell & 1]
            regret = np.zeros((len(heap), len(free)), np.int64)
            for axis in range(3):
                values = np.zeros((3, 5), np.int64)
                for rank in range(3):
                    low, middle = gone[axis][0] + (rank == 0), gone[axis][1] + (rank == 1)
                    for line, move in enumerate(moves(state_of(board, axis), rank)):
                        if move is not None and gone[axis][rank] < 9:
                            points = move[1] * DIGITS[axis, rank] * SCALE
                            values[rank, line] = points + value(move[0])[axis, low, middle]
                lost = values.max(axis=1, keepdims=True) - values
                regret += lost[heap[:, axis][:, None], cell_lines[free, axis][None, :]]
            least = regret.min(axis=1)
            extra = cost + weight * int(least.sum()) // (8 * len(heap)) - (weight * int(least[0]) + 7) // 8
            for column, cell in enumerate(free):
                total = extra + int(regret[0, column])
                if total >= limit or (drawn == 0 and cell > 9):  # half a turn of the board takes cell c to 18 - c
                    continue
                after = lay(board, draw[drawn], cell)
                if total < following.get(after, limit):
                    following[after] = total
        layer = following
    return min(layer.values(), default=None)


def main() -> int:
    """Check a certificate."""
    parser = argparse.ArgumentParser(description="Check a certificate of a bound for Take It Easy.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, default=3)
    given = parser.parse_args()
    header, *lines = map(json.loads, given.file.read_text(encoding="utf-8").splitlines())
    n, floor, one_in = header["draws"], header["floor"], header["one_in"]
    wrong = [line["draw"] for count, line in enumerate(lines) if line["draw"] != count]
    if header["format"] != "take_it_easy bound 2" or header["scale"] != SCALE or wrong or len(lines) != n:
        print(f"not a complete certificate: {len(lines)} of {n} draws")
        return 1
    start = int(value(((OPEN,) * 5, 0))[:, 0, 0].sum())
    print(f"exact bound: {start / SCALE:.4f}")
    good = floor < start and all(floor <= line["value"] <= start for line in lines)
    for number in sorted(random.SystemRandom().sample(range(n), min(given.sample, n))):
        claimed, exact = start - lines[number]["value"], lines[number]["exact"]
        found = least_cost(draw_of(header["seed"], number), header["weight"], claimed + exact)
        right = found == (claimed if exact else None)
        good &= right
        print(f"draw {number}: {lines[number]['value'] / SCALE:.4f} {'holds' if right else 'IS WRONG'}", flush=True)
    values, width = [line["value"] for line in lines], start - floor
    low, high = floor - 1, start
    while good and high - low > 1:  # the least bound for which the product reaches `one_in`
        middle = (low + high) // 2
        enough = math.prod(width + middle - value for value in values) >= one_in * width**n
        low, high = (low, middle) if enough else (middle, high)
    points = -(-high * 10_000 // SCALE) / 10_000
    print(f"mean {sum(values) / n / SCALE:.4f}; the bound is {points:.4f}, wrong at most once in {one_in}")
    print("the certificate holds" if good else "THE CERTIFICATE IS WRONG")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
