"""How likely a seat of micropul wins: a sum of what can be counted on the table, with weights that were learnt.

Everything is counted for one seat less the other. What a thing is worth changes as the core empties, so each has a
weight at several sizes of the core, and in between what lies in between.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...core.bits import first
from ...core.compiled import rule
from ...core.law import Setup, State
from . import rules
from .rules import FREE, STONES

FEATURES: Final = (
    "tiles in the supply", "tiles in the hand", "stones left", "some stone left", "spoilt stones",
    "points of closed groups", "micropul of groups with 1 gap", "with 2", "with 3", "with 4 or more",
    "groups with 1 gap", "with 2", "with 3 or more", "one tile left", "two tiles left",
    "the turn", "further turns", "the best closed group for the turn's stone", "the best nearly closed one",
    "the best one", "the best one for who has more stones",
)  # fmt: skip
N_FEATURES: Final = len(FEATURES)
SUPPLY, IN_HAND, STONES_LEFT, SOME_STONE, SPOILT_STONES, CLOSED, PROMISED, OPEN_GROUPS = 0, 1, 2, 3, 4, 5, 6, 10
ONE_TILE, TWO_TILES, TURN, MORE_TURNS = 13, 14, 15, 16
TO_CLOSE, TO_CLOSE_SOON, TO_CLAIM, TO_CLAIM_FIRST = 17, 18, 19, 20
NARROW: Final = 2
"""A group that is open on so few sides is nearly closed."""
PHASES: Final = 6
STEP: Final = 7
"""So many tiles of the core lie between two sets of weights."""

WEIGHTS: np.dtype[Any] = np.dtype((np.record, [("weights", "f8", (PHASES, N_FEATURES))]))
COUNTED: np.dtype[Any] = np.dtype((np.record, [("features", "f8", (N_FEATURES,))]))

DATA: Final = Path(__file__).parent / "data" / "weights.bin"
"""The weights that are shipped: the bytes of a ``WEIGHTS``, compressed. ``weights.txt`` beside it says how they were
made."""


@cache
def weights() -> Any:
    """The weights that are shipped, read once."""
    return np.frombuffer(zlib.decompress(DATA.read_bytes()), WEIGHTS)[0]


@rule
def count_stones(state: State, seat: int, sign: float, features: Any) -> None:
    """What a seat's stones promise."""
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if not rules.claims(state, seat, group):
            features[SPOILT_STONES] += sign
        elif not rules.group_open(state, group):
            features[CLOSED] += sign * int(state.worth[group])
        else:
            gaps = rules.gap_count(state, group)
            features[PROMISED - 1 + min(gaps, 4)] += sign * int(state.worth[group])
            features[OPEN_GROUPS - 1 + min(gaps, 3)] += sign


@rule
def count_seat(state: State, seat: int, sign: float, features: Any) -> None:
    """What a seat has."""
    hand = rules.hand_to_be(state, seat)
    features[SUPPLY] += sign * state.supply[seat]
    features[IN_HAND] += sign * hand
    features[STONES_LEFT] += sign * (STONES - state.stones[seat])
    features[SOME_STONE] += sign * (state.stones[seat] < STONES)
    features[ONE_TILE] += sign * (hand + state.supply[seat] == 1)
    features[TWO_TILES] += sign * (hand + state.supply[seat] == 2)
    count_stones(state, seat, sign, features)


@rule
def count_groups(state: State, sign: float, features: Any) -> None:
    """What is to be claimed: by the seat whose turn it is, and by the one that has more stones left."""
    closed = narrow = most = 0
    left = state.unclaimed
    tiles = state.laid
    while left > 0:
        corner = first(tiles) * 4
        tiles &= tiles - 1
        for group in range(corner, corner + 4):
            if rules.group_of(state, group) == group and int(state.claim[group]) == FREE:
                left -= 1
                worth, sides = int(state.worth[group]), int(state.sides[group])
                most = max(most, worth)
                if sides == 0:
                    closed = max(closed, worth)
                elif sides <= NARROW:
                    narrow = max(narrow, worth)
    if state.stones[state.turn] < STONES:
        features[TO_CLOSE] = sign * closed
        features[TO_CLOSE_SOON] = sign * narrow
        features[TO_CLAIM] = sign * most
    features[TO_CLAIM_FIRST] = most * (state.stones[1] - state.stones[0])


@rule
def count(setup: Setup, state: State, features: Any) -> None:
    """Everything, for seat 0 less seat 1."""
    for which in range(N_FEATURES):
        features[which] = 0.0
    count_seat(state, 0, 1.0, features)
    if setup.seats > 1:
        count_seat(state, 1, -1.0, features)
    sign = 1.0 if state.turn == 0 else -1.0
    features[TURN] = sign
    features[MORE_TURNS] = sign * (state.owed - 1 - state.revealing)
    count_groups(state, sign, features)


@rule
def weigh(state: State, features: Any, weights: Any) -> float:
    """The odds of seat 0, as a power of e."""
    phase = min(state.core // STEP, PHASES - 2)
    part = min(state.core / STEP - phase, 1.0)
    total = 0.0
    for which in range(N_FEATURES):
        total += features[which] * (
            weights.weights[phase, which] * (1.0 - part) + weights.weights[phase + 1, which] * part
        )
    return total
