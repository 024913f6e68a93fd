"""What a seat of Take It Easy may expect: points alone, and with others a chance to win (see ``analysis.method``).

What a board is worth is the learned evaluation's to say. Who wins is then a matter of how far the boards still scatter:
that was measured, by the number of tiles that are still to be drawn.
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
"""How often a placement in question is tried out, unless one is told."""
MEAN_ROUND: Final = 167.1
"""What an empty board is worth, in points."""
DEVIATION: Final = np.array((
    0.0, 11.3, 14.1, 16.4, 17.2, 18.4, 18.9, 19.3, 19.6, 20.2,
    20.6, 20.8, 20.9, 21.1, 21.2, 21.2, 21.4, 21.4, 21.4, 21.4,
))  # fmt: skip
"""How far a board's points still scatter around what it is worth, apart from what all boards of a table have in
common: the standard deviation, by the number of tiles still to be drawn (by two experts in 400 rounds)."""
QUADRATURE_NODES: Final = 33
"""At so many points of its scatter a board is compared with the others."""
QUADRATURE_RANGE: Final = 4.0
MIN_DEVIATION: Final = 0.01
CERTAIN: Final = True
"""What is expected needs no chance."""
EXACT_CELLS: Final = 3
"""With so many free cells left the rest of a round is counted out."""


@routine
def best_cell_for(network: Any, tile: int, exact: bool, search: Any) -> int:
    """What the own board of a thought is worth with a tile on each cell; the best of them."""
    board = search.state
    cells = rules.cells_for(search.setup, board, 0)
    evaluate_cells(network, search.setup, board, tile, cells, exact, search)
    return best_cell(cells, search.cell_values)


@rule
def still_to_lay(state: State, seat: int) -> int:
    """The set of tiles that a board has to take besides those in the heap: what was announced and does not lie on it,
    as far as one sees."""
    missing = size(state.free[seat]) - (size(state.heap) - LEFT_OVER)
    tiles = state.announced
    while size(tiles) > missing:
        tiles &= tiles - 1
    return tiles if missing > 0 else 0


@routine
def expected_board_points(network: Any, setup: Setup, state: State, seat: int, search: Any) -> float:
    """What the points of a seat's board will be, on average."""
    if state.free[seat] == 0:
        return float(rules.board_points(state, seat))
    tiles = state.to_lay[seat] if state.to_lay[seat] != 0 else still_to_lay(state, seat)
    given = size(tiles)
    # One tile is laid where that is best; of two, each is tried on every cell before the other; and without one, the
    # next is any of the heap.
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
    """How likely a normal deviate is less than x."""
    return logistic(x * (1.5976 + 0.07056 * x * x))


@rule
def rounds_to_come(setup: Setup, state: State) -> int:
    """How many rounds follow the one that is played."""
    return setup.rounds - 1 - state.rounds_done


@rule
def chance_to_win(setup: Setup, state: State, seat: int, own: float, means: Any) -> float:
    """How likely a seat has the most points in the end, if it comes to so many on average, and the others to theirs."""
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
    """What the points of each seat will be in the end, on average."""
    for seat in range(setup.seats):
        workspace.means[seat] = (
            state.points[seat]
            + expected_board_points(weights, setup, state, seat, workspace)
            + rounds_to_come(setup, state) * MEAN_ROUND
        )


@rule
def is_exact(state: State, seat: int) -> bool:
    """Whether what follows a placement can be counted out."""
    return size(state.free[seat]) - size(state.to_lay[seat]) <= EXACT_CELLS


@routine
def lay_candidate(network: Any, setup: Setup, state: State, seat: int, action: int, exact: bool, search: Any) -> int:
    """Lay a tile on the own board of a thought, and of two the other one where that is best then; the cell of the last.
    What the board is worth then is in the thought's sight."""
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
    """The placements that look best; where the rest can be counted out, all that they tell is that."""
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
    """What a placement is worth by a round played to its end at sight, with the luck of its draws taken out; without
    one, what is expected."""
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
