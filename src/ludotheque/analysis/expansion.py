"""Many states at once, compiled: who acts in each, every state that can follow, what a seat knows of it.

``exact`` builds its graph of a small game with these functions, which only ask the rules.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..engine import dispatch
from ..engine.bits import first
from ..engine.contract import CHANCE, Setup
from ..native.compiled import rule

CHANCE_ACTS: Final = -1
IS_OVER: Final = -2
"""Who acts in a state, if it is no seat."""

Whole = NDArray[np.int64]


@rule
def count_edges(setup: Setup, states: Any, actors: Whole, counts: Whole) -> None:
    """Write who acts in each state, and how many actions or draws of chance there are. Of several seats to act it is
    the first."""
    for at in range(len(states)):
        seats = dispatch.to_act(setup, states[at])
        if seats == 0:
            actors[at] = IS_OVER
            counts[at] = 0
        elif seats == CHANCE:
            actors[at] = CHANCE_ACTS
            counts[at] = dispatch.chance_count(setup, states[at])
        else:
            actors[at] = first(seats)
            counts[at] = dispatch.legal_count(setup, states[at], actors[at])


@rule
def follow_edges(setup: Setup, states: Any, actors: Whole, counts: Whole, actions: Whole, after: Any) -> None:
    """Write each action or outcome of each state, and the state after it."""
    edge = 0
    for at in range(len(states)):
        for k in range(counts[at]):
            after[edge] = states[at]
            if actors[at] == CHANCE_ACTS:
                actions[edge] = dispatch.chance_nth(setup, states[at], k)
                dispatch.apply_chance(setup, after[edge], actions[edge])
            else:
                actions[edge] = dispatch.legal_nth(setup, states[at], actors[at], k)
                dispatch.apply(setup, after[edge], actors[at], actions[edge])
            edge += 1


@rule
def mask_states(setup: Setup, states: Any, seat: int, into_setups: Any, into_states: Any) -> None:
    """Write the masked state of a seat for each state."""
    for at in range(len(states)):
        dispatch.mask(setup, states[at], seat, into_setups[at], into_states[at])
