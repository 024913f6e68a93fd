"""Check the analysis of luck and skill: is the value calibrated, do stronger levels lose less, what does luck explain?

    python lab/benchmarks/analysis.py calibration GAME [--seats N] [--games N] [--bot NAME] [--minutes N]
    python lab/benchmarks/analysis.py levels GAME [--games N] [--trials N] [--kept FILE [--minutes N]]

Both print Markdown for ``docs/explanation/luck-and-skill.md``. With `--kept` the results of ``levels`` are kept in a
file, one line a game, and a stopped run is continued.
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
from ludotheque.engine.game import LEVELS, Game
from ludotheque.engine.position import Position
from ludotheque.engine.registry import game
from ludotheque.engine.rng import below, generator
from ludotheque.game_records import Step
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on

BINS = 10
LOOKS = 100
"""Simulations per value."""
POINTS = 4
"""Positions of a game that are evaluated."""


def start_of(chosen: Game, seats: int) -> Position:
    """Return a short table: one round, if a game has rounds."""
    return chosen.start(seats, {"rounds": 1} if "rounds" in chosen.options else {})


def played(chosen: Game, bots: list[str], seed: int, number: int) -> list[Step]:
    """Play a game between bots."""
    position = start_of(chosen, len(bots))
    steps: list[Step] = []
    for event, after in play_on(position, [bot(chosen, name) for name in bots], seed, number):
        steps.append(Step(len(steps) + 2, position, event))
        position = after
    return [*steps, Step(len(steps) + 2, position, None)]


def calibration(chosen: Game, seats: int, games: int, name: str, minutes: float) -> None:
    """Compare estimated chances to win with the share of wins; with one seat, expected with final points."""
    end = time.monotonic() + 60 * minutes
    said: list[float] = []
    came: list[float] = []
    rng = generator(11)
    analysts = [Analyst(chosen, seat, LOOKS) for seat in range(seats)]
    number = 0
    while number < games and time.monotonic() < end:
        steps = played(chosen, [name] * seats, 100, number)
        number += 1
        outcome = steps[-1].position.result
        assert outcome is not None, "bots play to the end"
        for _ in range(POINTS):
            step = steps[1 + int(below(rng, len(steps) - 2))]
            seat = int(below(rng, seats))
            masked = step.position.mask(seat)
            said.append(analysts[seat].value(masked.setup, masked.state))
            part = outcome.win_share(seat) if seats > 1 else outcome.scores[seat]
            came.append(float(part))
    print(f"{chosen.id}, {number} games of {seats} of level {name}, {POINTS} moments of each\n")
    head = "chance said | moments | said, mean | won" if seats > 1 else "points said | moments | said, mean | reached"
    print(f"| {head} | 95 % |\n|---|---|---|---|---|")
    bounds = np.linspace(0, 1, BINS + 1) if seats > 1 else np.quantile(said, np.linspace(0, 1, BINS + 1))
    places = np.clip(np.searchsorted(bounds, said, side="right") - 1, 0, BINS - 1)
    off = 0.0
    for place in range(BINS):
        those = np.flatnonzero(places == place)
        if len(those):
            mean, rate = float(np.mean(np.take(said, those))), float(np.mean(np.take(came, those)))
            error = 1.96 * float(np.std(np.take(came, those))) / math.sqrt(len(those))
            low, high = bounds[place], bounds[place + 1]
            if seats > 1:
                print(
                    f"| {100 * low:.0f}-{100 * high:.0f} % | {len(those)} | {mean:.3f} | {rate:.3f} | ± {error:.3f} |"
                )
            else:
                print(f"| {low:.0f}-{high:.0f} | {len(those)} | {mean:.1f} | {rate:.1f} | ± {error:.1f} |")
            off += len(those) * abs(mean - rate)
    print(f"\nMean distance between what was said and what came: {off / len(said):.3f}")


def told_of(chosen: Game, rank: int, number: int, trials: int) -> dict[str, Any]:
    """Analyse a game of a level against the other levels in turn."""
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
        "estimate": account.model_error,
        "result": account.result,
        "luck": account.luck,
    }


def levels(chosen: Game, games: int, trials: int, kept: Path | None, minutes: float) -> None:
    """Print the decision loss of each level, and how results with and without luck correlate with strength."""
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
    reader.add_argument("--seats", type=int, default=2)
    reader.add_argument("--trials", type=int, default=100)
    reader.add_argument("--kept", type=Path)
    reader.add_argument("--minutes", type=float, default=math.inf)
    given = reader.parse_args()
    clock = time.perf_counter()
    chosen = game(given.game)
    if given.what == "calibration":
        calibration(chosen, given.seats, given.games, given.bot, given.minutes)
    else:
        levels(chosen, given.games, given.trials, given.kept, given.minutes)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
