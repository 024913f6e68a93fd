"""Finding games: ours come from entry points like a stranger's, and nobody imports a game by name."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points

from .cache import GAMES
from .errors import Refusal
from .game import Game


@cache
def games() -> dict[str, Game]:
    """Every installed game, by its id, in alphabetical order."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GAMES), key=lambda entry: entry.name):
        try:
            found[entry.name] = entry.load()
        except Exception as error:  # a stranger's game that is broken must not take the others with it
            warnings.warn(f"the game {entry.name} cannot be loaded: {error!r}", stacklevel=2)
    return found


def game(name: str) -> Game:
    """The game of this id."""
    try:
        return games()[name]
    except KeyError:
        known = ", ".join(games())
        raise Refusal("no_such_game", f"there is no game {name!r:.40}; there are {known}") from None
