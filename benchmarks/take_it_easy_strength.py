"""How many points a round the learned bots of Take It Easy make, alone.

    python benchmarks/take_it_easy_strength.py [--bot expert] [--rounds 1000] [--seed 1] [--option adjacent]

Draws differ in worth, and that is most of what makes one round better than another. So from each score the luck of its
draws is taken out: at each draw, what the board is worth with the tile that came, less the mean of that over all tiles
that could have come. By construction that is zero on average, whatever the evaluation is worth, so the mean stays that
of the scores; only its error becomes smaller. (Not with `pairs`, where the draws are pairs.)
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from ludotheque.core.bits import first
from ludotheque.core.chance import generator
from ludotheque.core.game import Position
from ludotheque.core.registry import game
from ludotheque.games.take_it_easy.learned import THOUGHT, weigh
from ludotheque.games.take_it_easy.network import POINT, shipped
from ludotheque.games.take_it_easy.rules import heap_to_draw
from ludotheque.search.bots import bot


def luck_of(before: Position, drawn: int, thought: Any) -> float:
    """What a draw brought, in points: the board's worth with this tile less its mean over all that could have come."""
    network, rest, worths = shipped(), int(heap_to_draw(before.state)), {}
    while rest:
        tile = int(first(rest))
        rest &= rest - 1
        after = before.do("chance", tile)
        worths[tile] = int(weigh(network, after.setup, after.state, tile, thought)) / POINT
    return worths[drawn] - fmean(worths.values())


def main() -> None:
    """Play, and print the means with one standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", action="append", help="greedy, expert, master; several may be given")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], choices=["adjacent", "pairs"])
    given = parser.parse_args()
    rules = game("take_it_easy")
    start = rules.start(1, {"rounds": 1, **dict.fromkeys(given.option, True)})
    adjusting = not given.option
    thought = np.zeros(1, THOUGHT)[0]
    for name in given.bot or ["expert", "master"]:
        player = bot(rules, name)
        player.choose(
            start.play(start.draw(generator(0))).known(0), generator(0)
        )  # compiles, or loads what was compiled
        scores, adjusted, times = [], [], []
        for number in range(given.rounds):
            position, luck = start, 0.0
            chance, own = generator(given.seed, number * 16), generator(given.seed, number * 16 + 1)
            while position.to_act:
                if position.to_act == ("chance",):
                    before = position
                    position = position.play(position.draw(chance))
                    if adjusting:
                        luck += luck_of(before, int(first(position.state.announced)), thought)
                else:
                    known = position.known(0)
                    clock = time.process_time()
                    action = player.choose(known, own)
                    times.append(time.process_time() - clock)
                    position = position.do(0, action)
            scores.append(position.scores[0])
            adjusted.append(scores[-1] - luck)
        told = [(scores, "score")] + [(adjusted, "luck taken out")] * adjusting
        for values, what in told:
            print(
                f"{name:8} {given.rounds} rounds  {fmean(values):7.2f} +- {stdev(values) / sqrt(len(values)):.2f}  "
                f"deviation {stdev(values):5.2f}  {what}"
            )
        print(f"{name:8} {1000 * fmean(times):.2f} ms of a core a move, worst {1000 * max(times):.1f} ms")


if __name__ == "__main__":
    main()
