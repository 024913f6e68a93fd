"""Calls to the rules of whichever game a state belongs to.

Generic code, compiled or interpreted, calls ``dispatch.legal_count(setup, state, seat)``; the dtype of the state tells
which game's function runs. Such a function is a *question*: it is declared once with ``@question``, which also says
which part of a game answers it (``rules``, ``masking``, ``preview``, ``bots`` or ``spaces``). Only declared questions
are looked up, and only in their part, so that a helper of the same name elsewhere in a game can never replace one.

Compiled code resolves a question while it is compiled (Numba's ``overload`` on the record's type, which caches and
inlines); interpreted code resolves it at each call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..native import library
from ..native.compiled import JIT, LIBRARY, rule
from ..native.library import game_of
from .contract import CHANCE, UNLISTABLE, Rules, Scene, Setup, State
from .rng import Generator

__all__ = ["CHANCE", "UNLISTABLE", "Scene", "Setup", "State", "answer", "fill_legal", "question", "register"]

Part = Literal["rules", "masking", "preview", "bots", "spaces"]
Numbers = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])

_questions: dict[str, tuple[Part, Any]] = {}  # the part of a game that answers, and the default if it does not
_games: dict[Any, dict[str, Any]] = {}  # by the dtype of the state; in a compiled process also by its Numba type


def register(rules: Rules, **parts: Any) -> None:
    """Make the modules of a game known by the dtype of its state: ``register(rules, masking=module)``."""
    game = _games.setdefault(rules.STATE, {"rules": rules})
    if JIT:
        import numba

        _games[numba.from_dtype(rules.STATE)] = game
    package = game_of(rules.begin.__module__) if LIBRARY else None
    if package is not None:
        library.register(rules.STATE, package)
    game.update(parts)


def answer(name: str, kind: Any) -> Any:
    """Return the function with which the game of a state answers a question; `kind` is the type of the state."""
    part, default = _questions[name]
    return getattr(_games[kind].get(part), name, default)


def question(part: Part, default: Any = None) -> Callable[[F], F]:
    """Declare a function of a setup, a state (its second argument) and more that each game answers in one of its parts.

    `default` is a compiled function for games that do not.
    """

    def declare(function: F) -> F:
        name = function.__name__
        assert name not in _questions, f"{name} is declared twice"
        _questions[name] = part, default
        if JIT:
            from numba.extending import overload

            def resolve(*args: Any) -> Any:
                return answer(name, args[1]).py_func if args[1] in _games else None

            overload(function, jit_options={"error_model": "numpy", "forceinline": True}, strict=False)(resolve)
        return function

    return declare


@question("rules")
def begin(setup: Setup, state: State) -> None:
    """Fill a record of zeros with the first state of a table."""
    answer("begin", state.dtype)(setup, state)


@question("rules")
def to_act(setup: Setup, state: State) -> int:
    """Return the set of seats to act, as bits; ``CHANCE``; or 0 when the game is over."""
    return answer("to_act", state.dtype)(setup, state)


@question("rules")
def legal_count(setup: Setup, state: State, seat: int) -> int:
    """Return the number of legal actions of a seat that is to act."""
    return answer("legal_count", state.dtype)(setup, state, seat)


@question("rules")
def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """Return the k-th legal action, counted from 0."""
    return answer("legal_nth", state.dtype)(setup, state, seat, k)


@question("rules")
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return why an action is illegal now; 0 exactly if it is legal."""
    return answer("illegal_reason", state.dtype)(setup, state, seat, action)


@question("rules")
def step(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do a legal action in place, without the steps that follow automatically."""
    answer("step", state.dtype)(setup, state, seat, action)


@question("rules")
def apply(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do a legal action in place, and the steps that follow automatically."""
    answer("apply", state.dtype)(setup, state, seat, action)


@question("rules")
def chance_count(setup: Setup, state: State) -> int:
    """Return the number of equally likely draws, or ``UNLISTABLE``."""
    return answer("chance_count", state.dtype)(setup, state)


@question("rules")
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """Return the outcome of a draw, given its index."""
    return answer("chance_nth", state.dtype)(setup, state, pick)


@question("rules")
def apply_chance(setup: Setup, state: State, outcome: int) -> None:
    """Apply a possible outcome of chance in place."""
    answer("apply_chance", state.dtype)(setup, state, outcome)


@question("rules")
def score(setup: Setup, state: State, seat: int) -> int:
    """Return what the seat would score if the game ended here."""
    return answer("score", state.dtype)(setup, state, seat)


@question("rules")
def winners(setup: Setup, state: State) -> int:
    """Return the set of seats that win, as bits."""
    return answer("winners", state.dtype)(setup, state)


@question("masking")
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Write the masked state of a seat."""
    answer("mask", state.dtype)(setup, state, seat, into_setup, into_state)


@question("masking")
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """Write a full state that fits a masked one."""
    answer("determinize", state.dtype)(setup, state, seat, rng, into_setup, into_state)


@rule
def nothing_to_update(scene: Scene, state: State) -> None:
    """For a game without a scene."""


@question("rules", nothing_to_update)
def update_visible(scene: Scene, state: State) -> None:
    """Note in the state what has become visible; without effect in a game that has no scene."""
    answer("update_visible", state.dtype)(scene, state)


@rule
def fill_legal(setup: Setup, state: State, seat: int, numbers: Numbers) -> None:
    """Write all legal actions of a seat that is to act, in one call."""
    for k in range(len(numbers)):
        numbers[k] = legal_nth(setup, state, seat, k)
