"""Exact answers about a whole round: the highest round there is, and the best round in hindsight.

How the search works, and why its answers are proofs:

A *pattern* says of each of the five lines of one direction which digit its cells must show, or asks nothing of it; its
value is what the lines that it asks for are worth. A full board meets, in each direction, the pattern of its
complete lines, and the values of these three patterns add up to its score. So the highest score is the highest sum of
three patterns, one for each direction, that some board meets together. Patterns that ask for more cells than there are
tiles with the digit are left out; 706 remain in each direction, whatever the tiles.

``search`` goes through all triples of patterns, in each direction from the highest value downwards. It passes over a
triple only for one of these reasons:

- it is worth less than what is looked for, or no more than what was found already;
- too few tiles bear the digits that one direction asks for (``_possible``) or that two directions together ask for; or
  more tiles bear a pair of digits than cells may show that pair, though every tile must be laid (``_agree``);
- there is no way to lay the tiles that gives each cell a tile with the digits asked of it. This is a matching of cells
  to tiles, and ``_lay`` decides it exactly, by augmenting paths.

None of these can lose a better board, and what is found is a real board: the answer is the optimum. Almost all triples
fall to the first two reasons, which cost a few machine instructions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from ...codec.records import Record, new_record
from ...engine.bits import first, size
from ...engine.errors import Refusal
from ...native.compiled import rule
from .pieces import (
    ALL_CELLS,
    ALL_TILES,
    CELLS,
    DIGITS_OF,
    LEFT,
    LINE_POINTS,
    LINE_SETS,
    RIGHT,
    TILE_NAMES,
    TILES,
    VERTICAL,
)

EMPTY: Final = -1
"""Stands for the tile on a cell where none lies."""

RANKS: Final = 3
"""Each direction has a low, a middle and a high digit, of ranks 0 to 2."""

UNASKED: Final = 3
"""Stands in the place of a rank where no digit is asked for."""


class Perfect(NamedTuple):
    """The highest possible round and every full board that reaches it, in ascending order."""

    maximum: int
    boards: list[tuple[int, ...]]


class Optimum(NamedTuple):
    """The best score in reach and a full board that reaches it: the tile on each cell."""

    score: int
    board: tuple[int, ...]


BEARING: Final = np.array(
    [
        [*(sum(1 << tile for tile, shown in enumerate(TILES) if shown[way] == digit) for digit in digits), ALL_TILES]
        for way, digits in enumerate(DIGITS_OF)
    ],
    np.int64,
)
"""For each direction and rank the tiles that bear the digit; last, for `UNASKED`, all tiles."""


def _patterns(direction: int) -> list[tuple[int, list[int]]]:
    """The patterns of a direction, highest value first: the value, and for each rank and `UNASKED` the cells."""
    lines = range(5 * direction, 5 * direction + 5)
    patterns = []
    for asked in product((0, 1, 2, UNASKED), repeat=len(lines)):
        cells = [0] * (RANKS + 1)
        value = 0
        for line, rank in zip(lines, asked, strict=True):
            cells[rank] |= int(LINE_SETS[line])
            value += 0 if rank == UNASKED else int(LINE_POINTS[line, rank])
        if all(cells[rank].bit_count() <= len(TILES) // RANKS for rank in range(RANKS)):
            patterns.append((value, cells))
    return sorted(patterns, reverse=True)


_PATTERNS = [_patterns(direction) for direction in (LEFT, VERTICAL, RIGHT)]

VALUES: Final = np.array([[value for value, _ in patterns] for patterns in _PATTERNS], np.int16)
"""For each direction and pattern its value; a pattern is known by its place here."""

ASKED: Final = np.array([[cells for _, cells in patterns] for patterns in _PATTERNS], np.int32)
"""For each direction, pattern and rank the cells that must show the digit; last the cells of which nothing is asked."""

STRIDE: Final = 12
"""By how much the search lowers its aim each time. Any stride is right; about 12 is fastest."""

MOST_TRIPLES: Final = 256
"""How many triples of patterns with the highest score are kept."""

_LIST = (len(_PATTERNS[0]),)
WORKSPACE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("board", "i8", (len(CELLS),)),  # the tile on each cell, or `EMPTY`; given by the caller
            ("triples", "i8", (MOST_TRIPLES, 3)),  # the result: patterns that reach the highest score together
            ("found", "i8"),  # how many
            ("trial", "i8", (len(CELLS),)),
            ("laid", "i8", (RANKS,)),
            ("lefts", "i8", _LIST),
            ("verticals", "i8", _LIST),
            ("rights", "i8", _LIST),
            ("some_verticals", "i8", _LIST),
            ("some_rights", "i8", _LIST),
            ("fitting", "i8", (len(CELLS),)),
            ("holder", "i8", (len(TILES),)),
            ("taker", "i8", (len(TILES),)),
            ("queue", "i8", (len(CELLS),)),
        ],
    )
)
"""The record in which a search works: compiled code allocates nothing."""

RECORDS: Final = {"solver": WORKSPACE}
"""Records of this module's exported functions, by name."""


