"""Thinking by the learned evaluation: at sight, ahead, and by rounds played to their end in the mind.

All of it is about one round of one board: what a seat knows is first made into the board of somebody who plays alone.
What is thought about is kept in a record, so that a thought can be had in portions.
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
from .network import ENDING, LEARNT, LOOK, POINT, count_out, expect, look

COUNTED: Final = 4
"""Boards with so many free cells or fewer are counted out, after a draw on trial with one less."""
NEAR: Final = 12 * POINT
"""A placement that is worth so much less than the best one at first sight is not looked at again."""
CLOSE: Final = 5 * POINT
"""A placement that is worth so much less than the best one by looking ahead is not looked at any deeper, nor played to
the end."""
WIDE: Final = 5
"""So many placements are looked at again at most."""
REPLIES: Final = 2
"""So many placements of a tile on trial are looked at again. (Four said the same in all of 600 positions.)"""
LEVELS: Final = 3
PLAYED: Final = LEVELS
"""The place of the board with which rounds are played to their end, after those of the looks ahead."""
WATCHED: Final = 4
"""From so many free cells on it matters who wins the last round: there all draws that may come are gone through."""
BOARDS: Final = WIDE + SEATS - 1
ENDING_BOARDS: Final = 6
"""What playing a board to its end takes with so few free cells, in boards judged: to count them out is cheap."""
STRIDE_OF_ORDERS: Final = 617
"""Orders are gone through in steps of so many, a prime: so those of a thought that the clock cuts are a fair part."""
SHARES: Final = 840
"""A win in parts: it can be shared by up to eight."""

# What a thought is at:
PAIR, AHEAD, COUNT, PLAY, DONE = 0, 1, 2, 3, 4

THOUGHT: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("setup", SETUP),
            ("state", STATE),  # the own board
            ("stage", "i8"),
            ("left", "i8"),  # how many boards may still be judged
            ("values", "i8", (2, N_CELLS)),  # what each placement of each tile is worth, as far as is known
            ("cells", "i8", (2,)),  # the sets of cells that are still in question
            ("sight", "i8", (N_CELLS,)),  # what each cell is worth at the look that was asked for last
            ("look", LOOK),
            ("ending", ENDING),
            # One look ahead after the other, each with the board that it starts from:
            ("level", "i8"),
            ("depth", "i8"),  # the last level
            ("deep", "i8"),  # how many boards may be judged by a look that is deeper than the first
            ("before", "i8", (N_CELLS,)),  # what each placement was worth by the look before this one
            ("boards", STATE, (LEVELS,)),
            ("drawn", STATE, (LEVELS + 1,)),  # that board with a tile on trial announced
            ("tiles", "i8", (LEVELS,)),  # the set of tiles that are still to be tried
            ("number", "i8", (LEVELS,)),  # how many there were
            ("tile", "i8", (LEVELS + 1,)),  # the one that is tried now
            ("trying", "i8", (LEVELS,)),  # the set of cells on which it is still to be tried
            ("cell", "i8", (LEVELS,)),  # the one on which it is tried now
            ("best", "i8", (LEVELS,)),  # the best of the cells tried so far
            ("total", "i8", (LEVELS,)),  # the sum of the best over the tiles
            # Rounds played to their end, with the same tiles on each of several boards: first own ones, then others'.
            ("own", "i8"),  # how many are own ones
            ("starts", STATE, (BOARDS,)),
            ("laid_at", "i8", (BOARDS,)),  # the cell by which an own one came to be
            ("ahead", "i8", (BOARDS,)),  # what it is worth by looking ahead
            ("lead", "i8", (BOARDS,)),  # the points that its player has besides
            ("dropped", "i8", (BOARDS,)),
            ("others", "i8"),  # how many others are watched, because it matters who wins, and not by how much
            ("behind", "i8", (BOARDS,)),  # whether the tile that was announced is still to be laid on it
            ("exact", "i8"),  # whether looking ahead has told all
            ("order", "i8", (N_TILES,)),
            ("board", "i8"),  # the one that is played now
            ("step", "i8"),  # how many tiles have been drawn in it
            ("at", "i8"),  # where its last tile was laid
            ("more", "i8"),  # what it has become worth, luck taken out, in parts of ``WHOLE``
            ("rounds", "i8"),  # how many were played
            ("played", "i8", (BOARDS,)),  # how many on each board
            ("gains", "i8", (BOARDS,)),  # the sum of that over all rounds
            ("scores", "i8", (BOARDS,)),  # how the round ends on each board
            ("wins", "i8", (BOARDS,)),  # the sum of its wins, in parts
            # What is expected, for who analyses a game:
            ("means", "f8", (SEATS,)),  # the points of each seat in the end
            ("found", "i8", (2 * N_CELLS,)),  # what placements are worth, the best first
        ],
    )
)
"""Where a bot thinks."""


@rule
def alone(setup: Setup, state: State, seat: int, solo: Setup, board: State) -> None:
    """The board of a seat as that of somebody who plays one round alone."""
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


LOOKING: Final = 6
"""What a look takes besides the boards that it judges, in boards."""
COUNTING: Final = np.array([1, 1, 2, 40, 2000], np.int64)
"""What counting out a board with so many free cells takes, in boards judged."""


@rule
def weigh(network: Any, setup: Setup, state: State, tile: int, cells: int, counting: bool, thought: Any) -> int:
    """What each board is worth that can be made by laying a tile, in the place of its cell: by a look at all that can,
    or counted out on these cells. How many boards that were."""
    sight = thought.sight
    if not counting and N_CELLS - size(state.free[0]) + 1 < LEARNT:
        look(network, setup, state, 0, tile, state.heap, thought.look, sight)
        return size(state.free[0]) + LOOKING
    after = thought.look.after
    evaluate_or_result = 0
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        copy_into(state, after)
        rules.step(setup, after, 0, tile * STRIDE + cell)
        sight[cell] = count_out(setup, after, 0, thought.ending)
        evaluate_or_result += COUNTING[size(after.free[0])]
    return evaluate_or_result


@rule
def best_cell(cells: int, values: Any) -> int:
    """The first of the cells that are worth most."""
    best = first(cells)
    while cells != 0:
        if values[first(cells)] > values[best]:
            best = first(cells)
        cells &= cells - 1
    return best


@rule
def near(cells: int, values: Any, most_cells: int) -> int:
    """The set of the cells that are worth most, so many of them at most and none that is far behind."""
    chosen = 0
    best = values[best_cell(cells, values)]
    while cells != 0 and most_cells > 0:
        cell = best_cell(cells, values)
        cells &= ~(1 << cell)
        if values[cell] < best - NEAR:
            return chosen
        chosen |= 1 << cell
        most_cells -= 1
    return chosen


@rule
def close(cells: int, values: Any) -> int:
    """The set of the cells that are worth nearly as much as the best."""
    chosen = 0
    best = values[best_cell(cells, values)]
    while cells != 0:
        if values[first(cells)] >= best - CLOSE:
            chosen |= cells & -cells
        cells &= cells - 1
    return chosen


@rule
def begin(setup: Setup, state: State, seat: int, budget: int, deep: int, thought: Any) -> None:
    """Begin to think about what a seat must lay now: with so many boards to judge (0: at sight), so many of them by
    looking at two draws ahead."""
    board = thought.state
    alone(setup, state, seat, thought.setup, board)
    thought.left = budget
    thought.rounds = 0
    thought.own = 0
    thought.others = 0
    thought.cells[0] = 0
    thought.cells[1] = 0
    thought.depth = 0
    thought.deep = deep
    free = size(board.free[0])
    thought.exact = free - 1 <= COUNTED
    copy_into(board, thought.boards[0])
    open_level(thought, 0, board.to_lay[0])
    thought.stage = AHEAD
    if size(board.to_lay[0]) > 1:
        thought.stage = PAIR
        thought.trying[0] = rules.cells_for(setup, state, seat)
        thought.trying[1] = thought.trying[0]
    elif budget > 0:
        if free > 3:
            thought.depth = 1
        last = state.rounds_done == setup.rounds - 1
        if last and setup.seats > 1 and setup.pairs == 0 and free <= WATCHED:
            boards = orders(board) * (free + setup.seats - 1)
            if boards * ENDING_BOARDS <= budget:
                watch(setup, state, seat, thought)


@rule
def orders(board: State) -> int:
    """In how many ways the tiles can come that are still to be drawn for a board with a tile to lay."""
    draws = size(board.heap)
    ways = 1
    for drawn in range(size(board.free[0]) - 1):
        ways *= draws - drawn
    return ways


@rule
def watch(setup: Setup, state: State, seat: int, thought: Any) -> None:
    """Take the others' boards, as far as they are known: what was announced is still to be laid on each."""
    for other in range(setup.seats):
        if other != seat:
            board = WIDE + thought.others
            alone(setup, state, other, thought.setup, thought.starts[board])
            thought.starts[board].to_lay[0] = state.announced
            thought.lead[board] = state.points[other] - state.points[seat]
            thought.behind[board] = 1
            thought.others += 1


