"""Measure the levels of a game: one command for ``data/levels.json`` of its folder and its table in the docs.

    python lab/benchmarks/levels.py GAME [--games N [N ...]] [--most N] [--alone N] [--seed 1] [--processes 2]
                                         [--folder build/levels] [--write]
    python lab/benchmarks/levels.py GAME --same [--write]
    python lab/benchmarks/levels.py GAME --losses FILE [--write]

Each level plays `--games` games against the level below (one number, or one for each step), the same chance with seats
exchanged. While a sequential test cannot tell whether the step is at most 85 % or at least 90 % won, the number is
doubled, up to `--most`. If the game has rounds and can be played alone, each level also plays `--alone` solo games, all
on the same chance, and its strength is its mean score with luck removed; otherwise it is a rating. Games are kept in
`--folder`: a run that was stopped goes on. No move is cut by the clock.

With `--write` the figures go into ``data/levels.json`` and ``docs/reference/bots.md``, together with a fingerprint of
the bots' sources and weights. A test fails if the fingerprint no longer fits: then measure again. If only the sources
changed, not what the bots choose, `--same --write` is enough: it replays a few games of each level and stores the new
fingerprint if every choice is the same as before.

``--losses`` takes what ``analysis.py goals GAME --every 1 --kept FILE`` has measured, and writes the mean loss of a
decision of each level into ``data/skill.json``, with a fingerprint of bots and analysis. A level that loses no less
than the one below it is left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludotheque.arena import Match, PlayedGame, Sprt, report_on, run
from ludotheque.arena.statistics import ELO
from ludotheque.engine.game import Game
from ludotheque.engine.registry import game
from ludotheque.native.library import fingerprint, source_of
from ludotheque.search.bots import Bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.search.opponents import read_strength

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "bots.md"
ROUNDS = "rounds"
"""The option by which a game is played in rounds."""
UNHURRIED_MS = 60_000
SHARED = ("search.ismcts", "search.levels", "search.maths")
"""Modules that the bots of every game may use."""
NEAR, FAR = ELO * 1.7346, ELO * 2.1972
"""A step of 85 % and one of 90 %, as Elo differences."""
SEED_OF_CHOICES = 20


def bots_fingerprint(package: str) -> str:
    """Return a hash of the syntax trees of a game's bots and the search that they use, and of the game's weights."""
    folder = Path(str(files(package)))
    shared = [source_of(f"ludotheque.{module}") for module in SHARED]
    sources = [*sorted((folder / "bots").glob("*.py")), *(file for file in shared if file is not None)]
    weights = b"".join(file.read_bytes() for file in sorted((folder / "data").glob("weights*.bin")))
    return hashlib.sha256(fingerprint(sources).encode() + weights).hexdigest()[:16]


def analysis_fingerprint(package: str) -> str:
    """Return a hash of what the losses of a game's levels depend on: its bots and the analysis."""
    sources = [source_of(f"ludotheque.analysis{module}") for module in ("", ".decomposition")]
    found = fingerprint([file for file in sources if file is not None])
    return hashlib.sha256((bots_fingerprint(package) + found).encode()).hexdigest()[:16]


