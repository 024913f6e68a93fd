"""Measure what playing for the win instead of for points gains in Take It Easy.

    python lab/benchmarks/endgame_value.py [--seats 2] [--games 2000] [--seed 1] [--option rounds=1]

`master` counts wins on the last tiles of the last round. Here `expert` plays all seats up to there; then one seat plays
the ending twice with the same draws against the same experts: as `master` does, and as it would if more rounds
followed. Most endings have the same result, so the paired difference is known much better than either share of wins.
"""

from __future__ import annotations

import argparse

import numpy as np

from ludotheque.codec.records import copy_record
from ludotheque.engine.position import MaskedState, Position
from ludotheque.engine.registry import game
from ludotheque.engine.rng import Generator
from ludotheque.games.take_it_easy.bots.rollouts import WATCHED_CELLS
from ludotheque.search.bots import Bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character


class ForTheMean:
    """`master`, playing as if this round were not the last."""

    def __init__(self) -> None:
        self.master = Character("master")

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        setup = copy_record(masked.setup)
        setup.rounds = 99
        return self.master.choose(MaskedState(masked.game, setup, masked.state, masked.seat), rng)


def ending(start: Position, seed: int, number: int) -> Position:
    """Return the position at which the last tiles of a game of experts begin."""
    experts: list[Bot] = [Character("expert") for _ in range(start.seats)]
    for _, position in play_on(start, experts, seed, number):
        last = position.state.rounds_done == position.setup.rounds - 1
        if (
            last
            and int(position.state.free[0]).bit_count() == WATCHED_CELLS
            and position.to_act == tuple(range(start.seats))
        ):
            return position
    raise AssertionError("every game has an ending")


def play(position: Position, seat: int, bot: Bot, seed: int, number: int) -> tuple[float, float]:
    """Return the share of the win and the points of a bot at a seat, against experts."""
    bots: list[Bot] = [Character("expert") for _ in range(position.seats)]
    bots[seat] = bot
    for _, end in play_on(position, bots, seed, number):
        position = end
    outcome = position.result
    assert outcome is not None
    return outcome.win_share(seat), float(outcome.scores[seat])


def mean_of(values: np.ndarray, unit: str = "") -> str:
    """Return a mean with one standard error, as text."""
    return f"{values.mean():.2f} ± {values.std() / len(values) ** 0.5:.2f}{unit}"


def main() -> None:
    """Play, telling now and then how it stands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=["rounds=1"])
    arguments = parser.parse_args()
    rules = game("take_it_easy")
    options = dict(option.split("=", 1) for option in arguments.option)
    start = rules.start(
        arguments.seats, {name: rules.options[name].read(name, value) for name, value in options.items()}
    )
    win, mean = Character("master"), ForTheMean()
    win.budget_ms = mean.master.budget_ms = float("inf")
    results = []
    for number in range(arguments.games):
        begun, seat = ending(start, arguments.seed, number), number % arguments.seats
        results.append([*play(begun, seat, win, 99, number), *play(begun, seat, mean, 99, number)])
        if (number + 1) % 200 == 0 or number + 1 == arguments.games:
            shares = 100 * np.array(results)
            different = (shares[:, [1]] != shares[:, [3]]).mean() * 100
            print(
                f"{number + 1} games, {arguments.seats} seats: for the win {mean_of(shares[:, 0], ' %')}, for the mean "
                f"{mean_of(shares[:, 2], ' %')}; difference {mean_of(shares[:, 0] - shares[:, 2], ' %')}, "
                f"{mean_of((shares[:, 1] - shares[:, 3]) / 100)} points; {different:.0f} % of endings differ",
                flush=True,
            )


if __name__ == "__main__":
    main()
