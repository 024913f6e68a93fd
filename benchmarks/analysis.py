"""How good the measure of luck and skill is: is v calibrated, do better players lose less, and what does luck explain?

    python benchmarks/analysis.py calibration GAME [--games N] [--bot NAME]
    python benchmarks/analysis.py levels GAME [--games N] [--trials N]

Both print Markdown for ``docs/analysis.md``.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from ludotheque.analysis import Analyst, accounts
from ludotheque.core.chance import below, generator
from ludotheque.core.game import LEVELS, Game, Position
from ludotheque.core.records import Step
from ludotheque.core.registry import game
from ludotheque.search.bots import bot, play_on

BINS = 10
LOOKS = 100
"""Simulations for a value: the table is made of many."""
POINTS = 4
"""Moments of a game that are looked at."""


def start_of(chosen: Game, seats: int) -> Position:
    """A short table: one round, where a game has rounds."""
    return chosen.start(seats, {"rounds": 1} if "rounds" in chosen.options else {})


def played(chosen: Game, bots: list[str], seed: int, number: int) -> list[Step]:
    """A game between bots, as a record tells it."""
    position = start_of(chosen, len(bots))
    steps: list[Step] = []
    for event, after in play_on(position, [bot(chosen, name) for name in bots], seed, number):
        steps.append(Step(len(steps) + 2, position, event))
        position = after
    return [*steps, Step(len(steps) + 2, position, None)]


def calibration(chosen: Game, games: int, name: str) -> None:
    """How often who was given a chance to win did win."""
    said: list[list[float]] = [[] for _ in range(BINS)]
    won: list[list[float]] = [[] for _ in range(BINS)]
    rng = generator(11)
    analysts = [Analyst(chosen, seat, LOOKS) for seat in range(2)]
    for number in range(games):
        steps = played(chosen, [name, name], 100, number)
        winners = steps[-1].position.outcome
        assert winners is not None, "bots play to the end"
        for _ in range(POINTS):
            step = steps[1 + int(below(rng, len(steps) - 2))]
            seat = int(below(rng, 2))
            known = step.position.known(seat)
            value = analysts[seat].value(known.setup, known.state)
            place = min(int(value * BINS), BINS - 1)
            said[place].append(value)
            won[place].append((seat in winners.winners) / len(winners.winners))
    print(f"{chosen.id}, {games} games between two of level {name}, {POINTS} moments of each\n")
    print("| chance said | moments | said, mean | won | 95 % |\n|---|---|---|---|---|")
    off = total = 0.0
    for place in range(BINS):
        count = len(said[place])
        if count:
            mean, rate = float(np.mean(said[place])), float(np.mean(won[place]))
            error = 1.96 * float(np.std(won[place])) / math.sqrt(count)
            print(f"| {10 * place}-{10 * place + 10} % | {count} | {mean:.3f} | {rate:.3f} | ± {error:.3f} |")
            off, total = off + count * abs(mean - rate), total + count
    print(f"\nMean distance between said and won: {off / total:.3f}")


def levels(chosen: Game, games: int, trials: int) -> None:
    """What a decision costs each level, and how result and result less luck go with strength."""
    seats = chosen.simulated["seats"]
    print(f"{chosen.id}, {games} games of each level, {trials} trials of an action\n")
    print("| level | decisions | lost a decision | 95 % | as good as the best | estimate a game |")
    print("|---|---|---|---|---|---|")
    strengths, results, less_luck = [], [], []
    for rank, level in enumerate(LEVELS):
        losses, good, decisions = 0.0, 0, 0
        means, estimates = [], []
        for number in range(games):
            rival = LEVELS[(rank + 1 + number) % len(LEVELS)]
            bots = [level] + [rival] * (seats - 1)
            account = next(accounts(played(chosen, bots, 200, number), [0], trials))
            if account.moves:
                means.append(-account.decisions / len(account.moves))
            losses += -account.decisions
            decisions += len(account.moves)
            good += sum(move.in_noise for move in account.moves)
            estimates.append(account.estimate)
            strengths.append(rank)
            results.append(account.result)
            less_luck.append(account.result - account.luck)
        error = 1.96 * float(np.std(means)) / math.sqrt(len(means))
        spread = f"{np.mean(estimates):+.2f} (sd {np.std(estimates):.2f})"
        best = f"{100 * good / decisions:.0f} %"
        print(f"| {level} | {decisions} | {losses / decisions:.4f} | ± {error:.4f} | {best} | {spread} |", flush=True)
    plain, cleaned = (float(np.corrcoef(strengths, each)[0, 1]) for each in (results, less_luck))
    print(f"\nCorrelation with the level: result {plain:.3f}, result less luck {cleaned:.3f}")


def main() -> None:
    """Read the arguments and run one of them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", choices=("calibration", "levels"))
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--bot", default="club")
    reader.add_argument("--trials", type=int, default=100)
    given = reader.parse_args()
    clock = time.perf_counter()
    chosen = game(given.game)
    if given.what == "calibration":
        calibration(chosen, given.games, given.bot)
    else:
        levels(chosen, given.games, given.trials)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
