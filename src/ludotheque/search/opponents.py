"""Which bots fill the seats of a table, what they are called, and how strong they were measured.

The measured strength of a game's characters is in ``data/levels.json`` of its folder::

    {
      "unit": "points",        unit of `value`: mean points playing alone ("points"), or an Elo rating ("rating")
      "each": "rounds",        points only: the option that multiplies scores; `value` is then points per round
      "deviation": 25.1,       points only: the standard deviation of one round's points
      "measured": "2026-11-16",
      "bots": "1f3a...",       fingerprint of the bots that were measured
      "choices": "77b0...",    digest of their choices in some games
      "cpu_hours": 0.4,        processor time of all moves that were made for it
      "command": "...",        the command that measured it
      "levels": {
        "novice": {"value": 104.2, "error": 0.3, "games": 10000, "ms": 0.2},
        "amateur": {"value": 131.0, "error": 0.3, "games": 10000, "ms": 0.2,
                    "beats_below": {"rate": 0.74, "low": 0.72, "high": 0.76, "games": 2000}},
        ...
      }
    }

All levels of the game must be present, each stronger than the one before. A character with a style (``club-bold``) may
be present; if it is not, it counts as strong as its level. `error` is one standard error, `ms` the mean time of a move,
`beats_below` the share of games won against the level below, with a 95 % interval. The four fields before `levels` may
be missing. Without the file the strength of a game's characters is unknown.

``lab/benchmarks/levels.py`` measures the levels of our games and writes their files.
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
from ..native.compiled import has_compiled_rules

log = logging.getLogger(__name__)

USUAL_LEVEL = "amateur"
"""Level of the bots offered to a player of unknown strength."""

RESERVES = ("Orion", "Mira", "Altair", "Juno", "Rhea", "Atlas", "Leda", "Titan")
"""Names for bots whose own name is taken at a table, or that have none."""

INTERPRETED_MS = 0.02
"""The longest mean time of a move, compiled, of a level that is offered if the rules run as plain Python. That takes up
to 5000 times as long, so that such a level finishes within the 100 ms of a move."""

RATING_STEP = 190.0
"""Elo difference assumed between levels that were not measured: the stronger one wins 3 games of 4."""


def withheld(game: Game) -> list[str]:
    """Return the levels that are not offered, because they would not finish a move in time: those that search, if the
    game's rules run as plain Python. If its levels were not measured, only the lowest is offered then."""
    if not game.characters or has_compiled_rules(game.package):
        return []
    measured = strength(game)
    fast = [] if measured is None else [one for one in game.levels if measured.of(one).ms <= INTERPRETED_MS]
    return [level for level in game.levels[1:] if level not in fast]


def offers(game: Game, bot: str) -> bool:
    """Return whether a bot can be chosen for a game: it exists, and its level is not withheld."""
    return game.has_bot(bot) and level_of(game, bot) not in withheld(game)


def offered_level(game: Game, level: str) -> str:
    """Return a level of a game if it is offered, or else the strongest one below it that is."""
    offered = set(game.levels) - set(withheld(game))
    return [one for one in LEVELS[: LEVELS.index(level) + 1] if one in offered][-1]


def offered_bot(game: Game, bot: str | None) -> str:
    """Return a bot if it is offered; in place of one whose level is withheld a weaker one of its style; in place of an
    unknown one the default bot."""
    if bot is None or not game.has_bot(bot):
        return usual(game)
    level = level_of(game, bot)
    return bot if level is None else offered_level(game, level) + bot.removeprefix(level)


def usual(game: Game) -> str:
    """Return the default bot: the amateur, if it is offered; in a game without characters, the last and strongest of
    its bots."""
    return offered_level(game, USUAL_LEVEL) if game.characters else list(game.bots)[-1]


def level_of(game: Game, bot: str | None) -> str | None:
    """Return the level of one of the game's characters; None for any other bot."""
    return bot.partition("-")[0] if bot is not None and bot in game.characters else None


