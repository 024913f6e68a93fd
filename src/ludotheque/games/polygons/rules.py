"""The rules of Polygons. The ids (P-20) are those of ``guide/reference.en.md``.

The rules know no geometry: a box is the kind of each of the 80 pieces and the set of pieces that lie over it (P-10). It
is part of the setup record; until the ``box`` event fills it in, the state waits for chance. What hides what, and
outlines, are in the scene, which only ``update_visible`` reads.

Sets of pieces are two words of 40 bits. Actions are numbered in sections, in the order of ``section_sizes``; a chance
outcome is ``BOX``, or ``FIRST`` + the seat that begins.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...engine.bits import first, nth, size
from ...engine.contract import CHANCE, UNLISTABLE, Effects, Scene, Setup, State
from ...engine.effects import report
from ...native.compiled import rule
from . import effects as happened
from .pieces import COLOURS, KINDS, PIECES, SHAPES, colour_of, shape_of

SEATS = 4
MOST_TAKEN = 4  # P-20
TOKENS: Final = (2, 3, 4)  # P-02: a pile of Score tokens, from top to bottom
HALF = PIECES // 2
ALL_OF_HALF: Final = (1 << HALF) - 1
MOST_CORNERS = 32  # of an outline
MOST_SETS = 64  # of a piece's sight

SETUP: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("seats", "i8"),
            ("edition", "i8"),
            ("teams", "i8"),
            ("expert", "i8"),
            ("shape_token", "i8"),
            # The box; zeros before the box event.
            ("kinds", "i8", (PIECES,)),
            ("above", "i8", (PIECES, 2)),  # the set of pieces that lie over each piece
            ("below", "i8", (PIECES, 2)),  # the set of pieces over which it lies
            ("alike", "i8", (KINDS, 2)),  # the set of pieces of each kind
            ("linked", "i8", (KINDS, 2)),  # the set of pieces that share colour or shape with each kind
        ],
    )
)

SCENE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("sight_from", "i8", (PIECES + 1,)),  # where each piece's sets begin in `sight`
            ("sight", "i8", (PIECES * MOST_SETS, 2)),  # the smallest sets of pieces that hide a spot of it (P-13)
            ("extent", "i8", (2,)),  # width and height of the box; zeros if it did not say
            ("outlines", "i4", (PIECES, MOST_CORNERS, 2)),
            ("outline_corners", "i4", (PIECES,)),
            ("faces", "i4", (PIECES, MOST_CORNERS, 2)),  # upper faces, inside the outlines
            ("face_corners", "i4", (PIECES,)),
        ],
    )
)

STATE: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("stage", "i8"),
            ("seat", "i8"),  # whose turn it is
            ("starter", "i8"),  # who began: every round begins there
            ("ending", "i8"),  # why this is the last round: 1 + an index of END_REASONS; 0 before
            ("box", "i8", (2,)),  # the set of pieces in the box
            ("accessible", "i8", (2,)),  # the set of those that nothing in the box lies over
            ("seen", "i8", (2,)),  # the set of pieces that have become visible, in the box or not
            ("chain", "i8", (MOST_TAKEN,)),  # the pieces taken this turn, in order
            ("taken", "i8"),  # how many they are; 0 again when they have joined the collection
            ("row", "i8"),  # how many of them, at the end of the chain, are identical
            ("pending", "i8"),  # with `expert`, whether a power is earned and neither used nor lost
            ("power_used", "i8"),  # whether a Power token was used this turn
            ("powers", "i8", (SEATS,)),  # the set of a seat's unused Power tokens
            ("collection", "i8", (SEATS, 2)),  # the set of pieces a seat holds
            ("held", "i8", (SEATS,)),  # the set of kinds among them
            ("piles", "i8", (4,)),  # Score tokens left in the pile of each colour
            ("won", "i8", (SEATS, 3)),  # how many tokens of worth 2, 3 and 4 a seat has won
        ],
    )
)

# Stages of a table.
WAITS_FOR_BOX, WAITS_FOR_FIRST, TAKE_STAGE, AFTER_STAGE, OVER = 0, 1, 2, 3, 4

# Places in the values of the options.
FR_GIVE = 2
ANY_PILE = 1

SETS: Final = np.array(
    [
        *(sum(1 << kind for kind in range(KINDS) if colour_of(kind) == colour) for colour in range(len(COLOURS))),
        *(sum(1 << kind for kind in range(KINDS) if shape_of(kind) == shape) for shape in range(len(SHAPES))),
    ],
    np.int64,
)
"""P-22: the set of kinds that makes a complete set: of each colour, then of each shape."""

# What two pieces have in common: a sum of these (P-20).
SAME_COLOUR, SAME_SHAPE = 1, 2

# Powers, as members of a set; the first is `exchange`, or `give` in the edition fr-give (P-31).
FIRST_POWER, STEAL_POWER, DISCARD_POWER = 1, 2, 4
ALL_POWERS = 7
POWERS = ("exchange", "give", "steal", "discard")
POWER_NAMED: Final = (FIRST_POWER, FIRST_POWER, STEAL_POWER, DISCARD_POWER)
"""The power of each name."""

# The numbering of actions: where each section begins.
TAKE = 0  # + piece
STOP = TAKE + PIECES
GIFT = STOP + 1
VALIDATE_COLOUR = GIFT + 1  # + colour
VALIDATE_SHAPE = VALIDATE_COLOUR + len(COLOURS)  # + shape * 5 + (0: no pile named; 1 + the colour of the pile)
END = VALIDATE_SHAPE + len(SHAPES) * 5
STEAL = END + 1  # + piece
DISCARD = STEAL + PIECES  # + piece
GIVE = DISCARD + PIECES  # + piece * 4 + seat
EXCHANGE = GIVE + PIECES * SEATS  # + mine * 80 + theirs
ACTIONS = EXCHANGE + PIECES * PIECES

# Outcomes of chance.
BOX = 0
FIRST = 1  # + seat

ILLEGAL_REASONS = (
    "",
    "not_to_act",
    "unknown_action",
    "impossible_chance",
    "take_over",
    "not_in_box",
    "not_accessible",
    "four_taken",
    "chain_broken",
    "take_compulsory",
    "nothing_taken",
    "no_partner",
    "take_not_over",
    "no_set",
    "set_left",
    "pile_unnamed",
    "pile_wrong",
    "no_such_power",
    "no_power",
    "power_used",
    "power_not_earned",
    "not_yours",
    "not_theirs",
    "no_such_seat",
    "no_target",
)
NOT_TO_ACT: Final = ILLEGAL_REASONS.index("not_to_act")
UNKNOWN_ACTION: Final = ILLEGAL_REASONS.index("unknown_action")
IMPOSSIBLE: Final = ILLEGAL_REASONS.index("impossible_chance")
TAKE_OVER: Final = ILLEGAL_REASONS.index("take_over")
NOT_IN_BOX: Final = ILLEGAL_REASONS.index("not_in_box")
NOT_ACCESSIBLE: Final = ILLEGAL_REASONS.index("not_accessible")
FOUR_TAKEN: Final = ILLEGAL_REASONS.index("four_taken")
CHAIN_BROKEN: Final = ILLEGAL_REASONS.index("chain_broken")
TAKE_COMPULSORY: Final = ILLEGAL_REASONS.index("take_compulsory")
NOTHING_TAKEN: Final = ILLEGAL_REASONS.index("nothing_taken")
NO_PARTNER: Final = ILLEGAL_REASONS.index("no_partner")
TAKE_NOT_OVER: Final = ILLEGAL_REASONS.index("take_not_over")
NO_SET: Final = ILLEGAL_REASONS.index("no_set")
SET_LEFT: Final = ILLEGAL_REASONS.index("set_left")
PILE_UNNAMED: Final = ILLEGAL_REASONS.index("pile_unnamed")
PILE_WRONG: Final = ILLEGAL_REASONS.index("pile_wrong")
NO_SUCH_POWER: Final = ILLEGAL_REASONS.index("no_such_power")
NO_POWER: Final = ILLEGAL_REASONS.index("no_power")
POWER_USED: Final = ILLEGAL_REASONS.index("power_used")
POWER_NOT_EARNED: Final = ILLEGAL_REASONS.index("power_not_earned")
NOT_YOURS: Final = ILLEGAL_REASONS.index("not_yours")
NOT_THEIRS: Final = ILLEGAL_REASONS.index("not_theirs")
NO_SUCH_SEAT: Final = ILLEGAL_REASONS.index("no_such_seat")
NO_TARGET: Final = ILLEGAL_REASONS.index("no_target")

END_REASONS = happened.END_REASONS
ENDED_BY_TOKENS, ENDED_BY_BOX = 1, 2

Pieces = NDArray[np.int64]
"""A set of pieces in a record: two words."""


# -- Sets of pieces ---------------------------------------------------------------------------------------------------


@rule
def has(pieces: Pieces, piece: int) -> bool:
    """Whether a piece is in the set."""
    return (pieces[piece // HALF] >> (piece % HALF)) & 1 != 0


@rule
def add(pieces: Pieces, piece: int) -> None:
    """Put a piece into the set."""
    pieces[piece // HALF] |= 1 << (piece % HALF)


@rule
def remove(pieces: Pieces, piece: int) -> None:
    """Take a piece out of the set."""
    pieces[piece // HALF] &= ~(1 << (piece % HALF))


@rule
def nth_piece(low: int, high: int, k: int) -> int:
    """The k-th piece of a set given as its two words."""
    in_low = size(low)
    return nth(low, k) if k < in_low else HALF + nth(high, k - in_low)


@rule
def first_piece(low: int, high: int) -> int:
    """The piece with the lowest id of a set that is not empty."""
    return first(low) if low != 0 else HALF + first(high)


def as_words(members: NDArray[np.bool_]) -> Pieces:
    """Return sets given as rows of 80 booleans as rows of two words."""
    return members.reshape(-1, 2, HALF) @ (1 << np.arange(HALF, dtype=np.int64))


def as_truths(words: Pieces) -> NDArray[np.bool_]:
    """Return sets given as rows of two words as rows of 80 booleans."""
    return ((words[..., None] >> np.arange(HALF)) & 1 != 0).reshape(-1, PIECES)


# -- The box ----------------------------------------------------------------------------------------------------------


@rule
def shared(kind: int, other: int) -> int:
    """P-20: return what two kinds have in common, as a sum of SAME_COLOUR and SAME_SHAPE."""
    return SAME_COLOUR * (kind % 4 == other % 4) + SAME_SHAPE * (kind // 4 == other // 4)


@rule
def link(setup: Setup, piece: int, other: int) -> int:
    """P-20: return what two pieces have in common; a chain may continue only if that is not 0."""
    return shared(setup.kinds[piece], setup.kinds[other])


@rule
def put_kind(setup: Setup, piece: int, kind: int) -> None:
    """Set the kind of a piece of the box."""
    setup.kinds[piece] = kind
    add(setup.alike[kind], piece)
    for other in range(KINDS):
        if shared(kind, other) != 0:
            add(setup.linked[other], piece)


@rule
def put_over(setup: Setup, upper: int, lower: int) -> None:
    """Note that a piece of the box lies over another one (P-10)."""
    add(setup.above[lower], upper)
    add(setup.below[upper], lower)


@rule
def bare(setup: Setup, pieces: int, half: int, low: int, high: int) -> int:
    """Return those of `pieces`, one word of a set, that no piece of the set (low, high) lies over (P-10). `half` is the
    word's index."""
    above = setup.above
    found = 0
    while pieces != 0:
        at = first(pieces)
        pieces &= pieces - 1
        if above[half * HALF + at, 0] & low | above[half * HALF + at, 1] & high == 0:
            found |= 1 << at
    return found


