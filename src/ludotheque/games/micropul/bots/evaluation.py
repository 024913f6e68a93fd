"""How likely a seat of micropul wins: a sum of what can be counted on the table, with weights that were learnt.

Everything is counted for the seat whose turn it is, then for the other: what each has, and what it could do at once
with the tiles in its hand. What a thing is worth changes as the core empties, so each has a weight at several sizes of
the core, and in between what lies in between.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ....engine.bits import first, size
from ....engine.contract import Setup, State, Weights, Workspace
from ....native.compiled import copy_into, rule
from ....search.maths import logistic
from .. import rules
from ..pieces import OUTWARD, REACH, TILES_BROUGHT, TURNS
from ..rules import FREE, HAND, N_CORNERS, STATE, STONES

COMPARED: Final = (
    "tiles in the supply", "tiles in the hand", "stones left", "some stone left", "spoilt stones",
    "points of closed groups", "micropul of groups with 1 gap", "with 2", "with 3", "with 4 or more",
    "groups with 1 gap", "with 2", "with 3 or more", "one tile left", "two tiles left",
)  # fmt: skip
"""What is counted for the one less the other."""
OF_THE_TURN: Final = (
    "the turn", "further turns", "the best closed group for the turn's stone", "the best nearly closed one",
    "the best one", "the best one for who has more stones",
)  # fmt: skip
POSSIBLE: Final = (
    "most tiles that a placement draws", "some placement earns a turn", "most tiles drawn along with a turn",
    "placements, in tens", "tiles that a placement draws, in the mean", "tiles that catalysts in the hand may draw",
    "points of groups that a placement closes",
)  # fmt: skip
"""What a hand could do at once: counted for each by itself, because only one of them has the turn."""
N_COMPARED, N_POSSIBLE = len(COMPARED), len(POSSIBLE)
N_FEATURES: Final = N_COMPARED + len(OF_THE_TURN) + 2 * N_POSSIBLE
SUPPLY, IN_HAND, STONES_LEFT, SOME_STONE, SPOILT_STONES, CLOSED, PROMISED, OPEN_GROUPS = 0, 1, 2, 3, 4, 5, 6, 10
ONE_TILE, TWO_TILES = 13, 14
TURN, MORE_TURNS, TO_CLOSE, TO_CLOSE_SOON, TO_CLAIM, TO_CLAIM_FIRST, HANDS = range(N_COMPARED, N_COMPARED + 7)
MOST_DRAWN, EARNS, MOST_EARNING, PLACEMENTS, MEAN_DRAWN, CATALYSTS, CLOSES = range(N_POSSIBLE)
NARROW: Final = 2
"""A group that is open on so few sides is nearly closed."""
PHASES: Final = 6
PHASE_TILES: Final = 7
"""So many tiles of the core lie between two sets of weights."""

WEIGHTS: np.dtype[Any] = np.dtype((np.record, [("weights", "f8", (PHASES, N_FEATURES))]))
COUNTED: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("features", "f8", (N_FEATURES,)),
            # On the way: the stones, those of the seat whose turn is next first,
            ("stone_on", "u1", (N_CORNERS + 1,)),  # as a set, by 1 + the first corner of the open group it lies on
            ("gaps", "i8", (2 * STONES,)),  # on how many places this group is open
            ("gap", "i8", (2 * STONES,)),  # and the last of them
            ("trial", STATE),  # a table to lay a tile on in the mind
        ],
    )
)
"""Where a world is counted."""

DATA: Final = Path(__file__).parent.parent / "data" / "weights.bin"
"""The weights that are shipped: the bytes of a ``WEIGHTS``, compressed. ``weights.txt`` beside it says how they were
made."""


@cache
def weights() -> Any:
    """The weights that are shipped, read once."""
    return np.frombuffer(zlib.decompress(DATA.read_bytes()), WEIGHTS)[0]


@rule
def closed_at(state: State, seat: int, number: int, place: int, trial: State) -> int:
    """What the group of a stone is worth if its seat closes it on its only gap with one tile, best; 0 if it cannot."""
    x, y = rules.place_of(int(state.place[place]))
    group = rules.stone_group(state, seat, number)
    beside = free = 0  # the facings at which the group is, and those at which there is no tile
    for facing in range(8):
        corner = rules.corner_faced(state, x, y, facing)
        free |= (corner < 0) << facing
        beside |= (corner >= 0 and rules.group_of(state, corner) == group) << facing
    best = 0
    for turns in range(TURNS):
        tiles = state.fits[place, turns] & state.hand[seat]
        while tiles != 0:
            tile = first(tiles)
            tiles &= tiles - 1
            reach = 0
            for facing in range(8):
                reach |= REACH[tile * TURNS + turns, facing] * ((beside >> facing) & 1)
            if reach & free != 0:  # the tile leads the group to another gap
                continue
            copy_into(state, trial)
            rules.put_down(trial, tile, turns, x, y)
            after = rules.stone_group(trial, seat, number)
            if rules.claims(trial, seat, after) and not rules.group_open(trial, after):
                best = max(best, int(trial.worth[after]))
    return best


@rule
def count_stones(state: State, turn: int, counted: Any) -> int:
    """What the stones of both have brought; those on open groups are marked, and told as a set, to be counted once the
    gaps of their groups are."""
    features, on = counted.features, counted.stone_on
    for corner in range(N_CORNERS + 1):
        on[corner] = 0
    promising = 0
    for stone in range(2 * STONES):
        counted.gaps[stone] = 0
        seat, number = turn ^ (stone // STONES), stone % STONES
        if number < state.stones[seat]:
            sign = 1 - 2 * (stone // STONES)
            group = rules.stone_group(state, seat, number)
            if not rules.claims(state, seat, group):
                features[SPOILT_STONES] += sign
            elif not rules.group_open(state, group):
                features[CLOSED] += sign * int(state.worth[group])
            else:
                on[group + 1] = 1 << stone
                promising |= 1 << stone
    return promising


@rule
def stones_beside(state: State, x: int, y: int, counted: Any) -> int:
    """The set of stones on open groups that a place keeps open."""
    stones = 0
    for facing in range(8):
        corner = rules.corner_faced(state, x, y, facing)
        if corner >= 0:
            stones |= int(counted.stone_on[rules.group_of(state, corner) + 1])
    return stones


@rule
def count_possible(setup: Setup, seen: int, fits: Any, hand: int, possible: Any) -> None:
    """What the tiles of a hand could bring on a place that sees this."""
    placements = total = most = earning = 0
    for turns in range(TURNS):
        tiles = fits[turns] & hand
        placements += size(tiles)
        while tiles != 0:
            drawn, pluses = rules.gains(setup, seen, OUTWARD[first(tiles) * TURNS + turns])
            tiles &= tiles - 1
            total += drawn
            most = max(most, drawn)
            earning = max(earning, (drawn + 1) * (pluses > 0))
    possible[PLACEMENTS] += placements
    possible[MEAN_DRAWN] += total
    possible[MOST_DRAWN] = max(possible[MOST_DRAWN], float(most))
    possible[MOST_EARNING] = max(possible[MOST_EARNING], float(earning))


@rule
def count_places(setup: Setup, state: State, turn: int, counted: Any) -> None:
    """What each could draw with a tile of its hand, and on how many places the groups of the marked stones are open."""
    own = counted.features[HANDS : HANDS + N_POSSIBLE]
    other = counted.features[HANDS + N_POSSIBLE : HANDS + 2 * N_POSSIBLE]
    for place in range(state.places):
        fits = state.fits[place]
        somehow = fits[0] | fits[1] | fits[2] | fits[3]
        x, y = rules.place_of(int(state.place[place]))
        seen = rules.facing(state, x, y)
        open_to = stones_beside(state, x, y, counted)
        while open_to != 0:
            stone = first(open_to)
            open_to &= open_to - 1
            counted.gaps[stone] += 1
            counted.gap[stone] = place
        if somehow & state.hand[turn] != 0:
            count_possible(setup, seen, fits, state.hand[turn], own)
        if somehow & state.hand[1 - turn] != 0:
            count_possible(setup, seen, fits, state.hand[1 - turn], other)
    for at in range(HANDS, N_FEATURES, N_POSSIBLE):
        possible = counted.features[at : at + N_POSSIBLE]
        possible[EARNS] = possible[MOST_EARNING] > 0.0
        possible[MEAN_DRAWN] /= max(possible[PLACEMENTS], 1.0)
        possible[PLACEMENTS] /= 10.0


@rule
def count_promises(state: State, turn: int, stones: int, counted: Any) -> None:
    """What stones on open groups promise."""
    features = counted.features
    while stones != 0:
        stone = first(stones)
        stones &= stones - 1
        other = stone // STONES
        seat, number = turn ^ other, stone % STONES
        points = int(state.worth[rules.stone_group(state, seat, number)])
        gaps = counted.gaps[stone]
        features[PROMISED - 1 + min(gaps, 4)] += (1 - 2 * other) * points
        features[OPEN_GROUPS - 1 + min(gaps, 3)] += 1 - 2 * other
        if gaps == 1:
            closed = closed_at(state, seat, number, counted.gap[stone], counted.trial)
            features[HANDS + N_POSSIBLE * other + CLOSES] += closed


@rule
def count_hand(state: State, seat: int, possible: Any) -> None:
    """What a seat's tiles bring with them."""
    tiles = state.hand[seat]
    while tiles != 0:
        possible[CATALYSTS] += TILES_BROUGHT[first(tiles)]
        tiles &= tiles - 1


