"""Measure how the styles of Take It Easy's bots differ: open and complete lines in the middle of a round.

    python lab/benchmarks/styles.py [--rounds 300] [--seed 1] [--levels club expert]

After the tenth tile of a solo round, with the same draws for all: the points that incomplete lines in reach would
bring, and those of complete lines; means with one standard error. (Strength: lab/benchmarks/levels.py.)
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean, stdev

from ludotheque.engine.game import STYLES
from ludotheque.engine.position import Position
from ludotheque.engine.registry import game
from ludotheque.games.take_it_easy.pieces import LINE_POINTS
from ludotheque.games.take_it_easy.rules import N_LINES, line_in_reach, line_missing, line_rank
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on

TILES = 10


def points(position: Position) -> tuple[int, int]:
    """What lies open on the board, and what is complete."""
    sums = [0, 0]
    for line in range(N_LINES):
        rank = int(line_rank(position.state, 0, line))
        if rank >= 0 and line_in_reach(position.state, 0, line):
            sums[int(line_missing(position.state, 0, line)) == 0] += int(LINE_POINTS[line, rank])
    return sums[0], sums[1]


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs="+", default=["club", "expert"])
    given = parser.parse_args()
    rules = game("take_it_easy")
    start = rules.start(1, {"rounds": 1})
    print("| bot | open after ten tiles | complete |\n|---|---|---|")
    for level in given.levels:
        for style in STYLES:
            name = level if style == "even" else f"{level}-{style}"
            found = []
            for number in range(given.rounds):
                for event, position in play_on(start, [bot(rules, name)], given.seed, number):
                    laid = int(position.state.free[0]).bit_count() == 19 - TILES
                    if laid and event.by != "chance":
                        found.append(points(position))
                        break
            intervals = [f"{fmean(own):.1f} ± {stdev(own) / sqrt(len(own)):.1f}" for own in zip(*found, strict=True)]
            print(f"| {name} | {' | '.join(intervals)} |", flush=True)


if __name__ == "__main__":
    main()
