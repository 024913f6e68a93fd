"""Masked states of micropul: a seat knows the table, every count, and its own hand (M-70)."""

from __future__ import annotations

from typing import Any

from ...engine.bits import nth, size
from ...engine.contract import Effects, Setup, State
from ...engine.effects import report
from ...engine.rng import Generator, below
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .pieces import ALL_TILES, N_TILES, SEATS, STONES, TURNS
from .rules import CELLS, N_CORNERS, N_PLACES

OF_THE_TABLE = (
    happened.PLACED, happened.GROUP, happened.CATALYST, happened.DREW, happened.EXTRA_TURN, happened.CLAIMED,
    happened.TOOK, happened.PASSED, happened.NEXT_TURN, happened.ENDED,
)  # fmt: skip
"""The effects that say nothing but what everybody sees on the table or may count (M-70)."""


@rule
def own_hand(state: State, seat: int) -> int:
    """Return the set of tiles in a seat's hand; empty for a spectator (-1)."""
    return state.hand[seat] if seat >= 0 else 0


@rule
def unseen_by(state: State, seat: int) -> int:
    """Return the set of tiles that are neither laid nor in a seat's hand."""
    return ALL_TILES & ~state.laid & ~own_hand(state, seat)


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Keep the own hand, the table and all counts. Every tile that is neither laid nor in the own hand is
    ``unseen``."""
    copy_into(setup, into_setup)
    if is_open(setup, state):
        copy_into(state, into_state)
        return
    for other in range(SEATS):
        into_state.hand[other] = state.hand[other] if other == seat else 0
    into_state.unseen = unseen_by(state, seat)
    mask_counts(state, into_state)
    mask_layout(state, into_state)
    mask_groups(state, into_state)


@rule
def mask_counts(state: State, into_state: State) -> None:
    """M-70: whose turn it is, and how many tiles and stones there are where."""
    into_state.dealing = state.dealing
    into_state.revealing = state.revealing
    into_state.turn = state.turn
    into_state.owed = state.owed
    into_state.passes = state.passes
    into_state.ended = state.ended
    into_state.core = state.core
    for seat in range(SEATS):
        into_state.held[seat] = state.held[seat]
        into_state.supply[seat] = state.supply[seat]
        into_state.stones[seat] = state.stones[seat]


@rule
def mask_layout(state: State, into_state: State) -> None:
    """M-70: the tiles on the table, and the places beside them with all that would fit there."""
    into_state.laid = state.laid
    for tile in range(N_TILES):
        into_state.x[tile] = state.x[tile]
        into_state.y[tile] = state.y[tile]
        into_state.turns[tile] = state.turns[tile]
    for cell in range(CELLS):
        into_state.cells[cell] = state.cells[cell]
    into_state.places = state.places
    for place in range(N_PLACES):
        into_state.place[place] = state.place[place]
        for turns in range(TURNS):
            into_state.fits[place, turns] = state.fits[place, turns]


@rule
def mask_groups(state: State, into_state: State) -> None:
    """M-70: the groups and the stones on them."""
    into_state.unclaimed = state.unclaimed
    for corner in range(N_CORNERS):
        into_state.group[corner] = state.group[corner]
        into_state.worth[corner] = state.worth[corner]
        into_state.sides[corner] = state.sides[corner]
        into_state.claim[corner] = state.claim[corner]
    for seat in range(SEATS):
        for number in range(STONES):
            into_state.stone[seat, number] = state.stone[seat, number]


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """Deal the hands that the seat does not see from the unseen tiles.

    A player who has just passed can lay nothing (M-63), so that hand is dealt first, from tiles that fit nowhere. Only
    a pass that was the last action is used; what earlier passes or choices tell about a hand is ignored.
    """
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    if is_open(setup, state):
        return
    passed = -1
    if state.passes > 0:
        passed = (state.turn + setup.seats - 1) % setup.seats
        if passed != seat:
            deal_hand(into_state, passed, state.unseen & ~rules.fits_somewhere(state), rng)
    for other in range(setup.seats):
        if other != seat and other != passed:
            deal_hand(into_state, other, into_state.unseen, rng)


@rule
def deal_hand(state: State, seat: int, pool: int, rng: Generator) -> None:
    """Deal a seat as many tiles as it holds, at random from `pool`."""
    for _ in range(state.held[seat]):
        tile = nth(pool, below(rng, size(pool)))
        pool &= ~(1 << tile)
        state.hand[seat] |= 1 << tile
    state.unseen &= ~state.hand[seat]


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """M-70: only its owner learns which tile comes to a hand."""
    return by < 0 and seat != rules.receiver(setup, state)


@rule
def is_open(setup: Setup, state: State) -> bool:
    """Everything is open when the game is over."""
    return state.ended != 0


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """The seat got a tile, saw one of the other's, learned that the other can do nothing, or the game ended."""
    seen_now = unseen_by(before, seat) & ~unseen_by(after, seat)
    other_passed = after.passes > before.passes and before.turn != seat
    return seen_now != 0 or other_passed or (setup.seats > 1 and is_open(setup, after))


@rule
def mask_effects(setup: Setup, state: State, seat: int, effects: Effects, into_effects: Effects) -> None:
    """Everybody learns all but which tile comes to a hand: that its owner alone knows, until ``is_open``."""
    for number in range(effects.count):
        item = effects.items[number]
        case = int(item.case)
        into = report(into_effects, case)
        if case in OF_THE_TABLE:
            copy_into(item, into)
        elif case == happened.REVEALED:
            mask_tile(setup, state, seat, item.revealed, into.revealed)
        elif case == happened.DEALT:
            mask_tile(setup, state, seat, item.dealt, into.dealt)


@rule
def mask_tile(setup: Setup, state: State, seat: int, got: Any, into: Any) -> None:
    """Write who got a tile, and which one if the seat may know it."""
    into.seat = got.seat
    into.tile = got.tile if got.seat == seat or is_open(setup, state) else 0