def skill_of_levels(rules: Game, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the content of ``skill.json``: the mean loss of a decision by level, with its 95 % interval over games."""
    points = scored_alone(rules)
    losses: dict[str, dict[str, Any]] = {}
    for rank, level in enumerate(rules.levels):
        games = [row["losses"] for row in rows if row["rank"] == rank and row["losses"]]
        loss = sum(map(sum, games)) / sum(map(len, games))
        means = [statistics.fmean(game) for game in games]
        reach = 1.96 * statistics.stdev(means) / len(means) ** 0.5
        digits = 2 if points else 4
        losses[level] = {"loss": round(loss, digits), "interval": round(reach, digits), "games": len(games)}
    kept: dict[str, dict[str, Any]] = {}
    for level, own in losses.items():
        if level == rules.levels[-1]:
            kept = {below: other for below, other in kept.items() if other["loss"] > own["loss"]}
        if all(own["loss"] < other["loss"] for other in kept.values()):
            kept[level] = own
    return {
        "unit": "points" if points else "wins",
        "measured_with": analysis_fingerprint(rules.package),
        "levels": kept,
    }


def choices_digest(rules: Game) -> str:
    """Return a hash of every event of one game between each level and the level below."""
    digest = hashlib.sha256()
    seats = max(2, rules.seats[0])
    for number, (below, level) in enumerate(pairwise(rules.levels)):
        bots: list[Bot] = []
        for name in (below, level):
            bot = Character(name)
            bot.budget_ms = UNHURRIED_MS
            bots.append(bot)
        position = rules.start(seats, rules.simulated["options"])
        for event, _ in play_on(position, bots, SEED_OF_CHOICES, number):
            digest.update(f"{event.by} {event.do}\n".encode())
    return digest.hexdigest()[:16]


def scored_alone(rules: Game) -> bool:
    """Whether strength is a mean score in solo games: in games of rounds that can be played alone."""
    return ROUNDS in rules.options and rules.seats[0] == 1


def data_file(rules: Game) -> Path:
    """Return the file of a game's measured strength."""
    return Path(str(files(rules.package))) / "data" / "levels.json"


def tested(match: Match, results: Sequence[PlayedGame]) -> Sprt:
    """Return the sequential test of whether the level above wins more than a step may."""
    test = Sprt(NEAR, FAR)
    for pair in zip(results[::2], results[1::2], strict=False):
        test.add(sum(result.share(match.bots[1]) for result in pair) / 2)
    return test


def play_step(match: Match, games: int, most: int, processes: int, folder: Path) -> list[PlayedGame]:
    """Play a level against the one below, until the sequential test is decided."""
    file = folder / f"{match.game}-{'-'.join(match.bots)}.jsonl"
    while True:
        results = run(match, games, processes, file)
        test = tested(match, results)
        if test.verdict is not None or 2 * games > most:
            verdict = {"elo0": "at most 85 %", "elo1": "above 85 %", None: "undecided"}[test.verdict]
            print(f"{' - '.join(match.bots)}: {len(results)} games, {verdict}", flush=True)
            return results
        games *= 2


def measured(line: dict[str, Any], value: float, error: float) -> dict[str, Any]:
    """Return what is stored of a level, from the arena's line about it."""
    figures = {"value": round(value, 1), "error": round(error, 2)}
    return {**figures, "games": line["games"], "ms": round(line["ms_per_move"], 2)}


def deviation(results: Sequence[PlayedGame], levels: Sequence[str]) -> float:
    """Return how much the points of one level differ from round to round: the mean over the levels."""
    alone = [[result.scores[0] for result in results if result.bots == (level,)] for level in levels]
    return statistics.fmean(statistics.stdev(scores) for scores in alone)


def hours(results: Sequence[PlayedGame]) -> float:
    """Return the processor time of all moves in hours."""
    return sum(sum(result.ms) for result in results) / 3_600_000


def measure(rules: Game, given: argparse.Namespace) -> dict[str, Any]:
    """Play, and return the content of ``levels.json``."""
    options = dict(rules.simulated["options"])
    given.folder.mkdir(parents=True, exist_ok=True)
    field = Match(rules.id, rules.levels, 2, options, given.seed, ms=UNHURRIED_MS)
    steps = list(pairwise(rules.levels))
    numbers = given.games * len(steps) if len(given.games) == 1 else given.games
    results: list[PlayedGame] = []
    for pair, games in zip(steps, numbers, strict=True):
        played = play_step(replace(field, bots=pair), games, given.most, given.processes, given.folder)
        first = len(results)
        results += [replace(result, number=first + result.number) for result in played]
    ladder = report_on(field, results)
    found: dict[str, Any] = {
        "unit": "rating",
        "measured": datetime.now(UTC).date().isoformat(),
        "bots": bots_fingerprint(rules.package),
        "choices": choices_digest(rules),
    }
    alone: list[PlayedGame] = []
    if scored_alone(rules):
        match = replace(field, seats=1)
        alone = run(match, given.alone * len(rules.levels), given.processes, given.folder / f"{rules.id}-alone.jsonl")
    if alone:
        found |= {"unit": "points", "each": ROUNDS, "deviation": round(deviation(alone, rules.levels), 1)}
        levels = {
            line["bot"]: measured(
                line, line.get("adjusted_score", line["mean_score"]), line.get("adjusted_error", line["score_error"])
            )
            for line in report_on(replace(field, seats=1), alone)["bots"]
        }
    else:
        lowest = next(line["elo"] for line in ladder["bots"] if line["bot"] == rules.levels[0])
        levels = {
            line["bot"]: measured(line, line["elo"] - lowest, (line["elo_high"] - line["elo"]) / 1.96)
            for line in ladder["bots"]
        }
    pairs = {tuple(pair["bots"]): pair for pair in ladder["pairs"]}
    for below, level in steps:
        pair = pairs[below, level]  # wins of the one below, which is named first
        levels[level]["beats_below"] = {
            "rate": round(1 - pair["win_rate"], 4),
            "low": round(1 - pair["high"], 4),
            "high": round(1 - pair["low"], 4),
            "games": pair["games"],
        }
    found["cpu_hours"] = round(hours([*results, *alone]), 3)
    found["command"] = command(rules, given)
    return {**found, "levels": levels}


def command(rules: Game, given: argparse.Namespace) -> str:
    """Return the command that makes these figures again."""
    alone = f" --alone {given.alone}" if scored_alone(rules) else ""
    games = " ".join(map(str, given.games))
    return f"python lab/benchmarks/levels.py {rules.id} --games {games} --most {given.most}{alone} --seed {given.seed}"


def table(found: dict[str, Any]) -> str:
    """Return the figures as a table in Markdown, with the command that makes them."""
    unit = "score, points" if found["unit"] == "points" else "rating"
    lines = [
        f"`{found['command']}`: {found['cpu_hours']:.2f} hours of processor time, {found['measured']}.",
        "",
        f"| level | {unit} | beats the level below, % (95 %) | n | ms per move |",
        "|---|---|---|---|---|",
    ]
    for level, own in found["levels"].items():
        beats = own.get("beats_below")
        shown, games = "", ""
        if beats is not None:
            shown = f"{100 * beats['rate']:.1f} ({100 * beats['low']:.1f} to {100 * beats['high']:.1f})"
            games = f"{beats['games']:,}"
        value = f"{own['value']:.1f} ± {own['error']:.1f}"
        lines.append(f"| `{level}` | {value} | {shown} | {games} | {own['ms']:.2f} |")
    return "\n".join(lines)


def with_table(text: str, name: str, content: str) -> str:
    """Return the text of the docs with the table of a game replaced."""
    begin, end = f"<!-- levels of {name} -->\n", "\n<!-- end -->"
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    assert found, f"no table of {name} in {DOCS}"
    return before + begin + content + end + after


def write(rules: Game, found: dict[str, Any]) -> None:
    """Write the figures into the game's folder and the docs."""
    read_strength(rules, found)
    data_file(rules).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    DOCS.write_text(with_table(DOCS.read_text(encoding="utf-8"), rules.id, table(found)), encoding="utf-8")


def main() -> None:
    """Measure, print the table, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, nargs="+", default=[400], help="for each level with the one below")
    parser.add_argument("--most", type=int, default=4000, help="the largest number to which they are doubled")
    parser.add_argument("--alone", type=int, default=400, help="solo games of each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=Path("build/levels"))
    parser.add_argument("--same", action="store_true", help="only check that the bots choose as before")
    parser.add_argument("--losses", type=Path, help="results of analysis.py goals")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rules = game(given.game)
    if given.losses is not None:
        rows = [json.loads(line) for line in given.losses.read_text(encoding="utf-8").splitlines()]
        content = json.dumps(skill_of_levels(rules, rows), indent=1) + "\n"
        print(content)
        if given.write:
            data_file(rules).with_name("skill.json").write_text(content, encoding="utf-8")
        return
    if given.same:
        found = json.loads(data_file(rules).read_text(encoding="utf-8"))
        if choices_digest(rules) != found["choices"]:
            sys.exit(f"The bots of {rules.id} choose differently: measure them again with\n{found['command']} --write")
        found["bots"] = bots_fingerprint(rules.package)
    else:
        found = measure(rules, given)
    print(table(found))
    if given.write:
        write(rules, found)


if __name__ == "__main__":
    main()
