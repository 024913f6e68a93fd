"""How strong the characters of a game are: as tables for the docs, and written where the page and the server read it.

    python lab/benchmarks/levels.py GAME [--games 400] [--alone 1000] [--bots novice amateur ...]
        [--option NAME=VALUE ...]
                                     [--steps 0 [0 ...]] [--ms 100] [--seed 1] [--processes 2] [--file results.jsonl]
                                     [--write]

First, if the game can be played alone, `--alone` solo games of each with the same chance. Then everybody
against everybody: `--games` games for each pair, same chance with seats exchanged. The arena plays and rates
(docs/how-to/run-matches.md).
`--steps` are further games, of each with the next one: how far a level is above the one below asks for
more of them than who beats whom by far. One number for all steps, or one for each; they count with the others in all
figures. With `--file` a run that was stopped goes on; games alone and those of the steps then have files of their own
beside it. With `--write` the figures of the five levels go to ``data/levels.json`` of the game's folder: in points,
luck taken out, where it is played in rounds, and as ratings elsewhere.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludotheque.arena import Match, PlayedGame, report_on, run
from ludotheque.engine.game import LEVELS, Game
from ludotheque.engine.registry import game
from ludotheque.search.opponents import read_strength

EACH = "rounds"
"""The option by which a game is played in rounds."""


def print_alone(report: Sequence[dict[str, Any]]) -> None:
    """A table of what each makes alone."""
    adjusted = "adjusted_score" in report[0]
    print(f"| bot | games | score |{' luck taken out |' * adjusted} ms a move (worst) |")
    print("|---|---|---|" + "---|" * adjusted + "---|")
    for bot in report:
        cells = [bot["bot"], f"{bot['games']:,}", f"{bot['mean_score']:.2f} ± {bot['score_error']:.2f}"]
        if adjusted:
            cells.append(f"{bot['adjusted_score']:.2f} ± {bot['adjusted_error']:.2f}")
        print(f"| {' | '.join(cells)} | {bot['ms_per_move']:.2f} ({bot['worst_ms']:.0f}) |")
    print(flush=True)


def print_pairs(bots: Sequence[str], report: dict[str, Any]) -> None:
    """A table of how often each beats each, and how long each thinks."""
    won = {}
    fewest = min(pair["games"] for pair in report["pairs"])
    for pair in report["pairs"]:
        one, other = pair["bots"]
        rate, low, high = (100 * pair[name] for name in ("win_rate", "low", "high"))
        number = "" if pair["games"] == fewest else f", n {pair['games']:,}"
        won[one, other] = f"{rate:.1f} ({low:.1f} to {high:.1f}{number})"
        won[other, one] = f"{100 - rate:.1f} ({100 - high:.1f} to {100 - low:.1f}{number})"
    figures = {line["bot"]: line for line in report["bots"]}
    print(f"| % won by (95 %), n {fewest:,} | {' | '.join(bots)} | ms a move (worst) |")
    print("|---|" + "---|" * (len(bots) + 1))
    for one in bots:
        time_taken = f"{figures[one]['ms_per_move']:.2f} ({figures[one]['worst_ms']:.0f})"
        print(f"| {one} | {' | '.join(won.get((one, other), '') for other in bots)} | {time_taken} |")
    print(flush=True)


def measured(line: dict[str, Any], value: float, error: float) -> dict[str, Any]:
    """What is written of a level, by the arena's line about it."""
    figures = {"value": round(value, 1), "error": round(error, 2)}
    return {**figures, "games": line["games"], "ms": round(line["ms_per_move"], 2)}


def deviation(results: Sequence[PlayedGame]) -> float:
    """How much the points of one level differ from round to round: the mean over the levels."""
    alone = [[result.scores[0] for result in results if result.bots == (level,)] for level in LEVELS]
    return statistics.fmean(statistics.stdev(scores) for scores in alone)


