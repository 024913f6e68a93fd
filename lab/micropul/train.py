"""Train micropul's evaluation by self-play: fit the weights of a logistic regression to the winners.

    ludotheque train micropul --minutes 90

Generation by generation: games are played with the current weights (the first ones by ``heuristic_value``, then by
one-ply search, later by tree search), every position is kept with its features and the result, and the weights are
fitted to the latest games. Actions are chosen with noise, so that positions occur which good players avoid. The
features of hands get weights only once games are played by tree search.
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

from ludotheque.codec.records import new_record
from ludotheque.engine.bits import first
from ludotheque.engine.contract import CHANCE, Setup, State, Weights, Workspace
from ludotheque.engine.rng import Generator, below, generator, word
from ludotheque.files import CHECKPOINT, reading_checkpoint, write_checkpoint
from ludotheque.games.micropul import GAME, masking, rules
from ludotheque.games.micropul.bots.evaluation import (
    DATA,
    HANDS,
    N_FEATURES,
    PHASE_TILES,
    PHASES,
    WEIGHTS,
    count_features,
    heuristic_value,
)
from ludotheque.games.micropul.bots.levels import EXPERT, WORKSPACE, choose_action, init_search, search_slice
from ludotheque.games.micropul.pieces import SEATS
from ludotheque.games.micropul.rules import SETUP, STATE
from ludotheque.native.compiled import copy_into, routine
from ludotheque.search.ismcts import evaluate_or_score, sample_determinization
from ludotheque.search.levels import CHARACTER

Point = tuple[int, float, float]
"""A point of the learning curve: games played so far, percent of games won against `greedy`, and one standard error."""

POINTS, LOOK, SEARCH = 0, 1, 2
"""How games are played: one-ply search by points, one-ply search by the chance to win, or tree search."""
GAMES = {POINTS: 4000, LOOK: 6000, SEARCH: 4000}
"""Games of a generation."""
SEARCHED_FROM = 6
"""From this generation on games are played by search."""
SIMULATIONS = 120
KEPT = 6
"""Generations of games to which the weights are fitted."""
LONGEST = 160
"""Maximal number of positions kept of a game."""
MATCH = 500
"""Games against `greedy` after a generation."""
POINT = 0.015
"""Chance to win that a point counts in the first generation."""
NOISE = 0.03
"""Scale of the Gumbel noise of one-ply search."""
SURPRISES = 8
"""With tree search, one in this many choices is made by one-ply search with noise."""
AT_ONCE = 50_000
"""Positions handled together while fitting; limits memory."""
PENALTY = 3.0
"""L2 penalty, for weights about which the games tell little."""


@routine
def look_ahead(
    setup: Setup,
    state: State,
    seat: int,
    manner: int,
    noise: float,
    rng: Generator,
    weights: Weights,
    workspace: Workspace,
) -> int:
    """Return the best action after one ply, by points or by the chance to win, with Gumbel noise."""
    best = -1e9
    chosen = 0
    tree, after = workspace.tree, workspace.after
    sample_determinization(setup, state, seat, rng, tree)
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        copy_into(tree.state, after)
        rules.step(setup, after, seat, action)
        if manner == POINTS:
            value = POINT * heuristic_value(setup, after, seat)
        else:
            evaluate_or_score(setup, after, weights, workspace)
            value = workspace.tree.values[seat]
        # Gumbel noise: choices follow a softmax of the values.
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
            ("masked_setup", SETUP),
            ("masked_state", STATE),
            ("manners", "i8", (SEATS,)),
            ("character", CHARACTER),
            ("mind", WORKSPACE),
        ],
    )
)
"""A game in progress, and how each seat plays."""

POSITION: np.dtype[Any] = np.dtype(
    (np.record, [("features", "f4", (N_FEATURES,)), ("core", "f4"), ("turn", "i4"), ("result", "f4")])
)
"""A kept position: features, size of the core, whose turn it was, and the result for that seat."""
Positions = NDArray[Any]


@routine
def play(table: Any, noise: float, rng: Generator, weights: Weights, positions: Positions) -> int:
    """Play a whole game, each seat in its manner; keep positions while there is room. Returns how many were kept."""
    kept = 0
    setup, state, here, masked = table.setup, table.state, table.masked_setup, table.masked_state
    character, workspace = table.character, table.mind
    copy_into(table.start, state)
    while True:
        seats = rules.to_act(setup, state)
        if seats == 0:
            return kept
        if seats == CHANCE:
            outcome = rules.chance_nth(setup, state, below(rng, rules.chance_count(setup, state)))
            rules.apply_chance(setup, state, outcome)
            continue
        seat = first(seats)
        masking.mask(setup, state, seat, here, masked)
        if kept < len(positions):
            count_features(setup, state, workspace.counted)
            for which in range(N_FEATURES):
                positions[kept].features[which] = workspace.counted.features[which]
            positions[kept].core = state.core
            positions[kept].turn = state.turn
            kept += 1
        if table.manners[seat] == SEARCH and (noise == 0.0 or below(rng, SURPRISES) > 0):
            init_search(here, masked, seat, character, rng, weights, workspace)
            while search_slice(here, masked, seat, character, rng, weights, workspace) > 0:
                pass
            action = choose_action(here, masked, seat, character, rng, weights, workspace)
        else:
            action = look_ahead(here, masked, seat, table.manners[seat], noise, rng, weights, workspace)
        rules.apply(setup, state, seat, action)


def spread(positions: Positions) -> NDArray[np.float32]:
    """Return the features with a block of columns for each phase, as ``evaluation.weigh_features`` interpolates the
    weights."""
    phase = np.minimum(positions["core"] // PHASE_TILES, PHASES - 2).astype(int)
    part = np.minimum(positions["core"] / PHASE_TILES - phase, 1)[:, None]
    columns = np.zeros((len(positions), PHASES, N_FEATURES), np.float32)
    every = np.arange(len(positions))
    columns[every, phase] = positions["features"] * (1 - part)
    columns[every, phase + 1] = positions["features"] * part
    return columns.reshape(len(positions), -1)


def fit(positions: Positions, counts: int) -> NDArray[np.float64]:
    """Return the weights of the first features that maximise the likelihood of the results: logistic regression by
    Newton's method, starting from zeros."""
    positions = positions.copy()
    positions["features"][:, counts:] = 0
    weights = np.zeros(PHASES * N_FEATURES)
    for _ in range(7):
        slope, bend = -PENALTY * weights, PENALTY * np.eye(len(weights))
        for part in np.array_split(positions, len(positions) // AT_ONCE + 1):
            columns = spread(part)
            chance = 1 / (1 + np.exp(-(columns @ weights.astype(np.float32))))
            slope += columns.T @ (part["result"] - chance)
            bend += (columns * (chance * (1 - chance))[:, None]).T @ columns
        weights += np.linalg.solve(bend, slope)
    return weights


class Learner:
    """The weights, the games to which the next ones are fitted, and the progress of the training."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.weights = new_record(WEIGHTS)
        self.generation = 0
        self.games = 0
        self.seconds = 0.0
        self.curve: list[Point] = []
        self.kept: list[Positions] = []
        self.table = new_record(TABLE)
        self.table.setup.seats = SEATS
        rules.begin(self.table.setup, self.table.start)
        self.table.character.level = EXPERT
        self.table.character.budget = SIMULATIONS

    def play(self, manners: Sequence[int], noise: float, stream: int, positions: Positions) -> tuple[int, float]:
        """Play a game; return the number of positions kept and the result for seat 0."""
        self.table.manners[:] = manners
        kept = play(self.table, noise, generator(self.seed, stream), self.weights, positions)
        return kept, {1: 1.0, 2: 0.0, 3: 0.5}[rules.winners(self.table.setup, self.table.state)]

    @property
    def manner(self) -> int:
        """Return how the games of the next generation are played."""
        return POINTS if self.generation == 0 else LOOK if self.generation < SEARCHED_FROM else SEARCH

    def learn(self) -> None:
        """Play one generation and fit the weights."""
        games = GAMES[self.manner]
        room = np.zeros(LONGEST, POSITION)
        played = []
        for game in range(games):
            kept, result = self.play([self.manner] * 2, NOISE, 2 * (self.games + game), room)
            room["result"] = np.where(room["turn"] == 0, result, 1 - result)
            played.append(room[:kept].copy())
        self.kept = [*self.kept, np.concatenate(played)][-KEPT:]
        # Players that ignore what hands could do next show too little of what it is worth: its weights would be wrong.
        counts = N_FEATURES if self.manner == SEARCH else HANDS
        self.weights.weights[:] = fit(np.concatenate(self.kept), counts).reshape(PHASES, N_FEATURES)
        self.generation += 1
        self.games += games

    def measure(self) -> None:
        """Add a point to the learning curve: games of one-ply search against `greedy`."""
        none = np.zeros(0, POSITION)
        won = 0.0
        for game in range(MATCH):
            first_seat = game % 2 == 0
            manners = [LOOK, POINTS] if first_seat else [POINTS, LOOK]
            _, result = self.play(manners, 0.0, 2 * (game // 2) + 1, none)
            won += result if first_seat else 1 - result
        share, doubted = won / MATCH, (won + 1) / (MATCH + 2)  # pulled towards one half: no error of 0
        self.curve.append((self.games, 100 * share, 100 * (doubted * (1 - doubted) / MATCH) ** 0.5))

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        kept = {f"kept{number}": positions for number, positions in enumerate(self.kept)}
        saved = {
            "done": np.array([self.generation, self.games, self.seconds]),
            "seed": np.array(self.seed, np.uint64),
            "curve": np.array(self.curve).reshape(-1, 3),
            "weights": self.weights.weights,
        }
        write_checkpoint(file, saved | kept)

    def load(self, file: Path) -> None:
        """Continue from a checkpoint."""
        with reading_checkpoint(file) as saved:
            generation, games, self.seconds = saved["done"].tolist()
            self.seed = int(saved["seed"])
            self.curve = [(int(games), share, error) for games, share, error in saved["curve"].tolist()]
            self.weights.weights[:] = saved["weights"]
            self.kept = [saved[f"kept{number}"] for number in range(KEPT) if f"kept{number}" in saved]
        self.generation, self.games = int(generation), int(games)


def train(folder: Path, minutes: float, seed: int) -> Iterator[tuple[float, Sequence[Point]]]:
    """Train for `minutes` in total, continuing from the checkpoint in `folder` if there is one, and write the weights
    there. Yields after each generation the fraction done and the learning curve."""
    _ = GAME.bots_module  # search asks for the game's answers by the type of its records
    learner = Learner(seed)
    checkpoint = folder / CHECKPOINT
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
