"""Playing knowledge of micropul: what groups, tiles and stones are worth, in points."""

from __future__ import annotations

from typing import Final

import numpy as np

from ...core.compiled import rule
from ...core.law import Setup, State
from . import rules
from .rules import HAND, STONES

WON = 1000.0
STONE = 4.0
"""What a stone is worth while the core is full; later less."""
CORE = 35
EXTRA_TURN = 0.5
GAP = 1.5
"""How much harder to close each place makes a group on which it is open, in tiles of the core."""
LAST_TILE = 4.0
"""What it costs to be near to running out of tiles."""

READY: Final = np.array([3 * (1 - 0.6**tiles) for tiles in range(HAND + 1)])
"""What the tiles in a hand are worth for what may come, each further one less."""


@rule
def group_worth(state: State, group: int) -> float:
    """What a group with one stone promises: its size, times a guess at the chance that it closes in time."""
    gaps = rules.gap_count(state, group)
    return state.worth[group] * (state.core / (state.core + GAP * gaps) if gaps > 0 else 1.0)


@rule
def seat_worth(state: State, seat: int) -> float:
    """What a seat has and is promised: tiles, and the groups on which its stone lies alone."""
    points = rules.supply_points(state, seat) + rules.hand_points(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += group_worth(state, group)
    return points


@rule
def end_worth(setup: Setup, state: State, seat: int) -> float:
    """What a seat has when the game is over: the lead, and far more if that wins. Alone only the score counts, unless
    it is lost."""
    lead = rules.score(setup, state, seat) * 1.0
    if setup.seats > 1:
        lead -= rules.score(setup, state, 1 - seat)
    won = rules.winners(setup, state)
    if (won >> seat) & 1 == 0:
        return lead - WON
    return lead + WON if setup.seats > 1 and won == 1 << seat else lead


@rule
def worth(setup: Setup, state: State, seat: int) -> float:
    """How good what a seat knows is for it: its points, certain and promised, less the other's; and what a stone in
    reserve, a hand to choose from and an extra turn are worth, the first of which shrinks as the core does."""
    if state.ended != 0:
        return end_worth(setup, state, seat)
    hand = rules.hand_to_be(state, seat)
    points = seat_worth(state, seat) + (hand - state.held[seat])
    points += READY[hand] + STONE * (STONES - state.stones[seat]) * state.core / CORE
    if hand + state.supply[seat] == 1:
        points -= LAST_TILE
    if setup.seats > 1:
        points -= seat_worth(state, 1 - seat)
        if state.turn == seat:
            points += EXTRA_TURN * (state.owed - state.revealing)  # one that is taking a tile uses its turn
    return points