@rule
def go_on(network: Any, rng: Generator, thought: Any, boards: int) -> None:
    """Think on until so many boards are judged, or all is done."""
    # Everything that judges boards is called in one place, because what is called is compiled there.
    solo = thought.setup
    while boards > 0 and thought.stage != DONE:
        at = ask_for(network, rng, thought)
        if at >= 0:
            board = thought.drawn[at]
            counting = thought.stage == COUNT
            cells = thought.trying[at] if counting else rules.cells_for(solo, board, 0)
            evaluate_or_result = weigh(network, solo, board, thought.tile[at], cells, counting, thought)
            boards -= evaluate_or_result
            thought.left -= evaluate_or_result
            if thought.stage == PAIR:
                take_pair(thought, cells)
            elif thought.stage == PLAY:
                take_play(thought, rng, cells)
            else:
                take_ahead(thought, at, cells)


@rule
def ask_for(network: Any, rng: Generator, thought: Any) -> int:
    """The place of the next board to judge; -1 where something else was done instead."""
    if thought.stage == PAIR:
        return ask_pair(thought)
    if thought.stage == PLAY:
        return ask_play(network, thought)
    return ask_ahead(thought, rng)


# -- Two tiles --------------------------------------------------------------------------------------------------------


@rule
def ask_pair(thought: Any) -> int:
    """The board with one of two tiles laid on one of the cells, and the other to be laid."""
    tiles = thought.state.to_lay[0]
    slot = 0 if thought.trying[0] != 0 else 1
    if thought.trying[slot] == 0:
        thought.stage = DONE
        return -1
    cell = first(thought.trying[slot])
    tile = nth(tiles, slot)
    thought.cell[0] = cell
    thought.level = slot
    copy_into(thought.state, thought.drawn[0])
    rules.step(thought.setup, thought.drawn[0], 0, tile * STRIDE + cell)
    thought.tile[0] = nth(tiles, 1 - slot)
    return 0


