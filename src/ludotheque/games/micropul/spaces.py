"""Action indices and observations of micropul, for reinforcement learning.

The layout has no edge, but every free place is beside a laid tile. So a place is named by a tile and one of its sides:
the first of the place's own sides, clockwise from the top, over which a tile lies. That gives 48 tiles of 4 sides
whatever the size of the layout, and an index means the same side of the same tile for a whole game. The tile to lay is
named by its position in the hand, whose tiles are sorted. A stone is named by the corner of a tile.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...engine.bits import first, nth, size
from ...engine.contract import Setup, State
from ...native.compiled import rule
from ...spaces import Field, Mask, Numbers, clear, mark, mark_row, put
from . import rules
from .masking import own_hand
from .pieces import N_TILES, TURNS
from .rules import FREE, HAND, LAY, N_CORNERS, PASS, STONE, TAKE

VERSION = 0
OBSERVED = "i2"

SIDES = 4
WAYS = TURNS * HAND
"""Number of ways to lay a tile of the hand at a side of a tile."""
AT_STONE = N_TILES * SIDES * WAYS
AT_TAKE = AT_STONE + N_CORNERS
AT_PASS = AT_TAKE + 1
"""First index of each verb. Placements come first: ``((tile beside * 4 + side) * 4 + turns) * 6 + position in the
hand``; then ``AT_STONE + corner``."""


# -- Indices ----------------------------------------------------------------------------------------------------------


def index_count(setup: Setup) -> int:
    """Return the number of indices: the same at every table."""
    return AT_PASS + 1


@rule
def side_at(state: State, x: int, y: int) -> int:
    """Return the name of a free place beside the layout: 4 * tile + side."""
    found = -1
    for edge in range(SIDES - 1, -1, -1):  # no early exit: the branch would be unpredictable
        tile = rules.tile_beside(state, x, y, edge)
        found = tile * SIDES + (edge ^ 2) if tile >= 0 else found
    return found


@rule
def index_of(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return the index of an action; the module's docstring defines it."""
    if action >= LAY:
        tile, turns, x, y = rules.placement(action)
        slot = size(state.hand[seat] & ((1 << tile) - 1))
        return (side_at(state, x, y) * TURNS + turns) * HAND + slot
    if action >= STONE:
        return AT_STONE + rules.corner_at(state, action - STONE)
    return AT_TAKE if action == TAKE else AT_PASS


@rule
def action_at(setup: Setup, state: State, seat: int, index: int) -> int:
    """Return the action of an index; -1 if it has no free place, laid tile or tile in the hand."""
    if index >= AT_TAKE:
        return TAKE if index == AT_TAKE else PASS
    if index >= AT_STONE:
        corner = index - AT_STONE
        return STONE + rules.key_of_corner(state, corner) if (state.laid >> (corner >> 2)) & 1 != 0 else -1
    slot, rest = index % HAND, index // HAND
    turns, side = rest % TURNS, rest // TURNS
    tile = side // SIDES
    if (state.laid >> tile) & 1 == 0 or slot >= size(state.hand[seat]):
        return -1
    edge = int(side % SIDES)  # an int, because an index may be a NumPy integer, and NumPy's bools cannot be subtracted
    x = int(state.x[tile]) + rules.step_x(edge)
    y = int(state.y[tile]) + rules.step_y(edge)
    if side_at(state, x, y) != side:
        return -1  # not the canonical name of the place
    return rules.lay_action(rules.place_key(x, y), turns, nth(state.hand[seat], slot))


@rule
def in_hand(hand: int, k: int) -> int:
    """Return the k-th tile of the hand; ``NO_TILE`` if there are fewer."""
    return nth(hand, k) if k < size(hand) else NO_TILE


