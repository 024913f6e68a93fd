"""Expected points of a seat, and with opponents its chance to win, for ``analysis.decomposition``.

The value of a board comes from the network. The chance to win follows from how much the boards' final points still
vary, which was measured by the number of tiles still to be drawn.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, nth, size
from ....engine.contract import Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, routine, rule
from ....search.maths import logistic, root
from .. import rules
from ..rules import LEFT_OVER, N_CELLS, STRIDE
from .network import NETWORK_TILES, POINT, value_if_drawn
from .rollouts import best_cell, evaluate_cells, solo_board

TRIALS: Final = 96
"""Default number of rollouts of a placement."""
MEAN_ROUND: Final = 167.1
"""Expected points of an empty board."""
DEVIATION: Final = np.array((
    0.0, 11.3, 14.1, 16.4, 17.2, 18.4, 18.9, 19.3, 19.6, 20.2,
    20.6, 20.8, 20.9, 21.1, 21.2, 21.2, 21.4, 21.4, 21.4, 21.4,
))  # fmt: skip
"""Standard deviation of a board's final points around its value, without the part common to all boards of a table, by
the number of tiles still to be drawn. Measured with two experts in 400 rounds."""
QUADRATURE_NODES: Final = 33
"""Number of points at which the chance to win is integrated over a board's distribution."""
QUADRATURE_RANGE: Final = 4.0
"""In standard deviations."""
MIN_DEVIATION: Final = 0.01
CERTAIN: Final = True
"""Expected values are computed without randomness, so one trial without an action is exact."""
EXACT_CELLS: Final = 3
"""With at most this many free cells left, the rest of the round is solved exactly."""


@routine
def best_cell_for(network: Any, tile: int, exact: bool, search: Any) -> int:
    """Evaluate all placements of a tile on the search's own board; return the best cell."""
    board = search.state
    cells = rules.cells_for(search.setup, board, 0)
    evaluate_cells(network, search.setup, board, tile, cells, exact, search)
    return best_cell(cells, search.cell_values)


@rule
def still_to_lay(state: State, seat: int) -> int:
    """Return the set of announced tiles that are not visible on a board yet."""
    missing = size(state.free[seat]) - (size(state.heap) - LEFT_OVER)
    tiles = state.announced
    while size(tiles) > missing:
        tiles &= tiles - 1
    return tiles if missing > 0 else 0


@routine
def expected_board_points(network: Any, setup: Setup, state: State, seat: int, search: Any) -> float:
    """Return the expected final points of a seat's board."""
    if state.free[seat] == 0:
        return float(rules.board_points(state, seat))
    tiles = state.to_lay[seat] if state.to_lay[seat] != 0 else still_to_lay(state, seat)
    given = size(tiles)
    # One tile is laid best; of two, each is tried on every cell before the other; without a tile the value is
    # the mean over the next draw.
    own = search.boards[0]
    solo_board(setup, state, seat, search.setup, own)
    own.to_lay[0] = tiles
    firsts = tiles if given != 0 else state.heap
    best = 0
    total = 0
    number = 0
    while firsts != 0:
        tile = first(firsts)
        firsts &= firsts - 1
        cells = rules.cells_for(search.setup, own, 0) if given == 2 else 1
        while cells != 0:
            copy_into(own, search.state)
            then = tile
            if given == 2:
                rules.step(search.setup, search.state, 0, tile * STRIDE + first(cells))
                then = first(tiles & ~(1 << tile))
            elif given == 0:
                rules.apply_chance(search.setup, search.state, tile)
            cells &= cells - 1
            value = search.cell_values[best_cell_for(network, then, False, search)]
            best = max(best, value)
            total += value
            number += 1
    return (total / number if given == 0 else best) / POINT


@rule
def normal_cdf(x: float) -> float:
    """Return the standard normal distribution function, approximately."""
    return logistic(x * (1.5976 + 0.07056 * x * x))


@rule
def rounds_to_come(setup: Setup, state: State) -> int:
    """Return the number of rounds after the current one."""
    return setup.rounds - 1 - state.rounds_done


