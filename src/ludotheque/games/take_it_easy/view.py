"""What a seat may see of Take It Easy: everything but the others' choices of a step that is still open (T-12)."""

from __future__ import annotations

from typing import Any

from ...core.bits import first
from ...core.chance import Generator, below
from ...core.game import By, copy
from ...core.law import Setup, State
from . import rules
from .notation import TILE_NAMES
from .pieces import CELLS, LINES, TILE_SHOWS, TILES, TOUCHING

DIRECTIONS = ("left", "vertical", "right")


def members(tiles: int) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(int(tiles).bit_length()) if int(tiles) >> member & 1]


SHOWS = TILE_SHOWS.tolist()


def cells_of(state: State, seat: int) -> dict[int, int]:
    """The cell of each tile on a seat's board: the one cell that shows all three of its digits."""
    shows = state.shows[seat].tolist()
    there = {tile: shows[left] & shows[vertical] & shows[right] for tile, (left, vertical, right) in enumerate(SHOWS)}
    return {tile: first(cell) for tile, cell in there.items() if cell}


def sealed(state: State, seat: int) -> int:
    """The set of tiles that a seat has laid of those announced, while others are still choosing (T-12, T-31)."""
    return int(state.announced & ~state.to_lay[seat]) if state.choosing else 0


def board(state: State, seat: int, without: int = 0) -> dict[int, int]:
    """The tiles of a seat's board by cell, without those of a set."""
    laid = {cell: tile for tile, cell in cells_of(state, seat).items() if not without >> tile & 1}
    return dict(sorted(laid.items()))


def line_of(number: int, laid: dict[int, int], still_to_come: list[int]) -> dict[str, Any]:
    """T-41, T-20, T-23: one line of the score sheet."""
    direction = number // 5
    cells = LINES[number]
    digits = [TILES[laid[cell]][direction] for cell in cells if cell in laid]
    missing = len(cells) - len(digits)
    if len(set(digits)) > 1:
        state, digit, points, within_reach = "dead", None, 0, False
    elif not digits:
        state, digit, points, within_reach = "open", None, 0, True  # there are always enough tiles of some digit
    else:
        digit = digits[0]
        state = "alive" if missing else "complete"
        points = 0 if missing else digit * len(cells)
        within_reach = sum(TILES[tile][direction] == digit for tile in still_to_come) >= missing
    return {
        "direction": DIRECTIONS[direction],
        "cells": [CELLS[cell] for cell in cells],
        "state": state,
        "digit": digit,
        "digits": digits,
        "points": points,
        "within_reach": within_reach,
    }


def view(setup: Setup, state: State, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) may see."""
    seats = range(int(setup.seats))
    heap = members(state.heap)
    drawn = rules.N_TILES - len(heap)
    boards, sheets = [], []
    for other in seats:
        hidden = 0 if other == seat else sealed(state, other)
        laid = board(state, other, without=hidden)
        still_to_come = heap + [tile for tile in members(state.announced) if tile not in laid.values()]
        boards.append({CELLS[cell]: TILE_NAMES[tile] for cell, tile in laid.items()})
        sheets.append([line_of(number, laid, still_to_come) for number in range(len(LINES))])
    points = [int(state.points[other]) for other in seats]
    return {
        "round": int(state.rounds_done) + 1,
        "rounds": int(setup.rounds),
        "caller": int(state.rounds_done) % int(setup.seats),  # T-10
        "drawn": drawn,
        "round_over": bool(rules.round_over(state)),
        "announced": [TILE_NAMES[tile] for tile in members(state.announced)],
        "to_lay": [] if seat is None else [TILE_NAMES[tile] for tile in members(state.to_lay[seat])],
        "left_to_lay": [len(members(state.to_lay[other])) for other in seats],
        "heap": [TILE_NAMES[tile] for tile in heap],  # T-40
        "boards": boards,
        "lines": sheets,
        "points": points,
        "scores": [points[other] + sum(line["points"] for line in sheets[other]) for other in seats],
    }


def redeal(setup: Setup, state: State, seat: int | None, rng: Generator) -> tuple[Setup, State]:
    """The same table, but the others' sealed choices fell differently."""
    new = copy(state)
    for other in range(int(setup.seats)):
        tiles = members(sealed(state, other))
        if other == seat or not tiles:
            continue
        cells = cells_of(new, other)
        for tile in tiles:
            for digit in SHOWS[tile]:
                new.shows[other, digit] &= ~(1 << cells[tile])
            new.free[other] |= 1 << cells[tile]
        new.touching[other] = 0
        if setup.adjacent:
            for cell in board(new, other):
                new.touching[other] |= TOUCHING[cell]
        new.to_lay[other] = new.announced
        new.choosing |= 1 << other
        for _ in tiles:
            k = below(rng, rules.legal_count(setup, new, other))
            rules.apply(setup, new, other, rules.legal_nth(setup, new, other, k))
    return setup, new


def hides(setup: Setup, state: State, by: By, action: int, seat: int | None) -> bool:
    """T-12: a placement is its player's own affair while others are choosing."""
    return by not in ("chance", seat)


def masked(by: By, do: str) -> str | None:
    """T-12: a placement of a step that is still open is not told at all."""
    return None


def is_open(setup: Setup, state: State) -> bool:
    """T-12: everyone has laid everything."""
    return state.choosing == 0


def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """The last placement of a step shows those of the others."""
    return bool(before.choosing != 0 and after.choosing == 0 and setup.seats > 1)
