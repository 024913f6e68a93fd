"""Masked states of Polygons: hidden are the pieces of the box that have never been visible (P-13).

All seats and spectators know the same. Only the setup's box has unknown parts: of a piece that is not in
``state.seen``, neither kind nor relations are known, and its kind is 0.
"""

from __future__ import annotations

from typing import Final

from ...engine.bits import first, size
from ...engine.contract import Effects, Scene, Setup, State
from ...engine.effects import report
from ...engine.rng import Generator, below, word
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .pieces import COPIES, KINDS, PIECES
from .rules import ALL_OF_HALF, HALF, OVER, WAITS_FOR_BOX, has

LOOKS: Final = 4
"""Number of places that are sampled for a hidden piece."""


@rule
def mask(setup: Setup, state: State, seat: int, into_setup: Setup, into_state: State) -> None:
    """Keep the whole state, and of the box the seen pieces and which of them lie over which. After the end,
    everything."""
    copy_into(state, into_state)
    if state.stage == OVER:
        copy_into(setup, into_setup)
        return
    into_setup.seats = setup.seats
    into_setup.edition = setup.edition
    into_setup.teams = setup.teams
    into_setup.expert = setup.expert
    into_setup.shape_token = setup.shape_token
    for piece in range(PIECES):
        seen = has(state.seen, piece)
        into_setup.kinds[piece] = setup.kinds[piece] if seen else 0
        for half in range(2):
            into_setup.above[piece, half] = setup.above[piece, half] & state.seen[half] if seen else 0
            into_setup.below[piece, half] = setup.below[piece, half] & state.seen[half] if seen else 0
    for kind in range(KINDS):
        for half in range(2):
            into_setup.alike[kind, half] = setup.alike[kind, half] & state.seen[half]
            into_setup.linked[kind, half] = setup.linked[kind, half] & state.seen[half]


@rule
def visible_part(scene: Scene, state: State, into_scene: Scene) -> None:
    """P-13: keep the outlines of seen pieces. What hides a piece is never kept: it would tell how hidden pieces lie."""
    into_scene.sight_from[:] = 0
    into_scene.sight[:] = 0
    into_scene.outlines[:] = 0
    into_scene.faces[:] = 0
    for side in range(2):
        into_scene.extent[side] = scene.extent[side]
    for piece in range(PIECES):
        seen = has(state.seen, piece)
        into_scene.outline_corners[piece] = scene.outline_corners[piece] if seen else 0
        into_scene.face_corners[piece] = scene.face_corners[piece] if seen else 0
        for corner in range(int(into_scene.outline_corners[piece])):
            for axis in range(2):
                into_scene.outlines[piece, corner, axis] = scene.outlines[piece, corner, axis]
        for corner in range(int(into_scene.face_corners[piece])):
            for axis in range(2):
                into_scene.faces[piece, corner, axis] = scene.faces[piece, corner, axis]


OPEN_EFFECTS: Final = sum(
    1 << kind
    for kind in (
        happened.BOX_OPENED,
        happened.BEGAN,
        happened.TOOK,
        happened.POWER,
        happened.TAKE_ENDED,
        happened.JOINED,
        happened.GIFTED,
        happened.EXCHANGED,
        happened.GAVE,
        happened.STOLE,
        happened.DISCARDED,
        happened.TURN_PASSED,
        happened.LAST_ROUND,
        happened.ENDED,
    )
)
"""The kinds of effects that everybody at a table sees: what is done, and with pieces that are accessible or held."""


@rule
def mask_effects(setup: Setup, state: State, seat: int, effects: Effects, into_effects: Effects) -> None:
    """P-13: of pieces that came to light or free, name those that have been seen. P-26: of another seat's set, say from
    which pile its token came, but not its value until the end."""
    for k in range(effects.count):
        item = effects.items[k]
        if (OPEN_EFFECTS >> int(item.case)) & 1 != 0:
            copy_into(item, report(into_effects, item.case))
        elif item.case == happened.UNCOVERED:
            uncovered = report(into_effects, happened.UNCOVERED).uncovered
            for half in range(2):
                uncovered.pieces[half] = item.uncovered.pieces[half] & state.seen[half]
        elif item.case == happened.FREED:
            freed = report(into_effects, happened.FREED).freed
            for half in range(2):
                freed.pieces[half] = item.freed.pieces[half] & state.seen[half]
        elif item.case == happened.VALIDATED:
            masked = report(into_effects, happened.VALIDATED)
            copy_into(item, masked)
            if item.validated.pile != 0 and face_down(setup, state, seat, item.validated.seat):
                masked.validated.token = 0


@rule
def unseen(state: State) -> int:
    """Return the number of pieces that have not been visible yet."""
    return PIECES - size(state.seen[0]) - size(state.seen[1])


@rule
def unseen_of(setup: Setup, state: State, kind: int) -> int:
    """P-13: return how many unseen pieces are of a kind: five (P-01) minus those seen."""
    seen = size(setup.alike[kind, 0] & state.seen[0]) + size(setup.alike[kind, 1] & state.seen[1])
    return COPIES - seen


@rule
def face_down(setup: Setup, state: State, seat: int, other: int) -> bool:
    """P-26: return whether another seat's tokens lie face down. (A player who has counted knows them anyway.)"""
    return other != seat and state.stage != OVER


# -- Determinizations -------------------------------------------------------------------------------------------------


