"""The levels and three styles of a game's bots, and the time they may take.

A game whose ``bots`` package fulfils ``engine.contract.BotsModule`` can be played at every level. A search runs in
slices of a few milliseconds: ``init_search``, then ``search_slice`` until it returns 0 or time is up, then
``choose_action``. All three are compiled and take records only, so the same bots run in Python and in the page.

Budgets count simulations, so equal seeds give equal actions on every machine. The time limit is only a cap. It is
processor time, which other programs do not lengthen; a longer limit holds for wall-clock time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..codec.records import new_record
from ..engine.game import STYLES, Game
from ..engine.position import MaskedState
from ..engine.rng import Generator, below
from ..native.compiled import rule

CHARACTER: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("level", "i8"),  # index into the ``levels`` of the game
            ("temper", "i8"),  # the style: -1 cautious, 0 even, 1 bold
            ("budget", "i8"),  # number of simulations; 0: the level's default
        ],
    )
)

MAX_CANDIDATES = 1024
CANDIDATES: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("count", "i8"),
            ("action", "i8", (MAX_CANDIDATES,)),
            ("value", "f8", (MAX_CANDIDATES,)),
            ("boldness", "f8", (MAX_CANDIDATES,)),
        ],
    )
)
"""Evaluated actions: their values, and how bold each is, on scales of the game's own."""


@rule
def note_candidate(candidates: Any, action: int, value: float, boldness: float) -> None:
    """Append an evaluated action; ignored when the list is full."""
    if candidates.count < MAX_CANDIDATES:
        candidates.action[candidates.count] = action
        candidates.value[candidates.count] = value
        candidates.boldness[candidates.count] = boldness
        candidates.count += 1


STYLE_ONE_IN = 3
"""Style decides 1 choice in this many. When it always decided, one style of a level was stronger than another."""


@rule
def pick_near_best(candidates: Any, near: float, alike: float, style: int, rng: Generator) -> int:
    """Return one of the actions within `near` of the best value, each equally likely.

    A cautious or bold style (-1 or 1) now and then replaces it by the most cautious or boldest action within `near` of
    the best and within `alike` of the chosen one. There must be at least one candidate.
    """
    best = candidates.value[0]
    for k in range(candidates.count):
        best = max(best, candidates.value[k])
    chosen = 0
    equals = 0
    for k in range(candidates.count):
        if candidates.value[k] >= best - near:
            equals += 1
            if below(rng, equals) == 0:  # reservoir sampling: each is equally likely
                chosen = k
    if style != 0 and below(rng, STYLE_ONE_IN) == 0:
        about = candidates.value[chosen]
        for k in range(candidates.count):
            same = abs(candidates.value[k] - about) <= alike and candidates.value[k] >= best - near
            if same and style * candidates.boldness[k] > style * candidates.boldness[chosen]:
                chosen = k
    return candidates.action[chosen]


BUDGET_MS = 100.0
"""Default time limit of a move: milliseconds of one core."""
WALL_CLOCK_FACTOR = 4
"""The wall-clock limit of a move, as a multiple of its processor time limit."""


class Character:
    """A bot of a level and a style. `budget` is a number of simulations, 0 for the level's default."""

    def __init__(self, level: str, style: str = "even", budget: int = 0) -> None:
        self.level = level
        self.character = new_record(CHARACTER)
        self.character.temper = STYLES.index(style) - 1
        self.character.budget = budget
        self.budget_ms = BUDGET_MS
        self.cut = False
        """Whether the time limit ended the last search, so that it may not be reproducible."""
        self._workspace: Any = None

    def record_for(self, game: Game) -> Any:
        """Return the record of ``CHARACTER`` for a game: the number of a level depends on the levels that it has."""
        self.character.level = game.levels.index(self.level)
        return self.character

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``search.bots.Bot``."""
        assert masked.seat is not None, "a spectator does nothing"
        bots = masked.game.bots_module
        if self._workspace is None or self._workspace.dtype != bots.WORKSPACE:
            self._workspace = new_record(bots.WORKSPACE)
        arguments = (
            masked.setup,
            masked.state,
            masked.seat,
            self.record_for(masked.game),
            rng,
            bots.weights(),
            self._workspace,
        )
        return self.think(
            partial(bots.init_search, *arguments),
            partial(bots.search_slice, *arguments),
            partial(bots.choose_action, *arguments),
        )

    def think(
        self, init_search: Callable[[], Any], search_slice: Callable[[], int], choose_action: Callable[[], int]
    ) -> int:
        """Run a search: slices until one returns 0 or time is up. At least one slice is run."""
        budget = self.budget_ms / 1000
        end, late = time.thread_time() + budget, time.perf_counter() + WALL_CLOCK_FACTOR * budget
        init_search()
        self.cut = False
        while not self.cut and search_slice() > 0:
            self.cut = time.thread_time() > end or time.perf_counter() > late
        return int(choose_action())


novice = partial(Character, "novice")
amateur = partial(Character, "amateur")
club = partial(Character, "club")
expert = partial(Character, "expert")
champion = partial(Character, "champion")
master = partial(Character, "master")
