"""Expected points of a seat, and with opponents its chance to win, for ``analysis.decomposition``.

Both are values of one policy: every seat lays its tiles where the network says (``expert``). A value is the mean over
rollouts of that policy with the luck of the draws removed, so it holds on any board, also on those of weak players, of
which the network alone expects too much. The chance to win follows from the expected points and from how much the
boards' final points still vary, which was measured by the number of tiles still to be drawn.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, nth, size
from ....engine.contract import Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import routine, rule
from ....search.maths import logistic, root
from .. import rules
from ..rules import LEFT_OVER, N_CELLS, STRIDE
from .network import NETWORK_TILES, POINT, value_if_drawn
from .rollouts import best_cell, evaluate_cells, solo_board

TRIALS: Final = 192
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
OTHERS_TRIALS: Final = 32
"""Rollouts of each board for the expected points that the chance to win is computed from."""
SMALL: Final = 1.0
"""Points; the chance to win is linear within this distance."""


@routine
def best_cell_for(network: Any, tile: int, search: Any) -> int:
    """Evaluate all placements of a tile on the search's own board; return the best cell."""
    board = search.state
    cells = rules.cells_for(search.setup, board, 0)
    evaluate_cells(network, search.setup, board, tile, cells, False, search)
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
def begin_rollout(setup: Setup, state: State, seat: int, search: Any) -> int:
    """Set the search's own board to that of a seat; return the tiles that it still has to lay there."""
    solo_board(setup, state, seat, search.setup, search.state)
    if search.state.to_lay[0] == 0:
        search.state.to_lay[0] = still_to_lay(state, seat)
    return int(search.state.to_lay[0])


@routine
def lay_best(network: Any, search: Any) -> int:
    """Lay the announced tiles of the search's own board where the network says; return the last cell. The value is in
    ``cell_values``."""
    own = search.state
    cell = 0
    while own.to_lay[0] != 0:
        tile = first(own.to_lay[0])
        cell = best_cell_for(network, tile, search)
        rules.step(search.setup, own, 0, tile * STRIDE + cell)
    return cell


@routine
def next_draw_mean(network: Any, setup: Setup, state: State, seat: int, search: Any) -> float:
    """Return the mean value of a seat's board over the next draw, in units of ``POINT``."""
    rest = state.heap
    total = 0.0
    while rest != 0:
        tile = first(rest)
        rest &= rest - 1
        begin_rollout(setup, state, seat, search)
        rules.apply_chance(search.setup, search.state, tile)
        total += search.cell_values[best_cell_for(network, tile, search)]
    return total / size(state.heap)


@routine
def finish_rollout(network: Any, at: int, value: float, rng: Generator, search: Any) -> float:
    """Draw and lay until the rest is exact; return the points, without the luck of the draws. The last tile was laid at
    the cell `at`, worth `value`."""
    own = search.state
    rest = own.heap
    laid = N_CELLS - size(own.free[0])
    while laid < NETWORK_TILES:
        tile = nth(rest, below(rng, size(rest)))
        rest &= ~(1 << tile)
        value -= value_if_drawn(network, laid, tile, search.accumulator, at)
        rules.apply_chance(search.setup, own, tile)
        at = lay_best(network, search)
        value += search.cell_values[at]
        laid += 1
    return value / POINT


@routine
def rollout(
    network: Any, setup: Setup, state: State, seat: int, action: int, mean: float, rng: Generator, search: Any
) -> float:
    """Return the final points of a seat's board in one rollout, less the luck of the draws. It starts with an action,
    or with -1 as the network says. `mean` is ``next_draw_mean``, needed if no tile is to be laid first."""
    tiles = begin_rollout(setup, state, seat, search)
    own = search.state
    if own.free[0] == 0:
        return float(rules.board_points(own, 0))
    if action >= 0:
        at = lay_candidate(network, action, search)
    elif tiles != 0:
        at = lay_best(network, search)
    else:
        tile = nth(own.heap, below(rng, size(own.heap)))
        rules.apply_chance(search.setup, own, tile)
        at = lay_best(network, search)
        return finish_rollout(network, at, mean, rng, search)
    return finish_rollout(network, at, float(search.cell_values[at]), rng, search)


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


@rule
def must_draw(state: State, seat: int) -> bool:
    """Return whether a seat's board waits for the next draw."""
    return state.free[seat] != 0 and state.to_lay[seat] == 0 and still_to_lay(state, seat) == 0


@routine
def expected_totals(setup: Setup, state: State, rng: Generator, weights: Weights, workspace: Workspace) -> None:
    """Write the expected final points of each seat into ``workspace.means``."""
    for seat in range(setup.seats):
        mean = next_draw_mean(weights, setup, state, seat, workspace) if must_draw(state, seat) else 0.0
        total = 0.0
        for _ in range(OTHERS_TRIALS):
            total += rollout(weights, setup, state, seat, -1, mean, rng, workspace)
        workspace.means[seat] = (
            state.points[seat] + total / OTHERS_TRIALS + rounds_to_come(setup, state) * MEAN_ROUND
        )


@routine
def lay_candidate(network: Any, action: int, search: Any) -> int:
    """Lay a tile on the search's own board, and of two the other one on its best cell; return the last cell. Its value
    is in ``cell_values``."""
    own = search.state
    tile, cell = action // STRIDE, action % STRIDE
    if size(own.to_lay[0]) == 2:
        rules.step(search.setup, own, 0, action)
        return lay_best(network, search)
    best_cell_for(network, tile, search)
    rules.step(search.setup, own, 0, action)
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
    """Write the best placements, best first; return their number."""
    count = 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        begin_rollout(setup, state, seat, workspace)
        value = workspace.cell_values[lay_candidate(weights, action, workspace)]
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
    return count


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
    """Return the value of a placement for a seat by one rollout, with action -1 that of the state itself: points; with
    opponents the chance to win, in which the points of the rollout count linearly around the seat's expected points, so
    that the mean over rollouts does not depend on how much they vary."""
    if number == 0:
        workspace.draw_mean = 0.0
        if must_draw(state, seat):
            workspace.draw_mean = next_draw_mean(weights, setup, state, seat, workspace)
        if setup.seats > 1:
            expected_totals(setup, state, rng, weights, workspace)
            own = workspace.means[seat]
            workspace.chance = chance_to_win(setup, state, seat, own, workspace.means)
            more = chance_to_win(setup, state, seat, own + SMALL, workspace.means)
            less = chance_to_win(setup, state, seat, own - SMALL, workspace.means)
            workspace.slope = (more - less) / (2 * SMALL)
        if size(state.to_lay[seat]) == 2:
            candidates(setup, state, seat, 1, rng, weights, workspace, workspace.first_action)
    if action < 0 and size(state.to_lay[seat]) == 2:
        action = int(workspace.first_action[0])
    gain = rollout(weights, setup, state, seat, action, workspace.draw_mean, rng, workspace)
    points = state.points[seat] + gain + rounds_to_come(setup, state) * MEAN_ROUND
    if setup.seats == 1:
        return points
    return workspace.chance + workspace.slope * (points - workspace.means[seat])
