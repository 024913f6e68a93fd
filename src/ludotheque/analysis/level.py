"""The level of a player in a game, estimated from results and from losses per decision together.

The scale is a rating (400 points are odds of 10 to 1) on which the levels of a game's bots stand still: they are
anchors that results against people never move. ``data/level_model.json`` of a game's folder says what a player of each
rating is expected to do::

    {
      "bots": "1f3a...",           fingerprint of the bots that were measured
      "measured_with": "6b...",    fingerprint of bots and analysis
      "unit": "wins",              unit of the losses, see `Account`
      "each": "rounds",            games scored in points only: the option that multiplies scores
      "deviation": 29.1,           these only: the standard deviation of one round's points
      "levels": {
        "novice": {"rating": 0, "points": 83.1, "loss": 0.041},    points: these only
        ...
      },
      "spread": 0.008,             variance of a game's mean loss, as a multiple of its expectation
      "with_result": -0.005,       change of a game's mean loss with its result above expectation, see `above`
      "player_spread": 0.003,      standard deviation of players' mean losses around the curve of the levels
      "players": {...},            what it was fitted to
      "command": "..."             the command that fitted it
    }

Between two levels everything is linear; beyond the ends, ratings extend by one mean step. `loss` is the mean loss of a
decision over games. The variance of a game's mean is that from game to game, which also holds what decisions of one
game have in common; it is about proportional to the mean, because losses are few and large. Results and losses of the
same game are not independent; `with_result` is their covariance, as a regression.

The page computes the same (``web/analysis/level.ts``); ``lab/benchmarks/level_of_play.py`` fits and checks the files.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..engine.game import Game
from ..search.opponents import RATING_STEP, USUAL_LEVEL, strength

RATING_SCALE = 400 / math.log(10)
"""Rating difference that corresponds to odds of e to 1."""
PRIOR_STEPS = 1.5
"""Standard deviation of the prior around the level amateur, in mean steps from level to level."""
LEAST_LOSS = 0.05
"""The variance of losses is at least that of this share of the lowest level's loss."""
POINTS_OF_GRID = 161
FITTED_FROM = ("players", "command")
"""Fields of the file that say where the others come from."""
TAIL = 0.025
"""What the 95 % interval leaves out on either side."""


@dataclass(frozen=True)
class Rival:
    """An opponent in a game."""

    rating: float
    result: float
    """The player's result against it: 1, 0.5 or 0."""
    weight: float = 1.0
    """Weights of a game sum up to 1."""
    error: float = 0.0
    """Standard error of the rating: zero for bots."""


@dataclass(frozen=True)
class RatedGame:
    """What a game says about a player: a result, a loss, or both."""

    rivals: tuple[Rival, ...] = ()
    points: float | None = None
    """Mean points per round, in games scored in points."""
    rounds: int = 1
    loss: float | None = None
    """Mean loss of a decision."""
    decisions: int = 1
    """How many decisions that is the mean of."""


@dataclass(frozen=True)
class Anchor:
    """What a level does; `points` and `loss` are None where they were not measured."""

    level: str
    rating: float
    points: float | None = None
    loss: float | None = None


@dataclass(frozen=True)
class LevelModel:
    """What players of each rating do; see the module's docstring."""

    anchors: tuple[Anchor, ...]
    bots: str | None = None
    measured_with: str | None = None
    unit: str | None = None
    each: str | None = None
    deviation: float | None = None
    spread: float = 0.0
    with_result: float = 0.0
    player_spread: float = 0.0

    @property
    def step(self) -> float:
        """The mean rating difference from level to level."""
        return (self.anchors[-1].rating - self.anchors[0].rating) / max(len(self.anchors) - 1, 1) or RATING_STEP

    @property
    def start(self) -> float:
        """The rating that is likeliest before any game."""
        return next((one.rating for one in self.anchors if one.level == USUAL_LEVEL), self.anchors[0].rating)

    def at(self, name: str, rating: float) -> float:
        """The value of a field of the anchors at a rating: linear from level to level, and beyond the ends."""
        place = 1
        while place < len(self.anchors) - 1 and rating > self.anchors[place].rating:
            place += 1
        if len(self.anchors) == 1:
            return float(getattr(self.anchors[0], name))
        low, high = self.anchors[place - 1 : place + 1]
        first, last = float(getattr(low, name)), float(getattr(high, name))
        return first + (last - first) * (rating - low.rating) / (high.rating - low.rating)

    def variance_of_loss(self, rating: float) -> float:
        """The variance of a game's mean loss."""
        return self.spread * max(self.at("loss", rating), LEAST_LOSS * float(self.anchors[0].loss or 0.0))

    def nearest(self, rating: float) -> str:
        """The level whose rating is nearest."""
        return min(self.anchors, key=lambda one: abs(one.rating - rating)).level


@dataclass(frozen=True)
class LevelEstimate:
    """The estimated level of a player in a game."""

    level: str
    """The nearest level."""
    games: int
    """The number of games that it is estimated from."""
    rating: float
    low: float
    high: float
    """The 95 % interval of the rating, from `low` to `high`."""
    low_level: str
    high_level: str
    """The levels nearest to these."""
    value: float
    """On the scale on which the game's strength was measured: points, or `rating`."""
    error: float
    """The standard error of `value`."""


@cache
def _level_model_json(package: str) -> str | None:
    file = files(package).joinpath("data", "level_model.json")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def read_level_model(data: dict[str, Any]) -> LevelModel:
    """Return what such a file holds."""
    anchors = tuple(Anchor(level, **fields) for level, fields in data["levels"].items())
    return LevelModel(anchors, **{name: value for name, value in data.items() if name not in ("levels", *FITTED_FROM)})