class Workspace(Record, name="solver"):
    """A record of `WORKSPACE`."""


@rule
def _possible(direction: int, free: int, tiles: int, kept: Any, workspace: Workspace) -> int:
    """Write the patterns that no laid tile contradicts and for whose digits on the free cells there are tiles enough
    into `kept`; return their number."""
    laid = workspace.laid
    for rank in range(RANKS):
        laid[rank] = 0
    for cell in range(len(CELLS)):
        tile = workspace.board[cell]
        for rank in range(RANKS):
            if tile != EMPTY and (BEARING[direction, rank] >> tile) & 1:
                laid[rank] |= 1 << cell
    number = 0
    for pattern in range(len(kept)):
        good = True
        for rank in range(RANKS):
            asked = ASKED[direction, pattern, rank]
            good &= asked & ~(free | laid[rank]) == 0
            good &= size(asked & free) <= size(tiles & BEARING[direction, rank])
        if good:
            kept[number] = pattern
            number += 1
    return number


@rule
def _agree(way: int, pattern: int, other_way: int, other: int, free: int, tiles: int) -> bool:
    """Whether patterns of two directions seem to leave room for each other; False proves that they do not.

    For each pair of digits: enough tiles must bear it for the cells that must show it, and enough cells must be allowed
    to show it for the tiles that bear it, save those that may remain unlaid.
    """
    unlaid = size(tiles) - size(free)
    for rank in range(RANKS):
        must = free & ASKED[way, pattern, rank]
        may = must | free & ASKED[way, pattern, UNASKED]
        bearing = tiles & BEARING[way, rank]
        for other_rank in range(RANKS):
            both = size(bearing & BEARING[other_way, other_rank])
            if size(must & ASKED[other_way, other, other_rank]) > both:
                return False
            if size(may & (ASKED[other_way, other, other_rank] | ASKED[other_way, other, UNASKED])) < both - unlaid:
                return False
    return True


@rule
def _agreeing(left: int, way: int, patterns: Any, count: int, lowest: int, free: int, tiles: int, kept: Any) -> int:
    """Write those of the first `count` patterns of another direction that are worth at least `lowest` and agree with a
    left one into `kept`; return their number."""
    number = 0
    for at in range(count):
        pattern = patterns[at]
        if VALUES[way, pattern] < lowest:
            break
        if _agree(LEFT, left, way, pattern, free, tiles):
            kept[number] = pattern
            number += 1
    return number


@rule
def _fitting(cell: int, left: int, vertical: int, right: int, tiles: int) -> int:
    """The tiles that show on a cell what the three patterns ask of it."""
    for rank in range(RANKS):
        if (ASKED[LEFT, left, rank] >> cell) & 1:
            tiles &= BEARING[LEFT, rank]
        if (ASKED[VERTICAL, vertical, rank] >> cell) & 1:
            tiles &= BEARING[VERTICAL, rank]
        if (ASKED[RIGHT, right, rank] >> cell) & 1:
            tiles &= BEARING[RIGHT, rank]
    return tiles


