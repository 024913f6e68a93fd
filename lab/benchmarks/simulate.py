"""Measure how fast random games are played, as ratios within one run.

    python lab/benchmarks/simulate.py [GAME ...] [--repeats 5] [--seconds 0.5]

Each game's compiled rules are compared with the same rules interpreted (in a separate process), and with a compiled
loop that only draws the same random numbers: the remaining time is that of the rules. The three take turns and medians
are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.codec.records import copy_record
from ludotheque.engine import dispatch
from ludotheque.engine.bits import first
from ludotheque.engine.contract import CHANCE, UNLISTABLE
from ludotheque.engine.game import Game
from ludotheque.engine.position import Position
from ludotheque.engine.registry import game, games
from ludotheque.engine.rng import MASK, below, generator, seed_words
from ludotheque.native.compiled import JIT, rule
from ludotheque.search.simulation import simulate

SEED = 1
SAMPLE = 64
"""Games whose random numbers the drawing loop repeats."""


class Rate(NamedTuple):
    """How fast something went."""

    games: float
    """A second."""
    steps: float
    """Actions of seats a second."""


def play(chosen: Game, number: int) -> Rate:
    """The rules, compiled or interpreted as this process is."""
    done = simulate(chosen, number, chosen.simulated["seats"], chosen.simulated["options"], SEED)
    return Rate(done.games / done.seconds, done.steps / done.seconds)


def play_interpreted(chosen: Game, number: int) -> Rate:
    """The rules in a process without the compiler."""
    command = [sys.executable, __file__, "--interpreted", str(number), chosen.id]
    done = subprocess.run(
        command, env={**os.environ, "LUDOTHEQUE_RULES": "interpreted"}, stdout=subprocess.PIPE, text=True, check=True
    )
    return Rate(*json.loads(done.stdout))


def ranges(opening: Position, number: int) -> list[int]:
    """From how many each number of random game `number` is drawn."""
    setup, state = opening.setup, copy_record(opening.state)
    rng = generator(SEED, number)
    drawn: list[int] = []

    def draw(n: int) -> int:
        drawn.append(n)
        return below(rng, n)

    while seats := int(dispatch.to_act(setup, state)):
        if seats == CHANCE:
            pick = draw(int(dispatch.chance_count(setup, state)))
            dispatch.apply_chance(setup, state, dispatch.chance_nth(setup, state, pick))
        else:
            seat = first(seats)
            k = draw(int(dispatch.legal_count(setup, state, seat)))
            dispatch.apply(setup, state, seat, dispatch.legal_nth(setup, state, seat, k))
    return drawn


@rule
def draw_only(drawn: NDArray[np.int64], ends: NDArray[np.int64], seed: int, number: int) -> int:
    """Draw the random numbers of a number of games, and nothing else. (Their sum is returned, so that no compiler
    removes them.)"""
    rng = np.zeros(4, np.int64)
    total = 0
    for played in range(number):
        sample = played % (len(ends) - 1)
        seed_words(rng, seed & MASK, seed >> 32, played)
        for at in range(ends[sample], ends[sample + 1]):
            total += below(rng, drawn[at])
    return total


class Drawing:
    """The drawing loop of a game."""

    def __init__(self, chosen: Game) -> None:
        start = chosen.start(chosen.simulated["seats"], chosen.simulated["options"])
        sampled = start.chance_count == UNLISTABLE
        sequences = [
            ranges(start.play(start.draw(generator(SEED, number))) if sampled else start, number)
            for number in range(SAMPLE)
        ]
        self.numbers = np.array([n for sequence in sequences for n in sequence], np.int64)
        self.ends = np.cumsum([0, *map(len, sequences)])
        draw_only(self.numbers, self.ends, SEED, 1)  # compiles

    def rate(self, number: int) -> float:
        """Games a second, if a game were nothing but its random numbers."""
        clock = time.perf_counter()
        draw_only(self.numbers, self.ends, SEED, number)
        return number / (time.perf_counter() - clock)


def enough(rate: Callable[[int], float], seconds: float) -> int:
    """Return how many games take about so long."""
    number = 1
    while number < (wanted := rate(number) * seconds) / 2:
        number = max(number * 2, min(number * 100, round(wanted)))
    return number


def compare(chosen: Game, repeats: int, seconds: float) -> str:
    """A row of the table."""
    drawing = Drawing(chosen)
    number = enough(lambda number: play(chosen, number).games, seconds)
    few = enough(lambda number: play_interpreted(chosen, number).games, seconds)
    compiled, interpreted, drawn = [], [], []
    for _ in range(repeats):
        compiled.append(play(chosen, number))
        drawn.append(drawing.rate(number))
        interpreted.append(play_interpreted(chosen, few))
    speed = statistics.median(rate.games for rate in compiled)
    steps = statistics.median(rate.steps for rate in compiled)
    over_python = statistics.median(fast.games / slow.games for fast, slow in zip(compiled, interpreted, strict=True))
    over_draws = statistics.median(alone / fast.games for fast, alone in zip(compiled, drawn, strict=True))
    calls = len(drawing.numbers) / SAMPLE
    return f"| {chosen.id} | {speed:,.0f} | {steps:,.0f} | {over_python:,.0f} | {calls:.0f} | {over_draws:.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each single measurement")
    parser.add_argument("--interpreted", type=int, metavar="N", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.interpreted is not None:
        assert not JIT
        print(json.dumps(play(game(given.games[0]), given.interpreted)))
        return
    assert JIT, "set LUDOTHEQUE_RULES=jit"
    print("| game | games/s | steps/s | times as fast as interpreted | numbers drawn a game | times the draws alone |")
    print("|---|---|---|---|---|---|")
    for name in given.games or games():
        print(compare(game(name), given.repeats, given.seconds), flush=True)


if __name__ == "__main__":
    main()
