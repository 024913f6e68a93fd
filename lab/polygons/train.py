"""Train Polygons' evaluation by self-play: fit the weights of a logistic regression to the winners.

    ludotheque train polygons --minutes 90

Each kind of table is trained separately: first on games of bots that evaluate each action once, then on games of bots
with a short tree search. Choices are noisy so that games differ. In many turns the bots do not use their powers:
otherwise powers would be used up early and their value at the end would not be learned. In most games some seats are
greedy bots, so that not all seats play alike.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludotheque.codec.records import copy_record, new_record
from ludotheque.engine.bits import size as size_of
from ludotheque.engine.contract import Scene, Setup, State, Weights
from ludotheque.engine.rng import MASK, Generator, below, generator, word
from ludotheque.files import CHECKPOINT, reading_checkpoint, write_checkpoint
from ludotheque.games.polygons import GAME, masking, rules, sampler
from ludotheque.games.polygons.bots.evaluation import (
    COUNTED,
    DATA,
    KEEP,
    LEFT,
    N_FEATURES,
    PHASES,
    POWERS_LEFT,
    PROMISE,
    PROMISED,
    STAGES,
    TABLES,
    TOKENS_WON,
    WEIGHTS,
    count_features,
    do_action,
    finish_turn,
    is_pruned,
    win_chances,
)
from ludotheque.games.polygons.bots.greedy import SCRATCH, choose_greedily
from ludotheque.games.polygons.bots.levels import MASTER, WORKSPACE, choose_action, init_search, search_slice
from ludotheque.games.polygons.rules import OVER, SEATS, SETUP, STATE, STEAL, TAKE_STAGE
from ludotheque.native.compiled import copy_into, routine
from ludotheque.search.levels import CHARACTER

Floats = NDArray[np.float64]

PLAYER: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("setup", SETUP),  # what a seat knows
            ("state", STATE),
            ("trial", STATE),
            ("counted", COUNTED),
            ("values", "f8", (SEATS,)),
            ("greedy", SCRATCH),
            ("character", CHARACTER),  # how it searches: a budget of no simulations means that it looks once
            ("mind", WORKSPACE),
        ],
    )
)
"""The memory of a bot."""

MOST_TURNS: Final = 160
ROWS: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("number", "i8"),  # of turns
            ("features", "f4", (MOST_TURNS, SEATS, N_FEATURES)),
            ("phase", "i8", (MOST_TURNS, SEATS)),
            ("part", "f4", (MOST_TURNS, SEATS)),
        ],
    )
)
"""The features at the beginning of each turn of a game."""


THRIFTY_LOOK, THRIFTY_SEARCH = 2, 4
"""Powers are left unused in one in this many turns, by bots that evaluate once and by bots that search."""
SURPRISES: Final = 8
"""Bots that search evaluate only once in one turn out of this many."""


# -- Playing ----------------------------------------------------------------------------------------------------------


@routine
def look(setup: Setup, state: State, seat: int, action: int, weights: Weights, player: Any) -> float:
    """Return the log-odds that a seat wins after an action, once its turn is finished."""
    trial = player.trial
    copy_into(state, trial)
    do_action(setup, trial, seat, action)
    finish_turn(setup, trial)
    win_chances(setup, trial, weights, player.counted, player.values)
    value = min(max(player.values[seat] * setup.seats / rules.sides(setup), 1e-9), 1.0 - 1e-9)
    return log(value / (1.0 - value))


@routine
def choose(
    setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, player: Any, heat: float, thrifty: bool
) -> int:
    """Return the best action after evaluating each once, with noise of the scale `heat`."""
    best = -1e9
    chosen = 0
    for k in range(rules.legal_count(setup, state, seat)):
        action = rules.legal_nth(setup, state, seat, k)
        if is_pruned(setup, state, seat, action) or (thrifty and action >= STEAL):
            continue
        value = look(setup, state, seat, action, weights, player)
        value -= max(heat, 1e-6) * log(-log((word(rng) + 0.5) / (MASK + 1.0)))
        if value > best:
            best = value
            chosen = action
    return chosen


@routine
def choose_known(setup: Setup, state: State, seat: int, rng: Generator, player: Any) -> int:
    """Return the greedy bot's action."""
    return choose_greedily(setup, state, seat, rng, player.greedy)