@rule
def chance_to_win(setup: Setup, state: State, seat: int, own: float, means: Any) -> float:
    """Return a seat's chance to have the most points in the end, given its expected points `own` and those of the
    others."""
    here, later = DEVIATION[size(state.heap) - LEFT_OVER], DEVIATION[N_CELLS]
    deviation = root(here * here + rounds_to_come(setup, state) * later * later) + MIN_DEVIATION
    total = 0.0
    weights = 0.0
    half = QUADRATURE_RANGE / (QUADRATURE_NODES - 1)
    for node in range(QUADRATURE_NODES):
        x = QUADRATURE_RANGE * (2.0 * node / (QUADRATURE_NODES - 1) - 1.0)
        weight = normal_cdf(x + half) - normal_cdf(x - half)
        points = own + x * deviation
        share = 1.0
        for other in range(setup.seats):
            if other != seat:
                share *= normal_cdf((points - means[other]) / deviation)
        total += weight * share
        weights += weight
    return total / weights


# -- What the analysis asks -------------------------------------------------------------------------------------------


@routine
def expected_totals(setup: Setup, state: State, weights: Weights, workspace: Workspace) -> None:
    """Write the expected final points of each seat into ``workspace.means``."""
    for seat in range(setup.seats):
        workspace.means[seat] = (
            state.points[seat]
            + expected_board_points(weights, setup, state, seat, workspace)
            + rounds_to_come(setup, state) * MEAN_ROUND
        )


@rule
def is_exact(state: State, seat: int) -> bool:
    """Return whether everything after a placement is solved exactly."""
    return size(state.free[seat]) - size(state.to_lay[seat]) <= EXACT_CELLS


@routine
def lay_candidate(network: Any, setup: Setup, state: State, seat: int, action: int, exact: bool, search: Any) -> int:
    """Lay a tile on the search's own board, and of two the other one on its best cell; return the last cell. Its value
    is in ``cell_values``."""
    solo_board(setup, state, seat, search.setup, search.state)
    own = search.state
    tile, cell = action // STRIDE, action % STRIDE
    if size(own.to_lay[0]) == 2:
        rules.step(search.setup, own, 0, action)
        tile = first(own.to_lay[0])
        cell = best_cell_for(network, tile, exact, search)
    else:
        best_cell_for(network, tile, exact, search)
    rules.step(search.setup, own, 0, tile * STRIDE + cell)
    return cell


@rule
def candidates(
    setup: Setup,
    state: State,
    seat: int,
    most: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
    actions: Any,
) -> int:
    """Write the best placements, best first; return their number, negative (-n) if a single trial per candidate is
    exact."""
    count = 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        value = workspace.cell_values[lay_candidate(weights, setup, state, seat, action, False, workspace)]
        if count == most and value <= workspace.found[count - 1]:
            continue
        at = count if count < most else most - 1
        while at > 0 and workspace.found[at - 1] < value:
            workspace.found[at] = workspace.found[at - 1]
            actions[at] = actions[at - 1]
            at -= 1
        workspace.found[at] = value
        actions[at] = action
        count = min(count + 1, most)
    return -count if is_exact(state, seat) else count


@rule
def trial(
    setup: Setup,
    state: State,
    seat: int,
    mover: int,
    action: int,
    number: int,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> float:
    """Return the value of a placement for a seat by one rollout with the luck of its draws removed; with action -1, the
    expected value of the current state."""
    if number == 0:
        expected_totals(setup, state, weights, workspace)
    if action < 0:
        return (
            workspace.means[0]
            if setup.seats == 1
            else chance_to_win(setup, state, seat, workspace.means[seat], workspace.means)
        )
    at = lay_candidate(weights, setup, state, seat, action, is_exact(state, seat), workspace)
    value = workspace.cell_values[at]
    own, solo = workspace.state, workspace.setup
    rest = own.heap
    laid = N_CELLS - size(own.free[0])
    while laid < NETWORK_TILES and not is_exact(state, seat):
        tile = nth(rest, below(rng, size(rest)))
        rest &= ~(1 << tile)
        value -= value_if_drawn(weights, laid, tile, workspace.accumulator, at)
        rules.apply_chance(solo, own, tile)
        at = best_cell_for(weights, tile, False, workspace)
        value += workspace.cell_values[at]
        rules.step(solo, own, 0, tile * STRIDE + at)
        laid += 1
    points = state.points[seat] + value / POINT + rounds_to_come(setup, state) * MEAN_ROUND
    return points if setup.seats == 1 else chance_to_win(setup, state, seat, points, workspace.means)
