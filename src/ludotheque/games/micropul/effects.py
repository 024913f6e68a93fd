"""What happens at a table of micropul, as the rules report it while they change a state.

In `corners` of a group, a corner of a laid tile is the number ``tile * 4 + corner``, corners clockwise from the top
left.
"""

from __future__ import annotations

from typing import Final

from ...codec.schema import bitset, boolean, enum, integer, integer_or_none, list_of, struct
from ...engine.effects import effects_schema
from .pieces import COLOURS, CORNERS, N_TILES, SEATS, STONES

CATALYSTS: Final = ("1", "2", "+")
SINGLE, DOUBLE, PLUS = range(3)
CENTRE: Final = 4  # where a catalyst is: one of the four corners, or the centre of a big tile

BECAME: Final = ("begun", "narrowed", "grown", "merged", "closed", "spoilt")
BEGUN, NARROWED, GROWN, MERGED, CLOSED, SPOILT = range(6)
"""What a placement did to a group; where several apply, the last of them. A narrowed group did not grow, but has fewer
open sides (M-51)."""

END_REASONS: Final = ("core", "out_of_tiles", "blocked")
CORE, OUT_OF_TILES, BLOCKED = range(3)

MOST_CATALYSTS: Final = 17
"""Those of the new tile in four corners and at its centre, those of laid ones at eight facings and at four centres."""
MOST_CHANGED: Final = 12
"""Four groups within the new tile, and one at each of its eight facings."""
MOST: Final = 1 + MOST_CHANGED + MOST_CATALYSTS + 3
"""A placement reports most: the tile, groups, catalysts, a draw, extra turns, and then the next turn or the end."""

CORNER_BITS: Final = 48
_PLACE = {"x": integer("i1"), "y": integer("i1")}
_CORNER = {**_PLACE, "corner": enum(CORNERS)}

KINDS: Final = {
    "placed": struct(seat=integer_or_none("i1"), tile=integer("i1"), turns=integer("i1"), **_PLACE),
    "group": struct(
        **_CORNER,
        became=enum(BECAME),
        colour=enum(COLOURS),
        size=integer(),
        open=boolean(),
        sides=integer(),
        stones=list_of(integer("i1"), SEATS * STONES),
        owner=integer_or_none("i1"),
        spoilt=boolean(),
        corners=bitset(words=4 * N_TILES // CORNER_BITS, bits=CORNER_BITS),
    ),
    "catalyst": struct(**_PLACE, corner=enum((*CORNERS, "centre")), kind=enum(CATALYSTS), tiles=integer()),
    "drew": struct(seat=integer("i1"), count=integer()),
    "extra_turn": struct(seat=integer("i1"), count=integer()),
    "claimed": struct(seat=integer("i1"), **_CORNER, colour=enum(COLOURS), size=integer(), open=boolean()),
    "took": struct(seat=integer("i1")),
    "revealed": struct(seat=integer("i1"), tile=integer_or_none("i1")),
    "dealt": struct(seat=integer("i1"), tile=integer_or_none("i1")),
    "passed": struct(seat=integer("i1"), gave_up=integer()),
    "next_turn": struct(seat=integer("i1"), owed=integer()),
    "ended": struct(reason=enum(END_REASONS), seat=integer("i1")),
}
PLACED, GROUP, CATALYST, DREW, EXTRA_TURN, CLAIMED, TOOK, REVEALED, DEALT, PASSED, NEXT_TURN, ENDED = range(len(KINDS))

EFFECTS = effects_schema(MOST, **KINDS)
"""The start tile was placed by no seat. A group is named by its first corner in reading order and described as it is
after the placement; several are in reading order. The tile of `revealed` and `dealt` is None for other seats than the
one that got it (M-70)."""
