"""Whole games played at compiled speed, by the law itself: the batch runner."""

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
    """Play to the end, every legal action and every pick of chance equally likely. Gives the number of seat actions."""
    words = words_of(rng)  # by value: they stay in registers all the way
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
    """Random games number `start` to `stop` - 1 of a seed: each has its own stream, so how they are shared out among
    threads changes nothing. Adds each seat's scores to `scores` and gives the number of seat actions."""
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
    """What came of a number of random games."""

    games: int
    steps: int
    """Actions of seats."""
    seconds: float
    mean_score: float
    """Over games and seats."""


POOL = 256
"""How many openings are sampled where chance cannot be listed (boxes), and shared by all games of a simulation."""
CHUNKS = 1 << 10
"""Into how many pieces a long simulation is cut, so that threads share it and progress shows."""


Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Who does a piece of work for each of several numbers: what came of them, in any order. As `in_threads` and
``cluster.spread`` do it."""


def in_threads(threads: int) -> Spread:
    """In so many threads of this process."""

    def spread(work: Callable[[Any], Any], pieces: Sequence[Any]) -> Iterator[Any]:
        with ThreadPoolExecutor(threads) as pool:
            yield from pool.map(work, pieces)

    return spread


@dataclass(frozen=True)
class RandomGames:
    """Some random games of a simulation. Plain data, to be handed to other processes."""

    game: str
    setups: NDArray[Any]
    starts: NDArray[Any]
    """The openings, which the games take in turn."""
    seed: int

    def __call__(self, numbers: range) -> tuple[int, int, int]:
        """Play those with these numbers: how many they are, the actions of seats, and the sum of all scores."""
        _ = find_game(self.game).rules  # wherever this is: who knows its records plays it
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
    """Uniformly random legal play. `progress` is told of every chunk of games that is done."""
    start = game.start(seats, options)
    openings = [start]
    if start.to_act == ("chance",) and start.chance_count == UNLISTABLE:
        # Streams from the far end: the games themselves use those from 0 on.
        rngs = [generator(seed, MASK - number) for number in range(max(1, min(games, POOL)))]
        openings = [start.play(start.draw(rng, choices)) for rng in rngs]
    setups = np.array([opening.setup for opening in openings], game.rules.SETUP)
    starts = np.array([opening.state for opening in openings], game.rules.STATE)
    play = RandomGames(game.id, setups, starts, seed)
    step = max(1 << 12, games // CHUNKS)
    play(range(0))  # no game at all: compiles, or loads what was compiled, before the clock starts
    steps = total = 0
    clock = time.perf_counter()
    for done, taken, scored in spread(play, [range(at, min(at + step, games)) for at in range(0, games, step)]):
        steps += taken
        total += scored
        progress(done)
    seconds = time.perf_counter() - clock
    return Simulation(games, steps, seconds, total / (games * seats))
