"""How much better one bot plays than another, on every kind of table.

    python lab/benchmarks/bots.py [--games 200] [--seed 1] [--bots greedy random] [--ms 100] [--only polygons]

The arena plays them (docs/how-to/run-matches.md):
same chance with seats exchanged, at every second seat of a team game. Alone (Take
It Easy, micropul's score attack) both play the same games, and there are scores, but nobody to beat.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from ludotheque.arena import Match, report_on, run

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("take_it_easy", 1, {"rounds": 1}),
    ("take_it_easy", 2, {"rounds": 1}),
    ("micropul", 2, {}),
    ("micropul", 1, {}),
    ("polygons", 2, {}),
    ("polygons", 2, {"expert": True}),
    ("polygons", 4, {"teams": True}),
)


def main() -> None:
    """Play every match and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs=2, default=("greedy", "random"), metavar="BOT")
    parser.add_argument("--ms", type=int)
    parser.add_argument("--only", help="one game alone, by its id")
    arguments = parser.parse_args()
    own, rival = arguments.bots
    print(f"| table | games | {own} wins (95 %) | {own} scores | {rival} scores | ms a move | seconds a game |")
    print("|---|---|---|---|---|---|---|")
    for name, seats, options in TABLES:
        if arguments.only not in (None, name):
            continue
        bots = (own, rival) * (2 if options.get("teams") else 1)
        match = Match(name, bots, seats, options, arguments.seed, ms=arguments.ms)
        began = time.perf_counter()
        report = report_on(match, run(match, arguments.games, os.cpu_count() or 1))["bots"]
        seconds = (time.perf_counter() - began) / arguments.games
        wins = f"{report[0]['win_rate']:.1%} ({report[0]['low']:.1%} to {report[0]['high']:.1%})" if seats > 1 else ""
        scores = " | ".join(f"{bot['mean_score']:.1f} ± {1.96 * bot['score_error']:.1f}" for bot in report)
        ms = ", ".join(f"{bot['ms_per_move']:.2f}" for bot in report)
        flags = [option for option, value in options.items() if value is True]
        table = ", ".join([name, f"{seats} seat{'s' if seats > 1 else ''}", *flags])
        print(f"| {table} | {arguments.games} | {wins} | {scores} | {ms} | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
