"""The ceiling of a round, the best board that its 19 tiles allow, and its distribution over all sets of tiles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...codec.records import Record, new_record
from ...engine.bits import first
from ...engine.contract import Setup, State
from ...native.compiled import rule
from .pieces import ALL_CELLS, ALL_TILES, CELLS, TILE_NAMES, TILES
from .solver import EMPTY, WORKSPACE, Workspace, hindsight, search

SETS: Final = comb(len(TILES), len(CELLS))
"""Number of sets of tiles that a round can have."""
PART: Final = 5_000
"""Sets solved between two lines of the progress file."""
MOST: Final = 400
"""Above every ceiling."""

DATA: Final = Path(__file__).parent / "data" / "ceilings.json"
"""How many sets have each ceiling, as `count_all` found."""


@rule
def next_set(members: int) -> int:
    """Return the next larger number with the same number of bits (Gosper's hack)."""
    low = members & -members
    up = members + low
    return up | (((members ^ up) // low) >> 2)


TALLY: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("counts", "i8", (MOST,)),  # how many sets have each ceiling
            ("lowest", "i8", (2,)),  # the lowest ceiling and the tiles that its set leaves out
            ("highest", "i8", (2,)),
        ],
    )
)
RECORDS: Final = {"solver": WORKSPACE, "tally": TALLY}
"""Records of this module's exported functions, by name."""


class Tally(Record, name="tally"):
    """A record of `TALLY`: the ceilings of some sets."""


def new_tally() -> Tally:
    """Return a tally of no sets."""
    tally: Tally = new_record(TALLY)
    tally.lowest[0], tally.highest[0] = MOST, -1
    return tally


@rule
def solve_part(left_out: int, sets: int, tally: Tally, workspace: Workspace) -> int:
    """Add the ceilings of `sets` sets to a tally, beginning with the one that leaves out `left_out`; return the next
    one to leave out."""
    for cell in range(len(CELLS)):
        workspace.board[cell] = EMPTY
    for _ in range(sets):
        best = search(ALL_CELLS, ALL_TILES & ~left_out, False, workspace)
        tally.counts[best] += 1
        if best < tally.lowest[0]:
            tally.lowest[0], tally.lowest[1] = best, left_out
        if best > tally.highest[0]:
            tally.highest[0], tally.highest[1] = best, left_out
        left_out = next_set(left_out)
    return left_out


LIBRARY: Final = (solve_part,)
"""Functions of the game's native library."""


def count_all(ledger: Path) -> Iterator[int]:
    """Solve every set of 19 tiles; yield how many are done. Each part is appended to the file, so a stopped run can be
    continued."""
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
    workspace = new_record(WORKSPACE)
    with ledger.open("a", encoding="utf-8") as stream:
        while done < SETS:
            tally = new_tally()
            sets = min(PART, SETS - done)
            left_out = int(solve_part(left_out, sets, tally, workspace))
            done += sets
            found = {str(score): int(tally.counts[score]) for score in np.flatnonzero(tally.counts)}
            extremes = [*tally.lowest.tolist(), *tally.highest.tolist()]
            line = {"done": done, "next": left_out, "counts": found, "extremes": extremes}
            stream.write(json.dumps(line) + "\n")
            stream.flush()
            yield done


def summary(ledger: Path) -> dict[str, Any]:
    """Return the distribution that a complete file holds."""
    counts: dict[int, int] = {}
    lowest, highest = (MOST, 0), (-1, 0)
    for line in ledger.read_text(encoding="utf-8").splitlines():
        ceilings = json.loads(line)
        for score, count in ceilings["counts"].items():
            counts[int(score)] = counts.get(int(score), 0) + count
        low, low_out, high, high_out = ceilings["extremes"]
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
    """Return the names of a set of tiles."""
    names = []
    while tiles != 0:
        names.append(TILE_NAMES[first(tiles)])
        tiles &= tiles - 1
    return names


def in_hindsight(masked: Sequence[tuple[Setup, State]]) -> tuple[int, dict[str, str], float | None]:
    """Return what the tiles of a game allowed at most, given all its positions: the sum of its rounds' ceilings, the
    best board of the last round, and for a single round the percentile of its ceiling (else None)."""
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
def ceilings() -> Mapping[str, Any]:
    """Return the shipped distribution over all sets."""
    kept: Mapping[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return kept


def percentile(ceiling: int) -> float:
    """Return the percentage of sets of tiles with a lower ceiling; those with the same one count half."""
    counts = ceilings()["counts"]
    below = sum(count for score, count in counts.items() if int(score) < ceiling)
    return 100 * (below + counts.get(str(ceiling), 0) / 2) / SETS
