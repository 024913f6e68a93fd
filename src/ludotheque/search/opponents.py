"""Whom one can meet at a table: who is usual, who suits a level, what each is called, how strong each was measured.

How strong a game's characters are stands in ``data/levels.json`` of its folder, as measured::

    {
      "unit": "points",        what `value` is: the mean points alone ("points"), or a rating on one scale ("rating",
                               400 of which are odds of ten to one)
      "each": "rounds",        points only: the option that multiplies scores, so that they are points a round
      "deviation": 25.1,       points only: the standard deviation of one round's points
      "measured": "2026-11-16",
      "levels": {
        "novice": {"value": 104.2, "error": 0.3, "games": 10000, "ms": 0.2},
        "amateur": {"value": 131.0, "error": 0.3, "games": 10000, "ms": 0.2,
                    "beats_below": {"rate": 0.74, "low": 0.72, "high": 0.76, "games": 2000}},
        ...
      }
    }

Every level is there, each stronger than the one before; a character with a temper (``club-bold``) may be too, and is as
strong as its level where it is not. `error` is one standard error, `ms` the mean time of a move, `beats_below` how
often it beats the level below between two, with a 95 % interval. A game without the file has characters of unknown
strength.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from ..engine.game import LEVELS, Game

log = logging.getLogger(__name__)

USUAL_LEVEL = "amateur"
"""Whom somebody meets of whom nothing is known."""

RESERVES = ("Orion", "Mira", "Altair", "Juno", "Rhea", "Atlas", "Leda", "Titan")
"""Names for bots whose own name is taken at a table, or who have none."""

RATING_STEP = 190.0
"""From level to level where nothing was measured: the stronger one wins three games of four."""


def usual(game: Game) -> str:
    """The bot where nobody has chosen one: the amateur; in a game without characters, the strongest there is."""
    return USUAL_LEVEL if game.characters else list(game.bots)[-1]


def level_of(game: Game, bot: str | None) -> str | None:
    """The level of one of the game's characters; None for any other bot."""
    return bot.partition("-")[0] if bot is not None and bot in game.characters else None


def opponents(game: Game, level: str | None, count: int, taken: Iterable[str | None] = ()) -> list[str]:
    """So many bots of a level (None: of the usual one) for a table where `taken` sit already: all its characters before
    any of them comes a second time."""
    if not game.characters:
        return [usual(game)] * count
    own = [bot for bot in game.characters if level_of(game, bot) == (level or USUAL_LEVEL)]
    sitting = [bot for bot in taken if bot is not None]
    for _ in range(count):
        sitting.append(min(own, key=sitting.count))
    return sitting[len(sitting) - count :]


def names(game: Game, bots: Sequence[str | None]) -> list[str | None]:
    """What the bots at a table's seats are called: no two the same. None where no bot sits."""
    found: list[str | None] = []
    reserves = iter((*RESERVES, *(f"{name} {number}" for number in range(2, 20) for name in RESERVES)))
    for bot in bots:
        own = None if bot is None else game.characters.get(bot)
        found.append(None if bot is None else own if own is not None and own not in found else next(reserves))
    return found


@dataclass(frozen=True)
class Rate:
    """How often somebody wins, with a 95 % interval."""

    rate: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Measured:
    """How strong a character is."""

    value: float
    error: float
    """One standard error."""
    games: int
    ms: float
    """The mean time of a move."""
    beats_below: Rate | None = None


@dataclass(frozen=True)
class Strength:
    """How strong the characters of a game are: see the head of this module."""

    unit: Literal["points", "rating"]
    measured: str
    levels: Mapping[str, Measured]
    each: str | None = None
    deviation: float | None = None

    def of(self, bot: str) -> Measured:
        """How strong a character is."""
        return self.levels[bot if bot in self.levels else bot.partition("-")[0]]


def strength(game: Game) -> Strength | None:
    """How strong a game's characters were measured to be; None if nobody has."""
    told = _told(game.package) if game.characters else None
    try:
        return None if told is None else read_strength(game, json.loads(told))
    except (ValueError, TypeError, KeyError) as wrong:
        _complain(game.id, repr(wrong))
        return None


@cache  # once
def _complain(game: str, reason: str) -> None:
    log.warning("data/levels.json of the game %s does not say how strong its characters are: %s", game, reason)


@cache
def _told(home: str) -> str | None:
    file = files(home).joinpath("data", "levels.json")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def read_strength(game: Game, told: Mapping[str, Any]) -> Strength:
    """What such a file says; an error if it does not fit the game."""
    levels = {bot: _measured(**each) for bot, each in told["levels"].items()}
    found = Strength(**{**told, "levels": levels})
    if found.unit not in ("points", "rating"):
        raise ValueError(f"no such unit: {found.unit}")
    if found.unit == "points" and not (found.deviation and found.each in (None, *game.options)):
        raise ValueError("points need a deviation, and each an option")
    if not set(LEVELS) <= set(levels) <= set(game.characters):
        raise ValueError(f"levels are missing or unknown: {', '.join(levels)}")
    values = [levels[level].value for level in LEVELS]
    if sorted(set(values)) != values:
        raise ValueError(f"a level is not stronger than the one below: {values}")
    return found


def _measured(beats_below: Mapping[str, Any] | None = None, **fields: Any) -> Measured:
    return Measured(**fields, beats_below=None if beats_below is None else Rate(**beats_below))