@routine
def choose_by_search(setup: Setup, state: State, seat: int, rng: Generator, weights: Weights, player: Any) -> int:
    """Return the action of a bot with tree search."""
    character, workspace = player.character, player.mind
    init_search(setup, state, seat, character, rng, weights, workspace)
    while search_slice(setup, state, seat, character, rng, weights, workspace) > 0:
        pass
    return choose_action(setup, state, seat, character, rng, weights, workspace)


@routine
def play(
    setup: Setup, scene: Scene, state: State, rng: Generator, weights: Weights, player: Any, heat: float, greedy: int,
    rows: Any,
) -> None:  # fmt: skip
    """Play a game from its first turn to the end. The seats of a set are greedy; if there is noise, they too now and
    then choose by one evaluation."""
    rows.number = 0
    thrifty, once = False, False
    searches = player.character.budget > 0
    while state.stage != OVER:
        seat = state.seat
        if state.stage == TAKE_STAGE and state.taken == 0 and state.power_used == 0:
            thrifty = heat > 0.0 and below(rng, THRIFTY_SEARCH if searches else THRIFTY_LOOK) == 0
            once = not searches or (heat > 0.0 and below(rng, SURPRISES) == 0)
            if rows.number < MOST_TURNS:
                count_features(setup, state, player.counted)
                for other in range(setup.seats):
                    rows.phase[rows.number, other] = player.counted.phase[other]
                    rows.part[rows.number, other] = player.counted.part[other]
                    for which in range(N_FEATURES):
                        rows.features[rows.number, other, which] = player.counted.features[other, which]
                rows.number += 1
        masking.mask(setup, state, seat, player.setup, player.state)
        if (greedy >> seat) & 1 != 0 and not (searches and once):
            action = choose_known(player.setup, player.state, seat, rng, player)
        elif thrifty or once:
            action = choose(player.setup, player.state, seat, rng, weights, player, heat, thrifty)
        else:
            action = choose_by_search(player.setup, player.state, seat, rng, weights, player)
        do_action(setup, state, seat, action)
        rules.update_visible(scene, state)


# -- Fitting ----------------------------------------------------------------------------------------------------------

TABLE_OPTIONS: Final = tuple(
    (seats, teams, expert) for expert in (0, 1) for seats, teams in ((2, 0), (3, 0), (4, 0), (4, 1))
)
"""Seats and options of each kind of table, in the order of ``evaluation.table_of``."""
KEEP_NEAR: Final = 3.0
"""Strength of the L2 penalty, in turns."""
NEWTON_STEPS: Final = 5
AT_ONCE: Final = 20_000
SAMPLED: Final = 4
"""The Hessian is computed from one in this many turns; that affects the size of the steps, not the solution."""


def sides_of(table: int) -> int:
    """Return the number of sides at a kind of table."""
    seats, teams, _ = TABLE_OPTIONS[table]
    return 2 if teams else seats


WHO: Final = 1
"""An extra feature of the fit: which seats are greedy. Without it, whatever stronger players tend to have would seem to
cause wins. Its weight is discarded."""


def spread(features: Floats, phase: NDArray[np.int64], part: Floats, table: int) -> NDArray[np.float32]:
    """Return the features of each side at the columns of the weights that apply to it."""
    number, sides = len(features), sides_of(table)
    spread = np.zeros((number, sides, PHASES + 1, features.shape[-1]), np.float32)
    each = np.arange(number)
    for seat in range(TABLE_OPTIONS[table][0]):
        spread[each, seat % sides, phase[:, seat]] += features[:, seat] * (1 - part[:, seat, None])
        spread[each, seat % sides, phase[:, seat] + 1] += features[:, seat] * part[:, seat, None]
    return spread[:, :, :PHASES].reshape(number, sides, -1)


