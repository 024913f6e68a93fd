"""The law of whichever game a state belongs to: one name for each question, answered by that game's ``rules.py``.

A state is one record of fixed size, and its type tells which game it belongs to. So generic code, compiled or not,
just asks ``law.legal_count(setup, state, seat)``; ``Law`` below says what every game answers. Compiled code finds the
game's functions while it is compiled (Numba's ``overload`` on the record's type, which caches and inlines; passing
functions as arguments would be compiled anew in every process), interpreted code at each call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from .compiled import COMPILED

Setup = Any
"""A record of the game's ``SETUP``: what never changes at a table (seats, options, the box)."""
State = Any
"""A record of the game's ``STATE``. (Numba knows these types, the type checker has no word for them.)"""

CHANCE = 1 << 32
"""What ``to_act`` answers when it is chance's turn; seats are the bits below, 0 means that the game is over."""

SAMPLED = 0
"""What ``chance_range`` answers when the outcomes cannot be listed and are sampled instead (the Polygons box)."""


class Law(Protocol):
    """What a game's ``rules.py`` must hold. Every function is plain, deterministic and compiled by ``@rule``.

    Actions of seats and outcomes of chance are whole numbers, in a numbering of the game's own. Functions that change
    the state change the record they are given; they are only ever called with what ``why`` and ``chance_why`` accept.
    """

    SETUP: np.dtype[Any]
    STATE: np.dtype[Any]
    WHY: Sequence[str]
    """The codes of refusals that ``why`` and ``chance_why`` answer with, by number; number 0 is "": all is well."""
    REASONS: Sequence[str]
    """The ways in which a game can end, by number."""

    def begin(self, setup: Setup, state: State) -> None:
        """Fill a record of zeros with the first state of a table."""

    def to_act(self, setup: Setup, state: State) -> int:
        """The set of seats to act, as bits; ``CHANCE``; or 0 when the game is over."""

    def legal_count(self, setup: Setup, state: State, seat: int) -> int:
        """How many legal actions a seat that is to act has: at least one."""

    def legal_nth(self, setup: Setup, state: State, seat: int, k: int) -> int:
        """The k-th legal action, counted from 0, in ascending order of their numbers; none comes twice."""

    def why(self, setup: Setup, state: State, seat: int, action: int) -> int:
        """Why a seat may not do this now, as a place in ``WHY``; 0 exactly if it is legal. Any number may be asked."""

    def apply(self, setup: Setup, state: State, seat: int, action: int) -> None:
        """Do a legal action."""

    def chance_range(self, setup: Setup, state: State) -> int:
        """How many equally likely picks chance has, or ``SAMPLED``."""

    def chance_nth(self, setup: Setup, state: State, pick: int) -> int:
        """The outcome that a pick (0 to the range - 1) stands for. An outcome with two picks is twice as likely."""

    def chance_why(self, setup: Setup, state: State, outcome: int) -> int:
        """Why chance cannot bring this now, as a place in ``WHY``; 0 exactly if it can."""

    def apply_chance(self, setup: Setup, state: State, outcome: int) -> None:
        """Let a possible outcome happen."""

    def score(self, setup: Setup, state: State, seat: int) -> int:
        """What the seat would score if the game ended here."""

    def winners(self, setup: Setup, state: State) -> int:
        """The set of seats that win (all who share), as bits; asked only when the game is over."""

    def reason(self, setup: Setup, state: State) -> int:
        """How the game ended, as a place in ``REASONS``; asked only when it is over."""


_laws: dict[Any, Any] = {}  # by the dtype of the state; in a compiled process also by its Numba type


def register(rules: Law) -> None:
    """Make a game's rules known, so that the functions below find them by the type of a state."""
    _laws[rules.STATE] = rules
    if COMPILED:
        import numba

        _laws[numba.from_dtype(rules.STATE)] = rules


def begin(setup: Setup, state: State) -> None:
    """Fill a record of zeros with the first state of a table."""
    _laws[state.dtype].begin(setup, state)


def to_act(setup: Setup, state: State) -> int:
    """The set of seats to act, as bits; ``CHANCE``; or 0 when the game is over."""
    return _laws[state.dtype].to_act(setup, state)


def legal_count(setup: Setup, state: State, seat: int) -> int:
    """How many legal actions a seat that is to act has."""
    return _laws[state.dtype].legal_count(setup, state, seat)


def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th legal action, counted from 0."""
    return _laws[state.dtype].legal_nth(setup, state, seat, k)


def apply(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do a legal action, in place."""
    _laws[state.dtype].apply(setup, state, seat, action)


def chance_range(setup: Setup, state: State) -> int:
    """How many equally likely picks chance has."""
    return _laws[state.dtype].chance_range(setup, state)


def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """The outcome that a pick stands for."""
    return _laws[state.dtype].chance_nth(setup, state, pick)


def apply_chance(setup: Setup, state: State, outcome: int) -> None:
    """Let a possible outcome happen, in place."""
    _laws[state.dtype].apply_chance(setup, state, outcome)


def score(setup: Setup, state: State, seat: int) -> int:
    """What the seat would score if the game ended here."""
    return _laws[state.dtype].score(setup, state, seat)


def winners(setup: Setup, state: State) -> int:
    """The set of seats that win, as bits."""
    return _laws[state.dtype].winners(setup, state)


if COMPILED:
    from numba.extending import overload

    def _compile_by_type(question: Any) -> None:
        def answer(*args: Any) -> Any:
            rules = _laws.get(args[1])
            return None if rules is None else getattr(rules, question.__name__).py_func

        overload(question, jit_options={"error_model": "numpy", "forceinline": True}, strict=False)(answer)

    for _question in (
        begin,
        to_act,
        legal_count,
        legal_nth,
        apply,
        chance_range,
        chance_nth,
        apply_chance,
        score,
        winners,
    ):
        _compile_by_type(_question)
