"""What the rules of Take It Easy report: tiles drawn and laid, what becomes of lines, rounds.

The most effects of one event: the last placement of a round reports itself, three lines and the points of eight seats.
"""

from __future__ import annotations

from ...codec.schema import bitset, enum, enum_or_none, integer, integer_or_none, struct
from ...engine.effects import effects_schema
from .pieces import CELLS, DIRECTIONS, TILE_NAMES

BECAME = ("continued", "out_of_reach", "completed", "broken", "still_broken")
CONTINUED, OUT_OF_REACH, COMPLETED, BROKEN, STILL_BROKEN = range(5)

EFFECTS = effects_schema(
    1 + 3 + 8,
    round_begun=struct(round=integer(), rounds=integer(), caller=integer()),
    drawn=struct(round=integer(), rounds=integer(), caller=integer(), tiles=bitset(TILE_NAMES), drawn=integer()),
    placed=struct(seat=integer(), round=integer(), tile=enum_or_none(TILE_NAMES), cell=enum_or_none(CELLS)),
    line=struct(
        seat=integer(),
        line=integer(),
        direction=enum(DIRECTIONS),
        length=integer(),
        digit=integer(),
        laid=integer(),
        became=enum(BECAME),
        was=integer_or_none(),
        worth=integer(),
        points=integer(),
        lost=integer(),
    ),
    round_scored=struct(seat=integer(), round=integer(), points=integer(), total=integer()),
)
"""- `round_begun`: the boards are empty and the heap is full (T-11).
- `drawn`: what the caller announced, and how many tiles were drawn so far in the round (T-12).
- `placed`: a seat laid a tile (T-12). Tile and cell are None for those who may not know them yet.
- `line`: what became of a line through that cell: how many of its cells show the tile's `digit`, which digit it showed
  before, if it was one (`was`), what it is worth if all its cells show the tile's digit (0 if it is broken), the
  `points` of a line completed (T-21), and what a line broken now could have brought (`lost`, T-41).
- `round_scored`: a round is over; the points of a seat in it, and its total (T-22)."""
ROUND_BEGUN, DRAWN, PLACED, LINE, ROUND_SCORED = range(5)