def fit(turns: Sequence[Any], table: int, begin: Floats) -> Floats:
    """Return the weights that maximise the likelihood of the winners: logistic regression by Newton's method."""
    features, phase, part, won = turns
    size = PHASES * (N_FEATURES + WHO)
    weights = np.pad(begin, ((0, 0), (0, WHO))).reshape(-1)
    for _ in range(NEWTON_STEPS):
        bend, slope = np.eye(size) * KEEP_NEAR, -KEEP_NEAR * weights
        for at in range(0, len(features), AT_ONCE):
            rows = slice(at, at + AT_ONCE)
            counted = spread(features[rows], phase[rows], part[rows], table)
            sums = counted @ weights.astype(np.float32)
            likely = np.exp(sums - sums.max(1, keepdims=True))
            likely /= likely.sum(1, keepdims=True)
            slope += (won[rows] - likely).reshape(-1) @ counted.reshape(-1, size)
            counted, likely = counted[::SAMPLED], likely[::SAMPLED, :, None]
            counted = (counted - (counted * likely).sum(1, keepdims=True)) * np.sqrt(likely * SAMPLED)
            counted = counted.reshape(-1, size)
            bend += counted.T @ counted
        weights += np.linalg.solve(bend, slope)
    return weights.reshape(PHASES, N_FEATURES + WHO)[:, :N_FEATURES]


def first_weights() -> Any:
    """Return the initial weights: points, and what pieces promise while there is time."""
    weights = new_record(WEIGHTS)
    for phase in range(PHASES):
        time_left = min(phase / 2, 1.0) if phase < STAGES else 0.0
        weights.weights[:, phase, TOKENS_WON] = 0.35
        weights.weights[:, phase, POWERS_LEFT : POWERS_LEFT + 3] = 0.35
        weights.weights[:, phase, LEFT] = 0.35 * (KEEP * time_left - 1)
        weights.weights[:, phase, PROMISED : PROMISED + 3] = 0.35 * time_left * PROMISE[1:4]
    return weights


# -- Training ---------------------------------------------------------------------------------------------------------

GAMES: Final = 6000
"""Games of a kind of table before its weights are fitted again."""
BOXES: Final = 400
"""Boxes with which they are played; who begins and the actions differ."""
HEAT: Final = 0.3
"""Scale of the noise in choices."""
SIMULATIONS: Final = 100
"""Simulations of the bots with tree search; with four seats more do not play better."""
MATCH: Final = 400
"""Games against the greedy bot that measure the weights."""

Point = tuple[int, float, float]
"""A point of the learning curve: games played, percentage of two-seat games that the one-evaluation bot won against the
greedy bot, and its standard error."""


