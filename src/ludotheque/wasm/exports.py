"""Which functions of a game are exported, and what their arguments are: told by their names and their parameters'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from inspect import isfunction, signature
from typing import Any

import numpy as np

from ..analysis import decomposition as method
from ..engine import rng as chance
from ..engine.dispatch import Knowledge, Law
from ..engine.game import Game
from .build import WHOLE, Function, NotPortable
from .declaration import analysis_records_of, bot_records_of, records_of, sampler_of


def exports_of(modules: Sequence[Any], records: Mapping[str, np.dtype[Any]], names: Iterable[str]) -> list[Function]:
    """The functions of these names, each from the first of the modules that has it.

    A parameter that is called like a record, or like a record after ``into_``, is one; every other is a whole number.
    """
    functions = []
    for name in names:
        dispatcher: Any = next((getattr(module, name) for module in modules if hasattr(module, name)), None)
        if not hasattr(dispatcher, "py_func"):
            raise NotPortable(f"{name} is no compiled function of {', '.join(module.__name__ for module in modules)}")
        parameters = signature(dispatcher.py_func).parameters
        kinds = (records.get(parameter.removeprefix("into_"), WHOLE) for parameter in parameters)
        functions.append(Function(name, dispatcher, tuple(kinds)))
    return functions


def functions_of(game: Game) -> list[Function]:
    """What the page can ask of a game: the law, what a seat knows, the view, previews, chance, and what a sampler or
    the game's own board names besides."""
    modules = [game.law, game.knowledge, game.viewer, game.previewer, chance]
    records = records_of(game)
    records |= {"before": records["state"], "after": records["state"]}
    names = [*questions(Law), *questions(Knowledge), "show", "preview", "seed_words", "below"]
    if hasattr(game.law, "SCENE"):
        names += ["witness", "unveil", "depict"]
    sampler = sampler_of(game)
    if sampler is not None:
        modules.append(sampler)
    for module in modules:
        names += [function.__name__ for function in getattr(module, "EXPORTS", ())]
    return exports_of(modules, records, names)


def multiplies(game: Game) -> bool:
    """Whether a game says that its bots multiply so much that they are wanted with vectors too."""
    return bool(getattr(game.playing, "MULTIPLIES", False))


def bots_of(game: Game) -> list[Function]:
    """How a game's characters think, for bots that play in the page."""
    return exports_of([game.playing], {**records_of(game), **bot_records_of(game)}, ("ready", "ponder", "decide"))


def analysis_of(game: Game) -> list[Function]:
    """How a game is analysed, in the page too."""
    records = {**records_of(game), **analysis_records_of(game)}
    assert game.playing, "generic code finds a game's answers once they are loaded"
    return exports_of([method], records, ("look_for", "candidate", "compare", "try_out"))


def parameters_of(functions: Iterable[Function]) -> dict[str, list[str]]:
    """The names of each function's parameters, in order: what a caller must know."""
    return {function.name: list(signature(function.dispatcher.py_func).parameters) for function in functions}


def questions(protocol: type) -> list[str]:
    """The names of the functions that a protocol asks for."""
    return [name for name, member in vars(protocol).items() if isfunction(member) and not name.startswith("_")]