@rule
def count_groups(state: State, turn: int, features: Any) -> None:
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
                points, sides = int(state.worth[group]), int(state.sides[group])
                most = max(most, points)
                if sides == 0:
                    closed = max(closed, points)
                elif sides <= NARROW:
                    narrow = max(narrow, points)
    if state.stones[turn] < STONES:
        features[TO_CLOSE] = closed
        features[TO_CLOSE_SOON] = narrow
        features[TO_CLAIM] = most
    features[TO_CLAIM_FIRST] = most * (state.stones[1 - turn] - state.stones[turn])


@rule
def count_features(setup: Setup, state: State, counted: Any) -> None:
    """Everything, for the seat whose turn is next and the other."""
    features = counted.features
    for which in range(N_FEATURES):
        features[which] = 0.0
    turn = rules.turn_to_be(state)
    for other in range(2):
        seat = turn ^ other
        sign = 1 - 2 * other
        possible = features[HANDS + N_POSSIBLE * other : HANDS + N_POSSIBLE * (other + 1)]
        hand = rules.hand_to_be(state, seat)
        features[SUPPLY] += sign * state.supply[seat]
        features[IN_HAND] += sign * hand
        features[STONES_LEFT] += sign * (STONES - state.stones[seat])
        features[SOME_STONE] += sign * (state.stones[seat] < STONES)
        features[ONE_TILE] += sign * (hand + state.supply[seat] == 1)
        features[TWO_TILES] += sign * (hand + state.supply[seat] == 2)
        count_hand(state, seat, possible)
    stones = count_stones(state, turn, counted)
    count_places(setup, state, turn, counted)
    count_promises(state, turn, stones, counted)
    features[TURN] = 1
    features[MORE_TURNS] = state.owed - 1 - state.revealing if turn == state.turn else 0
    count_groups(state, turn, features)


