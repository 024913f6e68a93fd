"""What laying a tile would bring: what the rules report when they are applied to what the seat knows."""

from __future__ import annotations

from ...codec.schema import array, enum, integer, integer_or_none, struct
from ...engine.contract import Effects, Preview, Setup, State
from ...engine.effects import clear
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .pieces import DIRECTIONS

BECOMES = ("alive", "out_of_reach", "complete", "breaks", "dead")
"""What becomes of a line, in the order of ``effects.BECAME``."""

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
            was=integer_or_none(),
            worth=integer(),
        ),
        3,
    ),
    points=integer(),
)
"""The three lines through the cell: how many tiles then show the tile's digit, what becomes of the line, what it could
have brought if this breaks it, which digit it shows until then, and what it is worth if it is completed."""


@rule
def preview(
    setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview, effects: Effects
) -> None:
    """What a placement changes."""
    copy_into(state, into_state)
    clear(effects)
    rules.step(setup, into_state, seat, action, effects)
    for k in range(effects.count):
        item = effects.items[k]
        if item.case == happened.LINE:
            line = item.line
            told = preview.lines[line.direction]
            told.line = line.line
            told.direction = line.direction
            told.digit = line.digit
            told.length = line.length
            told.laid = line.laid
            told.state = line.became
            told.points = line.points
            told.loses = line.lost
            told.was = line.was
            told.worth = line.worth
            preview.points += line.points