def opponents(game: Game, level: str | None, count: int, taken: Iterable[str | None] = ()) -> list[str]:
    """Return `count` bots of a level that is offered (None: ``USUAL_LEVEL``) for a table at which `taken` already sit.
    No character comes a second time before all of the level are used."""
    if not game.characters:
        return [usual(game)] * count
    chosen = offered_level(game, level or USUAL_LEVEL)
    own = [bot for bot in game.characters if level_of(game, bot) == chosen]
    sitting = [bot for bot in taken if bot is not None]
    for _ in range(count):
        sitting.append(min(own, key=sitting.count))
    return sitting[len(sitting) - count :]


def names(game: Game, bots: Sequence[str | None]) -> list[str | None]:
    """Return the names of the bots at a table's seats, all different; None for a seat without a bot."""
    found: list[str | None] = []
    for bot in bots:
        own = None if bot is None else game.characters.get(bot)
        free = (name for name in ([own] if own else []) + _reserves(bot, own is not None) if name not in found)
        found.append(None if bot is None else next(free))
    return found


def _reserves(bot: str | None, character: bool) -> list[str]:
    """The reserve names of a bot, best first. Characters of different styles have different ones, so that a name never
    stands for two styles."""
    style = next((at for at, one in enumerate(("cautious", "bold"), 1) if str(bot).endswith(f"-{one}")), 0)
    own = [*RESERVES[style::3], *RESERVES] if character else [*RESERVES]
    return own + [f"{name} {number}" for number in range(2, 20) for name in RESERVES]


@dataclass(frozen=True)
class Rate:
    """A share of wins, 0 to 1, with its 95 % interval."""

    rate: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Measured:
    """The measured strength of one character."""

    value: float
    error: float
    """One standard error."""
    games: int
    ms: float
    """Mean time of a move."""
    beats_below: Rate | None = None


@dataclass(frozen=True)
class Strength:
    """The measured strength of a game's characters; see the module's docstring."""

    unit: Literal["points", "rating"]
    measured: str
    levels: Mapping[str, Measured]
    each: str | None = None
    deviation: float | None = None
    bots: str | None = None
    choices: str | None = None
    cpu_hours: float | None = None
    command: str | None = None

    def of(self, bot: str) -> Measured:
        """Return the strength of a character, or of its level if it was not measured itself."""
        return self.levels[bot if bot in self.levels else bot.partition("-")[0]]


def strength(game: Game) -> Strength | None:
    """Return the measured strength of a game's characters; None if there is no file or it is invalid (which is logged
    once)."""
    text = _levels_json(game.package) if game.characters else None
    try:
        return None if text is None else read_strength(game, json.loads(text))
    except (ValueError, TypeError, KeyError) as wrong:
        _complain(game.id, repr(wrong))
        return None


def bots_version(game: Game) -> str | None:
    """Return the fingerprint of a game's bots; None if their strength was not measured."""
    measured = strength(game)
    return None if measured is None else measured.bots


@cache  # logs once
def _complain(game: str, reason: str) -> None:
    log.warning("data/levels.json of the game %s is invalid: %s", game, reason)


@cache
def _levels_json(package: str) -> str | None:
    file = files(package).joinpath("data", "levels.json")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def read_strength(game: Game, data: Mapping[str, Any]) -> Strength:
    """Return what such a file holds; raises ``ValueError``, ``TypeError`` or ``KeyError`` if it does not fit the
    game."""
    levels = {bot: _measured(**each) for bot, each in data["levels"].items()}
    found = Strength(**{**data, "levels": levels})
    if found.unit not in ("points", "rating"):
        raise ValueError(f"no such unit: {found.unit}")
    if found.unit == "points" and not (found.deviation and found.each in (None, *game.options)):
        raise ValueError("points need a deviation, and each an option")
    if not set(game.levels) <= set(levels) <= set(game.characters):
        raise ValueError(f"levels are missing or unknown: {', '.join(levels)}")
    values = [levels[level].value for level in game.levels]
    if sorted(set(values)) != values:
        raise ValueError(f"a level is not stronger than the one below: {values}")
    return found


def _measured(beats_below: Mapping[str, Any] | None = None, **fields: Any) -> Measured:
    return Measured(**fields, beats_below=None if beats_below is None else Rate(**beats_below))