@rule
def ways(state: State, place: int, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return how the six tiles of a hand can be laid on a place, as bits: turns * 6 + position in the hand."""
    found = 0
    for turns in range(TURNS):
        fits = state.fits[place, turns]
        slots = (fits >> a) & 1 | (fits >> b & 1) << 1 | (fits >> c & 1) << 2
        slots |= (fits >> d & 1) << 3 | (fits >> e & 1) << 4 | (fits >> f & 1) << 5
        found |= slots << HAND * turns
    return found


@rule
def mark_legal(setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
    """See ``ludotheque.spaces``. The state already holds which tiles fit where."""
    hand = state.hand[seat]
    a, b, c = in_hand(hand, 0), in_hand(hand, 1), in_hand(hand, 2)
    d, e, f = in_hand(hand, 3), in_hand(hand, 4), in_hand(hand, 5)
    some = 0
    for place in range(state.places):
        fits = state.fits[place, 0] | state.fits[place, 1] | state.fits[place, 2] | state.fits[place, 3]
        if fits & hand != 0:
            some = 1
            found = ways(state, place, a, b, c, d, e, f)
            x, y = rules.place_of(int(state.place[place]))
            mark_row(mask, at, packed, side_at(state, x, y) * WAYS, found, WAYS)
    if rules.stone_count(state, seat) != 0:
        some = 1
        laid = state.laid
        while laid != 0:
            tile = first(laid)
            laid &= laid - 1
            corners = 0
            for corner in range(4):
                here = 4 * tile + corner
                free = (rules.group_of(state, here) == here) & (state.claim[here] == FREE)
                corners |= int(free) << corner
            mark_row(mask, at, packed, AT_STONE + 4 * tile, corners, 4)
    if rules.may_take(state, seat):
        mark(mask, at, packed, AT_TAKE)
    elif some == 0:
        mark(mask, at, packed, AT_PASS)


# -- Observations -----------------------------------------------------------------------------------------------------

IN_HAND, LAID = 1, 2
NO_TILE = 62
CLAIMS: Final = np.array([[1, 2, 3, 4], [1, 3, 2, 4]], np.int64)
"""By seat: the claim of a group in the state as it is observed: 1 free, 2 mine, 3 another's, 4 spoilt."""
COUNTS = ("turns owed", "passes", "core")
OF_SEATS = ("hand", "supply", "stones left", "score")
FAR = 48


def observed(setup: Setup) -> list[Field]:
    """Return the fields of an observation: where each tile is, the groups, the own hand, all counts."""
    order = "own seat first" if setup.seats > 1 else "of the seat"
    return [
        Field(
            "tiles",
            (N_TILES, 4),
            -FAR,
            FAR,
            "of each tile: 0 unseen, 1 in the own hand, 2 laid; x, y, turns",
        ),
        Field(
            "groups",
            (N_TILES, 4, 3),
            0,
            2 * N_CORNERS,
            "of each corner (tl, tr, br, bl) of a laid tile, of its group: 0 none, 1 without stone, 2 mine, "
            "3 another's, 4 spoilt; its micropul; its sides on free places",
        ),
        Field("hand", (HAND,), 0, N_TILES, "1 + the tile in each place of the hand; 0 for none"),
        Field("counts", (len(COUNTS),), 0, 255, ", ".join(COUNTS)),
        Field("seats", (int(setup.seats), len(OF_SEATS)), 0, 511, f"{order}: {', '.join(OF_SEATS)}"),
    ]


@rule
def observe_tile(state: State, seat: int, tile: int, into: Numbers, at: int, groups: int) -> None:
    """Write a laid tile: its place, its turns, and the groups of its corners."""
    put(into, at, LAID)
    put(into, at + 1, state.x[tile])
    put(into, at + 2, state.y[tile])
    put(into, at + 3, state.turns[tile])
    for corner in range(4):
        found = rules.group_of(state, tile * 4 + corner)
        there = found >= 0
        group = max(found, 0)
        put(into, groups + 3 * corner, there * CLAIMS[seat, int(state.claim[group])])
        put(into, groups + 3 * corner + 1, there * int(state.worth[group]))
        put(into, groups + 3 * corner + 2, there * int(state.sides[group]))


@rule
def observe(setup: Setup, state: State, seat: int, into: Numbers, at: int) -> None:
    """See ``ludotheque.spaces``."""
    groups = at + 4 * N_TILES
    hand = groups + 12 * N_TILES
    clear(into, at, hand + HAND - at)
    tiles = state.laid
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        observe_tile(state, seat, tile, into, at + 4 * tile, groups + 12 * tile)
    tiles = own_hand(state, seat)
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        put(into, at + 4 * tile, IN_HAND)
        put(into, hand, 1 + tile)
        hand += 1
    hand = groups + 12 * N_TILES + HAND
    put(into, hand, state.owed)
    put(into, hand + 1, state.passes)
    put(into, hand + 2, state.core)
    hand += 3
    for place in range(setup.seats):
        other = (seat + place) % setup.seats
        put(into, hand, state.held[other])
        put(into, hand + 1, state.supply[other])
        put(into, hand + 2, rules.stones_left(state, other))
        put(into, hand + 3, rules.score(setup, state, other))
        hand += 4
