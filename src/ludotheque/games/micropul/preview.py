"""What an action of micropul would bring: the law, applied to what the seat knows, and the difference."""

from __future__ import annotations

from typing import Any

from ...codec.schema import bitset, boolean, enum, enum_or_none, integer, integer_or_none, list_of, struct, union
from ...engine.contract import Preview, Setup, State
from ...native.compiled import copy_into, rule
from . import rules
from .pieces import CORNERS, MOST_GROUPS
from .rules import CATALYSTS, END_REASONS, LAY, N_CORNERS, SEATS, STONE, STONES, TAKE
from .view import COLOURS, show_claim

MOST_CATALYSTS = 17
"""Those of the new tile in four corners and at its centre, those of laid ones at eight facings and at four centres."""
MOST_CHANGED = 12
"""Four groups within the new tile, and one at each of its eight facings."""
BITS = 62

PREVIEW = union(
    nothing=struct(),
    taking=struct(hand=integer(), supply=integer()),
    claiming=struct(group=integer(), colour=enum(COLOURS), size=integer(), open=boolean()),
    laying=struct(
        draws=integer(),
        turns=integer(),
        catalysts=list_of(
            struct(x=integer(), y=integer(), corner=enum((*CORNERS, "centre")), kind=enum(CATALYSTS), tiles=integer()),
            MOST_CATALYSTS,
        ),
        groups=list_of(
            struct(
                made_of=bitset(words=-(-MOST_GROUPS // BITS), bits=BITS),
                colour=enum(COLOURS),
                size=integer(),
                open=boolean(),
                stones=list_of(integer(), SEATS * STONES),
                owner=integer_or_none(),
                spoilt=boolean(),
            ),
            MOST_CHANGED,
        ),
        ends=enum_or_none(END_REASONS),
    ),
)
"""`group` and `made_of` are places in the view's groups; the groups of a placement are those that are new or changed,
in reading order. A pass brings nothing."""
NOTHING, TAKING, CLAIMING, LAYING = range(4)


@rule
def is_changed(state: State, into_state: State, group: int) -> bool:
    """Whether a group is a new one, has grown, or has fewer sides on free places."""
    return (
        rules.group_of(state, group) != group
        or into_state.worth[group] != state.worth[group]
        or into_state.sides[group] != state.sides[group]
    )


@rule
def next_changed(state: State, into_state: State, bound: int) -> int:
    """Of the groups that differ, the first one in reading order after a corner with this key; -1 if there is none."""
    found = -1
    least = 1 << 16
    for corner in range(N_CORNERS):
        if rules.group_of(into_state, corner) == corner and is_changed(state, into_state, corner):
            key = rules.key_of_corner(into_state, corner)
            if bound < key < least:
                least = key
                found = corner
    return found


@rule
def tell_group(state: State, into_state: State, group: int, told: Any) -> None:
    """A group as it would be, and which of those of now go into it."""
    told.colour = rules.is_black(into_state, group)
    told.size = into_state.worth[group]
    told.open = rules.group_open(into_state, group)
    show_claim(into_state, group, told)
    for corner in range(N_CORNERS):
        if rules.group_of(state, corner) == corner and rules.group_of(into_state, corner) == group:
            place = rules.group_number(state, corner)
            told.made_of[place // BITS] |= 1 << place % BITS


@rule
def tell_lay(setup: Setup, state: State, action: int, into_state: State, told: Any) -> None:
    """What a placement brings."""
    told.draws = state.core - into_state.core
    told.ends = into_state.ended
    if setup.seats > 1 and into_state.ended == 0 and into_state.turn == state.turn:
        told.turns = into_state.owed + 1 - state.owed
    told.catalysts.count = rules.catalyst_count(setup, state, action)
    for k in range(told.catalysts.count):
        catalyst = told.catalysts.items[k]
        x, y, corner, kind, tiles = rules.catalyst_nth(setup, state, action, k)
        catalyst.x = x
        catalyst.y = y
        catalyst.corner = corner
        catalyst.kind = kind
        catalyst.tiles = tiles
    group = next_changed(state, into_state, -1)
    while group >= 0:
        tell_group(state, into_state, group, told.groups.items[told.groups.count])
        told.groups.count += 1
        group = next_changed(state, into_state, rules.key_of_corner(into_state, group))


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
    """What an action changes."""
    copy_into(state, into_state)
    rules.step(setup, into_state, seat, action)
    if action >= LAY:
        preview.case = LAYING
        tell_lay(setup, state, action, into_state, preview.laying)
    elif action >= STONE:
        group = rules.corner_at(state, action - STONE)
        preview.case = CLAIMING
        preview.claiming.group = rules.group_number(state, group)
        preview.claiming.colour = rules.is_black(state, group)
        preview.claiming.size = state.worth[group]
        preview.claiming.open = rules.group_open(state, group)
    elif action == TAKE:
        preview.case = TAKING
        preview.taking.hand = rules.hand_after_reveal(into_state, seat)
        preview.taking.supply = into_state.supply[seat]
    else:
        preview.case = NOTHING


@rule
def clash_at(state: State, action: int, facing: int) -> int:
    """The corner of a laid tile with which a tile, laid by this action, would clash at one of its facings; -1 if it
    would not clash there."""
    tile, turns, x, y = rules.placement(action)
    faced = rules.corner_faced(state, x, y, facing)
    return faced if faced >= 0 and rules.clashes(rules.facing(state, x, y), turns, tile, facing) else -1


EXPORTS = (rules.corner_with, clash_at)
"""What the page calls besides, to show where colours clash."""
