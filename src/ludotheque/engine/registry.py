"""Finding games: ours come from entry points like a stranger's, and nobody imports a game by name."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points

from ..native.cache import GAMES
from .errors import Refusal
from .game import Game

log = logging.getLogger(__name__)


@cache
def games() -> dict[str, Game]:
    """Every installed game, by its id, in alphabetical order."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GAMES), key=lambda entry: entry.name):
        try:
            loaded = entry.load()
            if not isinstance(loaded, Game) or loaded.id != entry.name:
                raise TypeError(f"{entry.value} is not a Game with the id {entry.name}")
        except Exception as error:  # a stranger's game that is broken must not take the others with it
            log.warning("the game %s cannot be loaded: %r", entry.name, error)
        else:
            found[entry.name] = loaded
    return found


def game(name: str) -> Game:
    """The game of this id."""
    try:
        return games()[name]
    except KeyError:
        names = ", ".join(games())
        raise Refusal("no_such_game", f"there is no game {name!r:.40}; there are {names}") from None
