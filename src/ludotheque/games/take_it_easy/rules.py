"""The rules of Take It Easy. The ids (T-12) are those of ``guide/reference.en.md``.

A seat's action is the number ``tile * 32 + cell``. A chance outcome is the number of the drawn tile; with `pairs`, ``27
+ first * 27 + second``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.bits import first, nth, size
from ...engine.contract import CHANCE, Effects, Setup, State
from ...engine.effects import report
from ...native.compiled import rule
from . import effects as happened
from .pieces import (
    ALL_CELLS,
    ALL_TILES,
    CELLS,
    DIGITS,
    LINE_POINTS,
    LINE_SETS,
    LINES,
    LINES_THROUGH,
    TILE_SHOWS,
    TILES,
    TILES_SHOWING,
    TOUCHING,
)

SEATS = 8
N_CELLS = len(CELLS)
N_TILES = len(TILES)
N_LINES = len(LINES)
STRIDE = 32  # of the numbering of actions: a power of two, so that decoding needs no division
LEFT_OVER = N_TILES - N_CELLS  # T-15: tiles still in the heap when the boards are full

SETUP: np.dtype[Any] = np.dtype((np.record, [("seats", "i8"), ("rounds", "i8"), ("adjacent", "i8"), ("pairs", "i8")]))

STATE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("rounds_done", "i8"),  # rounds counted so far
            ("heap", "i8"),  # the set of tiles in the caller's heap
            ("announced", "i8"),  # the set of tiles announced last
            ("choosing", "i8"),  # the set of seats that have not laid all that was announced
            ("to_lay", "i8", (SEATS,)),  # the set of announced tiles that a seat has yet to lay
            ("shows", "i8", (SEATS, 9)),  # a board: for each of the nine digits, the set of cells that show it
            ("free", "i8", (SEATS,)),  # the set of free cells of a board
            ("touching", "i8", (SEATS,)),  # with `adjacent`, the set of cells beside a tile of a board
            ("points", "i8", (SEATS,)),  # points of the rounds counted so far
        ],
    )
)

ILLEGAL_REASONS = (
    "",
    "not_to_act",
    "tile_not_drawn",
    "no_such_cell",
    "occupied",
    "not_adjacent",
    "impossible_chance",
    "wrong_count",
)
NOT_TO_ACT, TILE_NOT_DRAWN, NO_SUCH_CELL, OCCUPIED, NOT_ADJACENT, IMPOSSIBLE, WRONG_COUNT = 1, 2, 3, 4, 5, 6, 7
END_REASONS = ("complete",)

_DIGITS = tuple(DIGITS)


@rule
def begin(setup: Setup, state: State) -> None:
    """T-11: every board empty, all 27 tiles in the heap."""
    state.heap = ALL_TILES
    for seat in range(setup.seats):
        state.free[seat] = ALL_CELLS


@rule
def round_over(state: State) -> bool:
    """T-15: 19 tiles are drawn and everyone has laid them. The full boards stay for all to see until the next draw."""
    return state.choosing == 0 and size(state.heap) == LEFT_OVER


@rule
def caller(setup: Setup, state: State) -> int:
    """T-10: the seat that draws in this round."""
    return state.rounds_done % setup.seats


@rule
def to_act(setup: Setup, state: State) -> int:
    """T-12: everyone who has not laid what was announced; then chance draws, unless the last round is over (T-10)."""
    if state.choosing != 0:
        return state.choosing
    if state.rounds_done == setup.rounds - 1 and round_over(state):
        return 0
    return CHANCE


# -- Seats ------------------------------------------------------------------------------------------------------------


@rule
def cells_for(setup: Setup, state: State, seat: int) -> int:
    """The set of cells on which a seat may lay a tile: any free one (T-12); with `adjacent` only one beside a tile
    of its board, unless the board is empty (T-30)."""
    free = state.free[seat]
    if setup.adjacent != 0 and free != ALL_CELLS:
        free &= state.touching[seat]
    return free


@rule
def legal_count(setup: Setup, state: State, seat: int) -> int:
    """T-14: each announced tile must be laid; with `pairs` (T-31) either of the two may come first."""
    return size(state.to_lay[seat]) * size(cells_for(setup, state, seat))


@rule
def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th action: tiles in order, and for each tile the cells in order."""
    cells = cells_for(setup, state, seat)
    tiles = state.to_lay[seat]
    tile = first(tiles)
    cells_count = size(cells)
    if k >= cells_count:
        tile = first(tiles & (tiles - 1))  # the second tile of a pair
        k -= cells_count
    return tile * STRIDE + nth(cells, k)


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """See ``engine.contract.Rules``."""
    if seat < 0 or seat >= SEATS or (state.choosing >> seat) & 1 == 0:
        return NOT_TO_ACT
    tile = action // STRIDE
    if action < 0 or tile >= N_TILES or (state.to_lay[seat] >> tile) & 1 == 0:
        return TILE_NOT_DRAWN
    cell = action % STRIDE
    if cell >= N_CELLS:
        return NO_SUCH_CELL
    if (state.free[seat] >> cell) & 1 == 0:
        return OCCUPIED
    if (cells_for(setup, state, seat) >> cell) & 1 == 0:
        return NOT_ADJACENT
    return 0