@rule
def take_pair(thought: Any, cells: int) -> None:
    """The first of two tiles is worth what the board is with both."""
    slot, cell = thought.level, thought.cell[0]
    thought.trying[slot] &= ~(1 << cell)
    thought.cells[slot] |= 1 << cell
    thought.values[slot, cell] = thought.sight[best_cell(cells, thought.sight)]


# -- Looking ahead ----------------------------------------------------------------------------------------------------


@rule
def open_level(thought: Any, level: int, tiles: int) -> None:
    """Begin to try out these tiles on the board of a level."""
    thought.level = level
    thought.tiles[level] = tiles
    thought.number[level] = size(tiles)
    thought.trying[level] = 0
    thought.best[level] = 0
    thought.total[level] = 0


@rule
def settle(thought: Any, level: int, cell: int, value: int) -> None:
    """The placement on trial is worth so much."""
    thought.best[level] = max(thought.best[level], value)
    if level == 0:
        thought.values[0, cell] = value
        thought.cells[0] |= 1 << cell


@rule
def ask_ahead(thought: Any, rng: Generator) -> int:
    """The next board with a tile on trial, to be looked at, or to be counted out with the tile on some of its cells."""
    level = thought.level
    if thought.stage == COUNT:
        return level
    drawn = thought.drawn[level]
    if thought.trying[level] != 0:
        cell = first(thought.trying[level])
        thought.trying[level] &= thought.trying[level] - 1
        thought.cell[level] = cell
        after = thought.boards[level + 1]
        copy_into(drawn, after)
        rules.step(thought.setup, after, 0, thought.tile[level] * STRIDE + cell)
        open_level(thought, level + 1, after.heap)
        return -1
    if level > 0:
        thought.total[level] += thought.best[level]
        thought.best[level] = 0
    if thought.tiles[level] == 0:
        if level == 0:
            if not look_deeper(thought):
                begin_play(thought, rng)
            return -1
        thought.level = level - 1
        settle(thought, level - 1, thought.cell[level - 1], thought.total[level] // thought.number[level])
        return -1
    tile = first(thought.tiles[level])
    thought.tiles[level] &= thought.tiles[level] - 1
    thought.tile[level] = tile
    copy_into(thought.boards[level], drawn)
    if level > 0:
        rules.apply_chance(thought.setup, drawn, tile)
    return level


@rule
def keep(thought: Any, values: Any) -> None:
    """Keep what placements are worth, in case that a deeper look is not finished."""
    for cell in range(N_CELLS):
        thought.before[cell] = values[cell]


@rule
def look_deeper(thought: Any) -> bool:
    """Begin again from the placements that are still in question, a draw further ahead; whether that is worth it and
    does not take too many boards."""
    cells = close(thought.cells[0], thought.values[0])
    draws = size(thought.state.heap)
    boards = size(cells) * REPLIES * draws * (draws - 1) * (size(thought.state.free[0]) - 2)
    if thought.depth != 1 or thought.exact != 0 or size(cells) < 2 or boards > thought.deep:
        return False
    keep(thought, thought.values[0])
    thought.cells[0] = cells
    thought.depth = 2
    open_level(thought, 0, thought.state.to_lay[0])
    return True


@rule
def take_ahead(thought: Any, level: int, cells: int) -> None:
    """What was judged at a level: it is settled, or shows which cells to look at again."""
    sight = thought.sight
    if thought.stage == COUNT or level == thought.depth:
        thought.trying[level] = 0
        thought.stage = AHEAD
        while cells != 0:
            settle(thought, level, first(cells), sight[first(cells)])
            cells &= cells - 1
        return
    thought.stage = AHEAD
    if level > 0:
        thought.trying[level] = near(cells, sight, REPLIES)
    else:
        if thought.depth == 1:
            keep(thought, sight)
            thought.cells[0] = near(cells, sight, WIDE)
        thought.trying[0] = thought.cells[0]
    if size(thought.drawn[level].free[0]) - 1 <= COUNTED - level:
        thought.stage = COUNT


# -- Rounds played to their end ---------------------------------------------------------------------------------------


@rule
def begin_play(thought: Any, rng: Generator) -> None:
    """Begin to play rounds to their end from the placements in question."""
    thought.stage = DONE
    cells = thought.cells[0]
    if thought.left <= 0 or (thought.exact != 0 and thought.others == 0):
        return
    cells = near(cells, thought.values[0], WIDE)
    thought.cells[0] = cells
    if thought.others == 0:
        cells = close(cells, thought.values[0])
    tile = first(thought.state.to_lay[0])
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        board = thought.own
        thought.own += 1
        copy_into(thought.state, thought.starts[board])
        rules.step(thought.setup, thought.starts[board], 0, tile * STRIDE + cell)
        thought.laid_at[board] = cell
        thought.ahead[board] = thought.values[0, cell]
        thought.lead[board] = 0
        thought.behind[board] = 0
    for board in range(BOARDS):
        thought.gains[board] = 0
        thought.played[board] = 0
        thought.wins[board] = 0
        thought.dropped[board] = 0 if board < thought.own or WIDE <= board < WIDE + thought.others else 1
    if thought.own > 1:
        thought.stage = PLAY
        begin_round(thought, rng)


@rule
def begin_round(thought: Any, rng: Generator) -> None:
    """The tiles of the next round, the same for all boards: where it matters who wins, one order after the other."""
    rest = thought.state.heap
    number = thought.rounds * STRIDE_OF_ORDERS % orders(thought.state)
    for draw in range(size(thought.state.free[0]) - 1):
        if thought.others > 0:
            at = number % size(rest)
            number //= size(rest)
        else:
            at = below(rng, size(rest))
        tile = nth(rest, at)
        rest &= ~(1 << tile)
        thought.order[draw] = tile
    thought.board = -1
    next_board(thought)


@rule
def next_board(thought: Any) -> None:
    """Go on with the next board that is still in question."""
    thought.board += 1
    while thought.board < BOARDS and thought.dropped[thought.board] != 0:
        thought.board += 1
    thought.step = 0
    thought.more = 0
    if thought.board < BOARDS:
        thought.step -= thought.behind[thought.board]
        copy_into(thought.starts[thought.board], thought.drawn[PLAYED])


@rule
def ask_play(network: Any, thought: Any) -> int:
    """The board that is played, with the next tile of the round announced."""
    played = thought.drawn[PLAYED]
    if thought.step < 0:
        thought.tile[PLAYED] = first(played.to_lay[0])
        return PLAYED
    tile = thought.order[thought.step]
    laid = N_CELLS - size(played.free[0])
    if thought.step >= thought.depth and laid < LEARNT and thought.exact == 0:
        thought.more -= FADING[thought.step - thought.depth] * expect(network, laid, tile, thought.look, thought.at)
    rules.apply_chance(thought.setup, played, tile)
    thought.tile[PLAYED] = tile
    return PLAYED


@rule
def take_play(thought: Any, rng: Generator, cells: int) -> None:
    """Lay it where the board is worth most."""
    played = thought.drawn[PLAYED]
    board = thought.board
    cell = best_cell(cells, thought.sight)
    laid = N_CELLS - size(played.free[0])
    if thought.step >= thought.depth and laid < LEARNT and thought.exact == 0:
        thought.more += FADING[thought.step - thought.depth] * thought.sight[cell]
    rules.step(thought.setup, played, 0, thought.tile[PLAYED] * STRIDE + cell)
    thought.at = cell
    if thought.step < 0:  # what others have sealed is not known: they are taken to lay at sight, once for all rounds
        thought.behind[board] = 0
        copy_into(played, thought.starts[board])
    thought.step += 1
    # What is counted out need not be played out, unless it matters who wins.
    if thought.others > 0:
        if played.free[0] != 0:
            return
    elif laid + 1 < LEARNT:
        return
    thought.gains[board] += thought.more
    thought.played[board] += 1
    thought.scores[board] = rules.board_points(played, 0) + thought.lead[board]
    next_board(thought)
    if thought.board == BOARDS:
        end_round(thought)
        most = orders(thought.state) if thought.others > 0 else MOST_ROUNDS
        if thought.rounds < most and (thought.left > 0 or thought.others > 0):
            begin_round(thought, rng)
        else:
            thought.stage = DONE


HALVED: Final = 24
"""After so many rounds, and three times as many, the worse half of the boards in question is dropped, but not two."""
MOST_ROUNDS: Final = 600
WHOLE: Final = 1 << 10
FADING: Final = np.array([round(WHOLE * 0.9**step) for step in range(N_CELLS)], np.int64)
"""What a draw showed counts the less the later it came, in parts of ``WHOLE``: later draws bring more chance, and less
that has to do with the placement."""
DOUBT: Final = np.array([80 if laid < 2 else 10 for laid in range(N_CELLS)], np.int64)
"""With so many rounds, by the number of tiles laid, chance and truth have the same part in how the placements differ in
their gains: fewer are believed less than half, more are believed more.
(Both measured by ``lab/benchmarks/rounds.py``.)"""


@rule
def end_round(thought: Any) -> None:
    """What a round that was played on all boards tells."""
    thought.rounds += 1
    if thought.others > 0:
        most = thought.scores[WIDE]
        for board in range(WIDE + 1, WIDE + thought.others):
            most = max(most, thought.scores[board])
        sharing = 1
        for board in range(WIDE, WIDE + thought.others):
            if thought.scores[board] == most:
                sharing += 1
        for board in range(thought.own):
            if thought.scores[board] >= most:
                thought.wins[board] += SHARES if thought.scores[board] > most else SHARES // sharing
    elif thought.rounds in (HALVED, 3 * HALVED):
        drop_half(thought)


PERCENT: Final = 64
"""A percent of a win is worth so many points."""


@rule
def evaluate_or_result(thought: Any, board: int) -> int:
    """What a placement is worth, by looking ahead and by rounds; where it matters who wins, by the percentage of wins,
    and by points as far as that leaves a choice."""
    if thought.others > 0:
        won = 100 * PERCENT * POINT * thought.wins[board]
        return thought.ahead[board] + (won // (SHARES * thought.rounds) if thought.rounds > 0 else 0)
    doubt = DOUBT[N_CELLS - size(thought.state.free[0])]
    return thought.ahead[board] + thought.gains[board] // (WHOLE * (thought.played[board] + doubt))


@rule
def drop_half(thought: Any) -> None:
    """Drop the worse half of the boards in question, but keep two."""
    alive = 0
    for board in range(thought.own):
        alive += 1 - thought.dropped[board]
    for _ in range(min(alive // 2, alive - 2)):
        worst = -1
        for board in range(thought.own):
            if thought.dropped[board] == 0 and (
                worst < 0 or evaluate_or_result(thought, board) < evaluate_or_result(thought, worst)
            ):
                worst = board
        thought.dropped[worst] = 1


@rule
def conclude(thought: Any) -> None:
    """What was learnt. A look ahead that was not finished counts for nothing: values of different looks cannot be
    compared. And what was dropped has seen fewer rounds than what was kept, and is not compared with it: it is worth no
    more."""
    if thought.stage in (AHEAD, COUNT):
        for cell in range(N_CELLS):
            thought.values[0, cell] = thought.before[cell]
    least = 1000 * PERCENT * POINT
    for dropped in range(2):
        for board in range(thought.own):
            if thought.dropped[board] == dropped:
                value = min(evaluate_or_result(thought, board), least)
                thought.values[0, thought.laid_at[board]] = value
        for board in range(thought.own):
            if thought.dropped[board] == 0:
                least = min(least, thought.values[0, thought.laid_at[board]])


# -- Luck -------------------------------------------------------------------------------------------------------------


@rule
def draw_luck(network: Any, setup: Setup, state: State, seat: int, tile: int, thought: Any) -> float:
    """What a draw brings a seat, in points: the worth of its board with this tile laid best, less the mean of that over
    all tiles that could have come."""
    tiles = rules.heap_to_draw(state)
    drawn = thought.drawn[0]
    total = 0
    came = 0
    rest = tiles
    while rest != 0:
        other = first(rest)
        rest &= rest - 1
        copy_into(state, drawn)
        rules.apply_chance(setup, drawn, other)
        alone(setup, drawn, seat, thought.setup, thought.state)
        cells = rules.cells_for(thought.setup, thought.state, 0)
        weigh(network, thought.setup, thought.state, other, cells, False, thought)
        worth = thought.sight[best_cell(cells, thought.sight)]
        total += worth
        if other == tile:
            came = worth
    return (came - total / size(tiles)) / POINT
