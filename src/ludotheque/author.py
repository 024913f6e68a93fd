"""All that the author of a game needs, in one place: ``docs/write-a-game.md`` builds a game with it, step by step.

What is not in here is an affair of the house and may change.

The game       ``Game``, and its options: ``flag``, ``whole``, ``choice``
The law        ``rule``, ``record_of``, ``copy_into``, ``CHANCE``, ``Setup``, ``State``, and sets of small numbers
               as bits: ``size``, ``first``, ``nth``
Chance         ``Generator``, ``below``
Notation       ``Verbs``, ``Verb``, ``Part``, ``Refusal``, ``By``
What is shown  ``forms``: what a view or a preview holds; ``Words``: how a text board says a message
Bots           ``Bot``, ``Known``, ``FromView``, ``Random``, ``Greedy``, ``Trials``
Commands       ``Told``, ``Note``, ``Failure``: what a command of the game gives
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .codec import schema as forms
from .engine.actions import Part, Verb, Verbs
from .engine.bits import first, nth, size
from .engine.dispatch import CHANCE, Setup, State
from .engine.errors import Failure, Refusal
from .engine.game import By, Game, Known, Note, Told, choice, flag, whole
from .engine.rng import Generator, below
from .locale import Words
from .native.compiled import copy_into, rule
from .search.bots import Bot, FromView, Greedy, Random, Trials

__all__ = [
    "CHANCE",
    "Bot",
    "By",
    "Failure",
    "FromView",
    "Game",
    "Generator",
    "Greedy",
    "Known",
    "Note",
    "Part",
    "Random",
    "Refusal",
    "Setup",
    "State",
    "Told",
    "Trials",
    "Verb",
    "Verbs",
    "Words",
    "below",
    "choice",
    "copy_into",
    "first",
    "flag",
    "forms",
    "nth",
    "record_of",
    "rule",
    "size",
    "whole",
]


def record_of(*numbers: str, **arrays: int | tuple[int, ...]) -> np.dtype[Any]:
    """The type of a record of whole numbers: single ones by their names, arrays with their size or shape.

    >>> record_of("turn", board=(3, 3)).itemsize
    80

    A name that NumPy's own records have already (``put``, ``take``, ``size``) cannot be a field's.
    """
    for name in (*numbers, *arrays):
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name}: NumPy's records have something of that name")
    single: list[Any] = [(name, "i8") for name in numbers]
    return np.dtype((np.record, single + [(name, "i8", shape) for name, shape in arrays.items()]))
