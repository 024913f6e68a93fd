"""How much of a result is luck, and how many games tell two neighbouring levels apart?

    python lab/benchmarks/luck_share.py GAME [--deals 200] [--steps 60] [--seed 1] [--processes 1] [--folder build/luck]

Prints the tables of ``docs/explanation/how-much-is-luck.md``. Two `club` players play `--deals` deals, each twice: the
same chance, but other random numbers of the bots. Each level then plays `--steps` deals against the one below, with
seats exchanged. If the game can be played alone in rounds, the levels also play `--steps` rounds alone, all with the
same draws. Games are kept in `--folder`: a run that was stopped goes on. Intervals are the middle 95 % of a bootstrap
over deals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
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


def between_equals(rules: Game, options: dict[str, Any], given: argparse.Namespace) -> None:
    """Print how much of the results of two `club` players is luck."""
    match = Match(rules.id, EQUAL, 2, options, given.seed)
    match = Match(rules.id, EQUAL, 2, options, given.seed, luck=has_luck(rules, match))
    deals = played(match, given.deals, given)
    shares = np.array([[float(0 in one.winners) / len(one.winners) for one in deal] for deal in deals])
    print(f"{rules.id}: two `club` players, {len(deals)} deals, each played twice\n")
    print(f"- the first seat wins {interval(shares, lambda rows: float(rows.mean()), 1, 100)} %")
    print(f"- wins: the same chance again explains {interval(shares, repeated, 0, 100)} % of the variance")
    if match.luck:
        lucks = np.array([[one.win_luck[0] for one in deal] for deal in deals])
        print(f"- wins: luck explains {interval(np.hstack([shares, lucks]), explained, 0, 100)} % of the variance")
        print(f"- mean luck of the first seat: {interval(lucks, lambda rows: float(rows.mean()), 3)} wins")
    if scored_alone(rules):
        scores = np.array([[float(one.scores[0]) for one in deal] for deal in deals])
        points = np.array([[one.luck[0] for one in deal] for deal in deals])
        print(f"- points: the same chance again explains {interval(scores, repeated, 0, 100)} % of the variance")
        print(f"- points: luck explains {interval(np.hstack([scores, points]), explained, 0, 100)} % of the variance")


def scored_alone(rules: Game) -> bool:
    """Whether the game can be played alone in rounds."""
    return ROUNDS in rules.options and rules.seats[0] == 1


def steps_of_wins(rules: Game, options: dict[str, Any], given: argparse.Namespace) -> None:
    """Print how many games tell a level from the one below by who wins."""
    print(f"\n{rules.id}: games that tell a level from the one below by wins (95 %, power 80 %)\n")
    print("| levels | deals | wins, % | any games | the same chance, seats exchanged | and luck removed | saved, % |")
    print("|---|---|---|---|---|---|---|")
    for pair in pairwise(rules.levels):
        match = Match(rules.id, pair, 2, options, given.seed, ms=60_000)
        match = Match(rules.id, pair, 2, options, given.seed, ms=60_000, luck=has_luck(rules, match))
        deals = played(match, given.steps, given)
        shares = np.array([[one.share(pair[1]) for one in deal] for deal in deals])
        less = np.array([[one.share_without_luck(pair[1]) for one in deal] for deal in deals])

        def single(rows: Floats) -> float:
            return needed(float(np.var(rows)), float(rows.mean()) - 0.5)

        def paired(rows: Floats) -> float:
            return 2 * needed(float(np.var(rows.mean(axis=1), ddof=1)), float(rows.mean()) - 0.5)

        def saved(rows: Floats) -> float:
            with_luck, without = rows[:, :2].mean(axis=1), rows[:, 2:].mean(axis=1)
            return float(1 - np.var(without) / np.var(with_luck)) if np.var(with_luck) > 0 else float("nan")

        columns = [
            interval(shares, lambda rows: float(rows.mean()), 0, 100),
            interval(shares, single, 0),
            interval(shares, paired, 0),
            interval(less, paired, 0) if match.luck else "-",
            interval(np.hstack([shares, less]), saved, 0, 100) if match.luck else "-",
        ]
        print(f"| `{pair[0]}`, `{pair[1]}` | {len(deals)} | {' | '.join(columns)} |", flush=True)


def steps_of_points(rules: Game, options: dict[str, Any], given: argparse.Namespace) -> None:
    """Print how many rounds of each level tell it from the one below by points, alone."""
    match = Match(rules.id, rules.levels, 1, options, given.seed, ms=60_000)
    deals = played(match, given.steps, given)
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
    parser.add_argument("--steps", type=int, default=60, help="deals of each level with the one below; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/luck"))
    given = parser.parse_args()
    clock = time.perf_counter()
    rules = game(given.game)
    options = dict(rules.simulated["options"])
    between_equals(rules, options, given)
    if given.steps:
        steps_of_wins(rules, options, given)
    if given.steps and scored_alone(rules):
        steps_of_points(rules, options, given)
    print(f"\n({time.perf_counter() - clock:.0f} s)")


if __name__ == "__main__":
    main()