@rule
def freed_by(setup: Setup, state: State, piece: int) -> tuple[int, int]:
    """P-10, P-11: return the pieces that nothing in the box would lie over if this one left it, as two words."""
    low, high = state.box[0], state.box[1]
    if piece < HALF:
        low &= ~(1 << piece)
    else:
        high &= ~(1 << (piece - HALF))
    return (
        bare(setup, setup.below[piece, 0] & low, 0, low, high),
        bare(setup, setup.below[piece, 1] & high, 1, low, high),
    )


@rule
def leave_box(setup: Setup, state: State, piece: int, effects: Effects | None = None) -> None:
    """P-10, P-11: remove a piece from the box. Nothing else moves; pieces that only it covered become accessible and so
    visible (P-13)."""
    low, high = freed_by(setup, state, piece)
    remove(state.box, piece)
    remove(state.accessible, piece)
    free(state, low, high, effects)


@rule
def free(state: State, low: int, high: int, effects: Effects | None = None) -> None:
    """P-10: pieces of the box, given as two words, become accessible; what is accessible is seen (P-13)."""
    state.accessible[0] |= low
    state.accessible[1] |= high
    if effects is not None and low | high != 0:
        freed = report(effects, happened.FREED).freed
        freed.pieces[0] = low
        freed.pieces[1] = high
    uncover(state, low & ~state.seen[0], high & ~state.seen[1], effects)


