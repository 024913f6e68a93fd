"""Which level suits a guest: estimated from how their last games against a game's characters went. Pure.

Where strength is measured in points, what counts is how many points the guest made, alone or in company; else who came
out ahead of whom. Either way the estimate begins at the amateur, as if a little was known already (one step of the
ladder either way is likely), and every game moves it by what it tells. The level suggested is the nearest one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from ...engine.game import LEVELS, Game
from ...search.opponents import RATING_STEP, USUAL_LEVEL, strength

T = TypeVar("T")

LAST = 20
"""How many games count, the latest of them."""

SCALE = 400 / math.log(10)
"""Of ratings: so much more is worth odds of e to one."""


@dataclass(frozen=True)
class Standing:
    """Where a guest stands in a game."""

    level: str
    """The nearest level."""
    games: int
    """By how many games."""
    value: float
    """On the scale of the game's strength."""
    error: float
    """One standard error."""


def standing(game: Game, guest: str, tables: Iterable[Mapping[str, Any]]) -> Standing:
    """Where a guest stands, by the facts of tables that are over, the latest first. `game` has characters."""
    measured = strength(game)
    if measured is None:
        ratings = {bot: LEVELS.index(bot.partition("-")[0]) * RATING_STEP for bot in game.characters}
    else:
        ratings = {bot: measured.of(bot).value for bot in game.characters}
    spread = (ratings[LEVELS[-1]] - ratings[LEVELS[0]]) / (len(LEVELS) - 1)
    each = None if measured is None else measured.each
    # The facts of a table name only those options that are not as usual.
    # Nobody saw how a game went that was handed in, and one with hints tells of the hints.
    usual = (
        facts
        for facts in tables
        if facts["game"] == game.id and not set(facts["options"]) - {each} and not facts.get("handed")
        if not any(facts.get("hints_used") or ())
    )
    start = ratings[USUAL_LEVEL]
    if measured is not None and measured.deviation is not None:
        points = _latest(_points(game, each, guest, facts) for facts in usual)
        games, (value, error) = len(points), _by_points(start, spread, measured.deviation, points)
    else:
        results = _latest(_results(ratings, guest, facts) for facts in usual)
        games, (value, error) = len(results), _by_results(start, spread, [one for table in results for one in table])
    nearest = min(LEVELS, key=lambda level: abs(ratings[level] - value))
    return Standing(nearest, games, value, error)


def _latest(told: Iterable[T | None]) -> list[T]:
    """What the first tables that tell something tell."""
    return list(islice((one for one in told if one), LAST))


def _own_seat(guest: str, facts: Mapping[str, Any]) -> int | None:
    """The seat that a guest had alone: around one screen others have played too."""
    own = [at for at, seat in enumerate(facts.get("sitting", ())) if seat["guest"] == guest]
    return own[0] if len(own) == 1 else None


def _points(game: Game, each: str | None, guest: str, facts: Mapping[str, Any]) -> tuple[float, int] | None:
    """The mean points a round that a guest made at a table, and in how many rounds."""
    own, scores = _own_seat(guest, facts), facts.get("scores")
    if own is None or scores is None:
        return None
    rounds = 1 if each is None else int(facts["options"].get(each, game.options[each].default))
    return scores[own] / rounds, rounds


def _results(ratings: Mapping[str, float], guest: str, facts: Mapping[str, Any]) -> list[tuple[float, float, float]]:
    """Against which ratings a guest played at a table, with what result (1, a half, 0), and how much each counts: all
    of a table together as one game. Who gave up against bots alone has lost."""
    own, scores, winners = _own_seat(guest, facts), facts.get("scores") or [], facts.get("winners") or []
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


def _by_points(start: float, spread: float, deviation: float, told: list[tuple[float, int]]) -> tuple[float, float]:
    """The mean of what was known before and of what the rounds tell, each by its weight; and its standard error."""
    before, each = 1 / spread**2, 1 / deviation**2
    weight = before + sum(rounds * each for _, rounds in told)
    value = (before * start + sum(points * rounds * each for points, rounds in told)) / weight
    return value, weight**-0.5


def _by_results(start: float, spread: float, told: list[tuple[float, float, float]]) -> tuple[float, float]:
    """The likeliest rating, and its standard error: Newton's way up a hill that has one top."""
    value = start
    for _ in range(30):
        slope, bend = (start - value) / spread**2, 1 / spread**2
        for rating, result, weight in told:
            chance = 1 / (1 + math.exp((rating - value) / SCALE))
            slope += weight * (result - chance) / SCALE
            bend += weight * chance * (1 - chance) / SCALE**2
        value += slope / bend
    return value, bend**-0.5
