"""Compare the native libraries with the same functions compiled by Numba for this machine, in one run.

    python lab/benchmarks/library_speed.py [GAME ...] [--repeats 5]

Two processes, one for each mode, take turns at every measurement. Rates are per processor time, the best of all turns;
the last column is above 1 if the library is faster. Numba compiles for minutes before the first turn.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from ludotheque.engine.game import Game
from ludotheque.engine.position import Event, Position
from ludotheque.engine.registry import game, games
from ludotheque.engine.rng import generator
from ludotheque.envs.batch import Batch
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.search.simulation import simulate

SIMULATED = {"take_it_easy": 400_000, "micropul": 6_000, "polygons": 3_000}
"""Random games of a measurement; 1000 for other games."""
BUDGET = 2_000
"""Simulations of a search."""
TABLES = 512


def samples(chosen: Game) -> list[Position]:
    """Positions of a random game in which a seat is to act."""
    found = play_on(chosen.start(chosen.simulated["seats"], chosen.simulated["options"]), [Random()] * 8, seed=3)
    return [position for _, position in found if position.to_act and position.to_act[0] != "chance"]


def measurements(chosen: Game) -> dict[str, Callable[[], float]]:
    """What is measured: functions that do something and return how many times."""
    seats, options = chosen.simulated["seats"], chosen.simulated["options"]
    positions = samples(chosen)
    some = positions[:: max(1, len(positions) // 6)]
    tables = Batch(chosen, TABLES, seats, options, same_step=True)
    for number in range(TABLES):
        tables.seed(number, number)
    tables.reset()
    actions = np.zeros(TABLES, np.int64)

    def random_games() -> float:
        return float(simulate(chosen, SIMULATED.get(chosen.id, 1_000), seats, options, seed=5).steps)

    def moves(level: str, budget: int, times: int) -> Callable[[], float]:
        bot = Character(level, budget=budget)
        bot.budget_ms = 1e6

        def decide() -> float:
            for number in range(times):
                for position in some:
                    seat = position.to_act[0]
                    assert seat != "chance"
                    bot.choose(position.mask(seat), generator(number))
            return float(times * len(some))

        return decide

    events = [Event(position.to_act[0], position.legal_texts(position.to_act[0])[0]) for position in positions]

    def play() -> float:
        for position, event in zip(positions, events, strict=True):
            position.play(event)
        return float(len(positions))

    def send() -> float:
        for position in positions:
            seat = position.to_act[0]
            masked = position.mask(None if seat == "chance" else seat)
            masked.view_json()
            masked.legal_with_previews_json()
        return float(len(positions))

    def step() -> float:
        for _ in range(50):
            tables.choose_any(generator(1), actions)
            tables.step(actions)
        return 50.0 * TABLES

    found = {
        "random games: steps/s": random_games,
        "`position.play`: calls/s": play,
        "view and previews as JSON, as a server sends them: calls/s": send,
        "vector environment: steps/s": step,
    }
    if chosen.characters:
        found["amateur: moves/s"] = moves("amateur", 0, 30)
        found["expert: moves/s"] = moves("expert", 0, 10)
        found["master: moves/s"] = moves("master", 0, 1)
        found[f"search of {BUDGET} simulations: moves/s"] = moves("master", BUDGET, 1)
    return found


def serve(names: list[str]) -> None:
    """Measure what standard input asks for: the game's number and the measurement's, until it ends."""
    offered = [list(measurements(game(name)).items()) for name in names]
    for one in offered:
        for _, measure in one:
            measure()  # loads, or compiles
    print(json.dumps([[title for title, _ in one] for one in offered]), flush=True)
    for line in sys.stdin:
        which, number = map(int, line.split())
        began = time.process_time()
        count = offered[which][number][1]()
        print(count / (time.process_time() - began), flush=True)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.games)
        return
    processes = []
    for mode in ("library", "jit"):
        command = [sys.executable, __file__, "--serve", *arguments.games]
        environment = {**os.environ, "LUDOTHEQUE_RULES": mode}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        processes.append(subprocess.Popen(command, env=environment, **pipes))
    titles, _ = (json.loads(process.stdout.readline()) for process in processes)
    print("| game | what | library | Numba JIT | library / JIT |\n|---|---|---|---|---|")
    for which, name in enumerate(arguments.games):
        for number, title in enumerate(titles[which]):
            rates: list[list[float]] = [[], []]
            for _ in range(arguments.repeats):
                for process, found in zip(processes, rates, strict=True):
                    process.stdin.write(f"{which} {number}\n")
                    process.stdin.flush()
                    found.append(float(process.stdout.readline()))
            own, other = max(rates[0]), max(rates[1])
            print(f"| {name} | {title} | {own:,.1f} | {other:,.1f} | {own / other:.2f} |", flush=True)
    for process in processes:
        process.stdin.close()
        process.wait()


if __name__ == "__main__":
    main()
