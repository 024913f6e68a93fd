"""Search for a placement: evaluation by the network, expectimax one or two draws ahead, then rollouts to the end of the
round.

A search is about one round of one board: the seat's masked state is first reduced to that of somebody who plays alone.
Its progress is kept in a record, so that it can run in slices. Costs are counted in evaluated boards.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ....engine.bits import first, nth, size
from ....engine.contract import Setup, State
from ....engine.rng import Generator, below
from ....native.compiled import copy_into, rule
from .. import rules
from ..rules import N_CELLS, N_TILES, SEATS, SETUP, STATE, STRIDE
from .network import ACCUMULATOR, ENDING, NETWORK_TILES, POINT, evaluate_placements, solve_ending, value_if_drawn

EXACT_CELLS: Final = 4
"""Boards with at most this many free cells are solved exactly; one less after each draw of the search."""
NEAR_MARGIN: Final = 12 * POINT
"""Placements whose first value is further behind the best are not searched."""
CLOSE_MARGIN: Final = 5 * POINT
"""Placements whose expectimax value is further behind the best are neither searched deeper nor rolled out."""
MAX_CANDIDATES: Final = 5
"""Maximal number of placements that are searched."""
REPLIES: Final = 2
"""Placements tried for each drawn tile. (With 4 the choice was the same in all of 600 positions.)"""
MAX_LEVELS: Final = 3
ROLLOUT_LEVEL: Final = MAX_LEVELS
"""Index of the rollouts' board in ``drawn`` and ``tile``, after those of the expectimax."""
WATCHED_CELLS: Final = 4
"""In the last round, from this many free cells on, rollouts count wins instead of points, over all orders of draws."""
BOARDS: Final = MAX_CANDIDATES + SEATS - 1
ENDING_BOARDS: Final = 6
"""Cost of a rollout with so few free cells, in evaluated boards."""
STRIDE_OF_ORDERS: Final = 617
"""Orders of draws are visited in steps of this prime, so that a search cut by the clock has seen an unbiased part."""
SHARES: Final = 840
"""Units of a win: divisible by the numbers of seats that can share it."""

# Stages of a search:
PAIR, EXPECTIMAX, EXACT, ROLLOUT, DONE = 0, 1, 2, 3, 4

SEARCH: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("setup", SETUP),
            ("state", STATE),  # the seat's board, as seat 0
            ("stage", "i8"),
            ("left", "i8"),  # boards that may still be evaluated
            ("values", "i8", (2, N_CELLS)),  # value of each placement of each tile, as far as known
            ("cells", "i8", (2,)),  # sets of cells still considered, by tile
            ("cell_values", "i8", (N_CELLS,)),  # value of each cell at the last evaluation
            ("accumulator", ACCUMULATOR),
            ("ending", ENDING),
            # Expectimax, by level: the board that a level starts from, and its iterators.
            ("level", "i8"),
            ("depth", "i8"),  # the last level
            ("deep", "i8"),  # budget of the two-draw expectimax
            ("before", "i8", (N_CELLS,)),  # values of the previous, shallower search
            ("boards", STATE, (MAX_LEVELS,)),
            ("drawn", STATE, (MAX_LEVELS + 1,)),  # that board with the drawn tile announced
            ("tiles", "i8", (MAX_LEVELS,)),  # tiles still to be tried
            ("number", "i8", (MAX_LEVELS,)),  # how many there were
            ("tile", "i8", (MAX_LEVELS + 1,)),  # the one tried now
            ("trying", "i8", (MAX_LEVELS,)),  # cells still to be tried
            ("cell", "i8", (MAX_LEVELS,)),  # the one tried now
            ("best", "i8", (MAX_LEVELS,)),  # best value of the cells tried so far
            ("total", "i8", (MAX_LEVELS,)),  # sum of the best values over the tiles
            # Rollouts play the same draws on several boards: first those after own placements, then opponents'.
            ("own", "i8"),  # number of own boards
            ("starts", STATE, (BOARDS,)),
            ("laid_at", "i8", (BOARDS,)),  # the placement's cell
            ("ahead", "i8", (BOARDS,)),  # its expectimax value
            ("lead", "i8", (BOARDS,)),  # its player's points, relative to the searching seat's
            ("dropped", "i8", (BOARDS,)),
            ("others", "i8"),  # number of opponents' boards; 0 unless wins are counted
            ("behind", "i8", (BOARDS,)),  # whether the announced tile is still to be laid on it
            ("exact", "i8"),  # whether the expectimax was exact
            ("order", "i8", (N_TILES,)),
            ("board", "i8"),  # the board played now
            ("step", "i8"),  # draws made on it
            ("at", "i8"),  # the cell of its last tile
            ("more", "i8"),  # its gain minus luck, in units of ``POINT * WHOLE``
            ("rounds", "i8"),  # rollouts made
            ("played", "i8", (BOARDS,)),  # by board
            ("gains", "i8", (BOARDS,)),  # sum of ``more`` over its rollouts
            ("scores", "i8", (BOARDS,)),  # final points in this rollout
            ("wins", "i8", (BOARDS,)),  # sum of its wins, in units of ``SHARES``
            # For the analysis:
            ("means", "f8", (SEATS,)),  # expected final points of each seat
            ("chance", "f8"),  # chance to win with them
            ("slope", "f8"),  # how much it grows with an own point
            ("first_action", "i8", (1,)),  # the network's placement, if there are two tiles
            ("draw_mean", "f8"),  # mean value of the own board over the next draw
            ("found", "i8", (2 * N_CELLS,)),  # values of the candidates, best first
        ],
    )
)
"""The state of a search."""


