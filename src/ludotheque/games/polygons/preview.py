"""What an action of Polygons would bring: the law, applied to what the seat knows, and the difference.

What was taken this turn counts as part of the collection. What a set brings is the token as the piles are now.
"""

from __future__ import annotations

from typing import Any

from ...codec.schema import bitset, boolean, enum, enum_or_none, integer, list_of, struct, union
from ...engine.bits import first
from ...engine.contract import Preview, Setup, State
from ...native.compiled import copy_into, rule
from . import rules
from .pieces import COLOURS, SHAPES
from .rules import DISCARD, END, GIFT, GIVE, HALF, STOP, TAKE
from .view import LINKS

SET_NAMES = (*(f"colour {colour}" for colour in COLOURS), *(f"shape {shape}" for shape in SHAPES))

COMPLETED = list_of(struct(set=enum(SET_NAMES), token=integer()), len(SET_NAMES))
"""Sets, and the worth of the token that each would bring; 0 if none is left for it."""
SOME = bitset(words=2, bits=HALF)
PREVIEW = union(
    taken=struct(link=enum_or_none(LINKS), completes=COMPLETED, frees=SOME, earns_power=boolean()),
    stopped=struct(completes=COMPLETED),
    given=struct(piece=integer(), to=integer(), completes=COMPLETED, completes_theirs=COMPLETED),
    validated=struct(set=enum(SET_NAMES), pieces=SOME, token=integer(), pile=enum_or_none(COLOURS)),
    moved=struct(
        other=integer(), completes=COMPLETED, breaks=COMPLETED, completes_theirs=COMPLETED, breaks_theirs=COMPLETED
    ),
    discarded=struct(frees=SOME),
    ended=struct(),
)
"""By what is done; ``moved`` stands for every power that moves pieces between collections."""
TAKEN, STOPPED, GIVEN, VALIDATED, MOVED, DISCARDED, ENDED = range(7)


@rule
def tell_sets(setup: Setup, state: State, sets: int, told: Any) -> None:
    """Some sets, and what each would bring as things stand."""
    count = 0
    while sets != 0:
        told.items[count].set = first(sets)
        told.items[count].token = rules.token_for(setup, state, first(sets))
        sets &= sets - 1
        count += 1
    told.count = count


@rule
def sets_then(setup: Setup, state: State, seat: int) -> int:
    """The complete sets that a seat holds as soon as its take is over."""
    return rules.complete_sets(rules.kinds_at_end_of_take(setup, state, seat))


@rule
def tell_frees(state: State, after: State, frees: Any) -> None:
    """The pieces that have become accessible."""
    for half in range(2):
        frees[half] = after.accessible[half] & ~state.accessible[half]


@rule
def tell_validated(state: State, after: State, seat: int, action: int, told: Any) -> None:
    """A set that went out, and the token that it brought."""
    told.set = rules.set_of(action)
    for half in range(2):
        told.pieces[half] = state.collection[seat, half] & ~after.collection[seat, half]
    for colour in range(len(COLOURS)):
        if after.piles[colour] < state.piles[colour]:
            told.pile = 1 + colour
            told.token = rules.top_token(state, colour)


@rule
def tell_moved(setup: Setup, state: State, after: State, seat: int, other: int, told: Any) -> None:
    """What a move of pieces between a seat and another one completes and breaks for both."""
    told.other = other
    before, then = sets_then(setup, state, seat), sets_then(setup, after, seat)
    tell_sets(setup, state, then & ~before, told.completes)
    tell_sets(setup, state, before & ~then, told.breaks)
    before, then = sets_then(setup, state, other), sets_then(setup, after, other)
    tell_sets(setup, state, then & ~before, told.completes_theirs)
    tell_sets(setup, state, before & ~then, told.breaks_theirs)


@rule
def preview(setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview) -> None:
    """What a legal action changes."""
    copy_into(state, into_state)
    rules.step(setup, into_state, seat, action)
    before, then = sets_then(setup, state, seat), sets_then(setup, into_state, seat)
    if action < STOP:
        preview.case = TAKEN
        if state.taken > 0:
            preview.taken.link = rules.link(setup, state.chain[state.taken - 1], action - TAKE)
        preview.taken.earns_power = into_state.pending
        tell_sets(setup, state, then & ~before, preview.taken.completes)
        tell_frees(state, into_state, preview.taken.frees)
    elif action == STOP:
        preview.case = STOPPED
        tell_sets(setup, state, then, preview.stopped.completes)
    elif action == GIFT:
        partner = rules.partner(setup, seat)
        preview.case = GIVEN
        preview.given.piece = state.chain[state.taken - 1]
        preview.given.to = partner
        tell_sets(setup, state, then, preview.given.completes)
        theirs = sets_then(setup, into_state, partner) & ~sets_then(setup, state, partner)
        tell_sets(setup, state, theirs, preview.given.completes_theirs)
    elif action < END:
        preview.case = VALIDATED
        tell_validated(state, into_state, seat, action, preview.validated)
    elif action == END:
        preview.case = ENDED
    elif DISCARD <= action < GIVE:
        preview.case = DISCARDED
        tell_frees(state, into_state, preview.discarded.frees)
    else:
        preview.case = MOVED
        tell_moved(setup, state, into_state, seat, rules.other_seat(setup, state, action), preview.moved)