def write(rules: Game, between: dict[str, Any], alone: list[dict[str, Any]], results: Sequence[PlayedGame]) -> None:
    """Write the figures into the game's folder."""
    found: dict[str, Any] = {"unit": "rating", "measured": datetime.now(UTC).date().isoformat()}
    if EACH in rules.options:
        found |= {"unit": "points", "each": EACH, "deviation": round(deviation(results), 1)}
        # With luck taken out, where that can be seen: it hides what lies between the strongest two.
        levels = {
            line["bot"]: measured(
                line, line.get("adjusted_score", line["mean_score"]), line.get("adjusted_error", line["score_error"])
            )
            for line in alone
        }
    else:
        lowest = next(line["elo"] for line in between["bots"] if line["bot"] == LEVELS[0])
        levels = {
            line["bot"]: measured(line, line["elo"] - lowest, (line["elo_high"] - line["elo"]) / 1.96)
            for line in between["bots"]
        }
    pairs = {tuple(pair["bots"]): pair for pair in between["pairs"]}
    for below, level in pairwise(LEVELS):
        pair = pairs[below, level]  # stated for the one below, who was named first
        levels[level]["beats_below"] = {
            "rate": round(1 - pair["win_rate"], 4),
            "low": round(1 - pair["high"], 4),
            "high": round(1 - pair["low"], 4),
            "games": pair["games"],
        }
    found["levels"] = levels
    read_strength(rules, found)
    file = Path(str(files(rules.package))) / "data" / "levels.json"
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def play_steps(field: Match, games: Sequence[int], first: int, processes: int, file: Path | None) -> list[PlayedGame]:
    """Further games of each with the next one, with other chance than those of the field, and numbered after them."""
    steps = list(pairwise(field.bots))
    results: list[PlayedGame] = []
    first += first % field.seatings  # so that games of one deal are counted together
    for pair, number in zip(steps, games * len(steps) if len(games) == 1 else games, strict=True):
        if number:
            match = replace(field, bots=pair, seed=field.seed + 1)
            played = run(match, number, processes, file and file.with_name(f"{'-'.join(pair)}-{file.name}"))
            results += [replace(result, number=first + result.number) for result in played]
            first += number + number % field.seatings
    return results


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=400, help="for each pair; 0: none")
    parser.add_argument("--alone", type=int, default=1000, help="for each bot; 0: none")
    parser.add_argument("--bots", nargs="+", default=LEVELS, metavar="BOT")
    parser.add_argument("--option", nargs="+", default=[], metavar="NAME=VALUE")
    parser.add_argument("--steps", type=int, nargs="+", default=[0], help="for each with the next one; 0: none")
    parser.add_argument("--ms", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--write", action="store_true", help="all five levels, and nobody else, must have played")
    given = parser.parse_args()
    rules, bots = game(given.game), tuple(given.bots)
    options = dict(rules.simulated["options"])
    for name, _, value in (option.partition("=") for option in given.option):
        options[name] = rules.options[name].read(name, value)
    began = time.perf_counter()
    alone: list[dict[str, Any]] = []
    results: list[PlayedGame] = []
    if given.alone and rules.seats[0] == 1:
        match = Match(rules.id, bots, 1, options, given.seed, ms=given.ms)
        file = given.file and given.file.with_name(f"alone-{given.file.name}")
        results = run(match, given.alone * len(bots), given.processes, file)
        alone = report_on(match, results)["bots"]
        print_alone(alone)
    if given.games and len(bots) > 1:
        match = Match(rules.id, bots, 2, options, given.seed, ms=given.ms)
        pairs = len(bots) * (len(bots) - 1) // 2
        games = run(match, given.games * pairs, given.processes, given.file)
        games += play_steps(match, given.steps, given.games * pairs, given.processes, given.file)
        report = report_on(match, games)
        if pairs == 1:
            report["pairs"] = [{**report["bots"][0], "bots": [line["bot"] for line in report["bots"]]}]
        print_pairs(bots, report)
        if given.write:
            write(rules, report, alone, results)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
