"""The 48 tiles, their quarter turns, and what a turned tile shows to the places around it, as data.

A tile has four corners, always listed clockwise: top left, top right, bottom right, bottom left. Eight *facings* look
out over its edges, numbered clockwise too: 0 and 1 over the top edge, 2 and 3 right, 4 and 5 below, 6 and 7 left. So a
quarter turn clockwise moves a corner on by one and a facing by two, corner c has the facings 2c - 1 and 2c, and facing
f of a tile meets facing ``f ^ 5`` of the tile beside it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np


class Tile(NamedTuple):
    """One tile: what lies in its corners, and what lies at the centre of a big micropul."""

    corners: str
    centre: str = ""


WHITE, BLACK, SINGLE, DOUBLE, PLUS, EMPTY = "w", "b", "1", "2", "+", "."
"""What a corner may hold: a micropul, a catalyst or nothing."""

TILES: Final = (
    Tile("w..."), Tile("b..."), Tile("wb.+"), Tile("bw.+"), Tile("+wbw"), Tile("+bwb"),
    Tile("w.1."), Tile("b.1."), Tile("wb1."), Tile("bw1."), Tile("1wbw"), Tile("1bwb"),
    Tile("w..1"), Tile("b..1"), Tile("ww1."), Tile("bb1."), Tile("www1"), Tile("bbb1"),
    Tile("w1.+"), Tile("b1.+"), Tile("ww.2"), Tile("bb.2"), Tile("wwb2"), Tile("bbw2"),
    Tile("w11."), Tile("b11."), Tile("w.w."), Tile("b.b."), Tile("wwbw"), Tile("bbwb"),
    Tile("w21."), Tile("b21."), Tile("w.b1"), Tile("b.w1"), Tile("wbwb"), Tile("bwbw"),
    Tile("wwww", "+"), Tile("bbbb", "+"), Tile("w+w1"), Tile("b+b1"), Tile("wwbb"), Tile("bbww"),
    Tile("wwww", "1"), Tile("bbbb", "1"), Tile("w1b1"), Tile("b1w1"), Tile("wwww"), Tile("bbbb"),
)  # fmt: skip
"""The tile set; a tile's number is its index here."""

TILES_BROUGHT: Final = np.array([tile.corners.count(SINGLE) + 2 * tile.corners.count(DOUBLE) for tile in TILES])
"""How many tiles the catalysts in the corners of each tile may draw."""

COLOURS: Final = ("white", "black")
SEATS: Final = 2
STONES: Final = 3  # of each seat (M-01)

START: Final = 40
"""The tile that lies on the table at the start."""

CORNERS: Final = ("tl", "tr", "br", "bl")
EDGES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The steps over the top, right, bottom and left edge of a tile: x grows to the right, y downwards."""

N_TILES: Final = len(TILES)
TURNS: Final = 4
ALL_TILES: Final = (1 << N_TILES) - 1


def turned(tile: int, turns: int) -> str:
    """The corners of a tile after quarter turns clockwise: what was bottom left comes to the top left."""
    corners = TILES[tile].corners
    return corners[-turns:] + corners[:-turns]


def kind(tile: int) -> tuple[str, str]:
    """Return what a tile looks like regardless of its turn: equal for indistinguishable tiles."""
    return min(turned(tile, turns) for turns in range(TURNS)), TILES[tile].centre


def distinct_turns(tile: int) -> range:
    """The turns after which the tile looks different; a symmetric tile is written with the smallest."""
    return range(len({turned(tile, turns) for turns in range(TURNS)}))


# -- The same as numbers, for the compiled rules ----------------------------------------------------------------------
#
# A turned tile is the number ``tile * 4 + turns``, a corner of a laid tile ``tile * 4 + corner``. What is shown over
# the edges is packed into one integer: a field of eight bits, one for each facing, for each thing that can be shown.

IN_FIELD: Final = 0xFF
SHOWS_WHITE, SHOWS_BLACK, SHOWS_SINGLE, SHOWS_DOUBLE, SHOWS_PLUS = 0, 8, 16, 24, 32
CENTRE_SINGLE, CENTRE_PLUS = 40, 48
"""Where each field begins. In the last two a big tile with that centre sets the first facing of an edge."""

FIRST_FACINGS: Final = 0b01010101
"""The first facing of each edge; facing 2c is also one of corner c."""
IN_CORNERS: Final = 1 << SHOWS_SINGLE | 1 << SHOWS_DOUBLE | 1 << SHOWS_PLUS
IN_CENTRES: Final = 1 << CENTRE_SINGLE | 1 << CENTRE_PLUS
"""Times a set of facings: this set in every field of catalysts in corners, or at centres."""

SINGLES: Final = IN_FIELD << SHOWS_SINGLE | IN_FIELD << CENTRE_SINGLE
DOUBLES: Final = IN_FIELD << SHOWS_DOUBLE
PLUSES: Final = IN_FIELD << SHOWS_PLUS | IN_FIELD << CENTRE_PLUS
"""The fields of each kind of catalyst."""

_FIELDS = {WHITE: SHOWS_WHITE, BLACK: SHOWS_BLACK, SINGLE: SHOWS_SINGLE, DOUBLE: SHOWS_DOUBLE, PLUS: SHOWS_PLUS}
_CENTRES = {SINGLE: CENTRE_SINGLE, PLUS: CENTRE_PLUS}


def _facing_corner(facing: int) -> int:
    return (facing + 1) // 2 % 4


def _outward(tile: int, turns: int) -> int:
    """What a turned tile shows at its own eight facings."""
    corners = turned(tile, turns)
    shown = 0
    for facing in range(8):
        thing = corners[_facing_corner(facing)]
        if thing != EMPTY:
            shown |= 1 << _FIELDS[thing] + facing
    if TILES[tile].centre:
        shown |= FIRST_FACINGS << _CENTRES[TILES[tile].centre]
    return shown


def _seen(tile: int, turns: int, edge: int) -> int:
    """What a place sees, at the place's own facings, of a turned tile that lies beside it over this edge."""
    shown = _outward(tile, turns)
    seen = 0
    for facing in (2 * edge, 2 * edge + 1):
        for field in _FIELDS.values():
            seen |= (shown >> field + (facing ^ 5) & 1) << field + facing
    for field in _CENTRES.values():
        seen |= (shown >> field & 1) << field + 2 * edge
    return seen