@rule
def uncover(state: State, low: int, high: int, effects: Effects | None = None) -> None:
    """P-13: pieces that were hidden until now, given as two words, come to light and stay known."""
    state.seen[0] |= low
    state.seen[1] |= high
    if effects is not None and low | high != 0:
        uncovered = report(effects, happened.UNCOVERED).uncovered
        uncovered.pieces[0] = low
        uncovered.pieces[1] = high


@rule
def name_piece(setup: Setup, piece: int, named: Any) -> None:
    """Write a piece into an effect: its id and its kind."""
    named.id = piece
    named["shape"] = setup.kinds[piece] // len(COLOURS)  # `named.shape` is NumPy's own
    named.colour = setup.kinds[piece] % len(COLOURS)


@rule
def box_size(state: State) -> int:
    """How many pieces are in the box."""
    return size(state.box[0]) + size(state.box[1])


# -- The table --------------------------------------------------------------------------------------------------------


@rule
def begin(setup: Setup, state: State) -> None:
    """P-02, P-03: full piles, a set of Power tokens for each seat (none with `expert`, P-60); the box comes later."""
    for colour in range(4):
        state.piles[colour] = len(TOKENS)
    if setup.expert == 0:
        for seat in range(setup.seats):
            state.powers[seat] = ALL_POWERS


@rule
def to_act(setup: Setup, state: State) -> int:
    """Chance shakes the box and draws who begins (P-28); then the seat whose turn it is."""
    if state.stage == OVER:
        return 0
    if state.stage < TAKE_STAGE:
        return CHANCE
    return 1 << state.seat


@rule
def sides(setup: Setup) -> int:
    """P-50: return the number of sides: two teams, or every seat for itself."""
    return 2 if setup.teams != 0 else setup.seats


@rule
def side_of(setup: Setup, seat: int) -> int:
    """P-50: the side of a seat: partners sit opposite."""
    return seat % sides(setup)


@rule
def seats_of(setup: Setup, side: int) -> int:
    """P-50: the set of seats of a side."""
    seats = 0
    for seat in range(side, setup.seats, sides(setup)):
        seats |= 1 << seat
    return seats


@rule
def partner(setup: Setup, seat: int) -> int:
    """P-50: return a seat's partner; -1 without `teams`."""
    return (seat + 2) % SEATS if setup.teams != 0 else -1


@rule
def chance_count(setup: Setup, state: State) -> int:
    """Boxes cannot be listed; every seat is equally likely to begin."""
    return UNLISTABLE if state.stage == WAITS_FOR_BOX else setup.seats


@rule
def chance_nth(setup: Setup, state: State, pick: int) -> int:
    """The seat that begins."""
    return BOX if state.stage == WAITS_FOR_BOX else FIRST + pick


@rule
def chance_illegal_reason(setup: Setup, state: State, outcome: int) -> int:
    """Chance brings the box, then who begins, then nothing more."""
    if state.stage >= TAKE_STAGE:
        return NOT_TO_ACT
    if state.stage == WAITS_FOR_BOX:
        return 0 if outcome == BOX else IMPOSSIBLE
    return 0 if FIRST <= outcome < FIRST + setup.seats else IMPOSSIBLE


@rule
def apply_chance(setup: Setup, state: State, outcome: int, effects: Effects | None = None) -> None:
    """P-10: the box, now in the setup, is opened. P-28: a seat begins."""
    if state.stage == WAITS_FOR_BOX:
        state.box[0] = ALL_OF_HALF
        state.box[1] = ALL_OF_HALF
        state.stage = WAITS_FOR_FIRST
        if effects is not None:
            report(effects, happened.BOX_OPENED).box_opened.left = PIECES
        low = bare(setup, ALL_OF_HALF, 0, ALL_OF_HALF, ALL_OF_HALF)
        high = bare(setup, ALL_OF_HALF, 1, ALL_OF_HALF, ALL_OF_HALF)
        free(state, low, high, effects)
    else:
        state.starter = outcome - FIRST
        state.seat = state.starter
        state.stage = TAKE_STAGE
        if effects is not None:
            report(effects, happened.BEGAN).began.seat = state.seat


