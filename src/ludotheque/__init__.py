"""Ludothèque: tile games with one exact rules engine for people, bots and research.

>>> import ludotheque
>>> table = ludotheque.game("take_it_easy").start(seats=1, options={"rounds": 1})
>>> table = table.play(ludotheque.Event("chance", "draw 2-9-4"))
>>> table.legal_texts(0)[:3]
['place 2-9-4 a1', 'place 2-9-4 a2', 'place 2-9-4 a3']
>>> table.play(ludotheque.Event(0, "place 2-9-4 c3")).scores
[0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.errors import Refusal
    from .engine.game import Game
    from .engine.position import Event, Position, Result
    from .engine.registry import game
    from .engine.registry import games as all_games
    from .game_records import read

    __version__: str

__all__ = ["Event", "Game", "Position", "Refusal", "Result", "__version__", "all_games", "game", "read"]

_MODULES = {
    "Event": "engine.position",
    "Game": "engine.game",
    "Result": "engine.position",
    "Position": "engine.position",
    "Refusal": "engine.errors",
    "game": "engine.registry",
    "read": "game_records",
}


def __getattr__(name: str) -> object:
    # Loaded when first used: --help must not load the compiler.
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name == "all_games":  # not `games`: that is the package of the games
        return import_module(f"{__name__}.engine.registry").games
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
