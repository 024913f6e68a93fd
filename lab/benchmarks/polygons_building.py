"""Whether the levels of Polygons build or hoard: when they complete their first set, and what they leave over.

    python lab/benchmarks/polygons_building.py [--games 100] [--levels novice amateur club expert] [--seed 1]

Each level plays against itself, two seats. Means over both seats; a seat that completes no set counts as if it did in
the turn after its last.
"""

from __future__ import annotations

import argparse
from statistics import fmean, stdev

from ludotheque.engine.game import LEVELS
from ludotheque.engine.registry import game
from ludotheque.games.polygons import rules
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character

GAME = game("polygons")
UNHURRIED_MS = 60_000


def played(level: str, seed: int, number: int) -> list[tuple[float, float, float]]:
    """Play a game; return for each seat the turn of its first set, its pieces left over and its number of turns."""
    bots = [Character(level) for _ in range(2)]
    for bot in bots:
        bot.budget_ms = UNHURRIED_MS
    before = position = GAME.start(2, {})
    turns, first = [0, 0], [0, 0]
    for event, after in play_on(position, bots, seed, number):
        if event.by != "chance":
            state, seat = before.state, event.by
            turns[seat] += state.stage == rules.TAKE_STAGE and state.taken + state.power_used == 0
            if first[seat] == 0 and rules.token_points(after.state, seat) > rules.token_points(before.state, seat):
                first[seat] = turns[seat]
        before = after
    left = [rules.left_over(before.state, seat) for seat in range(2)]
    return [(first[seat] or turns[seat] + 1, left[seat], turns[seat]) for seat in range(2)]


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", nargs="+", default=LEVELS[:4])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| level | games | first set in turn | pieces left over | turns |\n|---|---|---|---|---|")
    for level in given.levels:
        seats = [one for number in range(given.games) for one in played(level, given.seed, number)]
        cells = []
        for values in zip(*seats, strict=True):
            games = [fmean(pair) for pair in zip(values[::2], values[1::2], strict=True)]
            cells.append(f"{fmean(games):.1f} ± {1.96 * stdev(games) / len(games) ** 0.5:.1f}")
        print(f"| `{level}` | {given.games} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