@rule
def update_visible(scene: Scene, state: State, effects: Effects | None = None) -> None:
    """P-13: a piece becomes visible when all pieces of one of the sets that hide a spot of it have left the box.
    (Accessible pieces are marked without a scene: nothing can hide them.)"""
    if state.stage > WAITS_FOR_BOX:
        uncover(state, showing(scene, state, 0), showing(scene, state, 1), effects)


@rule
def showing(scene: Scene, state: State, half: int) -> int:
    """P-13: return the pieces that are not marked as seen although a spot of them shows, as one word."""
    found = 0
    hidden = ALL_OF_HALF & ~state.seen[half]
    while hidden != 0:
        at = first(hidden)
        hidden &= hidden - 1
        for row in range(scene.sight_from[half * HALF + at], scene.sight_from[half * HALF + at + 1]):
            if scene.sight[row, 0] & state.box[0] | scene.sight[row, 1] & state.box[1] == 0:
                found |= 1 << at
                break
    return found


# -- What is possible -------------------------------------------------------------------------------------------------


@rule
def takeable(setup: Setup, state: State) -> tuple[int, int]:
    """P-20: the accessible pieces that may be taken now, as two words: linked to the piece taken just before."""
    if state.stage != TAKE_STAGE or state.taken == MOST_TAKEN:
        return 0, 0
    if state.taken == 0:
        return state.accessible[0], state.accessible[1]
    kind = setup.kinds[state.chain[state.taken - 1]]
    return state.accessible[0] & setup.linked[kind, 0], state.accessible[1] & setup.linked[kind, 1]


@rule
def may_stop(state: State) -> bool:
    """P-20, P-40: a take may end after one piece; in the last round, without any."""
    return state.stage == TAKE_STAGE and (state.taken > 0 or state.ending != 0)


@rule
def may_gift(setup: Setup, state: State) -> bool:
    """P-51: the last piece taken may go to the partner."""
    return setup.teams != 0 and state.stage == TAKE_STAGE and state.taken > 0


@rule
def colour_sets(kinds: int) -> int:
    """P-22: the set of colours of which all four shapes are among some kinds."""
    return kinds & (kinds >> 4) & (kinds >> 8) & (kinds >> 12) & 15


@rule
def shape_sets(kinds: int) -> int:
    """P-22: the set of shapes of which all four colours are among some kinds."""
    full = kinds & (kinds >> 1) & (kinds >> 2) & (kinds >> 3) & 0x1111
    return (full | (full >> 3) | (full >> 6) | (full >> 9)) & 15


@rule
def complete_sets(kinds: int) -> int:
    """P-22: return the complete sets among some kinds, as a set of indices into ``SETS``."""
    return colour_sets(kinds) | shape_sets(kinds) << len(COLOURS)


@rule
def kinds_at_end_of_take(setup: Setup, state: State, seat: int) -> int:
    """P-21: the set of kinds that a collection holds once the stack has joined it."""
    kinds = state.held[seat]
    if seat == state.seat:
        for place in range(state.taken):
            kinds |= 1 << setup.kinds[state.chain[place]]
    return kinds


@rule
def piles_for_shape(setup: Setup, state: State) -> int:
    """P-25: the set of piles that may give the token of a shape set: those with the fewest above zero, or any."""
    fewest = len(TOKENS) + 1
    for colour in range(4):
        left = state.piles[colour]
        if 0 < left < fewest:
            fewest = left
    piles = 0
    for colour in range(4):
        left = state.piles[colour]
        if left == fewest or (left > 0 and setup.shape_token == ANY_PILE):
            piles |= 1 << colour
    return piles


@rule
def token_in_pile(state: State, colour: int, depth: int) -> int:
    """P-02: return the points of a token that is left in a pile, counted from 0 at the top."""
    return TOKENS[len(TOKENS) - state.piles[colour] + depth]


@rule
def top_token(state: State, colour: int) -> int:
    """P-02: return the points of the top token of a pile; 0 if it is empty."""
    return token_in_pile(state, colour, 0) if state.piles[colour] > 0 else 0


@rule
def token_for(setup: Setup, state: State, which: int) -> int:
    """P-24, P-25: return the points of the token that a set (an index into ``SETS``) would bring now; of the best one
    if there is a choice, 0 if there is none."""
    if which < len(COLOURS):
        return top_token(state, which)
    best = 0
    piles = piles_for_shape(setup, state)
    while piles != 0:
        best = max(best, top_token(state, first(piles)))
        piles &= piles - 1
    return best


@rule
def powers_open(setup: Setup, state: State) -> int:
    """The set of powers that the seat to act may use at this moment, if there is a target.

    P-30: one Power token a turn. P-60: with `expert` any power, once it is earned and until the next take.
    """
    if setup.expert != 0:
        return ALL_POWERS if state.pending != 0 else 0
    return 0 if state.power_used != 0 else state.powers[state.seat]


@rule
def gives(setup: Setup) -> bool:
    """P-31, P-62: whether the first power is `give`."""
    return setup.edition == FR_GIVE and setup.expert == 0


@rule
def must_take_last(state: State) -> bool:
    """P-35: the only piece of the box must be taken, so it cannot be discarded first."""
    return state.stage == TAKE_STAGE and state.taken == 0 and state.ending == 0 and box_size(state) == 1


@rule
def owner(setup: Setup, state: State, piece: int) -> int:
    """Whose collection a piece is in; -1 if it is in none."""
    for seat in range(setup.seats):
        if has(state.collection[seat], piece):
            return seat
    return -1


@rule
def others(setup: Setup, state: State, seat: int) -> tuple[int, int]:
    """The pieces in the collections of all other seats, as two words."""
    low, high = 0, 0
    for other in range(setup.seats):
        if other != seat:
            low |= state.collection[other, 0]
            high |= state.collection[other, 1]
    return low, high


