"""Measure what the rollouts of Take It Easy's `master` tell about placements, and how far to shrink them.

    python lab/benchmarks/rollout_accuracy.py [--games 100] [--rounds 1024] [--seed 1] [--fading 1 0.9]

In rounds laid without search, whenever the expectimax leaves more than one placement close, rollouts are made from each
with the same draws, luck removed as `master` does; the gain of the k-th draw is discounted by `fading` to the power k.
The covariance of the two halves of the rollouts is the true variance between placements, the rest is noise. The table
shows by the number of tiles laid: positions, the true variance (without discount), the noise of one rollout, the number
of rollouts at which both are equal (`SHRINKAGE`, from 150 rollouts), and the share of the true variance still unknown
then.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from ludotheque.codec.records import new_record
from ludotheque.engine.bits import nth, size
from ludotheque.engine.rng import Generator, below, generator
from ludotheque.games.take_it_easy import rules
from ludotheque.games.take_it_easy.bots.levels import BUDGET, DEEP_BUDGET
from ludotheque.games.take_it_easy.bots.network import NETWORK_TILES, POINT, shipped, value_if_drawn
from ludotheque.games.take_it_easy.bots.rollouts import (
    DONE,
    ROLLOUT,
    SEARCH,
    begin_search,
    best_cell,
    evaluate_cells,
    run_slice,
)
from ludotheque.games.take_it_easy.rules import N_CELLS, N_TILES, SETUP, STATE, STRIDE
from ludotheque.native.compiled import copy_into, rule

USUAL = 150
"""Rollouts per placement, about."""


@rule
def look_ahead(network: Any, rng: Generator, search: Any) -> None:
    """Run a search until its rollouts begin."""
    while search.stage not in (ROLLOUT, DONE):
        run_slice(network, rng, search, 1)


@rule
def play(network: Any, search: Any, start: Any, order: Any, played: Any, shown: Any) -> None:
    """Play a round to its end without search; write the gain of each draw from the first one that the expectimax did
    not see."""
    setup = search.setup
    copy_into(start, played)
    laid = N_CELLS - size(played.free[0])
    at = 0
    for step in range(NETWORK_TILES - laid):
        tile = order[step]
        measured = value_if_drawn(network, laid + step, tile, search.accumulator, at) if step > 0 else 0
        rules.apply_chance(setup, played, tile)
        cells = rules.cells_for(setup, played, 0)
        evaluate_cells(network, setup, played, tile, cells, False, search)
        at = best_cell(cells, search.cell_values)
        if step >= search.depth:
            shown[step - search.depth] = (search.cell_values[at] - measured) / POINT
        rules.step(setup, played, 0, tile * STRIDE + at)


@rule
def play_all(network: Any, rng: Generator, search: Any, order: Any, played: Any, shown: Any) -> None:
    """Make rollouts from each close placement with the same draws."""
    for number in range(shown.shape[1]):
        rest = search.state.heap
        for draw in range(size(search.state.free[0]) - 1):
            order[draw] = nth(rest, below(rng, size(rest)))
            rest &= ~(1 << order[draw])
        for board in range(search.own):
            play(network, search, search.starts[board], order, played, shown[board, number])


def differences(shown: Any) -> Any:
    """Return by how much each placement is better than the mean of the close ones, in each rollout."""
    return shown - shown.mean(0)


def common(ones: Any, others: Any) -> float:
    """Return the covariance between two sets of rollouts of what they tell about the placements."""
    return float(ones.mean(1) @ others.mean(1)) / (len(ones) - 1)


def main() -> None:
    """Play, and print a table for each fading."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fading", type=float, nargs="+", default=[1.0, 0.9])
    given = parser.parse_args()
    network, rng = shipped(), generator(given.seed)
    setup, state, search, played = new_record(SETUP), new_record(STATE), new_record(SEARCH), new_record(STATE)
    order = np.zeros(N_TILES, np.int64)
    setup.seats = setup.rounds = 1
    found: dict[float, dict[int, list[tuple[float, float, float, float]]]] = {fading: {} for fading in given.fading}
    half = given.rounds // 2
    for _ in range(given.games):
        state.rounds_done = 0
        state.choosing = 0
        state.shows[0] = 0
        rules.begin(setup, state)
        for laid in range(NETWORK_TILES - 1):
            tile = rules.chance_nth(setup, state, below(rng, rules.chance_count(setup, state)))
            rules.apply_chance(setup, state, tile)
            begin_search(setup, state, 0, BUDGET, DEEP_BUDGET, search)
            look_ahead(network, rng, search)
            if search.own > 1:
                shown = np.zeros((int(search.own), given.rounds, N_CELLS))
                play_all(network, rng, search, order, played, shown)
                whole = differences(shown.sum(2))
                for fading, by_laid in found.items():
                    seen = differences(shown @ fading ** np.arange(N_CELLS))
                    ones, others = (slice(None), slice(half)), (slice(None), slice(half, None))
                    measured = (
                        common(whole[ones], whole[others]),
                        (common(seen[ones], whole[others]) + common(seen[others], whole[ones])) / 2,
                        common(seen[ones], seen[others]),
                        float(seen.var(1, ddof=1).sum()) / (len(seen) - 1),
                    )
                    by_laid.setdefault(laid, []).append(measured)
            begin_search(setup, state, 0, 0, 0, search)
            look_ahead(network, rng, search)
            cell = best_cell(rules.cells_for(setup, state, 0), search.values[0])
            rules.apply(setup, state, 0, tile * STRIDE + cell)
    for fading, by_laid in found.items():
        print(
            f"\nfading {fading:g}\n| laid | positions | truth | chance | doubt | not known |\n|---|---|---|---|---|---|"
        )
        for laid, measured in sorted(by_laid.items()):
            truth, shared, seen, chance = np.mean(measured, 0)
            believed = shared / (seen + chance / USUAL)
            doubt = USUAL / believed - USUAL if believed > 0 else np.inf
            unknown = 1 - shared * believed / truth
            print(f"| {laid} | {len(measured)} | {truth:.2f} | {chance:.1f} | {doubt:.0f} | {100 * unknown:.0f} % |")


if __name__ == "__main__":
    main()
