"""Random playouts in bulk, at compiled speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine import dispatch
from ..engine.bits import first
from ..engine.contract import CHANCE, UNLISTABLE, Setup, State
from ..engine.game import Game
from ..engine.registry import game as find_game
from ..engine.rng import MASK, Generator, below_of, generator, put_words, seed_words, words_of
from ..native.compiled import rule


@rule
def random_playout(setup: Setup, state: State, rng: Generator) -> int:
    """Play a state to the end in place with uniformly random legal actions and chance draws. Returns the number of seat
    actions."""
    words = words_of(rng)  # a copy, which stays in registers
    steps = 0
    while True:
        seats = dispatch.to_act(setup, state)
        if seats == 0:
            put_words(rng, words)
            return steps
        if seats == CHANCE:
            pick, words = below_of(words, dispatch.chance_count(setup, state))
            dispatch.apply_chance(setup, state, dispatch.chance_nth(setup, state, pick))
        else:
            seat = first(seats)
            k, words = below_of(words, dispatch.legal_count(setup, state, seat))
            dispatch.apply(setup, state, seat, dispatch.legal_nth(setup, state, seat, k))
            steps += 1


@rule
def random_games(
    setups: Any,
    starts: Any,
    scratch: Any,
    rng: Generator,
    low: int,
    high: int,
    start: int,
    stop: int,
    scores: NDArray[np.int64],
) -> int:
    """Play the random games number `start` to `stop` - 1 of a seed (the words `low` and `high`). Each game has its own
    random stream, so results do not depend on how games are divided among threads. Adds each seat's scores to `scores`;
    returns the number of seat actions."""
    state = scratch[0]
    steps = 0
    for game in range(start, stop):
        here = game % len(setups)
        setup = setups[here]
        scratch[0] = starts[here]
        seed_words(rng, low, high, game)
        steps += random_playout(setup, state, rng)
        for seat in range(setup.seats):
            scores[seat] += dispatch.score(setup, state, seat)
    return steps


@dataclass(frozen=True)
class Simulation:
    """The result of a number of random games."""

    games: int
    steps: int
    """Number of seat actions."""
    seconds: float
    mean_score: float
    """Mean over games and seats."""


POOL = 256
"""Number of sampled openings, shared by all games of a simulation, if chance outcomes cannot be listed."""
CHUNKS = 1 << 10
"""Number of pieces into which a long simulation is divided, for threads and for progress reports."""


Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Applies a function to each of several pieces of work and returns the results in any order, such as `in_threads` and
``cluster.spread``."""


def in_threads(threads: int) -> Spread:
    """Return a ``Spread`` over a number of threads of this process."""

    def spread(work: Callable[[Any], Any], pieces: Sequence[Any]) -> Iterator[Any]:
        with ThreadPoolExecutor(threads) as pool:
            yield from pool.map(work, pieces)

    return spread


@dataclass(frozen=True)
class RandomGames:
    """A part of a simulation, as plain data that can be sent to other processes."""

    game: str
    setups: NDArray[Any]
    starts: NDArray[Any]
    """Openings; game n starts from opening n modulo their number."""
    seed: int

    def __call__(self, numbers: range) -> tuple[int, int, int]:
        """Play the games with these numbers; return how many they are, the number of seat actions and the sum of all
        scores."""
        _ = find_game(self.game).rules  # loads the game in this process
        scores = np.zeros(32, np.int64)
        words = (self.seed & MASK, self.seed >> 32)
        scratch = self.starts[:1].copy()
        steps = random_games(
            self.setups, self.starts, scratch, generator(0), *words, numbers.start, numbers.stop, scores
        )
        return len(numbers), int(steps), int(scores.sum())


def simulate(
    game: Game,
    games: int,
    seats: int,
    options: Mapping[str, object],
    seed: int,
    choices: Mapping[str, str] | None = None,
    progress: Callable[[int], None] = lambda games: None,
    spread: Spread = map,
) -> Simulation:
    """Play `games` uniformly random games and measure them. `progress` is called with the size of each finished chunk;
    `choices` are the settings of the table."""
    start = game.start(seats, options)
    openings = [start]
    if start.to_act == ("chance",) and start.chance_count == UNLISTABLE:
        # Streams counted down from the last one: the games use those from 0 on.
        rngs = [generator(seed, MASK - number) for number in range(max(1, min(games, POOL)))]
        openings = [start.play(start.draw(rng, choices)) for rng in rngs]
    setups = np.array([opening.setup for opening in openings], game.rules.SETUP)
    starts = np.array([opening.state for opening in openings], game.rules.STATE)
    play = RandomGames(game.id, setups, starts, seed)
    step = max(1 << 12, games // CHUNKS)
    play(range(0))  # no games: compiles, or loads compiled code, before the clock starts
    steps = total = 0
    clock = time.perf_counter()
    for done, taken, scored in spread(play, [range(at, min(at + step, games)) for at in range(0, games, step)]):
        steps += taken
        total += scored
        progress(done)
    seconds = time.perf_counter() - clock
    return Simulation(games, steps, seconds, total / (games * seats))
