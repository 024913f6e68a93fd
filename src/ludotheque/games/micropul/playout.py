"""A quick way to play sensibly, for search and simulation.

Uniformly random play of micropul ends in more than nine games of ten by running out of tiles, which says little about
a position. This policy looks at a handful of random placements and at every group without a stone, and takes what
seems worth most: tiles drawn, an extra turn, groups closed for oneself or for the other seat, a group claimed. It does
not run out of tiles while it can help it. It reads only what the seat itself may know.
"""

from __future__ import annotations

from ...core.chance import Generator, below
from ...core.compiled import rule
from ...core.law import CHANCE, Setup, State
from . import rules
from .pieces import IN_FIELD, INNER_GROUP, OUTWARD, SHOWS_BLACK, SHOWS_WHITE, TURNS
from .rules import FREE, SPOILT

POINT = 8
SAMPLES = 10
"""How many random placements are looked at."""
LOST = -1000 * POINT


@rule
def placement_value(setup: Setup, state: State, seat: int, action: int) -> int:
    """What a placement seems to be worth to the seat that lays."""
    tile, turns, x, y = rules.placement(action)
    tiles, pluses = rules.gains(setup, rules.facing(state, x, y), OUTWARD[tile * TURNS + turns])
    if state.supply[seat] + tiles == 0 and state.held[seat] == 1:
        return LOST
    value = (2 * min(tiles, state.core) - 1) * POINT + groups_value(state, seat, tile, turns, x, y)
    if tiles >= state.core:  # the game ends with this placement
        lead = rules.score(setup, state, seat) * POINT + value
        if setup.seats > 1:
            lead -= rules.score(setup, state, 1 - seat) * POINT
            return 500 * POINT if lead > 0 else LOST // 2
        return value
    if setup.seats > 1:
        value += min(pluses, 1) * 2 * POINT
    return value


@rule
def groups_value(state: State, seat: int, tile: int, turns: int, x: int, y: int) -> int:
    """What a placement does to the groups beside it: those it closes, and those it joins."""
    own = OUTWARD[tile * TURNS + turns]
    own = (own >> SHOWS_WHITE | own >> SHOWS_BLACK) & IN_FIELD
    free = 0  # the facings that will look on free places
    for edge in range(4):
        if rules.tile_beside(state, x, y, edge) < 0:
            free |= 3 << 2 * edge
    value = 0
    mine = 0
    theirs = 0
    for side in range(8):
        if (free >> side) & 1:
            continue
        group = group_facing(state, x, y, side)
        if group < 0 or state.claim[group] == SPOILT:
            continue
        grows = (own >> side) & 1
        claim = int(state.claim[group])
        if grows:
            mine += (claim == seat + 1) * int(state.worth[group])
            theirs += (claim == 2 - seat) * int(state.worth[group])
        here = 1
        stays_open = grows and own_side_open(tile, turns, side, own & free)
        for other in range(side + 1, 8):
            if not (free >> other) & 1 and group_facing(state, x, y, other) == group:
                here += 1
                if (own >> other) & 1:
                    stays_open = stays_open or own_side_open(tile, turns, other, own & free)
        if here == int(state.sides[group]) and not stays_open:
            worth = int(state.worth[group]) * POINT
            if claim == seat + 1:
                value += worth
            elif claim == FREE:
                value -= worth // 4
            else:
                value -= worth
        elif grows and claim == seat + 1:
            value += POINT // 4
    if mine and theirs:
        value += (theirs - mine) * POINT // 2
    return value


@rule
def group_facing(state: State, x: int, y: int, side: int) -> int:
    """The first corner of the group that faces a place at one of its facings, where a tile lies; -1 if none does."""
    return rules.group_of(state, rules.corner_faced(state, x, y, side))


@rule
def own_side_open(tile: int, turns: int, side: int, sides: int) -> bool:
    """Whether the tile's own group at a facing has one of these sides."""
    inner = INNER_GROUP[tile * TURNS + turns, rules.corner_with(side)]
    for other in range(8):
        if (sides >> other) & 1 and INNER_GROUP[tile * TURNS + turns, rules.corner_with(other)] == inner:
            return True
    return False


@rule
def best_group(state: State) -> int:
    """The group without a stone that is worth most to claim, as ``value * 256 + first corner``; 0 if there is none."""
    best = 0
    for corner in range(rules.N_CORNERS):
        if rules.group_of(state, corner) == corner and state.claim[corner] == FREE:
            worth = int(state.worth[corner])
            sides = int(state.sides[corner])
            value = worth * POINT if sides == 0 else worth * POINT // (1 + min(sides, 4))
            best = max(best, value << 8 | corner)
    return best


@rule
def choose(setup: Setup, state: State, seat: int, rng: Generator) -> int:
    """An action for the seat that is to act."""
    chosen = rules.PASS
    best = 4 * LOST
    ways = rules.lay_count(state, seat)
    for _ in range(min(SAMPLES, ways)):
        action = rules.lay_nth(state, seat, below(rng, ways))
        value = placement_value(setup, state, seat, action) * 4 + below(rng, 8)
        if value > best:
            best = value
            chosen = action
    if rules.may_take(state, seat):
        value = (3 - 2 * state.held[seat]) * POINT * 2 + below(rng, 8)
        if value > best:
            best = value
            chosen = rules.TAKE
    if rules.stone_count(state, seat) > 0:
        group = best_group(state)
        keep = (2 + state.core // 8) * POINT  # what a stone is worth unused: less and less
        value = ((group >> 8) - keep) * 4 + below(rng, 8)
        if value > best:
            chosen = rules.STONE + rules.key_of_corner(state, group & 255)
    return chosen


@rule
def playout(setup: Setup, state: State, rng: Generator) -> int:
    """Play to the end, every seat by this policy. Gives the number of seat actions."""
    steps = 0
    while True:
        seats = rules.to_act(setup, state)
        if seats == 0:
            return steps
        if seats == CHANCE:
            pick = below(rng, rules.chance_range(setup, state))
            rules.apply_chance(setup, state, rules.chance_nth(setup, state, pick))
        else:
            seat = seats >> 1
            rules.apply(setup, state, seat, choose(setup, state, seat, rng))
            steps += 1