@rule
def power_sizes(setup: Setup, state: State, seat: int) -> tuple[int, int, int, int]:
    """How many ways there are to steal, to discard, to give and to exchange (P-31 to P-33, P-35)."""
    powers = powers_open(setup, state)
    if powers == 0:
        return 0, 0, 0, 0
    steals, discards, gifts, exchanges = 0, 0, 0, 0
    low, high = others(setup, state, seat)
    theirs = size(low) + size(high)
    if powers & STEAL_POWER != 0:
        steals = theirs
    if powers & DISCARD_POWER != 0 and not must_take_last(state):
        discards = size(state.accessible[0]) + size(state.accessible[1])
    if powers & FIRST_POWER != 0:
        mine = size(state.collection[seat, 0]) + size(state.collection[seat, 1])
        if gives(setup):
            gifts = mine * (setup.seats - 1)
        else:
            exchanges = mine * theirs
    return steals, discards, gifts, exchanges


@rule
def ways_to_validate(setup: Setup, state: State, seat: int) -> tuple[int, int]:
    """How many ways a seat has to validate a colour set, and a shape set with the pile that gives its token (P-25)."""
    colours = size(colour_sets(state.held[seat]))
    shapes = size(shape_sets(state.held[seat]))
    if shapes != 0:
        shapes *= max(1, size(piles_for_shape(setup, state)))
    return colours, shapes


@rule
def section_sizes(setup: Setup, state: State, seat: int) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """Return the number of legal actions of each section: take, stop, gift, validate a colour, validate a shape, end,
    steal, discard, give, exchange. This defines what is legal; ``legal_nth`` enumerates it."""
    takes, colours, shapes, ends = 0, 0, 0, 0
    if state.stage == TAKE_STAGE:
        low, high = takeable(setup, state)
        takes = size(low) + size(high)
    else:
        colours, shapes = ways_to_validate(setup, state, seat)
        ends = 1 if colours + shapes == 0 else 0
    steals, discards, gifts, exchanges = power_sizes(setup, state, seat)
    stops = 1 if may_stop(state) else 0
    presents = 1 if may_gift(setup, state) else 0
    return takes, stops, presents, colours, shapes, ends, steals, discards, gifts, exchanges


@rule
def legal_count(setup: Setup, state: State, seat: int) -> int:
    """The sum over all sections."""
    a, b, c, d, e, f, g, h, i, j = section_sizes(setup, state, seat)
    return a + b + c + d + e + f + g + h + i + j


@rule
def after_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th way to validate a set; `end` when there is none."""
    colours = colour_sets(state.held[seat])
    if k < size(colours):
        return VALIDATE_COLOUR + nth(colours, k)
    k -= size(colours)
    shapes = shape_sets(state.held[seat])
    if shapes == 0:
        return END
    piles = piles_for_shape(setup, state)
    ways = max(1, size(piles))
    return VALIDATE_SHAPE + nth(shapes, k // ways) * 5 + (1 + nth(piles, k % ways) if ways > 1 else 0)


@rule
def legal_nth(setup: Setup, state: State, seat: int, k: int) -> int:
    """The k-th action, section by section."""
    takes, stops, presents, colours, shapes, ends, steals, discards, gifts, _ = section_sizes(setup, state, seat)
    if k < takes:
        low, high = takeable(setup, state)
        return TAKE + nth_piece(low, high, k)
    k -= takes
    if k < stops:
        return STOP
    k -= stops
    if k < presents:
        return GIFT
    k -= presents
    if k < colours + shapes + ends:
        return after_nth(setup, state, seat, k)
    k -= colours + shapes + ends
    if k < steals:
        low, high = others(setup, state, seat)
        return STEAL + nth_piece(low, high, k)
    k -= steals
    if k < discards:
        return DISCARD + nth_piece(state.accessible[0], state.accessible[1], k)
    k -= discards
    if k < gifts:
        mine = nth_piece(state.collection[seat, 0], state.collection[seat, 1], k // (setup.seats - 1))
        to = k % (setup.seats - 1)
        return GIVE + mine * SEATS + (to if to < seat else to + 1)
    k -= gifts
    low, high = others(setup, state, seat)
    theirs = size(low) + size(high)
    mine = nth_piece(state.collection[seat, 0], state.collection[seat, 1], k // theirs)
    return EXCHANGE + mine * PIECES + nth_piece(low, high, k % theirs)


# -- Reasons for refusals ---------------------------------------------------------------------------------------------


@rule
def power_illegal_reason(setup: Setup, state: State, seat: int, power: int) -> int:
    """Return why a seat does not have this power now."""
    if powers_open(setup, state) & power != 0:
        return 0
    if setup.expert != 0:
        return POWER_NOT_EARNED
    return NO_POWER if state.powers[seat] & power == 0 else POWER_USED


@rule
def why_power(setup: Setup, state: State, seat: int, power: int) -> int:
    """Return why a seat (-1: a spectator) cannot use a power now, in any way: an index into ``ILLEGAL_REASONS``, 0 if
    it can. The power is an index into ``POWERS``.

    No seat has it at this table (P-31, P-62); its token is used up, even if it is not the seat's turn; it is not the
    seat's turn; another token was used in it (P-30); no pair was taken just now (P-60); there is no target (P-35).
    """
    which = POWER_NAMED[power]
    if which == FIRST_POWER and (power == 1) != gives(setup):
        return NO_SUCH_POWER
    if seat < 0:
        return NOT_TO_ACT
    if setup.expert == 0 and state.powers[seat] & which == 0:
        return NO_POWER
    if to_act(setup, state) != 1 << seat:
        return NOT_TO_ACT
    refused = power_illegal_reason(setup, state, seat, which)
    if refused != 0:
        return refused
    steals, discards, gifts, exchanges = power_sizes(setup, state, seat)
    if which == DISCARD_POWER and must_take_last(state):
        return TAKE_COMPULSORY
    targets = steals if which == STEAL_POWER else discards if which == DISCARD_POWER else gifts + exchanges
    return 0 if targets != 0 else NO_TARGET


@rule
def held_illegal_reason(setup: Setup, state: State, seat: int, mine: int, theirs: int) -> int:
    """Return why these are not pieces of the own collection and of another one; -1 stands for no piece."""
    if mine >= 0 and not has(state.collection[seat], mine):
        return NOT_YOURS
    if theirs >= 0:
        whose = owner(setup, state, theirs)
        return NOT_THEIRS if whose < 0 or whose == seat else 0
    return 0


@rule
def reach_illegal_reason(state: State, piece: int) -> int:
    """Return why a piece is not accessible."""
    if not has(state.box, piece):
        return NOT_IN_BOX
    return 0 if has(state.accessible, piece) else NOT_ACCESSIBLE


@rule
def validate_illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return why a set cannot be validated like this."""
    if state.stage != AFTER_STAGE:
        return TAKE_NOT_OVER
    if action < VALIDATE_SHAPE:
        return 0 if (colour_sets(state.held[seat]) >> (action - VALIDATE_COLOUR)) & 1 != 0 else NO_SET
    shape = (action - VALIDATE_SHAPE) // 5
    pile = (action - VALIDATE_SHAPE) % 5 - 1
    if (shape_sets(state.held[seat]) >> shape) & 1 == 0:
        return NO_SET
    piles = piles_for_shape(setup, state)
    if size(piles) < 2:
        return 0 if pile < 0 else PILE_WRONG
    if pile < 0:
        return PILE_UNNAMED
    return 0 if (piles >> pile) & 1 != 0 else PILE_WRONG