@rule
def _lay(left: int, vertical: int, right: int, free: int, tiles: int, board: Any, workspace: Workspace) -> bool:
    """Lay tiles on all free cells so that the three patterns are met; False if there is no way to do it.

    A matching by augmenting paths: each cell in turn takes an unused tile that fits it, or has one made free by a chain
    of cells that each hand their tile on and take another. When there is no such chain, the cells that were asked are
    more than all the tiles that fit them, so that no other way to lay them exists either (Hall).
    """
    fitting = workspace.fitting
    holder = workspace.holder  # the cell that holds each used tile
    taker = workspace.taker  # the cell that would take each tile in the chain
    queue = workspace.queue  # the cells that ask for a tile
    rest = free
    while rest:
        cell = first(rest)
        rest &= rest - 1
        fitting[cell] = _fitting(cell, left, vertical, right, tiles)
        if fitting[cell] == 0:
            return False
    unused = tiles
    rest = free
    while rest:
        queue[0] = first(rest)
        rest &= rest - 1
        asking, asked = 0, 1
        reached = 0
        tile = EMPTY
        while tile == EMPTY:
            if asking == asked:
                return False
            cell = queue[asking]
            asking += 1
            fresh = fitting[cell] & ~reached
            reached |= fresh
            if fresh & unused:
                tile = first(fresh & unused)
                taker[tile] = cell
            else:
                while fresh:
                    held = first(fresh)
                    fresh &= fresh - 1
                    taker[held] = cell
                    queue[asked] = holder[held]
                    asked += 1
        unused ^= 1 << tile
        board[queue[0]] = EMPTY
        while tile != EMPTY:
            cell = taker[tile]
            handed_on = board[cell]
            board[cell] = tile
            holder[tile] = cell
            tile = handed_on
    return True


@rule
def lay_found(free: int, tiles: int, workspace: Workspace) -> None:
    """Lay the tiles on the free cells of `workspace.board` as the first triple that ``search`` found asks."""
    triple = workspace.triples[0]
    _lay(triple[0], triple[1], triple[2], free, tiles, workspace.board, workspace)


@rule
def search(free: int, tiles: int, every: bool, workspace: Workspace) -> int:
    """Return the highest score; `workspace` then holds a triple of patterns that reaches it or, with `every`, all such
    triples.

    `tiles` are to be laid on the `free` cells of `workspace.board`; if they are more than the cells, any of them may
    remain unlaid. The search aims high, and lower only when it has proven that nothing reaches its aim: a low aim would
    have it try far more triples before it meets a good one.
    """
    lefts, verticals, rights = workspace.lefts, workspace.verticals, workspace.rights
    some_verticals, some_rights = workspace.some_verticals, workspace.some_rights
    triples, trial = workspace.triples, workspace.trial
    left_count = _possible(LEFT, free, tiles, lefts, workspace)
    vertical_count = _possible(VERTICAL, free, tiles, verticals, workspace)
    right_count = _possible(RIGHT, free, tiles, rights, workspace)
    top_vertical = VALUES[VERTICAL, verticals[0]]
    top_right = VALUES[RIGHT, rights[0]]
    aim = VALUES[LEFT, lefts[0]] + top_vertical + top_right
    for cell in range(len(CELLS)):
        trial[cell] = workspace.board[cell]
    best = 0
    found = 0
    while found == 0:
        aim -= STRIDE
        least = aim
        for left_at in range(left_count):
            left = lefts[left_at]
            value = VALUES[LEFT, left]
            if value + top_vertical + top_right < least:
                break
            lowest_vertical = least - value - top_right
            some = _agreeing(left, VERTICAL, verticals, vertical_count, lowest_vertical, free, tiles, some_verticals)
            if some == 0:
                continue
            lowest_right = least - value - VALUES[VERTICAL, some_verticals[0]]
            others = _agreeing(left, RIGHT, rights, right_count, lowest_right, free, tiles, some_rights)
            for vertical_at in range(some):
                vertical = some_verticals[vertical_at]
                for right_at in range(others):
                    right = some_rights[right_at]
                    score = value + VALUES[VERTICAL, vertical] + VALUES[RIGHT, right]
                    if score < least:
                        break
                    if _agree(VERTICAL, vertical, RIGHT, right, free, tiles) and _lay(
                        left, vertical, right, free, tiles, trial, workspace
                    ):
                        if score > best:
                            found = 0
                        best = score
                        least = best if every else best + 1
                        if found < MOST_TRIPLES:
                            triples[found, 0], triples[found, 1], triples[found, 2] = left, vertical, right
                            found += 1
    workspace.found = found
    return best


