"""How good the measure of luck and skill is: is v calibrated, do better players lose less, and what does luck explain?

    python benchmarks/analysis.py calibration GAME [--games N] [--bot NAME]
    python benchmarks/analysis.py levels GAME [--games N] [--trials N] [--kept FILE [--minutes N]]

Both print Markdown for ``docs/analysis.md``. ``levels`` can keep what it finds in a file, one line a game, and go on
from there: then it may be run in portions.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

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


def told_of(chosen: Game, rank: int, number: int, trials: int) -> dict[str, Any]:
    """What the analysis tells of a game of a level, against the other levels in turn."""
    rival = LEVELS[(rank + 1 + number % (len(LEVELS) - 1)) % len(LEVELS)]
    bots = [LEVELS[rank]] + [rival] * (chosen.simulated["seats"] - 1)
    account = next(accounts(played(chosen, bots, 200, number), [0], trials))
    return {
        "game": chosen.id,
        "trials": trials,
        "rank": rank,
        "number": number,
        "decisions": len(account.moves),
        "lost": -account.decisions,
        "good": sum(move.in_noise for move in account.moves),
        "estimate": account.estimate,
        "result": account.result,
        "luck": account.luck,
    }


def levels(chosen: Game, games: int, trials: int, kept: Path | None, minutes: float) -> None:
    """What a decision costs each level, and how result and result less luck go with strength."""
    end = time.monotonic() + 60 * minutes
    rows = [] if kept is None or not kept.exists() else [json.loads(line) for line in kept.read_text().splitlines()]
    rows = [row for row in rows if row["game"] == chosen.id and row["trials"] == trials]
    there = {(row["rank"], row["number"]) for row in rows}
    for number in range(games):
        for rank in range(len(LEVELS)):
            if (rank, number) in there or time.monotonic() > end:
                continue
            row = told_of(chosen, rank, number, trials)
            rows.append(row)
            if kept is not None:
                with kept.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    print(f"{chosen.id}, {len(rows)} games, {trials} trials of an action\n")
    print("| level | games | decisions | lost a decision | 95 % | as good as the best | estimate a game |")
    print("|---|---|---|---|---|---|---|")
    for rank, level in enumerate(LEVELS):
        some = [row for row in rows if row["rank"] == rank and row["decisions"]]
        decisions = sum(row["decisions"] for row in some)
        means = [row["lost"] / row["decisions"] for row in some]
        error = 1.96 * float(np.std(means)) / math.sqrt(len(means))
        estimates = [row["estimate"] for row in some]
        spread = f"{np.mean(estimates):+.2f} (sd {np.std(estimates):.2f})"
        lost, best = sum(row["lost"] for row in some) / decisions, sum(row["good"] for row in some) / decisions
        print(f"| {level} | {len(some)} | {decisions} | {lost:.4f} | ± {error:.4f} | {100 * best:.0f} % | {spread} |")
    ranks = [row["rank"] for row in rows]
    results = [row["result"] for row in rows]
    less_luck = [row["result"] - row["luck"] for row in rows]
    print("\nCorrelation with the level, with its 95 % interval:")
    for name, each in (("result", results), ("result less luck", less_luck)):
        found = float(np.corrcoef(ranks, each)[0, 1])
        reach = 1.96 / math.sqrt(len(rows) - 3)  # by Fisher's transformation
        low, high = (math.tanh(math.atanh(found) + side * reach) for side in (-1, 1))
        print(f"- {name}: {found:.3f} ({low:.3f} to {high:.3f})")


def main() -> None:
    """Read the arguments and run one of them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", choices=("calibration", "levels"))
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--bot", default="club")
    reader.add_argument("--trials", type=int, default=100)
    reader.add_argument("--kept", type=Path)
    reader.add_argument("--minutes", type=float, default=math.inf)
    given = reader.parse_args()
    clock = time.perf_counter()
    chosen = game(given.game)
    if given.what == "calibration":
        calibration(chosen, given.games, given.bot)
    else:
        levels(chosen, given.games, given.trials, given.kept, given.minutes)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
