"""Evaluations of micropul states: a learned chance to win for two seats, and a heuristic in points.

The learned evaluation is a logistic function of a weighted sum of features. Features are counted for the seat whose
turn is next against the other: what each has, and what each could do at once with the tiles in its hand. Weights are
interpolated linearly between several sizes of the core, because values change as the core empties.
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
from ..pieces import OUTWARD, REACH, STONES, TILES_BROUGHT, TURNS
from ..rules import FREE, HAND, N_CORNERS, STATE

COMPARED: Final = (
    "tiles in the supply", "tiles in the hand", "stones left", "some stone left", "spoilt stones",
    "points of closed groups", "micropul of groups with 1 gap", "with 2", "with 3", "with 4 or more",
    "groups with 1 gap", "with 2", "with 3 or more", "one tile left", "two tiles left",
)  # fmt: skip
"""Features counted as own minus other."""
OF_THE_TURN: Final = (
    "the turn", "further turns", "the best closed group for the turn's stone", "the best nearly closed one",
    "the best one", "the best one for who has more stones",
)  # fmt: skip
"""Features of the seat whose turn is next."""
POSSIBLE: Final = (
    "most tiles that a placement draws", "some placement earns a turn", "most tiles drawn along with a turn",
    "placements, in tens", "tiles that a placement draws, in the mean", "tiles that catalysts in the hand may draw",
    "points of groups that a placement closes",
)  # fmt: skip
"""Features of a hand: what it could do at once. Counted for each seat separately, because only one of them has the
turn."""
N_COMPARED, N_POSSIBLE = len(COMPARED), len(POSSIBLE)
N_FEATURES: Final = N_COMPARED + len(OF_THE_TURN) + 2 * N_POSSIBLE
SUPPLY, IN_HAND, STONES_LEFT, SOME_STONE, SPOILT_STONES, CLOSED, PROMISED, OPEN_GROUPS = 0, 1, 2, 3, 4, 5, 6, 10
ONE_TILE, TWO_TILES = 13, 14
TURN, MORE_TURNS, TO_CLOSE, TO_CLOSE_SOON, TO_CLAIM, TO_CLAIM_FIRST, HANDS = range(N_COMPARED, N_COMPARED + 7)
MOST_DRAWN, EARNS, MOST_EARNING, PLACEMENTS, MEAN_DRAWN, CATALYSTS, CLOSES = range(N_POSSIBLE)
NARROW: Final = 2
"""A group that is open on at most this many sides counts as nearly closed."""
PHASES: Final = 6
"""Number of weight vectors, by the size of the core."""
PHASE_TILES: Final = 7
"""Tiles of the core between two weight vectors."""

WEIGHTS: np.dtype[Any] = np.dtype((np.record, [("weights", "f8", (PHASES, N_FEATURES))]))
COUNTED: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("features", "f8", (N_FEATURES,)),
            # Scratch: by stone, those of the seat whose turn is next first.
            (
                "stone_on",
                "u1",
                (N_CORNERS + 1,),
            ),  # bit of the stone, at 1 + the first corner of its open group
            ("gaps", "i8", (2 * STONES,)),  # number of places on which the stone's group is open
            ("gap", "i8", (2 * STONES,)),  # the last of them, as an index of ``state.place``
            ("trial", STATE),  # a copy on which a tile is laid
        ],
    )
)
"""The features of a state, and scratch memory for counting them."""

DATA: Final = Path(__file__).parent.parent / "data" / "weights.bin"
"""The shipped weights: the bytes of a ``WEIGHTS`` record, compressed by zlib. ``weights.txt`` beside it says how they
were trained."""


@cache
def weights() -> Any:
    """Return the shipped weights, read once."""
    return np.frombuffer(zlib.decompress(DATA.read_bytes()), WEIGHTS)[0]


@rule
def closed_at(state: State, seat: int, number: int, place: int, trial: State) -> int:
    """Return the most points for which a seat can close the group of its stone with one tile of its hand on the group's
    only gap; 0 if it cannot."""
    x, y = rules.place_of(int(state.place[place]))
    group = rules.stone_group(state, seat, number)
    beside = free = 0  # sets of facings: towards the group, and towards places without a tile
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
            if reach & free != 0:  # the tile extends the group to another gap
                continue
            copy_into(state, trial)
            rules.put_down(trial, tile, turns, x, y)
            after = rules.stone_group(trial, seat, number)
            if rules.claims(trial, seat, after) and not rules.group_open(trial, after):
                best = max(best, int(trial.worth[after]))
    return best


@rule
def count_stones(state: State, turn: int, counted: Any) -> int:
    """Count stones on spoilt and closed groups. Stones on open groups are marked in ``counted.stone_on`` and returned
    as a set of bits; they are counted when the gaps of their groups are known."""
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
    """Return the set of marked stones whose groups a free place keeps open."""
    stones = 0
    for facing in range(8):
        corner = rules.corner_faced(state, x, y, facing)
        if corner >= 0:
            stones |= int(counted.stone_on[rules.group_of(state, corner) + 1])
    return stones


@rule
def count_possible(setup: Setup, seen: int, fits: Any, hand: int, possible: Any) -> None:
    """Count what the tiles of a hand could bring on a place; `seen` is what the place sees, `fits` the tiles that fit
    by turn."""
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
    """Count what each seat could draw with a tile of its hand, and on how many places the groups of the marked stones
    are open."""
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
    """Count the features of stones on open groups."""
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
    """Count the tiles that the catalysts of a hand may draw."""
    tiles = state.hand[seat]
    while tiles != 0:
        possible[CATALYSTS] += TILES_BROUGHT[first(tiles)]
        tiles &= tiles - 1


@rule
def count_groups(state: State, turn: int, features: Any) -> None:
    """Count the groups without a stone: for the seat whose turn it is, and for the one with more stones left."""
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
    if rules.stones_left(state, turn) > 0:
        features[TO_CLOSE] = closed
        features[TO_CLOSE_SOON] = narrow
        features[TO_CLAIM] = most
    features[TO_CLAIM_FIRST] = most * (state.stones[1 - turn] - state.stones[turn])


@rule
def count_features(setup: Setup, state: State, counted: Any) -> None:
    """Write all features of a state into ``counted.features``."""
    features = counted.features
    for which in range(N_FEATURES):
        features[which] = 0.0
    turn = rules.turn_after_reveal(state)
    for other in range(2):
        seat = turn ^ other
        sign = 1 - 2 * other
        possible = features[HANDS + N_POSSIBLE * other : HANDS + N_POSSIBLE * (other + 1)]
        hand = rules.hand_after_reveal(state, seat)
        features[SUPPLY] += sign * state.supply[seat]
        features[IN_HAND] += sign * hand
        features[STONES_LEFT] += sign * rules.stones_left(state, seat)
        features[SOME_STONE] += sign * (rules.stones_left(state, seat) > 0)
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
    """Return the log-odds that the seat whose turn is next wins."""
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
"""Added for a win and subtracted for a loss."""
STONE_VALUE = 4.0
"""Points of a stone in reserve while the core is full; proportional to the core."""
CORE_TILES = 35
"""Tiles of the core after the deal with two seats."""
TURN_VALUE = 0.5
"""Points of each turn that the seat still has."""
GAP_TILES = 1.5
"""A group with g gaps closes with probability core / (core + GAP_TILES * g)."""
LAST_TILE_COST = 4.0
"""Points subtracted when a seat has a single tile left."""

HAND_VALUE: Final = np.array([3 * (1 - 0.6**tiles) for tiles in range(HAND + 1)])
"""Points of the choice that a hand gives, by its number of tiles."""


@rule
def expected_group_points(state: State, group: int) -> float:
    """Return a group's points times the estimated chance that it closes in time."""
    gaps = rules.gaps(state, group)
    return state.worth[group] * (state.core / (state.core + GAP_TILES * gaps) if gaps > 0 else 1.0)


