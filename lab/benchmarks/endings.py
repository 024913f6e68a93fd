"""What playing for the win is worth at Take It Easy: the same ending played for the win, and for the mean.

    python lab/benchmarks/endings.py [--seats 2] [--games 2000] [--seed 1] [--option rounds=1]

`master` plays for the win on the last tiles of the last round. So `expert` plays at all seats up to there; then one
seat plays the ending twice, the tiles the same, against the same experts: as `master` does, and as `master` would if
more rounds were to come. Most endings come to the same, so the difference of the two shares of wins is known much
better than either of them.
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
    """`master`, as if this round were not the last."""

    def __init__(self) -> None:
        self.master = Character("master")

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        setup = copy_record(masked.setup)
        setup.rounds = 99
        return self.master.choose(MaskedState(masked.game, setup, masked.state, masked.seat), rng)


def ending(start: Position, seed: int, number: int) -> Position:
    """Where the last tiles of a game of experts begin."""
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
    """The share of the win of a seat that a bot has, against experts, and its points."""
    bots: list[Bot] = [Character("expert") for _ in range(position.seats)]
    bots[seat] = bot
    for _, end in play_on(position, bots, seed, number):
        position = end
    outcome = position.result
    assert outcome is not None
    share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    return share, float(outcome.scores[seat])


def told(values: np.ndarray, unit: str = "") -> str:
    """A mean with one standard error."""
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
                f"{number + 1} games, {arguments.seats} seats: for the win {told(shares[:, 0], ' %')}, for the mean "
                f"{told(shares[:, 2], ' %')}; difference {told(shares[:, 0] - shares[:, 2], ' %')}, "
                f"{told((shares[:, 1] - shares[:, 3]) / 100)} points; {different:.0f} % of endings differ",
                flush=True,
            )


if __name__ == "__main__":
    main()
