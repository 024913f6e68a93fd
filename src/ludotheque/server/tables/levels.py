"""Which bot level suits a guest, estimated from their last games against a game's characters. Pure.

If strength is measured in points, the guest's points per round count, alone or in company; otherwise who finished ahead
of whom. Both are Bayesian estimates: the prior is normal around the level amateur with a standard deviation of one
level. The level suggested is the nearest one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from ...engine.game import Game
from ...search.opponents import RATING_STEP, USUAL_LEVEL, strength
from .table import counts

T = TypeVar("T")

GAMES_COUNTED = 20
"""How many of the last games count."""

RATING_SCALE = 400 / math.log(10)
"""Rating difference that corresponds to odds of e to 1."""


@dataclass(frozen=True)
class LevelEstimate:
    """The estimated strength of a guest in a game."""

    level: str
    """The nearest level."""
    games: int
    """How many games were counted."""
    value: float
    """On the scale of the game's strength."""
    error: float
    """Standard error of `value`."""


def estimate_level(game: Game, guest: str, tables: Iterable[Mapping[str, Any]]) -> LevelEstimate:
    """Estimate from the facts of finished tables, the latest first. `game` must have characters."""
    measured = strength(game)
    if measured is None:
        ratings = {bot: game.levels.index(bot.partition("-")[0]) * RATING_STEP for bot in game.characters}
    else:
        ratings = {bot: measured.of(bot).value for bot in game.characters}
    step = (ratings[game.levels[-1]] - ratings[game.levels[0]]) / (len(game.levels) - 1)
    rounds_option = None if measured is None else measured.each
    # Only games with default options (facts name the others) that were played here and without hints.
    counted = (
        facts
        for facts in tables
        if facts["game"] == game.id and not set(facts["options"]) - {rounds_option} and counts(facts)
        if not any(facts.get("hints_used") or ())
    )
    start = ratings[USUAL_LEVEL]
    if measured is not None and measured.deviation is not None:
        points = _first_usable(_points(game, rounds_option, guest, facts) for facts in counted)
        games, (value, error) = len(points), _estimate_from_points(start, step, measured.deviation, points)
    else:
        results = _first_usable(_results(ratings, guest, facts) for facts in counted)
        games, (value, error) = (
            len(results),
            _estimate_from_results(start, step, [one for table in results for one in table]),
        )
    nearest = min(game.levels, key=lambda level: abs(ratings[level] - value))
    return LevelEstimate(nearest, games, value, error)


def _first_usable(results: Iterable[T | None]) -> list[T]:
    """The first results that are not empty."""
    return list(islice((one for one in results if one), GAMES_COUNTED))


def _only_seat(guest: str, facts: Mapping[str, Any]) -> int | None:
    """The seat of a guest; None if they had several, where other people on the same device may have played."""
    own = [at for at, seat in enumerate(facts.get("sitting", ())) if seat["guest"] == guest]
    return own[0] if len(own) == 1 else None


def _points(game: Game, rounds_option: str | None, guest: str, facts: Mapping[str, Any]) -> tuple[float, int] | None:
    """Mean points per round of a guest at a table, and the number of rounds."""
    own, scores = _only_seat(guest, facts), facts.get("scores")
    if own is None or scores is None or facts.get("ending") != "complete":
        return None
    rounds = (
        1 if rounds_option is None else int(facts["options"].get(rounds_option, game.options[rounds_option].default))
    )
    return scores[own] / rounds, rounds


def _results(ratings: Mapping[str, float], guest: str, facts: Mapping[str, Any]) -> list[tuple[float, float, float]]:
    """For each character at a table: its rating, the result of the guest against it (1, 0.5 or 0), and its weight; the
    weights of a table sum to 1. Resigning with only bots as opponents is a loss."""
    own, scores, winners = _only_seat(guest, facts), facts.get("scores") or [], facts.get("winners") or []
    if own is None:
        return []
    people = sum(seat["who"] == "guest" for seat in facts["sitting"])
    gave_up = facts.get("ending") == "resigned" and people == 1
    if not gave_up and facts.get("ending") != "complete":
        return []
    found = []
    for at, seat in enumerate(facts["sitting"]):
        if seat["who"] != "bot" or seat["bot"] not in ratings:
            continue
        result = 0.0
        if not gave_up:
            mine, theirs = ((one in winners, scores[one]) for one in (own, at))
            result = 0.5 if mine == theirs else float(mine > theirs)
        found.append((ratings[seat["bot"]], result))
    return [(rating, result, 1 / len(found)) for rating, result in found]


def _estimate_from_points(
    start: float, step: float, deviation: float, results: list[tuple[float, int]]
) -> tuple[float, float]:
    """Posterior mean and standard error from (points per round, rounds)."""
    prior, per_round = 1 / step**2, 1 / deviation**2
    weight = prior + sum(rounds * per_round for _, rounds in results)
    value = (prior * start + sum(points * rounds * per_round for points, rounds in results)) / weight
    return value, weight**-0.5


def _estimate_from_results(start: float, step: float, results: list[tuple[float, float, float]]) -> tuple[float, float]:
    """Posterior mode and standard error from (rating, result, weight): Newton's method on the concave log posterior."""
    value = start
    for _ in range(30):
        slope, curvature = (start - value) / step**2, 1 / step**2
        for rating, result, weight in results:
            chance = 1 / (1 + math.exp((rating - value) / RATING_SCALE))
            slope += weight * (result - chance) / RATING_SCALE
            curvature += weight * chance * (1 - chance) / RATING_SCALE**2
        value += slope / curvature
    return value, curvature**-0.5
