"""The trainer of micropul's evaluation: it plays against itself, and fits the weights to who won.

One generation after the other: games are played with the weights so far (the first by the points that ``bots.worth``
counts, then by one look ahead, later by search), every position is kept with what was counted in it and how the game
ended, and the weights of a logistic regression are fitted to the last of these games. Chance is put into the choices,
so that positions come up which good players avoid.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core import law
from ...core.bits import first
from ...core.chance import Generator, below, generator, word
from ...core.compiled import copy_into, routine
from ...core.game import LEVELS, record
from ...core.law import CHANCE, Setup, State
from ...search.characters import CHARACTER
from ...search.tree import judged
from . import GAME, knowledge, rules
from .bots import MIND, decide, ponder, ready, worth
from .evaluation import DATA, N_FEATURES, PHASES, STEP, WEIGHTS, count
from .rules import SEATS, SETUP, STATE

Floats = NDArray[np.float64]
Point = tuple[int, float, float]
"""A point of the learning curve: games played so far, percent of games won against `greedy`, and one standard error."""

POINTS, LOOK, SEARCH = 0, 1, 2
"""How games are played."""
GAMES = {POINTS: 4000, LOOK: 6000, SEARCH: 1500}
"""Games of a generation."""
SEARCHED_FROM = 6
"""From this generation on games are played by search."""
SIMULATIONS = 60
KEPT = 6
"""Generations of games to which the weights are fitted."""
LONGEST = 160
"""Positions of a game that are kept at most."""
MATCH = 500
"""Games against `greedy` after a generation."""
POINT = 0.015
"""What a point is worth in the first generation, where chances to win are not known yet."""
NOISE = 0.03
"""How much chance there is in a look ahead."""
SURPRISES = 8
"""One in so many choices is made by such a look where games are played by search."""
PENALTY = 3.0
"""What keeps weights small of which the games tell little."""


@routine
def look_ahead(
    setup: Setup, state: State, seat: int, manner: int, noise: float, rng: Generator, weights: Any, mind: Any
) -> int:
    """The best action at sight, by points or by the chance to win, with some chance of its own."""
    best = -1e9
    chosen = 0
    after = mind.after
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        copy_into(state, after)
        rules.step(setup, after, seat, action)
        if manner == POINTS:
            value = POINT * worth(setup, after, seat)
        else:
            judged(setup, after, weights, mind)
            value = mind.tree.values[seat]
        # Gumbel's distribution: so that what is a little worse is chosen a little less often.
        value -= max(noise, 1e-9) * log(-log((word(rng) + 0.5) / 4294967296.0))
        if value > best:
            best = value
            chosen = action
    return chosen


TABLE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("setup", SETUP),
            ("start", STATE),
            ("state", STATE),
            ("known_setup", SETUP),
            ("known", STATE),
            ("manners", "i8", (SEATS,)),
            ("character", CHARACTER),
            ("mind", MIND),
        ],
    )
)
"""Where games are played, and how each seat plays."""


@routine
def play(table: Any, noise: float, rng: Generator, weights: Any, rows: Floats, cores: Floats, kept: int) -> int:
    """A whole game, each seat in its manner; every position is kept from `kept` on, as long as there is room."""
    setup, state, here, known = table.setup, table.state, table.known_setup, table.known
    character, mind = table.character, table.mind
    copy_into(table.start, state)
    while True:
        seats = rules.to_act(setup, state)
        if seats == 0:
            return kept
        if seats == CHANCE:
            outcome = rules.chance_nth(setup, state, below(rng, rules.chance_range(setup, state)))
            rules.apply_chance(setup, state, outcome)
            continue
        seat = first(seats)
        knowledge.known(setup, state, seat, here, known)
        if kept < len(rows):
            count(setup, state, rows[kept])
            cores[kept] = state.core
            kept += 1
        if table.manners[seat] == SEARCH and (noise == 0.0 or below(rng, SURPRISES) > 0):
            ready(here, known, seat, character, rng, weights, mind)
            while ponder(here, known, seat, character, rng, weights, mind) > 0:
                pass
            action = decide(here, known, seat, character, rng, weights, mind)
        else:
            action = look_ahead(here, known, seat, table.manners[seat], noise, rng, weights, mind)
        rules.apply(setup, state, seat, action)


def spread(rows: Floats, cores: Floats) -> Floats:
    """Counts with a column for each phase, as ``evaluation.weigh`` mixes their weights."""
    phase = np.minimum(cores // STEP, PHASES - 2).astype(int)
    part = np.minimum(cores / STEP - phase, 1.0)[:, None]
    columns = np.zeros((len(rows), PHASES, N_FEATURES))
    every = np.arange(len(rows))
    columns[every, phase] = rows * (1 - part)
    columns[every, phase + 1] = rows * part
    return columns.reshape(len(rows), -1)


def fit(games: Sequence[tuple[Floats, Floats, Floats]]) -> Floats:
    """The weights under which these positions with these results are likeliest: Newton's method, from nothing."""
    columns = np.concatenate([spread(rows, cores).astype(np.float32) for rows, cores, _ in games])
    results = np.concatenate([results for _, _, results in games])
    weights = np.zeros(columns.shape[1])
    for _ in range(7):
        chance = 1 / (1 + np.exp(-(columns @ weights.astype(np.float32)).astype(np.float64)))
        slope = columns.T @ (results - chance) - PENALTY * weights
        bend = (columns * (chance * (1 - chance)).astype(np.float32)[:, None]).T @ columns
        weights += np.linalg.solve(bend.astype(np.float64) + PENALTY * np.eye(len(weights)), slope)
    return weights