@rule
def illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """See ``engine.contract.Rules``."""
    if seat < 0 or seat >= setup.seats or to_act(setup, state) != 1 << seat:
        return NOT_TO_ACT
    if action < 0 or action >= ACTIONS:
        return UNKNOWN_ACTION
    if action < STOP:
        if state.stage != TAKE_STAGE:
            return TAKE_OVER
        refused = reach_illegal_reason(state, action - TAKE)
        if refused != 0:
            return refused
        if state.taken == MOST_TAKEN:
            return FOUR_TAKEN
        low, high = takeable(setup, state)
        piece = action - TAKE
        fits = (low >> piece) & 1 if piece < HALF else (high >> (piece - HALF)) & 1
        return 0 if fits != 0 else CHAIN_BROKEN
    if action == STOP:
        if state.stage != TAKE_STAGE:
            return TAKE_OVER
        return 0 if may_stop(state) else TAKE_COMPULSORY
    if action == GIFT:
        if setup.teams == 0:
            return NO_PARTNER
        if state.stage != TAKE_STAGE:
            return TAKE_OVER
        return 0 if state.taken > 0 else NOTHING_TAKEN
    if action < END:
        return validate_illegal_reason(setup, state, seat, action)
    if action == END:
        if state.stage != AFTER_STAGE:
            return TAKE_NOT_OVER
        return SET_LEFT if complete_sets(state.held[seat]) != 0 else 0
    return use_power_illegal_reason(setup, state, seat, action)


