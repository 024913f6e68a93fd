"""How much better the greedy bots play than chance.

    python benchmarks/bots.py [--games 200] [--seed 1] [--bots greedy random] [--only polygons]

Two bots sit at each table, or at every second seat of a team game, and change seats after every game. Alone (Take It
Easy, micropul's score attack) there is nobody to beat: both play the same games, and the better score wins.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from ludotheque.core.game import Game, Position
from ludotheque.core.registry import game
from ludotheque.search.bots import Bot, bot, play_on

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("take_it_easy", 1, {"rounds": 1}),
    ("take_it_easy", 2, {"rounds": 1}),
    ("micropul", 2, {}),
    ("micropul", 1, {}),
    ("polygons", 2, {}),
    ("polygons", 2, {"expert": True}),
    ("polygons", 4, {"teams": True}),
)


class Match(NamedTuple):
    """What came of a match: for each game the share of the win, and both scores."""

    wins: list[float]
    scores: list[float]
    rival_scores: list[float]


def interval(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of games; draws count a half."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def finish(start: Position, bots: Sequence[Bot], seed: int, number: int) -> Position:
    """The end of a game."""
    ((_, end),) = deque(play_on(start, bots, seed, number), maxlen=1)
    return end


def match(rules: Game, seats: int, options: Mapping[str, Any], names: tuple[str, str], games: int, seed: int) -> Match:
    """So many games of the first bot against the second one."""
    start = rules.start(seats, options)
    own, rival = (bot(rules, name) for name in names)
    result = Match([], [], [])
    for number in range(games):
        if seats == 1:
            score, rival_score = (float(finish(start, [one], seed, number).scores[0]) for one in (own, rival))
            win = (score > rival_score) + (score == rival_score) / 2
        else:
            sits = [(seat + number) % 2 == 0 for seat in range(seats)]
            end = finish(start, [own if mine else rival for mine in sits], seed, number)
            assert end.outcome is not None
            won = {sits[seat] for seat in end.outcome.winners}
            win = (True in won) / len(won)
            score = fmean(points for points, mine in zip(end.scores, sits, strict=True) if mine)
            rival_score = fmean(points for points, mine in zip(end.scores, sits, strict=True) if not mine)
        result.wins.append(win)
        result.scores.append(score)
        result.rival_scores.append(rival_score)
    return result


def main() -> None:
    """Play every match and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs=2, default=("greedy", "random"), metavar="BOT")
    parser.add_argument("--only", help="one game alone, by its id")
    arguments = parser.parse_args()
    own, rival = arguments.bots
    print(f"| table | games | {own} wins (95 %) | {own} scores | {rival} scores | seconds a game |")
    print("|---|---|---|---|---|---|")
    for name, seats, options in TABLES:
        if arguments.only not in (None, name):
            continue
        began = time.perf_counter()
        result = match(game(name), seats, options, (own, rival), arguments.games, arguments.seed)
        seconds = (time.perf_counter() - began) / arguments.games
        share = fmean(result.wins)
        low, high = interval(share, arguments.games)
        means = [
            f"{fmean(scores):.1f} ± {1.96 * stdev(scores) / sqrt(arguments.games):.1f}"
            for scores in (result.scores, result.rival_scores)
        ]
        flags = [option for option, value in options.items() if value is True]
        table = ", ".join([name, f"{seats} seat{'s' if seats > 1 else ''}", *flags])
        print(
            f"| {table} | {arguments.games} | {share:.1%} ({low:.1%} to {high:.1%}) | {means[0]} | {means[1]} "
            f"| {seconds:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
