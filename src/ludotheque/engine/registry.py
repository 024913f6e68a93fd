"""Finds installed games by their entry points; no module imports a game by name."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points

from ..native.library import GAMES
from .errors import Refusal
from .game import Game

log = logging.getLogger(__name__)


@cache
def games() -> dict[str, Game]:
    """Return every installed game by its id, in alphabetical order. A game that cannot be loaded is logged."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GAMES), key=lambda entry: entry.name):
        try:
            loaded = entry.load()
            if not isinstance(loaded, Game) or loaded.id != entry.name:
                raise TypeError(f"{entry.value} is not a Game with the id {entry.name}")
        except Exception as error:  # a broken third-party game must not break the others
            log.warning("the game %s cannot be loaded: %r", entry.name, error)
        else:
            found[entry.name] = loaded
    return found


def game(name: str) -> Game:
    """Return the game with this id; raise a ``Refusal`` if there is none."""
    try:
        return games()[name]
    except KeyError:
        names = ", ".join(games())
        raise Refusal("no_such_game", f"there is no game {name!r:.40}; there are {names}") from None
