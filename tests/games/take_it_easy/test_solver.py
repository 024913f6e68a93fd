import json
import os
import random
import runpy
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.engine.errors import Refusal
from ludotheque.games.take_it_easy.pieces import CELLS, LINES, TILES
from ludotheque.games.take_it_easy.solver import EMPTY, hindsight, perfect

NOTHING_LAID = [EMPTY] * len(CELLS)


def score(board):
    """T-20 to T-22, from nothing but the tiles and lines."""
    total = 0
    for number, line in enumerate(LINES):
        digits = {TILES[board[cell]][number // 5] for cell in line}
        if len(digits) == 1:
            total += len(line) * digits.pop()
    return total


def free_cells(board):
    return [cell for cell in range(len(CELLS)) if board[cell] == EMPTY]


def completed(board, tiles):
    """The board with the tiles laid on its free cells, in order."""
    full = list(board)
    for cell, tile in zip(free_cells(board), tiles, strict=True):
        full[cell] = tile
    return full


def half_played(rng, free):
    """The rest of the tiles and a board, well laid for other tiles than those that come, so that most lines live."""
    hoped = hindsight(rng.sample(range(27), 19)).board
    board = list(hoped)
    for cell in rng.sample(range(19), free):
        board[cell] = EMPTY
    return rng.sample([tile for tile in range(27) if tile not in board], free), board


@st.composite
def rounds(draw):
    """The rest of the tiles and a board on which some tiles lie anywhere."""
    tiles = draw(st.permutations(range(27)))[:19]
    cells = draw(st.permutations(range(19)))[: draw(st.integers(0, 19))]
    board = list(NOTHING_LAID)
    for cell, tile in zip(cells, tiles, strict=False):
        board[cell] = tile
    return tiles[len(cells) :], board


@pytest.fixture(scope="module")
def cp_sat():
    """Stands where its speed is compared."""
    return runpy.run_path(str(Path(__file__).parents[3] / "lab" / "benchmarks" / "solver.py"))


@pytest.mark.rule("T-24")
def test_the_highest_round_is_307_and_16_boards_reach_it():
    maximum, boards = perfect()
    assert maximum == 307
    assert len(boards) == len(set(boards)) == 16
    for board in boards:
        assert len(set(board)) == 19
        assert score(board) == 307
        assert board[::-1] in boards  # turning the cells by half a turn keeps every line


@pytest.mark.rule("T-24")
def test_in_hindsight_the_tiles_of_a_perfect_board_are_worth_it_and_others_are_not():
    boards = perfect().boards
    perfect_sets = {frozenset(board) for board in boards}
    for board in boards:
        assert hindsight(sorted(board)).score == 307
        for tile in range(27):
            if tile not in board:
                other = frozenset(board) - {board[0]} | {tile}
                assert (hindsight(sorted(other)).score == 307) == (other in perfect_sets)


@given(rounds(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=100)
def test_the_board_is_full_honest_and_never_beaten(start, rng):
    tiles, board = start
    optimum = hindsight(tiles, board)
    assert all(laid in (EMPTY, tile) for laid, tile in zip(board, optimum.board, strict=True))
    assert sorted(optimum.board[cell] for cell in free_cells(board)) == sorted(tiles)
    assert score(optimum.board) == optimum.score
    for _ in range(20):
        assert score(completed(board, rng.sample(tiles, len(tiles)))) <= optimum.score


@given(rounds())
@settings(deadline=None, max_examples=30)
def test_laying_a_tile_never_raises_the_optimum_and_laying_it_well_keeps_it(start):
    tiles, board = start
    optimum = hindsight(tiles, board)
    for cell in free_cells(board):
        laid = list(board)
        laid[cell] = tiles[0]
        after = hindsight(tiles[1:], laid).score
        if optimum.board[cell] == tiles[0]:
            assert after == optimum.score
        else:
            assert after <= optimum.score


@given(rounds())
@settings(deadline=None, max_examples=30)
def test_half_a_turn_of_the_board_changes_nothing(start):
    tiles, board = start
    assert hindsight(tiles, board[::-1]).score == hindsight(tiles, board).score


@pytest.mark.parametrize("free", [0, 1, 3, 5])
def test_few_free_cells_give_what_trying_everything_gives(free):
    rng = random.Random(free)
    for _ in range(20):
        tiles, board = half_played(rng, free)
        assert hindsight(tiles, board).score == max(score(completed(board, order)) for order in permutations(tiles))


def test_a_full_board_is_worth_its_own_score():
    board = random.Random(1).sample(range(27), 19)
    assert hindsight([], board) == (score(board), tuple(board))


@pytest.mark.parametrize("seed", range(6))
def test_cp_sat_agrees_on_whole_rounds(cp_sat, seed):
    tiles = random.Random(seed).sample(range(27), 19)
    assert hindsight(tiles).score == cp_sat["by_cp_sat"](tiles, NOTHING_LAID)


@pytest.mark.parametrize("free", [6, 10, 12, 14, 16, 18])
def test_cp_sat_agrees_on_half_played_rounds(cp_sat, free):
    tiles, board = half_played(random.Random(free), free)
    assert hindsight(tiles, board).score == cp_sat["by_cp_sat"](tiles, board)


@pytest.mark.long
def test_cp_sat_agrees_on_many_rounds(cp_sat):
    rng = random.Random(4)
    for number in range(100):
        tiles, board = half_played(rng, rng.randint(6, 18)) if number % 2 else (rng.sample(range(27), 19), NOTHING_LAID)
        assert hindsight(tiles, board).score == cp_sat["by_cp_sat"](tiles, board), (tiles, board)


@pytest.mark.rule("T-24")
def test_cp_sat_finds_the_same_perfect_boards_and_none_better(cp_sat):
    from ortools.sat.python import cp_model

    rules, lies, points = cp_sat["model"](range(27), NOTHING_LAID)
    rules.add(points >= 307)
    boards = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            boards.append(tuple(next(tile for tile in cell if self.value(cell[tile])) for cell in lies))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    assert solver.solve(rules, Collector()) == cp_model.OPTIMAL  # all were found
    assert sorted(boards) == perfect().boards


SAMPLE = """
import json, random
from ludotheque.native.compiled import MODE
from ludotheque.games.take_it_easy.solver import hindsight, perfect
rng = random.Random(6)
answers = [perfect(), hindsight([7, 3], [*range(8, 25), -1, -1])]
answers += [hindsight(rng.sample(range(27), 19)) for _ in range(5)]
print(json.dumps([MODE, answers]))
"""


def test_interpreted_and_compiled_searches_give_the_same_boards():
    answers = {}
    for mode in ("library", "interpreted"):
        run = subprocess.run(
            [sys.executable, "-c", SAMPLE],
            env={**os.environ, "LUDOTHEQUE_RULES": mode},
            capture_output=True,
            text=True,
            check=True,
        )
        said, answers[mode] = json.loads(run.stdout)
        assert said == mode
    assert answers["library"] == answers["interpreted"]


@pytest.mark.parametrize(
    ("tiles", "board", "code"),
    [
        (range(18), None, "wrong_count"),
        (range(20), None, "wrong_count"),
        ([], NOTHING_LAID, "wrong_count"),
        ([20], range(19), "wrong_count"),
        (range(18), NOTHING_LAID[:18], "wrong_count"),
        ([*range(18), 27], None, "no_such_tile"),
        ([*range(18), -1], None, "no_such_tile"),
        ([5], [EMPTY, 27, *range(6, 23)], "no_such_tile"),
        ([5], [EMPTY, -2, *range(6, 23)], "no_such_tile"),
        ([*range(18), 0], None, "impossible_chance"),
        ([5], [EMPTY, *range(18)], "impossible_chance"),
        ([], [*range(18), 0], "impossible_chance"),
    ],
)
def test_what_cannot_be_is_refused(tiles, board, code):
    with pytest.raises(Refusal) as refused:
        hindsight(tiles, board)
    assert refused.value.code == code
