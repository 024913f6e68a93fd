"""The rules of micropul. The ids (M-32) are those of ``guide/reference.en.md``.

A seat's action is a number: 0 `pass`, 1 `take`, ``STONE + corner key``, ``LAY + place key * 256 + turns * 64 + tile``.
The keys grow in reading order, so that actions ascend as one reads the table. Chance's outcome is ``seat * 64 + tile``
for a deal and ``REVEAL + tile`` for a reveal.

The layout has no edge (M-11). Coordinates are absolute: 48 tiles joined by their sides, the start tile at 0,0 among
them, and the free places beside them lie between -48 and 48. ``cell`` says where the record keeps what lies at a place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.bits import first, nth, size
from ...engine.contract import CHANCE, Effects, Setup, State
from ...engine.effects import report
from ...native.compiled import rule
from . import effects as happened
from .effects import BLOCKED, CENTRE, CORE, DOUBLE, OUT_OF_TILES, PLUS, SINGLE
from .pieces import (
    ALL_TILES,
    ATTACHED,
    BIG_TILES,
    CENTRE_SINGLE,
    DOUBLES,
    FIRST_FACINGS,
    FITTING,
    IN_CENTRES,
    IN_CORNERS,
    IN_FIELD,
    INNER_GROUP,
    N_TILES,
    OUTWARD,
    PLUSES,
    SEATS,
    SEEN,
    SHOWS_BLACK,
    SHOWS_DOUBLE,
    SHOWS_WHITE,
    SINGLES,
    START,
    STONES,
    TURNS,
)

HAND = 6  # M-10, M-21
N_CORNERS = 4 * N_TILES
N_PLACES = 2 * N_TILES + 2  # no joined layout of 48 tiles has more places beside it
CELLS = 1301
CELL_ROW = 51

PASS = 0
TAKE = 1
STONE = 1 << 16
LAY = 1 << 22
LAY_END = LAY + (1 << 22)
REVEAL = 128

SETUP: np.dtype[Any] = np.dtype(
    (
        np.record,
        [("seats", "i8"), ("simple_placement", "i8"), ("stacking_plus", "i8"), ("single_double", "i8")],
    )
)

STATE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("dealing", "i8"),  # tiles still to be dealt at the start
            ("revealing", "i8"),  # 1 between `take` and the tile it brings
            ("turn", "i8"),  # the seat whose turn it is
            ("owed", "i8"),  # turns that this seat still has, the present one included
            ("passes", "i8"),  # passes since anything else was done
            ("ended", "i8"),  # 0 while the game goes on, then 1 + its reason
            ("hand", "i8", (SEATS,)),  # sets of tiles: only their owner knows which (M-70)
            ("held", "i8", (SEATS,)),  # how many tiles a hand has
            ("supply", "i8", (SEATS,)),  # numbers of tiles: nobody knows which (M-21)
            ("core", "i8"),  # number of tiles
            ("unseen", "i8"),  # the set of tiles in no hand and not on the table
            ("laid", "i8"),  # the set of tiles on the table
            ("x", "i1", (N_TILES,)),  # of each laid tile
            ("y", "i1", (N_TILES,)),
            ("turns", "i1", (N_TILES,)),
            ("cells", "u1", (CELLS,)),  # by `cell`: 1 + the tile that lies there
            ("places", "i8"),  # how many free places touch the layout
            ("place", "i2", (N_PLACES,)),  # their keys, ascending
            ("fits", "i8", (N_PLACES, TURNS)),  # the set of tiles that may be laid there, for each turn
            ("stones", "i8", (SEATS,)),  # stones laid so far
            ("stone", "u1", (SEATS, STONES)),  # 1 + the corner on which each lies
            ("group", "u1", (N_CORNERS,)),  # 1 + the first corner (in reading order) of a micropul's group
            ("worth", "u1", (N_CORNERS,)),  # of a group, at its first corner: its micropul, a big one counted once
            ("sides", "u1", (N_CORNERS,)),  # likewise: its sides on free places; none means closed (M-51)
            ("claim", "u1", (N_CORNERS,)),  # likewise: FREE, 1 + the seat of its only stone, or SPOILT
            ("unclaimed", "i8"),  # groups without a stone
        ],
    )
)

FREE, SPOILT = 0, 3

ILLEGAL_REASONS = (
    "", "not_to_act", "unknown_action", "pass_not_forced", "supply_empty", "hand_full",
    "no_stone", "not_micropul", "claimed", "not_canonical",
    "tile_not_in_hand", "occupied", "no_neighbour", "colour_clash", "no_attachment", "impossible_chance",
)  # fmt: skip
NOT_TO_ACT, UNKNOWN_ACTION, PASS_NOT_FORCED, SUPPLY_EMPTY, HAND_FULL = 1, 2, 3, 4, 5
NO_STONE, NOT_MICROPUL, CLAIMED, NOT_CANONICAL = 6, 7, 8, 9
TILE_NOT_IN_HAND, OCCUPIED, NO_NEIGHBOUR, COLOUR_CLASH, NO_ATTACHMENT, IMPOSSIBLE = 10, 11, 12, 13, 14, 15
END_REASONS = happened.END_REASONS

RANKS = ("beginner", "normal", "advanced", "expert", "master")  # M-81
RANK_POINTS = (30, 60, 75, 90, 100)


# -- Coordinates ------------------------------------------------------------------------------------------------------


@rule
def cell(x: int, y: int) -> int:
    """Where in ``cells`` the place x, y is kept.

    Two places share a cell only if they are more than 50 steps apart: the 1301 places up to 25 steps from one place
    form a diamond, such diamonds tile the plane, and this numbers the places of a diamond. Two tiles of a joined layout
    of 48 are at most 47 steps apart, and the rules only ask about places at most two steps from a tile. So no tile is
    ever mistaken for another (M-11), and the record needs far fewer cells than a square that holds every layout. (The
    dividend is positive for all coordinates of a record, which lets the compiler simplify the remainder.)
    """
    return (x + CELL_ROW * y + 6 * CELLS) % CELLS


@rule
def place_key(x: int, y: int) -> int:
    """The number of a place, growing in reading order."""
    return (y + 64) << 7 | (x + 64)


@rule
def place_of(key: int) -> tuple[int, int]:
    """The place x, y that has this number."""
    return (key & 127) - 64, (key >> 7 & 127) - 64


@rule
def corner_key(x: int, y: int, corner: int) -> int:
    """The number of a corner of the tile at x, y, growing in reading order on the grid of corners."""
    return (2 * y + (corner >> 1) + 128) << 8 | (2 * x + (((corner + 1) >> 1) & 1) + 128)


@rule
def key_of_corner(state: State, corner: int) -> int:
    """The number, in reading order, of a corner of a laid tile."""
    tile = corner >> 2
    return corner_key(int(state.x[tile]), int(state.y[tile]), corner & 3)


@rule
def lay_action(key: int, turns: int, tile: int) -> int:
    """The number of the action that lays a turned tile on the place with this key."""
    return LAY | key << 8 | turns << 6 | tile


@rule
def placement(action: int) -> tuple[int, int, int, int]:
    """The tile, its turns and the place x, y of the action that lays a tile."""
    x, y = place_of(action >> 8 & 0x3FFF)
    return action & 63, action >> 6 & 3, x, y


@rule
def step_x(edge: int) -> int:
    """Return the step to the right over an edge: -1, 0 or 1. Edges are counted clockwise from the top."""
    return (edge == 1) - (edge == 3)


@rule
def step_y(edge: int) -> int:
    """Return the step downwards over an edge: -1, 0 or 1."""
    return (edge == 2) - (edge == 0)


@rule
def bounds(state: State) -> tuple[int, int, int, int]:
    """The smallest and the largest x, the smallest and the largest y of a laid tile."""
    low_x = high_x = low_y = high_y = 0  # those of the start tile
    tiles = state.laid
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        low_x = min(low_x, int(state.x[tile]))
        high_x = max(high_x, int(state.x[tile]))
        low_y = min(low_y, int(state.y[tile]))
        high_y = max(high_y, int(state.y[tile]))
    return low_x, high_x, low_y, high_y


@rule
def tile_at(state: State, x: int, y: int) -> int:
    """The tile that lies at a place; -1 if none does."""
    tile = int(state.cells[cell(x, y)]) - 1
    if tile < 0 or int(state.x[tile]) != x or int(state.y[tile]) != y:
        return -1
    return tile


@rule
def tile_beside(state: State, x: int, y: int, edge: int) -> int:
    """The tile that lies over an edge of a place of the layout or beside it; -1 if none does."""
    return int(state.cells[cell(x + step_x(edge), y + step_y(edge))]) - 1


@rule
def corner_with(facing: int) -> int:
    """The corner of a tile that has this facing."""
    return (facing + 1) >> 1 & 3


@rule
def corner_faced(state: State, x: int, y: int, facing: int) -> int:
    """The corner of a laid tile that a place of the layout or beside it sees at a facing; -1 if no tile lies there."""
    tile = tile_beside(state, x, y, facing >> 1)
    return tile * 4 + corner_with(facing ^ 5) if tile >= 0 else -1


@rule
def facing(state: State, x: int, y: int) -> int:
    """Return what a place sees at its eight facings, packed as in ``pieces``."""
    seen = 0
    for edge in range(4):
        tile = tile_beside(state, x, y, edge)
        if tile >= 0:
            seen |= SEEN[tile * TURNS + int(state.turns[tile]), edge]
    return seen


@rule
def find_place(state: State, key: int) -> int:
    """Return the index in ``place`` at which a key is, or would be inserted."""
    low = 0
    high = int(state.places)
    while low < high:
        middle = (low + high) >> 1
        if int(state.place[middle]) < key:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def is_place(state: State, at: int, key: int) -> bool:
    """Whether the key is that of the place found at `at`."""
    return at < state.places and int(state.place[at]) == key


# -- Laying -----------------------------------------------------------------------------------------------------------


@rule
def fitting(seen: int, turns: int) -> int:
    """The set of tiles that, so turned, clash nowhere with what a place sees (M-23)."""
    tiles = ALL_TILES
    for edge in range(4):
        tiles &= FITTING[edge, sight(seen, edge), turns]
    return tiles


@rule
def attached(seen: int, turns: int) -> int:
    """The set of tiles that, so turned, meet a micropul with one of their own (M-22)."""
    tiles = 0
    for edge in range(4):
        tiles |= ATTACHED[edge, sight(seen, edge), turns]
    return tiles


@rule
def sight(seen: int, edge: int) -> int:
    """Of what a place sees, the micropul over one edge: two bits of white, then two of black."""
    return (seen >> (SHOWS_WHITE + 2 * edge)) & 3 | ((seen >> (SHOWS_BLACK + 2 * edge)) & 3) << 2


@rule
def clashes(seen: int, turns: int, tile: int, facing: int) -> bool:
    """M-23: whether a tile, so turned, clashes at one of its facings with what its place sees there."""
    seen_there = sight(seen, facing >> 1) & 0b0101 << (facing & 1)
    return (FITTING[facing >> 1, seen_there, turns] >> tile) & 1 == 0


@rule
def update_place(setup: Setup, state: State, x: int, y: int) -> None:
    """Update which tiles may be laid on a free place beside the layout; the place is inserted if it is new."""
    key = place_key(x, y)
    at = find_place(state, key)
    if not is_place(state, at, key):
        for place in range(state.places, at, -1):
            state.place[place] = state.place[place - 1]
            for turns in range(TURNS):
                state.fits[place, turns] = state.fits[place - 1, turns]
        state.place[at] = key
        state.places += 1
    seen = facing(state, x, y)
    for turns in range(TURNS):
        tiles = fitting(seen, turns)
        if setup.simple_placement == 0:  # M-80 drops rule 1
            tiles &= attached(seen, turns)
        state.fits[at, turns] = tiles


@rule
def drop_place(state: State, at: int) -> None:
    """Remove a place on which a tile was laid."""
    state.places -= 1
    for place in range(at, state.places):
        state.place[place] = state.place[place + 1]
        for turns in range(TURNS):
            state.fits[place, turns] = state.fits[place + 1, turns]
    state.place[state.places] = 0
    for turns in range(TURNS):
        state.fits[state.places, turns] = 0


@rule
def put_down(state: State, tile: int, turns: int, x: int, y: int, effects: Effects | None = None) -> None:
    """Put a tile on the table and update the groups."""
    state.laid |= 1 << tile
    state.x[tile] = x
    state.y[tile] = y
    state.turns[tile] = turns
    state.cells[cell(x, y)] = tile + 1
    join_groups(state, tile, turns, x, y, effects)


@rule
def put_tile(
    setup: Setup, state: State, seat: int, tile: int, turns: int, x: int, y: int, effects: Effects | None = None
) -> None:
    """Put a tile of a seat, or the start tile (seat -1), on the table and update groups and places."""
    if effects is not None:
        placed = report(effects, happened.PLACED).placed
        placed.seat = 1 + seat
        placed.tile = tile
        placed.turns = turns
        placed.x = x
        placed.y = y
    put_down(state, tile, turns, x, y, effects)
    for edge in range(4):
        if tile_beside(state, x, y, edge) < 0:
            update_place(setup, state, x + step_x(edge), y + step_y(edge))


@rule
def activated(setup: Setup, seen: int, own: int) -> tuple[int, int, int, int]:
    """Return the catalysts that are activated when a tile that shows `own` is laid on a place that sees `seen`, as bit
    sets packed as in ``pieces``: those of the new tile, those of laid tiles, and of both those that give a second tile.

    A catalyst of either tile is activated by a micropul of the other (M-30), once however many touch it (M-32). A laid
    catalyst has a single facing here; one in corner c of the new tile is at facing 2c. A centre is touched over any
    edge by a micropul at either facing (M-41): a laid centre is at the first facing of its edge, the new tile's at 0.
    """
    touching = (own >> SHOWS_WHITE | own >> SHOWS_BLACK) & IN_FIELD  # where micropul of the new tile look out
    touched = (seen >> SHOWS_WHITE | seen >> SHOWS_BLACK) & IN_FIELD  # where laid micropul face it
    pairs = touched << 1 | touched >> 7  # corner c now has the bits 2c and 2c + 1
    once = (pairs | pairs >> 1) & FIRST_FACINGS
    twice = pairs & pairs >> 1 & FIRST_FACINGS
    over = (touching | touching >> 1) & FIRST_FACINGS
    new = own & (once * IN_CORNERS | (touched != 0) * IN_CENTRES)
    laid = seen & (touching * IN_CORNERS | over * IN_CENTRES)
    if setup.single_double == 0:
        return new, laid, new & DOUBLES, laid & DOUBLES  # M-33
    return new, laid, new & twice << SHOWS_DOUBLE, 0  # M-82


@rule
def gains(setup: Setup, seen: int, own: int) -> tuple[int, int]:
    """Return what such a placement gives: tiles to draw, before M-35 (M-33), and pluses."""
    new, laid, new_second, laid_second = activated(setup, seen, own)
    tiles = size(new & (SINGLES | DOUBLES)) + size(laid & (SINGLES | DOUBLES)) + size(new_second) + size(laid_second)
    return tiles, size(new & PLUSES) + size(laid & PLUSES)


@rule
def catalyst_count(setup: Setup, state: State, action: int) -> int:
    """How many catalysts a placement activates."""
    tile, turns, x, y = placement(action)
    new, laid, _, _ = activated(setup, facing(state, x, y), OUTWARD[tile * TURNS + turns])
    return size(new) + size(laid)


@rule
def catalyst_nth(setup: Setup, state: State, action: int, k: int) -> tuple[int, int, int, int, int]:
    """The k-th catalyst that a placement activates, those of the new tile first: the place x, y of its tile, its corner
    or ``CENTRE``, its kind, and how many tiles it gives."""
    tile, turns, x, y = placement(action)
    new, laid, new_second, laid_second = activated(setup, facing(state, x, y), OUTWARD[tile * TURNS + turns])
    if k < size(new):
        bit = nth(new, k)
        second = (new_second >> bit) & 1
        corner = corner_with(bit & 7)
    else:
        bit = nth(laid, k - size(new))
        second = (laid_second >> bit) & 1
        corner = corner_with(bit & 7 ^ 5)
        x += step_x((bit & 7) >> 1)
        y += step_y((bit & 7) >> 1)
    kind = SINGLE if (SINGLES >> bit) & 1 != 0 else DOUBLE if (DOUBLES >> bit) & 1 != 0 else PLUS
    return x, y, CENTRE if bit >= CENTRE_SINGLE else corner, kind, (kind != PLUS) + second


@rule
def report_catalysts(setup: Setup, state: State, action: int, effects: Effects) -> None:
    """Report the catalysts that a placement activates (M-30)."""
    for k in range(catalyst_count(setup, state, action)):
        catalyst = report(effects, happened.CATALYST).catalyst
        x, y, corner, kind, tiles = catalyst_nth(setup, state, action, k)
        catalyst.x = x
        catalyst.y = y
        catalyst.corner = corner
        catalyst.kind = kind
        catalyst.tiles = tiles


@rule
def lay(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """M-20: lay a tile, draw what its catalysts give, end the game if M-60 or M-61 applies, or count extra turns."""
    tile, turns, x, y = placement(action)
    tiles, pluses = gains(setup, facing(state, x, y), OUTWARD[tile * TURNS + turns])
    drop_place(state, find_place(state, place_key(x, y)))
    put_tile(setup, state, seat, tile, turns, x, y, effects)
    state.hand[seat] &= ~(1 << tile)
    state.held[seat] -= 1
    if effects is not None:
        report_catalysts(setup, state, action, effects)
    tiles = min(tiles, state.core)  # M-35
    state.core -= tiles
    state.supply[seat] += tiles  # M-33
    if effects is not None and tiles > 0:
        drew = report(effects, happened.DREW).drew
        drew.seat = seat
        drew.count = tiles
    if state.core == 0:
        end_game(state, CORE, effects)  # M-60
    elif state.held[seat] == 0 and state.supply[seat] == 0:
        end_game(state, OUT_OF_TILES, effects)  # M-61
    elif setup.seats > 1:  # M-81: alone, a plus gives nothing
        extra = pluses if setup.stacking_plus != 0 else min(pluses, 1)
        state.owed += extra  # M-34
        if effects is not None and extra > 0:
            extra_turn = report(effects, happened.EXTRA_TURN).extra_turn
            extra_turn.seat = seat
            extra_turn.count = extra


# -- Groups -----------------------------------------------------------------------------------------------------------


@rule
def group_of(state: State, corner: int) -> int:
    """The first corner, in reading order, of the group of a corner; -1 if it holds no micropul (M-50)."""
    return int(state.group[corner]) - 1


@rule
def join(state: State, one: int, other: int) -> None:
    """Merge two groups, given by their first corners; the corner first in reading order represents the result."""
    if one == other:
        return
    kept = one
    gone = other
    if key_of_corner(state, gone) < key_of_corner(state, kept):
        kept = other
        gone = one
    group = state.group
    for corner in range(N_CORNERS):
        group[corner] = kept + 1 if group[corner] == gone + 1 else group[corner]
    state.worth[kept] += state.worth[gone]
    state.sides[kept] += state.sides[gone]
    if state.claim[kept] == FREE or state.claim[gone] == FREE:
        state.claim[kept] += state.claim[gone]
        state.unclaimed -= 1
    else:
        state.claim[kept] = SPOILT  # M-53
    state.worth[gone] = 0
    state.sides[gone] = 0
    state.claim[gone] = FREE


@rule
def join_groups(state: State, tile: int, turns: int, x: int, y: int, effects: Effects | None = None) -> None:
    """Add the micropul of a tile that was just laid to the groups (M-50, M-51, M-53)."""
    own = tile * 4
    if effects is not None:
        met, spoilt = groups_met(state, x, y)
    for corner in range(4):
        inner = INNER_GROUP[tile * TURNS + turns, corner]
        if inner >= 0:
            state.group[own + corner] = own + inner + 1
            if inner == corner:
                state.unclaimed += 1
            if corner == 0 or (BIG_TILES >> tile) & 1 == 0:  # M-42
                state.worth[own + inner] += 1
    for side in range(8):
        mine = group_of(state, own + corner_with(side))
        faced = corner_faced(state, x, y, side)
        if faced < 0:
            if mine >= 0:
                state.sides[mine] += 1
        else:
            theirs = group_of(state, faced)
            if theirs >= 0:
                state.sides[theirs] -= 1
                if mine >= 0:
                    join(state, mine, theirs)
    if effects is not None:
        report_groups(state, tile, met, spoilt, effects)


@rule
def groups_met(state: State, x: int, y: int) -> tuple[int, int]:
    """Return the facings over which a place sees a group that it sees over no facing before, and those over which it
    sees a spoilt group, as bits."""
    met = 0
    spoilt = 0
    for side in range(8):
        faced = corner_faced(state, x, y, side)
        if faced >= 0 and group_of(state, faced) >= 0:
            group = group_of(state, faced)
            again = False
            for other in range(side):
                before = corner_faced(state, x, y, other)
                again |= before >= 0 and group_of(state, before) == group
            if not again:
                met |= 1 << side
            if is_spoilt(state, group):
                spoilt |= 1 << side
    return met, spoilt


@rule
def report_groups(state: State, tile: int, met: int, spoilt: int, effects: Effects) -> None:
    """Report, in reading order, the groups that a tile just laid began or changed; `met` and `spoilt` are what
    ``groups_met`` said before."""
    x = int(state.x[tile])
    y = int(state.y[tile])
    bound = -1
    while True:
        least = 1 << 16
        group = -1
        for side in range(8):
            for corner in (tile * 4 + corner_with(side), corner_faced(state, x, y, side)):
                there = group_of(state, corner) if corner >= 0 else -1
                if there >= 0 and bound < key_of_corner(state, there) < least:
                    group = there
                    least = key_of_corner(state, group)
        if group < 0:
            return
        bound = least
        old = 0
        was_spoilt = False
        for side in range(8):
            faced = corner_faced(state, x, y, side)
            if faced >= 0 and group_of(state, faced) == group:
                old += (met >> side) & 1
                was_spoilt |= (spoilt >> side) & 1 != 0
        grew = False
        for corner in range(4):
            grew |= group_of(state, tile * 4 + corner) == group
        told = report(effects, happened.GROUP).group
        if is_spoilt(state, group) and not was_spoilt:
            told.became = happened.SPOILT  # M-53
        elif not group_open(state, group):
            told.became = happened.CLOSED  # M-51: a group that was closed before is never met
        elif old > 1:
            told.became = happened.MERGED
        elif old == 0:
            told.became = happened.BEGUN
        else:
            told.became = happened.GROWN if grew else happened.NARROWED
        told.x = state.x[group >> 2]
        told.y = state.y[group >> 2]
        told.corner = group & 3
        describe_group(state, group, told)
        list_corners(state, group, told.corners)


@rule
def describe_group(state: State, group: int, told: Any) -> None:
    """Write what a group is now: colour, size, open sides, stones and whose it is."""
    told.colour = is_black(state, group)
    told.size = state.worth[group]
    told.open = group_open(state, group)
    told.sides = state.sides[group]
    told.stones.count = 0
    for seat in range(SEATS):
        for number in range(state.stones[seat]):
            if stone_group(state, seat, number) == group:
                told.stones.items[told.stones.count] = seat
                told.stones.count += 1
    told.owner = 1 + owner(state, group)
    told.spoilt = is_spoilt(state, group)


@rule
def list_corners(state: State, group: int, corners: Any) -> None:
    """Write the corners of a group as a set."""
    for word in range(len(corners)):
        corners[word] = 0
    for corner in range(N_CORNERS):
        if group_of(state, corner) == group:
            corners[corner // happened.CORNER_BITS] |= 1 << corner % happened.CORNER_BITS


@rule
def free_group(state: State, k: int) -> int:
    """The first corner of the k-th group without a stone, in reading order."""
    bound = -1
    found = -1
    for _ in range(k + 1):
        least = 1 << 16
        for corner in range(N_CORNERS):
            if int(state.group[corner]) == corner + 1 and state.claim[corner] == FREE:
                key = key_of_corner(state, corner)
                if bound < key < least:
                    least = key
                    found = corner
        bound = least
    return found


@rule
def corner_at(state: State, key: int) -> int:
    """The corner of a laid tile that has this key; -1 if no tile lies there."""
    row = (key >> 8) - 128
    column = (key & 255) - 128
    tile = tile_at(state, column >> 1, row >> 1)
    if tile < 0:
        return -1
    lower = row & 1
    return tile * 4 + (lower * 3 + (column & 1) * (1 - 2 * lower))


@rule
def is_black(state: State, corner: int) -> bool:
    """Whether a micropul is a black one."""
    tile = corner >> 2
    return (OUTWARD[tile * TURNS + int(state.turns[tile])] >> (SHOWS_BLACK + 2 * (corner & 3))) & 1 != 0


@rule
def group_open(state: State, group: int) -> bool:
    """M-51: whether some corner of a group borders a place without a tile."""
    return state.sides[group] != 0


@rule
def claims(state: State, seat: int, group: int) -> bool:
    """M-52, M-53: whether a group is a seat's: one stone lies on it, and it is this seat's."""
    return int(state.claim[group]) == seat + 1


@rule
def group_number(state: State, group: int) -> int:
    """How many groups come before one, in reading order of their first corners."""
    bound = key_of_corner(state, group)
    before = 0
    for corner in range(N_CORNERS):
        if group_of(state, corner) == corner and key_of_corner(state, corner) < bound:
            before += 1
    return before


@rule
def open_facings(state: State, corner: int) -> int:
    """M-51: the facings of a laid tile at which one of its corners borders a place without a tile, as bits."""
    tile = corner >> 2
    found = 0
    for side in (2 * (corner & 3), (2 * (corner & 3) + 7) & 7):
        if corner_faced(state, int(state.x[tile]), int(state.y[tile]), side) < 0:
            found |= 1 << side
    return found


@rule
def gaps(state: State, group: int) -> int:
    """M-51: on how many free places a group is open."""
    sides = int(state.sides[group])
    count = 0
    place = 0
    while sides > 0:
        x, y = place_of(int(state.place[place]))
        here = 0
        for side in range(8):
            faced = corner_faced(state, x, y, side)
            here += faced >= 0 and group_of(state, faced) == group
        if here > 0:
            sides -= here
            count += 1
        place += 1
    return count


@rule
def stone_group(state: State, seat: int, number: int) -> int:
    """The group on which a stone of a seat lies (M-52)."""
    return group_of(state, int(state.stone[seat, number]) - 1)


# -- Turns ------------------------------------------------------------------------------------------------------------


@rule
def begin(setup: Setup, state: State, effects: Effects | None = None) -> None:
    """M-10: the start tile lies on the table, the other 47 are to be dealt from."""
    state.unseen = ALL_TILES & ~(1 << START)
    state.core = N_TILES - 1
    state.dealing = HAND * setup.seats
    state.owed = 1
    put_tile(setup, state, -1, START, 0, 0, 0, effects)


@rule
def to_act(setup: Setup, state: State) -> int:
    """Chance while tiles are dealt or revealed, else the seat whose turn it is."""
    if state.dealing != 0 or state.revealing != 0:
        return CHANCE
    if state.ended != 0:
        return 0
    return 1 << state.turn


@rule
def may_take(state: State, seat: int) -> bool:
    """M-21: there is a tile in the supply, and room in the hand."""
    return state.supply[seat] > 0 and state.held[seat] < HAND


@rule
def stones_left(state: State, seat: int) -> int:
    """M-52: how many stones a seat has not yet put."""
    return STONES - state.stones[seat]


@rule
def stone_count(state: State, seat: int) -> int:
    """M-52: on how many groups the seat may put a stone."""
    return state.unclaimed if stones_left(state, seat) > 0 else 0


@rule
def lay_count(state: State, seat: int) -> int:
    """In how many ways the seat may lay a tile."""
    hand = state.hand[seat]
    count = 0
    for place in range(state.places):
        for turns in range(TURNS):
            count += size(state.fits[place, turns] & hand)
    return count


@rule
def lay_nth(state: State, seat: int, k: int) -> int:
    """The k-th placement: places in reading order, then turns, then tiles; `pass` if there are fewer."""
    hand = state.hand[seat]
    for place in range(state.places):
        for turns in range(TURNS):
            tiles = state.fits[place, turns] & hand
            count = size(tiles)
            if k < count:
                return lay_action(int(state.place[place]), turns, nth(tiles, k))
            k -= count
    return PASS


@rule
def fits_somewhere(state: State) -> int:
    """The set of tiles that can be laid on some place."""
    tiles = 0
    for place in range(state.places):
        for turns in range(TURNS):
            tiles |= state.fits[place, turns]
    return tiles


@rule
def legal_count(setup: Setup, state: State, seat: int) -> int:
    """M-20; a seat that can do nothing else passes (M-63)."""
    count = lay_count(state, seat) + stone_count(state, seat) + may_take(state, seat)
    return max(count, 1)


@rule
def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th action: `take`, then stones, then placements, these in reading order."""
    if may_take(state, seat):
        if k == 0:
            return TAKE
        k -= 1
    stones = stone_count(state, seat)
    if k < stones:
        return STONE + key_of_corner(state, free_group(state, k))
    return lay_nth(state, seat, k - stones)


