"""What playing for the win is worth at Take It Easy: `master` with and without it, alike but for the last tiles.

    ludotheque arena take_it_easy --bot benchmarks.endings:ForTheWin --bot benchmarks.endings:ForTheMean --games 4000
                     [--seats 3] [--option rounds=4]

What `master` does differently for the win it does on the last tiles of the last round. To play many games, both lay all
other tiles as `expert` does. The one that plays for the mean is told that more rounds are to come.
"""

from __future__ import annotations

from functools import cache

from ludotheque.core.chance import Generator, generator
from ludotheque.core.game import Known, copy
from ludotheque.core.registry import game
from ludotheque.games.take_it_easy.learned import WATCHED
from ludotheque.search.characters import Character


@cache
def warm_up() -> None:
    """Compile, or load what was compiled, before anybody looks at the clock."""
    Character("master").choose(game("take_it_easy").start(2).do("chance", 0).known(0), generator(1))


class ForTheWin:
    """`master` on the last tiles, `expert` before."""

    def __init__(self) -> None:
        warm_up()
        self.early, self.late = Character("expert"), Character("master")
        self.late.budget_ms = float("inf")

    def choose(self, known: Known, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        late = int(known.state.free[known.seat]).bit_count() <= WATCHED
        return (self.late if late else self.early).choose(self.seen(known), rng)

    def seen(self, known: Known) -> Known:
        """What it takes the table for."""
        return known


class ForTheMean(ForTheWin):
    """The same, as if it played many rounds: so this one is not the last."""

    def seen(self, known: Known) -> Known:
        """A table with one more round to come."""
        setup = copy(known.setup)
        setup.rounds = 99
        return Known(known.game, setup, known.state, known.seat)
