"""How strong the characters of a game are: measured, and written where the page and the server read it.

    python benchmarks/levels.py take_it_easy [--games 10000] [--ms 100] [--seed 1] [--processes 2] [--write]
    python benchmarks/levels.py micropul --games 2000 --file levels-micropul.jsonl

All levels play each other between two, and are rated by that (docs/arena.md); a game that is played in rounds is
measured in points a round instead, alone, all levels with the same luck. `--games` is for each pair of levels, and for
each level alone. With `--write` the figures go to ``data/levels.json`` of the game's folder, if every level is stronger
than the one below. With `--file` a run that was stopped goes on; games between two then have a second file beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from datetime import UTC, datetime
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludotheque.arena import Match, Result, report_on, run
from ludotheque.core.game import LEVELS
from ludotheque.core.opponents import read_strength
from ludotheque.core.registry import game

EACH = "rounds"
"""The option by which a game is played in rounds."""
PAIRS = len(LEVELS) * (len(LEVELS) - 1) // 2


def deviation(results: list[Result]) -> float:
    """How much the points of one level differ from round to round: the mean over the levels."""
    spread = []
    for level in LEVELS:
        spread.append(statistics.stdev(result.scores[0] for result in results if result.bots == (level,)))
    return statistics.fmean(spread)


def measured(line: dict[str, Any], value: float, error: float) -> dict[str, Any]:
    """What is written of a level, by the arena's line about it."""
    figures = {"value": round(value, 1), "error": round(error, 2)}
    return {**figures, "games": line["games"], "ms": round(line["ms_per_move"], 2)}


def main() -> None:
    """Measure a game's levels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ms", type=int, default=100)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    chosen = game(arguments.game)
    in_points = EACH in chosen.options
    options = {EACH: 1} if in_points else {}

    def play(seats: int, games: int, file: Path | None) -> tuple[Match, list[Result]]:
        match = Match(chosen.id, LEVELS, seats, options, arguments.seed, ms=arguments.ms)
        return match, run(match, games, arguments.processes, file)

    two = arguments.file and arguments.file.with_name(f"two-{arguments.file.name}") if in_points else arguments.file
    told = report_on(*play(2, PAIRS * arguments.games, two))
    found: dict[str, Any] = {"unit": "rating", "measured": datetime.now(UTC).date().isoformat()}
    if in_points:
        match, results = play(1, len(LEVELS) * arguments.games, arguments.file)
        found |= {"unit": "points", "each": EACH, "deviation": round(deviation(results), 1)}
        lines = report_on(match, results)["bots"]
        levels = {line["bot"]: measured(line, line["mean_score"], line["score_error"]) for line in lines}
    else:
        lines, lowest = told["bots"], told["bots"][0]["elo"]
        levels = {
            line["bot"]: measured(line, line["elo"] - lowest, (line["elo_high"] - line["elo"]) / 1.96) for line in lines
        }
    between = {tuple(pair["bots"]): pair for pair in told["pairs"]}
    for below, level in pairwise(LEVELS):
        pair = between[below, level]  # told for the one below, who was named first
        levels[level]["beats_below"] = {
            "rate": round(1 - pair["win_rate"], 4),
            "low": round(1 - pair["high"], 4),
            "high": round(1 - pair["low"], 4),
            "games": pair["games"],
        }
    found["levels"] = levels
    print(json.dumps(found, indent=1))
    read_strength(chosen, found)
    if arguments.write:
        file = Path(str(files(chosen.home))) / "data" / "levels.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
