"""Action indices and observations of Polygons, for reinforcement learning. An index is the rules' number of the
action."""

from __future__ import annotations

from ...engine.bits import first
from ...engine.contract import Setup, State
from ...native.compiled import rule
from ...spaces import Field, Mask, Numbers, mark, put
from . import rules
from .pieces import KINDS, PIECES
from .rules import (
    AFTER_STAGE,
    DISCARD,
    EXCHANGE,
    GIFT,
    GIVE,
    HALF,
    MOST_TAKEN,
    OVER,
    SEATS,
    STEAL,
    STOP,
    TAKE,
    TOKENS,
    has,
)

VERSION = 0
OBSERVED = "u1"
BYTES = HALF // 8
"""Bytes of one word of a set of pieces."""


# -- Indices ----------------------------------------------------------------------------------------------------------


def index_count(setup: Setup) -> int:
    """Return the number of indices: the same at every table, with all powers of all editions."""
    return rules.ACTIONS


@rule
def index_of(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return the action's number."""
    return action


@rule
def action_at(setup: Setup, state: State, seat: int, index: int) -> int:
    """Return the index, which is the action's number."""
    return index


@rule
def mark_pieces(low: int, high: int, mask: Mask, at: int, packed: bool, base: int) -> None:
    """Mark the index `base` + piece for each piece of a set, given as two words."""
    while low != 0:
        mark(mask, at, packed, base + first(low))
        low &= low - 1
    while high != 0:
        mark(mask, at, packed, base + HALF + first(high))
        high &= high - 1


@rule
def mark_legal(setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
    """See ``ludotheque.spaces``. Section by section, as ``rules.section_sizes`` counts them."""
    takes, stops, presents, colours, shapes, ends, steals, discards, gifts, exchanges = rules.section_sizes(
        setup, state, seat
    )
    mine_low, mine_high = state.collection[seat, 0], state.collection[seat, 1]
    low, high = rules.others(setup, state, seat)
    if takes != 0:
        take_low, take_high = rules.takeable(setup, state)
        mark_pieces(take_low, take_high, mask, at, packed, TAKE)
    if stops != 0:
        mark(mask, at, packed, STOP)
    if presents != 0:
        mark(mask, at, packed, GIFT)
    for k in range(colours + shapes + ends):
        mark(mask, at, packed, rules.after_nth(setup, state, seat, k))
    if discards != 0:
        mark_pieces(state.accessible[0], state.accessible[1], mask, at, packed, DISCARD)
    if steals != 0:
        mark_pieces(low, high, mask, at, packed, STEAL)
    if gifts + exchanges == 0:
        return
    for half in range(2):
        mine = mine_low if half == 0 else mine_high
        while mine != 0:
            piece = half * HALF + first(mine)
            mine &= mine - 1
            if exchanges != 0:
                mark_pieces(low, high, mask, at, packed, EXCHANGE + piece * PIECES)
            for other in range(setup.seats if gifts != 0 else 0):
                if other != seat:
                    mark(mask, at, packed, GIVE + piece * SEATS + other)


# -- Observations -----------------------------------------------------------------------------------------------------

HIDDEN, COVERED, ACCESSIBLE, TAKEN, OUT, HELD = 0, 1, 2, 3, 4, 5


def observed(setup: Setup) -> list[Field]:
    """Return the fields of an observation: each seen piece, what lies over what, the turn, the seats."""
    seats = int(setup.seats)
    order = "own seat first, then the others as they sit"
    return [
        Field(
            "pieces",
            (PIECES, 2),
            0,
            KINDS,
            "of each piece: 0 not seen, or 1 + its kind (shape * 4 + colour); where it is: 0 hidden, 1 covered, "
            "2 accessible, 3 taken in this turn, 4 out of the game, 5 in the own collection, 6 in the next seat's, ...",
        ),
        Field(
            "above",
            (PIECES, 2 * BYTES),
            0,
            255,
            "which seen pieces of the box lie over each seen one: 80 bits, the lowest of the first byte is piece 0",
        ),
        Field("chain", (MOST_TAKEN,), 0, PIECES, "1 + each piece taken in this turn, in order"),
        Field("piles", (4,), 0, len(TOKENS), "Score tokens left of each colour"),
        Field("won", (seats, len(TOKENS)), 0, 4, f"tokens of 2, 3 and 4 points won; {order}"),
        Field("powers", (seats, 3), 0, 1, f"unused powers: exchange or give, steal, discard; {order}"),
        Field(
            "turn",
            (6,),
            0,
            SEATS,
            "1 if the take is over; 1 in the last round; 1 if a power was used; 1 if one is earned; identical pieces "
            "at the end of the chain; how many seats from the own one the round began",
        ),
    ]


@rule
def whereabouts(setup: Setup, state: State, seat: int, piece: int) -> int:
    """Return where a seen piece is."""
    if has(state.box, piece):
        return ACCESSIBLE if has(state.accessible, piece) else COVERED
    for place in range(setup.seats):
        if has(state.collection[(seat + place) % setup.seats], piece):
            return HELD + place
    for place in range(state.taken):
        if state.chain[place] == piece:
            return TAKEN
    return OUT


@rule
def observe_piece(setup: Setup, state: State, seat: int, piece: int, into: Numbers, pair: int, above: int) -> None:
    """Write a piece: its kind, where it is, what lies over it; zeros if it is unseen."""
    seen = has(state.seen, piece)
    put(into, pair, 1 + setup.kinds[piece] if seen else 0)
    put(into, pair + 1, whereabouts(setup, state, seat, piece) if seen else HIDDEN)
    in_box = seen and has(state.box, piece)
    for half in range(2):
        over = setup.above[piece, half] & state.seen[half] & state.box[half] if in_box else 0
        for byte in range(BYTES):
            put(into, above + half * BYTES + byte, (over >> 8 * byte) & 255)


@rule
def observe(setup: Setup, state: State, seat: int, into: Numbers, at: int) -> None:
    """See ``ludotheque.spaces``."""
    above = at + 2 * PIECES
    for piece in range(PIECES):
        observe_piece(setup, state, seat, piece, into, at + 2 * piece, above + 2 * BYTES * piece)
    at = above + 2 * BYTES * PIECES
    for place in range(MOST_TAKEN):
        put(into, at + place, 1 + state.chain[place] if place < state.taken else 0)
        put(into, at + MOST_TAKEN + place, state.piles[place])
    at += MOST_TAKEN + 4
    powers = at + len(TOKENS) * setup.seats
    for place in range(setup.seats):
        other = (seat + place) % setup.seats
        for kind in range(3):
            put(into, at + 3 * place + kind, state.won[other, kind])
            put(into, powers + 3 * place + kind, (state.powers[other] >> kind) & 1)
    at = powers + 3 * setup.seats
    put(into, at, state.stage == AFTER_STAGE or state.stage == OVER)
    put(into, at + 1, state.ending != 0)
    put(into, at + 2, state.power_used)
    put(into, at + 3, state.pending)
    put(into, at + 4, state.row)
    put(into, at + 5, (state.starter - seat) % setup.seats)
