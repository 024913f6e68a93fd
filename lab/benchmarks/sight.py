"""Measure the network of Take It Easy without search: mean points per round, and rounds per second.

    python lab/benchmarks/sight.py [--rounds 50000] [--seed 1] [--weights FILE]

Every tile goes to its best cell, as `expert` lays it (without its random choice among placements within 1/8 point).
Scores are reported raw and with the luck of the draws removed: what each tile was expected to bring beyond the mean of
those that could be drawn. That correction has mean zero whatever the quality of the evaluation. The time of random play
by the same rules is measured in the same run.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.codec.records import new_record
from ludotheque.engine.contract import Setup, State
from ludotheque.engine.registry import game
from ludotheque.engine.rng import Generator, below, generator
from ludotheque.games.take_it_easy import rules
from ludotheque.games.take_it_easy.bots.network import FILE, NETWORK_TILES, POINT, read_network, value_if_drawn
from ludotheque.games.take_it_easy.bots.rollouts import SEARCH, best_cell, evaluate_cells
from ludotheque.games.take_it_easy.rules import N_CELLS, SETUP, STATE, STRIDE
from ludotheque.native.compiled import rule
from ludotheque.search.simulation import simulate


@rule
def play(network: Any, setup: Setup, state: State, rng: Generator, search: Any, scores: Any, adjusted: Any) -> None:
    """Play rounds without search; write the points of each, with and without luck."""
    for number in range(len(scores)):
        state.rounds_done = 0
        state.choosing = 0
        for digit in range(9):
            state.shows[0, digit] = 0
        rules.begin(setup, state)
        worth = 0
        luck = 0
        at = 0
        for laid in range(N_CELLS):
            tile = rules.chance_nth(setup, state, below(rng, rules.chance_count(setup, state)))
            if 0 < laid < NETWORK_TILES:
                luck += value_if_drawn(network, laid, tile, search.accumulator, at) - worth
            rules.apply_chance(setup, state, tile)
            cells = rules.cells_for(setup, state, 0)
            evaluate_cells(network, setup, state, tile, cells, False, search)
            at = best_cell(cells, search.cell_values)
            worth = search.cell_values[at]
            if laid + 1 == NETWORK_TILES:
                adjusted[number] = (worth - luck) / POINT  # from here on it is exact, and all that comes is luck
            rules.apply(setup, state, 0, tile * STRIDE + at)
        scores[number] = rules.board_points(state, 0)


def main() -> None:
    """Play, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=FILE)
    arguments = parser.parse_args()
    setup, state, search = new_record(SETUP), new_record(STATE), new_record(SEARCH)
    setup.seats = setup.rounds = 1
    network = read_network(arguments.weights.read_bytes())
    rng = generator(arguments.seed)
    scores, adjusted = np.zeros(arguments.rounds), np.zeros(arguments.rounds)
    play(network, setup, state, rng, search, scores[:1], adjusted[:1])
    began = time.process_time()
    play(network, setup, state, rng, search, scores, adjusted)
    seconds = time.process_time() - began

    once = simulate(game("take_it_easy"), 100_000, 1, {"rounds": 1}, arguments.seed)
    random_round = once.seconds / once.games

    def told(points: Any) -> str:
        return f"{points.mean():.2f} ± {points.std() / len(points) ** 0.5:.2f}"

    print(f"{arguments.rounds:,} rounds: {told(scores)}; luck taken out: {told(adjusted)}")
    rate, each = arguments.rounds / seconds, seconds / arguments.rounds
    print(f"{rate:,.0f} rounds a second of processor time ({each / random_round:,.0f} times a random round)")


if __name__ == "__main__":
    main()