@rule
def use_power_illegal_reason(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return why a power cannot be used like this."""
    if action < DISCARD:
        refused = power_illegal_reason(setup, state, seat, STEAL_POWER)
        return refused if refused != 0 else held_illegal_reason(setup, state, seat, -1, action - STEAL)
    if action < GIVE:
        refused = power_illegal_reason(setup, state, seat, DISCARD_POWER)
        if refused == 0:
            refused = reach_illegal_reason(state, action - DISCARD)
        if refused == 0 and must_take_last(state):
            refused = TAKE_COMPULSORY
        return refused
    if (action < EXCHANGE) != gives(setup):
        return NO_SUCH_POWER
    refused = power_illegal_reason(setup, state, seat, FIRST_POWER)
    if refused != 0:
        return refused
    if action < EXCHANGE:
        to = (action - GIVE) % SEATS
        if to >= setup.seats:
            return NO_SUCH_SEAT
        if to == seat:
            return NOT_THEIRS
        return held_illegal_reason(setup, state, seat, (action - GIVE) // SEATS, -1)
    return held_illegal_reason(setup, state, seat, (action - EXCHANGE) // PIECES, (action - EXCHANGE) % PIECES)


# -- Transitions ------------------------------------------------------------------------------------------------------


@rule
def gain(setup: Setup, state: State, seat: int, piece: int) -> None:
    """A piece joins a collection."""
    add(state.collection[seat], piece)
    state.held[seat] |= 1 << setup.kinds[piece]


@rule
def lose(setup: Setup, state: State, seat: int, piece: int) -> None:
    """A piece leaves a collection."""
    remove(state.collection[seat], piece)
    kind = setup.kinds[piece]
    if (state.collection[seat, 0] & setup.alike[kind, 0] | state.collection[seat, 1] & setup.alike[kind, 1]) == 0:
        state.held[seat] &= ~(1 << kind)


@rule
def take(setup: Setup, state: State, piece: int, effects: Effects | None = None) -> None:
    """P-20, P-21: a piece goes onto the stack. P-60, P-61: each pair of identical ones in a row earns a power, and
    what was earned before and not used is lost."""
    if effects is not None:
        took = report(effects, happened.TOOK).took
        took.seat = state.seat
        name_piece(setup, piece, took.piece)
        took.place = state.taken
        took.link = link(setup, state.chain[state.taken - 1], piece) if state.taken > 0 else 0
    leave_box(setup, state, piece, effects)
    if state.taken > 0 and setup.kinds[piece] == setup.kinds[state.chain[state.taken - 1]]:
        state.row += 1
    else:
        state.row = 1
    state.chain[state.taken] = piece
    state.taken += 1
    earn_power(state, 1 if setup.expert != 0 and state.row % 2 == 0 else 0, effects)


@rule
def earn_power(state: State, pending: int, effects: Effects | None = None) -> None:
    """P-60: whether the seat to act has a power that it has earned; one that was not used is lost."""
    if effects is not None and state.pending != pending:
        power = report(effects, happened.POWER).power
        power.seat = state.seat
        power.became = happened.EARNED if pending != 0 else happened.LAPSED
    state.pending = pending


@rule
def end_take(setup: Setup, state: State, last_to: int, effects: Effects | None = None) -> None:
    """P-21: the stack joins the collection, its last piece that of the seat `last_to` (P-51)."""
    if effects is not None:
        ended = report(effects, happened.TAKE_ENDED).take_ended
        ended.seat = state.seat
        ended.count = state.taken
    for place in range(state.taken):
        to = last_to if place == state.taken - 1 else state.seat
        gain(setup, state, to, state.chain[place])
        if effects is not None:
            if to == state.seat:
                joined = report(effects, happened.JOINED).joined
                joined.seat = to
                name_piece(setup, state.chain[place], joined.piece)
                joined.place = place
            else:
                gifted = report(effects, happened.GIFTED).gifted
                gifted.seat = state.seat
                gifted.other = to
                name_piece(setup, state.chain[place], gifted.piece)
                gifted.place = place
        state.chain[place] = 0
    state.taken = 0
    state.row = 0
    earn_power(state, 0, effects)
    state.stage = AFTER_STAGE


@rule
def win_token(state: State, seat: int, colour: int) -> None:
    """P-24, P-02: the top token of a pile, if there is one: 2, then 3, then 4."""
    left = state.piles[colour]
    if left > 0:
        state.won[seat, len(TOKENS) - left] += 1
        state.piles[colour] = left - 1


@rule
def set_of(action: int) -> int:
    """Return the set that an action validates, as an index into ``SETS``."""
    if action < VALIDATE_SHAPE:
        return action - VALIDATE_COLOUR
    return len(COLOURS) + (action - VALIDATE_SHAPE) // 5


@rule
def pile_of(setup: Setup, state: State, action: int) -> int:
    """P-24, P-25: return the pile that gives the token of the set that an action validates; -1 if none is left."""
    if action < VALIDATE_SHAPE:
        return set_of(action) if state.piles[set_of(action)] > 0 else -1
    pile = (action - VALIDATE_SHAPE) % 5 - 1
    piles = piles_for_shape(setup, state)
    return first(piles) if pile < 0 and piles != 0 else pile


@rule
def validate(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """P-22 to P-25: a set goes out of the game, of each kind the piece with the lowest id, and may bring a token."""
    pile = pile_of(setup, state, action)
    if effects is not None:
        validated = report(effects, happened.VALIDATED).validated
        validated.seat = seat
        validated.set = set_of(action)
        validated.pile = 1 + pile
        validated.token = 1 + (top_token(state, pile) if pile >= 0 else 0)
    kinds, place = SETS[set_of(action)], 0
    while kinds != 0:
        kind = first(kinds)
        kinds &= kinds - 1
        piece = first_piece(
            state.collection[seat, 0] & setup.alike[kind, 0], state.collection[seat, 1] & setup.alike[kind, 1]
        )
        lose(setup, state, seat, piece)
        if effects is not None:
            name_piece(setup, piece, validated.pieces[place])
            place += 1
    if pile >= 0:
        win_token(state, seat, pile)


@rule
def other_seat(setup: Setup, state: State, action: int) -> int:
    """Return the seat from whose collection a power takes a piece or to which it gives one; -1 for `discard`."""
    if action < DISCARD:
        return owner(setup, state, action - STEAL)
    if action < GIVE:
        return -1
    if action < EXCHANGE:
        return (action - GIVE) % SEATS
    return owner(setup, state, (action - EXCHANGE) % PIECES)


@rule
def use_power(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """P-30 to P-34: a power acts on collections and the box, never on the stack."""
    power = FIRST_POWER
    other = other_seat(setup, state, action)
    if effects is not None:
        report_power(setup, seat, other, action, effects)
    if action < DISCARD:
        power = STEAL_POWER
        move(setup, state, other, seat, action - STEAL)
    elif action < GIVE:
        power = DISCARD_POWER
        leave_box(setup, state, action - DISCARD, effects)
    elif action < EXCHANGE:
        move(setup, state, seat, other, (action - GIVE) // SEATS)
    else:
        move(setup, state, seat, other, (action - EXCHANGE) // PIECES)
        move(setup, state, other, seat, (action - EXCHANGE) % PIECES)
    if setup.expert != 0:
        state.pending = 0
    else:
        state.powers[seat] &= ~power
        state.power_used = 1


@rule
def report_power(setup: Setup, seat: int, other: int, action: int, effects: Effects) -> None:
    """Report the use of a power (P-31 to P-33)."""
    if action < DISCARD:
        stole = report(effects, happened.STOLE).stole
        stole.seat = seat
        stole.other = other
        name_piece(setup, action - STEAL, stole.piece)
    elif action < GIVE:
        discarded = report(effects, happened.DISCARDED).discarded
        discarded.seat = seat
        name_piece(setup, action - DISCARD, discarded.piece)
    elif action < EXCHANGE:
        gave = report(effects, happened.GAVE).gave
        gave.seat = seat
        gave.other = other
        name_piece(setup, (action - GIVE) // SEATS, gave.piece)
    else:
        exchanged = report(effects, happened.EXCHANGED).exchanged
        exchanged.seat = seat
        exchanged.other = other
        name_piece(setup, (action - EXCHANGE) // PIECES, exchanged.gave)
        name_piece(setup, (action - EXCHANGE) % PIECES, exchanged.got)


@rule
def move(setup: Setup, state: State, giver: int, taker: int, piece: int) -> None:
    """A piece goes from one collection to another."""
    lose(setup, state, giver, piece)
    gain(setup, state, taker, piece)


@rule
def end_turn(setup: Setup, state: State, effects: Effects | None = None) -> None:
    """P-40, P-41: only now it is checked whether the tokens or the box are used up; then the round is finished."""
    known = state.ending
    if state.ending == 0:
        if state.piles[0] + state.piles[1] + state.piles[2] + state.piles[3] == 0:
            state.ending = ENDED_BY_TOKENS
        elif state.box[0] | state.box[1] == 0:
            state.ending = ENDED_BY_BOX
    state.power_used = 0
    after = (state.seat + 1) % setup.seats
    if state.ending != 0 and after == state.starter:
        state.stage = OVER
        if effects is not None:
            ended = report(effects, happened.ENDED).ended
            ended.reason = end_reason(setup, state)
            ended.winners = winners(setup, state)
            ended.tie_broken = tie_broken(setup, state)
    else:
        if effects is not None:
            if state.ending != known:
                report(effects, happened.LAST_ROUND).last_round.reason = end_reason(setup, state)
            passed = report(effects, happened.TURN_PASSED).turn_passed
            passed.seat = state.seat
            passed.to = after
        state.seat = after
        state.stage = TAKE_STAGE


@rule
def stop_implied(setup: Setup, state: State) -> bool:
    """Return whether the take ends automatically: no piece can follow, and nothing else is possible that only a take
    allows.

    Whether a discard would free a fitting piece is not checked: the answer would reveal hidden pieces (P-13).
    """
    if may_gift(setup, state):
        return False
    steals, discards, _, exchanges = power_sizes(setup, state, state.seat)
    if state.pending != 0 and steals + discards + exchanges != 0:
        return False
    if state.taken == MOST_TAKEN:
        return True
    low, high = takeable(setup, state)
    return low | high == 0 and discards == 0


@rule
def make_implied_steps(setup: Setup, state: State, effects: Effects | None = None) -> None:
    """Make all steps without a choice: the end of a take, then whatever is the only legal action (a set to validate, or
    the end of the turn)."""
    while True:
        if state.stage == TAKE_STAGE:
            if not stop_implied(setup, state):
                return
            end_take(setup, state, state.seat, effects)
        elif state.stage == AFTER_STAGE:
            if legal_count(setup, state, state.seat) != 1:
                return
            action = after_nth(setup, state, state.seat, 0)
            if action == END:
                end_turn(setup, state, effects)
            else:
                validate(setup, state, state.seat, action, effects)
        else:
            return


@rule
def step(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """Do an action without the steps that follow automatically."""
    if action < STOP:
        take(setup, state, action - TAKE, effects)
    elif action == STOP:
        end_take(setup, state, seat, effects)
    elif action == GIFT:
        end_take(setup, state, partner(setup, seat), effects)
    elif action < END:
        validate(setup, state, seat, action, effects)
    elif action == END:
        end_turn(setup, state, effects)
    else:
        use_power(setup, state, seat, action, effects)


@rule
def apply(setup: Setup, state: State, seat: int, action: int, effects: Effects | None = None) -> None:
    """Do an action and the steps that follow automatically."""
    step(setup, state, seat, action, effects)
    make_implied_steps(setup, state, effects)


# -- Scoring ----------------------------------------------------------------------------------------------------------


@rule
def left_over(state: State, seat: int) -> int:
    """How many pieces a collection holds."""
    return size(state.collection[seat, 0]) + size(state.collection[seat, 1])


@rule
def token_points(state: State, seat: int) -> int:
    """Return the points of the tokens that a seat has won."""
    tokens = 0
    for place in range(len(TOKENS)):
        tokens += TOKENS[place] * state.won[seat, place]
    return tokens


@rule
def power_points(state: State, seat: int) -> int:
    """P-36: return the points of the Power tokens that a seat has not used: 1 for each."""
    return size(state.powers[seat])


@rule
def piece_points(state: State, seat: int) -> int:
    """P-42: return what the pieces left in a collection cost: 1 point each, so it is never above zero."""
    return -left_over(state, seat)


@rule
def score(setup: Setup, state: State, seat: int) -> int:
    """P-42: tokens, and what unused powers bring, less what the pieces left cost."""
    return token_points(state, seat) + power_points(state, seat) + piece_points(state, seat)


@rule
def side_score(setup: Setup, state: State, side: int) -> int:
    """P-52: what a side scores together."""
    points = 0
    for seat in range(side, setup.seats, sides(setup)):
        points += score(setup, state, seat)
    return points


@rule
def winners(setup: Setup, state: State) -> int:
    """P-43: the highest score, then the fewest pieces left, else shared. P-52: the same for the sums of two teams."""
    best, fewest, won = 0, 0, 0
    for side in range(sides(setup)):
        points, left = side_score(setup, state, side), 0
        for seat in range(side, setup.seats, sides(setup)):
            left += left_over(state, seat)
        if won == 0 or points > best or (points == best and left < fewest):
            best, fewest, won = points, left, seats_of(setup, side)
        elif points == best and left == fewest:
            won |= seats_of(setup, side)
    return won


@rule
def tie_broken(setup: Setup, state: State) -> bool:
    """P-43, P-52: return whether a side that does not win has as high a score as the winners: then fewer pieces left
    decided. Asked only when the game is over."""
    won = winners(setup, state)
    best = side_score(setup, state, side_of(setup, first(won)))
    for side in range(sides(setup)):
        if seats_of(setup, side) & won == 0 and side_score(setup, state, side) == best:
            return True
    return False


@rule
def end_reason(setup: Setup, state: State) -> int:
    """See ``engine.contract.Rules``."""
    return state.ending - 1