@rule
def lay_illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return why a tile cannot be laid like this: M-20 to M-24."""
    tile, turns, x, y = placement(action)
    if tile >= N_TILES or (state.hand[seat] >> tile) & 1 == 0:
        return TILE_NOT_IN_HAND
    key = place_key(x, y)
    at = find_place(state, key)
    if not is_place(state, at, key):
        return OCCUPIED if tile_at(state, x, y) >= 0 else NO_NEIGHBOUR
    if (FITTING[0, 0, turns] >> tile) & 1 == 0:
        return NOT_CANONICAL
    if (state.fits[at, turns] >> tile) & 1 != 0:
        return 0
    if (fitting(facing(state, x, y), turns) >> tile) & 1 == 0:
        return COLOUR_CLASH
    return NO_ATTACHMENT


@rule
def stone_illegal_reason(state: State, seat: int, key: int) -> int:
    """Return why no stone can be put on the corner with this key: M-52, M-53."""
    corner = corner_at(state, key)
    if corner < 0 or group_of(state, corner) < 0:
        return NOT_MICROPUL
    group = group_of(state, corner)
    if state.claim[group] != FREE:
        return CLAIMED
    if group != corner:
        return NOT_CANONICAL
    if stones_left(state, seat) == 0:
        return NO_STONE
    return 0


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """See ``engine.contract.Rules``."""
    if seat < 0 or seat >= SEATS or (to_act(setup, state) >> seat) & 1 == 0:
        return NOT_TO_ACT
    if LAY <= action < LAY_END:
        return lay_illegal_reason(setup, state, seat, action)
    if STONE <= action < STONE * 2:
        return stone_illegal_reason(state, seat, action - STONE)
    if action == TAKE:
        if state.supply[seat] == 0:
            return SUPPLY_EMPTY
        return 0 if may_take(state, seat) else HAND_FULL
    if action == PASS:
        forced = lay_count(state, seat) + stone_count(state, seat) == 0 and not may_take(state, seat)
        return 0 if forced else PASS_NOT_FORCED
    return UNKNOWN_ACTION


@rule
def end_game(state: State, reason: int, effects: Effects | None = None) -> None:
    """The game ends, by the action of the seat whose turn it is."""
    state.ended = 1 + reason
    if effects is not None:
        ended = report(effects, happened.ENDED).ended
        ended.reason = reason
        ended.seat = state.turn


@rule
def end_turn(setup: Setup, state: State, effects: Effects | None = None) -> None:
    """Use up one turn; when the seat has none left, the next seat has the turn (M-20, M-34)."""
    state.owed = 0 if state.ended != 0 else state.owed - 1
    if state.owed == 0 and state.ended == 0:
        state.turn = (state.turn + 1) % setup.seats
        state.owed = 1
    if effects is not None and state.ended == 0:
        next_turn = report(effects, happened.NEXT_TURN).next_turn
        next_turn.seat = state.turn
        next_turn.owed = state.owed


@rule
def put_stone(state: State, seat: int, corner: int, effects: Effects | None = None) -> None:
    """M-52: claim a group, given by its first corner."""
    state.claim[corner] = seat + 1
    state.unclaimed -= 1
    state.stone[seat, state.stones[seat]] = corner + 1
    state.stones[seat] += 1
    if effects is not None:
        claimed = report(effects, happened.CLAIMED).claimed
        claimed.seat = seat
        claimed.x = state.x[corner >> 2]
        claimed.y = state.y[corner >> 2]
        claimed.corner = corner & 3
        claimed.colour = is_black(state, corner)
        claimed.size = state.worth[corner]
        claimed.open = group_open(state, corner)


@rule
def step(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """Do the action of a seat. After `take` its turn continues until chance has revealed the tile."""
    if action == PASS:
        if effects is not None:
            passed = report(effects, happened.PASSED).passed
            passed.seat = seat
            passed.gave_up = state.owed - 1
        state.passes += 1
        state.owed = 1  # M-63: turns still owed are given up
        if state.passes == 2:
            end_game(state, BLOCKED, effects)  # M-63
    else:
        state.passes = 0
    if action == TAKE:
        state.supply[seat] -= 1  # M-21
        state.revealing = 1
        if effects is not None:
            report(effects, happened.TOOK).took.seat = seat
        return
    if action >= LAY:
        lay(setup, state, seat, action, effects)
    elif action >= STONE:
        put_stone(state, seat, corner_at(state, action - STONE), effects)
    end_turn(setup, state, effects)


@rule
def apply(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """The same as ``step``: nothing follows automatically."""
    step(setup, state, seat, action, effects)


# -- Chance -----------------------------------------------------------------------------------------------------------


@rule
def receiver(setup: Setup, state: State) -> int:
    """Return the seat that gets the next tile: while dealing one seat after the other (M-10), later the one that took a
    tile (M-21)."""
    return state.turn if state.revealing != 0 else setup.seats - 1 - (state.dealing - 1) // HAND


@rule
def hand_after_reveal(state: State, seat: int) -> int:
    """Return the number of tiles in a hand, including one that is being revealed."""
    return state.held[seat] + (state.revealing if state.turn == seat else 0)


@rule
def turn_after_reveal(state: State) -> int:
    """Return whose turn it is, of two seats, once a tile being taken is revealed: taking it uses a turn."""
    return state.turn ^ (state.owed == state.revealing)


@rule
def chance_count(setup: Setup, state: State) -> int:
    """Every tile not yet seen is equally likely (M-21)."""
    return size(state.unseen)


@rule
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """Return the deal or reveal of a draw."""
    tile = nth(state.unseen, pick)
    if state.revealing != 0:
        return REVEAL + tile
    return receiver(setup, state) * 64 + tile


@rule
def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
    """See ``engine.contract.Rules``."""
    if to_act(setup, state) != CHANCE:
        return NOT_TO_ACT
    kind = REVEAL if state.revealing != 0 else receiver(setup, state) * 64
    tile = outcome - kind
    if tile < 0 or tile >= N_TILES or (state.unseen >> tile) & 1 == 0:
        return IMPOSSIBLE
    return 0


@rule
def apply_chance(setup: Setup, state: State, outcome: int, effects: Effects | None = None) -> None:
    """A tile's identity becomes known to the hand that it goes to."""
    tile = outcome & 63
    seat = receiver(setup, state)
    state.unseen &= ~(1 << tile)
    state.hand[seat] |= 1 << tile
    state.held[seat] += 1
    if state.revealing != 0:
        state.revealing = 0
        if effects is not None:
            revealed = report(effects, happened.REVEALED).revealed  # M-21
            revealed.seat = seat
            revealed.tile = 1 + tile
        end_turn(setup, state, effects)
    else:
        state.dealing -= 1
        state.core -= 1
        if effects is not None:
            dealt = report(effects, happened.DEALT).dealt  # M-10
            dealt.seat = seat
            dealt.tile = 1 + tile


