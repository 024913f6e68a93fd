"""The ceiling of a round: the best board that its 19 tiles allow, and what it is over all sets of tiles there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...engine.bits import first
from ...engine.contract import Setup, State
from ...native.compiled import rule
from .pieces import ALL_CELLS, ALL_TILES, CELLS, TILE_NAMES, TILES
from .solver import EMPTY, Integers, hindsight, search

SETS: Final = comb(len(TILES), len(CELLS))
"""How many sets of tiles a round can have."""
PART: Final = 5_000
"""So many sets are solved between two lines of the ledger."""
MOST: Final = 400
"""No ceiling is as high as this."""

DATA: Final = Path(__file__).parent / "data" / "ceilings.json"
"""How many sets have which ceiling, as `count_all` found it."""


@rule
def next_set(members: int) -> int:
    """The next larger number with as many bits."""
    low = members & -members
    up = members + low
    return up | (((members ^ up) // low) >> 2)


@rule
def solve_part(left_out: int, sets: int, counts: Integers, extremes: Integers) -> int:
    """Count the ceilings of so many sets, beginning with the one that leaves these tiles out; which comes next.
    `extremes` keeps the lowest ceiling with the tiles left out for it, and the highest."""
    board = np.full(len(CELLS), EMPTY, np.int64)
    for _ in range(sets):
        best, _ = search(ALL_CELLS, ALL_TILES & ~left_out, board, False)
        counts[best] += 1
        if best < extremes[0]:
            extremes[0], extremes[1] = best, left_out
        if best > extremes[2]:
            extremes[2], extremes[3] = best, left_out
        left_out = next_set(left_out)
    return left_out


def count_all(ledger: Path) -> Iterator[int]:
    """Solve every set of 19 tiles; how many are done so far. Each part becomes a line of the ledger, so whoever stops
    this goes on from there."""
    done, left_out = 0, (1 << (len(TILES) - len(CELLS))) - 1
    if ledger.exists():
        whole = ledger.read_bytes()
        whole = whole[: whole.rfind(b"\n") + 1]  # the last line may have been cut off
        lines = whole.splitlines()
        if lines:
            last = json.loads(lines[-1])
            done, left_out = last["done"], last["next"]
        ledger.write_bytes(whole)
    yield done
    with ledger.open("a", encoding="utf-8") as stream:
        while done < SETS:
            counts, extremes = np.zeros(MOST, np.int64), np.array([MOST, 0, -1, 0])
            sets = min(PART, SETS - done)
            left_out = int(solve_part(left_out, sets, counts, extremes))
            done += sets
            found = {str(score): int(counts[score]) for score in np.flatnonzero(counts)}
            line = {"done": done, "next": left_out, "counts": found, "extremes": extremes.tolist()}
            stream.write(json.dumps(line) + "\n")
            stream.flush()
            yield done


def summary(ledger: Path) -> dict[str, Any]:
    """What a whole ledger says."""
    counts: dict[int, int] = {}
    lowest, highest = (MOST, 0), (-1, 0)
    for line in ledger.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        for score, count in told["counts"].items():
            counts[int(score)] = counts.get(int(score), 0) + count
        low, low_out, high, high_out = told["extremes"]
        lowest, highest = min(lowest, (low, low_out)), max(highest, (high, -high_out))
    sets = sum(counts.values())
    return {
        "sets": sets,
        "mean": sum(score * count for score, count in counts.items()) / sets,
        "lowest": {"ceiling": lowest[0], "tiles": named(ALL_TILES & ~lowest[1])},
        "highest": {"ceiling": highest[0], "tiles": named(ALL_TILES & ~-highest[1])},
        "counts": {str(score): counts[score] for score in sorted(counts)},
    }


def named(tiles: int) -> list[str]:
    """The names of a set of tiles."""
    names = []
    while tiles != 0:
        names.append(TILE_NAMES[first(tiles)])
        tiles &= tiles - 1
    return names


def in_hindsight(masked: Sequence[tuple[Setup, State]]) -> tuple[int, dict[str, str], float | None]:
    """What the tiles of a game's rounds allowed at most, from all its positions: the sum over the rounds, the best
    board of the last one, and of how many in a hundred sets of tiles the ceiling is lower, if there was one round."""
    rounds: dict[int, int] = {}
    for _, state in masked:
        drawn = ALL_TILES & ~int(state.heap)
        rounds[int(state.rounds_done)] = drawn
    total = 0
    board: tuple[int, ...] = ()
    for drawn in rounds.values():
        best = hindsight([tile for tile in range(len(TILES)) if drawn >> tile & 1])
        total, board = total + best.score, best.board
    named_board = {cell: TILE_NAMES[tile] for cell, tile in zip(CELLS, board, strict=True)}
    return total, named_board, percentile(total) if len(rounds) == 1 else None


@cache
def told() -> Mapping[str, Any]:
    """What is kept of all sets."""
    kept: Mapping[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return kept


def percentile(ceiling: int) -> float:
    """How many of a hundred sets of tiles have a lower ceiling, those with the same counted half."""
    counts = told()["counts"]
    below = sum(count for score, count in counts.items() if int(score) < ceiling)
    return 100 * (below + counts.get(str(ceiling), 0) / 2) / SETS
