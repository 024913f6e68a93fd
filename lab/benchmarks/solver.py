"""Measure the exact solver of Take It Easy, and compare it with CP-SAT.

    python lab/benchmarks/solver.py [--draws 1000] [--rivals 5]

CP-SAT gets the same question about the same tiles in the same run. The tests compare with it too, using this model.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ortools.sat.python import cp_model

from ludotheque.games.take_it_easy.pieces import CELLS, DIGITS_OF, LINES, TILES
from ludotheque.games.take_it_easy.solver import EMPTY, hindsight, perfect
from ludotheque.native.compiled import MODE


class Model(NamedTuple):
    """A round as CP-SAT sees it."""

    rules: cp_model.CpModel
    lies: list[dict[int, cp_model.IntVar]]
    """For each cell, whether each tile lies on it."""
    score: cp_model.LinearExprT


def model(tiles: Sequence[int], board: Sequence[int]) -> Model:
    """Which tile lies on which cell, and which lines show which digit.

    That lines can show a digit on no more cells than there are tiles with it follows from the other constraints; stated
    explicitly, it makes CP-SAT ten times faster.
    """
    rules = cp_model.CpModel()
    lies = [
        {tile: rules.new_bool_var(f"{cell} {tile}") for tile in (tiles if laid == EMPTY else [laid])}
        for cell, laid in zip(CELLS, board, strict=True)
    ]
    masked = [*tiles, *(tile for tile in board if tile != EMPTY)]
    for choices in lies:
        rules.add_exactly_one(choices.values())
    for tile in masked:
        rules.add_at_most_one(choices[tile] for choices in lies if tile in choices)
    points = []
    for direction, digits in enumerate(DIGITS_OF):
        lines = LINES[5 * direction : 5 * direction + 5]
        shows = [[rules.new_bool_var(f"{line} {digit}") for digit in digits] for line in lines]
        for line, shown in zip(lines, shows, strict=True):
            rules.add_at_most_one(shown)
            for digit, var in zip(digits, shown, strict=True):
                points.append(len(line) * digit * var)
                for cell in line:
                    rules.add(sum(lies[cell][tile] for tile in lies[cell] if TILES[tile][direction] == digit) >= var)
        for rank, digit in enumerate(digits):
            bearing = sum(TILES[tile][direction] == digit for tile in masked)
            rules.add(sum(len(line) * shown[rank] for line, shown in zip(lines, shows, strict=True)) <= bearing)
    return Model(rules, lies, sum(points))


def by_cp_sat(tiles: Sequence[int], board: Sequence[int], seconds: float = 120.0) -> int:
    """Return the best score according to CP-SAT, which must prove it in the given time."""
    question = model(tiles, board)
    question.rules.maximize(question.score)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(question.rules)
    if status != cp_model.OPTIMAL:
        raise TimeoutError(f"CP-SAT proved nothing in {seconds} s: {solver.status_name(status)}")
    return round(solver.objective_value)


def draw(rng: random.Random) -> list[int]:
    """The 19 tiles of a random round."""
    return rng.sample(range(len(TILES)), len(CELLS))


def half_played(rng: random.Random) -> tuple[list[int], list[int]]:
    """Return the remaining tiles and a board with 1 to 18 tiles laid, as they would lie best with other tiles to
    come."""
    hoped = hindsight(draw(rng)).board
    cells = rng.sample(range(len(CELLS)), rng.randint(1, len(CELLS) - 1))
    board = [hoped[cell] if cell in cells else EMPTY for cell in range(len(CELLS))]
    heap = [tile for tile in range(len(TILES)) if tile not in board]
    return rng.sample(heap, board.count(EMPTY)), board


def milliseconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - start)


def report(name: str, times: list[float]) -> None:
    """Print the median, the 95th percentile and the worst of many times in milliseconds."""
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"{name:34} median {statistics.median(times):7.3f} ms   p95 {p95:7.3f} ms   worst {max(times):7.3f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time the exact solver of Take It Easy.")
    parser.add_argument("--draws", type=int, default=1000, help="random rounds, and as many half-played ones")
    parser.add_argument("--rivals", type=int, default=5, help="rounds that CP-SAT solves too")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    print(MODE)
    perfect(), hindsight(range(len(CELLS)))  # compile or load before anything is timed

    report("perfect, 20 times", [milliseconds(perfect) for _ in range(20)])
    draws = [draw(rng) for _ in range(chosen.draws)]
    report(f"hindsight, {len(draws)} rounds", [milliseconds(partial(hindsight, tiles)) for tiles in draws])
    halves = [half_played(rng) for _ in range(chosen.draws)]
    report(f"hindsight, {len(halves)} half-played", [milliseconds(partial(hindsight, *half)) for half in halves])

    ratios = []
    for tiles in draws[: chosen.rivals]:
        optimum = hindsight(tiles).score
        ours = statistics.median(milliseconds(partial(hindsight, tiles)) for _ in range(5))
        start = time.perf_counter()
        if by_cp_sat(tiles, [EMPTY] * len(CELLS), seconds=600.0) != optimum:
            raise AssertionError(f"CP-SAT disagrees about {tiles}")
        theirs = 1e3 * (time.perf_counter() - start)
        ratios.append(theirs / ours)
        print(f"  optimum {optimum}: {ours:7.3f} ms, CP-SAT {theirs:8.0f} ms with two workers, ratio {ratios[-1]:8.0f}")
    if ratios:
        print(f"median ratio {statistics.median(ratios):.0f}")


if __name__ == "__main__":
    main()
