"""What the rules of Polygons report when they change a table, in the words of the rulebook."""

from __future__ import annotations

from ...codec.schema import array, bitset, boolean, enum, enum_or_none, integer, integer_or_none, struct
from ...engine.effects import effects_schema
from .pieces import COLOURS, PIECES, SHAPES

LINKS = ("colour", "shape", "both")
"""What a piece shares with the one taken just before."""
SET_NAMES = (*(f"colour {colour}" for colour in COLOURS), *(f"shape {shape}" for shape in SHAPES))
END_REASONS = ("tokens", "box")
"""What was used up when the last round began."""

PIECE = struct(id=integer(), shape=enum(SHAPES), colour=enum(COLOURS))
SOME = bitset(words=2, bits=PIECES // 2)
"""A set of pieces, as a list of their ids."""
SIZE_OF_SET = 4

MOST = 39
"""The most effects of one event. A take or a power (1) earns a power or lets one lapse (2: a take, then its end), frees
pieces (1) and brings some to light (2: those freed, and those that only show). The takes of all four seats may end (4);
the stack of one of them, four pieces at most, joins collections (4). All 80 pieces make 20 sets (20). The last round
begins (1), the turn passes three times (3), and the game ends (1)."""

EFFECTS = effects_schema(
    MOST,
    box_opened=struct(left=integer()),
    began=struct(seat=integer()),
    took=struct(seat=integer(), piece=PIECE, place=integer(), link=enum_or_none(LINKS)),
    freed=struct(pieces=SOME),
    uncovered=struct(pieces=SOME),
    power=struct(seat=integer(), became=enum(("earned", "lapsed"))),
    take_ended=struct(seat=integer(), count=integer()),
    joined=struct(seat=integer(), piece=PIECE, place=integer()),
    gifted=struct(seat=integer(), other=integer(), piece=PIECE, place=integer()),
    exchanged=struct(seat=integer(), other=integer(), gave=PIECE, got=PIECE),
    gave=struct(seat=integer(), other=integer(), piece=PIECE),
    stole=struct(seat=integer(), other=integer(), piece=PIECE),
    discarded=struct(seat=integer(), piece=PIECE),
    validated=struct(
        seat=integer(),
        set=enum(SET_NAMES),
        pieces=array(PIECE, SIZE_OF_SET),
        pile=enum_or_none(COLOURS),
        token=integer_or_none(),
    ),
    turn_passed=struct(seat=integer(), to=integer()),
    last_round=struct(reason=enum(END_REASONS)),
    ended=struct(reason=enum(END_REASONS), winners=bitset(), tie_broken=boolean()),
)
"""Every kind of effect.

- ``box_opened``: the shaken box lies open, with ``left`` pieces in it.
- ``began``: the seat that begins was drawn.
- ``took``: a piece went from the box onto the stack; ``place`` is its place there, from 0; ``link`` what it shares with
  the piece below.
- ``freed``: nothing in the box lies over these pieces any longer.
- ``uncovered``: these pieces can be seen for the first time.
- ``power``: in the expert variant, a pair earned a power, or a power that was earned and not used has lapsed.
- ``take_ended``: a take is over, with ``count`` pieces on the stack.
- ``joined``: a piece of the stack, from this ``place``, joined the collection of the seat that took it.
- ``gifted``: the last piece of the stack went to the partner, ``other``.
- ``exchanged``, ``gave``, ``stole``, ``discarded``: a seat used this power, on a piece of the seat ``other`` or of the
  box.
- ``validated``: a set left the game and brought the top token of a pile. ``pile`` is null if no token was left;
  ``token`` is null if its value is face down for the reader.
- ``turn_passed``: a turn is over, and it is the turn of ``to``.
- ``last_round``: tokens or box are used up; the seats that have not played in this round have one turn each.
- ``ended``: the game is over; ``tie_broken`` if several sides had the best score and fewer pieces left decided.
"""
(
    BOX_OPENED,
    BEGAN,
    TOOK,
    FREED,
    UNCOVERED,
    POWER,
    TAKE_ENDED,
    JOINED,
    GIFTED,
    EXCHANGED,
    GAVE,
    STOLE,
    DISCARDED,
    VALIDATED,
    TURN_PASSED,
    LAST_ROUND,
    ENDED,
) = range(len(EFFECTS.kinds))
EARNED, LAPSED = 0, 1
