"""What laying a tile would bring: the law, applied to what the seat knows, and the difference."""

from __future__ import annotations

from ...codec.schema import array, enum, integer, struct
from ...engine.bits import size
from ...engine.contract import Preview, Setup, State
from ...native.compiled import copy_into, rule
from . import rules
from .pieces import DIGITS, DIRECTIONS, LINE_POINTS, LINE_SETS, LINES_THROUGH, TILE_SHOWS
from .rules import BROKEN, STRIDE

_DIGITS = tuple(DIGITS)

BECOMES = ("alive", "out_of_reach", "complete", "breaks", "dead")
ALIVE, OUT_OF_REACH, COMPLETE, BREAKS, DEAD = range(5)

PREVIEW = struct(
    lines=array(
        struct(
            line=integer(),
            direction=enum(DIRECTIONS),
            digit=integer(),
            length=integer(),
            laid=integer(),
            state=enum(BECOMES),
            points=integer(),
            loses=integer(),
        ),
        3,
    ),
    points=integer(),
)
"""The three lines through the cell: how many tiles then show the tile's digit, what becomes of the line, and what it
could have brought if this breaks it."""


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
    """What a placement changes."""
    copy_into(state, into_state)
    rules.step(setup, into_state, seat, action)
    for direction in range(3):
        line = LINES_THROUGH[action % STRIDE, direction]
        digit = TILE_SHOWS[action // STRIDE, direction]
        told = preview.lines[direction]
        told.line = line
        told.direction = direction
        told.digit = _DIGITS[digit]
        told.length = size(LINE_SETS[line])
        told.laid = size(into_state.shows[seat, digit] & LINE_SETS[line])
        told.points = rules.line_points(into_state, seat, line)
        preview.points += told.points
        before = rules.line_rank(state, seat, line)
        if before == BROKEN:
            told.state = DEAD
        elif rules.line_rank(into_state, seat, line) == BROKEN:
            told.state = BREAKS
            told.loses = LINE_POINTS[line, before] if rules.line_in_reach(state, seat, line) else 0
        elif rules.line_missing(into_state, seat, line) == 0:
            told.state = COMPLETE
        else:
            told.state = ALIVE if rules.line_in_reach(into_state, seat, line) else OUT_OF_REACH
