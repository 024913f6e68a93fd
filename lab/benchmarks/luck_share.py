"""How much of a result is luck, and how many games tell two neighbouring levels apart?

    python lab/benchmarks/luck_share.py GAME [--deals 200] [--rounds 60] [--seed 1] [--processes 1] [--folder FOLDER]

Prints the tables of ``docs/explanation/how-much-is-luck.md``. Two `club` players play `--deals` deals, each twice: the
same chance, but other random numbers of the bots. How many games tell two neighbouring levels apart follows from the
win rates in the game's ``data/levels.json``, and from how much less these results of equals vary with the same chance
or without luck. If the game can be played alone in rounds, all levels also play `--rounds` rounds with the same draws.
Games are kept in `--folder`: a run that was stopped goes on. Intervals are the middle 95 % of a bootstrap over deals,
those of numbers of games follow from the 95 % interval of the win rate.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.arena import Match, PlayedGame, run
from ludotheque.arena.luck import check_luck
from ludotheque.engine.errors import Refusal
from ludotheque.engine.game import Game
from ludotheque.engine.registry import game

EQUAL = ("club", "ludotheque.search.levels:club")
"""Two names of one bot, so that each deal is played with both seatings."""
TELLING = 1.9600 + 0.8416
"""Standard errors by which a mean must differ from what it is compared with: a 95 % interval excludes that in 80 % of
all runs."""
SAMPLES = 2000
ROUNDS = "rounds"

Floats = NDArray[np.float64]


def interval(rows: Floats, figure: Callable[[Floats], float], places: int, unit: float = 1.0) -> str:
    """Return a figure of some rows, one a deal, with its bootstrap interval, as text."""
    rng = np.random.default_rng(1)
    found = [figure(rows[rng.integers(0, len(rows), len(rows))]) for _ in range(SAMPLES)]
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return f"{unit * figure(rows):.{places}f} ({unit * low:.{places}f} to {unit * high:.{places}f})"


def explained(rows: Floats) -> float:
    """Return the share of the variance of the first columns that the second ones, their luck, explain. Columns: the
    results of each game of a deal, then its luck."""
    half = rows.shape[1] // 2
    return float(1 - np.var(rows[:, :half] - rows[:, half:]) / np.var(rows[:, :half]))


def repeated(rows: Floats) -> float:
    """Return the correlation of two games of a deal: the share of the variance that the same chance makes."""
    one, other = rows[:, 0], rows[:, 1]
    together = np.mean([one, other])
    both = np.mean([np.var(one), np.var(other)])
    return float(np.mean((one - together) * (other - together)) / both) if both > 0 else float("nan")


def needed(spread: float, ahead: float) -> float:
    """Return how many observations tell a mean difference from zero."""
    return TELLING * TELLING * spread / (ahead * ahead) if ahead else float("nan")


def by_deal(match: Match, results: Sequence[PlayedGame]) -> list[list[PlayedGame]]:
    """Return the games of each deal."""
    size = match.seatings
    return [list(results[first : first + size]) for first in range(0, len(results), size)]


def has_luck(rules: Game, match: Match) -> bool:
    """Whether luck can be measured in shares of the win."""
    try:
        check_luck(rules, rules.start(match.seats, match.options))
    except Refusal:
        return False
    return True


def played(match: Match, deals: int, given: argparse.Namespace) -> list[list[PlayedGame]]:
    """Play deals of a match, or read them."""
    given.folder.mkdir(parents=True, exist_ok=True)
    file = given.folder / f"{match.game}-{match.seats}-{'-'.join(bot.rpartition(':')[2] for bot in match.bots)}.jsonl"
    return by_deal(match, run(match, deals * match.seatings, given.processes, file))


def between_equals(rules: Game, options: dict[str, Any], given: argparse.Namespace) -> tuple[float, float | None]:
    """Print how much of the results of two `club` players is luck. Returns by which factors the variance falls if both
    games of a deal are played, and if luck is removed (None: it cannot be)."""
    match = Match(rules.id, EQUAL, 2, options, given.seed)
    match = replace(match, luck=has_luck(rules, match))
    deals = played(match, given.deals, given)
    shares = np.array([[float(0 in one.winners) / len(one.winners) for one in deal] for deal in deals])
    print(f"{rules.id}: two `club` players, {len(deals)} deals, each played twice\n")
    print(f"- the first seat wins {interval(shares, lambda rows: float(rows.mean()), 1, 100)} %")
    print(f"- wins: the same chance again explains {interval(shares, repeated, 0, 100)} % of the variance")
    without = None
    if match.luck:
        lucks = np.array([[one.win_luck[0] for one in deal] for deal in deals])
        both = np.hstack([shares, lucks])
        without = 1 - explained(both)
        print(f"- wins: luck explains {interval(both, explained, 0, 100)} % of the variance")
        print(f"- mean luck of the first seat: {interval(lucks, lambda rows: float(rows.mean()), 3)} wins")
    if scored_alone(rules):
        scores = np.array([[float(one.scores[0]) for one in deal] for deal in deals])
        points = np.array([[one.luck[0] for one in deal] for deal in deals])
        print(f"- points: the same chance again explains {interval(scores, repeated, 0, 100)} % of the variance")
        print(f"- points: luck explains {interval(np.hstack([scores, points]), explained, 0, 100)} % of the variance")
    return 1 - max(repeated(shares), 0.0), without


def scored_alone(rules: Game) -> bool:
    """Whether the game can be played alone in rounds."""
    return ROUNDS in rules.options and rules.seats[0] == 1


def steps_of_wins(rules: Game, same: float, without: float | None) -> None:
    """Print how many games tell a level from the one below by wins, given the factors of ``between_equals``."""
    levels = json.loads(files(rules.package).joinpath("data", "levels.json").read_text(encoding="utf-8"))["levels"]
    print(f"\n{rules.id}: games that tell a level from the one below by wins (95 %, power 80 %)\n")
    print("| levels | wins, % | n | any games | the same chance, seats exchanged | luck removed |")
    print("|---|---|---|---|---|---|")
    for below, level in pairwise(rules.levels):
        beats = levels[level]["beats_below"]
        rates = [beats["rate"], beats["high"], beats["low"]]
        won = f"{100 * rates[0]:.1f} ({100 * rates[2]:.1f} to {100 * rates[1]:.1f})"
        columns = [games_text(rates, factor) for factor in (1.0, same, without)]
        print(f"| `{below}`, `{level}` | {won} | {beats['games']} | {' | '.join(columns)} |")


def games_text(rates: Sequence[float], factor: float | None) -> str:
    """Return how many games tell win rates from a half, the first one's number and those of its interval's ends."""
    if factor is None:
        return "-"
    found = [factor * needed(rate * (1 - rate), rate - 0.5) if rate > 0.5 else math.inf for rate in rates]
    middle, low, high = ("any number" if math.isinf(games) else f"{games:.0f}" for games in found)
    return f"{middle} ({low} to {high})"


def steps_of_points(rules: Game, options: dict[str, Any], given: argparse.Namespace) -> None:
    """Print how many rounds of each level tell it from the one below by points, alone."""
    match = Match(rules.id, rules.levels, 1, options, given.seed, ms=60_000)
    deals = played(match, given.rounds, given)
    scores = np.array([[float(one.scores[0]) for one in deal] for deal in deals])
    lucks = np.array([[one.luck[0] for one in deal] for deal in deals])
    print(f"\n{rules.id}: rounds of each that tell a level from the one below by points, alone ({len(deals)} rounds)\n")
    print("| levels | points ahead | any tiles | the same tiles | and luck removed | saved, % |")
    print("|---|---|---|---|---|---|")
    for place, pair in enumerate(pairwise(rules.levels)):
        # Columns: the points of both levels, then their points without luck.
        own = scores[:, place : place + 2]
        rows = np.hstack([own, own - lucks[:, place : place + 2]])

        def ahead(rows: Floats) -> float:
            return float(np.mean(rows[:, 3] - rows[:, 2]))

        def single(rows: Floats) -> float:
            return needed(float(np.var(rows[:, 0], ddof=1) + np.var(rows[:, 1], ddof=1)), ahead(rows))

        def paired(rows: Floats) -> float:
            return needed(float(np.var(rows[:, 1] - rows[:, 0], ddof=1)), ahead(rows))

        def without(rows: Floats) -> float:
            return needed(float(np.var(rows[:, 3] - rows[:, 2], ddof=1)), ahead(rows))

        def saved(rows: Floats) -> float:
            return 1 - without(rows) / paired(rows)

        columns = [
            interval(rows, ahead, 1), interval(rows, single, 0), interval(rows, paired, 0), interval(rows, without, 0),
            interval(rows, saved, 0, 100),
        ]  # fmt: skip
        print(f"| `{pair[0]}`, `{pair[1]}` | {' | '.join(columns)} |")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/luck"))
    given = parser.parse_args()
    clock = time.perf_counter()
    rules = game(given.game)
    options = dict(rules.simulated["options"])
    steps_of_wins(rules, *between_equals(rules, options, given))
    if scored_alone(rules):
        steps_of_points(rules, options, given)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
