"""Masked states of Take It Easy: hidden are only the opponents' placements of a step in progress (T-12)."""

from __future__ import annotations

from typing import Any

from ...engine.bits import first, size
from ...engine.contract import Effects, Setup, State
from ...engine.effects import report
from ...engine.rng import Generator, below
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .pieces import ALL_CELLS, TOUCHING
from .rules import SEATS, cells_of


@rule
def sealed(setup: Setup, state: State, seat: int) -> int:
    """Return the set of announced tiles that a seat has laid while others are still choosing (T-12, T-31)."""
    if state.choosing == 0 or seat >= setup.seats:
        return 0
    return state.announced & ~state.to_lay[seat]


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Keep the own board, the public part of the others' boards, and how many tiles each has yet to lay."""
    copy_into(setup, into_setup)
    into_state.rounds_done = state.rounds_done
    into_state.heap = state.heap
    into_state.announced = state.announced
    into_state.choosing = state.choosing
    for other in range(SEATS):
        into_state.points[other] = state.points[other]
        hidden = 0 if other == seat else sealed(setup, state, other)
        mask_board(setup, state, other, hidden, into_state)
        into_state.to_lay[other] = state.to_lay[other] if hidden == 0 else last_tiles(state.announced, size(hidden))


@rule
def last_tiles(tiles: int, without: int) -> int:
    """Return a set without its `without` smallest members. With `pairs` (T-31) the number of tiles that a seat has laid
    is public, but not which: the same set stands for all possibilities."""
    for _ in range(without):
        tiles &= tiles - 1
    return tiles


@rule
def mask_board(setup: Setup, state: State, seat: int, hidden: int, into_state: State) -> None:
    """Write a board without the tiles of a set."""
    covered = 0
    while hidden != 0:
        covered |= cells_of(state, seat, first(hidden))
        hidden &= hidden - 1
    for digit in range(9):
        into_state.shows[seat, digit] = state.shows[seat, digit] & ~covered
    into_state.free[seat] = state.free[seat] | covered
    into_state.touching[seat] = 0
    if setup.adjacent != 0 and seat < setup.seats:
        laid = ALL_CELLS & ~into_state.free[seat]
        while laid != 0:
            into_state.touching[seat] |= TOUCHING[first(laid)]
            laid &= laid - 1


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """Lay the opponents' sealed tiles at random: any of the announced tiles, on any legal cell."""
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    for other in range(setup.seats):
        laid = 0 if other == seat else size(sealed(setup, state, other))
        if laid > 0:
            into_state.to_lay[other] = state.announced
            into_state.choosing |= 1 << other
            for _ in range(laid):
                k = below(rng, rules.legal_count(setup, into_state, other))
                rules.step(setup, into_state, other, rules.legal_nth(setup, into_state, other, k))


@rule
def mask_effects(setup: Setup, state: State, seat: int, effects: Effects, into_effects: Effects) -> None:
    """T-12: of a placement that is still sealed others know only whose it is; all else is open to everybody. With
    `pairs` both placements of a seat stay sealed until everybody has laid both."""
    for k in range(effects.count):
        item = effects.items[k]
        if item.case == happened.PLACED and is_sealed(setup, state, seat, item.placed):
            placed = report(into_effects, happened.PLACED).placed
            placed.seat = item.placed.seat
            placed.round = item.placed["round"]
            placed.tile = 0
            placed.cell = 0
            return  # what became of the lines is sealed too
        copy_into(item, report(into_effects, item.case))


@rule
def is_sealed(setup: Setup, state: State, seat: int, placed: Any) -> bool:
    """Return whether a placement, by its effect, is hidden from a seat in this state."""
    return (
        placed.seat != seat
        and placed["round"] == state.rounds_done + 1
        and (sealed(setup, state, placed.seat) >> (placed.tile - 1)) & 1 != 0
    )


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """T-12: others do not see a placement while seats are still choosing."""
    return by >= 0 and by != seat


@rule
def is_open(setup: Setup, state: State) -> bool:
    """T-12: everybody has laid everything."""
    return state.choosing == 0


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """The last placement of a step reveals those of the others."""
    return before.choosing != 0 and after.choosing == 0 and setup.seats > 1