@rule
def solo_board(setup: Setup, state: State, seat: int, solo: Setup, board: State) -> None:
    """Write a seat's board as that of somebody who plays one round alone."""
    solo.seats = 1
    solo.rounds = 1
    solo.adjacent = setup.adjacent
    solo.pairs = setup.pairs
    board.rounds_done = 0
    board.heap = state.heap
    board.announced = state.announced
    board.choosing = 1
    board.to_lay[0] = state.to_lay[seat]
    board.free[0] = state.free[seat]
    board.touching[0] = state.touching[seat]
    board.points[0] = 0
    for digit in range(9):
        board.shows[0, digit] = state.shows[seat, digit]


LOOK_COST: Final = 6
"""Fixed cost of evaluating all placements of a tile, in evaluated boards."""
EXACT_COST: Final = np.array([1, 1, 2, 40, 2000], np.int64)
"""Cost of solving a board by its number of free cells, in evaluated boards."""


@rule
def evaluate_cells(network: Any, setup: Setup, state: State, tile: int, cells: int, exact: bool, search: Any) -> int:
    """Write the value of each placement of a tile into ``search.cell_values``: all of them by the network, or `cells`
    exactly. Returns the cost."""
    sight = search.cell_values
    if not exact and N_CELLS - size(state.free[0]) + 1 < NETWORK_TILES:
        evaluate_placements(network, setup, state, 0, tile, state.heap, search.accumulator, sight)
        return size(state.free[0]) + LOOK_COST
    after = search.accumulator.after
    cost = 0
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        copy_into(state, after)
        rules.step(setup, after, 0, tile * STRIDE + cell)
        sight[cell] = solve_ending(setup, after, 0, search.ending)
        cost += EXACT_COST[size(after.free[0])]
    return cost


@rule
def best_cell(cells: int, values: Any) -> int:
    """Return the first of the cells with the highest value."""
    best = first(cells)
    while cells != 0:
        if values[first(cells)] > values[best]:
            best = first(cells)
        cells &= cells - 1
    return best


@rule
def near_best_cells(cells: int, values: Any, most_cells: int) -> int:
    """Return the set of the best cells: at most `most_cells`, all within ``NEAR_MARGIN`` of the best."""
    chosen = 0
    best = values[best_cell(cells, values)]
    while cells != 0 and most_cells > 0:
        cell = best_cell(cells, values)
        cells &= ~(1 << cell)
        if values[cell] < best - NEAR_MARGIN:
            return chosen
        chosen |= 1 << cell
        most_cells -= 1
    return chosen


@rule
def close_cells(cells: int, values: Any) -> int:
    """Return the set of cells within ``CLOSE_MARGIN`` of the best."""
    chosen = 0
    best = values[best_cell(cells, values)]
    while cells != 0:
        if values[first(cells)] >= best - CLOSE_MARGIN:
            chosen |= cells & -cells
        cells &= cells - 1
    return chosen


