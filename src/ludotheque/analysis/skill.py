"""How well a seat decided: the level whose mean loss per decision is nearest, with an interval.

The measured mean loss of a decision by level is in ``data/skill.json`` of a game's folder, the weakest level first::

    {
      "unit": "points",        or "wins": the unit of the losses, see `Account`
      "measured_with": "6b...",  a fingerprint of bots and analysis
      "levels": {
        "novice": {"loss": 7.36, "interval": 0.68, "games": 30},
        ...
      }
    }

`interval` is half the width of the 95 % interval over games. The page reads the same file (``web/analysis/skill.ts``).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import sqrt
from typing import Any

from ..engine.game import LEVELS, Game
from . import Account, student

FEWEST = 4
"""With fewer decisions an interval says nothing."""


@dataclass(frozen=True)
class Skill:
    """The place of a mean loss on the scale of a game's levels: 0 for the first level, 1 for the next one."""

    loss: float
    """The mean loss of a decision."""
    decisions: int
    levels: tuple[str, ...]
    at: float
    low: float
    high: float
    """The 95 % interval of `at`, from `low` to `high`."""

    def level(self, place: float) -> str:
        """Return the level that is nearest to a place."""
        return self.levels[int(place + 0.5)]


@cache
def level_losses(package: str) -> tuple[str, dict[str, float]] | None:
    """Return the unit and the mean loss of each level of a game; None if they were not measured."""
    file = files(package).joinpath("data", "skill.json")
    if not file.is_file():
        return None
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    losses = {level: float(each["loss"]) for level, each in data["levels"].items()}
    if not set(losses) <= set(LEVELS) or any(one <= other for one, other in pairwise(losses.values())):
        raise ValueError(f"{file}: the losses must fall from level to level")
    return data["unit"], losses


def skill_of(losses: Sequence[float], scale: dict[str, float]) -> Skill | None:
    """Return the skill that some losses show on a scale of levels; None if there are too few."""
    count = len(losses)
    if count < FEWEST:
        return None
    mean = sum(losses) / count
    variance = max(0.0, sum(loss * loss for loss in losses) - count * mean * mean) / (count - 1)
    half = student(count - 1) * sqrt(variance / count)
    at, low, high = (_place(loss, list(scale.values())) for loss in (mean, mean + half, mean - half))
    return Skill(mean, count, tuple(scale), at, low, high)


def skill(game: Game, account: Account) -> Skill | None:
    """Return how well the seat of an account played; None without measured levels in its unit or enough decisions."""
    measured = level_losses(game.package)
    if measured is None or measured[0] != account.unit:
        return None
    return skill_of([move.loss for move in account.moves], measured[1])


def _place(loss: float, scale: Sequence[float]) -> float:
    following = next((place for place, one in enumerate(scale) if one < loss), len(scale))
    if following in (0, len(scale)):
        return float(min(following, len(scale) - 1))
    return following - (loss - scale[following]) / (scale[following - 1] - scale[following])