class Trainer:
    """The weights and the progress of the training."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.weights = first_weights()
        self.fits = 0
        self.games = 0
        self.seconds = 0.0
        self.curve: list[Point] = []
        _ = GAME.bots_module  # search asks for the game's answers by the type of its records
        self.player, self.rows = new_record(PLAYER), new_record(ROWS)
        self.player.character.level = MASTER

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        saved = {
            "seed": np.array(self.seed, np.uint64),
            "done": np.array((self.fits, self.games, self.seconds)),
            "curve": np.array(self.curve).reshape(-1, 3),
            "weights": self.weights.weights,
        }
        write_checkpoint(file, saved)

    def load(self, file: Path) -> None:
        """Continue from a checkpoint."""
        with reading_checkpoint(file) as saved:
            self.weights.weights = saved["weights"]
            self.seed = int(saved["seed"])
            fits, games, self.seconds = saved["done"].tolist()
            self.curve = [(int(games), score, error) for games, score, error in saved["curve"].tolist()]
        self.fits, self.games = int(fits), int(games)

    def boxes(self, number: int) -> list[tuple[Setup, Scene]]:
        """Return boxes of both kinds, different ones for every fit."""
        empty, seeds = new_record(SETUP), generator(self.seed, 2 * self.fits)
        kinds = ("shaken", "shaken", "dropped")
        return [
            sampler.settle(empty, sampler.sample(empty, word(seeds), {"box": kinds[at % 3]})) for at in range(number)
        ]

    def play(self, table: int, box: tuple[Setup, Scene], starter: int, rng: Generator, heat: float, greedy: int) -> int:
        """Play a game; return the set of seats that won."""
        setup, scene = copy_record(box[0]), box[1]
        setup.seats, setup.teams, setup.expert = TABLE_OPTIONS[table]
        setup.edition = below(rng, 3)
        setup.shape_token = below(rng, 2)
        state = new_record(STATE)
        rules.begin(setup, state)
        rules.apply_chance(setup, state, rules.BOX)
        rules.apply_chance(setup, state, rules.FIRST + starter)
        rules.update_visible(scene, state)
        play(setup, scene, state, rng, self.weights, self.player, heat, greedy, self.rows)
        return int(rules.winners(setup, state))

    def turns(self, table: int, games: int) -> list[Any]:
        """Return the features of every turn of a number of games, and each side's share of the win."""
        boxes, rng = self.boxes(min(games, BOXES)), generator(self.seed, 2 * self.fits + 1)
        seats = TABLE_OPTIONS[table][0]
        sampled: list[tuple[Any, ...]] = []
        for game in range(games):
            greedy = below(rng, (1 << seats) - 1) if game % 4 else 0
            won = self.play(table, boxes[game % len(boxes)], below(rng, seats), rng, HEAT, greedy)
            number = int(self.rows.number)
            shares = np.array([(won >> side) & 1 for side in range(sides_of(table))], np.float32)
            shares = np.repeat(shares[None] / shares.sum(), number, 0)
            who = np.array([(greedy >> seat) & 1 for seat in range(SEATS)], np.float32)
            features = np.concatenate((self.rows.features[:number], np.tile(who[:, None], (number, 1, WHO))), 2)
            sampled.append((features, *(self.rows[name][:number].copy() for name in ("phase", "part")), shares))
        self.games += games
        return [np.concatenate(each) for each in zip(*sampled, strict=True)]

    def improve(self, games: int) -> None:
        """Play games of the next kind of table and fit its weights; the mean of old and new weights is kept, to smooth
        single fits."""
        table, generation = self.fits % TABLES, self.fits // TABLES
        self.player.character.budget = 0 if generation == 0 else SIMULATIONS
        old = self.weights.weights[table]
        new = fit(self.turns(table, games), table, old)
        self.weights.weights[table] = new if generation == 0 else (old + new) / 2
        self.fits += 1

    def measure(self, games: int) -> Point:
        """Play games for two against the greedy bot, each box from both seats."""
        rng = generator(self.seed, 2 * self.fits + 1)
        self.player.character.budget = 0
        total = 0.0
        for box in self.boxes(games // 2):
            for seat in range(2):
                won = self.play(0, box, 0, rng, 0.0, 1 << (1 - seat))
                total += ((won >> seat) & 1) / size_of(won)
        share, doubted = total / games, (total + 1) / (games + 2)  # pulled towards one half: no error of 0
        return self.games, share * 100, (doubted * (1 - doubted) / games) ** 0.5 * 100


def train(folder: Path, minutes: float, seed: int) -> Iterator[tuple[float, Sequence[Point]]]:
    """Train for `minutes` in total, continuing from the checkpoint in `folder` if there is one, and write the weights
    there. Yields after each kind of table the fraction done and the learning curve, which grows when all kinds were
    trained once more."""
    trainer = Trainer(seed)
    checkpoint = folder / CHECKPOINT
    if checkpoint.exists():
        trainer.load(checkpoint)
    clock = time.monotonic() - trainer.seconds
    # A short run plays fewer games, so that all kinds of tables have their turn.
    games = max(20, min(GAMES, int(minutes * 100)))
    share = trainer.seconds / 60 / minutes
    while share < 1:
        trainer.improve(games)
        trainer.seconds = time.monotonic() - clock
        share = min(trainer.seconds / 60 / minutes, 1.0)
        if trainer.fits % TABLES == 0 or share == 1:
            trainer.curve.append(trainer.measure(min(games, MATCH)))
            (folder / DATA.name).write_bytes(zlib.compress(trainer.weights.tobytes(), 9))
        trainer.save(checkpoint)
        yield share, trainer.curve