@rule
def weigh_features(state: State, features: Any, weights: Weights) -> float:
    """The odds of the seat whose turn is next, as a power of e."""
    phase = min(state.core // PHASE_TILES, PHASES - 2)
    part = min(state.core / PHASE_TILES - phase, 1.0)
    total = 0.0
    for which in range(N_FEATURES):
        total += features[which] * (
            weights.weights[phase, which] * (1.0 - part) + weights.weights[phase + 1, which] * part
        )
    return total


# -- Heuristic value, in points ---------------------------------------------------------------------------------------

WIN = 1000.0
STONE_VALUE = 4.0
"""What a stone is worth while the core is full; later less."""
CORE_TILES = 35
TURN_VALUE = 0.5
GAP_TILES = 1.5
"""How much harder to close each place makes a group on which it is open, in tiles of the core."""
LAST_TILE_COST = 4.0
"""What it costs to be near to running out of tiles."""

HAND_VALUE: Final = np.array([3 * (1 - 0.6**tiles) for tiles in range(HAND + 1)])
"""What the tiles in a hand are worth for what may come, each further one less."""


@rule
def expected_group_points(state: State, group: int) -> float:
    """What a group with one stone promises: its size, times a guess at the chance that it closes in time."""
    gaps = rules.gaps(state, group)
    return state.worth[group] * (state.core / (state.core + GAP_TILES * gaps) if gaps > 0 else 1.0)


@rule
def expected_points(state: State, seat: int) -> float:
    """What a seat has and is promised: tiles, and the groups on which its stone lies alone."""
    points = rules.supply_points(state, seat) + rules.hand_points(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += expected_group_points(state, group)
    return points


@rule
def final_value(setup: Setup, state: State, seat: int) -> float:
    """What a seat has when the game is over: the lead, and far more if that wins. Alone only the score counts, unless
    it is lost."""
    lead = rules.score(setup, state, seat) * 1.0
    if setup.seats > 1:
        lead -= rules.score(setup, state, 1 - seat)
    won = rules.winners(setup, state)
    if (won >> seat) & 1 == 0:
        return lead - WIN
    return lead + WIN if setup.seats > 1 and won == 1 << seat else lead


@rule
def heuristic_value(setup: Setup, state: State, seat: int) -> float:
    """How good what a seat knows is for it: its points, certain and promised, less the other's; and what a stone in
    reserve, a hand to choose from and an extra turn are worth, the first of which shrinks as the core does."""
    if state.ended != 0:
        return final_value(setup, state, seat)
    hand = rules.hand_to_be(state, seat)
    points = expected_points(state, seat) + (hand - state.held[seat])
    points += HAND_VALUE[hand] + STONE_VALUE * (STONES - state.stones[seat]) * state.core / CORE_TILES
    if hand + state.supply[seat] == 1:
        points -= LAST_TILE_COST
    if setup.seats > 1:
        points -= expected_points(state, 1 - seat)
        if state.turn == seat:
            points += TURN_VALUE * (state.owed - state.revealing)  # one that is taking a tile uses its turn
    return points


# -- Value of a state for each seat -----------------------------------------------------------------------------------

ALONE = 120.0
"""So many points alone are as good as a win."""


@rule
def whole(setup: Setup, state: State) -> float:
    """What a value of one stands for in an analysis: a win, or so many points alone."""
    return ALONE if setup.seats == 1 else 1.0


@rule
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """How likely each seat wins; alone, how many points it may hope for."""
    values = workspace.tree.values
    if setup.seats == 1:
        values[0] = heuristic_value(setup, state, 0) / ALONE
        return
    count_features(setup, state, workspace.counted)
    turn = rules.turn_to_be(state)
    values[turn] = logistic(weigh_features(state, workspace.counted.features, weights))
    values[1 - turn] = 1.0 - values[turn]
