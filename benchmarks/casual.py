"""A casual player of Take It Easy, against whom `novice` is measured. It is no part of the product.

    ludotheque arena take_it_easy --bot benchmarks.casual:Casual --bot novice --games 2000 --seed 1

It looks one tile ahead for its own points, as somebody does who plays for fun. A line whose tiles all show one digit is
to it what it will bring, times the square of how much of it is full; a broken one is nothing. It lays the tile where
that grows most, without a thought for what may still come: it counts no tiles. And it has people's oversights: every
second tile is laid without looking at one of the three directions, and half of the time it does not see a cell that
touches nothing.
"""

from __future__ import annotations

from ludotheque.core.bits import size
from ludotheque.core.chance import Generator, below
from ludotheque.core.game import Known, copy
from ludotheque.games.take_it_easy.pieces import LINE_WORTH, LINES, LINES_THROUGH, NEIGHBOURS
from ludotheque.games.take_it_easy.rules import STRIDE, line_missing, line_rank, step


class Casual:
    """One look ahead for own points, with oversights."""

    def choose(self, known: Known, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        seat = known.seat
        assert seat is not None
        forgotten = below(rng, 3) if below(rng, 2) == 0 else None
        free = int(known.state.free[seat])

        def hope(state: object, line: int) -> float:
            rank = int(line_rank(state, seat, line))
            full = 1 - int(line_missing(state, seat, line)) / len(LINES[line])
            return float(LINE_WORTH[line, rank]) * full**2 if rank >= 0 else 0.0

        best, chosen = float("-inf"), known.actions[0]
        for action in known.actions:
            cell = action % STRIDE
            lonely = all(free >> other & 1 for other in NEIGHBOURS[cell])
            if lonely and size(free) < len(LINES_THROUGH) and below(rng, 2) == 0:
                continue
            after = copy(known.state)
            step(known.setup, after, seat, action)
            grows = sum(
                hope(after, line) - hope(known.state, line)
                for direction, line in enumerate(LINES_THROUGH[cell])
                if direction != forgotten
            )
            grows += below(rng, 100) / 1000  # of equals, any
            if grows > best:
                best, chosen = grows, action
        return chosen


class Points:
    """The same idea for any game, as its law has it: does what brings most points at once, if it sees it. Three of ten
    things that it may do it overlooks."""

    def choose(self, known: Known, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        rules, seat = known.game.law, known.seat
        assert seat is not None
        best, chosen = float("-inf"), known.actions[0]
        for action in known.actions:
            if below(rng, 10) < 3:
                continue
            after = copy(known.state)
            rules.step(known.setup, after, seat, action)
            points = float(rules.score(known.setup, after, seat)) + below(rng, 100) / 1000
            if points > best:
                best, chosen = points, action
        return chosen
