"""The five levels of Take It Easy's bots in three styles.

`novice`, `amateur` and `club` estimate lines like people (``human_model``); `expert` takes the best placement by the
network; `master` searches (``rollouts``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, nth, size
from ....engine.contract import CharacterRecord, Setup, State, Weights, Workspace
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, rule
from .. import rules
from ..pieces import LINE_POINTS, LINES_THROUGH
from ..rules import N_CELLS, STRIDE
from .human_model import CLUB, estimate_cells, forgotten_direction
from .network import NETWORK, POINT, shipped
from .rollouts import DONE, SEARCH, begin_search, best_cell, conclude, draw_luck, run_slice, solo_board

WORKSPACE = SEARCH
WEIGHTS = NETWORK
MASTER: Final = 4

BUDGET: Final = 200_000
"""`master`'s budget for a placement, in evaluated boards."""
DEEP_BUDGET: Final = 75_000
"""It searches two draws ahead if that costs at most this."""
SLICE: Final = 1_000
"""Evaluated boards of one slice."""

NEAR_BEST: Final = np.array([3 * POINT, 2 * POINT, POINT, POINT // 8, POINT // 8], np.int64)
"""Placements within this margin of the best count as equal for a level; chance and style decide."""
STYLE_MARGIN: Final = 3 * POINT // 8
"""The least margin if the style is not even."""
MAX_SACRIFICE: Final = 3 * POINT // 4
"""What a bot gives up at most to differ from an equal board, per tile on it."""
STYLE_NOISE: Final = 12
"""Range of the random part when style decides, in points of lines."""


def weights() -> Any:
    """Return the shipped weights of the network."""
    return shipped()


@rule
def init_search(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> None:
    """See ``engine.contract.BotsModule``."""
    level = character.level
    if level > CLUB:
        budget = 0
        if level == MASTER:
            budget = character.budget if character.budget > 0 else BUDGET
        begin_search(setup, state, seat, budget, min(DEEP_BUDGET, budget), workspace)
        return
    solo_board(setup, state, seat, workspace.setup, workspace.state)
    workspace.stage = DONE
    workspace.own = 0
    board = workspace.state
    forgotten = forgotten_direction(level, rng)
    workspace.cells[0] = 0
    workspace.cells[1] = 0
    while workspace.cells[0] | workspace.cells[1] == 0:  # again if every cell was overlooked
        for slot in range(size(board.to_lay[0])):
            tile = nth(board.to_lay[0], slot)
            workspace.cells[slot] = estimate_cells(
                workspace.setup, board, tile, level, forgotten, rng, workspace.boards[0], workspace.values[slot]
            )


@rule
def search_slice(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """See ``engine.contract.BotsModule``; returns the number of boards that may still be evaluated."""
    run_slice(weights, rng, workspace, SLICE)
    return 0 if workspace.stage == DONE else max(workspace.left, 1)


@rule
def choose_action(
    setup: Setup,
    state: State,
    seat: int,
    character: CharacterRecord,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """Return the best placement; among those within the margin, the one that style and chance prefer."""
    conclude(workspace)
    board = workspace.state
    level = character.level
    slots = size(board.to_lay[0])
    best = -1000 * POINT
    for slot in range(slots):
        cells = workspace.cells[slot]
        while cells != 0:
            best = max(best, workspace.values[slot, first(cells)])
            cells &= cells - 1
    place = equal_boards_before(state, seat)
    if place > 0 and workspace.cells[0] != 0:
        return differing_placement(workspace, best, place, board)
    near = NEAR_BEST[level]
    if character.temper != 0:
        near = max(near, STYLE_MARGIN)
    chosen = 0
    liked = -1000
    for slot in range(slots):
        tile = nth(board.to_lay[0], slot)
        cells = workspace.cells[slot]
        while cells != 0:
            cell = first(cells)
            cells &= cells - 1
            if workspace.values[slot, cell] >= best - near:
                action = tile * STRIDE + cell
                liking = character.temper * boldness(workspace.setup, board, action, workspace.boards[0]) + below(
                    rng, STYLE_NOISE
                )
                if liking > liked:
                    liked = liking
                    chosen = action
    return chosen


@rule
def equal_boards_before(state: State, seat: int) -> int:
    """Return how many seats before this one have the same visible board."""
    place = 0
    for other in range(seat):
        same = state.free[other] == state.free[seat]
        for digit in range(9):
            same = same and state.shows[other, digit] == state.shows[seat, digit]
        if same:
            place += 1
    return place


@rule
def differing_placement(workspace: Workspace, best: int, place: int, board: State) -> int:
    """Return the placement of a bot whose board equals those of `place` seats before it: they take the best cells, it
    takes the next one unless that costs too much. So equal bots get different boards after a few tiles. (Of two tiles
    the first, because the second cell gives the same board in another order.)"""
    tile = first(board.to_lay[0])
    values = workspace.values[0]
    limit = best - MAX_SACRIFICE * (N_CELLS + 1 - size(board.free[0]))
    cells = workspace.cells[0]
    cell = best_cell(cells, values)
    while place > 0:
        cells &= ~(1 << cell)
        if cells == 0 or values[best_cell(cells, values)] < limit:
            cells = workspace.cells[0]
        cell = best_cell(cells, values)
        place -= 1
    return tile * STRIDE + cell


@rule
def boldness(setup: Setup, state: State, action: int, after: State) -> int:
    """Return how much a placement leaves open, in points: of the lines through its cell, those with gaps minus those
    complete."""
    copy_into(state, after)
    rules.step(setup, after, 0, action)
    points = 0
    for direction in range(3):
        line = LINES_THROUGH[action % STRIDE, direction]
        rank = rules.line_rank(after, 0, line)
        if rank >= 0 and rules.line_in_reach(after, 0, line):
            points += LINE_POINTS[line, rank] if rules.line_missing(after, 0, line) > 0 else -LINE_POINTS[line, rank]
    return points


@rule
def luck(setup: Setup, state: State, seat: int, outcome: int, weights: Weights, workspace: Workspace) -> float:
    """Return the luck of an outcome for a seat, in points beyond the mean; infinity with `pairs`, which would take too
    long. (NaN would mean that compiled code failed.)"""
    return np.inf if setup.pairs != 0 else draw_luck(weights, setup, state, seat, outcome, workspace)
