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
not tell. The arena takes it out of scores (``docs/explanation/match-statistics.md``).

Budgets count simulations, so equal chance gives equal choices on every machine; time is only a cap: processor time,
which other programs do not lengthen, and where they leave little of it, time on the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..codec.records import new_record
from ..engine.game import LEVELS, STYLES
from ..engine.position import MaskedState
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

MAX_CANDIDATES_SEEN = 1024
CANDIDATES_SEEN: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("count", "i8"),
            ("action", "i8", (MAX_CANDIDATES_SEEN,)),
            ("worth", "f8", (MAX_CANDIDATES_SEEN,)),
            ("boldness", "f8", (MAX_CANDIDATES_SEEN,)),
        ],
    )
)
"""Actions that were looked at, and what each seemed to be worth; how bold each is, for who cares."""


@rule
def note_candidate(candidates_seen: Any, action: int, worth: float, boldness: float) -> None:
    """Keep what an action seemed to be worth."""
    if candidates_seen.count < MAX_CANDIDATES_SEEN:
        candidates_seen.action[candidates_seen.count] = action
        candidates_seen.worth[candidates_seen.count] = worth
        candidates_seen.boldness[candidates_seen.count] = boldness
        candidates_seen.count += 1


SELDOM = 3
"""Temper speaks once in so many times: always, it made one temper of a level stronger than another."""


@rule
def pick_near_best(candidates_seen: Any, near: float, alike: float, temper: int, rng: Generator) -> int:
    """One of the actions that are worth nearly as much as the best: any; or by temper, of those that are worth as much
    as that one, within a smaller range, the boldest or the most cautious."""
    best = candidates_seen.worth[0]
    for k in range(candidates_seen.count):
        best = max(best, candidates_seen.worth[k])
    chosen = 0
    equals = 0
    for k in range(candidates_seen.count):
        if candidates_seen.worth[k] >= best - near:
            equals += 1
            if below(rng, equals) == 0:  # so that each of them is equally likely
                chosen = k
    if temper != 0 and below(rng, SELDOM) == 0:
        about = candidates_seen.worth[chosen]
        for k in range(candidates_seen.count):
            same = abs(candidates_seen.worth[k] - about) <= alike and candidates_seen.worth[k] >= best - near
            if same and temper * candidates_seen.boldness[k] > temper * candidates_seen.boldness[chosen]:
                chosen = k
    return candidates_seen.action[chosen]


BUDGET_MS = 100.0
"""How long a bot thinks at most, unless it is allowed more: milliseconds of one core."""
PATIENCE = 4
"""So many times that on the clock at most: a table is not held up on a machine that does other things."""


class Character:
    """A bot of some level and temper."""

    def __init__(self, level: str, temper: str = "even", budget: int = 0) -> None:
        self.character = new_record(CHARACTER)
        self.character.level = LEVELS.index(level)
        self.character.temper = STYLES.index(temper) - 1
        self.character.budget = budget
        self.budget_ms = BUDGET_MS
        self.cut = False
        """Whether time ended the last thought, so that it cannot be had again."""
        self._workspace: Any = None

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        assert masked.seat is not None, "a spectator does nothing"
        bots = masked.game.bots_module
        if self._workspace is None or self._workspace.dtype != bots.WORKSPACE:
            self._workspace = new_record(bots.WORKSPACE)
        arguments = (masked.setup, masked.state, masked.seat, self.character, rng, bots.weights(), self._workspace)
        return self.think(
            partial(bots.init_search, *arguments),
            partial(bots.search_slice, *arguments),
            partial(bots.choose_action, *arguments),
        )

    def think(
        self, init_search: Callable[[], Any], search_slice: Callable[[], int], choose_action: Callable[[], int]
    ) -> int:
        """Ask a game's three questions: the second until its answer is nothing, or time is up."""
        budget = self.budget_ms / 1000
        end, late = time.thread_time() + budget, time.perf_counter() + PATIENCE * budget
        init_search()
        self.cut = False
        while not self.cut and search_slice() > 0:
            self.cut = time.thread_time() > end or time.perf_counter() > late
        return int(choose_action())


novice = partial(Character, "novice")
amateur = partial(Character, "amateur")
club = partial(Character, "club")
expert = partial(Character, "expert")
master = partial(Character, "master")