@rule
def begin_search(setup: Setup, state: State, seat: int, budget: int, deep: int, search: Any) -> None:
    """Start a search with a budget of evaluated boards (0: one evaluation of each placement), of which `deep` may go
    into a two-draw expectimax."""
    board = search.state
    solo_board(setup, state, seat, search.setup, board)
    search.left = budget
    search.rounds = 0
    search.own = 0
    search.others = 0
    search.cells[0] = 0
    search.cells[1] = 0
    search.depth = 0
    search.deep = deep
    free = size(board.free[0])
    search.exact = free - 1 <= EXACT_CELLS
    copy_into(board, search.boards[0])
    open_level(search, 0, board.to_lay[0])
    search.stage = EXPECTIMAX
    if size(board.to_lay[0]) > 1:
        search.stage = PAIR
        search.trying[0] = rules.cells_for(setup, state, seat)
        search.trying[1] = search.trying[0]
    elif budget > 0:
        if free > 3:
            search.depth = 1
        last = state.rounds_done == setup.rounds - 1
        if last and setup.seats > 1 and setup.pairs == 0 and free <= WATCHED_CELLS:
            boards = orders(board) * (free + setup.seats - 1)
            if boards * ENDING_BOARDS <= budget:
                add_opponents(setup, state, seat, search)


@rule
def orders(board: State) -> int:
    """Return the number of orders in which the tiles still to be drawn for a board can come."""
    draws = size(board.heap)
    ways = 1
    for drawn in range(size(board.free[0]) - 1):
        ways *= draws - drawn
    return ways


@rule
def add_opponents(setup: Setup, state: State, seat: int, search: Any) -> None:
    """Add the opponents' boards, as far as known, with the announced tile still to be laid."""
    for other in range(setup.seats):
        if other != seat:
            board = MAX_CANDIDATES + search.others
            solo_board(setup, state, other, search.setup, search.starts[board])
            search.starts[board].to_lay[0] = state.announced
            search.lead[board] = state.points[other] - state.points[seat]
            search.behind[board] = 1
            search.others += 1


@rule
def run_slice(network: Any, rng: Generator, search: Any, boards: int) -> None:
    """Search until `boards` more boards are evaluated or the search is done."""
    # All evaluations are made at this one call, because the called code is inlined.
    solo = search.setup
    while boards > 0 and search.stage != DONE:
        at = next_request(network, rng, search)
        if at >= 0:
            board = search.drawn[at]
            exact = search.stage == EXACT
            cells = search.trying[at] if exact else rules.cells_for(solo, board, 0)
            cost = evaluate_cells(network, solo, board, search.tile[at], cells, exact, search)
            boards -= cost
            search.left -= cost
            if search.stage == PAIR:
                record_pair(search, cells)
            elif search.stage == ROLLOUT:
                record_rollout(search, rng, cells)
            else:
                record_expectimax(search, at, cells)


@rule
def next_request(network: Any, rng: Generator, search: Any) -> int:
    """Return the index of the next board to evaluate; -1 if something else was done instead."""
    if search.stage == PAIR:
        return next_pair(search)
    if search.stage == ROLLOUT:
        return next_in_rollout(network, search)
    return next_in_expectimax(search, rng)


# -- Two tiles --------------------------------------------------------------------------------------------------------


@rule
def next_pair(search: Any) -> int:
    """Lay one of two tiles on the next cell, to evaluate the placements of the other."""
    tiles = search.state.to_lay[0]
    slot = 0 if search.trying[0] != 0 else 1
    if search.trying[slot] == 0:
        search.stage = DONE
        return -1
    cell = first(search.trying[slot])
    tile = nth(tiles, slot)
    search.cell[0] = cell
    search.level = slot
    copy_into(search.state, search.drawn[0])
    rules.step(search.setup, search.drawn[0], 0, tile * STRIDE + cell)
    search.tile[0] = nth(tiles, 1 - slot)
    return 0


