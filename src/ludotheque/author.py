"""Everything that the author of a game needs, in one place. The tutorial "Write a game" builds a game with it.

Anything that is not in here is internal and may change.

The game       ``Game``, and its options: ``flag``, ``whole``, ``choice``
Rules          ``rule``, ``record_of``, ``copy_into``, ``CHANCE``, ``Setup``, ``State``, and sets of small numbers
               as bits: ``size``, ``first``, ``nth``
Chance         ``Generator``, ``generator``, ``below``; for outcomes that cannot be listed ``UNLISTABLE``, and for
               their sampler ``Record``, ``new_record``, ``copy_record``
Notation       ``Verbs``, ``Verb``, ``Part``, ``Refusal``, ``By``
Effects        ``effects_schema``, ``report``, ``clear``, and the annotation of their buffer: ``Effects``
Views          ``schema``: what a view or a preview holds; ``View``, ``Preview``, ``Picture``: annotations of their
               records; ``Words``: formats a message for a text board
Bots           ``Bot``, ``MaskedState``, ``FromView``, ``Random``, ``Greedy``, ``Trials``; annotations of the records
               of the levels: ``CharacterRecord``, ``Weights``, ``Workspace``
Commands       ``CommandOutput``, ``Note``, ``Failure``: what a command of the game yields or raises
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .codec import schema
from .codec.records import Record, copy_record, new_record
from .engine.actions import Part, Verb, Verbs
from .engine.bits import first, nth, size
from .engine.contract import (
    CHANCE,
    UNLISTABLE,
    By,
    CharacterRecord,
    Effects,
    Picture,
    Preview,
    Setup,
    State,
    View,
    Weights,
    Workspace,
)
from .engine.effects import clear, effects_schema, report
from .engine.errors import Failure, Refusal
from .engine.game import CommandOutput, Game, Note
from .engine.options import choice, flag, whole
from .engine.position import MaskedState
from .engine.rng import Generator, below, generator
from .locale import Words
from .native.compiled import copy_into, rule
from .search.bots import Bot, FromView, Greedy, Random, Trials

__all__ = [
    "CHANCE",
    "UNLISTABLE",
    "Bot",
    "By",
    "CharacterRecord",
    "CommandOutput",
    "Effects",
    "Failure",
    "FromView",
    "Game",
    "Generator",
    "Greedy",
    "MaskedState",
    "Note",
    "Part",
    "Picture",
    "Preview",
    "Random",
    "Record",
    "Refusal",
    "Setup",
    "State",
    "Trials",
    "Verb",
    "Verbs",
    "View",
    "Weights",
    "Words",
    "Workspace",
    "below",
    "choice",
    "clear",
    "copy_into",
    "copy_record",
    "effects_schema",
    "first",
    "flag",
    "generator",
    "new_record",
    "nth",
    "record_of",
    "report",
    "rule",
    "schema",
    "size",
    "whole",
]


def record_of(*numbers: str, **arrays: int | tuple[int, ...]) -> np.dtype[Any]:
    """Return the dtype of a record of whole numbers: single ones by name, arrays with their size or shape.

    >>> record_of("turn", board=(3, 3)).itemsize
    80

    A name that NumPy's records already use (``put``, ``take``, ``size``) cannot be the name of a field.
    """
    for name in (*numbers, *arrays):
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name}: NumPy's records already use that name")
    single: list[Any] = [(name, "i8") for name in numbers]
    return np.dtype((np.record, single + [(name, "i8", shape) for name, shape in arrays.items()]))
