"""Check the analysis of luck and skill: is the value calibrated, do stronger levels lose less, what does luck explain?

    python lab/benchmarks/analysis.py calibration GAME [--seats N] [--games N] [--bot NAME] [--minutes N]
    python lab/benchmarks/analysis.py levels GAME [--games N] [--trials N] [--kept FILE [--minutes N]]
    python lab/benchmarks/analysis.py goals GAME [--games N] [--every N] [--level NAME] [--kept FILE [--minutes N]]
    python lab/benchmarks/analysis.py coverage GAME [--games N] [--kept FILE [--minutes N]]

All print Markdown for ``docs/explanation/luck-and-skill.md``. With `--kept` the results are kept in a file, one line a
game, and a stopped run is continued (not of ``calibration``).

In ``goals`` and ``coverage`` every game has its own chance, and every analysis its own random numbers. With the same
ones everywhere the errors of all games would be alike, and intervals over games would not show them. Only in one game
of `--every` does ``goals`` look for losses and analyse the opponents: the other figures do not depend on them.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque import analysis
from ludotheque.analysis import Analyst, accounts, default_trials, student
from ludotheque.analysis.decomposition import MOST_TRIALS
from ludotheque.arena.statistics import mean_and_error
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


def rival_of(chosen: Game, rank: int, number: int) -> str:
    """Return the level that a level meets in a game: each of the others in turn."""
    levels = chosen.levels
    return levels[(rank + 1 + number % (len(levels) - 1)) % len(levels)]


def told_of(chosen: Game, rank: int, number: int, trials: int) -> dict[str, Any]:
    """Analyse a game of a level against the other levels in turn."""
    rival = rival_of(chosen, rank, number)
    bots = [chosen.levels[rank]] + [rival] * (chosen.simulated["seats"] - 1)
    account = next(accounts(played(chosen, bots, 200, number), [0], trials))
    return {
        "game": chosen.id,
        "trials": trials,
        "rank": rank,
        "number": number,
        "decisions": len(account.moves),
        "lost": sum(move.loss for move in account.moves),
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
        for rank in range(len(chosen.levels)):
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
    for rank, level in enumerate(chosen.levels):
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


def steps_of(chosen: Game, rank: int, number: int, seed: int, rival: str) -> list[Step]:
    """Play a game of a level, of the size that is measured; no other has the same chance."""
    seats = 1 if "points" in UNITS[chosen.id] else chosen.simulated["seats"]
    bots = [chosen.levels[rank]] + [rival] * (seats - 1)
    return played(chosen, bots, seed, number * len(chosen.levels) + rank)


def measured(chosen: Game, rank: int, number: int, every: int) -> dict[str, Any]:
    """Analyse a game of a level with the default trials; one in `every` completely, for its opponents too. The other
    figures do not need losses."""
    steps = steps_of(chosen, rank, number, 300, rival_of(chosen, rank, number))
    seed = 1 + number * len(chosen.levels) + rank
    whole = number % every == 0
    clock = time.process_time()
    with nullcontext() if whole else few_candidates():
        account = next(accounts(steps, [0], seed=seed))
    seconds = time.process_time() - clock
    row = {
        "game": chosen.id,
        "rank": rank,
        "number": number,
        "start": account.start,
        "luck": account.luck,
        "decisions": account.decisions,
        "others": account.opponents,
        "estimate": account.model_error,
        "result": account.result,
        "errors": [account.luck_error, account.decisions_error, account.opponents_error],
        "losses": [move.loss for move in account.moves] if whole else [],
    }
    if whole:
        row["seconds"] = seconds
        rivals = accounts(steps, list(range(1, steps[0].position.seats)), seed=seed)
        row["their_decisions"] = sum(each.decisions for each in rivals)
    return row


@contextmanager
def few_candidates() -> Iterator[None]:
    """Within this context no losses are looked for: what an account splits depends on what was played only."""
    before = analysis.CANDIDATES
    analysis.CANDIDATES = 1
    try:
        yield
    finally:
        analysis.CANDIDATES = before


UNITS = {"take_it_easy": "points", "micropul": "wins", "polygons": "wins"}
"""Take It Easy is measured alone, in points."""


def mean_of(values: list[float]) -> str:
    """Return a mean with its 95 % interval, as text."""
    error = 1.96 * float(np.std(values)) / math.sqrt(max(len(values) - 1, 1))
    return f"{np.mean(values):+.3f} ± {error:.3f}"


def goals(chosen: Game, games: int, every: int, only: str | None, kept: Path | None, minutes: float) -> None:
    """Print what is left over by level, whether luck is fair, and whether the opponents' term is what their decisions
    were worth to them."""
    end = time.monotonic() + 60 * minutes
    rows = [] if kept is None or not kept.exists() else [json.loads(line) for line in kept.read_text().splitlines()]
    rows = [row for row in rows if row["game"] == chosen.id]
    there = {(row["rank"], row["number"]) for row in rows}
    for number in range(games):
        for rank, level in enumerate(chosen.levels):
            if (rank, number) in there or time.monotonic() > end or only not in (None, level):
                continue
            row = measured(chosen, rank, number, every)
            rows.append(row)
            if kept is not None:
                with kept.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    print(f"{chosen.id}, {len(rows)} games, in {UNITS[chosen.id]}\n")
    print("| level | games | model error | absolute | luck | decisions | losses | opponents and their decisions | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for rank, level in enumerate(chosen.levels):
        some = [row for row in rows if row["rank"] == rank]
        if some:
            columns = [
                mean_of([row["estimate"] for row in some]),
                f"{np.mean([abs(row['estimate']) for row in some]):.3f}",
                mean_of([row["luck"] for row in some]),
                mean_of([row["decisions"] for row in some]),
                mean_of([sum(row["losses"]) for row in some if "seconds" in row]),
                mean_of([row["others"] + row["their_decisions"] for row in some if "their_decisions" in row]),
                f"{np.mean([row['seconds'] for row in some if 'seconds' in row]):.1f}",
            ]
            print(f"| {level} | {len(some)} | {' | '.join(columns)} |")
    if len(rows) > 1:
        print(f"\nAll levels: luck {mean_of([row['luck'] for row in rows])} (n = {len(rows)}).")


CLOSER = 8
"""A loss is compared with the one after this many times the usual trials."""
DECISIONS = 4
"""Decisions of a game that are compared."""
AGAIN = 4
"""Analyses of each with the usual trials, each with other random numbers."""


def compared(chosen: Game, rank: int, number: int) -> dict[str, Any]:
    """Compare losses of a level's decisions with what many more trials say."""
    steps = steps_of(chosen, rank, number, 400, chosen.levels[min(rank, 2)])
    rng = generator(7, number * len(chosen.levels) + rank)
    own = [step for step in steps[:-1] if step.event and step.event.by == 0]
    own = [step for step in own if len(step.position.mask(0).legal_actions) > 1]
    most = min(CLOSER * default_trials(chosen), MOST_TRIALS)
    found = []
    for _ in range(min(DECISIONS, len(own))):
        step = own.pop(int(below(rng, len(own))))
        assert step.event is not None
        masked, action = step.position.mask(0), step.position.verbs(0).parse(step.event.do)
        seeds = [int(below(rng, 1 << 30)) for _ in range(AGAIN + 1)]
        closer = Analyst(chosen, 0, most, seeds[0]).compare_actions(masked, action)
        true = closer.best_value - closer.value
        checks = []
        for seed in seeds[1:]:
            usual = Analyst(chosen, 0, seed=seed).compare_actions(masked, action)
            checks.append([usual.best_value - usual.value, usual.low, usual.high])
        same = closer.best == closer.action
        found.append({"true": true, "error": (true - closer.low) / student(most - 1), "same": same, "checks": checks})
    return {"game": chosen.id, "rank": rank, "number": number, "found": found}