@rule
def determinize(setup: Setup, state: State, seat: int, rng: Generator, into_setup: Setup, into_state: State) -> None:
    """Give the unseen pieces the missing kinds in random order, and each a place in the heap.

    The places are a guess without geometry that fits what is known (P-12, P-13): something lies over each hidden piece,
    none lies over an accessible piece, and a piece that is not accessible although nothing seen lies over it gets a
    hidden piece over it. As a rule a hidden piece is put just under another piece of the heap: of 4 sampled ones the
    one with the most pieces over it, because hidden pieces lie deep. Everything over that piece then lies over the
    hidden one too, and about half of what lies under it lies under the hidden one. At the start that gives about 7
    pieces over a hidden one, in 6 layers; real heaps have 7 to 8, in 6 layers. A hidden piece that must lie over seen
    ones is put under up to 4 accessible pieces instead; this does not occur in real heaps.
    """
    copy_into(setup, into_setup)
    copy_into(state, into_state)
    if state.stage == WAITS_FOR_BOX or state.stage == OVER:
        return
    determinize_kinds(setup, state, rng, into_setup)
    cover_bare_pieces(setup, state, rng, into_setup)
    # The heap, as two words: the pieces that have their place in it.
    low, high = state.box[0] & state.seen[0], state.box[1] & state.seen[1]
    for half in range(2):
        hidden = ALL_OF_HALF & ~state.seen[half]
        while hidden != 0:
            at = first(hidden)
            hidden &= hidden - 1
            piece = half * HALF + at
            if into_setup.below[piece, 0] | into_setup.below[piece, 1] != 0:
                put_near_top(state, rng, into_setup, piece)
            else:
                put_under(state, rng, into_setup, piece, low, high)
            if half == 0:
                low |= 1 << at
            else:
                high |= 1 << at


@rule
def determinize_kinds(setup: Setup, state: State, rng: Generator, into_setup: Setup) -> None:
    """Give each unseen piece one of the missing kinds."""
    missing = 0  # how many of each kind: three bits for each
    for kind in range(KINDS):
        missing |= unseen_of(setup, state, kind) << 3 * kind
    left = unseen(state)
    for half in range(2):
        hidden = ALL_OF_HALF & ~state.seen[half]
        while hidden != 0:
            piece = half * HALF + first(hidden)
            hidden &= hidden - 1
            pick = below(rng, left)
            kind = 0
            while pick >= (missing >> 3 * kind) & 7:
                pick -= (missing >> 3 * kind) & 7
                kind += 1
            missing -= 1 << 3 * kind
            left -= 1
            rules.put_kind(into_setup, piece, kind)


@rule
def cover_bare_pieces(setup: Setup, state: State, rng: Generator, into_setup: Setup) -> None:
    """Put an unseen piece over each seen piece that is not accessible although nothing seen lies over it."""
    hidden_low, hidden_high = ALL_OF_HALF & ~state.seen[0], ALL_OF_HALF & ~state.seen[1]
    hidden = size(hidden_low) + size(hidden_high)
    for half in range(2):
        covered = state.box[half] & state.seen[half] & ~state.accessible[half]
        bare = rules.bare(setup, covered, half, state.box[0], state.box[1])
        while bare != 0:
            over = rules.nth_piece(hidden_low, hidden_high, below(rng, hidden))
            rules.put_over(into_setup, over, half * HALF + first(bare))
            bare &= bare - 1


@rule
def put_near_top(state: State, rng: Generator, into_setup: Setup, piece: int) -> None:
    """Put a piece under accessible ones."""
    low, high = state.accessible[0], state.accessible[1]
    for _ in range(LOOKS):
        rules.put_over(into_setup, rules.nth_piece(low, high, below(rng, size(low) + size(high))), piece)


@rule
def put_under(state: State, rng: Generator, into_setup: Setup, piece: int, low: int, high: int) -> None:
    """Put a piece just under another one of the heap (low, high). No cycle arises: over it comes only what is over that
    piece and that piece itself, under it only what is under that piece."""
    there, deepest = 0, -1
    for _ in range(LOOKS):
        look = rules.nth_piece(low, high, below(rng, size(low) + size(high)))
        over = size(into_setup.above[look, 0] & state.box[0]) + size(into_setup.above[look, 1] & state.box[1])
        if over > deepest:
            there, deepest = look, over
    for half in range(2):
        over = into_setup.above[there, half] & state.box[half]
        while over != 0:
            rules.put_over(into_setup, half * HALF + first(over), piece)
            over &= over - 1
        under = into_setup.below[there, half] & state.box[half] & half_of(rng)
        while under != 0:
            rules.put_over(into_setup, piece, half * HALF + first(under))
            under &= under - 1
    rules.put_over(into_setup, there, piece)


@rule
def half_of(rng: Generator) -> int:
    """Return a random subset of one word: each piece with probability 1/2."""
    return (word(rng) & 0xFF) << 32 | word(rng)


# -- Events -----------------------------------------------------------------------------------------------------------


@rule
def hides(setup: Setup, state: State, by: int, action: int, seat: int) -> bool:
    """P-13: the box event is hidden from everybody, because it holds hidden pieces."""
    return by < 0 and state.stage == WAITS_FOR_BOX


@rule
def is_open(setup: Setup, state: State) -> bool:
    """Everything is open when the game is over."""
    return state.stage == OVER


@rule
def reveals(setup: Setup, before: State, after: State, seat: int) -> bool:
    """P-13: a piece has become visible."""
    return (after.seen[0] & ~before.seen[0]) | (after.seen[1] & ~before.seen[1]) != 0