def level_model_json(game: Game) -> dict[str, Any] | None:
    """Return the content of a game's file; None without one, or if it was made with other bots than the game's."""
    text, measured = _level_model_json(game.package), strength(game)
    if text is None or measured is None:
        return None
    data: dict[str, Any] = json.loads(text)
    return data if data["bots"] == measured.bots else None


def level_model(game: Game) -> LevelModel:
    """Return the model of a game with levels; without a file it knows no losses."""
    data = level_model_json(game)
    return model_of_results(game) if data is None else read_level_model(data)


def model_of_results(game: Game) -> LevelModel:
    """Return the model of a game that knows no losses. If strength was not measured, its levels are taken to be
    `RATING_STEP` apart."""
    measured = strength(game)
    if measured is None:
        return LevelModel(tuple(Anchor(level, at * RATING_STEP) for at, level in enumerate(game.levels)))
    in_points = measured.deviation is not None
    anchors = (
        Anchor(level, rating, points=measured.of(level).value if in_points else None)
        for level, rating in ratings_of(game).items()
    )
    return LevelModel(tuple(anchors), measured.bots, each=measured.each, deviation=measured.deviation)


def ratings_of(game: Game) -> dict[str, float]:
    """Return the ratings of the levels of a game with measured strength, the lowest level's being the lowest. In games
    scored in points they follow from how often each level beats the one below."""
    measured = strength(game)
    assert measured is not None, "without measured strength there are no ratings"
    if measured.unit == "rating":
        return {level: measured.of(level).value for level in game.levels}
    found, rating = {}, 0.0
    for place, level in enumerate(game.levels):
        beats = measured.of(level).beats_below
        rate = 0.75 if beats is None else min(max(beats.rate, 0.51), 0.99)
        rating += RATING_SCALE * math.log(rate / (1 - rate)) if place else 0.0
        found[level] = rating
    return found


def expected_result(rating: float, rival: Rival) -> float:
    """Return the expected result against a rival. If its rating is uncertain, it is nearer to a half (as in Glicko)."""
    spread = math.sqrt(1 + 3 * (rival.error / (math.pi * RATING_SCALE)) ** 2)
    return 1 / (1 + math.exp((rival.rating - rating) / (RATING_SCALE * spread)))


def above(model: LevelModel, game: RatedGame, rating: float) -> float:
    """Return how far the result of a game is above what is expected at a rating, in points per round or wins."""
    if game.points is not None and model.deviation is not None:
        return game.points - model.at("points", rating)
    return sum(one.weight * (one.result - expected_result(rating, one)) for one in game.rivals)


def _log_likelihood(model: LevelModel, games: Sequence[RatedGame], rating: float) -> float:
    found = 0.0
    losses, beyond, decisions, squares = 0.0, 0.0, 0, 0
    for game in games:
        if game.points is not None and model.deviation is not None:
            found -= game.rounds * (above(model, game, rating) / model.deviation) ** 2 / 2
        for one in game.rivals:
            chance = expected_result(rating, one)
            found += one.weight * (one.result * math.log(chance) + (1 - one.result) * math.log(1 - chance))
        if game.loss is not None:
            losses += game.decisions * game.loss
            beyond += game.decisions * above(model, game, rating)
            decisions += game.decisions
            squares += game.decisions**2
    if decisions:
        variance = model.variance_of_loss(rating) * squares / decisions**2 + model.player_spread**2
        off = (losses - model.with_result * beyond) / decisions - model.at("loss", rating)
        found -= off * off / variance / 2 + math.log(variance) / 2
    return found


def estimate_level(model: LevelModel, games: Sequence[RatedGame]) -> LevelEstimate:
    """Estimate a player's level: the mean of the posterior over ratings, computed on a grid, with the interval that
    leaves out `TAIL` on either side."""
    step, start = model.step, model.start
    low, high = model.anchors[0].rating - step, model.anchors[-1].rating + step
    grid = [low + (high - low) * place / (POINTS_OF_GRID - 1) for place in range(POINTS_OF_GRID)]
    logs = [
        _log_likelihood(model, games, rating) - ((rating - start) / (PRIOR_STEPS * step)) ** 2 / 2 for rating in grid
    ]
    most = max(logs)
    weights = [math.exp(one - most) for one in logs]
    total = sum(weights)
    mean = sum(rating * weight for rating, weight in zip(grid, weights, strict=True)) / total
    values = grid if model.deviation is None else [model.at("points", rating) for rating in grid]
    value = sum(one * weight for one, weight in zip(values, weights, strict=True)) / total
    variance = sum((one - value) ** 2 * weight for one, weight in zip(values, weights, strict=True)) / total
    least, greatest = (_quantile(grid, weights, share * total) for share in (TAIL, 1 - TAIL))
    levels = [model.nearest(rating) for rating in (mean, least, greatest)]
    return LevelEstimate(
        levels[0], len(games), mean, least, greatest, levels[1], levels[2], value, math.sqrt(variance)
    )  # fmt: skip


def _quantile(grid: Sequence[float], weights: Sequence[float], share: float) -> float:
    """The rating below which this much of the weight lies; each weight is spread evenly around its point."""
    width, before = grid[1] - grid[0], 0.0
    for rating, weight in zip(grid, weights, strict=True):
        if before + weight >= share:
            return rating + width * ((share - before) / weight - 0.5)
        before += weight
    return grid[-1]