OUTWARD: Final = np.array([_outward(tile, turns) for tile in range(N_TILES) for turns in range(TURNS)], np.int64)
"""What each turned tile shows at its facings."""

SEEN: Final = np.array(
    [[_seen(tile, turns, edge) for edge in range(4)] for tile in range(N_TILES) for turns in range(TURNS)], np.int64
)
"""What a place sees of each turned tile over each of its four edges."""


def _tiles_over_edge(edge: int, white: int, black: int, turns: int) -> tuple[int, int]:
    """The tiles that, so turned, do not clash with what is seen over an edge; and those that attach.

    What is seen is given by two bits of white and two of black, one for each facing of the edge.
    """
    fitting = attached = 0
    for tile in range(N_TILES):
        if turns in distinct_turns(tile):
            own = _outward(tile, turns) >> 2 * edge
            own_white, own_black = own >> SHOWS_WHITE & 3, own >> SHOWS_BLACK & 3
            fitting |= (not (own_white & black or own_black & white)) << tile
            attached |= bool(own_white & white or own_black & black) << tile
    return fitting, attached


def _over_edges(which: int) -> list[list[list[int]]]:
    return [
        [[_tiles_over_edge(edge, seen & 3, seen >> 2, turns)[which] for turns in range(TURNS)] for seen in range(16)]
        for edge in range(4)
    ]


FITTING: Final = np.array(_over_edges(0), np.int64)
"""For each edge, each sight over it (two bits of white, then two of black) and each turn: the set of tiles that do not
clash. A symmetric tile is in the sets of its distinct turns alone, so that it is written once."""

ATTACHED: Final = np.array(_over_edges(1), np.int64)
"""Likewise the set of tiles of which a micropul meets one of its own colour."""

READING: Final = (0, 1, 3, 2)
"""The corners in reading order: the upper row first, then from left to right."""


def _inner_group(tile: int, turns: int, corner: int) -> int:
    """The first corner, in reading order, of a corner's group within its tile; -1 if it holds no micropul."""
    corners = turned(tile, turns)
    if corners[corner] not in (WHITE, BLACK):
        return -1
    group = {corner}
    for _ in range(3):
        group |= {(c + step) % 4 for c in group for step in (1, 3) if corners[(c + step) % 4] == corners[corner]}
    return min(group, key=READING.index)


INNER_GROUP: Final = np.array(
    [[_inner_group(tile, turns, corner) for corner in range(4)] for tile in range(N_TILES) for turns in range(TURNS)],
    np.int64,
)
"""For each turned tile and corner, the first corner of the corner's group within the tile, or -1."""

REACH: Final = np.array(
    [
        [
            sum(
                1 << other
                for other in range(8)
                if INNER_GROUP[turned, _facing_corner(other)] == INNER_GROUP[turned, _facing_corner(facing)] >= 0
            )
            for facing in range(8)
        ]
        for turned in range(N_TILES * TURNS)
    ],
    np.int64,
)
"""For each turned tile and facing, the set of facings of the micropul there and of those joined to it within the tile;
empty if there is none."""

BIG_TILES: Final = sum(1 << number for number, tile in enumerate(TILES) if tile.centre)
"""The set of the big tiles: each is one micropul over four corners."""

MOST_GROUPS: Final = sum(len(set(INNER_GROUP[tile * TURNS].tolist()) - {-1}) for tile in range(N_TILES))
"""No layout has more groups: each holds at least one group within a tile."""

MOST_IN_GROUP: Final = max(sum(tile.corners.count(colour) for tile in TILES) for colour in (WHITE, BLACK))
"""No group has more corners."""
