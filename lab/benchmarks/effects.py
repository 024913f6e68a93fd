"""Measure what effects cost: this tree against a tree of a commit before them (b975a05), in one run.

    git worktree add --detach ../before b975a05 && (cd ../before && python3 -c "import dev; dev.set_up()")
    python lab/benchmarks/effects.py ../before [--repeats 8] [--no-server]

Processes of both trees take turns, each with the native libraries. All times are processor times; a process repeats
each measurement of random games and searches for a second and reports the best. The last column is the median ratio of
pairs with its 95 % interval (bootstrap of the pairs). The server is measured without network and store: an action is
decided, its chance drawn, and the updates of two players are encoded.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludotheque.engine.registry import game
from ludotheque.engine.rng import generator
from ludotheque.fairness import commitment
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.search.simulation import simulate
from ludotheque.server import messages as m
from ludotheque.server.tables import updates
from ludotheque.server.tables.commands import Draft, decide
from ludotheque.server.tables.table import fold

GAMES = {"take_it_easy": 60_000, "micropul": 8_000, "polygons": 4_000}
"""The number of random games of a measurement."""
BUDGET = 4_000
SEED = "5e" * 32
REQUESTS = 120
SECONDS = 1.0
"""Processor time of a measurement of random games or searches."""


def best_rate(work: Callable[[], float]) -> float:
    """The best number of units a second of a function that does something and returns how many units."""
    found, began = 0.0, time.process_time()
    while (start := time.process_time()) < began + SECONDS:
        done = work()
        found = max(found, done / (time.process_time() - start))
    return found


def rates(name: str) -> dict[str, float]:
    """Steps of random games and simulations of searches, a second."""
    chosen = game(name)
    seats, options = chosen.simulated["seats"], chosen.simulated["options"]
    simulate(chosen, 200, seats, options, seed=1)
    found = {"random games, steps/s": best_rate(lambda: simulate(chosen, GAMES[name], seats, options, seed=5).steps)}
    played = play_on(chosen.start(seats, options), [Random()] * 8, seed=3)
    asked = [(position, seat) for _, position in played for seat in position.to_act[:1] if seat != "chance"]
    asked = asked[:: max(1, len(asked) // 6)]
    bot = Character("master", budget=BUDGET)
    bot.budget_ms = 1e6

    def search() -> float:
        for number, (position, seat) in enumerate(asked):
            bot.choose(position.mask(seat), generator(number))
        return BUDGET * len(asked)

    return found | {"search, simulations/s": best_rate(search)}


def serve(name: str, form: Any, requests: int) -> float:
    """Milliseconds of the server for an action of one of two players."""
    facts: dict[str, Any] = {
        "game": name, "rules": 1, "seats": 2, "options": {}, "choices": {}, "places": [{}, {}], "names": {},
        "host": "ann", "clock": None, "seed": SEED, "commitment": commitment(SEED),
    }  # fmt: skip
    table, builder, rng, guests = fold("t", facts, []), None, random.Random(4), ("ann", "bob")
    log: dict[int, dict[str, Any]] = {}
    names: dict[str, str | None] = {}
    spent = count = 0.0
    while table.phase in ("waiting", "running") and count < requests:
        request: dict[str, Any] = {"type": "join", "table": "t"}
        guest = guests[len(table.guests) % 2]
        joining = table.phase == "waiting"
        if not joining:
            seat = table.to_act()[0]
            action = rng.choice(table.position.legal_texts(seat))
            request, guest = {"type": "act", "table": "t", "seq": table.n, "action": action, "seat": seat}, guests[seat]
        began = time.process_time()
        draft = Draft(table)
        decide(draft, guest, m.CLIENT.validate_python(request), {}, None)
        while draft.table.phase == "running" and draft.table.position.to_act == ("chance",):
            position = draft.table.position
            listed = position.chance_count >= 0
            drawn = draft.table.chance.draw(position, draft.table.draws_used, {}) if listed else None
            draft.add_event(drawn or position.draw(generator(3)))
        log.update(enumerate(draft.entries, table.n + 1))
        seen, table = table.n, draft.table
        part: Any = updates.LogPart(log, table.effects) if hasattr(updates, "LogPart") else log
        full = builder is None
        builder = updates.UpdateBuilder(table, part, names, frozenset(guests), builder)
        for one in guests:
            builder.update(builder.recipient(one, table.seats_of(one), seen, form, full))
        if not joining:
            spent, count = spent + time.process_time() - began, count + 1
    return 1e3 * spent / count


def measure(with_server: bool) -> dict[str, float]:
    """The figures of this tree."""
    found = {f"{name}: {what}": rate for name in GAMES for what, rate in rates(name).items()}
    for name in GAMES if with_server else ():
        for form in ("view", "record"):
            serve(name, form, 20)
            found[f"{name}: server, `{form}`, ms"] = min(serve(name, form, REQUESTS) for _ in range(2))
    return found


def interval(ratios: list[float]) -> str:
    """The median of ratios with its 95 % interval, by bootstrap."""
    rng = random.Random(1)
    medians = sorted(statistics.median(rng.choices(ratios, k=len(ratios))) for _ in range(4_000))
    return f"{statistics.median(ratios):.3f} ({medians[100]:.3f} to {medians[-101]:.3f})"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", type=Path)
    parser.add_argument("--repeats", type=int, default=8)
    parser.add_argument("--no-server", action="store_true", help="measure random games and searches only")
    arguments = parser.parse_args()
    if arguments.before is None:
        print(json.dumps(measure(not arguments.no_server)))
        return
    trees = [arguments.before.resolve(), Path(__file__).resolve().parents[2]]
    found: list[list[dict[str, float]]] = [[], []]
    for repeat in range(arguments.repeats):
        for tree in (0, 1) if repeat % 2 == 0 else (1, 0):
            command = [str(trees[tree] / ".venv" / "bin" / "python"), __file__]
            command += ["--no-server"] if arguments.no_server else []
            environment = {**os.environ, "LUDOTHEQUE_RULES": "library"}
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            found[tree].append(json.loads(done.stdout))
            print(repeat, tree, file=sys.stderr)
    print("| what | before, best | with effects, best | ratio of best | median ratio of pairs |\n|---|---|---|---|---|")
    for what in found[0][0]:
        before, after = ([one[what] for one in tree] for tree in found)
        best = min if what.endswith("ms") else max
        pairs = interval([new / old for old, new in zip(before, after, strict=True)])
        old, new = best(before), best(after)
        print(f"| {what} | {old:.4g} | {new:.4g} | {new / old:.3f} | {pairs} |")


if __name__ == "__main__":
    main()
