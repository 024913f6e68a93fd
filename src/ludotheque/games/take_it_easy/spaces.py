"""Action indices and observations of Take It Easy, for reinforcement learning.

An index is a cell; with `pairs`, the first 19 indices lay the announced tile with the lower number, the next 19 the
other one.
"""

from __future__ import annotations

from ...engine.bits import first
from ...engine.contract import Setup, State
from ...native.compiled import rule
from ...spaces import Field, Mask, Numbers, clear, mark_row, put, put_members
from . import masking, rules
from .pieces import TILE_SHOWS
from .rules import N_CELLS, N_TILES, STRIDE

VERSION = 0
OBSERVED = "i2"
DIGITS = 9
MOST_POINTS = 307
"""The maximum of a round."""


# -- Indices ----------------------------------------------------------------------------------------------------------


def index_count(setup: Setup) -> int:
    """Return the number of indices: 19 cells for each tile that can be announced at once."""
    return N_CELLS * (2 if setup.pairs else 1)


@rule
def second(state: State) -> int:
    """Return the announced tile with the higher number as a set; empty if only one is announced."""
    return state.announced & (state.announced - 1)


@rule
def index_of(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return the cell; plus 19 for the second announced tile."""
    return action % STRIDE + N_CELLS * ((second(state) >> (action // STRIDE)) & 1)


@rule
def action_at(setup: Setup, state: State, seat: int, index: int) -> int:
    """Return the placement of the first or second announced tile; -1 if it is not announced."""
    tiles = state.announced if index < N_CELLS else second(state)
    return first(tiles) * STRIDE + index % N_CELLS if tiles != 0 else -1


@rule
def mark_legal(setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
    """Mark the legal cells of each announced tile that is still to be laid."""
    cells = rules.cells_for(setup, state, seat)
    tiles = state.to_lay[seat]
    while tiles != 0:
        lowest = tiles & -tiles
        tiles &= tiles - 1
        mark_row(mask, at, packed, N_CELLS * ((second(state) & lowest) != 0), cells, N_CELLS)


# -- Observations -----------------------------------------------------------------------------------------------------


def observed(setup: Setup) -> list[Field]:
    """Return the fields of an observation: boards, tiles to lay, heap, rounds and points."""
    seats, most = int(setup.seats), min(32767, MOST_POINTS * int(setup.rounds))
    order = "own seat first, then the others as they sit"
    return [
        Field(
            "boards", (seats, DIGITS, N_CELLS), 0, 1, f"which cells show 1 5 9, 2 6 7, 3 4 8, as far as known; {order}"
        ),
        Field("to_lay", (2 if setup.pairs else 1, DIGITS), 0, 1, "the digits of each announced tile yet to be laid"),
        Field("heap", (N_TILES,), 0, 1, "which tiles are in the heap"),
        Field("rounds_left", (1,), 0, int(setup.rounds), "rounds after this one"),
        Field("points", (seats,), 0, most, f"points of the rounds that are over; {order}"),
    ]


@rule
def hidden_cells(setup: Setup, state: State, seat: int, other: int) -> int:
    """Return the cells of another seat's board with sealed tiles."""
    hidden = 0 if other == seat else masking.sealed(setup, state, other)
    cells = 0
    while hidden != 0:
        cells |= rules.cells_of(state, other, first(hidden))
        hidden &= hidden - 1
    return cells


@rule
def observe(setup: Setup, state: State, seat: int, into: Numbers, at: int) -> None:
    """See ``ludotheque.spaces``."""
    for place in range(setup.seats):
        other = (seat + place) % setup.seats
        visible = ~hidden_cells(setup, state, seat, other)
        for digit in range(DIGITS):
            shows = state.shows[other, digit] & visible
            put_members(into, at, shows, N_CELLS)
            at += N_CELLS
    for which in range(2 if setup.pairs != 0 else 1):
        clear(into, at, DIGITS)
        tile_set = (state.announced if which == 0 else second(state)) & state.to_lay[seat]
        if which == 0:
            tile_set &= ~second(state)
        if tile_set != 0:
            for direction in range(3):
                put(into, at + TILE_SHOWS[first(tile_set), direction], 1)
        at += DIGITS
    put_members(into, at, state.heap, N_TILES)
    at += N_TILES
    put(into, at, setup.rounds - 1 - state.rounds_done)
    for place in range(setup.seats):
        put(into, at + 1 + place, state.points[(seat + place) % setup.seats])