# -- Scoring ----------------------------------------------------------------------------------------------------------


@rule
def scores(state: State, seat: int, group: int) -> bool:
    """M-62: whether a group counts for a seat: it is closed, and the seat's own stone lies alone on it."""
    return claims(state, seat, group) and not group_open(state, group)


@rule
def group_points(state: State, seat: int) -> int:
    """M-62: one point for each micropul in a closed group with the seat's own stone alone."""
    points = 0
    for number in range(state.stones[seat]):
        group = stone_group(state, seat, number)
        if scores(state, seat, group):
            points += int(state.worth[group])
    return points


@rule
def supply_points(state: State, seat: int) -> int:
    """M-62: two points for each tile of the supply."""
    return 2 * state.supply[seat]


@rule
def hand_points(state: State, seat: int) -> int:
    """M-62: one point for each tile in the hand."""
    return state.held[seat]


@rule
def owner(state: State, group: int) -> int:
    """M-53: the seat whose stone lies alone on a group; -1 if none does, or if several lie on it."""
    claim = int(state.claim[group])
    return -1 if claim == SPOILT else claim - 1


@rule
def is_spoilt(state: State, group: int) -> bool:
    """M-53: whether several stones lie on a group, so that it counts for nobody."""
    return int(state.claim[group]) == SPOILT


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """M-62: groups, supply and hand; stones not used score nothing."""
    return group_points(state, seat) + supply_points(state, seat) + hand_points(state, seat)


@rule
def rank(setup: Setup, state: State) -> int:
    """M-81: return the rank reached in a solo game, as 1 + its index in ``RANKS``; 0 for none, and before the end."""
    if setup.seats > 1 or state.ended == 0:
        return 0
    points = score(setup, state, 0)
    reached = 0
    for least in RANK_POINTS:
        reached += points >= least
    return reached


@rule
def winners(setup: Setup, state: State) -> int:
    """M-61: a seat that runs out of tiles has lost; otherwise the most points win, and equal points share the win
    (M-62)."""
    if state.ended == 1 + OUT_OF_TILES:
        return 0 if setup.seats == 1 else 1 << (1 - state.turn)
    if setup.seats == 1:
        return 1
    one = score(setup, state, 0)
    two = score(setup, state, 1)
    return (one >= two) + 2 * (two >= one)


@rule
def end_reason(setup: Setup, state: State) -> int:
    """See ``engine.contract.Rules``."""
    return state.ended - 1