LIBRARY: Final = (search, lay_found)
"""Functions of the game's native library."""


def perfect() -> Perfect:
    """Prove by search the highest possible round over all choices of 19 of the 27 tiles, and list its boards.

    No board is listed twice: of the patterns that a board meets, only those of all its complete lines are worth its
    whole score, so that it belongs to one triple.
    """
    workspace = new_record(WORKSPACE)
    workspace.board[:] = EMPTY
    maximum = search(ALL_CELLS, ALL_TILES, True, workspace)
    assert workspace.found < MOST_TRIPLES, "none was left out"
    boards: list[tuple[int, ...]] = []
    for triple in workspace.triples[: workspace.found].tolist():
        boards += _layings([int(_fitting(cell, *triple, ALL_TILES)) for cell in range(len(CELLS))])  # type: ignore[call-arg]
    return Perfect(int(maximum), sorted(boards))


def _layings(fitting: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give each cell one of the tiles that fit it, each tile at most once."""
    if not fitting:
        yield ()
    elif 0 not in fitting:
        for tile in range(len(TILES)):
            if fitting[0] >> tile & 1:
                for others in _layings([tiles & ~(1 << tile) for tiles in fitting[1:]]):
                    yield (tile, *others)


def hindsight(tiles: Sequence[int], board: Sequence[int] | None = None) -> Optimum:
    """The best score in reach when the tiles to come are known, proven optimal, with a board that reaches it.

    ``board`` gives the tile on each of the 19 cells, or `EMPTY`; without it the board is empty. ``tiles`` are the tiles
    still to be laid, as many as there are free cells. Their order does not matter, since under the standard rule each
    may go on any free cell. Under the variant `adjacent` it does, and the answer is then only an upper bound.
    """
    laid = [EMPTY] * len(CELLS) if board is None else list(board)
    if len(laid) != len(CELLS):
        raise Refusal("wrong_count", f"a board has {len(CELLS)} cells, not {len(laid)}")
    if len(tiles) != laid.count(EMPTY):
        raise Refusal("wrong_count", f"{len(tiles)} tiles for {laid.count(EMPTY)} free cells")
    seen = set()
    for tile in [*tiles, *(tile for tile in laid if tile != EMPTY)]:
        if not 0 <= tile < len(TILES):
            raise Refusal("no_such_tile", f"a tile is a number from 0 to {len(TILES) - 1}, not {tile}")
        if tile in seen:
            raise Refusal("impossible_chance", f"{'-'.join(map(str, TILES[tile]))} is given twice, but exists once")
        seen.add(tile)
    free = sum(1 << cell for cell, tile in enumerate(laid) if tile == EMPTY)
    rest = sum(1 << tile for tile in tiles)
    workspace = new_record(WORKSPACE)
    workspace.board[:] = laid
    score = search(free, rest, False, workspace)
    lay_found(free, rest, workspace)
    return Optimum(int(score), tuple(workspace.board.tolist()))


# -- Answers as plain data, each with the `seconds` that it took -------------------------------------------------------


def perfect_boards() -> dict[str, Any]:
    """Return the highest score of a round and every board that reaches it."""
    clock = time.perf_counter()
    best = perfect()
    seconds = time.perf_counter() - clock
    return {
        "maximum": best.maximum,
        "boards": len(best.boards),
        "list": [_named(board) for board in best.boards],
        "seconds": round(seconds, 6),
    }


def best_board(tiles: str) -> dict[str, Any]:
    """Return the best board for 19 tiles, given as ``2-9-4,6-1-3,...``."""
    numbers = [_tile(name.strip()) for name in tiles.split(",")]
    clock = time.perf_counter()
    best = hindsight(numbers)
    seconds = time.perf_counter() - clock
    return {"optimum": best.score, "board": _named(best.board), "seconds": round(seconds, 6)}


def _tile(name: str) -> int:
    if name not in TILE_NAMES:
        raise Refusal("no_such_tile", f"there is no tile {name!r:.20}")
    return TILE_NAMES.index(name)


def _named(board: tuple[int, ...]) -> dict[str, str]:
    return {cell: TILE_NAMES[tile] for cell, tile in zip(CELLS, board, strict=True)}