@rule
def record_pair(search: Any, cells: int) -> None:
    """Record the value of the first of two tiles: that of the board with both."""
    slot, cell = search.level, search.cell[0]
    search.trying[slot] &= ~(1 << cell)
    search.cells[slot] |= 1 << cell
    search.values[slot, cell] = search.cell_values[best_cell(cells, search.cell_values)]


# -- Looking ahead ----------------------------------------------------------------------------------------------------


@rule
def open_level(search: Any, level: int, tiles: int) -> None:
    """Start to try tiles on the board of a level."""
    search.level = level
    search.tiles[level] = tiles
    search.number[level] = size(tiles)
    search.trying[level] = 0
    search.best[level] = 0
    search.total[level] = 0


@rule
def record_value(search: Any, level: int, cell: int, value: int) -> None:
    """Record the value of a placement."""
    search.best[level] = max(search.best[level], value)
    if level == 0:
        search.values[0, cell] = value
        search.cells[0] |= 1 << cell


@rule
def next_in_expectimax(search: Any, rng: Generator) -> int:
    """Return the level whose tile is to be evaluated next, by the network or exactly; -1 after a bookkeeping step."""
    level = search.level
    if search.stage == EXACT:
        return level
    drawn = search.drawn[level]
    if search.trying[level] != 0:
        cell = first(search.trying[level])
        search.trying[level] &= search.trying[level] - 1
        search.cell[level] = cell
        after = search.boards[level + 1]
        copy_into(drawn, after)
        rules.step(search.setup, after, 0, search.tile[level] * STRIDE + cell)
        open_level(search, level + 1, after.heap)
        return -1
    if level > 0:
        search.total[level] += search.best[level]
        search.best[level] = 0
    if search.tiles[level] == 0:
        if level == 0:
            if not deepen(search):
                begin_rollouts(search, rng)
            return -1
        search.level = level - 1
        record_value(search, level - 1, search.cell[level - 1], search.total[level] // search.number[level])
        return -1
    tile = first(search.tiles[level])
    search.tiles[level] &= search.tiles[level] - 1
    search.tile[level] = tile
    copy_into(search.boards[level], drawn)
    if level > 0:
        rules.apply_chance(search.setup, drawn, tile)
    return level


@rule
def keep_values(search: Any, values: Any) -> None:
    """Keep values in case the next, deeper search is not finished."""
    for cell in range(N_CELLS):
        search.before[cell] = values[cell]


@rule
def deepen(search: Any) -> bool:
    """Start again one draw deeper with the placements that are still close; return whether that fits the budget and
    matters."""
    cells = close_cells(search.cells[0], search.values[0])
    draws = size(search.state.heap)
    boards = size(cells) * REPLIES * draws * (draws - 1) * (size(search.state.free[0]) - 2)
    if search.depth != 1 or search.exact != 0 or size(cells) < 2 or boards > search.deep:
        return False
    keep_values(search, search.values[0])
    search.cells[0] = cells
    search.depth = 2
    open_level(search, 0, search.state.to_lay[0])
    return True


@rule
def record_expectimax(search: Any, level: int, cells: int) -> None:
    """Record the evaluation of a level's tile: final at the last level, otherwise it selects the cells to search
    deeper."""
    sight = search.cell_values
    if search.stage == EXACT or level == search.depth:
        search.trying[level] = 0
        search.stage = EXPECTIMAX
        while cells != 0:
            record_value(search, level, first(cells), sight[first(cells)])
            cells &= cells - 1
        return
    search.stage = EXPECTIMAX
    if level > 0:
        search.trying[level] = near_best_cells(cells, sight, REPLIES)
    else:
        if search.depth == 1:
            keep_values(search, sight)
            search.cells[0] = near_best_cells(cells, sight, MAX_CANDIDATES)
        search.trying[0] = search.cells[0]
    if size(search.drawn[level].free[0]) - 1 <= EXACT_CELLS - level:
        search.stage = EXACT


# -- Rounds played to their end ---------------------------------------------------------------------------------------


@rule
def begin_rollouts(search: Any, rng: Generator) -> None:
    """Start rollouts from the placements that are still close."""
    search.stage = DONE
    cells = search.cells[0]
    if search.left <= 0 or (search.exact != 0 and search.others == 0):
        return
    cells = near_best_cells(cells, search.values[0], MAX_CANDIDATES)
    search.cells[0] = cells
    if search.others == 0:
        cells = close_cells(cells, search.values[0])
    tile = first(search.state.to_lay[0])
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        board = search.own
        search.own += 1
        copy_into(search.state, search.starts[board])
        rules.step(search.setup, search.starts[board], 0, tile * STRIDE + cell)
        search.laid_at[board] = cell
        search.ahead[board] = search.values[0, cell]
        search.lead[board] = 0
        search.behind[board] = 0
    for board in range(BOARDS):
        search.gains[board] = 0
        search.played[board] = 0
        search.wins[board] = 0
        search.dropped[board] = (
            0 if board < search.own or MAX_CANDIDATES <= board < MAX_CANDIDATES + search.others else 1
        )
    if search.own > 1:
        search.stage = ROLLOUT
        begin_rollout(search, rng)


@rule
def begin_rollout(search: Any, rng: Generator) -> None:
    """Fix the draws of the next rollout, the same for all boards: random, or the next order if wins are counted."""
    rest = search.state.heap
    number = search.rounds * STRIDE_OF_ORDERS % orders(search.state)
    for draw in range(size(search.state.free[0]) - 1):
        if search.others > 0:
            at = number % size(rest)
            number //= size(rest)
        else:
            at = below(rng, size(rest))
        tile = nth(rest, at)
        rest &= ~(1 << tile)
        search.order[draw] = tile
    search.board = -1
    next_board(search)


@rule
def next_board(search: Any) -> None:
    """Go on with the next board that was not dropped."""
    search.board += 1
    while search.board < BOARDS and search.dropped[search.board] != 0:
        search.board += 1
    search.step = 0
    search.more = 0
    if search.board < BOARDS:
        search.step -= search.behind[search.board]
        copy_into(search.starts[search.board], search.drawn[ROLLOUT_LEVEL])


@rule
def next_in_rollout(network: Any, search: Any) -> int:
    """Announce the next draw on the board played now."""
    played = search.drawn[ROLLOUT_LEVEL]
    if search.step < 0:
        search.tile[ROLLOUT_LEVEL] = first(played.to_lay[0])
        return ROLLOUT_LEVEL
    tile = search.order[search.step]
    laid = N_CELLS - size(played.free[0])
    if search.step >= search.depth and laid < NETWORK_TILES and search.exact == 0:
        search.more -= DISCOUNT[search.step - search.depth] * value_if_drawn(
            network, laid, tile, search.accumulator, search.at
        )
    rules.apply_chance(search.setup, played, tile)
    search.tile[ROLLOUT_LEVEL] = tile
    return ROLLOUT_LEVEL


@rule
def record_rollout(search: Any, rng: Generator, cells: int) -> None:
    """Lay the tile where the board's value is highest; at the end of the round go on with the next board."""
    played = search.drawn[ROLLOUT_LEVEL]
    board = search.board
    cell = best_cell(cells, search.cell_values)
    laid = N_CELLS - size(played.free[0])
    if search.step >= search.depth and laid < NETWORK_TILES and search.exact == 0:
        search.more += DISCOUNT[search.step - search.depth] * search.cell_values[cell]
    rules.step(search.setup, played, 0, search.tile[ROLLOUT_LEVEL] * STRIDE + cell)
    search.at = cell
    if search.step < 0:  # opponents' sealed placements are unknown: the network lays once for all rollouts
        search.behind[board] = 0
        copy_into(played, search.starts[board])
    search.step += 1
    # From here on values are exact: only wins need the round played to its end.
    if search.others > 0:
        if played.free[0] != 0:
            return
    elif laid + 1 < NETWORK_TILES:
        return
    search.gains[board] += search.more
    search.played[board] += 1
    search.scores[board] = rules.board_points(played, 0) + search.lead[board]
    next_board(search)
    if search.board == BOARDS:
        end_rollout(search)
        most = orders(search.state) if search.others > 0 else MOST_ROUNDS
        if search.rounds < most and (search.left > 0 or search.others > 0):
            begin_rollout(search, rng)
        else:
            search.stage = DONE


HALVE_AFTER: Final = 24
"""After this number of rollouts, and three times as many, the worse half of the boards is dropped (at least two
stay)."""
MOST_ROUNDS: Final = 600
WHOLE: Final = 1 << 10
DISCOUNT: Final = np.array([round(WHOLE * 0.9**step) for step in range(N_CELLS)], np.int64)
"""Weight of the gain of a draw by how late it came, in units of ``WHOLE``: later draws bring more noise, and less that
depends on the placement."""
SHRINKAGE: Final = np.array([80 if laid < 2 else 10 for laid in range(N_CELLS)], np.int64)
"""By the number of tiles laid, the number of rollouts at which noise and true differences between placements have equal
variance. Gains are shrunk by n / (n + SHRINKAGE). (Both measured by ``lab/benchmarks/rollout_accuracy.py``.)"""


@rule
def end_rollout(search: Any) -> None:
    """Record a rollout that was played on all boards."""
    search.rounds += 1
    if search.others > 0:
        most = search.scores[MAX_CANDIDATES]
        for board in range(MAX_CANDIDATES + 1, MAX_CANDIDATES + search.others):
            most = max(most, search.scores[board])
        sharing = 1
        for board in range(MAX_CANDIDATES, MAX_CANDIDATES + search.others):
            if search.scores[board] == most:
                sharing += 1
        for board in range(search.own):
            if search.scores[board] >= most:
                search.wins[board] += SHARES if search.scores[board] > most else SHARES // sharing
    elif search.rounds in (HALVE_AFTER, 3 * HALVE_AFTER):
        drop_half(search)


PERCENT: Final = 64
"""Points that count as much as one percent of a win."""


@rule
def placement_value(search: Any, board: int) -> int:
    """Return the value of a placement by expectimax and rollouts; if wins are counted, the percentage of wins comes
    first."""
    if search.others > 0:
        won = 100 * PERCENT * POINT * search.wins[board]
        return search.ahead[board] + (won // (SHARES * search.rounds) if search.rounds > 0 else 0)
    doubt = SHRINKAGE[N_CELLS - size(search.state.free[0])]
    return search.ahead[board] + search.gains[board] // (WHOLE * (search.played[board] + doubt))


@rule
def drop_half(search: Any) -> None:
    """Drop the worse half of the boards, but keep two."""
    alive = 0
    for board in range(search.own):
        alive += 1 - search.dropped[board]
    for _ in range(min(alive // 2, alive - 2)):
        worst = -1
        for board in range(search.own):
            if search.dropped[board] == 0 and (
                worst < 0 or placement_value(search, board) < placement_value(search, worst)
            ):
                worst = board
        search.dropped[worst] = 1


@rule
def conclude(search: Any) -> None:
    """Write the final values of the placements. An unfinished expectimax is ignored, because values of different depths
    cannot be compared. A dropped placement had fewer rollouts, so its value is capped at the lowest of those kept."""
    if search.stage in (EXPECTIMAX, EXACT):
        for cell in range(N_CELLS):
            search.values[0, cell] = search.before[cell]
    least = 1000 * PERCENT * POINT
    for dropped in range(2):
        for board in range(search.own):
            if search.dropped[board] == dropped:
                value = min(placement_value(search, board), least)
                search.values[0, search.laid_at[board]] = value
        for board in range(search.own):
            if search.dropped[board] == 0:
                least = min(least, search.values[0, search.laid_at[board]])


# -- Luck -------------------------------------------------------------------------------------------------------------


@rule
def draw_luck(network: Any, setup: Setup, state: State, seat: int, tile: int, search: Any) -> float:
    """Return the luck of a draw for a seat, in points: the value of its board with this tile laid best, minus the mean
    over all tiles that could have been drawn."""
    tiles = rules.heap_to_draw(state)
    drawn = search.drawn[0]
    total = 0
    came = 0
    rest = tiles
    while rest != 0:
        other = first(rest)
        rest &= rest - 1
        copy_into(state, drawn)
        rules.apply_chance(setup, drawn, other)
        solo_board(setup, drawn, seat, search.setup, search.state)
        cells = rules.cells_for(search.setup, search.state, 0)
        evaluate_cells(network, search.setup, search.state, other, cells, False, search)
        worth = search.cell_values[best_cell(cells, search.cell_values)]
        total += worth
        if other == tile:
            came = worth
    return (came - total / size(tiles)) / POINT
