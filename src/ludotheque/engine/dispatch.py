"""The law of whichever game a state belongs to: one name for each question, answered by that game's ``rules.py``, and
by its ``knowledge.py`` where the question is what a seat knows.

A state is one record of fixed size, and its type tells which game it belongs to. So generic code, compiled or not,
just asks ``law.legal_count(setup, state, seat)``; ``Law`` and ``Knowledge`` below say what every game answers. Compiled
code finds the game's functions while it is compiled (Numba's ``overload`` on the record's type, which caches and
inlines; passing functions as arguments would be compiled anew in every process), interpreted code at each call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..native.cache import game_of
from ..native.compiled import COMPILED, rule
from .rng import Generator

Setup = Any
"""A record of the game's ``SETUP``: what never changes at a table (seats, options, the box)."""
Scene = Any
"""A record of the game's ``SCENE``, where it has one: what never changes either and decides only what can be seen."""
State = Any
"""A record of the game's ``STATE``. (Numba knows these types, the type checker has no word for them.)"""

Numbers = NDArray[np.int64]

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

    def step(self, setup: Setup, state: State, seat: int, action: int) -> None:
        """Do a legal action, and nothing that would then follow by itself. On what a seat knows this shows what its
        own action brings, as far as it can know."""

    def apply(self, setup: Setup, state: State, seat: int, action: int) -> None:
        """Do a legal action, and what follows from it by itself."""

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

    # A game whose pieces hide each other also has ``SCENE``, the type of a record that says what hides what and how it
    # is drawn, and ``witness(scene, state)``: after every event at a table, keep in the state what has come to light.
    # No other function of the law reads it, so whoever thinks ahead need not carry it along.


class Knowledge(Protocol):
    """What a game's ``knowledge.py`` must hold, compiled like the law. Seat -1 is a spectator; chance acts as -1."""

    def known(self, setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
        """What a seat knows, as records of the same types: everything else is replaced by a value that follows from its
        knowledge alone. Written by listing what may be known; every byte of the given records is written."""

    def imagine(
        self, setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State
    ) -> None:
        """From what a seat knows, one world that fits: what it does not know is filled in by chance."""

    def hides(self, setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
        """Whether an action or outcome that now happens in this state is kept from a seat, so that it learns no more
        than who acted, until all `is_open`."""

    def is_open(self, setup: Setup, state: State) -> bool:
        """Whether everything that was hidden up to this state may be told to everybody."""

    def reveals(self, setup: Setup, before: State, after: State, seat: int) -> bool:
        """Whether a seat has learnt, by the step between two states, something that it could not know before. Such a
        step is never taken back."""

    # A game with a scene also has ``unveil(scene, state, into_scene)``: what may be known of it.


_answers: dict[Any, dict[str, Any]] = {}  # by the dtype of the state; in a compiled process also by its Numba type


def register(rules: Law, *modules: Any) -> None:
    """Make a game's rules known, with what further modules of it answer, so that the functions below find them by the
    type of a state."""
    if rules.STATE not in _answers:
        answers: dict[str, Any] = {}
        _answers[rules.STATE] = answers
        if COMPILED:
            import numba

            _answers[numba.from_dtype(rules.STATE)] = answers
    for module in (*modules, rules):
        _answers[rules.STATE].update(vars(module))


def game_of_type(kind: Any) -> str | None:
    """The package of the game to which the type of a state belongs, as compiled code has it."""
    answers = _answers.get(kind)
    return None if answers is None else game_of(answers["__name__"])


def ask(question: str, state: State, otherwise: Any = None) -> Any:
    """The function with which the game of a state answers a question, or another one if it does not."""
    return _answers[state.dtype].get(question, otherwise)


def begin(setup: Setup, state: State) -> None:
    """Fill a record of zeros with the first state of a table."""
    ask("begin", state)(setup, state)


def to_act(setup: Setup, state: State) -> int:
    """The set of seats to act, as bits; ``CHANCE``; or 0 when the game is over."""
    return ask("to_act", state)(setup, state)


def legal_count(setup: Setup, state: State, seat: int) -> int:
    """How many legal actions a seat that is to act has."""
    return ask("legal_count", state)(setup, state, seat)


def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th legal action, counted from 0."""
    return ask("legal_nth", state)(setup, state, seat, k)


def why(setup: Setup, state: State, seat: int, action: int) -> int:
    """Why a seat may not do this now; 0 exactly if it is legal."""
    return ask("why", state)(setup, state, seat, action)


def step(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do a legal action, in place, and nothing that would follow by itself."""
    ask("step", state)(setup, state, seat, action)


def apply(setup: Setup, state: State, seat: int, action: int) -> None:
    """Do a legal action, in place, and what follows by itself."""
    ask("apply", state)(setup, state, seat, action)


def chance_range(setup: Setup, state: State) -> int:
    """How many equally likely picks chance has."""
    return ask("chance_range", state)(setup, state)


def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """The outcome that a pick stands for."""
    return ask("chance_nth", state)(setup, state, pick)


def apply_chance(setup: Setup, state: State, outcome: int) -> None:
    """Let a possible outcome happen, in place."""
    ask("apply_chance", state)(setup, state, outcome)


def score(setup: Setup, state: State, seat: int) -> int:
    """What the seat would score if the game ended here."""
    return ask("score", state)(setup, state, seat)


def winners(setup: Setup, state: State) -> int:
    """The set of seats that win, as bits."""
    return ask("winners", state)(setup, state)


def known(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """What a seat knows."""
    ask("known", state)(setup, state, seat, into_setup, into_state)


def imagine(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """A world that fits what a seat knows."""
    ask("imagine", state)(setup, state, seat, rng, into_setup, into_state)


def found_by_type(question: Any, otherwise: Any = None) -> None:
    """Let compiled code find the answer to a question, asked of a setup and a state, by the type of the state; where a
    game need not answer, another function does."""
    if not COMPILED:
        return
    from numba.extending import overload

    def answer(*args: Any) -> Any:
        answers = _answers.get(args[1])
        return None if answers is None else answers.get(question.__name__, otherwise).py_func

    overload(question, jit_options={"error_model": "numpy", "forceinline": True}, strict=False)(answer)


for _question in (
    begin,
    to_act,
    legal_count,
    legal_nth,
    why,
    step,
    apply,
    chance_range,
    chance_nth,
    apply_chance,
    score,
    winners,
    known,
    imagine,
):
    found_by_type(_question)


@rule
def fill_legal(setup: Setup, state: State, seat: int, numbers: Numbers) -> None:
    """All legal actions of a seat that is to act, in one call."""
    for k in range(len(numbers)):
        numbers[k] = legal_nth(setup, state, seat, k)
