"""Models of casual adult players, against whom `novice` is measured.

    ludotheque arena take_it_easy --bot lab.benchmarks.casual:TakeItEasy --bot novice --games 1000 --seed 1
    ludotheque arena micropul --bot lab.benchmarks.casual:Micropul --bot novice --games 1000 --seed 1
    ludotheque arena polygons --bot lab.benchmarks.casual:Polygons --bot novice --games 1000 --seed 1

Each looks one turn ahead for points, certain or expected, and ignores what others may do. Each makes human oversights;
see the classes.
"""

from __future__ import annotations

from dataclasses import replace

from ludotheque.codec.records import copy_record
from ludotheque.engine.bits import size
from ludotheque.engine.contract import State
from ludotheque.engine.position import MaskedState
from ludotheque.engine.rng import Generator, below
from ludotheque.games.micropul import rules as micropul
from ludotheque.games.polygons import rules as polygons
from ludotheque.games.polygons.bots import Greedy
from ludotheque.games.take_it_easy.pieces import LINE_POINTS, LINES, LINES_THROUGH, NEIGHBOURS
from ludotheque.games.take_it_easy.rules import STRIDE, line_missing, line_rank, step
from ludotheque.native.compiled import rule

EQUAL = 0.1
"""Values that differ by less count as equal."""


class TakeItEasy:
    """Values a line whose tiles all show one digit by its points times the square of its filled share, a broken one by
    0. It counts no tiles. For every second tile it ignores one of the three directions, and it overlooks half of the
    cells that touch no tile."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        seat = masked.seat
        assert seat is not None
        forgotten = below(rng, 3) if below(rng, 2) == 0 else None
        free = int(masked.state.free[seat])

        def hope(state: object, line: int) -> float:
            rank = int(line_rank(state, seat, line))
            full = 1 - int(line_missing(state, seat, line)) / len(LINES[line])
            return float(LINE_POINTS[line, rank]) * full**2 if rank >= 0 else 0.0

        best, chosen = float("-inf"), masked.legal_actions[0]
        for action in masked.legal_actions:
            cell = action % STRIDE
            lonely = all(free >> other & 1 for other in NEIGHBOURS[cell])
            if lonely and size(free) < len(LINES_THROUGH) and below(rng, 2) == 0:
                continue
            after = copy_record(masked.state)
            step(masked.setup, after, seat, action)
            grows = sum(
                hope(after, line) - hope(masked.state, line)
                for direction, line in enumerate(LINES_THROUGH[cell])
                if direction != forgotten
            )
            grows += below(rng, 100) / 100 * EQUAL
            if grows > best:
                best, chosen = grows, action
        return chosen


@rule
def hoped_at_micropul(state: State, seat: int) -> float:
    """Return tiles, claimed groups (an open one by half), and 3 points for each stone left."""
    points = micropul.supply_points(state, seat) + micropul.hand_after_reveal(state, seat) * 1.0
    points += 3.0 * (micropul.STONES - state.stones[seat])
    for number in range(state.stones[seat]):
        group = micropul.stone_group(state, seat, number)
        if micropul.claims(state, seat, group):
            points += state.worth[group] * (0.5 if micropul.group_open(state, group) else 1.0)
    return points


class Micropul:
    """Overlooks 3 in 10 placements."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        seat = masked.seat
        assert seat is not None
        best, chosen = float("-inf"), masked.legal_actions[0]
        for action in masked.legal_actions:
            if action >= micropul.LAY and below(rng, 10) < 3:
                continue
            after = copy_record(masked.state)
            micropul.step(masked.setup, after, seat, action)
            hope = hoped_at_micropul(after, seat) + below(rng, 100) / 100 * EQUAL
            if hope > best:
                best, chosen = hope, action
        return chosen


class Polygons:
    """Plays like `greedy`, but overlooks 1 in 20 pieces of the box and forgets its powers 1 time in 4."""

    def choose(self, masked: MaskedState, rng: Generator) -> int:
        """See ``ludotheque.search.bots.Bot``."""
        state = copy_record(masked.state)
        for piece in range(polygons.PIECES):
            if polygons.has(state.accessible, piece) and below(rng, 20) == 0:
                polygons.remove(state.accessible, piece)
        if below(rng, 4) == 0:
            state.powers[masked.seat] = 0
        chosen = Greedy().choose(replace(masked, state=state), rng)
        return chosen if chosen in masked.legal_actions else Greedy().choose(masked, rng)  # nothing came to mind