@rule
def expected_points(state: State, seat: int) -> float:
    """Return a seat's points, with the expected points of the groups that it claims."""
    points = rules.supply_points(state, seat) + rules.hand_points(state, seat) * 1.0
    for number in range(state.stones[seat]):
        group = rules.stone_group(state, seat, number)
        if rules.claims(state, seat, group):
            points += expected_group_points(state, group)
    return points


@rule
def final_value(setup: Setup, state: State, seat: int) -> float:
    """Return the value of a finished game: the lead in points, and ``WIN`` more or less. With one seat: the score, less
    ``WIN`` if the game is lost."""
    lead = rules.score(setup, state, seat) * 1.0
    if setup.seats > 1:
        lead -= rules.score(setup, state, 1 - seat)
    won = rules.winners(setup, state)
    if (won >> seat) & 1 == 0:
        return lead - WIN
    return lead + WIN if setup.seats > 1 and won == 1 << seat else lead


@rule
def heuristic_value(setup: Setup, state: State, seat: int) -> float:
    """Return how well a seat stands, in points: its expected points, minus the other's, plus the value of stones in
    reserve, a hand to choose from and further turns."""
    if state.ended != 0:
        return final_value(setup, state, seat)
    hand = rules.hand_after_reveal(state, seat)
    points = expected_points(state, seat) + (hand - state.held[seat])
    points += HAND_VALUE[hand] + STONE_VALUE * rules.stones_left(state, seat) * state.core / CORE_TILES
    if hand + state.supply[seat] == 1:
        points -= LAST_TILE_COST
    if setup.seats > 1:
        points -= expected_points(state, 1 - seat)
        if state.turn == seat:
            points += TURN_VALUE * (state.owed - state.revealing)  # taking a tile uses up a turn
    return points


# -- Value of a state for each seat -----------------------------------------------------------------------------------

ALONE = 120.0
"""Points of a solo game that count as a value of 1."""


@rule
def whole(setup: Setup, state: State) -> float:
    """Return the points of a value of 1 in an analysis: 1 (a win), or ``ALONE`` points with one seat."""
    return ALONE if setup.seats == 1 else 1.0


@rule
def evaluate(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """Write each seat's chance to win into ``workspace.tree.values``; with one seat its heuristic value over
    ``ALONE``."""
    values = workspace.tree.values
    if setup.seats == 1:
        values[0] = heuristic_value(setup, state, 0) / ALONE
        return
    count_features(setup, state, workspace.counted)
    turn = rules.turn_after_reveal(state)
    values[turn] = logistic(weigh_features(state, workspace.counted.features, weights))
    values[1 - turn] = 1.0 - values[turn]
