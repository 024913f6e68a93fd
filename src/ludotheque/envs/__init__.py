"""Environments for Gymnasium, PettingZoo and OpenSpiel, for every installed game.

``import ludotheque.envs`` registers every installed game with Gymnasium: ``ludotheque/TakeItEasy-v0`` and so on. Each
library is an extra; only the module that adapts to it needs it.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..engine.game import Game
from ..engine.registry import games


def env_id(game: Game) -> str:
    """Return the id of a game's environment: ``ludotheque/TakeItEasy-v0``."""
    name = "".join(word.capitalize() for word in game.id.split("_"))
    return f"ludotheque/{name}-v{0 if game.spaces is None else game.spaces.VERSION}"


def register_all() -> list[str]:
    """Register every installed game with Gymnasium; return the ids."""
    import gymnasium

    names = []
    for game in games().values():
        names.append(env_id(game))
        if names[-1] not in gymnasium.registry:
            gymnasium.register(
                id=names[-1],
                entry_point=f"{__name__}.gym:TableEnv",
                vector_entry_point=f"{__name__}.vector:VectorTableEnv",
                kwargs={"game": game.id},
            )
    return names


if find_spec("gymnasium") is not None:
    register_all()
