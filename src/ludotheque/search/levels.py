"""The characters that a game offers as opponents: five levels, three tempers, one way to think in portions.

A game that has them answers three questions in its ``bots.py``, compiled, about records only, so that the same bots
play here and in the page:

- ``ready(setup, state, seat, character, rng, weights, mind)`` begins a thought about what a seat knows and must do now;
- ``ponder(setup, state, seat, character, rng, weights, mind)`` thinks for a portion (a few milliseconds at most) and
  says how much of its budget is left; it is asked until that is nothing, or time is up;
- ``decide(setup, state, seat, character, rng, weights, mind)`` gives the number of the action.

``MIND`` is the type of the record in which it thinks (it may hold garbage when ``ready`` is asked), ``WEIGHTS`` that of
what it has learnt, and ``weights()`` gives the record that is shipped.

A game may answer one more, ``luck(setup, state, seat, outcome, weights, mind)``: how many points an outcome of chance
brings a seat beyond the mean of what could have come, in a state to which chance must act; not a number, where it does
not tell. The arena takes it out of scores (``docs/arena.md``).

Budgets count simulations, so equal chance gives equal choices on every machine; time is only a cap: processor time,
which other programs do not lengthen, and where they leave little of it, time on the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..engine.game import LEVELS, TEMPERS, Known, record
from ..engine.rng import Generator, below
from ..native.compiled import rule

CHARACTER: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("level", "i8"),  # a place in ``LEVELS``
            ("temper", "i8"),  # -1 cautious, 0 even, 1 bold
            ("budget", "i8"),  # how many simulations it may make; 0 means as many as are usual for its level
        ],
    )
)

MOST_GLANCES = 1024
GLANCES: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("count", "i8"),
            ("action", "i8", (MOST_GLANCES,)),
            ("worth", "f8", (MOST_GLANCES,)),
            ("boldness", "f8", (MOST_GLANCES,)),
        ],
    )
)
"""Actions that were looked at, and what each seemed to be worth; how bold each is, for who cares."""


@rule
def glance(glances: Any, action: int, worth: float, boldness: float) -> None:
    """Keep what an action seemed to be worth."""
    if glances.count < MOST_GLANCES:
        glances.action[glances.count] = action
        glances.worth[glances.count] = worth
        glances.boldness[glances.count] = boldness
        glances.count += 1


SELDOM = 3
"""Temper speaks once in so many times: always, it made one temper of a level stronger than another."""


@rule
def settle(glances: Any, near: float, alike: float, temper: int, rng: Generator) -> int:
    """One of the actions that are worth nearly as much as the best: any; or by temper, of those that are worth as much
    as that one, within a smaller range, the boldest or the most cautious."""
    best = glances.worth[0]
    for k in range(glances.count):
        best = max(best, glances.worth[k])
    chosen = 0
    equals = 0
    for k in range(glances.count):
        if glances.worth[k] >= best - near:
            equals += 1
            if below(rng, equals) == 0:  # so that each of them is equally likely
                chosen = k
    if temper != 0 and below(rng, SELDOM) == 0:
        about = glances.worth[chosen]
        for k in range(glances.count):
            same = abs(glances.worth[k] - about) <= alike and glances.worth[k] >= best - near
            if same and temper * glances.boldness[k] > temper * glances.boldness[chosen]:
                chosen = k
    return glances.action[chosen]


BUDGET_MS = 100.0
"""How long a bot thinks at most, unless it is allowed more: milliseconds of one core."""
PATIENCE = 4
"""So many times that on the clock at most: a table is not held up on a machine that does other things."""


class Character:
    """A bot of some level and temper."""

    def __init__(self, level: str, temper: str = "even", budget: int = 0) -> None:
        self.character = record(CHARACTER)
        self.character.level = LEVELS.index(level)
        self.character.temper = TEMPERS.index(temper) - 1
        self.character.budget = budget
        self.budget_ms = BUDGET_MS
        self.cut = False
        """Whether time ended the last thought, so that it cannot be had again."""
        self._mind: Any = None

    def choose(self, known: Known, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        assert known.seat is not None, "a spectator does nothing"
        playing = known.game.playing
        if self._mind is None or self._mind.dtype != playing.MIND:
            self._mind = record(playing.MIND)
        thought = (known.setup, known.state, known.seat, self.character, rng, playing.weights(), self._mind)
        return self.think(*(partial(ask, *thought) for ask in (playing.ready, playing.ponder, playing.decide)))

    def think(self, ready: Callable[[], Any], ponder: Callable[[], int], decide: Callable[[], int]) -> int:
        """Ask a game's three questions: the second until its answer is nothing, or time is up."""
        budget = self.budget_ms / 1000
        end, late = time.thread_time() + budget, time.perf_counter() + PATIENCE * budget
        ready()
        self.cut = False
        while not self.cut and ponder() > 0:
            self.cut = time.thread_time() > end or time.perf_counter() > late
        return int(decide())


novice = partial(Character, "novice")
amateur = partial(Character, "amateur")
club = partial(Character, "club")
expert = partial(Character, "expert")
master = partial(Character, "master")