def coverage(chosen: Game, games: int, kept: Path | None, minutes: float) -> None:
    """Print how many of the intervals contain the loss that many more trials find, whose own error is taken out: an
    interval is widened by it, as that of a difference is. The intervals of the shares are over games."""
    end = time.monotonic() + 60 * minutes
    rows = [] if kept is None or not kept.exists() else [json.loads(line) for line in kept.read_text().splitlines()]
    rows = [row for row in rows if row["game"] == chosen.id]
    there = {(row["rank"], row["number"]) for row in rows}
    for number in range(games):
        for rank in range(len(chosen.levels)):
            if (rank, number) in there or time.monotonic() > end:
                continue
            row = compared(chosen, rank, number)
            rows.append(row)
            if kept is not None:
                with kept.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    hits: list[list[float]] = []
    alarms: list[list[float]] = []
    ahead: list[float] = []
    for row in rows:
        hits.append([])
        alarms.append([])
        for one in row["found"]:
            true, wider = max(one["true"], 0.0), student(1000) * one["error"]
            for loss, low, high in one["checks"]:
                ahead.append(loss - one["true"])
                if one["same"]:
                    alarms[-1].append(low > 0)
                else:
                    hits[-1].append(
                        loss - math.hypot(loss - low, wider) <= true <= loss + math.hypot(high - loss, wider)
                    )
    decisions = sum(len(row["found"]) for row in rows)
    print(f"{chosen.id}, {decisions} decisions of {len(rows)} games, {AGAIN} analyses of each\n")
    print(f"- intervals that contain the loss where another action is better: {share_of(hits)}")
    print(f"- whole interval a loss where the action played is the best: {share_of(alarms)}")
    print(f"- loss less the loss after more trials: {mean_of(ahead)} a decision")


def share_of(groups: list[list[float]]) -> str:
    """Return the share of hits with its 95 % interval over groups, as text."""
    hits, sizes = [sum(group) for group in groups], [len(group) for group in groups]
    mean, error = mean_and_error(hits, sizes)
    if mean is None or error is None:
        return "-"
    return f"{mean:.1%} ± {1.96 * error:.1%} ({sum(sizes)} intervals of {sum(sizes) // AGAIN} decisions)"


def main() -> None:
    """Read the arguments and run one of them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", choices=("calibration", "levels", "goals", "coverage"))
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--every", type=int, default=8, help="goals: completely analyse one game in this many")
    reader.add_argument("--bot", default="club")
    reader.add_argument("--seats", type=int, default=2)
    reader.add_argument("--trials", type=int, default=100)
    reader.add_argument("--level", choices=LEVELS)
    reader.add_argument("--kept", type=Path)
    reader.add_argument("--minutes", type=float, default=math.inf)
    given = reader.parse_args()
    clock = time.perf_counter()
    chosen = game(given.game)
    if given.what == "calibration":
        calibration(chosen, given.seats, given.games, given.bot, given.minutes)
    elif given.what == "goals":
        goals(chosen, given.games, given.every, given.level, given.kept, given.minutes)
    elif given.what == "coverage":
        coverage(chosen, given.games, given.kept, given.minutes)
    else:
        levels(chosen, given.games, given.trials, given.kept, given.minutes)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
