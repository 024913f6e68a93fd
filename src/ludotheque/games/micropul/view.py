"""The view of micropul: the layout, every count, the groups, and the own hand."""

from __future__ import annotations

from typing import Any

from ...codec.schema import array, bitset, boolean, enum, enum_or_none, integer, integer_or_none, list_of, struct
from ...engine.bits import first
from ...engine.contract import Setup, State, View
from ...native.compiled import rule
from . import rules
from .masking import own_hand, unseen_by
from .pieces import COLOURS, CORNERS, MOST_GROUPS, MOST_IN_GROUP, N_TILES, SEATS, STONES, TILES, TURNS, turned
from .rules import HAND, N_PLACES, RANKS

BITS = 48

_TILE = {
    "tile": integer("i1"),
    "turns": integer("i1"),
    "corners": enum([turned(tile, turns) for tile in range(N_TILES) for turns in range(TURNS)]),
    "centre": enum([tile.centre for tile in TILES]),
}
"""A tile as it lies: its corners clockwise from the top left, and the centre of a big one."""
_PLACE = {"x": integer("i1"), "y": integer("i1")}
_CORNER = {**_PLACE, "corner": enum(CORNERS)}

VIEW = struct(
    turn=integer(),
    owed=integer(),
    layout=list_of(struct(**_TILE, **_PLACE), N_TILES),
    places=list_of(array(integer("i1"), 2), N_PLACES),
    hand=list_of(struct(**_TILE, ways=list_of(struct(**_PLACE, turns=bitset()), N_PLACES)), HAND),
    hands=list_of(integer(), SEATS),
    supplies=list_of(integer(), SEATS),
    core=integer(),
    unknown=bitset(),
    stones_left=list_of(integer(), SEATS),
    stones=list_of(struct(seat=integer(), **_CORNER), SEATS * STONES),
    groups=list_of(
        struct(
            colour=enum(COLOURS),
            size=integer(),
            open=boolean(),
            sides=integer(),
            stones=list_of(integer("i1"), SEATS * STONES),
            owner=integer_or_none("i1"),
            spoilt=boolean(),
            corners=list_of(struct(**_CORNER), MOST_IN_GROUP),
            ends=bitset(words=8 * N_TILES // BITS, bits=BITS),
        ),
        MOST_GROUPS,
    ),
    points=list_of(
        struct(
            groups=integer(),
            supply=integer(),
            hand=integer(),
            total=integer(),
            scoring=bitset(words=-(-MOST_GROUPS // BITS), bits=BITS),
        ),
        SEATS,
    ),
    scores=list_of(integer(), SEATS),
    rank=enum_or_none(RANKS),
)
"""Layout, places, groups and their corners are in reading order. The `ends` of a group are the facings of tiles (the
numbers ``tile * 8 + facing``) over which it is open; `scoring` are the groups that count for a seat, by their place in
`groups`."""

DERIVED = {
    "places": "rules.update_place, from layout",
    "unknown": "masking.unseen_by, from layout and hand",
    "points": "rules.score, from groups, supplies and hands",
    "scores": "rules.score, from groups, supplies and hands",
    "rank": "rules.rank, from scores",
    "hand.ways": "rules.lay_nth, from layout and hand",
    "groups.ends": "rules.open_facings, from layout and corners",
}
"""The fields, and parts of fields, that follow from the others, and by which function. What the others become, the
effects of an event say."""

DATA = {"tiles": [{"corners": tile.corners, "centre": tile.centre} for tile in TILES]}
"""Constants for the page: how the tiles look, by their numbers."""


@rule
def show_tile(tile: int, turns: int, shown: Any) -> None:
    """A tile as it lies."""
    shown.tile = tile
    shown.turns = turns
    shown.corners = tile * TURNS + turns
    shown.centre = tile


@rule
def show_corner(state: State, corner: int, shown: Any) -> None:
    """A corner of a laid tile."""
    shown.x = state.x[corner >> 2]
    shown.y = state.y[corner >> 2]
    shown.corner = corner & 3


@rule
def show_hand(state: State, tiles: int, hand: Any) -> None:
    """The tiles of a hand, each with the places where it may be laid and the turns that fit there."""
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        shown = hand.items[hand.count]
        hand.count += 1
        show_tile(tile, 0, shown)
        for place in range(state.places):
            turns = 0
            for turn in range(TURNS):
                turns |= ((state.fits[place, turn] >> tile) & 1) << turn
            if turns != 0:
                way = shown.ways.items[shown.ways.count]
                shown.ways.count += 1
                way.x, way.y = rules.place_of(int(state.place[place]))
                way.turns = turns


@rule
def show_layout(state: State, view: View) -> None:
    """Write the laid tiles and the groups in reading order: row by row of tiles, each with two rows of corners."""
    low_x, high_x, low_y, high_y = rules.bounds(state)
    for row in range(2 * low_y, 2 * high_y + 2):
        for x in range(low_x, high_x + 1):
            tile = rules.tile_at(state, x, row >> 1)
            if tile < 0:
                continue
            if row & 1 == 0:
                shown = view.layout.items[view.layout.count]
                view.layout.count += 1
                show_tile(tile, int(state.turns[tile]), shown)
                shown.x = x
                shown.y = row >> 1
            left = 3 if row & 1 else 0
            right = 2 if row & 1 else 1
            show_in_group(state, tile * 4 + left, view.groups)
            show_in_group(state, tile * 4 + right, view.groups)


@rule
def show_in_group(state: State, corner: int, groups: Any) -> None:
    """Write the next corner in reading order: it begins a group, or belongs to one that was begun."""
    group = rules.group_of(state, corner)
    if group < 0:
        return
    at = groups.count
    if group == corner:
        groups.count += 1
        rules.describe_group(state, group, groups.items[at])
    else:
        at -= 1
        while not begins_at(state, group, groups.items[at].corners.items[0]):
            at -= 1
    shown = groups.items[at]
    show_corner(state, corner, shown.corners.items[shown.corners.count])
    shown.corners.count += 1
    if shown.sides != 0:
        tile = corner >> 2
        shown.ends[tile * 8 // BITS] |= rules.open_facings(state, corner) << tile * 8 % BITS


@rule
def begins_at(state: State, group: int, shown: Any) -> bool:
    """Return whether a corner in the view is the first one of a group."""
    tile = group >> 2
    return shown.x == state.x[tile] and shown.y == state.y[tile] and shown.corner == group & 3


@rule
def show(setup: Setup, state: State, seat: int, view: View) -> None:
    """See ``engine.contract.Viewer``."""
    own = own_hand(state, seat)
    view.turn = state.turn
    view.owed = state.owed
    show_layout(state, view)
    view.places.count = state.places
    for place in range(state.places):
        x, y = rules.place_of(int(state.place[place]))
        view.places.items[place][0] = x
        view.places.items[place][1] = y
    show_hand(state, own, view.hand)
    view.core = state.core
    view.unknown = unseen_by(state, seat)
    view.rank = rules.rank(setup, state)
    view.hands.count = setup.seats
    view.supplies.count = setup.seats
    view.stones_left.count = setup.seats
    view.points.count = setup.seats
    view.scores.count = setup.seats
    for other in range(setup.seats):
        view.hands.items[other] = state.held[other]
        view.supplies.items[other] = state.supply[other]
        view.stones_left.items[other] = rules.stones_left(state, other)
        show_points(setup, state, other, view.points.items[other])
        view.scores.items[other] = rules.score(setup, state, other)
        for laid in range(state.stones[other]):
            stone = view.stones.items[view.stones.count]
            view.stones.count += 1
            stone.seat = other
            show_corner(state, int(state.stone[other, laid]) - 1, stone)


@rule
def show_points(setup: Setup, state: State, seat: int, points: Any) -> None:
    """Write the parts of a seat's score."""
    points.groups = rules.group_points(state, seat)
    points.supply = rules.supply_points(state, seat)
    points.hand = rules.hand_points(state, seat)
    points.total = rules.score(setup, state, seat)
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.scores(state, seat, group):
            place = rules.group_number(state, group)
            points.scoring[place // BITS] |= 1 << place % BITS
