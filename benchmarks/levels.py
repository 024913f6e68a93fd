"""The levels of a game against each other, as tables for its page in the docs.

    python benchmarks/levels.py GAME [--games 400] [--alone 1000] [--bots novice amateur ...] [--option NAME=VALUE ...]
                                     [--ms 100] [--seed 1] [--processes N]

First, where the game can be played alone, each by itself: `--alone` games each, with the same chance. Then everybody
against everybody: `--games` games for each pair, same chance with seats exchanged. The arena plays (docs/arena.md).
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from ludotheque.arena import Match, report_on, run
from ludotheque.core.game import LEVELS, Game
from ludotheque.core.registry import game


def alone(rules: Game, given: argparse.Namespace, options: dict[str, Any]) -> None:
    """Print a table of what each makes alone."""
    match = Match(rules.id, tuple(given.bots), 1, options, given.seed, ms=given.ms)
    told = report_on(match, run(match, given.alone * len(given.bots), given.processes))["bots"]
    adjusted = "adjusted_score" in told[0]
    print(f"| bot | games | score |{' luck taken out |' * adjusted} ms a move (worst) |")
    print("|---|---|---|" + "---|" * adjusted + "---|")
    for bot in told:
        cells = [bot["bot"], str(bot["games"]), f"{bot['mean_score']:.2f} ± {bot['score_error']:.2f}"]
        if adjusted:
            cells.append(f"{bot['adjusted_score']:.2f} ± {bot['adjusted_error']:.2f}")
        print(f"| {' | '.join(cells)} | {bot['ms_per_move']:.2f} ({bot['worst_ms']:.0f}) |", flush=True)
    print()


def against(rules: Game, given: argparse.Namespace, options: dict[str, Any]) -> None:
    """Print a table of how often each beats each."""
    pairs = len(given.bots) * (len(given.bots) - 1) // 2
    match = Match(rules.id, tuple(given.bots), 2, options, given.seed, ms=given.ms)
    told = report_on(match, run(match, given.games * pairs, given.processes))
    if pairs == 1:
        first, second = told["bots"]
        told["pairs"] = [{**first, "bots": [first["bot"], second["bot"]]}]
    won = {}
    for pair in told["pairs"]:
        one, other = pair["bots"]
        rate, low, high = (100 * pair[name] for name in ("win_rate", "low", "high"))
        won[one, other] = f"{rate:.1f} ({low:.1f} to {high:.1f})"
        won[other, one] = f"{100 - rate:.1f} ({100 - high:.1f} to {100 - low:.1f})"
    print(f"| % won by (95 %), {given.games} games a pair | {' | '.join(given.bots)} |")
    print("|---|" + "---|" * len(given.bots))
    for one in given.bots:
        print(f"| {one} | {' | '.join(won.get((one, other), '') for other in given.bots)} |", flush=True)


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=400, help="for each pair; 0: none")
    parser.add_argument("--alone", type=int, default=1000, help="for each bot; 0: none")
    parser.add_argument("--bots", nargs="+", default=LEVELS, metavar="BOT")
    parser.add_argument("--option", nargs="+", default=[], metavar="NAME=VALUE")
    parser.add_argument("--ms", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    rules = game(given.game)
    options = dict(rules.simulated["options"])
    for name, _, value in (option.partition("=") for option in given.option):
        options[name] = rules.options[name].read(name, value)
    began = time.perf_counter()
    if given.alone and rules.seats[0] == 1:
        alone(rules, given, options)
    if given.games and len(given.bots) > 1:
        against(rules, given, options)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
