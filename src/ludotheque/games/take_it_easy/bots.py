"""Playing knowledge of Take It Easy: what a line is worth before it is complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Any

from ...core.chance import Generator, below
from .notation import read_cell, read_tile
from .pieces import DIGITS_OF, LINES, TILES
from .rules import N_CELLS


@cache
def chance_of(wanted: int, fitting: int, draws: int, heap: int) -> float:
    """How likely at least `wanted` of `fitting` tiles are among the next draws from a heap."""
    ways = sum(comb(fitting, met) * comb(heap - fitting, draws - met) for met in range(wanted, min(fitting, draws) + 1))
    return ways / comb(heap, draws)


class Greedy:
    """One look ahead: lays the tile where the lines are then worth most.

    A line that can still be completed counts its points times the chance that enough fitting tiles are yet to come, as
    if no other line wanted them.
    """

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """The best action; one of them at random where several are."""
        board = {read_cell(cell): read_tile(tile) for cell, tile in view["boards"][view["seat"]].items()}
        heap = [read_tile(name) for name in view["heap"]]
        to_lay = {read_tile(name) for name in view["to_lay"]}
        worths = {}
        for action in legal:
            _, tile, cell = action.split(" ")
            after = {**board, read_cell(cell): read_tile(tile)}
            draws = N_CELLS - view["drawn"]
            worths[action] = self.worth(after, heap, draws, to_lay - {read_tile(tile)}, read_cell(cell), board)
        best = max(worths.values())
        choices = [action for action, worth in worths.items() if worth > best - 1e-9]
        return choices[below(rng, len(choices))]

    def worth(
        self, after: dict[int, int], heap: list[int], draws: int, sure: set[int], cell: int, before: dict[int, int]
    ) -> float:
        """How much the lines through a cell gain by the tile laid there; `sure` tiles are certain to come."""
        return sum(
            self.line(after, number, heap, draws, sure) - self.line(before, number, heap, draws, sure)
            for number in range(len(LINES))
            if cell in LINES[number]
        )

    def line(self, board: dict[int, int], number: int, heap: list[int], draws: int, sure: set[int]) -> float:
        """What a line is worth on average, if every fitting tile that comes went to it."""
        direction = number // 5
        digits = {TILES[board[cell]][direction] for cell in LINES[number] if cell in board}
        if len(digits) > 1:
            return 0.0
        missing = sum(cell not in board for cell in LINES[number])
        return max(
            digit
            * len(LINES[number])
            * chance_of(
                max(0, missing - sum(TILES[tile][direction] == digit for tile in sure)),
                sum(TILES[tile][direction] == digit for tile in heap),
                draws,
                len(heap),
            )
            for digit in digits or DIGITS_OF[direction]
        )