class Learner:
    """The weights so far, the games to which the next ones are fitted, and how far training has come."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.weights = record(WEIGHTS)
        self.generation = 0
        self.games = 0
        self.seconds = 0.0
        self.curve: list[Point] = []
        self.kept: list[tuple[Floats, Floats, Floats]] = []
        self.table = record(TABLE)
        self.table.setup.seats = SEATS
        rules.begin(self.table.setup, self.table.start)
        self.table.character.level = LEVELS.index("expert")
        self.table.character.budget = SIMULATIONS

    def play(
        self, manners: Sequence[int], noise: float, stream: int, rows: Floats, cores: Floats, kept: int
    ) -> tuple[int, float]:
        """Play a game: where its positions end, and what it was worth to seat 0."""
        self.table.manners[:] = manners
        kept = play(self.table, noise, generator(self.seed, stream), self.weights, rows, cores, kept)
        return kept, {1: 1.0, 2: 0.0, 3: 0.5}[rules.winners(self.table.setup, self.table.state)]

    @property
    def manner(self) -> int:
        """How the games of the next generation are played."""
        return POINTS if self.generation == 0 else LOOK if self.generation < SEARCHED_FROM else SEARCH

    def learn(self) -> None:
        """One generation."""
        games = GAMES[self.manner]
        rows, cores = np.zeros((games * LONGEST, N_FEATURES)), np.zeros(games * LONGEST)
        results = np.zeros(games * LONGEST)
        kept = 0
        for game in range(games):
            end, result = self.play([self.manner] * 2, NOISE, 2 * (self.games + game), rows, cores, kept)
            results[kept:end] = result
            kept = end
        self.kept = [*self.kept, (rows[:kept], cores[:kept], results[:kept])][-KEPT:]
        self.weights.weights[:] = fit(self.kept).reshape(PHASES, N_FEATURES)
        self.generation += 1
        self.games += games

    def measure(self) -> None:
        """A point of the curve: games against `greedy`, one look ahead."""
        none, nothing = np.zeros((0, N_FEATURES)), np.zeros(0)
        won = 0.0
        for game in range(MATCH):
            first_seat = game % 2 == 0
            manners = [LOOK, POINTS] if first_seat else [POINTS, LOOK]
            _, result = self.play(manners, 0.0, 2 * (game // 2) + 1, none, nothing, 0)
            won += result if first_seat else 1 - result
        share = won / MATCH
        self.curve.append((self.games, 100 * share, 100 * (share * (1 - share) / MATCH) ** 0.5))

    def save(self, file: Path) -> None:
        """Everything, so that training can go on from here."""
        beside = file.with_suffix(".part.npz")
        kept = {
            f"{name}{number}": array
            for number, games in enumerate(self.kept)
            for name, array in zip(("rows", "cores", "results"), games, strict=True)
        }
        done = np.array([self.generation, self.games, self.seconds])
        np.savez(beside, done=done, curve=np.array(self.curve).reshape(-1, 3), weights=self.weights.weights, **kept)  # type: ignore[arg-type]
        beside.replace(file)

    def load(self, file: Path) -> None:
        """Go on from what was saved."""
        with np.load(file) as saved:
            generation, games, self.seconds = saved["done"].tolist()
            self.curve = [(int(games), share, error) for games, share, error in saved["curve"].tolist()]
            self.weights.weights[:] = saved["weights"]
            numbers = [number for number in range(KEPT) if f"rows{number}" in saved]
            self.kept = [(saved[f"rows{n}"], saved[f"cores{n}"], saved[f"results{n}"]) for n in numbers]
        self.generation, self.games = int(generation), int(games)


def train(folder: Path, minutes: float, seed: int) -> Iterator[tuple[float, Sequence[Point]]]:
    """Train for so many minutes in all, going on from the checkpoint in a folder if there is one, and write the weights
    there. After every generation tells which share is done, and the learning curve so far."""
    law.register(GAME.law, GAME.playing)  # search asks for the game's answers by the type of its records
    learner = Learner(seed)
    checkpoint = folder / "checkpoint.npz"
    if checkpoint.exists():
        learner.load(checkpoint)
    clock = time.monotonic() - learner.seconds
    while learner.seconds < 60 * minutes:
        learner.learn()
        learner.measure()
        learner.seconds = time.monotonic() - clock
        learner.save(checkpoint)
        yield min(learner.seconds / 60 / minutes, 1.0), learner.curve
    (folder / DATA.name).write_bytes(zlib.compress(learner.weights.tobytes(), 9))
