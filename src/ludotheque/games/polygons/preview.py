"""What an action of Polygons would bring: what the rules report when they are applied to what the seat knows, and the
sets that its collection would then hold.

What was taken this turn counts as part of the collection. What a set brings is the token as the piles are now.
"""

from __future__ import annotations

from typing import Any

from ...codec.schema import boolean, enum, enum_or_none, integer, list_of, struct, union
from ...engine.bits import first
from ...engine.contract import Effects, Preview, Setup, State
from ...engine.effects import clear
from ...native.compiled import copy_into, rule
from . import effects as happened
from . import rules
from .effects import LINKS, SET_NAMES, SIZE_OF_SET, SOME
from .pieces import COLOURS
from .rules import DISCARD, END, GIFT, GIVE, STOP

COMPLETED = list_of(struct(set=enum(SET_NAMES), token=integer()), len(SET_NAMES))
"""Sets, and the worth of the token that each would bring; 0 if none is left for it."""
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
def tell_effect(item: Any, preview: Preview) -> None:
    """What the rules report of an action, in the fields of its preview."""
    if item.case == happened.TOOK:
        preview.taken.link = item.took.link
    elif item.case == happened.POWER:
        preview.taken.earns_power = item.power.became == happened.EARNED
    elif item.case == happened.FREED:
        frees = preview.taken.frees if preview.case == TAKEN else preview.discarded.frees
        for half in range(2):
            frees[half] = item.freed.pieces[half]
    elif item.case == happened.GIFTED:
        preview.given.piece = item.gifted.piece.id
        preview.given.to = item.gifted.other
    elif item.case == happened.VALIDATED:
        preview.validated.set = item.validated.set
        for place in range(SIZE_OF_SET):
            rules.add(preview.validated.pieces, int(item.validated.pieces[place].id))
        preview.validated.pile = item.validated.pile
        preview.validated.token = item.validated.token - 1  # held as 1 + the value


@rule
def other_in(item: Any) -> int:
    """The seat whose collection a power changes besides that of its user."""
    if item.case == happened.STOLE:
        return int(item.stole.other)
    return int(item.gave.other) if item.case == happened.GAVE else int(item.exchanged.other)


@rule
def preview(
    setup: Setup, state: State, seat: int, action: int, into_state: State, preview: Preview, effects: Effects
) -> None:
    """What a legal action changes."""
    copy_into(state, into_state)
    clear(effects)
    rules.step(setup, into_state, seat, action, effects)
    before, then = sets_then(setup, state, seat), sets_then(setup, into_state, seat)
    if action < STOP:
        preview.case = TAKEN
        tell_sets(setup, state, then & ~before, preview.taken.completes)
    elif action == STOP:
        preview.case = STOPPED
        tell_sets(setup, state, then, preview.stopped.completes)
    elif action == GIFT:
        partner = rules.partner(setup, seat)
        preview.case = GIVEN
        tell_sets(setup, state, then, preview.given.completes)
        theirs = sets_then(setup, into_state, partner) & ~sets_then(setup, state, partner)
        tell_sets(setup, state, theirs, preview.given.completes_theirs)
    elif action < END:
        preview.case = VALIDATED
    elif action == END:
        preview.case = ENDED
    elif DISCARD <= action < GIVE:
        preview.case = DISCARDED
    else:
        preview.case = MOVED
        tell_moved(setup, state, into_state, seat, other_in(effects.items[0]), preview.moved)
    for k in range(effects.count):
        tell_effect(effects.items[k], preview)
