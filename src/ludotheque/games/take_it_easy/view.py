"""The view of Take It Easy: the boards, their lines, and the tiles that may still come."""

from __future__ import annotations

from typing import Any

from ...codec.schema import (
    array,
    bitset,
    boolean,
    enum,
    enum_or_none,
    integer,
    integer_or_none,
    list_of,
    map_of,
    struct,
)
from ...engine.bits import first, size
from ...engine.contract import Setup, State, View
from ...native.compiled import rule
from . import rules
from .pieces import CELLS, DIGITS, DIRECTIONS, LINE_SETS, LINES, PLACES, TILE_NAMES, TILES
from .rules import BROKEN, N_LINES, N_TILES, OPEN, SEATS

_DIGITS = tuple(DIGITS)

DATA = {
    "tiles": {name: list(digits) for name, digits in zip(TILE_NAMES, TILES, strict=True)},
    "cells": {name: list(place) for name, place in zip(CELLS, PLACES, strict=True)},
    "lines": [[CELLS[cell] for cell in line] for line in LINES],
}
"""Constants for the page: the digits of each tile, the place of each cell, the cells of each line."""

LINE_STATES = ("open", "alive", "complete", "dead")
IS_OPEN, IS_ALIVE, IS_COMPLETE, IS_DEAD = range(4)

LINE = struct(
    direction=enum(DIRECTIONS),
    cells=bitset(CELLS),
    state=enum(LINE_STATES),
    digit=integer_or_none(),
    digits=list_of(integer(), 5),
    points=integer(),
    within_reach=boolean(),
)
"""A line of the score sheet."""

VIEW = struct(
    round=integer(),
    rounds=integer(),
    caller=integer(),
    drawn=integer(),
    round_over=boolean(),
    announced=bitset(TILE_NAMES),
    to_lay=bitset(TILE_NAMES),
    left_to_lay=list_of(integer(), SEATS),
    heap=bitset(TILE_NAMES),
    boards=list_of(map_of(CELLS, enum_or_none(TILE_NAMES)), SEATS),
    lines=list_of(array(LINE, N_LINES), SEATS),
    points=list_of(integer(), SEATS),
    round_points=list_of(integer(), SEATS),
    scores=list_of(integer(), SEATS),
)

DERIVED = {
    "rounds": "the options",
    "drawn": "heap: all tiles that are not in it",
    "round_over": "rules.round_over",
    "lines": "rules.line_rank, line_missing, line_points, line_in_reach",
    "round_points": "rules.board_points",
    "scores": "rules.score",
}
"""The fields that follow from the others, and how. Everything else changes only by effects."""


@rule
def show_line(state: State, seat: int, line: int, shown: Any) -> None:
    """Write one line of a seat's board."""
    rank = rules.line_rank(state, seat, line)
    shown.direction = line // 5
    shown.cells = LINE_SETS[line]
    shown.points = rules.line_points(state, seat, line)
    shown.within_reach = rules.line_in_reach(state, seat, line)
    if rank == OPEN:
        shown.state = IS_OPEN
    elif rank == BROKEN:
        shown.state = IS_DEAD
    else:
        shown.state = IS_ALIVE if rules.line_missing(state, seat, line) > 0 else IS_COMPLETE
        shown.digit = 1 + _DIGITS[line // 5 * 3 + rank]
    cells = LINE_SETS[line] & ~state.free[seat]
    count = 0
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        for digit in range(line // 5 * 3, line // 5 * 3 + 3):
            if (state.shows[seat, digit] >> cell) & 1 != 0:
                shown.digits.items[count] = _DIGITS[digit]
        count += 1
    shown.digits.count = count


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """See ``engine.contract.Viewer``."""
    view.round = state.rounds_done + 1
    view.rounds = setup.rounds
    view.caller = rules.caller(setup, state)
    view.drawn = N_TILES - size(state.heap)
    view.round_over = rules.round_over(state)
    view.announced = state.announced
    view.to_lay = state.to_lay[seat] if seat >= 0 else 0
    view.heap = state.heap
    view.left_to_lay.count = setup.seats
    view.boards.count = setup.seats
    view.lines.count = setup.seats
    view.points.count = setup.seats
    view.round_points.count = setup.seats
    view.scores.count = setup.seats
    for other in range(setup.seats):
        view.left_to_lay.items[other] = size(state.to_lay[other])
        view.points.items[other] = state.points[other]
        view.round_points.items[other] = rules.board_points(state, other)
        view.scores.items[other] = rules.score(setup, state, other)
        for tile in range(N_TILES):
            cells = rules.cells_of(state, other, tile)
            if cells != 0:
                view.boards.items[other][first(cells)] = 1 + tile
        for line in range(N_LINES):
            show_line(state, other, line, view.lines.items[other][line])