@rule
def step(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """T-12, T-13: lay a tile for good."""
    tile = action // STRIDE
    cell = action % STRIDE
    for direction in range(3):
        state.shows[seat, TILE_SHOWS[tile, direction]] |= 1 << cell
    state.free[seat] &= ~(1 << cell)
    if setup.adjacent != 0:
        state.touching[seat] |= TOUCHING[cell]
    state.to_lay[seat] &= ~(1 << tile)
    if state.to_lay[seat] == 0:
        state.choosing &= ~(1 << seat)
    if effects is not None:
        placed = report(effects, happened.PLACED).placed
        placed.seat = seat
        placed.round = state.rounds_done + 1
        placed.tile = 1 + tile
        placed.cell = 1 + cell
        for direction in range(3):
            report_line(state, seat, tile, cell, direction, effects)


@rule
def apply(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """Lay a tile; the last one ends the round (T-15). Its boards stay until the next draw, so their points are reported
    here and move to ``points`` later."""
    step(setup, state, seat, action, effects)
    if effects is not None and round_over(state):
        for other in range(setup.seats):
            scored = report(effects, happened.ROUND_SCORED).round_scored
            scored.seat = other
            scored.round = state.rounds_done + 1
            scored.points = board_points(state, other)
            scored.total = score(setup, state, other)


@rule
def cells_of(state: State, seat: int, tile: int) -> int:
    """Return the set of cells of a board on which a tile lies: one cell, or none. It is the one that shows all three
    digits."""
    return (
        state.shows[seat, TILE_SHOWS[tile, 0]]
        & state.shows[seat, TILE_SHOWS[tile, 1]]
        & state.shows[seat, TILE_SHOWS[tile, 2]]
    )


# -- Chance -----------------------------------------------------------------------------------------------------------


@rule
def heap_to_draw(state: State) -> int:
    """The set of tiles to draw from: the heap, or all 27 when a new round begins (T-11)."""
    return ALL_TILES if round_over(state) else state.heap


@rule
def draws_pair(setup: Setup, heap: int) -> bool:
    """T-31: with `pairs` two tiles are announced at a time, the nineteenth alone."""
    return setup.pairs != 0 and size(heap) > LEFT_OVER + 1


@rule
def chance_count(setup: Setup, state: State) -> int:
    """T-12: every tile of the heap is equally likely; so is every ordered pair (T-31)."""
    heap = heap_to_draw(state)
    tiles = size(heap)
    return tiles * (tiles - 1) if draws_pair(setup, heap) else tiles


@rule
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """Return the tile, or the ordered pair of tiles, of a draw."""
    heap = heap_to_draw(state)
    if not draws_pair(setup, heap):
        return nth(heap, pick)
    others = size(heap) - 1
    one = nth(heap, pick // others)
    two = nth(heap & ~(1 << one), pick % others)
    return N_TILES + one * N_TILES + two


@rule
def drawn(outcome: int) -> int:
    """The set of tiles that an outcome announces."""
    if outcome < N_TILES:
        return 1 << outcome
    pair = outcome - N_TILES
    return 1 << (pair // N_TILES) | 1 << (pair % N_TILES)


@rule
def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
    """See ``engine.contract.Rules``."""
    if to_act(setup, state) != CHANCE:
        return NOT_TO_ACT
    if outcome < 0 or outcome >= N_TILES + N_TILES * N_TILES:
        return IMPOSSIBLE
    heap = heap_to_draw(state)
    if (outcome >= N_TILES) != draws_pair(setup, heap):
        return WRONG_COUNT
    tiles = drawn(outcome)
    if tiles & ~heap != 0 or (outcome >= N_TILES and size(tiles) != 2):
        return IMPOSSIBLE
    return 0


@rule
def apply_chance(setup: Setup, state: State, outcome: int, effects: Effects | None = None) -> None:
    """T-12: the caller announces what was drawn, and everyone has to lay it. The last step's choices are open now."""
    if round_over(state):
        next_round(setup, state)
    if effects is not None and state.heap == ALL_TILES:
        begun = report(effects, happened.ROUND_BEGUN).round_begun
        begun.round = state.rounds_done + 1
        begun.rounds = setup.rounds
        begun.caller = caller(setup, state)
    tiles = drawn(outcome)
    state.heap &= ~tiles
    state.announced = tiles
    state.choosing = (1 << setup.seats) - 1
    for seat in range(setup.seats):
        state.to_lay[seat] = tiles
    if effects is not None:
        drew = report(effects, happened.DRAWN).drawn
        drew.round = state.rounds_done + 1
        drew.rounds = setup.rounds
        drew.caller = caller(setup, state)
        drew.tiles = tiles
        drew.drawn = N_TILES - size(state.heap)


@rule
def next_round(setup: Setup, state: State) -> None:
    """T-10, T-11, T-22: count the round, empty the boards, refill the heap."""
    for seat in range(setup.seats):
        state.points[seat] += board_points(state, seat)
        state.free[seat] = ALL_CELLS
        state.touching[seat] = 0
        for digit in range(9):
            state.shows[seat, digit] = 0
    state.heap = ALL_TILES
    state.rounds_done += 1


# -- Scoring ----------------------------------------------------------------------------------------------------------


@rule
def line_points(state: State, seat: int, line: int) -> int:
    """T-20, T-21: a line whose cells all show one digit is worth its length times that digit, any other nothing."""
    points = 0
    for rank in range(3):
        showing = state.shows[seat, line // 5 * 3 + rank]
        points += LINE_POINTS[line, rank] * (showing & LINE_SETS[line] == LINE_SETS[line])
    return points


@rule
def board_points(state: State, seat: int) -> int:
    """T-22: the sum over the 15 lines."""
    points = 0
    for line in range(N_LINES):
        points += line_points(state, seat, line)
    return points


OPEN, BROKEN = -1, -2


@rule
def line_rank(state: State, seat: int, line: int) -> int:
    """T-41: return which of its direction's digits (0, 1, 2 from low to high) all tiles of a line show; ``OPEN`` if it
    has no tile, ``BROKEN`` if they differ."""
    return rank_of(state, seat, line // 5, LINE_SETS[line])


@rule
def rank_of(state: State, seat: int, direction: int, cells: int) -> int:
    """Return ``line_rank`` of some cells of a line, given its direction."""
    found = OPEN
    for rank in range(3):
        if state.shows[seat, direction * 3 + rank] & cells != 0:
            if found != OPEN:
                return BROKEN
            found = rank
    return found


@rule
def line_missing(state: State, seat: int, line: int) -> int:
    """How many cells of a line are free."""
    return size(state.free[seat] & LINE_SETS[line])


@rule
def to_come(state: State, seat: int) -> int:
    """T-41: return the set of tiles that may still come to a board: the heap, and announced tiles not laid on it."""
    tiles = state.heap
    announced = state.announced
    while announced != 0:
        tile = first(announced)
        announced &= announced - 1
        if cells_of(state, seat, tile) == 0:
            tiles |= 1 << tile
    return tiles


@rule
def line_in_reach(state: State, seat: int, line: int) -> bool:
    """T-41: return whether a line can still be completed. An empty line always can: some digit has enough tiles."""
    rank = line_rank(state, seat, line)
    if rank < 0:
        return rank == OPEN
    return enough_to_come(state, seat, line // 5, rank, line_missing(state, seat, line))


@rule
def enough_to_come(state: State, seat: int, direction: int, rank: int, missing: int) -> bool:
    """T-41: return whether enough tiles may still come to a board that show a digit of a direction."""
    return size(to_come(state, seat) & TILES_SHOWING[direction * 3 + rank]) >= missing


@rule
def report_line(state: State, seat: int, tile: int, cell: int, direction: int, effects: Effects) -> None:
    """Report what became of a line through the cell where a tile was just laid (T-20, T-21, T-41)."""
    number = LINES_THROUGH[cell, direction]
    digit = TILE_SHOWS[tile, direction]
    missing = line_missing(state, seat, number)
    before = rank_of(state, seat, direction, LINE_SETS[number] & ~(1 << cell))
    line = report(effects, happened.LINE).line
    line.seat = seat
    line.line = number
    line.direction = direction
    line.length = size(LINE_SETS[number])
    line.digit = _DIGITS[digit]
    line.laid = size(state.shows[seat, digit] & LINE_SETS[number])
    line.was = 1 + _DIGITS[direction * 3 + before] if before >= 0 else 0
    line.worth = 0
    line.points = line_points(state, seat, number)
    line.lost = 0
    if before == BROKEN:
        line.became = happened.STILL_BROKEN
    elif line_rank(state, seat, number) == BROKEN:
        line.became = happened.BROKEN
        # The tile shows another digit, so as many that fit may come as before it was laid.
        if enough_to_come(state, seat, direction, before, missing + 1):
            line.lost = LINE_POINTS[number, before]
    elif missing == 0:
        line.became = happened.COMPLETED
        line.worth = line.points
    else:
        line.worth = LINE_POINTS[number, digit - direction * 3]
        line.became = happened.CONTINUED if line_in_reach(state, seat, number) else happened.OUT_OF_REACH


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """T-22: the rounds counted so far and the complete lines that lie on the board."""
    return state.points[seat] + board_points(state, seat)


@rule
def winners(setup: Setup, state: State) -> int:
    """T-22: the highest total wins, equal totals share the win; with one seat that seat wins (T-32)."""
    best = -1
    won = 0
    for seat in range(setup.seats):
        total = score(setup, state, seat)
        if total > best:
            best = total
            won = 0
        if total == best:
            won |= 1 << seat
    return won


@rule
def end_reason(setup: Setup, state: State) -> int:
    """Always 0: a match ends only when all rounds are complete."""
    return 0
