"""Compare the time of a level's search in WebAssembly, as the page runs it, with the compiled functions.

    python lab/benchmarks/portable.py [--level master] [--games 2] [--seed 1] [--only take_it_easy]

Experts play; at each of their decisions the level is asked by the compiled functions, by the portable module, and by
the one with vector instructions if the game ships one (wasmtime stands for the browser). There is no time limit, and
all must choose the same action. Processor time.
"""

from __future__ import annotations

import argparse
import time

from ludotheque.engine.registry import games
from ludotheque.engine.rng import generator
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.wasm.exports import multiplies
from ludotheque.wasm.run import Portable


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one game alone, by its id")
    given = parser.parse_args()
    print("| game | thoughts | compiled, ms | WebAssembly, ms | with vectors, ms |\n|---|---|---|---|---|")
    for game in games().values():
        if not game.characters or given.only not in (None, game.id):
            continue
        thinkers = [Character(given.level), Portable(given.level, "even", vectors=False)]
        if multiplies(game):
            thinkers.append(Portable(given.level, "even", vectors=True))
        spent = [0.0] * len(thinkers)
        thoughts = 0
        seats = game.simulated["seats"]
        for number in range(given.games):
            position = game.start(seats, game.simulated["options"])
            for event, after in play_on(position, [bot(game, "expert")] * seats, given.seed, number):
                if event.by != "chance":
                    chosen = set()
                    for k, thinker in enumerate(thinkers):
                        thinker.budget_ms = 60_000
                        began = time.process_time()
                        chosen.add(thinker.choose(position.mask(event.by), generator(thoughts)))
                        if thoughts:  # the first one also compiles or loads
                            spent[k] += time.process_time() - began
                    assert len(chosen) == 1, "they choose differently"
                    thoughts += 1
                position = after
        each = [1000 * seconds / (thoughts - 1) for seconds in spent]
        told = [f"{each[0]:.1f}", *(f"{one:.1f} ({one / each[0]:.1f} times)" for one in each[1:])]
        print(f"| {game.id} | {thoughts} | {' | '.join(told)} |{' |' * (len(told) < 3)}", flush=True)


if __name__ == "__main__":
    main()
